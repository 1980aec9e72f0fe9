// [edge] Compares the working tree with Git's index and the checked-out commit.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { foldersAndFile } from '../lib/paths.ts';
import { codeOf } from '../lib/system.ts';
import { compareText } from '../lib/text.ts';
import type { GitRepository, IndexEntry } from './git-repository.ts';
import { bytesOf } from './git-result.ts';

/** Those paths, relative to the folder that was opened, that neither the index nor a link or submodule in it covers. Sorted. */
export function untrackedPaths(
  index: readonly Pick<IndexEntry, 'path'>[],
  paths: Iterable<string>,
): string[] {
  const tracked = new Set(index.map(({ path }) => path));
  return [...paths]
    .filter((path) => !foldersAndFile(path).some((part) => tracked.has(part)))
    .sort(compareText);
}

/**
 * Those of these paths that are committed and unchanged, relative to the folder that was opened. Throws GitError.
 * @param index that of the folder
 */
export async function committedOf(
  repository: GitRepository,
  { index, paths }: { index: readonly Pick<IndexEntry, 'path'>[]; paths: readonly string[] },
): Promise<ReadonlySet<string>> {
  const dir = join(repository.topLevel, repository.folder);
  const { env } = repository;
  const status = await repository.run(
    ['-C', dir, 'status', '--porcelain', '-z', '--no-renames', '--', '.'],
    { env },
  );
  const prefix = repository.folder === '' ? '' : `${repository.folder}/`;
  // `status` names paths from the top folder, the index from the opened one.
  const lines = bytesOf('Cannot read the status of the working tree', status)
    .toString()
    .split('\0');
  const differing = new Set(lines.map((line) => line.slice(STATES.length + prefix.length)));
  const tracked = new Set(index.map(({ path }) => path));
  return new Set(paths.filter((path) => tracked.has(path) && !differing.has(path)));
}

/** What `status` writes before each path: one letter for the index, one for the working tree, and a space. */
const STATES = 'XY ';

/** The id that Git gives to these bytes, of the same kind as another id. */
export function blobId(bytes: Uint8Array, like = ''): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Whether a path, relative to the folder that was opened, is a symbolic link. */
export function isLink({ topLevel, folder }: GitRepository, path: string): boolean {
  return (
    lstatSync(join(topLevel, folder, path), { throwIfNoEntry: false })?.isSymbolicLink() === true
  );
}

/** A document that is in the index but not in the working tree, or a link or submodule that may contain documents. */
export interface Missing {
  path: string;
  kind: 'document' | 'submodule' | 'link';
}

interface DocumentSearch {
  isDocument: (path: string) => boolean;
  /** Whether documents are searched for in a folder or below it. */
  isSearched: (folder: string) => boolean;
}

/**
 * Paths, relative to the folder that was opened, that are in the index but not in the working tree: excluded by a sparse
 * checkout, deleted without `git rm`, behind a broken link, or in a submodule that was not fetched. Sorted.
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
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
  }
}
