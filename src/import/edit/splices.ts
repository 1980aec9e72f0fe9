// Edits a text by position and keeps everything else byte for byte.
import { isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { edited, linesAt, type TextEdit } from '../text-edits.ts';
import {
  behindColon,
  blockEntry,
  type Entry,
  flow,
  flowEntry,
  isJson,
  jsonEntry,
  jsonText,
  type Written,
} from '../write/serialize.ts';
import { type Collection, isBlock, type Item, Layout } from './layout.ts';

/** Collects edits of one document; positions refer to the original text. */
export class Splices {
  readonly layout: Layout;
  readonly isJson: boolean;
  readonly #splices: Splice[] = [];
  readonly #changes = new Map<Collection, Change>();

  constructor({ path, text }: { path: string; text: string }) {
    this.layout = new Layout(text);
    this.isJson = isJson(path);
  }

  /** Replaces the source of a node, on the same lines. */
  replace(item: Item, source: string): void {
    this.#splices.push({ ...this.layout.span(item), text: source });
  }

  /** Replaces the value of a field. */
  setValue(pair: Pair, value: Written): void {
    const { layout } = this;
    const written = this.#behindColon(pair, value);
    const start = layout.colon(pair);
    const end = layout.end(pair);
    if (written.startsWith('\n')) {
      // A comment after the old value stays on the line of the name.
      const tail = layout.text.slice(end, layout.lineEnd(end)).trimEnd();
      this.#splices.push({ start, end: end + tail.length, text: `${tail}${written}` });
    } else if (layout.isEmpty(pair)) this.#splices.push({ start, end: start, text: written });
    else if (isBlock(pair.value)) this.#splices.push({ start, end, text: written });
    else this.#splices.push({ start: layout.start(pair.value as Item), end, text: written.trimStart() });
  }

  /** Removes an item from its mapping or list. */
  remove(collection: Collection, item: Item): void {
    this.#changeOf(collection).removed.add(item);
  }

  /** Inserts a field after another one, or first; several at one place keep the order of the calls. */
  add(collection: YAMLMap, addition: Addition): void {
    this.#changeOf(collection).added.push(addition);
  }

  /** Adds items to the end of a list that has some. */
  append(list: YAMLSeq, items: readonly Written[]): void {
    const { layout } = this;
    const end = layout.end(list.items.at(-1) as Item);
    if (!isBlock(list)) {
      const added = items.map((item) => `, ${this.isJson ? jsonText(item, { indent: 0, column: 0 }) : flow(item)}`);
      this.#splices.push({ start: end, end, text: added.join('') });
      return;
    }
    const indent = layout.column(layout.start(list));
    const lines = items.map((item) => `${' '.repeat(indent)}- ${flow(item)}`).join('\n');
    this.#splices.push(newLines(layout, { start: layout.nextLine(end), lines, indent }));
  }

  /** The text with all edits applied. */
  apply(): string {
    for (const [collection, change] of this.#changes) {
      const made = collectionSplices(collection, { change, layout: this.layout, isJson: this.isJson });
      for (const splice of made) this.#splices.push(splice);
    }
    const { text } = this.layout;
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    const splices = [...this.#splices].sort(inOrder);
    return edited(
      text,
      splices.map((splice) => ({ ...splice, text: splice.text.replaceAll('\n', newline) })),
    );
  }

  #changeOf(collection: Collection): Change {
    const change = this.#changes.get(collection) ?? { removed: new Set(), added: [] };
    this.#changes.set(collection, change);
    return change;
  }

  #behindColon(pair: Pair, value: Written): string {
    const { layout } = this;
    const start = layout.start(pair);
    const column = layout.column(layout.colon(pair));
    if (this.isJson) return ` ${jsonText(value, { indent: layout.indent(start), column: column + 1 })}`;
    const indent = layout.column(start);
    return layout.isFirstOnLine(start) ? behindColon(value, { indent, column }) : ` ${flow(value)}`;
  }
}

/** By position; at one position insertions before removals, inner mappings first, then the order of the calls. */
function inOrder(a: Splice, b: Splice): number {
  return a.start - b.start || a.end - b.end || (b.indent ?? 0) - (a.indent ?? 0);
}

interface Splice extends TextEdit {
  /** Indentation of inserted lines. */
  indent?: number;
}

interface Addition {
  entry: Entry;
  /** `undefined`: insert first. */
  after: Item | undefined;
}

interface Change {
  removed: Set<Item>;
  added: Addition[];
}

interface Task {
  change: Change;
  layout: Layout;
  isJson: boolean;
}

function collectionSplices(collection: Collection, task: Task): Splice[] {
  const items = collection.items as Item[];
  const { change, layout } = task;
  const [first] = items;
  if (first === undefined) return refill(collection, task);
  const isInLines = isSeq(collection) || layout.isFirstOnLine(layout.start(first));
  if (isBlock(collection) && isInLines) return lineSplices(collection, { ...task, first });
  if (items.every((item) => change.removed.has(item))) return refill(collection, task);
  return isBlock(collection) ? inlineSplices(items, task) : flowSplices(items, task);
}

/** Replaces the whole content of a collection. */
function refill(collection: Collection, { change: { added }, layout, isJson }: Task): Splice[] {
  const { start, end } = layout.span(collection);
  const entries = added.map(({ entry }) => entry);
  const value: Written = isSeq(collection) ? { kind: 'list', items: [] } : { kind: 'mapping', entries };
  const indent = layout.indent(start);
  const filled = entries.length === 0 ? value : { ...value, block: true as const };
  return [{ start, end, text: isJson ? jsonText(filled, { indent, column: indent }) : flow(value) }];
}

/** For collections in which every item has its own lines. */
function lineSplices(
  collection: Collection,
  { change: { removed, added }, layout, first }: Task & { first: Item },
): Splice[] {
  const indent = layout.column(layout.start(first));
  const top = layout.lineStart(layout.start(first));
  const removals = [...removed].map((item) => ({
    ...linesAt(layout.text, layout.span(item)),
    text: '',
  }));
  const additions = added.map(({ entry, after }) => {
    const start = after === undefined ? top : layout.nextLine(layout.end(after));
    return newLines(layout, { start, lines: blockEntry(entry, indent), indent });
  });
  if (added.length > 0 || removed.size < collection.items.length) return [...removals, ...additions];
  const nothing = `${' '.repeat(indent)}${isSeq(collection) ? '[]' : '{}'}`;
  return [...removals, newLines(layout, { start: top, lines: nothing, indent })];
}

function newLines(layout: Layout, { start, lines, indent }: { start: number; lines: string; indent: number }): Splice {
  // The last line may have no line break.
  const isCut = start === layout.text.length && !layout.text.endsWith('\n');
  return { start, end: start, text: isCut ? `\n${lines}` : `${lines}\n`, indent };
}

/** For mappings whose first field follows a dash. */
function inlineSplices(items: readonly Item[], { change: { removed, added }, layout }: Task): Splice[] {
  const removals = items.flatMap((item, i) => {
    if (!removed.has(item)) return [];
    const next = items[i + 1];
    const start = i === 0 ? layout.start(item) : layout.lineStart(layout.start(item));
    const end = i === 0 && next !== undefined ? layout.start(next) : layout.nextLine(layout.end(item));
    return [{ start, end, text: '' }];
  });
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return removals;
  const indent = layout.column(layout.start(first));
  const start = layout.nextLine(layout.end(last));
  return [
    ...removals,
    ...added.map(({ entry }) => newLines(layout, { start, lines: blockEntry(entry, indent), indent })),
  ];
}

/** For collections in braces or brackets. */
function flowSplices(items: readonly Item[], { change, layout, isJson }: Task): Splice[] {
  const { removed, added } = change;
  const [first] = items;
  const kept = items.find((item) => !removed.has(item));
  if (first === undefined || kept === undefined) return [];
  const removals = items.flatMap((item, i) =>
    removed.has(item) ? [flowRemoval(items, { i, item, kept, layout })] : [],
  );
  const indent = layout.column(layout.start(first));
  const separator = layout.isFirstOnLine(layout.start(first)) ? `,\n${' '.repeat(indent)}` : ', ';
  const additions = added.map((addition) => {
    const after = keptBefore(items, addition, change);
    const written = isJson ? jsonEntry(addition.entry, indent) : flowEntry(addition.entry);
    const start = after === undefined ? layout.start(kept) : layout.end(after);
    return {
      start,
      end: start,
      text: after === undefined ? `${written}${separator}` : `${separator}${written}`,
    };
  });
  return [...removals, ...additions];
}

/** Removes the comma before the item, or the one after it if no earlier item is kept. */
function flowRemoval(
  items: readonly Item[],
  { i, item, kept, layout }: { i: number; item: Item; kept: Item; layout: Layout },
): Splice {
  const [before, next] = [items[i - 1], items[i + 1]];
  const isInFront = i < items.indexOf(kept);
  const start = isInFront || before === undefined ? layout.start(item) : layout.end(before);
  const end = isInFront && next !== undefined ? layout.start(next) : layout.end(item);
  return { start, end, text: '' };
}

/** The last kept item at or before the insertion point. */
function keptBefore(items: readonly Item[], { after }: Addition, { removed }: Change): Item | undefined {
  if (after === undefined) return undefined;
  return items.slice(0, items.indexOf(after) + 1).findLast((item) => !removed.has(item));
}
