// What a branch is once it is merged: a branch that lacks commits of its base would seem to undo them.
import { behind } from '../record/git-merge.ts';
import { findCommit, parentsOf } from '../record/git-history.ts';
import { filesIn } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { readContents } from '../record/git-snapshot.ts';
import { ignoreGitError } from '../record/git.ts';
import { committedOf } from '../record/work-tree-status.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import type { Options } from '../options.ts';
import type { MergeChanges } from './git-files.ts';
import { gitProblem, openAround } from './project.ts';
import type { GitRuntime } from './runtime.ts';

export interface Merging {
  /** A revision. */
  base: string;
  /** The head of a pull request, whose merge may be checked out. */
  head?: string | undefined;
  /** The name of the base, for people. Default: `base`. */
  into?: string | undefined;
}

/**
 * The commit of the base, and the runtime with which the project is read as it would be after the merge.
 *
 * What is checked out may be the merge that a forge made, perhaps into a newer commit than the event names: changes in
 * between do not belong to the branch.
 */
export async function asMerged<Given extends GitRuntime>(
  { base: named, head, into = named }: Merging,
  { config }: Pick<Options, 'config'>,
  runtime: Given,
): Promise<{ base: string; runtime: Given }> {
  const git = await openAround(config, runtime).catch(gitProblem);
  if (git === undefined) return { base: named, runtime };
  const [first, second] = head === undefined ? [] : await parentsOf(git, 'HEAD');
  if (first !== undefined && second === head) return { base: first, runtime };
  try {
    const merge = await mergeOf(git, named, folderOf(config, runtime.cwd));
    return { base: named, runtime: merge === undefined ? runtime : { ...runtime, merge: { into, ...merge } } };
  } catch (error) {
    // Whatever is wrong, reading the base says it.
    ignoreGitError(error);
    return { base: named, runtime };
  }
}

async function mergeOf(git: GitRepository, named: string, { files, name }: ReturnType<typeof folderOf>) {
  const [head, base] = [await git.head(), await findCommit(git, named)];
  const found = head === undefined || base === undefined ? undefined : await behind(git, head.commit, base);
  if (head === undefined || found === undefined) return undefined;
  const { tree, ...how } = found;
  const changes = tree === undefined ? undefined : await changesOf(git, { head: head.commit, tree, name });
  if (changes === undefined || (await touchesWork(git, changes, files))) return how;
  return { ...how, changes };
}

/** `undefined` if the project's folder is not in both. */
async function changesOf(git: GitRepository, { head, tree, name }: { head: string; tree: string; name: string }) {
  const [before, after] = await Promise.all(
    [head, tree].map((commit) => filesIn(git.objects, { commit, folder: git.folder })),
  );
  if (before === undefined || after === undefined) return undefined;
  const ids = new Map(before.map(({ path, id }) => [path, id]));
  const paths = new Set(after.map(({ path }) => path));
  const entries = after.filter(({ path, id }) => ids.get(path) !== id);
  const deleted = new Set([...ids.keys()].filter((path) => !paths.has(path)));
  // Settings are read from it before everything else.
  const known = await readContents(git, { commit: tree, entries: entries.filter(({ path }) => path === name) });
  return { git, tree, entries, deleted, known, before: ids };
}

/** Whether files that the merge changes are not committed as they are here: Git would refuse the merge. */
async function touchesWork(
  git: GitRepository,
  { entries, deleted, before }: MergeChanges & { before: ReadonlyMap<string, string> },
  files: ReturnType<typeof folderOf>['files'],
): Promise<boolean> {
  const paths = [...entries.map(({ path }) => path), ...deleted];
  const tracked = paths.filter((path) => before.has(path));
  const added = paths.filter((path) => !before.has(path));
  const isThere = (path: string) => {
    const found = files.read(path);
    return 'bytes' in found || found.problem.code !== 'file-missing';
  };
  if (added.some(isThere)) return true;
  if (tracked.length === 0) return false;
  const index = tracked.map((path) => ({ path }));
  const committed = await committedOf(git, { index, paths: tracked });
  return committed.size < tracked.length;
}
