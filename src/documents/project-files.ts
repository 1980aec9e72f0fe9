// Access to the files of a project, in the work tree or in memory.
import type { DiagnosticCode } from '../model/diagnostic.ts';
import { matcher } from './globs.ts';

export interface FileProblem {
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

export interface Listing {
  /** The paths that the globs match, sorted. */
  paths: string[];
  /** Paths that match but cannot be used. */
  problems: (FileProblem & { path: string })[];
}

/** Files by path relative to the project root, with `/`. Files outside the root cannot be read. */
export interface ProjectFiles {
  /** The path shown to users, for example relative to the working directory. */
  display(path: string): string;
  list(globs: readonly string[]): Listing;
  read(path: string): { bytes: Uint8Array } | { problem: FileProblem };
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
  if (ABSOLUTE_PATH.test(reference)) return undefined;
  const parts = document.split('/').slice(0, -1);
  for (const part of reference.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/** Why bytes are no text: the number of the first line that is not UTF-8, and what to do. */
export interface NoText {
  line: number;
  /** They are no text in another encoding either. */
  isBinary: boolean;
  hint: string;
}

/** The text of UTF-8 bytes. */
export function decodeUtf8(bytes: Uint8Array): { text: string } | { noText: NoText } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // Of other encodings only UTF-16 has NUL bytes, and a mark in front.
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const isBinary = !isUtf16 && bytes.includes(0);
    const hint = isBinary
      ? 'The server stores text only. Leave the file out, or store it elsewhere.'
      : 'The server stores text only. Convert the file to UTF-8.';
    return { noText: { line: firstBadLine(bytes), isBinary, hint } };
  }
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
  return line;
}
