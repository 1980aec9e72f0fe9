// Which files are exactly as the commit has them. [edge]
import { join } from 'node:path';
import { bytesOf } from './git-answer.ts';
import type { GitRepository } from './work-tree.ts';

/**
 * Of the given paths, relative to the folder that was opened: those that Git has, and that are neither changed nor
 * ignored nor new. Throws GitError.
 */
export async function committedPaths(
  repository: GitRepository,
  paths: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const dir = join(repository.topLevel, repository.folder);
  const { env } = repository;
  const [listed, changed] = await Promise.all([
    repository.run(['-C', dir, 'ls-files', '-z'], { env }),
    repository.run(['-C', dir, 'status', '--porcelain', '-z', '--no-renames', '--', '.'], { env }),
  ]);
  const tracked = new Set(bytesOf('The index cannot be read', listed).toString().split('\0'));
  const prefix = repository.folder === '' ? '' : `${repository.folder}/`;
  // Porcelain names paths from the top folder, the list of the index from ours.
  const entries = bytesOf('The work tree cannot be compared', changed).toString().split('\0');
  const differing = new Set(entries.map((entry) => entry.slice(3)));
  return new Set([...paths].filter((path) => tracked.has(path) && !differing.has(`${prefix}${path}`)));
}
