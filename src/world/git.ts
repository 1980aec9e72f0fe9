// The questions to Git, answered by a clone and its origin.
import type { Git } from '../core/world.ts';
import {
  currentBranch,
  findCommit,
  isAncestor,
  newestOf,
  parentsOf,
} from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import type { Untrusted } from '../options.ts';
import { refValue } from '../record/refs.ts';
import { ignoreGitError } from '../record/git-result.ts';

export function gitOf(
  opening: Promise<GitRepository | undefined>,
  untrusted: Untrusted | undefined,
): Git {
  const ask = async <Answer>(
    none: Answer,
    use: (git: GitRepository) => Promise<Answer>,
  ): Promise<Answer> => {
    const git = await opening;
    return git === undefined ? none : use(git);
  };
  return {
    head: () => ask(undefined, async (git) => (await git.head())?.commit),
    parents: (commit) => ask([], (git) => parentsOf(git, commit)),
    standard: () => ask(undefined, async ({ objects }) => (await objects.read(STANDARD))?.id),
    isAncestor: (older, newer) => ask(NO_GIT, (git) => isAncestor(git, older, newer)),
    trusted: () => ask([], (git) => all(trustedHistory(git, untrusted))),
    firstTrusted: () =>
      ask(undefined, async (git) => {
        const { commit, branch } = untrusted ?? {};
        return (await firstOf(trustedCommits(git, untrusted ?? {}))) ?? commit ?? branch;
      }),
    idsIn: (commit, folder) =>
      ask(undefined, async (git) => {
        const found = await findCommit(git, commit);
        if (found === undefined) return undefined;
        return new Map((await listFolder(git, found, folder)).map(({ path, id }) => [path, id]));
      }),
  };
}

const STANDARD = 'refs/remotes/origin/HEAD^{commit}';
const NO_GIT = { answer: 'unknown', reason: 'this folder is not in a Git repository' } as const;

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
      head.value === undefined ? await newestUpstream(git) : await commitAt(git, head.value);
    if (newest !== undefined) yield newest;
  }
}

function commitAt(git: GitRepository, id: string): Promise<string | undefined> {
  return findCommit(git, id).catch(ignoreGitError);
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

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
