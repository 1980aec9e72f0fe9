// Plans the same changes again from what was read again: before a push, between attempts, and to verify a push.
import { type Change, isRead, type Plan } from '../model/plan.ts';
import { fileId, itemId, keyId, type State } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { agreed } from '../remote/agreement.ts';
import { ifOffered } from '../remote/answer.ts';
import type { PullKnowledge } from '../remote/pulled-state.ts';
import { type PullSource, readByPulls } from '../remote/read-live.ts';
import { type ContextsToReread, whatToReread, rereadContexts } from '../remote/touched-read.ts';
import { countsOf, infoOf } from '../remote/wire.ts';
import { pullKnowledgeOf } from './applied.ts';
import { withTouchedKeys } from './keys.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { Server } from './world.ts';

/** What it is planned again from. */
type PlannedFrom = Pick<PlanFacts, 'target' | 'pulls' | 'lastApplied'> & { input: PlanInput };

interface Replan {
  changes: readonly Change[];
  /** Default: as {@link whatToReread} decides. */
  contextsToReread?: ContextsToReread;
  /** The push was accepted: what a read does not show is taken to be as the files declare it. Default: false. */
  isPushed?: boolean;
  /** Whether contexts that the server cannot show are no error, as in the plan. Default: false. */
  mayBeUnread?: boolean;
}

/** `undefined` if the repository cannot be read. */
export async function replan(
  world: Server,
  source: PlannedFrom,
  replanning: Replan,
): Promise<Plan | undefined> {
  const input = await inputAgain(world, source, replanning);
  return input && makePlan(input);
}

/** Reads again and returns the input of a new plan. `undefined` if the repository cannot be read. */
export function inputAgain(
  world: Server,
  source: PlannedFrom,
  replanning: Replan,
): Promise<PlanInput | undefined> {
  return agreed(() => readAgainFor(world, source, replanning));
}

async function readAgainFor(
  world: Server,
  source: PlannedFrom,
  replanning: Replan,
): Promise<PlanInput | undefined> {
  const { isPushed = false, mayBeUnread = false } = replanning;
  const { input } = source;
  if (!isRead(input.liveSource)) return undefined;
  const { counted: _, unread: __, ...server } = input.server;
  const compared = { ...input, server, ...(isPushed && { purpose: 'check' as const }) };
  const touched = await readContexts(world, source, replanning);
  if (touched !== undefined) {
    const rereadInput = { ...compared, live: touched };
    return isPushed ? ofKeys(rereadInput, replanning.changes) : rereadInput;
  }
  const { pulls, target } = source;
  if (input.liveSource === 'export') {
    const exported = await ifOffered('export', world.exported());
    return 'missing' in exported ? undefined : { ...compared, live: exported.answer };
  }
  // A push may have created elements that were unknown before.
  const everywhere = { ...pulls, elements: undefined };
  const pulled = await readByPulls(everywhere, { ...knownFor(source, isPushed), mayBeUnread });
  if ('rejection' in pulled) return undefined;
  const { state: live, seen, unread } = pulled;
  const counts = async () => {
    const info = infoOf(await world.repositories(), target.repository);
    return info && countsOf(info);
  };
  const asking = {
    server: world,
    seen,
    counts: isPushed || unread.length > 0 ? undefined : counts,
  };
  const reread = await withTouchedKeys(
    { ...compared, live, server: { ...server, unread } },
    asking,
  );
  return isPushed ? ofKeys(reread.input, replanning.changes) : reread.input;
}

/**
 * The changed keys alone: the push has left the others as they were, and there may be many. By token, others may appear
 * in a context that could not be read before.
 */
function ofKeys(input: PlanInput, changes: readonly Change[]): PlanInput {
  const ids = new Set(
    changes.map((change) => (change.kind === 'file' ? fileId(change.name) : keyId(change.name))),
  );
  const only = ({ items }: State): State => ({
    items: new Map(
      [...ids].flatMap((id) => items.get(id) ?? []).map((item) => [itemId(item), item]),
    ),
  });
  const { desired, live, applied } = input;
  const lastApplied = applied.lastApplied && only(applied.lastApplied);
  return {
    ...input,
    desired: only(desired),
    live: only(live),
    applied: { ...applied, lastApplied },
  };
}

/** `undefined` if everything has to be read. */
async function readContexts(
  world: Server,
  source: PlannedFrom,
  { changes, isPushed = false, contextsToReread = whatToReread(changes, { isPushed }) }: Replan,
): Promise<State | undefined> {
  if (typeof contextsToReread === 'string') return undefined;
  const { pulls } = source;
  const { live, liveSource } = source.input;
  const rereading = { live, changes, contexts: contextsToReread, source: pulls };
  if (liveSource === 'pulls') {
    const knowledge = { ...knownFor(source, isPushed), listedFiles: pulls.listedFiles };
    return rereadContexts({ ...rereading, knowledge });
  }
  // Whoever may export may pull without the token, and then secured values stay encrypted, even in a cached answer.
  const pull: PullSource['pull'] = (request) => world.pull(request, { withToken: false });
  return rereadContexts({ ...rereading, source: { ...pulls, pull } });
}

function knownFor({ lastApplied, input }: PlannedFrom, isPushed: boolean): PullKnowledge {
  return pullKnowledgeOf(lastApplied, input.desired, isPushed ? 'desired' : 'last-applied');
}
