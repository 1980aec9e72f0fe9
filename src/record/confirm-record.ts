// Checks that a record matches a commit in a trusted history, because anyone who may push refs can write any record.
import { dirname } from 'node:path';
import { shortCommit } from '../model/apply-entry.ts';
import { findCommit, isAncestor } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { listFolder } from './git-objects.ts';
import type { RecordedApply } from './record.ts';

/** The histories that the commit of a record may belong to. */
export interface Histories {
  /** The commit that is applied. */
  head: string | undefined;
  /** The newest commits of the trusted branch, read only if needed. */
  trusted: () => AsyncIterable<string>;
}

/**
 * Why an apply of a record cannot be trusted, as the end of a sentence that begins with "the record". `undefined`: its
 * commit is an ancestor of `head` or of a trusted commit, and every document of the record has the same id in it.
 */
export async function doubtOf(
  repository: GitRepository,
  apply: Pick<RecordedApply, 'source' | 'ids' | 'projectFile' | 'formerFile'>,
  { head, trusted }: Histories,
): Promise<string | undefined> {
  const { source } = apply;
  const name = `names commit ${shortCommit(source)}`;
  if (head === undefined) return `${name}, but there is no commit here`;
  try {
    let ancestry = await isAncestor(repository, source, head);
    let isLookedUp = false;
    if (ancestry.answer !== 'yes') {
      for await (const commit of trusted()) {
        isLookedUp = true;
        const other = await isAncestor(repository, source, commit);
        if (other.answer === 'yes') ancestry = other;
      }
    }
    if ('reason' in ancestry)
      return `${name}, which could not be confirmed as part of this history (${ancestry.reason})`;
    if (ancestry.answer === 'no')
      return `${name}, which is not part of this history${isLookedUp ? '' : ', and no trusted branch could be read'}`;
    const other = await differingFile(repository, apply);
    return other === undefined ? undefined : `${name}, where ${other} differs from the record`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${name}, which cannot be read (${error.message})`;
  }
}

/** The first document of the record that the commit does not have, or has with another content. */
async function differingFile(
  repository: GitRepository,
  { source, ids, projectFile, formerFile = projectFile }: Parameters<typeof doubtOf>[1],
): Promise<string | undefined> {
  const commit = await findCommit(repository, source);
  if (commit === undefined) throw new Error('it could not be fetched');
  const folder = dirname(formerFile) === '.' ? '' : dirname(formerFile);
  const listed = new Map(
    (await listFolder(repository, commit, folder)).map(({ path, id }) => [path, id]),
  );
  return [...ids.keys()].sort().find((path) => listed.get(path) !== ids.get(path));
}
