// apply: prepares the plans of all targets, then executes one after the other, up to the first that fails.
import { refuseUnrecordable } from '../core/unrecordable.ts';
import { withDeletedBefore } from '../apply/deleted-before.ts';
import { withLineage } from '../apply/elsewhere.ts';
import {
  approvedWith,
  type PlanResult,
  prepare,
  type Prepared,
  shownOf,
  withReviews,
} from '../apply/prepare.ts';
import { applyWorldOf } from '../apply/apply-world.ts';
import { refuseUnreviewed } from '../apply/plan-file.ts';
import type { TargetOptions } from '../apply/project.ts';
import {
  eachTarget,
  failedRow,
  isDone,
  plannedOutcome,
  rowCalled,
  type TargetRow,
} from '../apply/targets.ts';
import type { Runtime } from '../apply/runtime.ts';
import type { StopSignals } from '../apply/stop.ts';
import { apply } from '../core/apply.ts';
import { CommandError } from '../errors.ts';
import { parseApproval } from '../model/approval.ts';
import { hasRefusals } from '../model/plan.ts';
import { planDigest } from '../plan/digest.ts';

export interface ApplyTarget {
  row: TargetRow;
  /** Open until it is closed. Absent: nothing is to be sent, for the reason that the row gives. */
  prepared?: Prepared;
}

/**
 * Plans for all targets, which the caller closes. Nothing is sent to any if one of the plans is refused or could not be
 * made.
 */
export async function prepareTargets(
  targets: readonly TargetOptions[],
  runtime: Runtime,
): Promise<ApplyTarget[]> {
  const found: ApplyTarget[] = [];
  try {
    for await (const one of eachTarget(targets, async (options) =>
      targetOf(await prepareApply(options, runtime)),
    ))
      found.push(one);
    return found;
  } catch (error) {
    closeTargets(found);
    throw error;
  }
}

export function closeTargets(targets: readonly ApplyTarget[]): void {
  for (const { prepared } of targets) prepared?.close();
}

function targetOf(prepared: Prepared): ApplyTarget {
  const { options, result } = prepared;
  return {
    row: { ...result, ...rowCalled(options), outcome: plannedOutcome(result.plan) },
    prepared,
  };
}

/** The plan of one target, with the refusals that only an apply has. The caller closes it. */
export async function prepareApply(options: TargetOptions, runtime: Runtime): Promise<Prepared> {
  const planned = await prepare(options, runtime, { isApply: true });
  try {
    return await checked(await withReviews(await withLineage(planned), { isApply: true }));
  } catch (error) {
    planned.close();
    throw error;
  }
}

/** The target with the approval that its plan asks for; `undefined`: it asks for none, or that would not be enough. */
export async function withApproval({
  row,
  prepared,
}: ApplyTarget): Promise<ApplyTarget | undefined> {
  const approval = row.plan?.approval === undefined ? undefined : parseApproval(row.plan.approval);
  if (prepared === undefined || approval === undefined || prepared.options.approve !== undefined)
    return undefined;
  const approved = await checked(await approvedWith(prepared, approval));
  return hasRefusals(approved.result.plan) ? undefined : targetOf(approved);
}

/** Applies one target after the other, up to the first that fails, and yields what became of each. */
export async function* executeTargets(
  targets: readonly ApplyTarget[],
  stop: StopSignals,
): AsyncGenerator<TargetRow> {
  let stopped = targets.map(({ row }) => row).find((row) => !isDone(row));
  for (const [index, { row, prepared }] of targets.entries()) {
    if (stopped === undefined && prepared !== undefined) {
      const isLater = row.isStage && index > 0;
      const became = await (isLater ? executeStage(prepared, stop) : execute(prepared, stop)).catch(
        (error: unknown) => failedRow(error, row),
      );
      const applied: TargetRow = { ...became, isAttempted: true };
      if (!isDone(applied)) stopped = applied;
      yield applied;
    } else if (isDone(row)) {
      const why = `\`${stopped?.name}\` ${stopped?.outcome === 'refused' ? 'was refused' : 'failed'}`;
      yield { ...row, outcome: 'not-attempted', reason: `Not attempted, because ${why}.` };
    } else yield row;
  }
}

/**
 * A later stage was planned for the server as the earlier ones leave it, so it is planned again after them. Throws
 * {@link CommandError} if that is not the plan that was shown.
 */
async function executeStage(
  { options, runtime, result }: Prepared,
  stop: StopSignals,
): Promise<TargetRow & PlanResult> {
  const { chosenStage, digestKey } = options;
  const alone = chosenStage && { chosenStage: { ...chosenStage, after: [] } };
  const prepared = await prepareApply({ ...options, ...alone }, runtime);
  try {
    const { plan } = prepared.result;
    if (planDigest(plan, digestKey) === planDigest(result.plan, digestKey))
      return await execute(prepared, stop);
    throw new CommandError({
      code: 'changed-meanwhile',
      message: `After the earlier stages, the plan of \`${chosenStage?.name}\` is not the one that was shown; nothing of it was sent.`,
      hint: `Plan this stage again, and apply it: \`--stage ${chosenStage?.name}\`.`,
    });
  } finally {
    prepared.close();
  }
}

/** Applies what was prepared, shown and approved. @param stop absent: a signal ends the process as usual */
export async function execute(
  prepared: Prepared,
  stop?: StopSignals,
): Promise<TargetRow & PlanResult> {
  const { options, result } = prepared;
  const applied = await apply(applyWorldOf(prepared, stop), shownOf(prepared));
  return { ...result, ...rowCalled(options), ...applied };
}

async function checked(prepared: Prepared): Promise<Prepared> {
  const { options, runtime, result } = prepared;
  const plan = refuseUnreviewed(
    await refuseUnrecordable(prepared.world, shownOf(prepared)),
    options,
    runtime.cwd,
  );
  return { ...prepared, result: { ...result, plan: await withDeletedBefore(plan, prepared) } };
}
