// The files of a project as they are committed, whatever line endings, filters and edits made of them in the working tree.
import type { Loaded } from '../documents/load-project.ts';
import { leftOutIn } from '../documents/globs.ts';
import { type FileContent, type ProjectFiles, filesInMemory } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { isLfsPointer } from '../lib/lfs.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { compareText, someOf } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import type { Options, ProcessEnvironment } from '../options.ts';
import {
  type Conversions,
  type Converted,
  convertedFiles,
  uncommittedContent,
} from '../record/conversions.ts';
import { listFolder, readContents } from '../record/git-objects.ts';
import type { GitRepository, IndexEntry } from '../record/git-repository.ts';
import { blobId, committedOf, untrackedPaths } from '../record/working-tree-status.ts';
import type { Runtime } from './runtime.ts';

/** To compare the working tree with Git's index. */
export interface GitCheck {
  git: GitRepository;
  /** That of the project's folder. */
  index: readonly IndexEntry[];
  /** Of the files of the project. */
  conversions: Conversions;
  display: (path: string) => string;
}

/** The files of a project that are not in the working tree as Git has them. */
export interface Uncommitted {
  /** Git calls them unchanged: line endings or a filter made them differ. */
  unchanged: readonly IndexEntry[];
  /** What a checkout makes of those that it converts. */
  converted: ReadonlyMap<string, Converted>;
  changed: readonly IndexEntry[];
  /** Sorted. None before the first commit, when nothing is tracked. */
  untracked: readonly string[];
}

/** A merge does not bring what is not committed, so a plan of the action leaves it out, and so does one of a branch in CI. */
export function leavesOutUncommitted(
  { untrusted, base }: Options,
  env: ProcessEnvironment,
): boolean {
  return isWorkflow(env) && (untrusted !== undefined || base !== undefined);
}

/** What is in the index alone is not committed either. Throws GitError. */
export async function asInHead(check: GitCheck): Promise<GitCheck> {
  const { git, index } = check;
  const head = await git.head();
  if (head === undefined) return check;
  const regular = await listFolder(git, head.commit, git.folder);
  const others = index.filter(({ mode }) => !mode.startsWith('100'));
  return {
    ...check,
    index: [...others, ...regular.map((entry) => ({ ...entry, mode: '100644' }))],
  };
}

export function changedProjectFile(file: string): CommandError {
  return new CommandError({
    code: 'not-committed',
    message: `${file} differs from the commit in this workspace, so a plan would match neither.`,
    hint: 'Leave the file as it is committed, and set what differs as inputs or options, such as `url` and `repository`.',
  });
}

/** Throws GitError. */
export async function uncommittedIn(
  { files }: Loaded,
  { git, index, conversions }: GitCheck,
  merge: Runtime['merge'],
): Promise<Uncommitted> {
  const brought = merge?.changes?.entries ?? [];
  const merged = new Set(brought.map(({ path }) => path));
  const here = index.filter(
    ({ path, mode }) => files.has(path) && mode.startsWith('100') && !merged.has(path),
  );
  const converting = here.filter(({ path }) => conversions.has(path));
  const converted = await convertedFiles(
    git,
    await readContents(git, 'the index', converting),
    conversions,
  );
  const differing = here.filter(({ path, id }) => {
    const [bytes, content] = [files.get(path) ?? NOTHING, converted.get(path)];
    if (content === undefined) return blobId(bytes, id) !== id;
    return 'problem' in content || Buffer.compare(content.bytes, bytes) !== 0;
  });
  const paths = differing.map(({ path }) => path);
  const clean = paths.length === 0 ? new Set() : await committedOf(git, { index, paths });
  const untracked = untrackedPaths([...index, ...brought], files.keys());
  return {
    unchanged: differing.filter(({ path }) => clean.has(path)),
    changed: differing.filter(({ path }) => !clean.has(path)),
    converted,
    untracked: untracked.length > 0 && (await git.head()) !== undefined ? untracked : [],
  };
}

const NOTHING = new Uint8Array();

/** What to read in place of the working tree, by path; `undefined` for a file that is left out. */
export type CommittedFiles = ReadonlyMap<string, FileContent | undefined>;

/**
 * As every checkout of the commit has it. Content in Git LFS is read where it is checked out. Throws GitError.
 * @param alone whether edits and files that are not tracked do not count
 */
export async function committedFiles(
  git: GitRepository,
  { unchanged, changed, untracked, converted }: Uncommitted,
  alone: boolean,
): Promise<CommittedFiles> {
  const contents = await readContents(
    git,
    'the commit',
    alone ? [...unchanged, ...changed] : unchanged,
  );
  const committed = [...contents].filter(([, bytes]) => !isLfsPointer(bytes));
  return new Map<string, FileContent | undefined>([
    ...committed.map(([path, bytes]) => [path, converted.get(path) ?? { bytes }] as const),
    ...(alone ? untracked : []).map((path) => [path, undefined] as const),
  ]);
}

/** What becomes of files that are not committed yet, and what cannot be read without its filter. */
export function convertedEdits(
  { files }: Loaded,
  { git, conversions }: GitCheck,
  { unchanged, converted }: Uncommitted,
): ReadonlyMap<string, FileContent> {
  const isUnchanged = new Set(unchanged.map(({ path }) => path));
  return new Map(
    [...conversions].flatMap(([path, conversion]) => {
      const [bytes, committed] = [files.get(path), converted.get(path)];
      if (
        bytes === undefined ||
        (isUnchanged.has(path) && committed !== undefined && 'bytes' in committed)
      )
        return [];
      return [[path, uncommittedContent(git, { path, conversion, bytes }, committed)]];
    }),
  );
}

export function withCommitted(files: ProjectFiles, committed: CommittedFiles): ProjectFiles {
  const isLeftOut = (path: string) => committed.has(path) && committed.get(path) === undefined;
  const nothing = filesInMemory(new Map());
  return {
    ...files,
    list: (globs) => {
      const { paths, problems } = files.list(globs);
      return { paths: paths.filter((path) => !isLeftOut(path)), problems };
    },
    read: (path) => {
      const content = committed.get(path);
      if (content !== undefined) return content;
      return (isLeftOut(path) ? nothing : files).read(path);
    },
  };
}

/** One warning for all of them. @param alone whether they were left out */
export function uncommittedWarnings(
  { changed, untracked }: Uncommitted,
  {
    display,
    alone,
    project,
  }: { display: (path: string) => string; alone: boolean; project: Project },
): Diagnostic[] {
  const said = alone ? changed.map(({ path }) => `${display(path)} (changed)`) : [];
  const left = untracked.map((path) => (alone ? `${display(path)} (not tracked)` : display(path)));
  const all = [...said, ...left].sort(compareText);
  const [first] = alone
    ? [...changed.map(({ path }) => path), ...untracked].sort(compareText)
    : untracked;
  if (first === undefined) return [];
  const file = display(first);
  const names = someOf(all, { most: 3, noun: 'file' });
  if (alone)
    return [
      {
        severity: 'warning',
        code: 'not-committed',
        message: `This plan leaves out what is not committed: ${names}.`,
        hint: 'Commit what belongs to the project, and remove the rest from the workspace. An apply in this workspace is refused.',
        file,
      },
    ];
  const them = all.length === 1 ? 'it' : 'them';
  const message = `Git does not track ${names}: a plan includes ${them}, but an apply refuses ${them}.`;
  const hint = `Run \`git add\` for files that belong to the project, and leave the others out ${leftOutIn(project, untracked)}.`;
  return [{ severity: 'warning', code: 'untracked', message, hint, file }];
}
