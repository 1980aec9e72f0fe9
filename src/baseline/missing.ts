// What Git's index has and the work tree has not. [edge]
import { lstatSync, readdirSync, statSync } from 'node:fs';
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
