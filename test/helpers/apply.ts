// An apply of one target in this process, as the entries make it: plan, show, execute.
import { apply as applyTargets, type ApplyCommand } from '../../src/commands/apply.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import type { Reporter } from '../../src/core/report.ts';
import { CommandError } from '../../src/errors.ts';
import type { Runtime } from '../../src/runtime.ts';
import { parseApproval } from '../../src/model/approval.ts';
import { hasRefusals } from '../../src/model/plan.ts';
import type { Options } from '../../src/options.ts';
import type { Environment } from './git.ts';

/** The row of a target that was planned or applied. */
export type ApplyResult = TargetRow & PlanResult;

/** What commands need from the process: nothing waits and nobody listens, unless a test says so. */
export function runtimeIn(cwd: string, env: Environment, more: Partial<Runtime> = {}): Runtime {
  const idle = { onSecret: () => undefined, pause: async () => undefined, onStep: () => undefined };
  return { cwd, env, now: () => new Date(), ...idle, ...more };
}

/** Applies, and approves the plan by its digest where it asks for that. */
export async function applyApproved(options: Options, runtime: Runtime): Promise<ApplyResult> {
  const applied = await apply(options, runtime);
  const approve = parseApproval(applied.plan.approval ?? '');
  return approve === undefined ? applied : apply({ ...options, approve }, runtime);
}

/**
 * @param onPlan gets the plan: where something is to be sent, after the record was begun
 * @param entry what a person says, and signals
 */
export async function apply(
  options: Options,
  runtime: Runtime,
  onPlan: (planned: PlanResult) => void | Promise<void> = () => undefined,
  entry: Omit<ApplyCommand, 'report'> = {},
): Promise<ApplyResult> {
  let planned: TargetRow | undefined;
  const tell = async () => {
    if (isPlanned(planned)) await onPlan(planned);
  };
  const onStep = async (step: string) => {
    await runtime.onStep(step);
    if (step.startsWith('Pushing ')) await tell();
  };
  const report: Reporter = async (event) => {
    if (event.about !== 'plans') return;
    [planned] = event.rows;
    const { plan } = planned ?? {};
    if (plan && (plan.changes.length === 0 || hasRefusals(plan))) await tell();
  };
  const [row] = await applyTargets([options], { ...runtime, onStep }, { report, ...entry });
  if (row?.error !== undefined) throw row.error;
  if (!isPlanned(row)) throw new Error('There is no plan.');
  return row.isAttempted ? row : { ...row, remarks: [] };
}

/** The outcome of an apply, or the code of its error. */
export async function outcomeOf(applying: Promise<ApplyResult>): Promise<string> {
  try {
    return (await applying).outcome;
  } catch (error) {
    if (error instanceof CommandError) return error.code;
    throw error;
  }
}

function isPlanned(row: TargetRow | undefined): row is ApplyResult {
  return row?.plan !== undefined;
}
