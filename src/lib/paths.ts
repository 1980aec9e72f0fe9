// The folders of a path with `/`.
import { dirname } from 'node:path/posix';

/** `a/b` of `a/b/c`; empty for a file at the top. */
export function folderOfFile(path: string): string {
  const folder = dirname(path);
  return folder === '.' ? '' : folder;
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
export function foldersAndFile(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
