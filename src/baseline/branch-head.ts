// The newest commit of a branch: at origin, or in this clone where there is no origin.
import { GitError } from './git-answer.ts';
import { findCommit } from './find-commit.ts';
import { refValues } from './refs.ts';
import type { GitRepository } from './work-tree.ts';

/** `undefined`: there is no such branch, or it cannot be had. */
export function branchHead(git: GitRepository, branch: string): Promise<string | undefined> {
  return newestOf(git, `refs/heads/${branch}`);
}

/** The same of any ref; `HEAD` is the default branch of origin. */
export async function newestOf(git: GitRepository, ref: string): Promise<string | undefined> {
  try {
    const found = await refValues(git, { where: git.origin ? 'origin' : 'local', refs: [ref] });
    const commit = 'values' in found ? found.values.get(ref) : undefined;
    return commit === undefined ? undefined : await findCommit(git, commit);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
