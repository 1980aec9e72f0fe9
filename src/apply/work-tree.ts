// Which files of a project differ from the commit: an apply pushes what is committed.
import { documentMatcher } from '../documents/globs.ts';
import { compareText } from '../lib/text.ts';
import { inFolder } from '../record/git-repository.ts';
import { listFolder } from '../record/git-snapshot.ts';
import { blobId, isLfsPointer } from '../record/work-tree-status.ts';
import type { OpenProject } from './project.ts';

/** The files of a project compared with the checked-out commit. */
export interface Differences {
  /** Ids of the blobs that the commit has of them, by path relative to the project. */
  ids: ReadonlyMap<string, string>;
  /** Those that the commit does not have so, as shown to users, each with the reason. Sorted. */
  uncommitted: string[];
}

/** `undefined` outside Git. Before the first commit nothing is committed. Throws GitError. */
export async function differences(project: OpenProject): Promise<Differences | undefined> {
  const { git, files } = project;
  if (git === undefined) return undefined;
  const head = await git.head();
  const entries = head === undefined ? [] : await listFolder(git, { commit: head.commit, folder: git.folder });
  const committed = new Map(entries.map(({ path, id }) => [path, id]));
  const modes = new Map(inFolder(project.index, git.folder).map(({ path, mode }) => [path, mode]));
  const why = (path: string, bytes: Uint8Array): string | undefined => {
    const id = committed.get(path);
    if (isLfsPointer(bytes)) return 'a pointer of Git LFS';
    if (id === blobId(bytes, id)) return undefined;
    if (id !== undefined) return 'changed';
    const [mode] = foldersAndFile(path).flatMap((one) => modes.get(one) ?? []);
    if (mode === undefined) return 'not tracked';
    return NOT_REGULAR[mode] ?? 'added';
  };
  const isDocument = documentMatcher(project.project);
  const removed = [...committed.keys()].filter((path) => !files.has(path) && isDocument(path));
  const reasons = [...files].flatMap(([path, bytes]) => {
    const reason = why(path, bytes);
    return reason === undefined ? [] : [[path, reason] as const];
  });
  const all = [...reasons, ...removed.map((path) => [path, 'removed'] as const)];
  return {
    ids: new Map(
      [...files.keys()].flatMap((path) => {
        const id = committed.get(path);
        return id === undefined ? [] : [[path, id] as const];
      }),
    ),
    uncommitted: all
      .sort(([a], [b]) => compareText(a, b))
      .map(([path, reason]) => `${project.display(path)} (${reason})`),
  };
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function foldersAndFile(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** By the mode of the file, or of a folder above it. */
const NOT_REGULAR: Readonly<Record<string, string>> = { '120000': 'a symbolic link', '160000': 'in a submodule' };
