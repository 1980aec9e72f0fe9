// Checks that a record matches a commit in a trusted history, because anyone who may push refs can write any record.
import { folderOfFile } from '../lib/paths.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import type { Git } from './world.ts';

/**
 * Why an apply of a record cannot be trusted, as the end of a sentence that begins with "the record". `undefined`: its
 * commit is an ancestor of the checked-out or of a trusted commit, and every document of the record has the same id in it.
 */
export async function doubtOf(
  world: Git,
  apply: Pick<RecordedApply, 'source' | 'ids' | 'projectFile' | 'formerFile'>,
): Promise<string | undefined> {
  const { source } = apply;
  const name = `names commit ${shortCommit(source)}`;
  const head = await world.head();
  if (head === undefined) return `${name}, but there is no commit here`;
  try {
    let ancestry = await world.isAncestor(source, head);
    const trusted = ancestry.answer === 'yes' ? [] : await world.trusted();
    for (const commit of trusted) {
      const other = await world.isAncestor(source, commit);
      if (other.answer === 'yes') ancestry = other;
    }
    if ('reason' in ancestry)
      return `${name}, which could not be confirmed as part of this history (${ancestry.reason})`;
    if (ancestry.answer === 'no')
      return `${name}, which is not part of this history${trusted.length > 0 ? '' : ', and no trusted branch could be read'}`;
    const other = await differingFile(world, apply);
    return other === undefined ? undefined : `${name}, where ${other} differs from the record`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${name}, which cannot be read (${error.message})`;
  }
}

/** The first document of the record that the commit does not have, or has with another content. */
async function differingFile(
  world: Git,
  { source, ids, projectFile, formerFile = projectFile }: Parameters<typeof doubtOf>[1],
): Promise<string | undefined> {
  const listed = await world.idsIn(source, folderOfFile(formerFile));
  if (listed === undefined) throw new Error('it could not be fetched');
  return [...ids.keys()].sort().find((path) => listed.get(path) !== ids.get(path));
}
