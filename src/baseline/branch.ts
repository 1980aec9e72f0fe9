// The branch that is checked out.
import type { GitRepository } from './work-tree.ts';

/** `undefined` where a commit is checked out and no branch, as on a tag or a pull request. */
export async function currentBranch(git: GitRepository): Promise<string | undefined> {
  const found = await git.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return found.status === 0 ? found.stdout.toString().trim() : undefined;
}
