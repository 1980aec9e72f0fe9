// What was planned, compared again with what the server holds by now: before a push, between attempts, and after it.
import { type Change, isRead, type Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import { makePlan } from '../plan/make-plan.ts';
import { createReader } from '../remote/client.ts';
import { knownOf, pullsOf, readExport } from '../remote/read-live.ts';
import { needsWhole, rereadByExport, rereadByToken } from '../remote/touched-read.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import type { Prepared } from './prepare.ts';
import { withTouchedKeys } from './touched-keys.ts';

export interface Replan {
  /** What was planned: nothing else is read again. Absent: everything is. */
  changes?: readonly Change[];
  /** The push was taken: what a read does not show is as the files declare it. Default: it was not, as far as is known. */
  isPushed?: boolean;
}

/** `undefined` where the repository cannot be read. */
export async function planAgain(prepared: Prepared, again: Replan): Promise<Plan | undefined> {
  const { counted: _, ...input } = prepared.input;
  if (!isRead(input.liveSource)) return undefined;
  const compared = { ...input, ...(again.isPushed && { isAfterwards: true as const }) };
  const touched = await readTouched(prepared, again);
  if (touched !== undefined) return makePlan({ ...compared, live: touched });
  const { reader, target, pulls } = prepared;
  if (input.liveSource === 'export') {
    const live = await readExport(reader, target.repository);
    return 'refusal' in live ? undefined : makePlan({ ...compared, live });
  }
  const live = await pullsOf(withoutElements(pulls), declared(prepared, again));
  if ('refusal' in live) return undefined;
  const counts = async () => {
    const info = infoOf(await reader.repositories(), target.repository);
    return info && countsOf(info);
  };
  const asking = { reader, target, ...(!again.isPushed && { counts }) };
  return makePlan((await withTouchedKeys({ ...compared, live }, asking)).input);
}

/** `undefined` where the whole repository has to be read: where that is cheaper, and after a first apply. */
async function readTouched(prepared: Prepared, again: Replan): Promise<State | undefined> {
  const { input, connection, reader, target, pulls } = prepared;
  const { changes, isPushed = false } = again;
  const isFirst = isPushed && input.firstOf !== undefined;
  if (changes === undefined || isFirst || needsWhole(changes, { isPushed })) return undefined;
  const source = withoutElements(pulls);
  const rereading = { live: input.live, changes, isPushed };
  if (input.liveSource === 'pulls') {
    const known = { ...knownOf(declared(prepared, again)), listed: pulls.listed };
    return rereadByToken({ ...rereading, source, known, keyData: reader.keyData });
  }
  // Who may export may pull without the token: what a cipher guards stays sealed, also for whoever is given a kept answer.
  const { token: _, ...open } = connection;
  const openly = { ...source, reader: createReader(open), repository: target.repository };
  return rereadByExport({ ...rereading, source: openly });
}

/** A push may make elements that were not there before. */
function withoutElements({ elements: _, ...source }: Prepared['pulls']): Prepared['pulls'] {
  return source;
}

function declared({ baseline, input }: Prepared, { isPushed }: Replan) {
  const presumed = isPushed ? ('desired' as const) : ('baseline' as const);
  return { ...baseline, desired: input.desired, presumed };
}
