// The commits that anyone may trust: whoever could change them could change the protected branch.
import type { Untrusted } from '../options.ts';
import { currentBranch, findCommit, newestOf } from '../record/git-history.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { refValue } from '../record/refs.ts';

/** The commits whose project file is trusted, if available: the one of the event, then the newest of the branch. */
export async function* trustedCommits(
  git: GitRepository,
  { commit, branch }: Untrusted,
): AsyncGenerator<string> {
  const named = commit && (await findCommit(git, commit));
  if (named !== undefined) yield named;
  const newest = branch && (await newestOf(git, `refs/heads/${branch}`));
  if (newest !== undefined && newest !== named) yield newest;
}

export async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}

/** The trusted commits; in a terminal, the newest of origin's default branch. Nothing if they are not available. */
export async function* trustedHistory(
  git: GitRepository,
  untrusted: Untrusted | undefined,
): AsyncGenerator<string> {
  if (untrusted !== undefined) yield* trustedCommits(git, untrusted);
  else if (git.origin) {
    const head = await refValue(git, 'HEAD').catch(ignoreGitError);
    // Where origin does not answer, nothing takes the place of its HEAD.
    if (head === undefined || 'unreachable' in head) return;
    const newest =
      head.value === undefined
        ? await newestUpstream(git)
        : await findCommit(git, head.value).catch(ignoreGitError);
    if (newest !== undefined) yield newest;
  }
}

/**
 * Of the branch at origin that the checked-out one follows, where HEAD of origin names a branch that does not exist: a
 * new bare repository names `master`, whatever is pushed. No Git host lets its HEAD dangle, so the branches of such an
 * origin are protected by nothing, and whoever may write this one could write a default branch, too.
 */
async function newestUpstream(git: GitRepository): Promise<string | undefined> {
  const branch = await currentBranch(git);
  const setting = (name: string) =>
    git.settings.findLast(({ key }) => key === `branch.${branch}.${name}`)?.value;
  const ref = setting('remote') === 'origin' ? setting('merge') : undefined;
  return ref === undefined ? undefined : newestOf(git, ref);
}
