// Reads the history of applies: the commits behind the ref `applied`, newest first, and what each of them declared.
import type { ApplyEntry } from '../model/apply-entry.ts';
import type { RecordRefs } from './applied-record.ts';
import { inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { bytesOf, GitError, type GitResult, textOf } from './git.ts';
import { countsOf, parseRecord } from './record-format.ts';
import { localRef, remoteRefs } from './refs.ts';

export interface HistoryRequest extends Pick<RecordRefs, 'ref' | 'former'> {
  /** The maximum number of applies. */
  limit: number;
}

export interface History {
  entries: ApplyEntry[];
  /** Why the entries may differ from those at origin. */
  warnings: string[];
}

/** The applies of a project. Throws GitError if this clone is broken. */
export async function readHistory(repository: GitRepository, request: HistoryRequest): Promise<History> {
  const { found, warnings } = await inHistory(repository, request, { read: entriesOf });
  return { entries: found, warnings };
}

/** The documents of an apply; versions that did not change share their bytes. */
export interface RecordVersion {
  entry: ApplyEntry;
  /** By path relative to the project's folder. */
  files: ReadonlyMap<string, Uint8Array>;
}

export interface RecordVersions {
  versions: RecordVersion[];
  /** Whether these are all applies. */
  isComplete: boolean;
  /** Why they may differ from those at origin. */
  warnings: string[];
}

/** The same with what each apply declared. Throws GitError. */
export async function readVersions(repository: GitRepository, request: HistoryRequest): Promise<RecordVersions> {
  // At origin, the documents are fetched with the history: they are small.
  const reading = { read: versionsOf, fetchOptions: ['--no-filter'] };
  const { found, warnings } = await inHistory(repository, request, reading);
  return { versions: found, isComplete: found.length < request.limit, warnings };
}

type Git = (args: readonly string[], input?: string) => Promise<GitResult>;

interface Newest {
  commit: string;
  limit: number;
}

interface Reading<Item> {
  read: (git: Git, newest: Newest) => Promise<Item[]>;
  fetchOptions?: readonly string[];
}

/** Reads the history at origin, or else that of this clone. Changes neither. */
async function inHistory<Item>(
  repository: GitRepository,
  { ref, former, limit }: HistoryRequest,
  { read, fetchOptions = [] }: Reading<Item>,
): Promise<{ found: Item[]; warnings: string[] }> {
  const remote = repository.origin
    ? await remoteRefs(repository, [ref, former])
    : { values: new Map<string, string>() };
  const warnings = 'unreachable' in remote ? [`origin could not be reached (${remote.unreachable}).`] : [];
  const commit = 'values' in remote ? (remote.values.get(ref) ?? remote.values.get(former)) : undefined;
  if (commit !== undefined) {
    // Into a temporary repository, because a clone may have only the last record.
    const found = await inTemporary(repository, async ({ fetchHistory, git }) => {
      const fetched = await fetchHistory([commit], [`--depth=${limit}`, ...fetchOptions]);
      if (fetched.status !== 0) throw new GitError('Could not fetch the history from origin', fetched);
      return read(git, { commit, limit });
    });
    return { found, warnings };
  }
  const own = (await localRef(repository, ref)) ?? (await localRef(repository, former));
  const git: Git = (args, input) => repository.git(args, { input });
  return { found: own === undefined ? [] : await read(git, { commit: own, limit }), warnings };
}

async function entriesOf(git: Git, { commit, limit }: Newest): Promise<ApplyEntry[]> {
  const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
  const log = await git(['log', ...options, `--max-count=${limit}`, '--format=%cd%n%B%x00', commit]);
  return textOf('Cannot read the history of applies', log)
    .split('\0')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map(entryOf);
}

function entryOf(text: string): ApplyEntry {
  const newline = text.indexOf('\n');
  const record = parseRecord(text.slice(newline + 1));
  const { source, dirty, actor, run, summary, approved, approvedBy, completedBy, completedIn } = record;
  const isCompleted = completedBy !== undefined || completedIn !== undefined;
  return {
    time: new Date(text.slice(0, newline)).toISOString(),
    commit: source,
    dirty: dirty === undefined ? undefined : true,
    actor,
    run,
    counts: countsOf(summary),
    approved: approved === undefined ? undefined : { force: approved, by: approvedBy },
    completedBy: isCompleted ? { actor: completedBy, run: completedIn } : undefined,
  };
}

async function versionsOf(git: Git, newest: Newest): Promise<RecordVersion[]> {
  const { commit, limit } = newest;
  const entries = await entriesOf(git, newest);
  const last = treeOf(await git(['ls-tree', '-r', '-z', commit]));
  const changes = changesOf(await git([...CHANGES, `--max-count=${limit}`, commit]));
  const trees = [last];
  for (const { before } of changes.slice(0, -1)) trees.push(undone(trees.at(-1) ?? last, before));
  const contents = await contentsOf(git, new Set(trees.flatMap((tree) => [...tree.values()])));
  return entries.map((entry, i) => {
    const files = [...(trees[i] ?? [])].flatMap(([path, id]): [string, Uint8Array][] => {
      const bytes = contents.get(id);
      return bytes === undefined ? [] : [[path, bytes]];
    });
    return { entry, files: new Map(files) };
  });
}

/** Ids of blobs by path. */
type Tree = ReadonlyMap<string, string>;

const CHANGES = [
  'log',
  '--no-show-signature',
  '--format=%H',
  '--raw',
  '--root',
  '-r',
  '-z',
  '--no-abbrev',
  '--no-renames',
];

function treeOf(listed: GitResult): Tree {
  const lines = textOf('Cannot read a record of an apply', listed).split('\0');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
      return id === undefined || path === undefined ? [] : [[path, id]];
    }),
  );
}

/** For each commit the blobs before it of the paths that it changed; `undefined`: there was none. */
function changesOf(log: GitResult): { before: Map<string, string | undefined> }[] {
  const fields = textOf('Cannot read the history of applies', log).split('\0');
  const commits: { before: Map<string, string | undefined> }[] = [];
  for (let i = 0; i < fields.length; i++) {
    const field = (fields[i] ?? '').replace(/^\n/, '');
    const [, mode, id] = /^:(\d{6}) \d{6} ([0-9a-f]+) [0-9a-f]+ \w/.exec(field) ?? [];
    if (/^[0-9a-f]{40,64}$/.test(field)) commits.push({ before: new Map() });
    if (mode === undefined || id === undefined) continue;
    commits.at(-1)?.before.set(fields[++i] ?? '', mode.startsWith('100') ? id : undefined);
  }
  return commits;
}

function undone(tree: Tree, before: ReadonlyMap<string, string | undefined>): Tree {
  const older = new Map(tree);
  for (const [path, id] of before) {
    if (id === undefined) older.delete(path);
    else older.set(path, id);
  }
  return older;
}

async function contentsOf(git: Git, ids: ReadonlySet<string>): Promise<Map<string, Uint8Array>> {
  if (ids.size === 0) return new Map();
  const read = await git(['cat-file', '--batch'], [...ids].map((id) => `${id}\n`).join(''));
  const bytes = bytesOf('Cannot read the records of applies', read);
  const contents = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(bytes.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (id === undefined || size === undefined) continue;
    contents.set(id, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}
