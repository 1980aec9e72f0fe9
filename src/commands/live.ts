// Live, as well as it can be had: the export, otherwise the baseline in its place, with the facts of the keys at stake.
import { CommandError } from '../errors.ts';
import type { LiveSource } from '../model/plan.ts';
import type { RepositoryName } from '../model/project.ts';
import { emptyState, type Key, keyId, type State } from '../model/state.ts';
import { standIn } from '../plan/make-plan.ts';
import { ReadRefused } from '../remote/answer.ts';
import type { Reader } from '../remote/client.ts';
import type { KeyData } from '../remote/wire.ts';

export interface Live {
  state: State;
  source: LiveSource;
  /** The server's own sentence where it refuses the export. */
  refusal?: string;
}

/** How many keys are asked about at the same time. */
const PARALLEL = 8;

/** The export, or `undefined` with the server's reason where the repository does not allow it. */
export async function readExport(
  reader: Reader,
  repository: RepositoryName,
): Promise<State | { refusal: string }> {
  try {
    return await reader.exportState(repository);
  } catch (error) {
    if (error instanceof ReadRefused) return { refusal: error.message };
    throw error;
  }
}

export function liveOf(exported: State | { refusal: string }, baseline: State | undefined): Live {
  if (!('refusal' in exported)) return { state: exported, source: 'export' };
  if (baseline !== undefined)
    return { state: standIn(baseline), source: 'baseline', refusal: exported.refusal };
  return { state: emptyState(), source: 'none', refusal: exported.refusal };
}

/**
 * What the server says of the named keys, put into a state that stands in for live: a key that does not exist
 * is taken out, one that exists gets its type and metadata. `undefined` where the server says nothing of keys.
 */
export async function withKeyData(
  state: State,
  { names, reader, repository }: { names: readonly string[]; reader: Reader; repository: RepositoryName },
): Promise<State | undefined> {
  const keys = new Map(state.keys);
  try {
    await inParallel(names, async (name) => {
      const data = await reader.keyData(repository, name);
      if (data === undefined) keys.delete(keyId(name));
      else keys.set(keyId(name), keyWith(data, keys.get(keyId(name))));
    });
  } catch (error) {
    if (error instanceof CommandError && error instanceof ReadRefused) return undefined;
    throw error;
  }
  return { keys, files: state.files };
}

function keyWith(data: KeyData, known: Key | undefined): Key {
  return {
    ...data,
    values: known?.values ?? new Map(),
    // The server does not say of one key which group it is in.
    ...(known?.securityGroup !== undefined && { securityGroup: known.securityGroup }),
    ...(known?.place && { place: known.place }),
  };
}

export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
