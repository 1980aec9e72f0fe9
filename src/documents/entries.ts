// The entries of a YAML document, each read once for all versions of it: what a version says of some items is in few of them.
import type { Item, Named } from '../model/state.ts';
import type { Loaded } from './load-project.ts';

const KEYS = /^keys:[ \t]*(?:#.*)?\r?\n/;
/** A line at the top, and one that is indented, as much as all entries. `^` would match where YAML has no line. */
const TOP = /(?<=\n)(?=[^\s#])/;
const INDENT = /(?<=\n|^) +(?=[\w"'.])/;
/** What may be an anchor, an alias or a tag. An entry that has one is never left out. */
const TIED = /(?:^|[\s,:[{])[&*!]\S/;

interface Part {
  text: string;
  /** It seems to be an entry of `keys:`. Whether it is one, only reading it tells. */
  isEntry: boolean;
  /** Whether an entry says something of the items; absent: it was not read in this document. */
  isRelevant?: boolean | undefined;
}

/**
 * Leaves out what was read before. Where entries of `keys:` were read without an error, and each began an item, the text of
 * one says nothing of another: quotes, braces and blocks end with it. Only two contexts that differ in case or depth do not fit
 * together, and the reader of the entries, which remembers all contexts, reports them.
 */
export class DocumentEntries {
  /** By the text around the entries: whether each of them that was read says something of the items. */
  readonly #read = new Map<string, Map<string, boolean>>();
  readonly #isChosen: (item: Named) => boolean;
  readonly #load: (text: string) => Loaded;
  /** Of the last text. */
  #parts: Part[] = [];

  /** @param load reads a text with the contexts of all texts before it */
  constructor(isChosen: (item: Named) => boolean, load: (text: string) => Loaded) {
    this.#isChosen = isChosen;
    this.#load = load;
  }

  /** A text that says the same of the items, without entries of others where that is certain. */
  relevantIn(text: string): string {
    const parts = changedParts(text, this.#parts) ?? partsOf(text);
    this.#parts = parts;
    const around = textOf(parts.filter(({ isEntry }) => !isEntry));
    const read = this.#read.get(around) ?? new Map<string, boolean>();
    this.#read.set(around, read);
    for (const part of parts) if (part.isEntry) part.isRelevant ??= read.get(part.text);
    const isUnread = ({ isEntry, isRelevant }: Part) => isEntry && isRelevant === undefined;
    if (parts.some(isUnread)) {
      const entries = this.#readEntries(parts.filter((part) => !part.isEntry || isUnread(part)));
      if (entries === undefined) return text;
      for (const [entry, isRelevant] of entries) read.set(entry, isRelevant);
      for (const part of parts.filter(isUnread)) part.isRelevant = read.get(part.text);
    }
    return textOf(parts.filter(({ isRelevant }) => isRelevant !== false));
  }

  /** Whether each entry says something of the items; `undefined` if one is no entry, or has an error. */
  #readEntries(parts: readonly Part[]): [entry: string, isRelevant: boolean][] | undefined {
    const text = textOf(parts);
    const { state, diagnostics } = this.#load(text);
    // What `every` demands of a key, another document may have.
    const isError = ({ severity, code }: Loaded['diagnostics'][number]) =>
      severity === 'error' && code !== 'value-missing';
    if (diagnostics.some(isError)) return undefined;
    const offsetOf = ({ place }: Item) => place?.offset ?? -1;
    const begun = new Set([...state.items.values()].map(offsetOf));
    const chosen = [...state.items.values()].filter(this.#isChosen).map(offsetOf);
    const relevance: [string, boolean][] = [];
    let start = 0;
    for (const part of parts) {
      const end = start + part.text.length;
      // A part of the text that was read keeps no longer text in memory.
      const entry = text.slice(start, end);
      if (part.isEntry && !begun.has(start + entry.search(/\S/))) return undefined;
      if (part.isEntry && !TIED.test(entry))
        relevance.push([entry, chosen.some((offset) => start <= offset && offset < end)]);
      start = end;
    }
    return relevance;
  }
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Together they are the text. */
function partsOf(text: string): Part[] {
  return text.split(TOP).flatMap((field) => {
    const [before = '', ...entries] = KEYS.test(field) ? entriesIn(field) : [field];
    return [{ text: before, isEntry: false }, ...entries.map(asEntry)];
  });
}

/** What is before the first entry, and the entries. */
function entriesIn(text: string): string[] {
  const indent = INDENT.exec(text)?.[0].length;
  return indent === undefined ? [text] : text.split(new RegExp(`(?<=\\n)(?= {${indent}}[\\w"'.])`));
}

function asEntry(text: string): Part {
  return { text, isEntry: true };
}

/** The parts of a text, if it differs from the last one in some entries only; before and behind these, they are the last ones. */
function changedParts(text: string, last: readonly Part[]): Part[] | undefined {
  let [first, start] = [-1, 0];
  for (const part of last) {
    if (!text.startsWith(part.text, start)) break;
    [first, start] = [first + 1, start + part.text.length];
  }
  let [behind, end] = [last.length, text.length];
  for (const part of last.slice(first + 1).reverse()) {
    const at = end - part.text.length;
    if (at < start || !text.endsWith(part.text, end)) break;
    [behind, end] = [behind - 1, at];
  }
  // The last part before the change may go on in it.
  const changed = text.slice(start - (last[first]?.text.length ?? 0), end);
  const isOfEntries = first > 0 && last.slice(first, behind).every(({ isEntry }) => isEntry);
  if (!isOfEntries || !changed.endsWith('\n') || TOP.test(changed)) return undefined;
  return [...last.slice(0, first), ...entriesIn(changed).map(asEntry), ...last.slice(behind)];
}
