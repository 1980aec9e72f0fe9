// Paths of files: how the server splits, stores and finds them (behaviour.md, section 10).
import type { Draft } from './draft.ts';
import type { FileRow } from './state.ts';

export const PATH_MAX = 255;

/** Splits at the last `/`, unless it is the first character. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return slash > 0 ? { folder: path.slice(0, slash), name: path.slice(slash + 1) } : { folder: '', name: path };
}

/** Without the leading slash of the folder, so such a file is never found by the path that was sent. */
export function storedPath(sent: string): string {
  const { folder, name } = splitPath(sent);
  const stored = folder.startsWith('/') ? folder.slice(1) : folder;
  return stored === '' ? name : `${stored}/${name}`;
}

/** A path stays valid after its last file is deleted if a value referred to it. */
export function isStoredPath(draft: Draft, path: string): boolean {
  return draft.filesAt(path).length > 0 || draft.wasPath(path);
}

/** The file that a push finds. Pushes ignore inactive files. */
export function activeRow(draft: Draft, { path, context }: { path: string; context: string }): FileRow | undefined {
  const id = context.toLowerCase();
  return draft.filesAt(path).find((row) => row.active && row.context.toLowerCase() === id);
}
