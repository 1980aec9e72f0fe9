// How the commits that were applied relate to the one that is checked out, and to the trusted branch.
import { shortCommit } from '../model/apply-entry.ts';
import type { Options } from '../options.ts';
import {
  branchesAtOrigin,
  currentBranch,
  findCommit,
  isAncestor,
  isOnBranch,
  type NewestCommit,
  newestOf,
} from '../record/git-history.ts';
import type { Ancestry, GitRepository, Head } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git-result.ts';
import type { ApplyRecord, RecordedApply } from '../record/record.ts';

/** An applied commit that is not, or perhaps not, an ancestor of the one that is checked out. */
interface Unmerged {
  apply: RecordedApply;
}

export type Lineage =
  /** All applied commits are ancestors of this one, or none is known. */
  | { kind: 'following' }
  | ({ kind: 'unknown'; reason: string } & Unmerged)
  /** This commit is the older one: it is an ancestor of an applied one, or both are in the trusted branch. */
  | ({ kind: 'older' } & Unmerged)
  /** The trusted branch has the applied commit, and this branch has commits of its own. */
  | ({ kind: 'behind'; trusted: NewestCommit } & Unmerged)
  /** The trusted branch has this commit, and no longer has, or never had, those that were applied. */
  | ({ kind: 'left'; trusted: NewestCommit } & Unmerged)
  /** Neither has the other, and the trusted branch, if it is known, has neither or only what was applied elsewhere. */
  | ({ kind: 'diverged' } & Unmerged);

export interface LineageSource {
  git: GitRepository | undefined;
  head: Head | undefined;
  record: ApplyRecord | undefined;
  options: Pick<Options, 'untrusted'>;
}

/** Never throws. Of several applied commits, the one that forbids most decides. */
export async function lineageOf({ git, head, record, options }: LineageSource): Promise<Lineage> {
  if (git === undefined || head === undefined || record === undefined) return { kind: 'following' };
  const found: Lineage[] = [];
  for (const apply of [...(record.done ? [record.done] : []), ...record.begun])
    found.push(await lineageTo(apply, git, head.commit, options));
  const strictest = (['unknown', 'older', 'diverged', 'behind', 'left'] as const).flatMap(
    (kind) => found.find((one) => one.kind === kind) ?? [],
  );
  return strictest[0] ?? { kind: 'following' };
}

async function lineageTo(
  apply: RecordedApply,
  git: GitRepository,
  head: string,
  options: LineageSource['options'],
): Promise<Lineage> {
  const { source } = apply;
  const ancestry = await isAncestor(git, source, head);
  if (ancestry.answer === 'yes') return { kind: 'following' };
  if (ancestry.answer === 'unknown') return { kind: 'unknown', reason: ancestry.reason, apply };
  const follows = await isOlderThan(git, head, source);
  if (follows === 'yes') return { kind: 'older', apply };
  const trusted = await trustedBranch(git, options, source);
  if (trusted === undefined) return { kind: 'diverged', apply };
  const [has, hasHead] = [
    (await isAncestor(git, source, trusted.commit)).answer,
    (await isAncestor(git, head, trusted.commit)).answer,
  ];
  if (has === 'yes') {
    if (hasHead === 'yes') return { kind: 'older', apply };
    return hasHead === 'no' ? { kind: 'behind', trusted, apply } : { kind: 'diverged', apply };
  }
  // Of an applied commit that is gone, nobody can tell whether it follows this one: an old job must not come back.
  const isLeft = has === 'no' && hasHead === 'yes' && (follows === 'no' || head === trusted.commit);
  return isLeft ? { kind: 'left', trusted, apply } : { kind: 'diverged', apply };
}

/** Whether the applied commit, which may be that of a branch that this clone does not have, follows this one. */
async function isOlderThan(
  git: GitRepository,
  head: string,
  applied: string,
): Promise<Ancestry['answer']> {
  const here = await findCommit(git, applied).catch(ignoreGitError);
  return here === undefined ? 'unknown' : (await isAncestor(git, head, applied)).answer;
}

/** How the commits that were applied relate to what the merge of a branch into its base will be. */
export type MergeLineage =
  /** The merge contains all of them, or that is not known to be otherwise. */
  | { kind: 'following' }
  /** The branch itself was applied: only a merge commit contains that. */
  | ({ kind: 'branch' } & Unmerged)
  /** Neither the branch nor its base contains it, and so neither will the merge. */
  | ({ kind: 'left'; into: string } & Unmerged);

/** Never throws. @param base the commit of the base that the branch was planned with */
export async function mergeLineageOf(
  { git, head, record, options }: LineageSource,
  base: string | undefined,
): Promise<MergeLineage> {
  if (git === undefined || head === undefined || record === undefined || base === undefined)
    return { kind: 'following' };
  const isIn = async (apply: RecordedApply, commit: string) =>
    (await isAncestor(git, apply.source, commit)).answer;
  for (const apply of [...(record.done ? [record.done] : []), ...record.begun]) {
    if ((await isIn(apply, base)) !== 'no') continue;
    // The base may have moved on since.
    const trusted = await trustedBranch(git, options, apply.source);
    if (trusted === undefined || (await isIn(apply, trusted.commit)) !== 'no') continue;
    if ((await isIn(apply, head.commit)) !== 'no') return { kind: 'branch', apply };
    return { kind: 'left', into: trusted.branch, apply };
  }
  return { kind: 'following' };
}

/**
 * The newest commit of the trusted branch, never the commit of the event: an old job that runs again must not count as
 * the newest. Without an origin, the checked-out branch is trusted for what was applied from no branch that is left.
 */
async function trustedBranch(
  git: GitRepository,
  { untrusted }: LineageSource['options'],
  applied: string,
): Promise<NewestCommit | undefined> {
  try {
    if (untrusted !== undefined) return await newestOn(untrusted.branch, git);
    if (git.origin) return await found((await branchesAtOrigin(git)).head, git);
    const [branch, head] = [await currentBranch(git), await git.head()];
    if (
      branch === undefined ||
      head === undefined ||
      (await isOnBranch(git, applied, 'refs/heads'))
    )
      return undefined;
    return { branch, commit: head.commit };
  } catch (error) {
    return ignoreGitError(error);
  }
}

async function newestOn(
  branch: string | undefined,
  git: GitRepository,
): Promise<NewestCommit | undefined> {
  const commit = branch === undefined ? undefined : await newestOf(git, `refs/heads/${branch}`);
  return branch === undefined || commit === undefined ? undefined : { branch, commit };
}

/** A branch of origin, once its commit is in this clone. */
async function found(
  listed: { branch: string; tip: string } | undefined,
  git: GitRepository,
): Promise<NewestCommit | undefined> {
  const commit = listed && (await findCommit(git, listed.tip));
  return listed === undefined || commit === undefined
    ? undefined
    : { branch: listed.branch, commit };
}

/** Whether another branch applied last, or this one was rewritten since. */
export function isOfAnotherBranch(
  lineage: Lineage,
): lineage is Extract<Lineage, { kind: 'left' | 'diverged' }> {
  return lineage.kind === 'left' || lineage.kind === 'diverged';
}

/** Whether no branch at origin is known to have the commit that is checked out. Never throws. */
export async function isUnpushed(
  git: GitRepository,
  head: string,
  { untrusted }: LineageSource['options'],
): Promise<boolean> {
  // The event is about the branch itself.
  if (!git.origin || untrusted?.commit === head) return false;
  try {
    if (await isOnBranch(git, head, 'refs/remotes/origin')) return false;
    // The checkout of a single commit knows no branch.
    const listed = await branchesAtOrigin(git, 'refs/heads/*');
    if (listed.tips.has(head)) return false;
    const trusted = await (untrusted === undefined
      ? found(listed.head, git)
      : newestOn(untrusted.branch, git));
    if (trusted === undefined) return listed.tips.size === 0;
    return (await isAncestor(git, head, trusted.commit)).answer === 'no';
  } catch (error) {
    ignoreGitError(error);
    return false;
  }
}

// --- In sentences ---------------------------------------------------------------------------------------------------

/** Names the commit that was applied, up to the verb. */
export function appliedCommit({ state, source }: RecordedApply): string {
  const what = state === 'done' ? 'last applied commit' : 'commit of an unfinished apply';
  return `The ${what}, ${shortCommit(source)},`;
}

/** That the applied commit is not, or may not be, an ancestor of this one; `undefined` if it is. */
export function notFollowing(lineage: Lineage, head: string): string | undefined {
  if (lineage.kind === 'following') return undefined;
  const commit = `this commit, ${shortCommit(head)}`;
  if (lineage.kind !== 'unknown')
    return `${appliedCommit(lineage.apply)} is not in the history of ${commit}.`;
  return `${appliedCommit(lineage.apply)} may be newer than ${commit} (${lineage.reason}).`;
}

export function leftText(
  { apply, trusted: { branch, commit } }: Extract<Lineage, { kind: 'left' }>,
  head: string,
): { message: string; hint: string } {
  const here = commit === head ? 'the newest commit on' : 'on';
  return {
    message: leftMessage(apply, branch),
    hint: `This commit, ${shortCommit(head)}, is ${here} \`${branch}\`. Check that the plan undoes nothing that you still need, then approve it.`,
  };
}

function leftMessage(apply: RecordedApply, branch: string): string {
  const rewritten = `\`${branch}\` was rewritten since`;
  return `${appliedCommit(apply)} is not in the history of \`${branch}\`: it was applied from another branch (perhaps one that was then merged by squash or rebase), or ${rewritten}.`;
}

/** What the apply after a merge is refused for. */
export function leftByMergeText({ apply, into }: Extract<MergeLineage, { kind: 'left' }>) {
  return {
    message: leftMessage(apply, into),
    hint: 'Check that this plan undoes nothing that you still need, then approve it. Without an approval, the apply after the merge is refused.',
  };
}

/** What the apply after a squash or rebase merge may be refused for. */
export function branchAppliedText({ apply }: Extract<MergeLineage, { kind: 'branch' }>) {
  return {
    message: `${appliedCommit(apply)} is on this branch, and not on its base. A squash or rebase merge would leave it out of the base's history.`,
    hint: 'Merge the branch with a merge commit. Otherwise the apply after the merge is refused until its plan is approved.',
  };
}

/** For a plan that finds changes on the server. */
export function elsewhereNote(apply: RecordedApply): string {
  return `${appliedCommit(apply)} is not on this branch, so what was changed on the server may be the work of another branch. If each environment has a branch of its own, give each branch its own project file and \`scope\` (docs/targets.md).`;
}
