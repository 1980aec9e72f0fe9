// Access to the files of a project, in the work tree or in memory.
import { isUtf8 } from 'node:buffer';
import { dirname, join } from 'node:path/posix';
import type { Mistake } from '../model/diagnostic.ts';
import { matcher } from './globs.ts';

export interface Listing {
  /** The paths that the globs match, sorted. */
  paths: string[];
  /** Paths that match but cannot be used. */
  problems: (Mistake & { path: string })[];
}

/** Files by path relative to the project root, with `/`. Files outside the root cannot be read. */
export interface ProjectFiles {
  /** The path shown to users, for example relative to the working directory. */
  display(path: string): string;
  list(globs: readonly string[]): Listing;
  read(path: string): { bytes: Uint8Array } | { problem: Mistake };
}

/** Files in memory, such as those of a baseline. */
export function filesInMemory(files: ReadonlyMap<string, Uint8Array>): ProjectFiles {
  return {
    display: (path) => path,
    list: (globs) => ({ paths: [...files.keys()].filter(matcher(globs)).sort(), problems: [] }),
    read: (path) => {
      const bytes = files.get(path);
      if (bytes !== undefined) return { bytes };
      return { problem: { code: 'file-missing', message: `File not found: ${path}.` } };
    },
  };
}

const ABSOLUTE_PATH = /^(?:\/|[a-zA-Z]:)/;

/** `content/a.txt` named in `config/x.yaml` → `config/content/a.txt`; `undefined` when that leaves the root. */
export function resolvePath(document: string, reference: string): string | undefined {
  const path = join(dirname(document), reference).replace(/\/$/, '');
  return ABSOLUTE_PATH.test(reference) || /^\.\.?(?:\/|$)/.test(path) ? undefined : path;
}

/** The text of UTF-8 bytes; otherwise the number of the first line that is not UTF-8, and what to do. */
export function decodeUtf8(
  bytes: Uint8Array,
): { text: string } | { noText: { line: number; isBinary: boolean; hint: string } } {
  if (isUtf8(bytes)) return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() };
  // Of other encodings only UTF-16 has NUL bytes, and a mark in front.
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const isBinary = !isUtf16 && bytes.includes(0);
  const hint = isBinary
    ? 'The server stores text only. Leave the file out, or store it elsewhere.'
    : 'The server stores text only. Convert the file to UTF-8.';
  return { noText: { line: firstBadLine(bytes), isBinary, hint } };
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
