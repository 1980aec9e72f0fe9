// Reads live as completely as the server allows.
import type { LiveSource } from '../model/plan.ts';
import type { MissingRead } from '../model/server-reads.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { Offered } from '../remote/answer.ts';
import { askedContexts, type PullSource, readByPulls } from '../remote/read-live.ts';
import { type Baseline, toPull } from './baseline.ts';
import type { Connected } from './connect.ts';
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

/** A project and its server, as far as every command knows them that reads live. */
export interface Sources extends Connected {
  project: OpenProject;
  options: Options;
  runtime: Runtime;
  inspection: Inspection;
  baseline: Baseline;
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
 */
export async function liveOf(exported: Offered<State>, sources: Sources, { mayBeUnread = false } = {}): Promise<Live> {
  if ('answer' in exported) return { state: exported.answer, source: 'export', missing: [] };
  const { project, options, baseline } = sources;
  const missing = [exported.missing];
  const known = { ...toPull(baseline, project.state), mayBeUnread };
  // A server that refuses the export refuses pulls without a token, too.
  const hasToken = options.token !== undefined;
  const pulled = hasToken ? await readByPulls(pullsFor(sources), known) : { refusal: 'no token is given' };
  if (!('refusal' in pulled)) return { ...pulled, source: 'pulls', missing };
  missing.push({ read: 'pull', reason: pulled.refusal });
  return { state: emptyState(), source: 'none', missing };
}

/** How contexts are read with the token. */
export function pullsFor({ reader, options, runtime, target, project, inspection }: Sources): PullSource {
  const { levels, elements, files } = inspection;
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
