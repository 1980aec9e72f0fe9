// Which address a token may go to where the files come from a pull request: one that its base names as well.
import { basename, dirname, resolve } from 'node:path';
import { findCommit } from '../baseline/find-commit.ts';
import { GitError } from '../baseline/git.ts';
import { listFolder, readContents } from '../baseline/snapshot.ts';
import { openRepository } from '../baseline/work-tree.ts';
import { loadProjectFile } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import type { Options } from '../options.ts';
import { readProjectFile, type Surroundings } from './project.ts';

/**
 * Why the server must not be asked, in a whole sentence; `undefined`: it may be. Without a token there is nothing to
 * protect, and an address that the workflow gives (`options.url`) is not the pull request's.
 */
export async function distrust(options: Options, surroundings: Surroundings): Promise<string | undefined> {
  if (!options.untrusted || options.token === undefined || options.url !== undefined) return undefined;
  const { url } = readProjectFile(options, surroundings);
  if (url === undefined || url === (await baseUrl(options, surroundings))) return undefined;
  return 'Planned without the server: only this branch names its address (`url`), not the branch that it goes to, and a token is sent to no such address. Give the workflow the input `url`, or merge the address first.';
}

/** `url` of the project file as the base has it. */
async function baseUrl(
  { config, base }: Options,
  { cwd, env, forge }: Surroundings,
): Promise<string | undefined> {
  const path = resolve(cwd, config);
  try {
    const git = await openRepository(dirname(path), { env: { ...env }, forge });
    const commit = git && base !== undefined ? await findCommit(git, base) : undefined;
    if (git === undefined || commit === undefined) return undefined;
    const listed = await listFolder(git, { commit, folder: git.folder });
    const entries = listed.filter((entry) => entry.path === basename(path));
    const files = filesInMemory(await readContents(git, { commit, entries }));
    return loadProjectFile(files, basename(path)).url;
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
