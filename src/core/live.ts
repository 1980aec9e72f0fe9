// Reads live as completely as the server allows: by export, or by token in the contexts that matter.
import { emptyState, type State } from '../model/state.ts';
import type { Offered } from '../remote/answer.ts';
import { uncachedContexts, type PullSource, readByPulls } from '../remote/read-live.ts';
import { pullKnowledgeOf } from './applied.ts';
import type { PlanFacts, Live } from './plan-facts.ts';
import type { World } from './world.ts';

/**
 * Uses the most complete read that the server offers:
 *
 * | read | requests | shows |
 * | --- | --- | --- |
 * | export | `export` | everything |
 * | pulls | a `pull` for each declared context, `keyData` for each touched key | the declared contexts |
 * | none | none | nothing: a plan is then made from what this project last applied (plan/stand-in.ts) |
 *
 * Touched items are read again before and after a push with fewer requests: remote/touched-read.ts.
 */
export async function liveOf(
  exported: Offered<State>,
  {
    files,
    options,
    lastApplied,
    pulls,
  }: Pick<PlanFacts, 'files' | 'options' | 'lastApplied' | 'pulls'>,
  { mayBeUnread = false } = {},
): Promise<Live> {
  if ('answer' in exported)
    return { state: exported.answer, source: 'export', answered: ['export'], missing: [] };
  const missing = [exported.missing];
  const knowledge = { ...pullKnowledgeOf(lastApplied, files.state), mayBeUnread };
  // A server that rejects the export rejects pulls without a token, too.
  const hasToken = options.token !== undefined;
  const pulled = hasToken
    ? await readByPulls(pulls, knowledge)
    : { rejection: 'no token is given' };
  if (!('rejection' in pulled)) return { ...pulled, source: 'pulls', answered: ['pull'], missing };
  missing.push({ read: 'pull', reason: pulled.rejection });
  return { state: emptyState(), source: 'none', answered: [], missing };
}

/** What reads by token need. All of a command share it, so that no two requests are alike. */
export function pullsOf(
  world: Pick<World, 'pull' | 'now'>,
  { inspection, files, options }: Pick<PlanFacts, 'inspection' | 'files' | 'options'>,
): PullSource {
  const { levels, elements, files: listedFiles } = inspection;
  return {
    pull: world.pull,
    uncachedContext: uncachedContexts({ now: world.now().getTime(), elements }),
    depth: levels.length,
    elements,
    listedFiles,
    prune: options.prune ?? files.project.prune,
  };
}
