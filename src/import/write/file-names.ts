// Names of the files that an import adds: possible on every system, and each of them once, whatever its case.
import { withoutEnd } from '../../lib/text.ts';

/** What a file system, or a person reading a path, may take for something else. */
const UNUSUAL = /[^\p{L}\p{N}._+()[\]@= -]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Most file systems allow 255 bytes. */
const MAX_BYTES = 120;

/** Each part of a path made fit for a file of that name: no `..`, no `.git`, nothing that Windows keeps for itself. */
export function safePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(safePart)
    .join('/');
}

function safePart(part: string): string {
  // A server may name it as long as it likes.
  const usual = part.slice(-MAX_BYTES).normalize('NFC').replace(UNUSUAL, '_');
  const ended = withoutEnd(usual, '. ');
  let name = `${ended}${ended === usual ? '' : '_'}`.replace(/^ +/, '_');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(1).join('');
  return RESERVED.test(name) || /^\.git/i.test(name) || name === '' ? `_${name}` : name;
}

/** Hands out paths that nothing has yet: no file in the project, and none that was handed out before. */
export class FreePaths {
  /** Whether the project has something at this path. */
  readonly isThere: (path: string) => boolean;
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(isThere: (path: string) => boolean) {
    this.isThere = isThere;
  }

  /** The path itself, or the first of `a-2.txt`, `a-3.txt` … that is free. */
  take(path: string): string {
    for (let i = 1; ; i++) {
      const candidate = i === 1 ? path : numbered(path, i);
      if (this.#isFree(candidate)) return this.#taken(candidate);
    }
  }

  #isFree(path: string): boolean {
    const id = path.toLowerCase();
    const isFolderFree = foldersOf(id).every((folder) => !this.#files.has(folder));
    return isFolderFree && !this.#files.has(id) && !this.#folders.has(id) && !this.isThere(path);
  }

  #taken(path: string): string {
    const id = path.toLowerCase();
    this.#files.add(id);
    for (const folder of foldersOf(id)) this.#folders.add(folder);
    return path;
  }
}

/** The number goes to the file's own name, and to the folders too: a file may stand where one of them would. */
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
