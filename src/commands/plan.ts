// plan: what an apply would change. Has nothing that could write.
import type { Options } from '../options.ts';
import { withBase } from './base.ts';
import { planOffline } from './offline.ts';
import { type Prepared, prepare } from './prepare.ts';
import type { Surroundings } from './project.ts';
import { withRunningWarning } from './running.ts';
import { trustedReads, UntrustedUrl } from './trust.ts';

/** What is shown of a plan; not masked yet. */
export type PlanResult = Pick<Prepared, 'plan' | 'warnings' | 'remarks' | 'changeComment'>;

export async function plan(options: Options, surroundings: Surroundings): Promise<PlanResult> {
  if (options.offline) return planOffline(options, surroundings);
  const { reads, remarks } = await trustedReads(options, surroundings);
  const use = async (prepared: Prepared) => {
    const compared = withBase(prepared, options);
    const now = surroundings.now();
    const plan = withRunningWarning(compared.plan, { baseline: prepared.baseline, now });
    return resultOf({ ...prepared, plan, remarks: [...remarks, ...prepared.remarks, ...compared.remarks] });
  };
  try {
    return await prepare({ ...options, ...(reads && { reads }) }, { surroundings, use });
  } catch (error) {
    if (error instanceof UntrustedUrl && error.trusted !== undefined)
      return planWithoutServer(error, { options, surroundings, trusted: error.trusted });
    throw error;
  }
}

/** What can be said of files that name an address which is not trusted. */
async function planWithoutServer(
  { why, hint = '' }: UntrustedUrl,
  { options, surroundings, trusted }: { options: Options; surroundings: Surroundings; trusted: string },
): Promise<PlanResult> {
  const { baseline: _, base = trusted, ...compared } = options;
  const result = await planOffline({ ...compared, base }, surroundings);
  return { ...result, remarks: [`Planned without the server: ${why}. ${hint}`, ...result.remarks] };
}

export function resultOf({ plan, warnings, remarks, changeComment }: Prepared): PlanResult {
  return { plan, warnings, remarks, changeComment };
}
