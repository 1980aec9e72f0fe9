// Any commit that a person names: in this clone, or at origin where its whole id is given.
import { fetchCommits } from './origin.ts';
import type { GitRepository } from './work-tree.ts';

/** `undefined`: there is no such commit. */
export async function findCommit(repository: GitRepository, revision: string): Promise<string | undefined> {
  // What looks like an option is no name of a commit.
  if (revision.startsWith('-')) return undefined;
  const here = await resolve(repository, revision);
  if (here !== undefined || !repository.origin || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision))
    return here;
  const fetched = await fetchCommits(repository, [revision]);
  return fetched.status === 0 ? resolve(repository, revision) : undefined;
}

async function resolve(repository: GitRepository, revision: string): Promise<string | undefined> {
  const found = await repository.git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  return found.status === 0 ? found.stdout.toString().trim() : undefined;
}
