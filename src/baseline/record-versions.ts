// Reads what each recorded apply declared: the documents of the commits behind the ref `applied`, newest first.
import type { ApplyEntry } from '../model/apply-entry.ts';
import { entriesOf, type HistoryRequest, logOf } from './apply-history.ts';
import { inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { bytesOf, GitError, type GitResult, textOf } from './git.ts';
import { localRef, remoteRefs } from './refs.ts';

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

type Git = (args: readonly string[], input?: string) => Promise<GitResult>;

/** Without changing this clone. Throws GitError. */
export async function readVersions(
  repository: GitRepository,
  { ref, former, limit }: HistoryRequest,
): Promise<RecordVersions> {
  const remote = repository.origin
    ? await remoteRefs(repository, [ref, former])
    : { values: new Map<string, string>() };
  const warnings = 'unreachable' in remote ? [`origin could not be reached (${remote.unreachable}).`] : [];
  const commit = 'values' in remote ? (remote.values.get(ref) ?? remote.values.get(former)) : undefined;
  if (commit !== undefined) {
    // The history at origin is fetched with its documents, which are small.
    const options = [`--depth=${limit}`, '--no-filter'];
    const versions = await inTemporary(repository, async ({ git, fetchHistory }) => {
      const fetched = await fetchHistory([commit], options);
      if (fetched.status !== 0) throw new GitError('Could not fetch the history from origin', fetched);
      return versionsOf(git, { commit, limit });
    });
    return { versions, isComplete: versions.length < limit, warnings };
  }
  const own = (await localRef(repository, ref)) ?? (await localRef(repository, former));
  const git: Git = (args, input) => repository.git(args, input === undefined ? {} : { input });
  const versions = own === undefined ? [] : await versionsOf(git, { commit: own, limit });
  return { versions, isComplete: versions.length < limit, warnings };
}

async function versionsOf(git: Git, { commit, limit }: { commit: string; limit: number }): Promise<RecordVersion[]> {
  const entries = entriesOf(await git(logOf(commit, limit)));
  const newest = treeOf(await git(['ls-tree', '-r', '-z', commit]));
  const changes = changesOf(await git([...CHANGES, `--max-count=${limit}`, commit]));
  const trees = [newest];
  for (const { before } of changes.slice(0, -1)) trees.push(undone(trees.at(-1) ?? newest, before));
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
