// Apply records: where they are, without reading documents.
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';
import { compareText } from '../lib/text.ts';
import { repositoryText, type ResolvedTarget } from '../model/targets.ts';
import { targetOf, urlOf } from '../options.ts';
import { type GitRepository, nearestFolder, openRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git-result.ts';
import type { RecordPlace } from '../record/recorded-apply.ts';
import {
  endOf,
  placeOf,
  type RecordedPlace,
  recordRef,
  RECORDS,
  recordsOf,
} from '../record/record-format.ts';
import { refValuesBelow } from '../record/refs.ts';
import { openAround } from './git-files.ts';
import { settingsOf, type TargetOptions } from './open-project.ts';
import type { GitRuntime } from '../runtime.ts';
import { recordFlags } from '../record/command-lines.ts';

/** The path within the Git repository of a file in the project folder. */
export function pathInGit({ folder }: GitRepository, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** @param projectFile its path within the Git repository */
export function placeFor(
  git: GitRepository,
  { url, repository }: ResolvedTarget,
  projectFile: string,
): RecordPlace {
  const target = { url, repository: repositoryText(repository) };
  return {
    repository: git,
    ref: recordRef(target, projectFile),
    folder: recordsOf(target),
    projectFile,
  };
}

/** The project file may no longer exist, only its record. Throws {@link CommandError} outside Git. */
export async function recordPlace(
  options: TargetOptions,
  runtime: GitRuntime,
): Promise<{ place: RecordPlace; target: ResolvedTarget }> {
  const { cwd, env, gitHost, pause } = runtime;
  const target = targetOf(options, settingsOf(options, runtime));
  const path = resolve(cwd, options.config);
  const folder = nearestFolder(dirname(path));
  const git = await openRepository(folder, { env, gitHost, pause });
  if (git !== undefined) {
    const projectFile = pathInGit(git, relative(folder, path).split(sep).join('/'));
    return { place: placeFor(git, target, projectFile), target };
  }
  throw new CommandError({
    code: 'no-git',
    message: 'Not a Git repository. Apply runs are recorded in Git.',
    hint: 'Run the command in a clone of the project.',
  });
}

export function sameFiles(
  a: ReadonlyMap<string, Uint8Array>,
  b: ReadonlyMap<string, Uint8Array>,
): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, bytes]) => {
    const other = b.get(path);
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  });
}

/** Records of targets that the project file no longer names, sorted. Empty if they cannot be read, which plans report. */
export async function removedTargets(
  [options]: readonly TargetOptions[],
  runtime: GitRuntime,
): Promise<(RecordedPlace & { projectFile: string })[]> {
  if (options?.target === undefined) return [];
  try {
    const git = await openAround(options.config, runtime);
    if (git === undefined) return [];
    const projectFile = pathInGit(git, basename(options.config));
    const read = await refValuesBelow(git, RECORDS);
    if ('unreachable' in read) return [];
    // Also those at the servers of the project file where an option names another.
    const declared = (settingsOf(options, runtime).targets ?? []).flatMap((target) => {
      const repository = repositoryText(target.repository);
      const urls = [target.url, urlOf(options, { target, url: target.url })];
      return urls.flatMap((url) =>
        url === undefined ? [] : [recordRef({ url, repository }, projectFile)],
      );
    });
    const refs = [...read.values.keys()].filter(
      (ref) => ref.endsWith(endOf(projectFile)) && !declared.includes(ref),
    );
    return refs
      .flatMap((ref) => placeOf(ref) ?? [])
      .map((place) => ({ ...place, projectFile }))
      .sort((a, b) => compareText(a.server, b.server) || compareText(a.repository, b.repository));
  } catch (error) {
    ignoreGitError(error);
    return [];
  }
}

/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
export function removedText(
  removed: Awaited<ReturnType<typeof removedTargets>>,
  file: string,
): string[] {
  return removed.map(
    ({ server, repository, projectFile }) =>
      `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget ${recordFlags(projectFile, { url: `https://${server}`, repository })}`,
  );
}
