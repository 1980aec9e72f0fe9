// What an export shows: put together from pieces where these are all there is, read as a whole otherwise.
import type { RepositoryName } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { type Connection, createReader } from '../remote/client.ts';
import type { Offered } from '../remote/answer.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import type { BaseAnswer } from './base.ts';
import type { Baseline } from './baseline.ts';
import { infoOf } from './inspect.ts';
import { type Exported, readExport } from './live.ts';
import { type Declared, readInPieces } from './pieces.ts';
import type { Surroundings } from './project.ts';

interface Source {
  connection: Connection;
  repository: RepositoryName;
  now: Surroundings['now'];
}

interface Pieces {
  /** From an export without values. */
  keys: Exported;
  /** What the server says that it has. */
  counted: Offered<RepositoryInfo[]>;
  declared: Declared;
}

export async function exported(
  { connection, repository, now }: Source,
  { keys, counted, declared }: Pieces,
): Promise<Exported> {
  if ('refusal' in keys) return keys;
  // Who may export may pull without the token: what a cipher guards stays sealed, also for whoever is given a kept answer.
  const { token: _, ...open } = connection;
  const reader = createReader(open);
  const info = 'answer' in counted ? infoOf(counted.answer, repository) : undefined;
  const read = info && (await readInPieces({ ...declared, keys, reader, repository, info, now }));
  return read ?? readExport(reader, repository);
}

/** Everything that a plan compares with live. */
export function declaredIn({
  desired,
  baseline,
  base,
}: {
  desired: State;
  baseline: Pick<Baseline, 'state' | 'announced'>;
  base?: BaseAnswer;
}): Declared {
  const { state, announced } = baseline;
  const ofBase = base && 'base' in base ? base.base.state : undefined;
  const others = [announced, ofBase].filter((one) => one !== undefined);
  return { desired, ...(state && { baseline: state }), others };
}
