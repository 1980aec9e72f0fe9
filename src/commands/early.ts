// The first requests of a command, under way before the documents are read: reading them costs nothing while a server answers.
import { basename } from 'node:path';
import { type AppliedBaseline, readApplied } from '../baseline/applied.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { CommandError } from '../errors.ts';
import type { Project } from '../model/project.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import { type Connection, createReader, type Reader } from '../remote/client.ts';
import { connect } from './connect.ts';
import { type Asked, ask } from './inspect.ts';
import { type Exported, readExport } from '../remote/export-read.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { hasProjectFile, readProjectFile, type Surroundings } from './project.ts';

export interface Early {
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
  asked: Asked;
  exporting: Promise<Exported>;
  /** What was last applied; `undefined` outside Git. */
  applied: Promise<AppliedBaseline | undefined>;
}

interface Beginning {
  surroundings: Surroundings;
  opening: Promise<GitRepository | undefined>;
}

/** Only reads. What is wrong with the target or the way to it is thrown. */
export async function startReading(
  project: Project,
  options: Options,
  { surroundings, opening }: Beginning,
): Promise<Early> {
  const target = targetOf(options, project);
  const { clientVersion } = project;
  const reads = options.reads ?? project.reads;
  const connection = await connect(target.url, { ...options, clientVersion, reads }, surroundings);
  const reader = createReader(connection);
  const exporting = readExport(reader, target.repository);
  exporting.catch(() => undefined);
  const asked = ask(reader, { target, hasToken: options.token !== undefined });
  const applied = opening.then((git) => {
    // Wanted later: Git reads it meanwhile.
    git?.head().catch(() => undefined);
    return git && readApplied(git, recordRefs(target, pathInGit(git, basename(options.config))));
  });
  applied.catch(() => undefined);
  return { target, connection, reader, asked, exporting, applied };
}

/** `undefined` where something is wrong: whoever reads the whole project finds and tells it. */
export async function startEarly(options: Options, beginning: Beginning): Promise<Early | undefined> {
  const { surroundings } = beginning;
  try {
    if (!hasProjectFile(options, surroundings)) return undefined;
    return await startReading(readProjectFile(options, surroundings), options, beginning);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
