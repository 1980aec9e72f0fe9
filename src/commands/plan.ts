// plan: what an apply would change. Has nothing that could write.
import type { Options } from '../options.ts';
import { withBase } from './base.ts';
import { planOffline } from './offline.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Surroundings } from './project.ts';
import { withRunningWarning } from './running.ts';
import { distrust, trustedReads } from './trust.ts';

/** What is shown of a plan; not masked yet. */
export type PlanResult = Pick<Prepared, 'plan' | 'warnings' | 'remarks' | 'changeComment'>;

export async function plan(options: Options, surroundings: Surroundings): Promise<PlanResult> {
  if (options.offline) return planOffline(options, surroundings);
  const doubt = await distrust(options, surroundings);
  if (doubt !== undefined) {
    const result = await planOffline(options, surroundings);
    return { ...result, remarks: [doubt, ...result.remarks] };
  }
  const { reads, remarks } = await trustedReads(options, surroundings);
  const use = async (prepared: Prepared) => {
    const compared = withBase(prepared, options);
    const now = surroundings.now();
    const plan = withRunningWarning(compared.plan, { baseline: prepared.baseline, now });
    return resultOf({ ...prepared, plan, remarks: [...remarks, ...prepared.remarks, ...compared.remarks] });
  };
  return prepare({ ...options, ...(reads && { reads }) }, { surroundings, use });
}

export function resultOf({ plan, warnings, remarks, changeComment }: Prepared): PlanResult {
  return { plan, warnings, remarks, changeComment };
}
