// What became of one of several targets, as the pages, the outputs and the end of a step show it.
import type { AppliedTarget } from '../commands/apply.ts';
import type { DriftResult } from '../commands/drift.ts';
import type { PlanResult } from '../commands/prepare.ts';
import type { TargetResult } from '../commands/targets.ts';
import { type CommandError, EXIT } from '../errors.ts';
import { OUTCOMES } from '../model/outcome.ts';
import { hasRefusals, isCounted } from '../model/plan.ts';
import { type StatusKind, workflowKind } from '../render/markdown/status.ts';
import { type TargetPage, worstOf } from '../render/markdown/targets-table.ts';
import { mask } from '../render/mask.ts';
import { refusedTitle } from '../render/sentences.ts';
import { unverifiedText } from '../render/text.ts';
import { failureText } from './fail.ts';
import type { StepResult } from './outputs.ts';

export interface TargetRow {
  page: TargetPage;
  result: StepResult;
  error?: CommandError;
}

export function plannedRow(one: TargetResult<PlanResult>): TargetRow {
  if ('error' in one) return failedRow(one);
  const { plan, removedAt } = one.result;
  const kind = workflowKind(plan);
  return {
    page: { name: one.target, kind, plan: mask(plan), removedAt },
    result: kind === 'refused' ? 'refused' : 'planned',
  };
}

export function driftRow(one: TargetResult<DriftResult>): TargetRow {
  if ('error' in one) return failedRow(one);
  const { plan } = one.result;
  const kind = plan.drift.some(isCounted) ? 'drifted' : 'clean';
  return { page: { name: one.target, kind, plan: mask(plan) }, result: 'checked' };
}

/** @param planned keeps what was said of its plan */
export function failedRow(
  { target, error }: { target: string; error: CommandError },
  { page }: Partial<Pick<TargetRow, 'page'>> = {},
): TargetRow {
  const kind = error.exitStatus === EXIT.unknown ? 'uncertain' : 'failed';
  const { message, hint, diagnostics = [] } = error;
  const told = { reason: message, hint, ...(diagnostics.length > 0 && { diagnostics }) };
  return { page: { ...page, ...told, name: target, kind }, result: 'failed', error };
}

/** @param stoppedBy the row of the target that kept the others from being attempted */
export function appliedRow(
  one: AppliedTarget,
  { planned, stoppedBy }: { planned: TargetRow | undefined; stoppedBy: TargetRow | undefined },
): TargetRow {
  // Without a plan, its row says all that there is to say.
  if ('error' in one) return planned?.error === undefined ? failedRow(one, planned) : planned;
  const { outcome, plan, removedAt, counts } = one.result;
  const page = { name: one.target, plan: mask(plan), removedAt };
  if (!one.attempted && outcome !== 'refused') {
    if (plan.changes.length === 0) return { page: { ...page, kind: 'unchanged' }, result: 'skipped' };
    return {
      page: { ...page, kind: 'not-attempted', reason: skippedText(stoppedBy) },
      result: 'skipped',
    };
  }
  const { kind, result } = OUTCOMES[outcome];
  const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
  return { page: { ...page, kind, reason: unverified }, result };
}

function skippedText(stoppedBy: TargetRow | undefined): string {
  if (stoppedBy === undefined) return 'Not attempted.';
  const { name, kind } = stoppedBy.page;
  return `Not attempted, because \`${name}\` ${kind === 'refused' ? 'was refused' : 'failed'}.`;
}

const UNDONE: readonly StatusKind[] = ['failed', 'refused', 'uncertain', 'not-attempted'];
const SENT: readonly StatusKind[] = ['applied', 'unverified', 'uncertain'];

/** Whether the apply of this target, or its plan, was refused or failed, so that others are not attempted. */
export function isStopping({ page }: TargetRow): boolean {
  return page.kind !== 'not-attempted' && UNDONE.includes(page.kind);
}

/** Of all targets together. An apply that reached only some of them is uncertain as a whole. */
export function kindOf(rows: readonly TargetRow[]): StatusKind {
  const pages = rows.map(({ page }) => page);
  const isPartial = pages.some(({ kind }) => SENT.includes(kind)) && pages.some(({ kind }) => UNDONE.includes(kind));
  return isPartial ? 'uncertain' : worstOf(pages);
}

/** What the failure of the step says of a target. */
export function problemOf({ page: { name, plan, kind }, error }: TargetRow, isApply: boolean | undefined): string[] {
  if (error !== undefined) return [`${name}: ${failureText(error)}`];
  return kind === 'refused' && plan !== undefined && hasRefusals(plan) ? [`${name}: ${refusedTitle(isApply)}`] : [];
}
