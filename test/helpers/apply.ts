// An apply of one target in this process, as the entries make it: plan, show, execute.
import { execute } from '../../src/apply/execute.ts';
import { prepareApply } from '../../src/commands/apply.ts';
import type { PlanResult } from '../../src/apply/prepare.ts';
import type { TargetRow } from '../../src/apply/targets.ts';
import type { Runtime } from '../../src/apply/runtime.ts';
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

/** @param onPlan gets the plan: where something is to be sent, after the record was begun */
export async function apply(
  options: Options,
  runtime: Runtime,
  onPlan: (planned: PlanResult) => void | Promise<void> = () => undefined,
): Promise<ApplyResult> {
  const prepared = await prepareApply(options, runtime);
  try {
    const { result } = prepared;
    const isSending = result.plan.changes.length > 0 && !hasRefusals(result.plan);
    if (!isSending) await onPlan(result);
    if (hasRefusals(result.plan)) return { ...result, remarks: [], outcome: 'refused' };
    const onStep = async (step: string) => {
      await runtime.onStep(step);
      if (step.startsWith('Pushing ')) await onPlan(result);
    };
    return await execute({ ...prepared, runtime: { ...runtime, onStep } });
  } finally {
    prepared.close();
  }
}
