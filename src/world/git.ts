// The questions to Git, answered by a clone and its origin.
import type { Git } from '../core/world.ts';
import { newestTrusted } from '../project/ancestry.ts';
import { firstOf, trustedCommits, trustedHistory } from '../project/trusted-commits.ts';
import { commitsSince, findCommit, isAncestor, parentsOf } from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import type { Untrusted } from '../options.ts';

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
    commitsSince: (older) => ask([], (git) => commitsSince(git, older)),
    standard: () => ask(undefined, async ({ objects }) => (await objects.read(STANDARD))?.id),
    isAncestor: (older, newer) => ask(NO_GIT, (git) => isAncestor(git, older, newer)),
    trusted: () => ask([], (git) => all(trustedHistory(git, untrusted))),
    firstTrusted: () =>
      ask(undefined, async (git) => {
        const { commit, branch } = untrusted ?? {};
        return (await firstOf(trustedCommits(git, untrusted ?? {}))) ?? commit ?? branch;
      }),
    newest: () => ask(undefined, (git) => newestTrusted(git, { untrusted })),
    idsIn: (commit, folder) =>
      ask(undefined, async (git) => {
        const commitHere = await findCommit(git, commit);
        if (commitHere === undefined) return undefined;
        return new Map(
          (await listFolder(git, commitHere, folder)).map(({ path, id }) => [path, id]),
        );
      }),
  };
}

const STANDARD = 'refs/remotes/origin/HEAD^{commit}';
const NO_GIT = { answer: 'unknown', reason: 'this folder is not in a Git repository' } as const;

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
