// apply: prepares the plans of all targets, then executes one after the other, up to the first that fails.
import { refuseUnrecordable } from '../apply/apply-record.ts';
import { withForce, withReviews } from '../apply/approval.ts';
import { type Executing, execute } from '../apply/execute.ts';
import { refuseUnreviewed } from '../apply/plan-file.ts';
import { prepare, type Prepared, type PrepareRuntime } from '../apply/prepare.ts';
import { failedRow, isDone, plannedOutcome, type Row } from '../apply/rows.ts';
import { eachTarget, settled } from '../apply/targets.ts';
import { CommandError } from '../errors.ts';
import { parseForce } from '../model/force.ts';
import { hasRefusals } from '../model/plan.ts';
import type { Options } from '../options.ts';

/** A target of an apply. */
export interface Target {
  row: Row;
  /** Absent: nothing is to be sent to it, for the reason that its row gives. */
  prepared?: Prepared;
}

/** The plans of an apply, open until they are closed. */
export interface Preparation {
  targets: readonly Target[];
  close: () => void;
}

/** Plans for all targets. Nothing is sent to any if one of the plans is refused or could not be made. */
export async function prepareTargets(targets: readonly Options[], runtime: PrepareRuntime): Promise<Preparation> {
  const prepared: Target[] = [];
  const close = () => {
    for (const one of prepared) one.prepared?.close();
  };
  try {
    for await (const one of eachTarget(targets, (options) => prepareApply(options, runtime)))
      prepared.push('error' in one ? { row: failedRow(one) } : targetOf(one.name, one.result));
    return { targets: prepared, close };
  } catch (error) {
    close();
    throw error;
  }
}

function targetOf(name: string | undefined, prepared: Prepared): Target {
  const { result } = prepared;
  return { row: { ...result, name, outcome: plannedOutcome(result.plan) }, prepared };
}

/** The plan of one target, with the refusals that only an apply has. The caller closes it. */
export async function prepareApply(options: Options, runtime: PrepareRuntime): Promise<Prepared> {
  refuseComparison(options);
  const planned = await prepare(options, runtime, { isApply: true });
  try {
    return await checked(await withReviews(planned, { runtime, isApply: true }), runtime);
  } catch (error) {
    planned.close();
    throw error;
  }
}

/** The target with the approval that its plan asks for; `undefined`: it asks for none, or that would not be enough. */
export async function withApproval({ row, prepared }: Target, runtime: PrepareRuntime): Promise<Target | undefined> {
  const force = row.plan?.force === undefined ? undefined : parseForce(row.plan.force);
  if (prepared === undefined || force === undefined || prepared.options.force !== undefined) return undefined;
  const approved = await checked(await withForce(prepared, force, runtime), runtime);
  return hasRefusals(approved.result.plan) ? undefined : targetOf(row.name, approved);
}

/** Applies one target after the other, up to the first that fails, and yields what became of each. */
export async function* executeTargets(targets: readonly Target[], executing: Executing): AsyncGenerator<Row> {
  let stopped = targets.map(({ row }) => row).find((row) => !isDone(row));
  for (const { row, prepared } of targets) {
    if (stopped === undefined && prepared !== undefined) {
      const { name } = row;
      const one = await settled(name, execute(prepared, executing));
      const became: Row = 'error' in one ? failedRow(one, row) : { ...one.result, name };
      const applied: Row = { ...became, isAttempted: true };
      if (!isDone(applied)) stopped = applied;
      yield applied;
    } else yield isDone(row) ? { ...row, outcome: 'not-attempted', reason: notAttempted(stopped) } : row;
  }
}

function notAttempted(by: Row | undefined): string {
  if (by === undefined) return 'Not attempted.';
  return `Not attempted, because \`${by.name}\` ${by.outcome === 'refused' ? 'was refused' : 'failed'}.`;
}

function refuseComparison({ into, offline }: Options): void {
  if (into === undefined && !offline) return;
  throw new CommandError({
    code: 'bad-option',
    message: '`into` and `offline` are for plans only. Remove them, or run plan.',
  });
}

/** The plan with the refusals that only an apply has. */
async function checked(prepared: Prepared, { cwd }: PrepareRuntime): Promise<Prepared> {
  const { checkout, options, result } = prepared;
  const plan = refuseUnreviewed(await refuseUnrecordable(result.plan, checkout, options), options, cwd);
  return { ...prepared, result: { ...result, plan } };
}
