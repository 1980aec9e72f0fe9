// Reads files from commits and writes them as commits, byte for byte, with few processes for any number of files.
import { filesIn, messageOf, type TreeEntry } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { failure, GitError, textOf } from './git.ts';
import { type ApplyRecord, formatRecord } from './record-format.ts';

/** Contents by path, with `/`. */
export type Files = Map<string, Buffer>;

export function sameFiles(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, bytes] of a) {
    const other = b.get(path);
    if (other === undefined || (other !== bytes && Buffer.compare(bytes, other) !== 0)) return false;
  }
  return true;
}

/** Every regular file of the commit's tree. Throws if the commit or a content is missing. */
export async function readFiles(repository: GitRepository, commit: string): Promise<Files> {
  const entries = await listFolder(repository, { commit, folder: '' });
  return readContents(repository, { commit, entries });
}

/** The regular files in a folder of the commit (`''`: its root), by path relative to it. Throws GitError. */
export async function listFolder(
  { objects }: GitRepository,
  { commit, folder }: { commit: string; folder: string },
): Promise<TreeEntry[]> {
  return (await filesIn(objects, { commit, folder })) ?? notThere(`${folder || 'the tree'} of ${commit}`);
}

/** Throws if a content is missing. */
export async function readContents(
  { objects }: GitRepository,
  { commit, entries }: { commit: string; entries: readonly TreeEntry[] },
): Promise<Files> {
  const contents = await Promise.all(entries.map(({ id }) => objects.read(id)));
  return new Map(
    entries.map(({ path }, i) => {
      const content = contents[i]?.content;
      if (content === undefined) throw new Error(`${path} of ${commit} is not in this repository`);
      return [path, content];
    }),
  );
}

/** The message of a commit that this program made. Throws GitError. */
export async function readMessage({ objects }: GitRepository, commit: string): Promise<string> {
  const found = (await objects.read(commit)) ?? notThere(`the baseline ${commit}`);
  return messageOf(found.content);
}

function notThere(what: string): never {
  throw new GitError(`Cannot read ${what}`, failure('failed', 'it is not in this repository'));
}

/** Belongs to no ref: `reset` empties it before git would write it. */
const BRANCH = 'refs/confighub-sync/tree';

/**
 * Writes the files as blobs and a tree, without touching index, work tree or refs; returns the tree's id. Throws GitError.
 * `fast-import` applies no filter, so line endings stay as they are. It tells the tree only within a commit.
 */
export async function writeTree(repository: GitRepository, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const added = [...files].flatMap(([path, content]) => [
    Buffer.from(`M 100644 inline ${quotedPath(path)}\ndata ${content.length}\n`),
    content,
    Buffer.from('\n'),
  ]);
  const begin = Buffer.from(`commit ${BRANCH}\ncommitter <> 0 +0000\ndata 0\n`);
  const input = Buffer.concat([begin, ...added, Buffer.from(`ls ""\nreset ${BRANCH}\ndone\n`)]);
  // Paths that differ only in case are different ones on every machine.
  const options = ['-c', 'core.ignoreCase=false'];
  const imported = await repository.git([...options, 'fast-import', '--quiet', '--done'], { input });
  // `040000 tree <id>`, a tab, and the empty path.
  return (
    textOf('Cannot write the files of the baseline', imported).split(/\s/)[2] ?? notThere('the tree of the baseline')
  );
}

/** As `fast-import` reads it. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** The folder of an announcement's tree with its own intent; those it took over follow. */
export const OWN_INTENT = 0;

type ReadonlyFiles = ReadonlyMap<string, Uint8Array>;

export interface CommitRequest extends ApplyRecord {
  files: ReadonlyFiles;
  /** The commit of the previous apply. */
  parent: string | undefined;
  now: Date;
  /** The tree and files of this run's announcement. */
  announced?: { tree: string; files: ReadonlyFiles } | undefined;
  /** Commit as this program, whatever identity git is configured for. */
  asProgram?: boolean;
}

/** Writes a commit that holds exactly these files, and moves no ref; returns its id. Throws GitError. */
export async function commitFiles(
  repository: GitRepository,
  { announced, files, ...request }: CommitRequest,
): Promise<string> {
  // The announcement of the same files already has their tree.
  const known =
    announced && sameFiles(announced.files, files)
      ? await repository.objects.read(`${announced.tree}:${OWN_INTENT}`)
      : undefined;
  return commitTree(repository, { ...request, tree: known?.id ?? (await writeTree(repository, files)) });
}

/** Like {@link commitFiles}, for a tree that exists. */
export async function commitTree(
  repository: GitRepository,
  request: Omit<CommitRequest, 'files' | 'announced'> & { tree: string },
): Promise<string> {
  const [parent, by] = await Promise.all([
    parentOf(repository, request.parent),
    request.asProgram ? PROGRAM : identity(repository),
  ]);
  const date = `@${Math.floor(request.now.getTime() / 1000)} +0000`;
  const env = { ...by, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const input = formatRecord(request);
  const written = await repository.git(['commit-tree', request.tree, ...parent, '-F', '-'], { input, env });
  return textOf('Cannot commit the baseline', written);
}

/** A baseline that could not be fetched cannot be named as the parent. */
async function parentOf(repository: GitRepository, commit: string | undefined): Promise<string[]> {
  if (commit === undefined) return [];
  // In a partial clone the read fails if origin is unreachable.
  const found = await repository.objects.read(`${commit}^{commit}`).catch(() => undefined);
  return found === undefined ? [] : ['-p', commit];
}

/** `user.name` and `user.email`, where git has them configured. */
export async function committerOf(repository: GitRepository): Promise<Map<string, string>> {
  const settings = await repository.settings();
  const committer = settings.filter(({ key }) => key === 'user.name' || key === 'user.email');
  return new Map(committer.map(({ key, value }) => [key, value.trim()]));
}

/** Variables that make this program the committer where git has no identity configured. */
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
export const PROGRAM = { ...NAMED, ...ADDRESSED };
