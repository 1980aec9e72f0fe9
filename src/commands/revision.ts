// Loads the project from a commit of this repository, reading only the files that it uses.
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
    message: `Unknown ${what}: ${git === undefined ? 'this folder is not in a Git repository' : 'this clone has no such commit'}.`,
    hint:
      git === undefined
        ? 'Run the command in a clone of the project.'
        : 'Use a commit, branch or tag that exists in this clone, or a full commit id, which is fetched. In a workflow, set `fetch-depth: 0` for actions/checkout.',
  });
}

interface CommitOptions extends Pick<LoadOptions, 'env' | 'missingEnv'> {
  commit: string;
  /** The project as checked out. */
  project: OpenProject;
}

export async function loadCommit(git: GitRepository, { commit, project, ...given }: CommitOptions): Promise<Loaded> {
  const { projectFile, choice } = project;
  const entries = await listFolder(git, { commit, folder: git.folder });
  const options = { ...given, projectFile, choice, display: project.display };
  return loadEntries(git, { ...options, commit, entries, first: project.files.keys() });
}

interface EntryOptions extends LoadOptions {
  /** All files below the folder of the project file, by path relative to it. */
  entries: readonly TreeEntry[];
  /** Their source, for messages. */
  commit: string;
  /** Paths to read in the first round. */
  first: Iterable<string>;
  /** A path as shown to users; default: unchanged. */
  display?: ProjectFiles['display'];
}

/** Reads `first`, then in each round the files that the previous round referred to. Throws GitError. */
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

interface RoundReader {
  listing: ProjectFiles;
  contents: Files;
  /** Collects paths that are in the commit but not read yet. */
  wanted: Set<string>;
}

function readerOf({ listing, contents, wanted }: RoundReader): ProjectFiles['read'] {
  return (path) => {
    const bytes = contents.get(path);
    if (bytes !== undefined) return { bytes };
    const listed = listing.read(path);
    if ('bytes' in listed) wanted.add(path);
    return listed;
  };
}

/** The first error, with its place. */
export function firstMistake({ diagnostics }: Pick<Loaded, 'diagnostics'>): string | undefined {
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  return mistake && `${mistake.place ?? mistake.file}: ${mistake.message}`;
}
