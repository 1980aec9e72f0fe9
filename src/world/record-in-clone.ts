// The record that a clone wrote before it had an origin: what is said of it, since it does not count any more.
import { doubtOf } from '../core/doubt.ts';
import { shellQuoted } from '../lib/text.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Finding } from '../model/plan.ts';
import type { Untrusted } from '../options.ts';
import { sameFiles } from '../project/record-places.ts';
import { trustedHistory } from '../project/trusted-commits.ts';
import { isAncestor } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { readApplies } from '../record/record.ts';
import type { ApplyRecord, RecordedApply, RecordPlace } from '../record/recorded-apply.ts';
import { gitOf } from './git.ts';

/**
 * The record that this clone wrote before it had an origin, which has none of this project: it is not used, and an apply
 * would begin a new one, so that nothing that was removed since then would ever be deleted.
 * @param files what a new record would hold: nothing is lost if it is the same
 */
export async function recordInClone(
  { repository: git, ref }: RecordPlace,
  { head, unreachable }: Pick<ApplyRecord, 'head' | 'unreachable'>,
  untrusted: Untrusted | undefined,
  files?: ReadonlyMap<string, Uint8Array>,
): Promise<Omit<Finding, 'severity'> | undefined> {
  if (!git.origin || head !== undefined || unreachable !== undefined) return undefined;
  const commit = await git.objects.read(`${ref}^{commit}`);
  const apply = commit && (await lastApply(git, commit.id));
  if (apply === undefined || (files && apply.state === 'done' && isRecordOf(apply, files)))
    return undefined;
  const world = gitOf(Promise.resolve(git), untrusted);
  // Perhaps a copy of what somebody else wrote.
  if ((await doubtOf(world, apply)) !== undefined) return undefined;
  const first = (await isAtOrigin(git, apply.source, untrusted))
    ? 'run'
    : `first push the applied commit, ${shortCommit(apply.source)}, to the main branch of origin. Then run`;
  const name = shellQuoted(ref);
  return {
    code: 'record-in-clone',
    message:
      'This project was applied before `origin` was added. The record of those apply runs exists only in this clone, so it is ignored.',
    hint: `To take it over, ${first} \`git push origin ${name}\`. To start a new record instead, run \`git update-ref -d ${name}\`: then what you removed from the files since the last apply stays on the server.`,
  };
}

/** `undefined` if it is not a record that can be read. */
async function lastApply(git: GitRepository, commit: string): Promise<RecordedApply | undefined> {
  try {
    return (await readApplies(git, commit))[0];
  } catch {
    return undefined;
  }
}

function isRecordOf(
  { ids, ...recorded }: RecordedApply,
  files: ReadonlyMap<string, Uint8Array>,
): boolean {
  return ids.size === files.size && sameFiles(recorded.files, files);
}

async function isAtOrigin(
  git: GitRepository,
  source: string,
  untrusted: Untrusted | undefined,
): Promise<boolean> {
  for await (const commit of trustedHistory(git, untrusted))
    if ((await isAncestor(git, source, commit)).answer === 'yes') return true;
  return false;
}
