// Checks that a record matches a commit in a trusted history, because anyone who may push refs can write any record.
import { dirname } from 'node:path';
import { shortCommit } from '../model/apply-entry.ts';
import { findCommit, isAncestor } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { listFolder, readContents } from './git-snapshot.ts';

export interface Claim {
  /** The commit named by the record. */
  source: string | undefined;
  /** By path relative to the folder of the project file. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Path of the project file within the Git repository. */
  projectFile: string;
}

/** The histories that the commit of a record may belong to. */
export interface Histories {
  /** The commit that is applied. */
  head: string | undefined;
  /** The newest commits of the trusted branch, read only if needed. */
  trusted: () => AsyncIterable<string>;
}

/**
 * Why a record cannot be trusted, as the end of a sentence that begins with "the record". `undefined`: its commit is an
 * ancestor of `head` or of a trusted commit, and every file of the record is the same in it. Never throws.
 */
export async function doubtOf(
  repository: GitRepository,
  { source, files, projectFile }: Claim,
  { head, trusted }: Histories,
): Promise<string | undefined> {
  if (source === undefined) return 'names no commit';
  const name = `names commit ${shortCommit(source)}`;
  if (head === undefined) return `${name}, but there is no commit here`;
  try {
    let ancestry = await isAncestor(repository, source, head);
    if (ancestry.answer !== 'yes') {
      for await (const commit of trusted()) {
        const other = await isAncestor(repository, source, commit);
        if (other.answer === 'yes') ancestry = other;
      }
    }
    if ('reason' in ancestry)
      return `${name}, which could not be confirmed as part of this history (${ancestry.reason})`;
    if (ancestry.answer === 'no') return `${name}, which is not part of this history`;
    const other = await differingFile(repository, { source, files, projectFile });
    return other === undefined ? undefined : `${name}, where ${other} differs from the record`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${name}, which cannot be read (${error.message})`;
  }
}

/** The first file of the record that the commit does not have, or has with another content after Git's filters. */
async function differingFile(
  repository: GitRepository,
  { source, files, projectFile }: Claim & { source: string },
): Promise<string | undefined> {
  const commit = await findCommit(repository, source);
  if (commit === undefined) throw new Error('it could not be fetched');
  const folder = dirname(projectFile) === '.' ? '' : `${dirname(projectFile)}/`;
  const listed = await listFolder(repository, { commit, folder: folder.slice(0, -1) });
  const entries = listed.filter(({ path }) => files.has(path));
  const contents = await readContents(repository, { commit, entries });
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const committed = contents.get(path);
    if (committed !== undefined && withoutLineEndings(committed) === withoutLineEndings(bytes)) continue;
    const inTop = `${folder}${path}`;
    const id = ids.get(path) ?? (await linkedId(repository, `${commit}:${inTop}`));
    if (id === undefined || (await storedId(repository, { path: inTop, bytes })) !== id) return path;
  }
  return undefined;
}

/** Content without the line endings of a particular clone. */
function withoutLineEndings(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
}

/** The id of the file that a symbolic link in a commit points to. */
async function linkedId(repository: GitRepository, name: string): Promise<string | undefined> {
  const options = ['cat-file', '--batch-check=%(objectname)', '--follow-symlinks'];
  const found = await repository.git(options, { input: `${name}\n`, network: true });
  return /^([0-9a-f]{40,64})$/m.exec(found.stdout.toString())?.[1];
}

/** The id that Git would give these bytes at a path, after the filters of its attributes (`ident`, LFS). */
async function storedId(
  repository: GitRepository,
  { path, bytes }: { path: string; bytes: Uint8Array },
): Promise<string> {
  const hashed = await repository.git(['hash-object', '--stdin', '--path', path], {
    input: Buffer.from(bytes),
  });
  return hashed.stdout.toString().trim();
}
