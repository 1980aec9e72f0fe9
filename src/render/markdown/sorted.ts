// Sorts what a plan changes into the parts of a comment, in one pass and without a word of text.
import { addressOf } from '../../model/plan.ts';
import { apart, driftApart, type Entry, entries } from '../describe.ts';
import type { MaskedPlan } from '../redact.ts';

export interface Sorted {
  deletions: Entry[];
  /** What comes or changes. */
  others: Entry[];
  /** What an apply pushes too, but would push without this pull request as well. */
  pending: Entry[];
  /** What others added beside declared items. */
  added: Entry[];
  /** Other drift that stays as it is. */
  drift: Entry[];
  /** Drift that an apply overwrites. */
  restored: Entry[];
}

export function sorted(plan: MaskedPlan): Sorted {
  const { restored, others } = apart(plan.changes);
  const { added, kept } = driftApart(plan.drift);
  const result: Sorted = {
    deletions: [],
    others: [],
    pending: [],
    added: entries(added),
    drift: entries(kept),
    restored: entries(restored),
  };
  for (const entry of entries(others)) {
    // What is written again with every apply is told in one line.
    if (entry.change.rewritten) continue;
    if (entry.change.pending) result.pending.push(entry);
    else if (entry.change.action === 'delete') result.deletions.push(entry);
    else result.others.push(entry);
  }
  return result;
}

/** `alone`: the only one of its key or path; `first`, `inner`: under a line that names it for several. */
export type Position = 'alone' | 'first' | 'inner';

export function positionOf(list: readonly Entry[], index: number): Position {
  if (isSame(list[index - 1], list[index])) return 'inner';
  return isSame(list[index], list[index + 1]) ? 'first' : 'alone';
}

function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const isFile = a.change.kind === 'file';
  return isFile === (b.change.kind === 'file') && addressOf(a.change) === addressOf(b.change);
}
