// The states read anew and compared again: after a push, and before a second attempt.
import type { Plan } from '../model/plan.ts';
import { makePlan } from '../plan/make-plan.ts';
import { readExport } from './live.ts';
import type { Prepared } from './prepare.ts';
import { pullsOf } from './pulls.ts';
import { withTouchedKeys } from './touched-keys.ts';

/**
 * `undefined` where the repository cannot be read.
 * @param presumed whose word is taken for what pulls do not show; after a push that was taken, that of desired
 */
export async function planAgain(
  { input, reader, target, pulls, baseline }: Prepared,
  presumed: 'baseline' | 'desired' = 'baseline',
): Promise<Plan | undefined> {
  const { counted: _, ...again } = input;
  if (input.liveSource !== 'pulls') {
    const exported = await readExport(reader, target.repository);
    return 'refusal' in exported ? undefined : makePlan({ ...again, live: exported });
  }
  // The push may have made elements that were not there before.
  const { elements: __, ...source } = pulls;
  const live = await pullsOf(source, { ...baseline, desired: input.desired, presumed });
  if ('refusal' in live) return undefined;
  return makePlan(await withTouchedKeys({ ...again, live }, { reader, target }));
}
