// Names of the files that an import creates: valid on every system, and unique ignoring case.
import { trimEndOf } from '../lib/text.ts';

/** Characters that are unsafe or misleading in a path. */
const UNUSUAL = /[^\p{L}\p{N}._+()[\]@= -]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120;

/** Makes each part of a path a valid file name: no `..`, no `.git`, no reserved name of Windows. */
export function safePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(safePart)
    .join('/');
}

function safePart(part: string): string {
  // Names on the server may be of any length.
  const usual = part.slice(-MAX_BYTES).normalize('NFC').replace(UNUSUAL, '_');
  const ended = trimEndOf(usual, '. ');
  let name = `${ended}${ended === usual ? '' : '_'}`.replace(/^ +/, '_');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(1).join('');
  return RESERVED.test(name) || /^\.git/i.test(name) || name === '' ? `_${name}` : name;
}

/** Hands out unused paths: not in the project, and not handed out before. */
export class FreePaths {
  /** Whether the project has a file or folder at this path. */
  readonly exists: (path: string) => boolean;
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(exists: (path: string) => boolean) {
    this.exists = exists;
  }

  /** The path itself, or the first free one of `a-2.txt`, `a-3.txt` … */
  take(path: string): string {
    for (let i = 1; ; i++) {
      const candidate = i === 1 ? path : numbered(path, i);
      if (this.#isFree(candidate)) return this.#taken(candidate);
    }
  }

  #isFree(path: string): boolean {
    const id = path.toLowerCase();
    const isFolderFree = foldersOf(id).every((folder) => !this.#files.has(folder));
    return isFolderFree && !this.#files.has(id) && !this.#folders.has(id) && !this.exists(path);
  }

  #taken(path: string): string {
    const id = path.toLowerCase();
    this.#files.add(id);
    for (const folder of foldersOf(id)) this.#folders.add(folder);
    return path;
  }
}

/** Numbers the file name and the folder in turn: a file may exist where a folder is needed. */
function numbered(path: string, i: number): string {
  const [first = '', second, ...rest] = path.split('/');
  if (second !== undefined && i % 2 === 1) return [first, `${second}-${(i + 1) / 2}`, ...rest].join('/');
  const half = second === undefined ? i : i / 2 + 1;
  return path.replace(/(\.[^./]+)?$/, (extension) => `-${half}${extension}`);
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
