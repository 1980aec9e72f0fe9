// plan: what an apply would change. Has nothing that could write.
import type { Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Surroundings } from './project.ts';

export interface PlanResult extends Pick<Prepared, 'warnings' | 'remarks'> {
  plan: Plan;
}

export function plan(options: Options, surroundings: Surroundings): Promise<PlanResult> {
  return prepare(options, surroundings, async ({ plan, warnings, remarks }) => ({ plan, warnings, remarks }));
}
