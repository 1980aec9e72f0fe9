// Edits of a text by position: everything that no edit names stays as it is, byte for byte.
import type { Pair, YAMLMap } from 'yaml';
import { type Addition, type Change, collectionSplices, type Splice } from './collection-splices.ts';
import { isJson, jsonText } from './json.ts';
import { type Collection, isBlock, type Item, Layout } from './layout.ts';
import type { Written } from './written.ts';
import { behindColon, flow } from './yaml.ts';

/** Collects edits of one document; positions are those of the text as it was. */
export class Splices {
  readonly layout: Layout;
  readonly isJson: boolean;
  readonly #splices: Splice[] = [];
  readonly #changes = new Map<Collection, Change>();

  constructor({ path, text }: { path: string; text: string }) {
    this.layout = new Layout(text);
    this.isJson = isJson(path);
  }

  /** Puts another source in the place of a node, on the same lines. */
  replace(item: Item, source: string): void {
    this.#splices.push({ ...this.layout.span(item), text: source });
  }

  /** Puts another value behind the colon of a field. */
  setValue(pair: Pair, value: Written): void {
    const { layout } = this;
    const written = this.#behindColon(pair, value);
    const start = layout.colon(pair);
    const end = layout.end(pair);
    if (written.startsWith('\n')) {
      // A comment behind the old value stays on the line of the name.
      const tail = layout.text.slice(end, layout.lineEnd(end)).trimEnd();
      this.#splices.push({ start, end: end + tail.length, text: `${tail}${written}` });
    } else if (isBlock(pair.value)) this.#splices.push({ start, end, text: written });
    else this.#splices.push({ start: layout.start(pair.value as Item), end, text: written.trimStart() });
  }

  /** Takes an item out of its mapping or list. */
  remove(collection: Collection, item: Item): void {
    this.#changeOf(collection).removed.add(item);
  }

  /** Puts a field behind another one, or in front of all; several at one place stand in the order of the calls. */
  add(collection: YAMLMap, addition: Addition): void {
    this.#changeOf(collection).added.push(addition);
  }

  /** The text with all edits made. */
  apply(): string {
    for (const [collection, change] of this.#changes) {
      const made = collectionSplices(collection, { change, layout: this.layout, isJson: this.isJson });
      for (const splice of made) this.#splices.push(splice);
    }
    const { text } = this.layout;
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end, text: by } of [...this.#splices].sort(inOrder)) {
      pieces.push(text.slice(from, Math.max(from, start)), by.replaceAll('\n', newline));
      from = Math.max(from, end);
    }
    return `${pieces.join('')}${text.slice(from)}`;
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

/** At one place: what comes before what goes, inner mappings first, then the order of the calls. */
function inOrder(a: Splice, b: Splice): number {
  return a.start - b.start || a.end - b.end || (b.indent ?? 0) - (a.indent ?? 0);
}
