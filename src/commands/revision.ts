// `--baseline <revision>`: the documents of any commit of this repository as the baseline.
import { findCommit } from '../baseline/find-commit.ts';
import { GitError } from '../baseline/git.ts';
import { type Files, listFolder, readContents } from '../baseline/snapshot.ts';
import type { TreeEntry } from '../baseline/trees.ts';
import type { GitRepository } from '../baseline/work-tree.ts';
import { type Loaded, type LoadOptions, loadProject } from '../desired/load.ts';
import { filesInMemory, type ProjectFiles } from '../desired/project-files.ts';
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Baseline } from './baseline.ts';
import { firstMistake } from './first-mistake.ts';
import type { OpenProject } from './project.ts';

/** Throws {@link CommandError} where there is no such commit; documents that cannot be read are a warning. */
export async function revisionBaseline(
  project: OpenProject,
  revision: string,
): Promise<Pick<Baseline, 'state' | 'note' | 'reason' | 'warnings' | 'versions'>> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined)
    throw unknownRevision(git, `The baseline is to be the commit \`${revision}\``);
  const reason = `the documents of ${shortCommit(commit)} cannot be read`;
  try {
    const loaded = await loadCommit(git, { commit, project, env: 'unknown' });
    const versions = [loaded];
    const mistake = firstMistake(loaded);
    if (mistake !== undefined)
      return { reason, warnings: [`There is no baseline: ${reason} (${mistake})`], versions };
    const note = `The baseline is what commit ${shortCommit(commit)} declares, not what was last applied.`;
    return { state: loaded.state, reason: '', note, warnings: [], versions };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { reason, warnings: [`There is no baseline: ${error.message}.`], versions: [] };
  }
}

/** @param what names the commit, as the beginning of a sentence */
export function unknownRevision(git: GitRepository | undefined, what: string): CommandError {
  return new CommandError({
    code: 'unknown-revision',
    message: `${what}, which is not in this repository.`,
    hint:
      git === undefined
        ? 'This folder is in no Git repository.'
        : 'Name a commit, a branch or a tag that is here. In a workflow, `fetch-depth: 0` of actions/checkout brings the history; a whole commit id is fetched.',
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
