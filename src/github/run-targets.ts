// The commands of the action for a project file with `targets`.
import {
  type AppliedTarget,
  executeTargets,
  exitStatusOf,
  isSent,
  type Preparation,
  prepareTargets,
} from '../commands/apply.ts';
import { drift } from '../commands/drift.ts';
import { resultsOf, type TargetOptions, type TargetResult, worstStatus } from '../commands/targets.ts';
import { plan } from '../commands/plan.ts';
import type { PlanResult, Prepared } from '../commands/prepare.ts';
import { removedTargets, removedText } from '../commands/removed-targets.ts';
import { validateTargets } from '../commands/validate.ts';
import { EXIT } from '../errors.ts';
import { hasRefusals } from '../model/plan.ts';
import { textDiagnostics, textValid } from '../render/text.ts';
import { noteSent } from './fail.ts';
import { outputResult } from './outputs.ts';
import type { Run } from './run.ts';
import { TargetsStep } from './targets-step.ts';

export async function validateEach({ runtime, reporter }: Run, targets: readonly TargetOptions[]): Promise<void> {
  const { warnings, targets: valid } = await validateTargets(targets, runtime);
  const lines = valid.map(({ name, ...counts }) => `${name}: ${textValid(counts)}`);
  reporter.log(`${textDiagnostics(warnings, { color: false })}${lines.join('')}`);
  reporter.annotate(warnings);
  outputResult('valid');
}

export async function planEach(
  { runtime, reporter, options: all }: Run,
  targets: readonly TargetOptions[],
): Promise<void> {
  const step = new TargetsStep(reporter);
  // Until all are there, not all secrets of the files and servers are registered.
  const results = await resultsOf(targets, (options) => plan(options, runtime));
  const removed = await removedTargets(all, runtime);
  step.plans(results, { removed, notes: removedText(removed, all.config) });
  await step.report();
  const statuses = results.map((one) => {
    if ('error' in one) return one.error.exitStatus;
    return hasRefusals(one.result.plan) ? EXIT.refused : EXIT.done;
  });
  step.end('planned', worstStatus(statuses));
}

export async function driftEach(run: Run, targets: readonly TargetOptions[]): Promise<void> {
  const { runtime, reporter, inputs } = run;
  const step = new TargetsStep(reporter);
  const results = await resultsOf(targets, (options) => drift(options, runtime));
  await step.drift(results);
  if (inputs.driftIssue) {
    for (const one of results) if ('result' in one) await reporter.driftIssue(one.result.plan);
  }
  step.end('checked', worstStatus(results.flatMap((one) => ('error' in one ? [one.error.exitStatus] : []))));
}

export async function applyEach(run: Run, targets: readonly TargetOptions[]): Promise<void> {
  const step = new TargetsStep(run.reporter);
  const preparation = await prepareTargets(targets, run.runtime);
  try {
    step.plans(preparation.targets.map(planOf));
    await executeEach(preparation.targets, { run, step });
  } finally {
    preparation.close();
  }
}

async function executeEach(
  targets: Preparation['targets'],
  { run: { reporter, runtime }, step }: { run: Run; step: TargetsStep },
): Promise<void> {
  const applied: AppliedTarget[] = [];
  try {
    for await (const one of executeTargets(targets, { runtime, stop: reporter.heedStop() })) {
      applied.push(one);
      if (isSent(one)) noteSent();
      step.applied(one);
    }
  } catch (error) {
    return step.crashed(error, { isSent: applied.some(isSent) });
  }
  if (applied.every(isNothing)) reporter.log('Nothing to apply.');
  else if (!applied.some(({ attempted }) => attempted)) reporter.log('Nothing was sent to any target.');
  await step.report();
  step.end(applied.some(isSent) ? 'applied' : 'nothing', exitStatusOf(applied));
}

function planOf(one: TargetResult<Prepared>): TargetResult<PlanResult> {
  return 'error' in one ? one : { target: one.target, result: one.result.result };
}

function isNothing(one: AppliedTarget): boolean {
  return 'result' in one && one.attempted && one.result.outcome === 'nothing';
}
