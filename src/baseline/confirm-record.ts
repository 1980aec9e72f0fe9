// Whether a record is of a commit that is part of what is being applied: whoever may push refs can write any record.
import { dirname } from 'node:path';
import { shortCommit } from '../model/apply-entry.ts';
import { findCommit, isAncestor } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { listFolder, readContents } from './git-snapshot.ts';

export interface Claim {
  /** The commit that the record names. */
  source: string | undefined;
  /** By path relative to the folder of the project file. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Of the project file, within the Git repository. */
  projectFile: string;
}

/** What a record may be of: the commit that is applied, and those that are trusted besides, asked for when needed. */
export interface Histories {
  head: string | undefined;
  /** The newest commits of the trusted branch. */
  trusted: () => AsyncIterable<string>;
}

/**
 * `undefined`: the commit that the record names is an ancestor of `head` or of a trusted commit, and has every file of
 * the record as the record has it. Otherwise the reason, as the end of a sentence that begins with "the record". Never
 * throws.
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
    const other = await differing(repository, { source, files, projectFile });
    return other === undefined ? undefined : `${name}, where ${other} differs from the record`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${name}, which cannot be read (${error.message})`;
  }
}

/** A file of the record that the commit has otherwise, or not at all, as Git would store it. */
async function differing(
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
    if (committed !== undefined && plain(committed) === plain(bytes)) continue;
    const inTop = `${folder}${path}`;
    const id = ids.get(path) ?? (await linkedId(repository, `${commit}:${inTop}`));
    if (id === undefined || (await storedId(repository, { path: inTop, bytes })) !== id) return path;
  }
  return undefined;
}

/** Line endings do not count: each clone has its own. */
function plain(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
}

/** Of the file that a symbolic link of a commit leads to. */
async function linkedId(repository: GitRepository, name: string): Promise<string | undefined> {
  const options = ['cat-file', '--batch-check=%(objectname)', '--follow-symlinks'];
  const found = await repository.git(options, { input: `${name}\n`, network: true });
  return /^([0-9a-f]{40,64})$/m.exec(found.stdout.toString())?.[1];
}

/** The id that Git would give these bytes at a path, after the filters that its attributes ask for (`ident`, LFS). */
async function storedId(
  repository: GitRepository,
  { path, bytes }: { path: string; bytes: Uint8Array },
): Promise<string> {
  const hashed = await repository.git(['hash-object', '--stdin', '--path', path], {
    input: Buffer.from(bytes),
  });
  return hashed.stdout.toString().trim();
}
