// What an export shows: put together by keys where that is all there is, read as a whole otherwise.
import type { RepositoryName } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { type Offered, ReadNotOffered } from './answer.ts';
import { type Connection, createReader, type Reader } from './client.ts';
import { type Declared, readByKeys } from './keyed-read.ts';
import { infoOf, type RepositoryInfo } from './wire.ts';

/** What an export shows, or the reason why there is none, as part of a sentence. */
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
    if (error instanceof ReadNotOffered) return { refusal: error.reason };
    throw error;
  }
}

interface Source {
  connection: Connection;
  repository: RepositoryName;
  now: () => Date;
}

interface Parts {
  /** From an export without values. */
  keys: Exported;
  /** What the server says that it has. */
  counted: Offered<RepositoryInfo[]>;
  declared: Declared;
}

export async function exported(
  { connection, repository, now }: Source,
  { keys, counted, declared }: Parts,
): Promise<Exported> {
  if ('refusal' in keys) return keys;
  // Who may export may pull without the token: what a cipher guards stays sealed, also for whoever is given a kept answer.
  const { token: _, ...open } = connection;
  const reader = createReader(open);
  const info = 'answer' in counted ? infoOf(counted.answer, repository) : undefined;
  const read = info && (await readByKeys({ ...declared, keys, reader, repository, info, now }));
  return read ?? readExport(reader, repository);
}

/** Everything that a plan compares with live. */
export function declaredIn({
  desired,
  baseline,
  base,
}: {
  desired: State;
  baseline: { state?: State; announced?: State };
  base?: { base: { state: State } } | object;
}): Declared {
  const { state, announced } = baseline;
  const ofBase = base && 'base' in base ? base.base.state : undefined;
  const others = [announced, ofBase].filter((one) => one !== undefined);
  return { desired, ...(state && { baseline: state }), others };
}
