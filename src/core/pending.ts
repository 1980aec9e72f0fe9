// Compares the plan of a branch with the one that its base would have now: which changes were pending before.
import { safetyChanges } from '../documents/project-fields.ts';
import type { Change, Plan } from '../model/plan.ts';
import { type Options, urlOf } from '../options.ts';
import { withPending } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { withoutUnset } from '../plan/normalize.ts';
import type { Base } from './applied.ts';
import { policyOf, secretRulesOf } from './input.ts';
import type { ShownPlan } from './plan-facts.ts';

/** Marks changes that were already pending at the base. A base that cannot be read is a warning. */
export function withBase({ files, input, base: answer, plan, options }: ShownPlan): {
  plan: Plan;
  remarks: string[];
} {
  if (answer === undefined) return { plan, remarks: [] };
  const { base, unknown, unreadable } = answer;
  if (unknown !== undefined) return { plan, remarks: [[unknown.message, unknown.hint].join(' ')] };
  if (base === undefined) return { plan, remarks: notCompared(unreadable) };
  const pending = withPending(plan, {
    commit: base.commit,
    before: changesOf(base, input, options),
  });
  return { plan: { ...pending, safety: safetyChanges(base, files) }, remarks: [] };
}

/** What an apply of the base would push now. */
function changesOf(base: Base, input: PlanInput, options: Options): readonly Change[] {
  const { target } = input;
  const { repository } = { ...base.project, ...options };
  const isSameTarget =
    urlOf(options, base.project) === target.url &&
    repository?.account === target.account &&
    repository.name === target.name;
  const depth = base.depth?.levels ?? target.levels.length;
  if (base.isEmpty || !isSameTarget || depth !== target.levels.length) return [];
  const secrets = { ...input.secrets, ...secretRulesOf(base) };
  const ownInput: PlanInput = {
    ...(input.stage?.whole ?? input),
    policy: policyOf(base, options),
    secrets,
    desired: base.state,
    notes: [],
  };
  const baseInput = withoutUnset(ownInput, base);
  return makePlan(input.stage?.inputOfStage(baseInput) ?? baseInput).changes;
}

/** That there is no base to compare with. */
export function notCompared(why: string | undefined): string[] {
  return why === undefined ? [] : [`Cannot compare with the base: ${why}.`];
}
