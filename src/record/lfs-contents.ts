// Finds the contents behind Git LFS pointers, if they are available locally. Downloads nothing.
import { createHash } from 'node:crypto';
import { join } from 'node:path/posix';
import { lfsIdOf } from '../lib/lfs.ts';
import type { FileContents } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { blobId } from './working-tree-status.ts';

/** The name that Git LFS has for a content. */
export function lfsId(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * These files with the contents of their pointers; a pointer whose content is not at hand stays.
 * @param candidates contents that may be among them
 */
export async function withLfsContents(
  repository: GitRepository,
  files: FileContents,
  candidates: Iterable<Uint8Array>,
): Promise<FileContents> {
  const pointers = [...files].filter(([, bytes]) => lfsIdOf(bytes) !== undefined);
  if (pointers.length === 0) return files;
  const contentsById = new Map([...candidates].map((content) => [lfsId(content), content]));
  const resolved: FileContents = new Map(files);
  for (const [path, pointer] of pointers) {
    const id = lfsIdOf(pointer) ?? '';
    const content = contentsById.get(id) ?? (await throughFilter(repository, path, pointer));
    if (content !== undefined && lfsId(content) === id) resolved.set(path, Buffer.from(content));
  }
  return resolved;
}

/** An address at which nothing is: the filter then reads only its own store. With its variable, it reads not even that. */
const NO_DOWNLOAD = {
  args: ['-c', 'lfs.url=file:///nowhere'],
  env: { GIT_LFS_SKIP_SMUDGE: undefined },
};

/** As the filter of Git LFS gives it. */
async function throughFilter(
  repository: GitRepository,
  path: string,
  pointer: Buffer,
): Promise<Buffer | undefined> {
  const hasFilter = repository.settings.some(
    ({ key }) => key === 'filter.lfs.smudge' || key === 'filter.lfs.process',
  );
  if (!hasFilter) return undefined;
  const head = await repository.head();
  const id = blobId(pointer, head?.commit);
  const { args, env } = NO_DOWNLOAD;
  const gitArgs = [...args, 'cat-file', '--filters', `--path=${join(repository.folder, path)}`, id];
  const answer = await repository.git(gitArgs, { env });
  return answer.status === 0 ? answer.stdout : undefined;
}
