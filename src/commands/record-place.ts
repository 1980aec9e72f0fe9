// Locates the record of applies, for commands that need no documents.
import { dirname, relative, resolve, sep } from 'node:path';
import type { RecordRefs } from '../record/applied-record.ts';
import { type GitRepository, nearestFolder, openRepository } from '../record/git-repository.ts';
import { baselineRef, recordsOf } from '../record/ref-names.ts';
import { CommandError } from '../errors.ts';
import { repositoryText } from '../model/targets.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import { gitProblem, readProjectFile } from './project.ts';
import type { GitRuntime } from './runtime.ts';

export interface RecordPlace {
  git: GitRepository;
  /** Path of the project file within the Git repository. */
  projectFile: string;
  target: ResolvedTarget;
  refs: RecordRefs;
}

/** The path within the Git repository of a file in the project folder. */
export function pathInGit({ folder }: GitRepository, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** @param projectFile its path within the Git repository */
export function recordRefs({ url, repository }: ResolvedTarget, projectFile: string): RecordRefs {
  const target = { url, repository: repositoryText(repository) };
  return {
    ref: baselineRef(target, projectFile),
    folder: recordsOf(target),
  };
}

/** The project file may no longer exist, only its record. Throws {@link CommandError} outside Git. */
export async function recordPlace(options: Options, runtime: GitRuntime): Promise<RecordPlace> {
  const { cwd, env, forge } = runtime;
  const target = targetOf(options, readProjectFile(options, runtime));
  const path = resolve(cwd, options.config);
  const folder = nearestFolder(dirname(path));
  const git = await openRepository(folder, { env, forge }).catch(gitProblem);
  if (git !== undefined) {
    const projectFile = pathInGit(git, relative(folder, path).split(sep).join('/'));
    return { git, projectFile, target, refs: recordRefs(target, projectFile) };
  }
  throw new CommandError({
    code: 'no-git',
    message: 'Not a Git repository. Applies are recorded in Git.',
    hint: 'Run the command in a clone of the project.',
  });
}
