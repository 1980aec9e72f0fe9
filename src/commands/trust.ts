// What a pull request may not decide for its own plan: where the token goes, and which reads are done without.
import { basename, dirname, resolve } from 'node:path';
import { findCommit } from '../baseline/find-commit.ts';
import { GitError } from '../baseline/git.ts';
import { listFolder, readContents } from '../baseline/snapshot.ts';
import { openRepository } from '../baseline/work-tree.ts';
import { loadProjectFile } from '../desired/load.ts';
import { filesInMemory } from '../desired/project-files.ts';
import type { Project } from '../model/project.ts';
import type { ReadMode } from '../model/reads.ts';
import type { Options } from '../options.ts';
import { readProjectFile, type Surroundings } from './project.ts';

/**
 * Why the server must not be asked, in a whole sentence; `undefined`: it may be. Without a token there is nothing to
 * protect, and an address that the workflow gives (`options.url`) is not the pull request's.
 */
export async function distrust(options: Options, surroundings: Surroundings): Promise<string | undefined> {
  if (!options.untrusted || options.token === undefined || options.url !== undefined) return undefined;
  const { url } = readProjectFile(options, surroundings);
  if (url === undefined || url === (await baseProject(options, surroundings))?.url) return undefined;
  return 'Planned without the server: only this branch names its address (`url`), not the branch that it goes to, and a token is sent to no such address. Give the workflow the input `url`, or merge the address first.';
}

/**
 * The reads that may be used for files of a pull request: those of its base, so that a change does not plan itself with
 * its eyes shut. A sentence says so where the two differ.
 */
export async function trustedReads(
  options: Options,
  surroundings: Surroundings,
): Promise<{ reads?: ReadMode; remarks: string[] }> {
  if (!options.untrusted || options.reads !== undefined) return { remarks: [] };
  const { reads: proposed } = readProjectFile(options, surroundings);
  const { reads } = (await baseProject(options, surroundings)) ?? { reads: 'all' };
  if (reads === proposed) return { remarks: [] };
  const remark = `This branch sets \`reads\` to \`${proposed}\`. Planned with \`${reads}\`, as on the branch that it goes to; the change takes effect when it is merged.`;
  return { reads, remarks: [remark] };
}

/** The project file as the base has it. */
async function baseProject(
  { config, base }: Options,
  { cwd, env, forge }: Surroundings,
): Promise<Project | undefined> {
  const path = resolve(cwd, config);
  try {
    const git = await openRepository(dirname(path), { env: { ...env }, forge });
    const commit = git && base !== undefined ? await findCommit(git, base) : undefined;
    if (git === undefined || commit === undefined) return undefined;
    const listed = await listFolder(git, { commit, folder: git.folder });
    const entries = listed.filter((entry) => entry.path === basename(path));
    const files = filesInMemory(await readContents(git, { commit, entries }));
    return loadProjectFile(files, basename(path));
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
