// The apply runs that changed an item: what `history <name>` shows.
import type { AppliedCommit, ApplyEntry } from './apply-entry.ts';
import type { Change } from './plan.ts';

/** The commits of an applied range that changed an item; absent: the range is not known. */
export type ChangedBy =
  | { commits: AppliedCommit[] }
  /** Which of these it was cannot be told. */
  | { oneOf: number; from?: string | undefined; to: string }
  | undefined;

export interface ItemApply extends ApplyEntry {
  changes: { change: Change; by: ChangedBy }[];
}

export interface ItemHistory {
  /** The newest first. */
  applies: ItemApply[];
  /** How many older ones changed it, too. */
  older: number;
  /** How far back the record was read, and why not further. */
  looked: { applies: number; since: string | undefined; until: string | undefined };
  /** Sentences. */
  warnings: string[];
}
