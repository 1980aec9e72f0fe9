// The Git repository around a project, and files that are read from it: those of a commit, and the working tree as merged.
import { basename, dirname, resolve } from 'node:path';
import { matcher, isLiteralGlob } from '../documents/globs.ts';
import { type Loaded, type LoadOptions, loadProject } from '../documents/load-project.ts';
import {
  type FileContent,
  filesInMemory,
  folderOf,
  type ProjectFiles,
} from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import type { Options } from '../options.ts';
import {
  type Conversions,
  conversionsOf,
  convertedFiles,
  isFiltered,
} from '../record/conversions.ts';
import { behind, findCommit, parentsOf } from '../record/git-history.ts';
import {
  type FileContents,
  filesInCommit,
  readContents,
  type TreeEntry,
} from '../record/git-objects.ts';
import { withLfsContents } from '../record/lfs-contents.ts';
import {
  type GitRepository,
  hasDotGit,
  inFolder,
  openRepository,
} from '../record/git-repository.ts';
import { gitErrorOf, ignoreGitError } from '../record/git-result.ts';
import { committedOf } from '../record/working-tree-status.ts';
import type { GitRuntime, MergeChanges } from '../runtime.ts';

/** Opens the Git repository of the project; rejects with GitError. */
export function openAround(
  config: string,
  { cwd, env, gitHost, pause }: GitRuntime,
): Promise<GitRepository | undefined> {
  return ahead(openRepository(dirname(resolve(cwd, config)), { env, gitHost, pause }));
}

/** Whether the project is in a Git repository, even in one that Git does not accept. */
export function isInGitRepository(
  { config }: Pick<Options, 'config'>,
  { cwd }: Pick<GitRuntime, 'cwd'>,
): boolean {
  return hasDotGit(dirname(resolve(cwd, config)));
}

/** For commands that can do without Git where it is not installed. */
export function withoutGit(error: unknown): undefined {
  if (gitErrorOf(error).code !== 'git-missing') throw error;
}

/** Whether whoever has the repository has this file, too. Throws {@link CommandError}. */
export async function isTracked(path: string, runtime: GitRuntime): Promise<boolean> {
  const git = await openAround(path, runtime).catch(withoutGit);
  return (
    git !== undefined &&
    inFolder(await git.index(), git.folder).some((entry) => entry.path === basename(path))
  );
}

/** Which of these files of a project Git ignores for this user; none where there is no repository that Git accepts. */
export async function ignoredByGit(
  paths: readonly string[],
  { config }: Pick<Options, 'config'>,
  runtime: GitRuntime,
): Promise<ReadonlySet<string>> {
  const git = await openAround(config, runtime).catch(ignoreGitError);
  return git?.ignored(paths, 'this user') ?? new Set();
}

/** Files of which some are read from Git once a reader has asked for them. */
export interface LazyFiles {
  files: ProjectFiles;
  /** Reads what was asked for, and these paths; `false`: there was nothing to read, so that all that was read is whole. */
  readMore: (paths?: Iterable<string>) => Promise<boolean>;
}

/** Files below the folder of the project file, by path relative to it; `commit` is their source, for messages. */
export interface GitEntries {
  git: GitRepository;
  entries: readonly TreeEntry[];
  commit: string;
  /** The folder that paths are relative to. Default: that of the project. */
  folder?: string;
  /** A commit or tree that has the attributes of the files. Default: the working tree. */
  tree?: string;
  /** If they are known already. */
  conversions?: Conversions;
  /** The contents that were read before. */
  known?: FileContents;
  /** Contents that may be those of pointers of Git LFS. Absent: pointers are read as they are. */
  inLfs?: () => Iterable<Uint8Array>;
}

/** `rest` has everything else; what is not read yet looks empty. */
function lazyFiles(
  { git, entries, commit, known, inLfs, ...from }: GitEntries,
  others: ProjectFiles,
): LazyFiles {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const contents = new Map<string, FileContent>(
    [...(known ?? [])].map(([path, bytes]) => [path, { bytes }]),
  );
  const wanted = new Set<string>();
  const { folder = git.folder, tree } = from;
  let { conversions } = from;
  return {
    files: {
      ...others,
      read: (path) => {
        const content = contents.get(path);
        if (content !== undefined) return content;
        if (!byPath.has(path)) return others.read(path);
        wanted.add(path);
        return { bytes: new Uint8Array() };
      },
    },
    readMore: async (paths = []) => {
      const missing = [...new Set([...wanted, ...paths])].flatMap((path) => byPath.get(path) ?? []);
      wanted.clear();
      if (missing.length === 0) return false;
      const read = await readContents(git, commit, missing);
      const found = inLfs === undefined ? read : await withLfsContents(git, read, inLfs());
      conversions ??= await conversionsOf(git, entries, { folder, tree });
      const files = asConverted(
        filesInMemory(found),
        await convertedFiles(git, read, conversions, folder),
        conversions,
      );
      for (const path of found.keys()) contents.set(path, files.read(path));
      return true;
    },
  };
}

/** These files, with other contents for some, and all that a filter made marked so. */
export function asConverted(
  files: ProjectFiles,
  contents: ReadonlyMap<string, FileContent>,
  conversions: Conversions,
): ProjectFiles {
  return {
    ...files,
    read: (path) => {
      const content = contents.get(path) ?? files.read(path);
      return isFiltered(conversions, path) && 'bytes' in content
        ? { ...content, filtered: true }
        : content;
    },
  };
}

/** Reads the paths in `first`, then in each round the files that the previous round referred to. Throws GitError. */
export async function loadEntries(
  inGit: GitEntries,
  { display, ...options }: LoadOptions & Pick<ProjectFiles, 'display'>,
  first: Iterable<string> = [],
): Promise<Loaded> {
  const listing = filesInMemory(new Map(inGit.entries.map(({ path }) => [path, new Uint8Array()])));
  const { files, readMore } = lazyFiles(inGit, { ...listing, display });
  await readMore(first);
  for (;;) {
    const loaded = loadProject(files, options);
    if (!(await readMore())) return loaded;
  }
}

export function mergedFiles(changes: MergeChanges, workingTree: ProjectFiles): LazyFiles {
  const { tree: commit, entries, deleted } = changes;
  const paths = new Set(entries.map(({ path }) => path));
  return lazyFiles(
    { ...changes, commit, inLfs: () => [] },
    {
      ...workingTree,
      list: (globs) => {
        const listed = workingTree.list(globs);
        // A path that is named must not look like one that was removed.
        const here = listed.paths.filter(
          (path) => !deleted.has(path) || globs.filter(isLiteralGlob).includes(path),
        );
        const brought = [...paths].filter(matcher(globs));
        return {
          paths: [...new Set([...here, ...brought])].sort(),
          problems: listed.problems.filter(({ path }) => !paths.has(path)),
        };
      },
      read: (path) =>
        deleted.has(path)
          ? { problem: { code: 'file-missing', message: `File not found: ${path}.` } }
          : workingTree.read(path),
    },
  );
}

/**
 * The commit of the base, and the runtime with which the project is read as it would be after the merge: a branch that
 * lacks commits of its base would seem to undo them.
 *
 * What is checked out may be the merge that a Git host made, perhaps into a newer commit than the event names: changes in
 * between do not belong to the branch. But if the job runs again, or the base was changed to another branch, it is a merge
 * that nobody will make. Then the pull request itself is merged.
 * @param merging.base a revision; `into` is its name for people, `head` that of a pull request, whose merge may be
 * checked out, and `isNewest` whether the base is known to be the newest commit of its branch
 */
export async function asMerged<Given extends GitRuntime>(
  { base: named, isNewest = false, head, into = named }: Merging,
  { config }: Pick<Options, 'config'>,
  runtime: Given,
): Promise<{ base: string; runtime: Given }> {
  const git = await openAround(config, runtime);
  if (git === undefined) return { base: named, runtime };
  const [first, second] = head === undefined ? [] : await parentsOf(git, 'HEAD');
  const isMerge = first !== undefined && second === head;
  if (isMerge && (!isNewest || first === named)) return { base: first, runtime };
  const branch = isMerge ? second : undefined;
  const folder = folderOf(config, runtime.cwd);
  // Whatever is wrong, reading the base says it, or the plan says that the merge is unknown.
  const merge = await mergeOf(git, { named, branch }, folder).catch(ignoreGitError);
  if (isMerge && merge?.changes === undefined)
    return { base: first, runtime: { ...runtime, merge: { base: into, ...merge } } };
  return {
    base: named,
    runtime: merge === undefined ? runtime : { ...runtime, merge: { base: into, ...merge } },
  };
}

interface Merging {
  base: string;
  isNewest?: boolean;
  head?: string | undefined;
  into?: string | undefined;
}

/** @param merging.branch if it is not what is checked out */
async function mergeOf(
  git: GitRepository,
  { named, branch }: { named: string; branch: string | undefined },
  { files, name }: ReturnType<typeof folderOf>,
): Promise<Omit<NonNullable<GitRuntime['merge']>, 'base'> | undefined> {
  const [head, base] = [await git.head(), await findCommit(git, named)];
  const ours = branch === undefined ? head?.commit : await findCommit(git, branch);
  if (head === undefined || base === undefined || ours === undefined) return undefined;
  // What has all commits of its base is as it will be after the merge.
  const asItIs = branch === undefined ? undefined : { isUpToDate: true as const, tree: ours };
  const difference = (await behind(git, ours, base)) ?? asItIs;
  if (difference === undefined) return undefined;
  const { tree, ...how } = difference;
  const changes =
    tree === undefined ? undefined : await changesOf(git, { head: head.commit, tree, name });
  if (changes === undefined || (await touchesWork(git, changes, files))) return how;
  return { ...how, changes };
}

/** `undefined` if the project's folder is not in both. */
async function changesOf(
  git: GitRepository,
  { head, tree, name }: { head: string; tree: string; name: string },
) {
  const [before, after] = await Promise.all(
    [head, tree].map((commit) => filesInCommit(git.objects, commit, git.folder)),
  );
  if (before === undefined || after === undefined) return undefined;
  const ids = new Map(before.map(({ path, id }) => [path, id]));
  const paths = new Set(after.map(({ path }) => path));
  const entries = after.filter(({ path, id }) => ids.get(path) !== id);
  const deleted = new Set([...ids.keys()].filter((path) => !paths.has(path)));
  const conversions = await conversionsOf(git, after, { tree });
  // Settings are read from it before everything else.
  const named = entries.filter(({ path }) => path === name);
  const contents = await readContents(git, tree, named);
  for (const [path, content] of await convertedFiles(git, contents, conversions))
    if ('bytes' in content) contents.set(path, Buffer.from(content.bytes));
  return { git, tree, entries, deleted, known: contents, conversions, before: ids };
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
  if (added.some((path) => isThere(files, path))) return true;
  if (tracked.length === 0) return false;
  const index = tracked.map((path) => ({ path }));
  const committed = await committedOf(git, { index, paths: tracked });
  return committed.size < tracked.length;
}

/** Whether something has this path, whatever it is. */
export function isThere(files: ProjectFiles, path: string): boolean {
  const content = files.read(path);
  return 'bytes' in content || content.problem.code !== 'file-missing';
}
