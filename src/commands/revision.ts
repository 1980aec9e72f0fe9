// The project as any commit of this repository has it: only what it names is read.
import type { TreeEntry } from '../baseline/git-objects.ts';
import type { GitRepository } from '../baseline/git-repository.ts';
import { type Files, listFolder, readContents } from '../baseline/git-snapshot.ts';
import { type Loaded, type LoadOptions, loadProject } from '../documents/load-project.ts';
import { filesInMemory, type ProjectFiles } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import type { OpenProject } from './project.ts';

/** @param what the option and the revision given for it */
export function unknownRevision(git: GitRepository | undefined, what: string): CommandError {
  return new CommandError({
    code: 'unknown-revision',
    message: `Unknown ${what}: this clone has no such commit.`,
    hint:
      git === undefined
        ? 'Not a Git repository.'
        : 'Use a commit, branch or tag that exists in this clone, or a full commit id, which is fetched. In a workflow, set `fetch-depth: 0` for actions/checkout.',
  });
}

interface CommitOptions extends Pick<LoadOptions, 'env' | 'missingEnv'> {
  commit: string;
  /** As it is checked out. */
  project: OpenProject;
}

export async function loadCommit(
  git: GitRepository,
  { commit, project, ...given }: CommitOptions,
): Promise<Loaded> {
  const { projectFile } = project;
  const entries = await listFolder(git, { commit, folder: git.folder });
  const options = { ...given, projectFile };
  return loadEntries(git, { ...options, commit, entries, first: project.files.keys() });
}

interface EntryOptions extends LoadOptions {
  /** What there is in the folder of the project file, by path relative to it. */
  entries: readonly TreeEntry[];
  /** What they are of, for messages. */
  commit: string;
  /** Paths to begin with. */
  first: Iterable<string>;
  /** How people find a file; default: its path. */
  display?: ProjectFiles['display'];
}

/**
 * A project out of Git. Only what it names is read, whatever else there is: what is to be read first, and then each round
 * finds what the one before named. Throws GitError.
 */
export async function loadEntries(
  git: GitRepository,
  { entries: listed, commit, first, display = (path) => path, ...options }: EntryOptions,
): Promise<Loaded> {
  const listing = filesInMemory(new Map(listed.map(({ path }) => [path, new Uint8Array()])));
  const contents: Files = new Map();
  for (let wanted = new Set(first); ; ) {
    const entries = listed.filter(({ path }) => wanted.has(path));
    for (const [path, bytes] of await readContents(git, { commit, entries })) contents.set(path, bytes);
    wanted = new Set();
    const files = { ...listing, display, read: readerOf({ listing, contents, wanted }) };
    const loaded = loadProject(files, options);
    if (wanted.size === 0) return loaded;
  }
}

interface Reading {
  listing: ProjectFiles;
  contents: Files;
  /** Gets the paths that are in the commit and were not read yet. */
  wanted: Set<string>;
}

function readerOf({ listing, contents, wanted }: Reading): ProjectFiles['read'] {
  return (path) => {
    const bytes = contents.get(path);
    if (bytes !== undefined) return { bytes };
    const there = listing.read(path);
    if ('bytes' in there) wanted.add(path);
    return there;
  };
}

// What is wrong with documents that were read out of a commit.

/** The first mistake, with its place; `undefined`: there is none. */
export function firstMistake({ diagnostics }: Pick<Loaded, 'diagnostics'>): string | undefined {
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  return mistake && `${mistake.place ?? mistake.file}: ${mistake.message}`;
}
