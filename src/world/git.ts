// The questions to Git, answered by a clone and its origin.
import type { Git } from '../core/world.ts';
import { findCommit, isAncestor } from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';

/** @param trustedIn the newest commits that anyone may trust */
export function gitOf(
  opening: Promise<GitRepository | undefined>,
  trustedIn: (git: GitRepository) => AsyncIterable<string>,
): Git {
  return {
    head: async () => (await (await opening)?.head())?.commit,
    isAncestor: async (older, newer) => {
      const git = await opening;
      return git === undefined ? NO_GIT : isAncestor(git, older, newer);
    },
    trusted: async () => {
      const git = await opening;
      const commits: string[] = [];
      if (git !== undefined) for await (const commit of trustedIn(git)) commits.push(commit);
      return commits;
    },
    idsIn: async (commit, folder) => {
      const git = await opening;
      const found = git && (await findCommit(git, commit));
      if (git === undefined || found === undefined) return undefined;
      return new Map((await listFolder(git, found, folder)).map(({ path, id }) => [path, id]));
    },
  };
}

const NO_GIT = { answer: 'unknown', reason: 'this folder is not in a Git repository' } as const;
