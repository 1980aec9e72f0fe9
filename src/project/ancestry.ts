// How the commits that were applied relate to the one that is checked out, and to the trusted branch.
import type { Lineage, MergeLineage } from '../core/lineage.ts';
import type { Options, Untrusted } from '../options.ts';
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
import type { RecordedApply } from '../record/recorded-apply.ts';

export interface LineageSource {
  git: GitRepository | undefined;
  head: Head | undefined;
  /** Those that are to be followed. */
  followed: readonly RecordedApply[];
  options: Pick<Options, 'untrusted'>;
}

/** Never throws. Of several applied commits, the one that forbids most decides. */
export async function lineageOf({ git, head, followed, options }: LineageSource): Promise<Lineage> {
  if (git === undefined || head === undefined) return { kind: 'following' };
  const lineages: Lineage[] = [];
  for (const apply of followed) lineages.push(await lineageTo(apply, git, head.commit, options));
  const strictest = (['unknown', 'older', 'diverged', 'behind', 'left'] as const).flatMap(
    (kind) => lineages.find((lineage) => lineage.kind === kind) ?? [],
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
  if (ancestry.answer === 'unknown')
    return { kind: 'unknown', reason: ancestry.reason, isOutage: git.outage !== undefined, apply };
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

/** Never throws. @param base the commit of the base that the branch was planned with */
export async function mergeLineageOf(
  { git, head, followed, options }: LineageSource,
  base: string | undefined,
): Promise<MergeLineage> {
  if (git === undefined || head === undefined || base === undefined) return { kind: 'following' };
  const isIn = async (apply: RecordedApply, commit: string) =>
    (await isAncestor(git, apply.source, commit)).answer;
  for (const apply of followed) {
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
  options: LineageSource['options'],
  applied: string,
): Promise<NewestCommit | undefined> {
  if (options.untrusted !== undefined || git.origin) return newestTrusted(git, options);
  try {
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

/** The same, except that it is unknown without an origin and without a trusted branch. Never throws. */
export async function newestTrusted(
  git: GitRepository,
  { untrusted }: { untrusted?: Untrusted | undefined },
): Promise<NewestCommit | undefined> {
  try {
    if (untrusted !== undefined) return await newestOn(untrusted.branch, git);
    return git.origin ? await found((await branchesAtOrigin(git)).head, git) : undefined;
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
