// plan: what an apply would change. Has nothing that could write.
import type { Options } from '../options.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Surroundings } from './project.ts';
import { withRunningWarning } from './running.ts';

/** What is shown of a plan; not masked yet. */
export type PlanResult = Pick<Prepared, 'plan' | 'warnings' | 'remarks' | 'changeComment'>;

export function plan(options: Options, surroundings: Surroundings): Promise<PlanResult> {
  const use = async (prepared: Prepared) => {
    const { plan, baseline } = prepared;
    const now = surroundings.now();
    return resultOf({ ...prepared, plan: withRunningWarning(plan, { baseline, now }) });
  };
  return prepare(options, { surroundings, use });
}

export function resultOf({ plan, warnings, remarks, changeComment }: Prepared): PlanResult {
  return { plan, warnings, remarks, changeComment };
}
