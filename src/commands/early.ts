// The first requests of a command, under way before the documents are read: reading them costs nothing while a server answers.
import { type AppliedBaseline, readApplied } from '../baseline/applied.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { CommandError } from '../errors.ts';
import type { State } from '../model/state.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import { type Connection, createReader, type Reader } from '../remote/client.ts';
import { refOf } from './baseline.ts';
import { connect } from './connect.ts';
import { type Asked, ask } from './inspect.ts';
import { readExport } from './live.ts';
import { openAround, readProjectFile, type Surroundings } from './project.ts';

export interface Early {
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
  asked: Asked;
  exporting: Promise<State | { refusal: string }>;
  opening: Promise<GitRepository | undefined>;
  /** What was last applied; `undefined` outside Git. */
  applied: Promise<AppliedBaseline | undefined>;
}

/** Only reads. What is wrong with the target or the way to it is thrown. */
export function startReading(target: ResolvedTarget, options: Options, surroundings: Surroundings): Early {
  const connection = connect(target.url, options, surroundings);
  const reader = createReader(connection);
  const exporting = readExport(reader, target.repository);
  exporting.catch(() => undefined);
  const asked = ask(reader, { target, hasToken: options.token !== undefined });
  const opening = openAround(options, surroundings);
  const applied = opening.then((git) => git && readApplied(git, refOf(git, target)));
  applied.catch(() => undefined);
  return { target, connection, reader, asked, exporting, opening, applied };
}

/** `undefined` where something is wrong: whoever reads the whole project finds and tells it. */
export function startEarly(options: Options, surroundings: Surroundings): Early | undefined {
  try {
    const target = targetOf(options, readProjectFile(options, surroundings));
    return startReading(target, options, surroundings);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
