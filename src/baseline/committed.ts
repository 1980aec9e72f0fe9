// Which files are exactly as the commit has them. [edge]
import { join } from 'node:path';
import { compareText } from '../model/diagnostic.ts';
import { bytesOf } from './git-answer.ts';
import type { GitRepository, IndexEntry } from './work-tree.ts';

/**
 * Of the given paths, relative to the folder that was opened: those that are not in the index, nor lie behind a link
 * or in a submodule that is. Sorted.
 */
export function untrackedPaths(index: readonly IndexEntry[], paths: Iterable<string>): string[] {
  const tracked = new Set(index.map(({ path }) => path));
  const isTracked = (path: string) => {
    const parts = path.split('/');
    return parts.some((_, i) => tracked.has(parts.slice(0, i + 1).join('/')));
  };
  return [...paths].filter((path) => !isTracked(path)).sort(compareText);
}

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
  const [index, changed] = await Promise.all([
    repository.index(),
    repository.run(['-C', dir, 'status', '--porcelain', '-z', '--no-renames', '--', '.'], { env }),
  ]);
  const prefix = repository.folder === '' ? '' : `${repository.folder}/`;
  // Porcelain names paths from the top folder, the list of the index from ours.
  const entries = bytesOf('The work tree cannot be compared', changed).toString().split('\0');
  const differing = new Set(entries.map((entry) => entry.slice(3)));
  const tracked = new Set(index.map(({ path }) => path));
  return new Set([...paths].filter((path) => tracked.has(path) && !differing.has(`${prefix}${path}`)));
}
