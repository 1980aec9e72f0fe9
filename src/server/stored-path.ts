// Paths of files: how the server takes them apart, stores and finds them (behaviour.md, section 10).
import type { Draft } from './draft.ts';
import type { FileRow } from './state.ts';

export const PATH_MAX = 255;

/** At the last `/`, unless that is the first character. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return slash > 0
    ? { folder: path.slice(0, slash), name: path.slice(slash + 1) }
    : { folder: '', name: path };
}

/** A slash in front of the folder is dropped, and so such a file is never found under the path that was sent. */
export function storedPath(sent: string): string {
  const { folder, name } = splitPath(sent);
  const stored = folder.startsWith('/') ? folder.slice(1) : folder;
  return stored === '' ? name : `${stored}/${name}`;
}

/** A path stays known after its last file if a value named it then. */
export function isStoredPath(draft: Draft, path: string): boolean {
  return draft.filesAt(path).length > 0 || draft.wasPath(path);
}

/** The file that a push finds: inactive ones are invisible to it. */
export function activeRow(
  draft: Draft,
  { path, context }: { path: string; context: string },
): FileRow | undefined {
  const id = context.toLowerCase();
  return draft.filesAt(path).find((row) => row.active && row.context.toLowerCase() === id);
}
