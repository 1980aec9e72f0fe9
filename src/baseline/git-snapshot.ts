// [edge] Files in a commit: reading them, and making commits, byte for byte.
import { createHash } from 'node:crypto';
import { promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn, messageOf, type TreeEntry } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { type Environment, failure, GitError, type GitResult, textOf } from './git.ts';
import { type ApplyRecord, formatRecord } from './record-format.ts';

// Files in a commit and out of it, byte for byte, with a handful of processes whatever their number.

/** Contents by path, with `/`. */
export type Files = Map<string, Buffer>;

/** Whether they are the same, byte for byte. */
export function sameFiles(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, bytes] of a) {
    const other = b.get(path);
    if (other === undefined || (other !== bytes && Buffer.compare(bytes, other) !== 0)) return false;
  }
  return true;
}

/** Every regular file of the commit's tree. Throws where the commit or a content is not there. */
export async function readFiles(repository: GitRepository, commit: string): Promise<Files> {
  const entries = await listFolder(repository, { commit, folder: '' });
  return readContents(repository, { commit, entries });
}

/** The regular files in a folder of the commit (`''`: its root), by path relative to it. Throws GitError. */
export async function listFolder(
  { objects }: GitRepository,
  { commit, folder }: { commit: string; folder: string },
): Promise<TreeEntry[]> {
  const files = await filesIn(objects, { commit, folder });
  if (files !== undefined) return files;
  const what = `Cannot read ${folder || 'the tree'} of ${commit}`;
  throw new GitError(what, failure('failed', 'it is not in this repository'));
}

/** Throws where a content is not there. */
export async function readContents(
  { objects }: GitRepository,
  { commit, entries }: { commit: string; entries: readonly TreeEntry[] },
): Promise<Files> {
  const contents = await Promise.all(entries.map(({ id }) => objects.read(id)));
  return new Map(entries.map(({ path }, i) => [path, contents[i]?.content ?? missing(path, commit)]));
}

function missing(path: string, commit: string): never {
  throw new Error(`${path} of ${commit} is not in this repository`);
}

/** The message of a commit that this program made. Throws GitError. */
export async function readMessage({ objects }: GitRepository, commit: string): Promise<string> {
  const found = await objects.read(commit);
  if (found !== undefined) return messageOf(found.content);
  const reason = failure('failed', 'it is not in this repository');
  throw new GitError(`Cannot read the baseline ${commit}`, reason);
}

/**
 * Writes the files as blobs and a tree, touching neither index nor work tree; the tree's id. What is committed is not
 * written once more. Throws GitError.
 */
export async function writeTree(
  repository: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  const [paths, contents] = [[...files.keys()], [...files.values()]];
  const quick = await treeOf(repository, paths, await idsOf(repository, contents));
  // `git add -N`, and a partial clone, have ids in the index of what they do not have.
  const written =
    quick.status === 0 ? quick : await treeOf(repository, paths, await writeBlobs(repository, contents));
  return textOf('Cannot write the tree of the baseline', written);
}

async function treeOf(
  repository: GitRepository,
  paths: readonly string[],
  ids: readonly string[],
): Promise<GitResult> {
  const input = paths.map((path, i) => `100644 ${ids[i] ?? ''}\t${path}\0`).join('');
  const dir = await promises.mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env: Environment = { GIT_INDEX_FILE: join(dir, 'index') };
    const add = await repository.git(['update-index', '-z', '--index-info'], { input, env });
    return add.status === 0 ? await repository.git(['write-tree'], { env }) : add;
  } finally {
    await promises.rm(dir, { recursive: true, force: true });
  }
}

/** The ids of blobs in the order of the contents; those that are in the index are not written. */
async function idsOf(repository: GitRepository, contents: Uint8Array[]): Promise<string[]> {
  const known = new Set((await repository.firstIndex()).map(({ id }) => id));
  const [some = ''] = known;
  const ids = contents.map((content) => blobId(content, some.length));
  const missing = contents.filter((_, i) => !known.has(ids[i] ?? ''));
  const written = await writeBlobs(repository, missing);
  let next = 0;
  return ids.map((id) => (known.has(id) ? id : (written[next++] ?? '')));
}

/** As Git names it: by SHA-1, or by SHA-256 where its ids are that long. */
function blobId(content: Uint8Array, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}

/** The ids in the order of the contents. `fast-import` applies no filter: no line ending changes on the way. */
async function writeBlobs(repository: GitRepository, contents: Uint8Array[]): Promise<string[]> {
  if (contents.length === 0) return [];
  const commands = contents.flatMap((content, i) => [
    Buffer.from(`blob\nmark :${i + 1}\ndata ${content.length}\n`),
    content,
    Buffer.from(`\nget-mark :${i + 1}\n`),
  ]);
  const input = Buffer.concat([...commands, Buffer.from('done\n')]);
  const imported = await repository.git(['fast-import', '--quiet', '--done'], { input });
  return textOf('Cannot write the contents of the baseline', imported).split('\n');
}

// Makes the commit of a baseline: whose tree, which parent, by whom and when.

/** Where the tree of an announcement has what it itself is to apply; behind it stands what dead ones had begun. */
export const OWN_INTENT = 0;

type ReadonlyFiles = ReadonlyMap<string, Uint8Array>;

/** What an apply announced: its tree, and the files in it. */
interface AnnouncedTree {
  tree: string;
  files: ReadonlyFiles;
}

export interface CommitRequest extends ApplyRecord {
  files: ReadonlyFiles;
  /** The apply before. */
  parent: string | undefined;
  now: Date;
  /** One's own announcement. */
  announced?: AnnouncedTree | undefined;
  /** Made by this program, whoever runs it. */
  isNobodys?: boolean;
}

/** Writes a commit that holds exactly these files, and moves no ref; its id. Throws GitError. */
export async function commitFiles(repository: GitRepository, request: CommitRequest): Promise<string> {
  const known = request.announced && (await knownTree(repository, request.announced, request.files));
  return commitTree(repository, { ...request, tree: known ?? (await writeTree(repository, request.files)) });
}

/** The announcement of the same files has their tree already. */
async function knownTree(
  repository: GitRepository,
  { tree, files }: AnnouncedTree,
  same: ReadonlyFiles,
): Promise<string | undefined> {
  if (!sameFiles(files, same)) return undefined;
  return (await repository.objects.read(`${tree}:${OWN_INTENT}`))?.id;
}

/** The same of a tree that is there already. */
export async function commitTree(
  repository: GitRepository,
  request: Omit<CommitRequest, 'files'> & { tree: string },
): Promise<string> {
  const [parent, by] = await Promise.all([
    parentOf(repository, request.parent),
    request.isNobodys ? NOBODY : identity(repository),
  ]);
  const date = `@${Math.floor(request.now.getTime() / 1000)} +0000`;
  const env = { ...by, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const input = formatRecord(request);
  const written = await repository.git(['commit-tree', request.tree, ...parent, '-F', '-'], { input, env });
  return textOf('Cannot commit the baseline', written);
}

/** A baseline that could not be fetched is replaced, but cannot be named as the one before. */
async function parentOf(repository: GitRepository, commit: string | undefined): Promise<string[]> {
  if (commit === undefined) return [];
  // In a partial clone the very question fails where origin cannot be reached.
  const found = await repository.objects.read(`${commit}^{commit}`).catch(() => undefined);
  return found === undefined ? [] : ['-p', commit];
}

/** `user.name` and `user.email`, as far as git is configured. */
export async function committerOf(repository: GitRepository): Promise<Map<string, string>> {
  const found = await repository.committer();
  // The last of several counts; the name of a setting is written in lower case, and its value behind a line break.
  const entries = found.stdout.toString().split('\0');
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf('\n');
      return [entry.slice(0, end), entry.slice(end + 1).trim()];
    }),
  );
}

/** Who commits: whom git is configured for, and on a machine without that, this program. */
async function identity(repository: GitRepository): Promise<Record<string, string>> {
  const set = await committerOf(repository);
  const wanted = {
    ...(set.get('user.name') ? {} : NAMED),
    ...(set.get('user.email') ? {} : ADDRESSED),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !repository.env[key]?.trim()));
}

const NO_REPLY = 'noreply@confighub-sync.invalid';
const NAMED = { GIT_AUTHOR_NAME: 'confighub-sync', GIT_COMMITTER_NAME: 'confighub-sync' };
const ADDRESSED = { GIT_AUTHOR_EMAIL: NO_REPLY, GIT_COMMITTER_EMAIL: NO_REPLY };
const NOBODY = { ...NAMED, ...ADDRESSED };
