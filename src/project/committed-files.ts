// The files of a project as they are committed, whatever line endings, filters and edits made of them in the working tree.
import type { Loaded } from '../documents/load-project.ts';
import { documentMatcher, documentSearcher, leftOutIn, searcher } from '../documents/globs.ts';
import { type FileContent, type ProjectFiles, filesInMemory } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { isLfsPointer } from '../lib/lfs.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { compareText, itOrThem, someOf } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Project } from '../model/project.ts';
import type { Options, ProcessEnvironment } from '../options.ts';
import {
  type Conversions,
  type Converted,
  conversionsOf,
  convertedFiles,
  uncommittedContent,
} from '../record/conversions.ts';
import { listFolder, readContents } from '../record/git-objects.ts';
import { type GitRepository, type IndexEntry, inFolder } from '../record/git-repository.ts';
import {
  blobId,
  committedOf,
  type Missing,
  missingDocuments as findMissing,
  untrackedPaths,
} from '../record/working-tree-status.ts';
import { asConverted } from './git-files.ts';
import type { Runtime } from '../runtime.ts';

/** To compare the working tree with Git's index. */
interface GitCheck {
  git: GitRepository;
  /** That of the project's folder. */
  index: readonly IndexEntry[];
  /** Of the files of the project. */
  conversions: Conversions;
  display: (path: string) => string;
}

/** The files of a project that are not in the working tree as Git has them. */
interface Uncommitted {
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

interface ComparisonWithGit extends Pick<GitCheck, 'git' | 'index'> {
  /** As they are checked out. */
  files: ProjectFiles;
  projectFile: string;
  /** Whether files that Git calls unchanged are read as they are committed. Default: `false`. */
  asCommitted?: boolean | undefined;
  /** Whether what is not committed is left out. Default: `false`. */
  onlyCommitted?: boolean | undefined;
  merge: Runtime['merge'];
}

/** A project beside what Git has of it. */
interface ComparedWithGit {
  conversions: Conversions;
  /** What to read in place of the files that were read; absent: they are what Git has, or what it will have. */
  instead?: { files: ProjectFiles; isOfProject: boolean } | undefined;
  /** Files that count although they are not committed, as shown to users: changed ones, and those that Git does not track. */
  changed: readonly string[];
  untracked: readonly string[];
  /** What to say of the files that were read in the end. */
  warningsFor: (loaded: Loaded) => Diagnostic[];
}

/**
 * Finds the files that the working tree does not have as Git has them. Throws {@link CommandError} if what is not committed
 * is left out, and the project file is among it; and GitError.
 * @param loaded the project as it is checked out
 */
export async function compareWithGit(
  loaded: Loaded,
  {
    files,
    projectFile,
    asCommitted = false,
    onlyCommitted = false,
    merge,
    ...repository
  }: ComparisonWithGit,
): Promise<ComparedWithGit> {
  const { git } = repository;
  const { display } = files;
  const index = inFolder(repository.index, git.folder);
  const conversions = await conversionsIn(git, index, loaded, merge);
  const check: GitCheck = { git, index, conversions, display };
  const uncommitted = await uncommittedIn(
    loaded,
    onlyCommitted ? await asInHead(check) : check,
    merge,
  );
  // Without its project file, nothing would be left of a project that was generated as a whole.
  const isAlone = onlyCommitted && !uncommitted.untracked.includes(projectFile);
  // The server, the record and the rules of a plan would be those of different files.
  if (isAlone && uncommitted.changed.some(({ path }) => path === projectFile))
    throw changedProjectFile(projectFile);
  const committed: CommittedFiles = asCommitted
    ? await committedFiles(git, uncommitted, isAlone)
    : new Map();
  const edits = isAlone ? new Map() : convertedEdits(loaded, check, uncommitted);
  const instead = committed.size + conversions.size > 0 && {
    files: asConverted(withCommitted(files, committed), edits, conversions),
    isOfProject: committed.has(projectFile) || conversions.has(projectFile),
  };
  return {
    conversions,
    instead: instead || undefined,
    changed: isAlone ? [] : uncommitted.changed.map(({ path }) => display(path)),
    untracked: isAlone ? [] : uncommitted.untracked.map(display),
    warningsFor: (read) => [
      ...missingDocuments(read, check),
      ...uncommittedWarnings(uncommitted, { display, alone: isAlone, project: read.project }),
    ],
  };
}

/** Of all that Git has of a project, and of what is beside it. Throws GitError. */
async function conversionsIn(
  git: GitRepository,
  index: GitCheck['index'],
  { files }: Loaded,
  merge: Runtime['merge'],
): Promise<Conversions> {
  const tracked = new Set(index.map(({ path }) => path));
  const others = [...files.keys()].filter((path) => !tracked.has(path)).map((path) => ({ path }));
  const here = await conversionsOf(git, [...index, ...others]);
  return new Map([...here, ...(merge?.changes?.conversions ?? [])]);
}

/** What is in the index alone is not committed either. Throws GitError. */
async function asInHead(check: GitCheck): Promise<GitCheck> {
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

function changedProjectFile(file: string): CommandError {
  return new CommandError({
    code: 'not-committed',
    message: `${file} differs from the commit in this workspace, so a plan would match neither.`,
    hint: 'Leave the file as it is committed, and set what differs as inputs or options, such as `url` and `repository`.',
  });
}

/** Throws GitError. */
async function uncommittedIn(
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
type CommittedFiles = ReadonlyMap<string, FileContent | undefined>;

/**
 * As every checkout of the commit has it. Content in Git LFS is read where it is checked out. Throws GitError.
 * @param alone whether edits and files that are not tracked do not count
 */
async function committedFiles(
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
function convertedEdits(
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

function withCommitted(files: ProjectFiles, committed: CommittedFiles): ProjectFiles {
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
function uncommittedWarnings(
  { changed, untracked }: Uncommitted,
  {
    display,
    alone,
    project,
  }: { display: (path: string) => string; alone: boolean; project: Project },
): Diagnostic[] {
  const said = alone ? changed.map(({ path }) => `${display(path)} (changed)`) : [];
  const left = untracked.map((path) => (alone ? `${display(path)} (not tracked)` : display(path)));
  const paths = [...said, ...left].sort(compareText);
  const [first] = alone
    ? [...changed.map(({ path }) => path), ...untracked].sort(compareText)
    : untracked;
  if (first === undefined) return [];
  const file = display(first);
  const names = someOf(paths, { most: 3, noun: 'file' });
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
  const them = itOrThem(paths.length);
  const message = `Git does not track ${names}: a plan includes ${them}, but an apply refuses ${them}.`;
  const hint = `Run \`git add\` for files that belong to the project, and leave the others out ${leftOutIn(project, untracked)}.`;
  return [{ severity: 'warning', code: 'untracked', message, hint, file }];
}

/** A document missing from the working tree must not look like one that was removed. */
function missingDocuments(loaded: Loaded, { git, index, display }: GitCheck): Diagnostic[] {
  const { project } = loaded;
  const search = { isDocument: documentMatcher(project), isSearched: documentSearcher(project) };
  const missing = findMissing(git, { index, search });
  return missing.map(({ path, kind }) => ({
    severity: 'error',
    code: 'file-missing',
    ...MISSING[kind](path, leftOutIn(project, [path], searcher)),
    file: display(path),
  }));
}

/** @param leftOut where the path can be left out, as the end of a sentence */
const MISSING: Record<
  Missing['kind'],
  (path: string, leftOut: string) => { message: string; hint: string }
> = {
  document: (path) => ({
    message: `The document ${path} is in Git but missing from the working tree (sparse checkout, or removed without \`git rm\`).`,
    hint: 'Check it out, or remove it with `git rm`.',
  }),
  submodule: (path, leftOut) => ({
    message: `The project looks into the submodule ${path}, which is not checked out.`,
    hint: `Run \`git submodule update --init\` (in a workflow, set \`submodules: true\` for actions/checkout), or leave it out ${leftOut}.`,
  }),
  link: (path, leftOut) => ({
    message: `The project looks into ${path}, which is a broken symbolic link.`,
    hint: `Check out its target, remove it with \`git rm\`, or leave it out ${leftOut}.`,
  }),
};
