// What became of one of several targets, as the pages, the outputs and the end of a step show it.
import type { AppliedTarget } from '../commands/apply-targets.ts';
import type { DriftResult } from '../commands/drift.ts';
import type { TargetResult } from '../commands/targets.ts';
import type { PlanResult } from '../commands/plan.ts';
import { type CommandError, EXIT } from '../errors.ts';
import { isCounted } from '../model/plan.ts';
import { plannedKind, type StatusKind } from '../render/markdown/status.ts';
import type { TargetPage } from '../render/markdown/targets.ts';
import { mask } from '../render/mask.ts';
import { unverifiedText } from '../render/text.ts';
import type { StepResult } from './outputs.ts';
import { OUTCOMES } from './run.ts';

export interface Row {
  page: TargetPage;
  result: StepResult;
  error?: CommandError;
}

/** @param notice precedes the plan wherever it is shown */
export function plannedRow(one: TargetResult<PlanResult>, notice?: string): Row {
  if ('error' in one) return failedRow(one);
  const { plan, removedAt } = one.result;
  const kind = plan.live === 'base' ? 'offline' : plannedKind(plan);
  return {
    page: { name: one.target, kind, plan: mask(plan), removedAt, reason: notice },
    result: kind === 'refused' ? 'refused' : 'planned',
  };
}

export function driftRow(one: TargetResult<DriftResult>): Row {
  if ('error' in one) return failedRow(one);
  const { plan } = one.result;
  const kind = plan.drift.some(isCounted) ? 'drifted' : 'clean';
  return { page: { name: one.target, kind, plan: mask(plan) }, result: 'checked' };
}

/** @param planned keeps what was said of its plan */
export function failedRow(
  { target, error }: { target: string; error: CommandError },
  { page }: Partial<Pick<Row, 'page'>> = {},
): Row {
  const kind = error.exitStatus === EXIT.unknown ? 'uncertain' : 'failed';
  const { message, hint, diagnostics = [] } = error;
  const told = { reason: joined(page?.reason, message), hint, ...(diagnostics.length > 0 && { diagnostics }) };
  return { page: { ...page, ...told, name: target, kind }, result: 'failed', error };
}

/** @param stoppedBy the row of the target that kept the others from being attempted */
export function appliedRow(
  one: AppliedTarget,
  { planned, stoppedBy }: { planned: Row | undefined; stoppedBy: Row | undefined },
): Row {
  if ('error' in one) return failedRow(one, planned);
  const { outcome, plan, removedAt, counts } = one.result;
  const { reason } = planned?.page ?? {};
  const page = { name: one.target, plan: mask(plan), removedAt, reason };
  if (!one.attempted && outcome !== 'refused') {
    if (plan.changes.length === 0) return { page: { ...page, kind: 'unchanged' }, result: 'skipped' };
    return {
      page: { ...page, kind: 'not-attempted', reason: joined(reason, skippedText(stoppedBy)) },
      result: 'skipped',
    };
  }
  const { kind, result } = OUTCOMES[outcome];
  const unverified = outcome === 'unverified' ? unverifiedText(counts) : undefined;
  return { page: { ...page, kind, reason: joined(reason, unverified) }, result };
}

function skippedText(stoppedBy: Row | undefined): string {
  if (stoppedBy === undefined) return 'Not attempted.';
  const { name, kind } = stoppedBy.page;
  return `Not attempted, because \`${name}\` ${kind === 'refused' ? 'was refused' : 'failed'}.`;
}

function joined(...sentences: (string | undefined)[]): string | undefined {
  const told = sentences.filter((text) => text !== undefined);
  return told.length === 0 ? undefined : told.join(' ');
}

const UNDONE: readonly StatusKind[] = ['failed', 'refused', 'uncertain', 'not-attempted'];
const SENT: readonly StatusKind[] = ['applied', 'unverified', 'uncertain'];
/** What counts most is first. */
const RANK: readonly StatusKind[] = [
  'uncertain',
  'failed',
  'refused',
  'unverified',
  'applied',
  'drifted',
  'planned',
  'offline',
];

/** Whether the apply of this target, or its plan, was refused or failed, so that others are not attempted. */
export function isStopping({ page }: Row): boolean {
  return page.kind !== 'not-attempted' && UNDONE.includes(page.kind);
}

/** Of all targets together. An apply that reached only some of them is uncertain as a whole. */
export function kindOf(rows: readonly Row[]): StatusKind {
  const kinds = rows.map(({ page }) => page.kind);
  const isPartial = kinds.some((kind) => SENT.includes(kind)) && kinds.some((kind) => UNDONE.includes(kind));
  if (isPartial) return 'uncertain';
  return RANK.find((kind) => kinds.includes(kind)) ?? 'unchanged';
}
