// What a plan says of its base, in words: which changes were pending before, and which guards the branch changes.
import type { SafetyChange } from '../model/base.ts';
import { countChanges, type Plan } from '../model/plan.ts';

export const SAFETY_TITLE = 'This branch changes what protects the server:';

/** `prune  managed → all` with `looser` beside it, as far as that is certain. */
export function safetyText({ before, after }: SafetyChange): string {
  return `${before ?? 'none'} → ${after ?? 'none'}`;
}

/** Sentences about the base; empty where all changes are the work of this branch. */
export function baseLines({ base, changes }: Plan): string[] {
  const { create, update, delete: destroy } = countChanges(changes);
  return [
    ...pendingLines(base?.pending ?? 0, create + update + destroy),
    ...droppedLines(base?.dropped ?? 0),
  ];
}

function pendingLines(pending: number, all: number): string[] {
  if (pending === 0) return [];
  const what =
    pending < all ? `${pending} of ${all} changes` : all === 1 ? 'The only change' : `All ${all} changes`;
  return [`${what} ${pending === 1 ? 'was' : 'were'} pending before this branch.`];
}

export function droppedLines(dropped: number): string[] {
  if (dropped === 0) return [];
  return [
    dropped === 1
      ? '1 change that was pending before this branch is no longer planned.'
      : `${dropped} changes that were pending before this branch are no longer planned.`,
  ];
}
