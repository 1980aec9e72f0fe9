// What Git's index has and the work tree has not. [edge]
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../model/diagnostic.ts';
import type { GitRepository, IndexEntry } from './work-tree.ts';

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
export async function missingDocuments(
  { topLevel, folder }: GitRepository,
  { index, search }: { index: readonly IndexEntry[]; search: DocumentSearch },
): Promise<Missing[]> {
  const dir = join(topLevel, folder);
  const entries = new Map(index.flatMap((entry) => kindOf(entry, search)));
  const found = [...entries].map(([path, kind]) => ({ path, kind }));
  const missing = await Promise.all(found.map(({ path, kind }) => IS_MISSING[kind](join(dir, path))));
  return found.filter((_, i) => missing[i]).sort((a, b) => compareText(a.path, b.path));
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
  document: (path) => fails(lstat(path)),
  link: (path) => fails(stat(path)),
  submodule: async (path) => (await fails(stat(path))) || (await readdir(path)).length === 0,
} satisfies Record<Missing['kind'], (path: string) => Promise<boolean>>;

async function fails(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
