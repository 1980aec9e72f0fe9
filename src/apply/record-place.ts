// Locates records of applies without reading documents: that of a target, and those of targets that are no longer named.
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';
import { compareText } from '../lib/text.ts';
import { repositoryText } from '../model/targets.ts';
import { type ResolvedTarget, targetOf, urlOf } from '../options.ts';
import { ignoreGitError } from '../record/git.ts';
import { type GitRepository, nearestFolder, openRepository } from '../record/git-repository.ts';
import type { RecordPlace } from '../record/record.ts';
import { endOf, placeOf, type RecordedPlace, recordRef, RECORDS, recordsOf } from '../record/ref-names.ts';
import { refValuesBelow } from '../record/refs.ts';
import { gitProblem, openAround } from './git-files.ts';
import { settingsOf, type TargetOptions } from './project.ts';
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
  options: TargetOptions,
  runtime: GitRuntime,
): Promise<{ place: RecordPlace; target: ResolvedTarget }> {
  const { cwd, env, forge } = runtime;
  const target = targetOf(options, settingsOf(options, runtime));
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

/**
 * Of a project file with targets: records of those that it no longer names: what they declared stays on the server. Sorted by server and
 * repository. Empty if the records cannot be read, which the plans report.
 */
export async function removedTargets(
  [options]: readonly TargetOptions[],
  runtime: GitRuntime,
): Promise<RecordedPlace[]> {
  if (options?.target === undefined) return [];
  try {
    const git = await openAround(options.config, runtime);
    if (git === undefined) return [];
    const projectFile = pathInGit(git, basename(options.config));
    const read = await refValuesBelow(git, RECORDS);
    if ('unreachable' in read) return [];
    const declared = declaredRefs(options, runtime, projectFile);
    const refs = [...read.values.keys()].filter((ref) => ref.endsWith(endOf(projectFile)) && !declared.has(ref));
    return refs
      .flatMap((ref) => placeOf(ref) ?? [])
      .sort((a, b) => compareText(a.server, b.server) || compareText(a.repository, b.repository));
  } catch (error) {
    ignoreGitError(error);
    return [];
  }
}

/** Also those at the servers of the project file where an option names another. */
function declaredRefs(options: TargetOptions, runtime: GitRuntime, projectFile: string): Set<string> {
  const project = settingsOf(options, runtime);
  const refs = (project.targets ?? []).flatMap((target) => {
    const repository = repositoryText(target.repository);
    const urls = [target.url, urlOf(options, { target, url: target.url })];
    return urls.flatMap((url) => (url === undefined ? [] : [recordRef({ url, repository }, projectFile)]));
  });
  return new Set(refs);
}

/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
export function removedText(removed: readonly RecordedPlace[], file: string): string[] {
  return removed.map(
    ({ server, repository }) =>
      `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget --url https://${server} --repository ${repository}`,
  );
}
