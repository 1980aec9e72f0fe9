// The content files that an import creates: their names are valid on every system, and unique ignoring case.
import { trimEndOf } from '../lib/text.ts';
import { type Context, elementsOf } from '../model/context.ts';
import type { Opened } from './import-input.ts';

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

/** Content files next to documents, referenced by `path`. */
export class ContentFiles {
  /** New files by path relative to the root. */
  readonly texts = new Map<string, string>();
  readonly #opened: Opened;
  /** Names of items in several contexts, so that their contents get a folder for each. */
  readonly #several: ReadonlySet<string>;
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(opened: Opened) {
    this.#opened = opened;
    const items = [...opened.live.items.values()];
    this.#several = new Set(items.filter(({ rows }) => rows.size > 1).map(({ name }) => name));
  }

  /** Writes a text into a folder next to a document, `values`, or `values-2` if it has no room there; returns the `path` for it. */
  add(
    document: string,
    folder: string,
    { name, context, text }: { name: string; context: Context; text: string },
  ): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    // An element may be named `Aux`, or be too long for a file system.
    const ofContext = this.#several.has(name) ? safePath(elements.join('-')) : '';
    const inFolder = [ofContext, safePath(name)].filter((part) => part !== '').join('/');
    const from = document.slice(0, document.lastIndexOf('/') + 1);
    for (let i = 1; ; i++) {
      const path = this.#harmless(`${from}${folder}${i === 1 ? '' : `-${i}`}/${inFolder}`, text);
      if (!this.#isFree(path)) continue;
      this.texts.set(path, text);
      return path.slice(from.length);
    }
  }

  /** Adds `.txt` if the content would be read as a source, or may be read as a document that refers to files. */
  #harmless(path: string, content: string): string {
    const { isSource, isDocument } = this.#opened.before;
    const mayRefer = isDocument(path) && /\b(?:keys|files)\b/.test(content) && /\bpath\b/.test(content);
    return isSource(path) || mayRefer ? `${path}.txt` : path;
  }

  /** Whether the project has nothing there, and no other content, ignoring case. Takes the path then. */
  #isFree(path: string): boolean {
    const id = path.toLowerCase();
    const folders = [...id.matchAll(/\//g)].map(({ index }) => id.slice(0, index));
    const isTaken = this.#files.has(id) || this.#folders.has(id) || folders.some((folder) => this.#files.has(folder));
    if (isTaken || this.#opened.exists(path)) return false;
    this.#files.add(id);
    for (const folder of folders) this.#folders.add(folder);
    return true;
  }
}
