// The commits in an apply: subjects and authors, which of them touched a file, and how Git undoes them.
import posix from 'node:path/posix';
import { inParallel } from '../lib/parallel.ts';
import { type AppliedCommit, shortCommit } from '../model/apply-entry.ts';
import { ATTRIBUTES, convertingLines } from './conversions.ts';
import { inTemporary, type Temporary } from './git-history.ts';
import { type FileContents, readContents } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { bytesOf, type GitResult, textOf } from './git-result.ts';
import { fetchCommits } from './refs.ts';

/** What an apply applied, and what was applied before it. */
export interface AppliedRange {
  /** Absent: it was the first apply. */
  from?: string | undefined;
  to: string;
}

/** A file that a commit changed, with its ids in each parent and in the commit; ids of zeros: it is not there. */
export interface ChangedFile {
  /** From the top of the Git repository. */
  path: string;
  before: string[];
  after: string;
}

export interface Commits {
  git: (args: readonly string[]) => Promise<GitResult>;
  /** Blobs by id. Rejects if one is not to be had. */
  read: (ids: readonly string[]) => Promise<FileContents>;
}

/**
 * Where these commits and all before them can be read: this clone or, if it lacks history, a temporary repository, so that
 * the clone stays as shallow as it is. What is gone at origin, too, is missing.
 * @param commits the newest first: it probably has the others before it
 */
export async function withCommits<Result>(
  repository: GitRepository,
  commits: readonly string[],
  use: (commits: Commits) => Promise<Result>,
): Promise<Result> {
  if (!repository.origin || !repository.shallow) {
    const here = commitsHere(repository);
    if (repository.origin)
      await fetchMissing(here.git, commits, (commit) => fetchCommits(repository, [commit]));
    return use(here);
  }
  return inTemporary(repository, async (temporary) => {
    const { git, fetchHistory } = temporary;
    await fetchMissing(git, commits, (commit) => fetchHistory([commit], { filter: 'blob:none' }));
    return use(commitsIn(temporary, repository));
  });
}

export function commitsHere(repository: GitRepository): Commits {
  return {
    git: (args) => repository.git(args, { network: repository.partial }),
    read: (ids) => contentsOf(repository, ids),
  };
}

/** Those that were fetched without blobs. */
export function commitsIn(
  { git, fetchObjects, objects }: Temporary,
  repository: GitRepository,
): Commits {
  return {
    git,
    read: async (ids) => {
      if (ids.length > 0) bytesOf('Cannot fetch the documents', await fetchObjects(ids));
      return contentsOf({ objects, git: repository.git }, ids);
    },
  };
}

/** One after the other, because one commit brings those before it. */
async function fetchMissing(
  git: Commits['git'],
  commits: readonly string[],
  bring: (commit: string) => Promise<GitResult>,
): Promise<void> {
  for (let left = [...commits]; ; ) {
    const described = await describedCommits({ git }, left);
    const [next, ...others] = left.filter((commit) => !described.has(commit));
    if (next === undefined) return;
    await bring(next);
    left = others;
  }
}

function contentsOf(from: Pick<GitRepository, 'objects' | 'git'>, ids: readonly string[]) {
  return readContents(
    from,
    'these commits',
    ids.map((id) => ({ path: id, id })),
  );
}

const LOG = ['log', '-z', '--no-show-signature', '--encoding=UTF-8', '--no-follow'];
const FORMAT = '--format=%x01%H%x02%P%x02%an%x02%s';

/** Author and subject of those of these commits that are there. */
export async function describedCommits(
  { git }: Pick<Commits, 'git'>,
  commits: readonly string[],
): Promise<ReadonlyMap<string, AppliedCommit>> {
  const [first, ...others] = commits;
  if (first === undefined) return new Map();
  const log = await git([...LOG, '--no-walk', '--ignore-missing', FORMAT, ...commits]);
  if (log.status === 0)
    return new Map(parsed(log).map(({ files: _, ...commit }) => [commit.commit, commit]));
  // Where contents are left out, Git fails for what it would have to fetch.
  if (others.length === 0) return new Map();
  const each = await inParallel(commits, (commit) => describedCommits({ git }, [commit]));
  return new Map(each.flatMap((commitsOfCall) => [...commitsOfCall]));
}

/** Whether all that was applied is part of what was applied before: the apply brought back an older version. */
export async function isRollback(commits: Pick<Commits, 'git'>, range: AppliedRange) {
  const { from, to } = range;
  return from !== undefined && from !== to && (await leadsOn(commits, { from: to, to: from }));
}

/** Whether the last commit of a range contains the first. */
export async function leadsOn({ git }: Pick<Commits, 'git'>, { from, to }: AppliedRange) {
  return from === undefined || (await git(['merge-base', '--is-ancestor', from, to])).status === 0;
}

export interface CommitWithFiles extends AppliedCommit {
  files: ChangedFile[];
}

/** The commits of a range, newest first, with what each changed below a folder and none of its parents has; none: it is gone. */
export async function commitsOf(
  { git }: Pick<Commits, 'git'>,
  { from, to }: AppliedRange,
  { folder, most }: { folder: string; most: number },
): Promise<CommitWithFiles[]> {
  const raw = [
    '--topo-order',
    '--full-history',
    '-c',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    `-n${most}`,
  ];
  const range = from === undefined ? to : `${from}..${to}`;
  const settings = ['-c', 'log.showRoot=true', '-c', 'diff.relative=false'];
  const log = await git([...settings, ...LOG, ...raw, FORMAT, range, '--', folder || '.']);
  return log.status === 0 ? parsed(log) : [];
}

/** Each commit begins with a line of {@link FORMAT}; the files that it changed follow. */
function parsed(log: GitResult): CommitWithFiles[] {
  const commits: CommitWithFiles[] = [];
  const words = textOf('Cannot read the applied commits', log).split('\0');
  for (let i = 0; i < words.length; i++) {
    const word = words[i]?.trimStart() ?? '';
    if (word.startsWith('\x01')) {
      const [commit = '', parents = '', author = '', subject = ''] = word.slice(1).split('\x02');
      commits.push({
        commit,
        parents: parents.split(' ').filter(Boolean),
        author,
        subject,
        files: [],
      });
    } else if (word.startsWith(':')) {
      const ids = word.match(/\b[0-9a-f]{40,}\b/g) ?? [];
      commits
        .at(-1)
        ?.files.push({ path: words[++i] ?? '', before: ids.slice(0, -1), after: ids.at(-1) ?? '' });
    }
  }
  return commits;
}

/** More commits make a line that nobody copies. */
const MOST_REVERTED = 50;

/** What an apply changed of what it read, from the top of the Git repository. */
export interface ChangedPaths {
  /** Of documents and contents. */
  documents: readonly string[];
  projectFile: string;
  isProjectFileChanged: boolean;
}

/**
 * The command that undoes an apply in a new commit for each of its own: merges are undone as they were merged. Leaves out
 * commits that changed nothing of what it read: their work is not the apply's, and Git stops at one that changes nothing.
 * `undefined`: Git has none, because the range does not lead from one commit to the other by merges into it.
 */
export async function undoCommand(
  { git, read }: Commits,
  { from, to }: AppliedRange,
  { documents, projectFile, isProjectFileChanged }: ChangedPaths,
): Promise<string | undefined> {
  const isChanged = documents.length > 0 || isProjectFileChanged;
  if (from === undefined || from === to || !isChanged) return undefined;
  const options = ['--first-parent', '-m', '--raw', '--no-abbrev', '--no-renames'];
  const answer = await git([...LOG, ...options, FORMAT, `${from}..${to}`]);
  const commits = answer.status === 0 ? parsed(answer) : [];
  if (commits.at(-1)?.parents[0] !== from) return undefined;
  const ends = endsOf(commits);
  const settings = [...ends.keys()].filter((path) => decidesReadingOf(projectFile, path));
  const pending = [...documents];
  for (const path of settings)
    if (documents.length === 0 || (await readsDifferently(read, path, ends))) pending.push(path);
  const reverted = new Set<CommitWithFiles>();
  for (const path of pending) {
    const isOfPath = ({ files }: CommitWithFiles) => files.some((file) => file.path === path);
    for (const commit of commits.filter(
      (candidate) => isOfPath(candidate) && !reverted.has(candidate),
    )) {
      reverted.add(commit);
      // Git cannot revert a change of the settings below a later one, and leaves a file that others added on its way.
      const bound = commit.files.map((file) => file.path);
      pending.push(...bound.filter((other) => settings.includes(other) || isOnTheWay(ends, other)));
    }
  }
  if (reverted.size === 0 || reverted.size > MOST_REVERTED) return undefined;
  const chosen = commits.filter((commit) => reverted.has(commit));
  // Git takes the number of a parent for commits with one parent, too.
  const merges = chosen.some(({ parents }) => parents.length > 1) ? ' -m 1' : '';
  return `git revert --no-edit${merges} ${chosen.map(({ commit }) => shortCommit(commit)).join(' ')}`;
}

/** The ids of each changed file before and after a range. */
type Ends = ReadonlyMap<string, { before: string; after: string }>;

/** @param commits the newest first */
function endsOf(commits: readonly CommitWithFiles[]): Ends {
  const ends = new Map<string, { before: string; after: string }>();
  for (const { path, before, after } of commits.flatMap(({ files }) => files))
    ends.set(path, { before: before[0] ?? '', after: ends.get(path)?.after ?? after });
  return ends;
}

const NO_FILE = /^0+$/;

/** Whether a file was added and is gone again, as one that was then renamed. */
function isOnTheWay(ends: Ends, path: string): boolean {
  const { before = '', after = '' } = ends.get(path) ?? {};
  return NO_FILE.test(before) && NO_FILE.test(after);
}

/** Whether it is the project file, or has attributes of files that may be documents. */
function decidesReadingOf(projectFile: string, path: string): boolean {
  if (posix.basename(path) !== ATTRIBUTES) return path === projectFile;
  const [own = '', its = ''] = [projectFile, path].map((file) => `./${posix.dirname(file)}/`);
  return own === '././' || its === '././' || own.startsWith(its) || its.startsWith(own);
}

/** Settings of the project file that change neither what is read nor how. */
const OTHER_SETTINGS =
  /^(?:allowNewContexts|allowSecrets|applyStages|approvals|batch|every|forceKeyPush|limits|onDrift|order|promote|protect|prune|reads|redact|stages):.*\n?(?:[ \t-].*\n?|\n)*/gm;

/** Whether other documents were read, or the same ones differently, and not only because these changed. */
async function readsDifferently(read: Commits['read'], path: string, ends: Ends): Promise<boolean> {
  const { before = '', after = '' } = ends.get(path) ?? {};
  const contents = await read([before, after].filter((id) => !NO_FILE.test(id)));
  const isAttributes = posix.basename(path) === ATTRIBUTES;
  const [old, current] = [before, after].map((id) => {
    const text = contents.get(id)?.toString() ?? '';
    return isAttributes ? convertingLines(text) : text.replace(OTHER_SETTINGS, '');
  });
  return old !== current;
}
