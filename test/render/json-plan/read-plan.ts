// Reads the plan of a file with one, as the comment of a run that did not make it shows it.
import { CommandError } from '../../../src/errors.ts';
import type { MaskedPlan } from '../../../src/render/mask.ts';
import { readJsonPlans, withoutApproval } from '../../../src/render/read-json-plan.ts';

/** Throws a {@link CommandError} for what is no plan. */
export function readJsonPlan(json: string, file: string): MaskedPlan {
  const [one] = readJsonPlans(json, file).plans;
  if (one === undefined || !('plan' in one))
    throw new CommandError({ code: 'bad-plan-file', message: `${file} has no plan.` });
  return withoutApproval(one.plan);
}
