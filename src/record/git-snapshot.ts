// Reads files from commits, and writes commits of files that Git has already, with few processes for any number of files.
import { filesIn, type TreeEntry } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { failure, GitError, textOf } from './git.ts';

/** Contents by path, with `/`. */
export type Files = Map<string, Buffer>;

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

function notThere(what: string): never {
  throw new GitError(`Cannot read ${what}`, failure('failed', 'it is not in this repository'));
}

/** Belongs to no ref: `reset` empties it before git would write it. */
const BRANCH = 'refs/confighub-sync/tree';

/** A commit on no ref. */
interface NewCommit {
  message: string;
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
 * Writes a commit of exactly these files, without touching index, work tree or refs; returns its id. Throws GitError.
 * One process makes all folders and the commit; it applies no filter.
 */
export async function writeCommit(
  repository: GitRepository,
  { message, parent, now, tree, ids = new Map(), texts = new Map() }: NewCommit,
): Promise<string> {
  const lines = [
    `commit ${BRANCH}`,
    'mark :1',
    `committer ${COMMITTER} ${Math.floor(now.getTime() / 1000)} +0000`,
    dataOf(message),
    ...(parent === undefined ? [] : [`from ${parent}`, 'deleteall']),
    // Without a path: the whole tree.
    ...(tree === undefined ? [] : [`M 040000 ${tree} `]),
    ...[...ids].map(([path, id]) => `M 100644 ${id} ${quotedPath(path)}`),
    ...[...texts].map(([path, text]) => `M 100644 inline ${quotedPath(path)}\n${dataOf(text)}`),
    // A line break ends the commit.
    '',
    'get-mark :1',
    `reset ${BRANCH}`,
    'done\n',
  ];
  // Paths that differ only in case are different ones on every machine.
  const options = ['-c', 'core.ignoreCase=false'];
  const written = await repository.git([...options, 'fast-import', '--quiet', '--done'], { input: lines.join('\n') });
  return textOf('Cannot write the record of this apply', written);
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** As `fast-import` reads it. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
