// Merges two commits without a work tree, to see what a merge of a branch would contain.
import { withConfig } from './git-credentials.ts';
import { inTemporary, parentsOf } from './git-history.ts';
import { readCommit } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { writeCommit } from './git-snapshot.ts';
import { ignoreGitError, textOf } from './git.ts';
import { fetchCommits } from './refs.ts';

/** A branch that lacks commits of its base. */
export interface Behind {
  /** How many commits it lacks; absent: unknown, perhaps none. */
  commits?: number;
  /** The tree of the merge; absent: there are conflicts, this Git cannot merge so (before 2.38), or too little is known. */
  tree?: string;
}

/** `undefined`: the branch has all commits of its base. Throws GitError. */
export async function behind(repository: GitRepository, head: string, base: string): Promise<Behind | undefined> {
  if (head === base || (await parentsOf(repository, head)).includes(base)) return undefined;
  if (repository.shallow) return behindAtOrigin(repository, head, base);
  const commits = Number(textOf('Cannot compare the branch with its base', await repository.git(missing(head, base))));
  if (commits === 0) return undefined;
  return { commits, ...(await merged(repository, base, head)) };
}

function missing(head: string, base: string): string[] {
  return ['rev-list', '--count', `${head}..${base}`];
}

/**
 * A shallow clone does not know where the branch began: origin does. The merge is then one of three commits without
 * further history.
 */
async function behindAtOrigin(repository: GitRepository, head: string, base: string): Promise<Behind | undefined> {
  const found = await inTemporary(repository, async ({ git, fetchHistory }) => {
    const fetched = await fetchHistory([base, head]);
    if (fetched.status !== 0) return undefined;
    const commits = Number(textOf('Cannot compare the branch with its base', await git(missing(head, base))));
    // Git finds none in histories that have nothing in common.
    const { stdout } = await git(['merge-base', '--all', base, head]);
    return { commits, starts: stdout.toString().split('\n').filter(Boolean) };
  }).catch(ignoreGitError);
  if (found === undefined) return {};
  const { commits, starts } = found;
  const [start] = starts;
  if (commits === 0) return undefined;
  if (start === undefined || starts.length > 1) return { commits };
  try {
    if ((await repository.objects.read(`${start}^{tree}`)) === undefined) await fetchCommits(repository, [start]);
    const root = await commitOf(repository, start);
    const [ours, theirs] = [await commitOf(repository, base, root), await commitOf(repository, head, root)];
    return { commits, ...(await merged(repository, ours, theirs)) };
  } catch (error) {
    ignoreGitError(error);
    return { commits };
  }
}

/** A commit with the tree of another one, on no ref. */
async function commitOf(repository: GitRepository, commit: string, parent?: string): Promise<string> {
  const { tree } = await readCommit(repository.objects, commit);
  return writeCommit(repository, { message: 'For a plan', parent, now: new Date(0), tree });
}

/** Empty if they cannot be merged. The new objects are on no ref. */
async function merged(repository: GitRepository, ours: string, theirs: string): Promise<Pick<Behind, 'tree'>> {
  // Drivers are commands, which no forge runs either: what they would merge is a conflict.
  const settings = await repository.settings();
  const drivers = settings.filter(({ key }) => /^merge\..+\.driver$/.test(key));
  const isolated = [['merge.renormalize', 'false'], ...drivers.map(({ key }) => [key, 'false'])] as [string, string][];
  const call = { env: withConfig(repository.networkEnv, isolated), network: true };
  const { status, stdout } = await repository.git(['merge-tree', '--write-tree', '--no-messages', ours, theirs], call);
  const [tree = ''] = stdout.toString().split('\n');
  return status === 0 && /^[0-9a-f]{40,}$/.test(tree) ? { tree } : {};
}
