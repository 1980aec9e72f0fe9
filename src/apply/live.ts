// Reads live as completely as the server allows.
import type { LiveSource } from '../model/plan.ts';
import type { MissingRead } from '../model/server-reads.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { Reader } from '../remote/client.ts';
import { askedContexts, type Exported, type Pulled, type PullSource } from '../remote/read-live.ts';
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

interface Fallbacks {
  /** Absent without a token: a server that refuses the export then refuses pulls too. */
  pulls?: () => Promise<Pulled | { refusal: string }>;
  /** What was recorded as applied; absent: nothing stands in for live. */
  recorded?: () => { state: State; source: 'baseline' | 'none' };
}

/**
 * Uses the most complete read that the server offers:
 *
 * | read | requests | shows |
 * | --- | --- | --- |
 * | export | `export` | everything |
 * | pulls | a `pull` for each declared context, `keyData` for each touched key | the declared contexts |
 * | record (plan/stand-in.ts) | none | what this project last applied |
 *
 * Touched items are read again before and after a push with fewer requests: remote/touched-read.ts.
 */
export async function liveOf(exported: Exported, { pulls, recorded }: Fallbacks): Promise<Live> {
  if (!('missing' in exported)) return { state: exported, source: 'export', missing: [] };
  const missing = [exported.missing];
  const pulled = (await pulls?.()) ?? { refusal: 'no token is given' };
  if (!('refusal' in pulled)) return { ...pulled, source: 'pulls', missing };
  missing.push({ read: 'pull', reason: pulled.refusal });
  if (recorded !== undefined) return { ...recorded(), missing };
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
