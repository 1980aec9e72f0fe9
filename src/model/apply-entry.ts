// One entry in the history of applies.
import type { Counts } from './plan.ts';

export interface ApplyEntry {
  /** ISO 8601. */
  time: string;
  /** The commit that was applied. */
  commit?: string;
  actor?: string;
  /** Address of the workflow's run. */
  run?: string;
  counts?: Counts;
  /** Who found out that it had come through, where its answer was lost. */
  completedBy?: { actor?: string; run?: string };
}

/** Enough of a commit id for people to recognise it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
