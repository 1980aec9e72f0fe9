// The states read anew and compared again: after a push, and before a second attempt.
import type { Plan } from '../model/plan.ts';
import { makePlan } from '../plan/make-plan.ts';
import { ifOffered } from '../remote/answer.ts';
import { declaredIn, exported } from '../remote/export-read.ts';
import { type Exported, readExport, readExportedKeys } from '../remote/export-read.ts';
import type { Prepared } from './prepare.ts';
import { pullsOf } from '../remote/token-read.ts';
import { withTouchedKeys } from './touched-keys.ts';

/**
 * `undefined` where the repository cannot be read.
 * @param presumed whose word is taken for what pulls do not show; after a push that was taken, that of desired
 */
export async function planAgain(
  prepared: Prepared,
  presumed: 'baseline' | 'desired' = 'baseline',
): Promise<Plan | undefined> {
  const { input, reader, target, pulls, baseline } = prepared;
  const { counted: _, ...asked } = input;
  const again = { ...asked, ...(presumed === 'desired' && { isAfterwards: true as const }) };
  if (input.liveSource !== 'pulls') {
    const read = await readAgain(prepared, presumed === 'desired');
    return 'refusal' in read ? undefined : makePlan({ ...again, live: read });
  }
  // The push may have made elements that were not there before.
  const { elements: __, ...source } = pulls;
  const live = await pullsOf(source, { ...baseline, desired: input.desired, presumed });
  if ('refusal' in live) return undefined;
  const touched = await withTouchedKeys({ ...again, live }, { reader, target });
  return makePlan(touched.input);
}

async function readAgain(
  { exporting, reader, target, connection, now, ...compared }: Prepared,
  isAfterwards: boolean,
): Promise<Exported> {
  const { repository } = target;
  if (exporting === 'everything') return readExport(reader, repository);
  const [keys, counted] = await Promise.all([
    readExportedKeys(reader, repository),
    ifOffered('info/all', reader.repositories()),
  ]);
  const states = declaredIn({ ...compared, desired: compared.input.desired });
  const declared = { ...states, ...(isAfterwards && { isAfterwards }) };
  return exported({ connection, repository, now }, { keys, counted, declared });
}
