// What `promote` sets and removes in the files, and what it leaves as it is and why. A plain value.
import type { Context } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { FileWrite } from './import-plan.ts';
import type { Change, RowChange } from './plan.ts';

/** Why a difference is left as it is; only `manual` is a failure. */
export const LEFT_REASONS = [
  'manual',
  'secret',
  'keep',
  'own',
  'others',
  'deleted',
  'elsewhere',
  'too-many',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** A difference between the two environments that stays. Without the text of a secret. */
export interface LeftDifference extends Pick<RowChange, 'kind' | 'name' | 'vdt'> {
  why: LeftReason;
  /** Of the target, in full. */
  context: Context;
  /** What applications get there now: a text as it may be shown, or `undefined` for nothing. */
  text?: string | null | undefined;
  /** A sentence without capital letter and full stop. */
  reason: string;
  place?: Place | undefined;
}

export interface Promotion {
  /** The contexts as they were asked for. */
  from: string;
  to: string;
  levels: readonly string[];
  /** Of the rows of the target, with who is affected afterwards; not masked yet. */
  changes: Change[];
  left: LeftDifference[];
  writes: FileWrite[];
  /** Facts that a reader needs, in full sentences. */
  notes: string[];
}
