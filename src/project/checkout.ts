// What is checked out: its commit, and the repository on the Git host that it is from.
import { dirname, relative, resolve, sep } from 'node:path';
import { join } from 'node:path/posix';
import { newestOf, parentsOf } from '../record/git-history.ts';
import { repositoryOn } from '../record/git-credentials.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { openAround } from './git-files.ts';
import type { GitRuntime } from '../runtime.ts';

export interface Checkout {
  commit: string;
  parents: readonly string[];
  /** The working directory, relative to the top folder of the clone, with `/`; `''` for the top itself. */
  folder: string;
  /** `owner/name` of `origin` on this Git host; absent: it is elsewhere, or unknown. */
  repository?: string | undefined;
}

/** `undefined` outside Git, before the first commit, and where Git fails: then nobody knows which files these are. */
export async function readCheckout(
  { config, serverUrl }: { config: string; serverUrl: string },
  runtime: GitRuntime,
): Promise<Checkout | undefined> {
  try {
    const git = await openAround(config, runtime);
    const head = await git?.head();
    if (git === undefined || head === undefined) return undefined;
    const parents = await parentsOf(git, head.commit);
    const up = relative(dirname(resolve(runtime.cwd, config)), runtime.cwd)
      .split(sep)
      .join('/');
    const folder = join(git.folder, up);
    const isTop = folder === '.';
    return {
      commit: head.commit,
      parents,
      folder: isTop ? '' : folder,
      repository: repositoryOn(git.originUrl ?? '', serverUrl),
    };
  } catch (error) {
    return ignoreGitError(error);
  }
}

/** The newest commit of a branch; `undefined`: nobody can tell. Asks origin. Never rejects. */
export async function newestAtOrigin(
  branch: string | undefined,
  { config }: { config: string },
  runtime: GitRuntime,
): Promise<string | undefined> {
  if (branch === undefined) return undefined;
  const git = await openAround(config, runtime).catch(ignoreGitError);
  return git?.origin ? newestOf(git, `refs/heads/${branch}`) : undefined;
}

/** Whether these are the files of a pull request: its newest commit, or a merge of it. */
export function isCheckoutOf(
  { commit, parents }: Pick<Checkout, 'commit' | 'parents'>,
  { head, mergeCommit }: { head: string; mergeCommit?: string | undefined },
): boolean {
  return commit === head || commit === mergeCommit || parents.slice(1).includes(head);
}
