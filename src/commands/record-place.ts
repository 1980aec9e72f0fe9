// Where a target's applies are recorded, for commands that look there and need no documents.
import { dirname, resolve } from 'node:path';
import { type GitRepository, openRepository } from '../baseline/work-tree.ts';
import { CommandError } from '../errors.ts';
import { type Options, targetOf } from '../options.ts';
import { refOf } from './baseline.ts';
import { gitProblem, readProjectFile, type Surroundings } from './project.ts';

export interface RecordPlace {
  git: GitRepository;
  /** Of the baseline. */
  ref: string;
}

/** Throws {@link CommandError} outside Git. */
export async function recordPlace(options: Options, surroundings: Surroundings): Promise<RecordPlace> {
  const { cwd, env, forge } = surroundings;
  const target = targetOf(options, readProjectFile(options, surroundings));
  const folder = dirname(resolve(cwd, options.config));
  const git = await openRepository(folder, { env: { ...env }, forge }).catch(gitProblem);
  if (git !== undefined) return { git, ref: refOf(git, target) };
  throw new CommandError({
    code: 'no-git',
    message: 'This folder is in no Git repository, and applies are recorded in one.',
    hint: 'Run it in the folder of the project.',
  });
}
