// Files in a commit and out of it, byte for byte, with a handful of processes whatever their number. [edge]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './git.ts';
import { bytesOf, textOf } from './git-answer.ts';
import type { GitRepository } from './work-tree.ts';

/** Contents by path, with `/`. */
export type Files = Map<string, Buffer>;

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

/** Writes the files as blobs and a tree, touching neither index nor work tree; the tree's id. Throws GitError. */
export async function writeTree(
  repository: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<string> {
  const ids = await writeBlobs(repository, [...files.values()]);
  const entries = [...files.keys()].map((path, i) => `100644 ${ids[i] ?? ''}\t${path}\0`).join('');
  const dir = await mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env: Environment = { GIT_INDEX_FILE: join(dir, 'index') };
    const add = await repository.git(['update-index', '-z', '--index-info'], { input: entries, env });
    textOf('The files of the baseline cannot be listed', add);
    return textOf(
      'The tree of the baseline cannot be written',
      await repository.git(['write-tree'], { env }),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
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
