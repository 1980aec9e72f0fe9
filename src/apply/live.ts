// Reads live as completely as the server allows.
import type { LiveSource } from '../model/plan.ts';
import type { MissingRead } from '../model/server-reads.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { Reader } from '../remote/client.ts';
import { askedContexts, type Exported, type PullKnowledge, type PullSource, readByPulls } from '../remote/read-live.ts';
import type { Inspection } from './inspect.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';

export interface Live {
  state: State;
  source: Exclude<LiveSource, 'base'>;
  /** Reads that would have shown more, but are not offered. */
  missing: MissingRead[];
  /** Contexts that the server cannot show. */
  unread?: readonly string[];
}

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
 * @param pulls absent without a token: a server that refuses the export then refuses pulls too
 */
export async function liveOf(
  exported: Exported,
  pulls: PullSource | undefined,
  known: PullKnowledge & { mayBeUnread?: boolean },
): Promise<Live> {
  if (!('missing' in exported)) return { state: exported, source: 'export', missing: [] };
  const missing = [exported.missing];
  const pulled = pulls === undefined ? { refusal: 'no token is given' } : await readByPulls(pulls, known);
  if (!('refusal' in pulled)) return { ...pulled, source: 'pulls', missing };
  missing.push({ read: 'pull', reason: pulled.refusal });
  return { state: emptyState(), source: 'none', missing };
}

interface PullSettings {
  reader: Reader;
  options: Pick<Options, 'prune'>;
  runtime: Pick<Runtime, 'now'>;
  target: ResolvedTarget;
  project: OpenProject;
}

/** How contexts are read with the token. */
export function pullsFor(
  { reader, options, runtime, target, project }: PullSettings,
  { levels, elements, files }: Inspection,
): PullSource {
  return {
    reader,
    repository: target.repository,
    asked: askedContexts({ now: runtime.now().getTime(), elements }),
    depth: levels.length,
    elements,
    listed: files,
    prune: options.prune ?? project.project.prune,
  };
}
