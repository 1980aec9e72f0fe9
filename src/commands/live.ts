// Live, read as completely as the server allows.
import type { LiveSource } from '../model/plan.ts';
import type { MissingRead } from '../model/server-reads.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { RecordedLive } from '../plan/stand-in.ts';
import type { Reader } from '../remote/client.ts';
import { type Exported, type PullSource, pullSource } from '../remote/read-live.ts';
import type { Inspection } from './inspect.ts';
import type { OpenProject } from './project.ts';
import type { Runtime } from './runtime.ts';

export interface Live {
  state: State;
  source: Exclude<LiveSource, 'base'>;
  /** Reads that would have shown more, and were not to be had. */
  missing: MissingRead[];
  /** Secrets that the record says are unchanged since they were pushed. */
  sameSecrets?: number;
}

interface Instead {
  /** Absent without a token: what refuses the export refuses pulls too. */
  pulls?: () => Promise<State | { refusal: string }>;
  /** What was recorded as applied, or is to be taken for live where nothing was. */
  recorded?: () => RecordedLive & { source: 'baseline' | 'none' };
}

/**
 * The ways of reading live, from the most complete to the least. The first that the server offers is used.
 *
 * | read | requests | shows |
 * | --- | --- | --- |
 * | export (export-read.ts) | `export` | everything |
 * | by token (token-read.ts) | a `pull` for each declared context, `keyData` for each key that is touched | the declared contexts |
 * | record (plan/stand-in.ts) | none | what was last applied from here |
 *
 * What a plan touches is read again before and after a push with less: remote/touched-read.ts.
 */
export async function liveOf(exported: Exported, { pulls, recorded }: Instead): Promise<Live> {
  if (!('refusal' in exported)) return { state: exported, source: 'export', missing: [] };
  const missing: MissingRead[] = [{ read: 'export', reason: exported.refusal }];
  const pulled = (await pulls?.()) ?? { refusal: 'no token is given' };
  if (!('refusal' in pulled)) return { state: pulled, source: 'pulls', missing };
  missing.push({ read: 'pull', reason: pulled.refusal });
  if (recorded !== undefined) return { ...recorded(), missing };
  return { state: emptyState(), source: 'none', missing };
}

interface Asking {
  reader: Reader;
  options: Pick<Options, 'prune'>;
  runtime: Runtime;
  target: ResolvedTarget;
  project: OpenProject;
}

/** How contexts are asked for by token. */
export function pullsFor(
  { reader, options, runtime, target, project }: Asking,
  inspection: Inspection,
): PullSource {
  const prune = options.prune ?? project.project.prune;
  const now = runtime.now();
  return pullSource({ reader, repository: target.repository, now, prune }, inspection);
}
