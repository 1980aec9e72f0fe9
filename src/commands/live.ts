// Live, as well as it can be had: the export, pulls, or the baseline in their place.
import type { LiveSource } from '../model/plan.ts';
import type { RepositoryName } from '../model/project.ts';
import { emptyState, type State } from '../model/state.ts';
import { standIn } from '../plan/make-plan.ts';
import { ReadRefused } from '../remote/answer.ts';
import type { Reader } from '../remote/client.ts';

export interface Live {
  state: State;
  source: Exclude<LiveSource, 'base'>;
  /** Why pulls were no help, where they were tried. */
  failure?: string;
}

/** Whether the server was read, so that reading again tells what became of a push. */
export function isRead(source: LiveSource): boolean {
  return source === 'export' || source === 'pulls';
}

/** What an export shows, or the server's reason where the repository does not allow it. */
export type Exported = State | { refusal: string };

/** All that the repository holds. */
export function readExport(reader: Reader, repository: RepositoryName): Promise<Exported> {
  return orRefusal(reader.exportState(repository));
}

/** The same without the values of keys. */
export function readExportedKeys(reader: Reader, repository: RepositoryName): Promise<Exported> {
  return orRefusal(reader.exportKeys(repository));
}

async function orRefusal(reading: Promise<State>): Promise<Exported> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadRefused) return { refusal: error.message };
    throw error;
  }
}

/** @param pulls absent without a token: what refuses the export refuses pulls too */
export async function liveOf(
  exported: Exported,
  { baseline, pulls }: { baseline: State | undefined; pulls?: () => Promise<State | { refusal: string }> },
): Promise<Live> {
  if (!('refusal' in exported)) return { state: exported, source: 'export' };
  const pulled = (await pulls?.()) ?? exported;
  if (!('refusal' in pulled)) return { state: pulled, source: 'pulls' };
  const failure = pulled === exported ? {} : { failure: pulled.refusal };
  if (baseline !== undefined) return { state: standIn(baseline), source: 'baseline', ...failure };
  return { state: emptyState(), source: 'none', ...failure };
}
