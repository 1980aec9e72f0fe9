// The apply runs that changed an item: what `history <name>` shows.
import type { AppliedCommit, ApplyEntry } from './apply-entry.ts';
import type { Change } from './plan.ts';
import type { ResolvedTarget } from './targets.ts';

/** The commits of an applied range that changed an item; absent: the range is not known. */
export type ChangedBy =
  | { commits: AppliedCommit[] }
  /** Which of these it was cannot be told. */
  | { oneOf: number; from?: string | undefined; to: string }
  | undefined;

export interface ItemApply extends ApplyEntry {
  /** Those that it brought to the folder of the project, the newest first; absent: not known, or more than 200. */
  commits?: AppliedCommit[] | undefined;
  /** Of a rollback: the newer commit that had been applied before; absent: not known. */
  inPlaceOf?: AppliedCommit | undefined;
  changes: { change: Change; by: ChangedBy }[];
}

export interface ItemHistory {
  target: Pick<ResolvedTarget, 'url' | 'repository'>;
  /** Apply runs before this time are not shown; ISO 8601. */
  since?: string | undefined;
  /** What had been applied before the oldest apply that is shown; absent: nothing. */
  base?: { commit: string; time: string } | undefined;
  /** Elements of the first level, in the order to show them. */
  elements: string[];
  /** The newest first. */
  applies: ItemApply[];
  /** How many older ones changed it, too. */
  older: number;
  /** How far back the record was read, and why not further. */
  looked: { applies: number; since: string | undefined; until: string | undefined };
  /** Sentences. */
  warnings: string[];
}
