// How applied commits relate to the one that is checked out, and what is said of it.
import { shortCommit } from '../model/apply-entry.ts';
import type { NewestCommit } from '../record/git-history.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';

/** An applied commit that is not, or perhaps not, an ancestor of the one that is checked out. */
interface Unmerged {
  apply: RecordedApply;
}

export type Lineage =
  /** All applied commits are ancestors of this one, or none is known. */
  | { kind: 'following' }
  | ({ kind: 'unknown'; reason: string; isOutage: boolean } & Unmerged)
  /** This commit is the older one: it is an ancestor of an applied one, or both are in the trusted branch. */
  | ({ kind: 'older' } & Unmerged)
  /** The trusted branch has the applied commit, and this branch has commits of its own. */
  | ({ kind: 'behind'; trusted: NewestCommit } & Unmerged)
  /** The trusted branch has this commit, and no longer has, or never had, those that were applied. */
  | ({ kind: 'left'; trusted: NewestCommit } & Unmerged)
  /** Neither has the other, and the trusted branch, if it is known, has neither or only what was applied elsewhere. */
  | ({ kind: 'diverged' } & Unmerged);

/** How the commits that were applied relate to what the merge of a branch into its base will be. */
export type MergeLineage =
  /** The merge contains all of them, or that is not known to be otherwise. */
  | { kind: 'following' }
  /** The branch itself was applied: only a merge commit contains that. */
  | ({ kind: 'branch' } & Unmerged)
  /** Neither the branch nor its base contains it, and so neither will the merge. */
  | ({ kind: 'left'; into: string } & Unmerged);

/** Whether another branch applied last, or this one was rewritten since. */
export function isOfAnotherBranch(
  lineage: Lineage,
): lineage is Extract<Lineage, { kind: 'left' | 'diverged' }> {
  return lineage.kind === 'left' || lineage.kind === 'diverged';
}

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
