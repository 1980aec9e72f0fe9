// [edge] Reads Git objects through one `git cat-file` process, and writes commits: starting git takes longer than a read.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';
import { end, ending, failure, NOT_HERE, NOT_INSTALLED, tooLate } from './git.ts';
import { GitError, type GitResult, textOf } from './git-result.ts';

export interface GitObject {
  id: string;
  type: string;
  content: Buffer;
}

/** Larger objects are not read. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The first line of an object. Any other line, such as `<name> missing`, is the whole answer. */
const HEAD = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/;

/** The process is ended after this time without a read. Most requests to origin and to the server take less. */
const IDLE_MS = 2000;

/** Runs `git cat-file --batch`, started on the first read. It does not keep the program running. */
export class ObjectReader {
  readonly #start: () => ChildProcessWithoutNullStreams;
  readonly #timeoutMs: number;
  #child: ChildProcessWithoutNullStreams | undefined;
  #waiting: {
    resolve: (object: GitObject | undefined) => void;
    reject: (error: GitError) => void;
  }[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the next answer, as far as they are known. */
  #needed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(start: () => ChildProcessWithoutNullStreams, timeoutMs: number) {
    this.#start = start;
    this.#timeoutMs = timeoutMs;
  }

  /** @param name an id, or any other name. `undefined`: not found. Throws GitError. */
  async read(name: string): Promise<GitObject | undefined> {
    // Git reads names line by line.
    if (name.includes('\n')) return undefined;
    return new Promise((resolve, reject) => {
      const child = this.#child ?? this.#begin();
      this.#waiting.push({ resolve, reject });
      this.#watch(child);
      child.stdin.write(`${name}\n`);
    });
  }

  /** Ends the process now, and not after a while without a read. */
  close(): void {
    clearTimeout(this.#timer);
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  #begin(): ChildProcessWithoutNullStreams {
    const child = this.#start();
    this.#child = child;
    child.stderr.resume();
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk, child));
    child.unref();
    for (const stream of [child.stdin, child.stderr]) (stream as unknown as Socket).unref();
    ending(child).then(({ error }) => {
      const result =
        error?.code === 'ENOENT' ? NOT_INSTALLED : failure('failed', 'git ended unexpectedly');
      if (child === this.#child) this.#fail(child, result);
    });
    return child;
  }

  /** Limits the time of pending reads; without any, the process may end. */
  #watch(child: ChildProcessWithoutNullStreams): void {
    const stdout = child.stdout as unknown as Socket;
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) {
      stdout.ref();
      this.#timer = setTimeout(() => this.#fail(child, tooLate(this.#timeoutMs)), this.#timeoutMs);
    } else {
      stdout.unref();
      this.#timer = setTimeout(() => {
        this.#child = undefined;
        child.stdin.end();
      }, IDLE_MS).unref();
    }
  }

  #take(chunk: Buffer, child: ChildProcessWithoutNullStreams): void {
    if (child !== this.#child) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= this.#needed) this.#answer(Buffer.concat(this.#chunks), child);
    if (child === this.#child) this.#watch(child);
  }

  /** Answers the reads whose objects are complete. */
  #answer(bytes: Buffer, child: ChildProcessWithoutNullStreams): void {
    let unread = bytes;
    let needed = 0;
    for (let line = unread.indexOf(10); line !== -1; line = unread.indexOf(10)) {
      const [, id = '', type, size = '0'] = HEAD.exec(unread.toString('utf8', 0, line)) ?? [];
      const [from, to] = [line + 1, line + 1 + Number(size)];
      if (to - from > MAX_BYTES) {
        this.#fail(child, failure('failed', 'an object is larger than 256 MiB'));
        return;
      }
      // The content ends with a line break.
      needed = type === undefined ? from : to + 1;
      if (unread.length < needed) break;
      this.#waiting
        .shift()
        ?.resolve(
          type === undefined ? undefined : { id, type, content: unread.subarray(from, to) },
        );
      unread = unread.subarray(needed);
      needed = 0;
    }
    this.#keep(unread, needed);
  }

  #keep(unread: Buffer, needed: number): void {
    this.#chunks = [unread];
    this.#size = unread.length;
    this.#needed = needed;
  }

  /** Ends the process; the next read starts another one. */
  #fail(child: ChildProcessWithoutNullStreams, result: GitResult): void {
    this.#child = undefined;
    this.#keep(Buffer.alloc(0), 0);
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0))
      reject(new GitError('Cannot read Git objects', result));
    end(child);
  }
}

/** The message of a commit, decoded as its headers say. */
export function messageOf(commit: Buffer): string {
  const end = commit.indexOf('\n\n');
  const encoding = /^encoding (.+)$/m.exec(commit.toString('latin1', 0, end))?.[1] ?? 'utf-8';
  const message = commit.subarray(end + 2);
  return attempt(() => new TextDecoder(encoding).decode(message)) ?? message.toString();
}

/** What of a repository reads and writes its objects. */
interface Clone {
  objects: ObjectReader;
  git: (args: readonly string[], call: { input: string }) => Promise<GitResult>;
}

export interface Commit {
  tree: string;
  /** Also in a shallow clone, which hides them from `git log`. */
  parents: string[];
  /** When it was committed; ISO 8601. */
  time: string;
  message: string;
}

/** Throws GitError, also if there is no such commit. */
export async function readCommit(objects: ObjectReader, id: string): Promise<Commit> {
  const object = await objects.read(`${id}^{commit}`);
  if (object === undefined) throw new GitError(`Cannot read commit ${id}`, NOT_HERE);
  const [head = ''] = object.content.toString().split('\n\n', 1);
  const [, tree = ''] = /^tree ([0-9a-f]+)$/m.exec(head) ?? [];
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
  const [, seconds] = /^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(head) ?? [];
  return {
    tree,
    parents,
    time: new Date(Number(seconds ?? 0) * 1000).toISOString(),
    message: messageOf(object.content),
  };
}

/** A regular file of a tree. */
export interface TreeEntry {
  path: string;
  id: string;
}

/**
 * The regular files in a folder of a commit or tree (`''`: its root), without symbolic links and submodules, by path
 * relative to it. `undefined` if the folder or a part of it is missing. Throws GitError.
 */
export function filesInCommit(
  objects: ObjectReader,
  commit: string,
  folder: string,
): Promise<TreeEntry[] | undefined> {
  return filesBelow(objects, `${commit}:${folder}`, '');
}

/** The same; none if the commit does not have the folder. Throws GitError if a part of it is not in this clone. */
export async function listFolder(
  { objects }: Clone,
  commit: string,
  folder: string,
): Promise<TreeEntry[]> {
  const files = await filesInCommit(objects, commit, folder);
  if (files !== undefined) return files;
  if (await lacks(objects, commit, folder)) return [];
  throw new GitError(`Cannot read ${folder || 'the tree'} of ${commit}`, NOT_HERE);
}

/** Whether the commit is here, and does not have the folder. */
async function lacks(objects: ObjectReader, commit: string, folder: string): Promise<boolean> {
  let tree = `${commit}:`;
  for (const name of folder.split('/').filter((part) => part !== '')) {
    const members = await membersOf(objects, tree);
    if (members === undefined) return false;
    const member = members.find((candidate) => candidate.name === name);
    if (member?.mode !== FOLDER) return true;
    tree = member.id;
  }
  return false;
}

const FOLDER = '40000';

async function filesBelow(
  objects: ObjectReader,
  tree: string,
  prefix: string,
): Promise<TreeEntry[] | undefined> {
  const members = await membersOf(objects, tree);
  const parts = await Promise.all(
    (members ?? []).map(async ({ mode, name, id }): Promise<TreeEntry[] | undefined> => {
      const path = `${prefix}${name}`;
      if (mode === FOLDER) return filesBelow(objects, id, `${path}/`);
      return /^100\d{3}$/.test(mode) ? [{ path, id }] : [];
    }),
  );
  const lists = parts.filter((part) => part !== undefined);
  return members === undefined || lists.length < parts.length ? undefined : lists.flat();
}

/** The entries of a tree, each `<mode> <name>\0<binary id>`; `undefined` if there is no such tree. */
async function membersOf(objects: ObjectReader, name: string) {
  const tree = await objects.read(name);
  if (tree?.type !== 'tree') return undefined;
  const { content } = tree;
  const length = tree.id.length / 2;
  const members: { mode: string; name: string; id: string }[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const nul = content.indexOf(0, space);
    members.push({
      mode: content.toString('latin1', at, space),
      name: content.toString('utf8', space + 1, nul),
      id: content.toString('hex', nul + 1, nul + 1 + length),
    });
    at = nul + 1 + length;
  }
  return members;
}

/** The id of the tree that Git makes of an index, in the order in which Git lists it. */
export function treeId(index: readonly (TreeEntry & { mode: string })[]): string {
  let at = 0;
  const idOf = (folder: string): string => {
    const members: Buffer[] = [];
    const add = (mode: string, name: string, id: string) =>
      members.push(Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex'));
    for (let entry = index[at]; entry?.path.startsWith(folder); entry = index[at]) {
      const { mode, path, id } = entry;
      const end = path.indexOf('/', folder.length);
      if (end === -1) at++;
      if (end === -1) add(mode, path.slice(folder.length), id);
      else add(FOLDER, path.slice(folder.length, end), idOf(path.slice(0, end + 1)));
    }
    const bytes = Buffer.concat(members);
    const hash = createHash(index[0]?.id.length === 64 ? 'sha256' : 'sha1');
    return hash.update(`tree ${bytes.length}\0`).update(bytes).digest('hex');
  };
  return idOf('');
}

/** Contents by path, with `/`. */
export type FileContents = Map<string, Buffer>;

/** Throws if a content is missing. */
export async function readContents(
  { objects }: Clone,
  commit: string,
  entries: readonly TreeEntry[],
): Promise<FileContents> {
  const contents = await Promise.all(entries.map(({ id }) => objects.read(id)));
  return new Map(
    entries.map(({ path }, i) => {
      const content = contents[i]?.content;
      if (content === undefined) throw new GitError(`Cannot read ${path} of ${commit}`, NOT_HERE);
      return [path, content];
    }),
  );
}

/** Belongs to no ref: `reset` empties it before git would write it. */
const BRANCH = 'refs/confighub-sync/tree';

/** A commit on no ref. */
export interface NewCommit {
  message: string;
  /** A commit, or `:1` for the first of those that are written together. */
  parent: string | undefined;
  now: Date;
  /** A tree that exists, for its files. */
  tree?: string;
  /** Ids of blobs by path, with `/`. */
  ids?: ReadonlyMap<string, string>;
  /** Texts by path, of files that Git may not have yet. */
  texts?: ReadonlyMap<string, string>;
}

/** Records are committed by this program: who applied is a field of theirs. */
const COMMITTER = 'confighub-sync <noreply@confighub-sync.invalid>';

/**
 * Writes commits of exactly these files, without touching index, working tree or refs; returns their ids. Throws GitError.
 * One process makes all folders and commits; it applies no filter.
 */
export async function writeCommits(
  repository: Clone,
  commits: readonly NewCommit[],
): Promise<string[]> {
  const lines = [...commits.flatMap((commit, i) => commandsFor(commit, `:${i + 1}`)), 'done\n'];
  // Paths that differ only in case are different ones on every machine.
  const options = ['-c', 'core.ignoreCase=false'];
  const written = await repository.git([...options, 'fast-import', '--quiet', '--done'], {
    input: lines.join('\n'),
  });
  return textOf('Cannot write the record of this apply', written).split('\n');
}

export async function writeCommit(repository: Clone, commit: NewCommit): Promise<string> {
  const [id = ''] = await writeCommits(repository, [commit]);
  return id;
}

function commandsFor(
  { message, parent, now, tree, ids = new Map(), texts = new Map() }: NewCommit,
  mark: string,
): string[] {
  return [
    `commit ${BRANCH}`,
    `mark ${mark}`,
    `committer ${COMMITTER} ${Math.floor(now.getTime() / 1000)} +0000`,
    dataOf(message),
    ...(parent === undefined ? [] : [`from ${parent}`, 'deleteall']),
    // Without a path: the whole tree.
    ...(tree === undefined ? [] : [`M 040000 ${tree} `]),
    ...[...ids].map(([path, id]) => `M 100644 ${id} ${quotedPath(path)}`),
    ...[...texts].map(([path, text]) => `M 100644 inline ${quotedPath(path)}\n${dataOf(text)}`),
    // A line break ends the commit.
    '',
    `get-mark ${mark}`,
    `reset ${BRANCH}`,
  ];
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** As `fast-import` reads it. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
