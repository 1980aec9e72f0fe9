// Comments and job summaries about several targets: a table of all, and a section for each with something to say.
import type { MaskedPlan } from '../mask.ts';
import { type PageOptions, planComment } from './comment.ts';
import type { Status, StatusKind } from './status.ts';

/** What is said of one target. */
export interface TargetPage {
  name: string;
  kind: StatusKind;
  /** Absent: it could not be made, and `reason` says why. */
  plan?: MaskedPlan;
  reason?: string | undefined;
  hint?: string | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
}

export interface TargetsPageOptions extends PageOptions {
  /** Of the whole run, without `kind`. */
  status: Omit<Status, 'kind'>;
}

export function targetsComment(targets: readonly TargetPage[], { status, ...options }: TargetsPageOptions): string {
  return targets
    .map(({ plan, kind }) => (plan === undefined ? '' : planComment(plan, { ...options, status: { ...status, kind } })))
    .join('\n');
}

export const targetsSummary = targetsComment;
