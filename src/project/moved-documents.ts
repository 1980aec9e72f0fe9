// Where the documents of a project were moved to, in the working tree or the merge that it is read as.
import { basename, join, relative } from 'node:path/posix';
import { readContents } from '../record/git-objects.ts';
import { blobId } from '../record/working-tree-status.ts';
import type { OpenProject } from './open-project.ts';
import type { Runtime } from '../runtime.ts';

interface TrackedFile {
  /** Relative to the folder of the project. */
  path: string;
  id: string;
}

/** The new paths of files that the project does not read, of those that are found. Never throws. */
export async function movedTo(
  project: OpenProject,
  gone: ReadonlyMap<string, Uint8Array>,
  merge: Runtime['merge'],
): Promise<Map<string, string>> {
  const { git, files } = project;
  const moved = new Map<string, string>();
  if (git === undefined) return moved;
  const unread = trackedFiles(project, merge).filter(({ path }) => !files.has(path));
  for (const [path, bytes] of gone) {
    // Of a file that Git cannot read, nothing is known.
    const to = await newPlaceOf(path, bytes, unread, git).catch(() => undefined);
    if (to !== undefined) moved.set(path, to);
  }
  return moved;
}

/** As the index has them, or as they are after the merge. */
function trackedFiles({ git, index }: OpenProject, merge: Runtime['merge']): TrackedFile[] {
  const { entries = [], deleted = new Set() } = merge?.changes ?? {};
  const merged = new Set(entries.map(({ path }) => path));
  const here = index
    .filter(({ mode }) => mode.startsWith('100'))
    .map(({ path, id }) => ({ path: relative(join('/', git?.folder ?? ''), join('/', path)), id }))
    .filter(({ path }) => !deleted.has(path) && !merged.has(path));
  return [...here, ...entries.map(({ path, id }) => ({ path, id }))];
}

/** Files of the same name whose contents are compared. */
const MAX_COMPARED = 20;

/** A file with the same content, or as Git sees a rename: one of the same name with at least half of its lines. */
async function newPlaceOf(
  path: string,
  bytes: Uint8Array,
  files: readonly TrackedFile[],
  git: NonNullable<OpenProject['git']>,
): Promise<string | undefined> {
  const same = files.filter(({ id }) => id === blobId(bytes, id)).map((file) => file.path);
  if (same.length > 0) return same.includes(path) ? path : same[0];
  const alike = files
    .filter((file) => basename(file.path) === basename(path))
    .slice(0, MAX_COMPARED);
  const entries = alike.map(({ id }) => ({ path: id, id }));
  const contents = await readContents(git, 'the index', entries);
  return alike.find(({ id }) => isSimilar(bytes, contents.get(id)))?.path;
}

function isSimilar(before: Uint8Array, after: Uint8Array | undefined): boolean {
  if (after === undefined) return false;
  const [old, now] = [before, after].map((bytes) =>
    Buffer.from(bytes)
      .toString()
      .split('\n')
      .map((line) => line.trim()),
  );
  const lines = (old ?? []).filter((line) => line !== '');
  const kept = new Set(now);
  return 2 * lines.filter((line) => kept.has(line)).length >= lines.length;
}
