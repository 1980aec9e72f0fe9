// Applies several targets: plans all of them, then applies one after the other, up to the first that fails.
import { EXIT, type ExitStatus } from '../errors.ts';
import { OUTCOMES } from '../model/outcome.ts';
import { hasRefusals } from '../model/plan.ts';
import { type ApplyResult, type ApplyRuntime, apply, type Proceed } from './apply.ts';
import type { PlanResult } from './prepare.ts';
import type { Stop } from './stop.ts';
import { AT_A_TIME, settled, type TargetOptions, type TargetResult } from './targets.ts';

/** `attempted: false`: only its plan was made, because another target was refused or failed. */
export type AppliedTarget = TargetResult<ApplyResult> & { attempted: boolean };

export interface ApplyTargets {
  runtime: Omit<ApplyRuntime, 'proceed' | 'approve' | 'confirm'>;
  /**
   * Gets all plans before anything is sent.
   * @param isRefused a plan is refused or could not be made, so that nothing is sent whatever the answer is
   */
  onPlans: (plans: readonly TargetResult<PlanResult>[], isRefused: boolean) => Promise<Proceed>;
  /** Gets each outcome when it is known, in the order of the project file. */
  onApplied: (applied: AppliedTarget) => void | Promise<void>;
}

/** One target: planned at once, applied when it is told to go on. */
interface Started {
  planned: Promise<TargetResult<PlanResult>>;
  proceedWith: (proceed: Proceed) => void;
  applying: Promise<TargetResult<ApplyResult>>;
}

/** If one plan is refused or cannot be made, nothing is sent to any target. */
export async function applyTargets(
  targets: readonly TargetOptions[],
  { runtime, onPlans, onApplied }: ApplyTargets,
): Promise<AppliedTarget[]> {
  const runs: Started[] = [];
  const shared = withOneStop(runtime);
  try {
    for (const [index, options] of targets.entries()) {
      await runs[index - AT_A_TIME]?.planned;
      runs.push(start(options, shared));
    }
    const plans = await Promise.all(runs.map(({ planned }) => planned));
    const isRefused = plans.some((one) => 'error' in one || hasRefusals(one.result.plan));
    const answer = await onPlans(plans, isRefused);
    let proceed: Proceed = isRefused ? 'stop' : answer;
    const applied: AppliedTarget[] = [];
    for (const { proceedWith, applying } of runs) {
      const attempted = proceed !== 'stop';
      proceedWith(proceed);
      const one = { ...(await applying), attempted };
      if (!isDone(one)) proceed = 'stop';
      applied.push(one);
      await onApplied(one);
    }
    return applied;
  } finally {
    // After an error, none may wait for its turn.
    for (const { proceedWith } of runs) proceedWith('stop');
  }
}

/** A signal stops all targets: what it asked for still holds when the next begins. */
function withOneStop({ heedStop, ...runtime }: ApplyRuntime): ApplyRuntime {
  if (heedStop === undefined) return runtime;
  let stop: Stop | undefined;
  const heedOnce = () => {
    stop ??= heedStop();
    return stop;
  };
  return { ...runtime, heedStop: heedOnce };
}

function start(options: TargetOptions, runtime: ApplyRuntime): Started {
  const turn = later<Proceed>();
  const plan = later<PlanResult>();
  const proceed = (result: PlanResult) => {
    plan.resolve(result);
    return turn.promise;
  };
  const { target } = options;
  const applying = settled(
    target,
    apply(options, { ...runtime, proceed }, async () => undefined),
  );
  // A target that fails before it has a plan.
  const planned = Promise.race([plan.promise.then((result) => ({ target, result })), applying]);
  planned.catch(() => undefined);
  applying.catch(() => undefined);
  return { planned, proceedWith: turn.resolve, applying };
}

/** `Promise.withResolvers` of Node 22. */
function later<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
}

function isDone(applied: AppliedTarget): boolean {
  return 'result' in applied && OUTCOMES[applied.result.outcome].isDone;
}

/** Whether something was sent to the server of the target. */
export function isSent(applied: AppliedTarget): boolean {
  if ('error' in applied) return applied.error.exitStatus === EXIT.unknown;
  return OUTCOMES[applied.result.outcome].result === 'applied';
}

/** Of all targets together: once something was sent anywhere, a failure means that the result is partial. */
export function exitStatusOf(applied: readonly AppliedTarget[]): ExitStatus {
  const failures = applied.filter((one) => !isDone(one));
  if (failures.length === 0) return EXIT.done;
  if (applied.some(isSent)) return EXIT.unknown;
  const errors = failures.flatMap((one) => ('error' in one ? [one.error.exitStatus] : []));
  return errors[0] ?? EXIT.refused;
}

export const UNCHANGED = 'no changes';

/** Whether a later apply continues: something was sent, and not all is done. */
export function isPartial(applied: readonly AppliedTarget[]): boolean {
  return applied.some(isSent) && !applied.every(isDone);
}

/** What became of a target, in a few words. */
export function outcomeText(one: AppliedTarget): string {
  if ('error' in one) {
    const isUnknown = one.error.exitStatus === EXIT.unknown;
    return `${isUnknown ? 'failed, partly or with an unknown outcome' : 'failed'}: ${one.error.code}`;
  }
  const { outcome, plan, recorded } = one.result;
  if (one.attempted && outcome === 'nothing' && recorded === undefined) return UNCHANGED;
  if (one.attempted || outcome === 'refused') return OUTCOMES[outcome].words;
  return plan.changes.length > 0 ? 'not attempted' : UNCHANGED;
}
