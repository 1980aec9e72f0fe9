// Files in a commit and out of it, byte for byte, with a handful of processes whatever their number. [edge]
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './git.ts';
import { bytesOf, type GitResult, textOf } from './git-answer.ts';
import type { GitRepository } from './work-tree.ts';

/** Contents by path, with `/`. */
export type Files = Map<string, Buffer>;

/** Whether they are the same, byte for byte. */
export function sameFiles(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, bytes] of a) {
    const other = b.get(path);
    if (other === undefined || Buffer.compare(bytes, other) !== 0) return false;
  }
  return true;
}

/** Every regular file of the commit's tree. Throws where the commit or a content is not there. */
export async function readFiles(repository: GitRepository, commit: string): Promise<Files> {
  const listed = await repository.git(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const entries = parseTree(bytesOf(`The tree of ${commit} cannot be read`, listed).toString());
  return readContents(repository, { commit, entries });
}

/** A regular file of a tree. */
export interface TreeEntry {
  path: string;
  id: string;
}

/** The regular files in a folder of the commit (`''`: its root), by path relative to it. Throws GitError. */
export async function listFolder(
  repository: GitRepository,
  { commit, folder }: { commit: string; folder: string },
): Promise<TreeEntry[]> {
  const listed = await repository.git(['ls-tree', '-r', '-z', '--full-tree', `${commit}:${folder}`]);
  return parseTree(bytesOf(`${folder || 'The tree'} of ${commit} cannot be read`, listed).toString());
}

/** Throws where a content is not there. */
export async function readContents(
  repository: GitRepository,
  { commit, entries }: { commit: string; entries: readonly TreeEntry[] },
): Promise<Files> {
  if (entries.length === 0) return new Map();
  const input = entries.map(({ id }) => `${id}\n`).join('');
  // With the network: in a partial clone somebody else's fetch may have left the contents at origin.
  const batch = await repository.git(['cat-file', '--batch'], { input, network: true });
  const contents = parseBatch(bytesOf(`The contents of ${commit} cannot be read`, batch));
  return new Map(entries.map(({ path }, i) => [path, contents[i] ?? missing(path, commit)]));
}

function missing(path: string, commit: string): never {
  throw new Error(`${path} of ${commit} is not in this repository`);
}

/** The message of a commit that this program made. Throws GitError. */
export async function readMessage(repository: GitRepository, commit: string): Promise<string> {
  const raw = await repository.git(['cat-file', 'commit', commit]);
  const text = textOf(`The baseline ${commit} cannot be read`, raw);
  return text.slice(text.indexOf('\n\n') + 2);
}

/** `<mode> <type> <id>\t<path>\0` each; symbolic links and submodules are none of ours. */
function parseTree(text: string): TreeEntry[] {
  return text.split('\0').flatMap((entry) => {
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry);
    return match === null ? [] : [{ id: match[1] ?? '', path: match[2] ?? '' }];
  });
}

/** `<id> blob <size>\n<bytes>\n` each, or `<id> missing\n`. */
function parseBatch(output: Buffer): (Buffer | undefined)[] {
  const contents: (Buffer | undefined)[] = [];
  for (let offset = 0; offset < output.length; ) {
    const start = output.indexOf(10, offset) + 1;
    const size = / blob (\d+)$/.exec(output.toString('latin1', offset, start - 1))?.[1];
    const end = start + Number(size ?? 0);
    contents.push(size === undefined ? undefined : output.subarray(start, end));
    offset = size === undefined ? start : end + 1;
  }
  return contents;
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
  return textOf('The tree of the baseline cannot be written', written);
}

async function treeOf(
  repository: GitRepository,
  paths: readonly string[],
  ids: readonly string[],
): Promise<GitResult> {
  const input = paths.map((path, i) => `100644 ${ids[i] ?? ''}\t${path}\0`).join('');
  const dir = await mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env: Environment = { GIT_INDEX_FILE: join(dir, 'index') };
    const add = await repository.git(['update-index', '-z', '--index-info'], { input, env });
    return add.status === 0 ? await repository.git(['write-tree'], { env }) : add;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The ids of blobs in the order of the contents; those that are in the index are not written. */
async function idsOf(repository: GitRepository, contents: Uint8Array[]): Promise<string[]> {
  const known = new Set((await repository.index()).map(({ id }) => id));
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
  return textOf('The contents of the baseline cannot be written', imported).split('\n');
}
