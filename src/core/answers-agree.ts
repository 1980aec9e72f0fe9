// What the inspection of a repository and its listing say must agree with each other, and with what is read as live.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../model/context.ts';
import { isRead } from '../model/plan.ts';
import { filesIn, type State } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { Contradiction, type PullsSeen } from '../remote/agreement.ts';
import { isPossible } from '../remote/read-live.ts';
import type { Inspection, RepositoryListing } from './inspect.ts';
import { unseenIn } from './keys.ts';
import type { Live } from './plan-facts.ts';

/** Throws {@link Contradiction} if a file or a context that was read is missing in `info`. */
export function refuseUnlisted(
  { answered, files, elements }: Inspection,
  { source, state, seen }: Live,
): void {
  if (!answered.includes('info') || !isRead(source)) return;
  const { paths, contexts } = seen ?? seenIn(state);
  const reads = ['info', source === 'export' ? 'export' : 'pull'] as const;
  const [path] = [...paths].filter((shown) => !files.has(shown)).sort();
  if (path !== undefined) throw new Contradiction(reads, `the file ${path}`);
  const [context] = [...contexts.keys()].filter((shown) => !isPossible(shown, elements)).sort();
  if (context !== undefined) throw new Contradiction(reads, `the context ${context}`);
}

function seenIn(state: State): Pick<PullsSeen, 'paths' | 'contexts'> {
  const contexts = new Map<Context, string>();
  for (const { rows } of state.items.values())
    for (const [id, { context }] of rows) contexts.set(context, id);
  return { paths: new Set(filesIn(state).map(({ name }) => name)), contexts };
}

/**
 * Throws {@link Contradiction} if `info/all` has other levels, or counts less than pulls have shown. That it counts
 * something else than the export has is the warning `live-incomplete`.
 */
export function refuseOtherListing(
  { levels, counts }: RepositoryListing,
  {
    target,
    live,
    liveSource,
    server,
  }: Pick<PlanInput, 'target' | 'live' | 'liveSource' | 'server'>,
): void {
  if (levels !== undefined && !isDeepStrictEqual(levels, target.levels))
    throw new Contradiction(['info', 'info/all'], 'the context levels');
  // What is in contexts that cannot be read is only presumed.
  if (counts === undefined || liveSource !== 'pulls' || server.unread?.length) return;
  const { keys, values } = unseenIn(live, counts);
  if (keys < 0 || values < 0)
    throw new Contradiction(['info/all', 'pull'], 'the number of keys and values');
}
