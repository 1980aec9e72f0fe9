// Locates the record of applies, for commands that need no documents.
import { dirname, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';
import { repositoryText } from '../model/targets.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import { type GitRepository, nearestFolder, openRepository } from '../record/git-repository.ts';
import type { RecordPlace } from '../record/record.ts';
import { recordRef, recordsOf } from '../record/ref-names.ts';
import { gitProblem, readProjectFile } from './project.ts';
import type { GitRuntime } from './runtime.ts';

/** The path within the Git repository of a file in the project folder. */
export function pathInGit({ folder }: GitRepository, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** @param projectFile its path within the Git repository */
export function placeFor(
  git: GitRepository,
  { url, repository }: Pick<ResolvedTarget, 'url' | 'repository'>,
  projectFile: string,
): RecordPlace {
  const target = { url, repository: repositoryText(repository) };
  return { repository: git, ref: recordRef(target, projectFile), folder: recordsOf(target), projectFile };
}

/** The project file may no longer exist, only its record. Throws {@link CommandError} outside Git. */
export async function recordPlace(
  options: Options,
  runtime: GitRuntime,
): Promise<{ place: RecordPlace; target: ResolvedTarget }> {
  const { cwd, env, forge } = runtime;
  const target = targetOf(options, readProjectFile(options, runtime));
  const path = resolve(cwd, options.config);
  const folder = nearestFolder(dirname(path));
  const git = await openRepository(folder, { env, forge }).catch(gitProblem);
  if (git !== undefined) {
    const projectFile = pathInGit(git, relative(folder, path).split(sep).join('/'));
    return { place: placeFor(git, target, projectFile), target };
  }
  throw new CommandError({
    code: 'no-git',
    message: 'Not a Git repository. Applies are recorded in Git.',
    hint: 'Run the command in a clone of the project.',
  });
}
