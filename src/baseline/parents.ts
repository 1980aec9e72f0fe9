// The parents of a commit as the commit names them: a shallow clone hides them from `git log` and `HEAD^1`.
import type { GitRepository } from './work-tree.ts';

/** Empty where there is no such commit. */
export async function parentsOf(repository: GitRepository, revision: string): Promise<string[]> {
  const found = await repository.git(['cat-file', 'commit', revision]);
  if (found.status !== 0) return [];
  const [head = ''] = found.stdout.toString().split('\n\n', 1);
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = '']) => id);
}
