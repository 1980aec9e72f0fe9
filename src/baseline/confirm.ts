// Whether a record is of a commit that is part of what is being applied: whoever may push refs can write any record.
import { dirname } from 'node:path';
import { shortCommit } from '../model/apply-entry.ts';
import { isAncestor } from './ancestry.ts';
import { findCommit } from './find-commit.ts';
import { listFolder, readContents } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

export interface Claim {
  /** The commit that the record names. */
  source: string | undefined;
  /** By path relative to the folder of the project file. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Of the project file, within the Git repository. */
  projectFile: string;
}

/**
 * `undefined`: the commit that the record names is an ancestor of `head`, and has every file of the record as the record
 * has it. Otherwise the reason, as the end of a sentence that begins with "the record". Never throws.
 */
export async function doubtOf(
  repository: GitRepository,
  { source, files, projectFile }: Claim,
  head: string | undefined,
): Promise<string | undefined> {
  if (source === undefined) return 'names no commit';
  const name = `names commit ${shortCommit(source)}`;
  if (head === undefined) return `${name}, and nothing is committed here`;
  const ancestry = await isAncestor(repository, source, head);
  if ('reason' in ancestry)
    return `${name}, and whether that is part of this history is not known (${ancestry.reason})`;
  if (ancestry.answer === 'no') return `${name}, which is not part of this history`;
  try {
    const other = await differing(repository, { source, files, projectFile });
    return other === undefined ? undefined : `${name}, which does not have ${other} as the record has it`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${name}, which cannot be read (${error.message})`;
  }
}

/** A file of the record that the commit has otherwise, or not at all. Line endings do not count: a checkout may change them. */
async function differing(
  repository: GitRepository,
  { source, files, projectFile }: Claim & { source: string },
): Promise<string | undefined> {
  const commit = await findCommit(repository, source);
  if (commit === undefined) throw new Error('it could not be fetched');
  const folder = dirname(projectFile);
  const listed = await listFolder(repository, { commit, folder: folder === '.' ? '' : folder });
  const entries = listed.filter(({ path }) => files.has(path));
  const contents = await readContents(repository, { commit, entries });
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .find(([path, bytes]) => {
      const committed = contents.get(path);
      return committed === undefined || plain(committed) !== plain(bytes);
    })?.[0];
}

function plain(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n');
}
