// [edge] How the work tree differs from Git's index and the commit.
import { compareText } from '../lib/text.ts';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitRepository, IndexEntry } from './git-repository.ts';
import { bytesOf } from './git.ts';

// Which files are exactly as the commit has them.

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
  const entries = bytesOf('Cannot read the status of the work tree', changed).toString().split('\0');
  const differing = new Set(entries.map((entry) => entry.slice(3)));
  const tracked = new Set(index.map(({ path }) => path));
  return new Set([...paths].filter((path) => tracked.has(path) && !differing.has(`${prefix}${path}`)));
}

// What Git's index has and the work tree has not.

/** What the index has and the work tree has not: a document itself, or a place that may hold some. */
export interface Missing {
  path: string;
  kind: 'document' | 'submodule' | 'link';
}

export interface DocumentSearch {
  isDocument: (path: string) => boolean;
  /** Whether documents would be looked for in a folder or below it. */
  isSearched: (folder: string) => boolean;
}

/**
 * Paths, relative to the folder that was opened, that the index has and the work tree has not: left
 * out by a sparse checkout, deleted without `git rm`, behind a link to what was left out, or in a
 * submodule that nobody fetched. Sorted.
 */
export function missingDocuments(
  { topLevel, folder }: GitRepository,
  { index, search }: { index: readonly IndexEntry[]; search: DocumentSearch },
): Missing[] {
  const dir = join(topLevel, folder);
  const entries = new Map(index.flatMap((entry) => kindOf(entry, search)));
  return [...entries]
    .map(([path, kind]) => ({ path, kind }))
    .filter(({ path, kind }) => IS_MISSING[kind](join(dir, path)))
    .sort((a, b) => compareText(a.path, b.path));
}

/** What to look for, or nothing. */
function kindOf(
  { mode, path }: IndexEntry,
  { isDocument, isSearched }: DocumentSearch,
): [string, Missing['kind']][] {
  if (mode === SUBMODULE) return isSearched(path) ? [[path, 'submodule']] : [];
  if (isDocument(path)) return [[path, 'document']];
  return mode === LINK && isSearched(path) ? [[path, 'link']] : [];
}

const SUBMODULE = '160000';
const LINK = '120000';

const IS_MISSING = {
  document: (path) => fails(() => lstatSync(path)),
  link: (path) => fails(() => statSync(path)),
  submodule: (path) => fails(() => statSync(path)) || readdirSync(path).length === 0,
} satisfies Record<Missing['kind'], (path: string) => boolean>;

function fails(look: () => unknown): boolean {
  try {
    look();
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
