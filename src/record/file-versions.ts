// All versions of files in a history; commits that the clone lacks are fetched into a temporary repository.
import { counted, withCommas } from '../lib/text.ts';
import type { GitObject, TreeEntry } from './git-objects.ts';
import { endsOfHistory, inTemporary } from './git-history.ts';
import type { GitRepository } from './git-repository.ts';
import { failure, NOT_HERE } from './git.ts';
import { bytesOf, GitError, type GitResult } from './git-result.ts';

/** More of them take long to read. */
const MAX_VERSIONS = 100_000;

/** Both reject with GitError. */
export interface FileVersions {
  /** @param paths pathspecs of Git, from the top */
  list: (paths: readonly string[]) => Promise<TreeEntry[]>;
  /** The contents of these blobs, in any order. */
  read: (ids: Iterable<string>) => AsyncIterable<GitObject>;
}

type GitRunner = (args: readonly string[]) => Promise<GitResult>;

/** Rejects with GitError if the history cannot be read, or has too many versions. */
export async function withFileVersions<Result>(
  repository: GitRepository,
  commits: readonly string[],
  use: (versions: FileVersions) => Promise<Result>,
): Promise<Result> {
  // A partial clone may have to fetch folders.
  const here: GitRunner = (args) => repository.git(args, { network: repository.partial });
  if (!repository.shallow && !repository.partial)
    return use({
      list: (paths) => listed(here, commits, paths),
      read: (ids) => contentsOf(repository, ids),
    });
  if (!repository.origin)
    throw new GitError(FAILED, failure('failed', 'this clone lacks commits, and has no origin'));
  return inTemporary(repository, async ({ git, fetchHistory, fetchObjects, objects }) => {
    const ends = repository.shallow ? await endsOfHistory(repository, ...commits) : [];
    if (ends.length > 0) bytesOf(FAILED, await fetchHistory(ends, { filter: 'blob:none' }));
    return use({
      list: async (paths) => {
        const before = ends.length === 0 ? [] : await listed(git, ends, paths);
        return bounded([...(await listed(here, commits, paths)), ...before]);
      },
      async *read(ids) {
        const blobIds = [...ids];
        const missing = await missingOf(repository, blobIds);
        if (missing.size > 0) bytesOf(FAILED, await fetchObjects([...missing]));
        const present = blobIds.filter((id) => !missing.has(id));
        yield* contentsOf(repository, present);
        yield* contentsOf({ objects }, missing);
      },
    });
  });
}

const FAILED = 'Cannot read the history of this project';

/** All that a commit has and none of its parents, on every branch that was merged. */
const LOG = [
  'log',
  '--full-history',
  '-c',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-follow',
  '--format=',
];
/** Settings that change what it lists. */
const SETTINGS = [
  '-c',
  'log.showRoot=true',
  '-c',
  'diff.relative=false',
  '-c',
  'log.showSignature=false',
];

/** The modes and ids that a file had in each parent, and has in the commit; its path. */
const CHANGE = /:(?:\d{6} )+(\d{6}) (?:[0-9a-f]{40,} )+([0-9a-f]{40,}) [A-Z]+\0([^\0]*)\0/g;

async function listed(
  git: GitRunner,
  commits: readonly string[],
  paths: readonly string[],
): Promise<TreeEntry[]> {
  const log = bytesOf(
    FAILED,
    await git([...SETTINGS, ...LOG, ...commits, '--', ...paths]),
  ).toString();
  const entries: TreeEntry[] = [];
  for (const [, mode = '', id = '', path = ''] of log.matchAll(CHANGE))
    if (mode.startsWith('100')) entries.push({ path, id });
  return bounded(entries);
}

function bounded(entries: readonly TreeEntry[]): TreeEntry[] {
  const distinct = [
    ...new Map(entries.map((entry) => [`${entry.path}\0${entry.id}`, entry])).values(),
  ];
  if (distinct.length > MAX_VERSIONS) {
    const many = `it has ${counted(distinct.length, 'version')} of documents; the limit is ${withCommas(MAX_VERSIONS)}`;
    throw new GitError(FAILED, failure('failed', many));
  }
  return distinct;
}

/** Those that are not in the clone. Asked for one of them, Git would fetch it alone. */
async function missingOf(repository: GitRepository, ids: readonly string[]): Promise<Set<string>> {
  const checked = await repository.git([
    'cat-file',
    '--batch-check=%(objectname)',
    '--batch-all-objects',
    '--unordered',
  ]);
  const here = new Set(bytesOf(FAILED, checked).toString().split('\n'));
  return new Set(ids.filter((id) => !here.has(id)));
}

/** As many are in memory at once. */
const BATCH = 500;

async function* contentsOf(
  { objects }: Pick<GitRepository, 'objects'>,
  ids: Iterable<string>,
): AsyncGenerator<GitObject> {
  const blobIds = [...ids];
  for (let at = 0; at < blobIds.length; at += BATCH) {
    for (const object of await Promise.all(
      blobIds.slice(at, at + BATCH).map((id) => objects.read(id)),
    )) {
      if (object === undefined) throw new GitError(FAILED, NOT_HERE);
      yield object;
    }
  }
}
