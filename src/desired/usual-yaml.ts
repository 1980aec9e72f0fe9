// Text → tree for YAML as people usually write it, in one pass and without events.
// At whatever else YAML allows (anchors, tags, texts over several lines, any mistake) it gives up, and js-yaml reads the
// text from its beginning: a fifth of the time, and a third of reading a project. usual-yaml.test.ts holds it to js-yaml.
import { isOrdinary } from './merge-keys.ts';
import { type Mapping, type Node, type Scalar, type Sequence, sizedBy } from './tree.ts';
import { readLiteral } from './usual-literal.ts';
import {
  CODE,
  type Cursor,
  isSeparated,
  isUnusual,
  MAX_NESTING,
  readFlow,
  readScalar,
  skipBlanks,
  unusual,
} from './usual-line.ts';

/** Tabs, other line breaks than `\n`, half a surrogate pair, and what YAML does not allow. */
const ODD = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/u;

/** The documents of the text, as `Composer` would give them without a report; `undefined`: js-yaml has to look at it. */
export function usualTrees(source: string): Node[] | undefined {
  const text = source.endsWith('\n') ? source : `${source}\n`;
  if (ODD.test(text) || source.endsWith(' ')) return undefined;
  try {
    return new UsualReader(text).trees();
  } catch (error) {
    if (isUnusual(error)) return undefined;
    throw error;
  }
}

/** Every method begins at the first character of what it reads, and ends at the first of what comes after it. */
class UsualReader {
  readonly #cursor: Cursor;
  /** Nothing was read yet, and no `---`. */
  #isFresh = true;
  #lineStart = 0;
  /** Of the line that the cursor is in; -1 behind the last one. */
  #indent = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#cursor = { text, at: -1 };
  }

  trees(): Node[] {
    this.#nextLine();
    if (this.#indent < 0) return [];
    if (this.#indent > 0) unusual();
    const tree = this.#block();
    return this.#indent < 0 ? [tree] : unusual();
  }

  /** A collection that has its lines for itself. */
  #block(): Node {
    if (this.#isItem()) return this.#sequence(this.#indent);
    return this.#mapping(this.#indent, this.#key());
  }

  #isItem(): boolean {
    const { text, at } = this.#cursor;
    return text.charCodeAt(at) === CODE.dash && isSeparated(text, at);
  }

  /** Behind its first key. */
  #mapping(indent: number, first: Scalar): Mapping {
    this.#nest();
    const mapping: Mapping = { kind: 'mapping', entries: [], offset: first.offset, size: 1, depth: 1 };
    for (let key = first; ; key = this.#key()) {
      this.#cursor.at++;
      const value = this.#value(indent, key);
      mapping.entries.push({ key, value });
      sizedBy(mapping, value);
      if (this.#indent < indent) break;
      if (this.#indent > indent) unusual();
    }
    this.#nesting--;
    return isOrdinary(mapping) ? mapping : unusual();
  }

  #nest(): void {
    if (++this.#nesting > MAX_NESTING) unusual();
  }

  /** Up to the colon. */
  #key(): Scalar {
    const key = readScalar(this.#cursor, false);
    return this.#isKey() ? key : unusual();
  }

  #isKey(): boolean {
    return skipBlanks(this.#cursor) === CODE.colon && isSeparated(this.#cursor.text, this.#cursor.at);
  }

  #value(indent: number, key: Scalar): Node {
    const code = skipBlanks(this.#cursor);
    if (code !== CODE.break && code !== CODE.hash) return this.#inline(code, indent);
    this.#endLine();
    if (this.#indent > indent) return this.#block();
    if (this.#indent === indent && this.#isItem()) return this.#sequence(indent);
    return { kind: 'scalar', text: '', plain: true, offset: key.offset };
  }

  #sequence(indent: number): Sequence {
    this.#nest();
    const list: Sequence = { kind: 'sequence', items: [], offset: this.#cursor.at, size: 1, depth: 1 };
    do {
      this.#cursor.at++;
      const item = this.#item(indent);
      list.items.push(item);
      sizedBy(list, item);
      if (this.#indent > indent) unusual();
    } while (this.#indent === indent && this.#isItem());
    this.#nesting--;
    return list;
  }

  /** Behind its dash. */
  #item(indent: number): Node {
    const code = skipBlanks(this.#cursor);
    if (code === CODE.break || code === CODE.hash) {
      this.#endLine();
      return this.#indent > indent ? this.#block() : unusual();
    }
    const column = this.#cursor.at - this.#lineStart;
    if (this.#isItem()) return this.#sequence(column);
    if (code === CODE.bar || code === CODE.openList || code === CODE.openMapping)
      return this.#inline(code, indent);
    const scalar = readScalar(this.#cursor, false);
    if (this.#isKey()) return this.#mapping(column, scalar);
    this.#endLine();
    return scalar;
  }

  /** What begins on the line of its key or its dash, with the rest of that line. */
  #inline(code: number, indent: number): Node {
    const node = this.#inlineNode(code, indent);
    this.#endLine();
    return node;
  }

  #inlineNode(code: number, indent: number): Node {
    if (code === CODE.bar) return readLiteral(this.#cursor, indent);
    const isFlow = code === CODE.openList || code === CODE.openMapping;
    return isFlow ? readFlow(this.#cursor, this.#nesting) : readScalar(this.#cursor, false);
  }

  /** Nothing more on this line but a comment, and on to the next. */
  #endLine(): void {
    const code = skipBlanks(this.#cursor);
    const { text, at } = this.#cursor;
    if (code === CODE.hash && text.charCodeAt(at - 1) === CODE.blank)
      this.#cursor.at = text.indexOf('\n', at);
    else if (code !== CODE.break) unusual();
    this.#nextLine();
  }

  /** From a line break to the first character of the next line that holds anything. */
  #nextLine(): void {
    const { text } = this.#cursor;
    let { at } = this.#cursor;
    for (;;) {
      const start = at + 1;
      if (start === text.length) break;
      at = start;
      while (text.charCodeAt(at) === CODE.blank) at++;
      const code = text.charCodeAt(at);
      if (code === CODE.hash) at = text.indexOf('\n', at);
      else if (at === start && isMark(text, at)) at = this.#begin(at);
      else if (code !== CODE.break) {
        this.#isFresh = false;
        this.#lineStart = start;
        this.#indent = at - start;
        this.#cursor.at = at;
        return;
      }
    }
    this.#indent = -1;
  }

  /** Behind the one `---` that there may be. */
  #begin(at: number): number {
    if (!this.#isFresh || !this.#cursor.text.startsWith('---\n', at)) unusual();
    this.#isFresh = false;
    return at + 3;
  }
}

/** What begins like the mark at the beginning or the end of a document. */
function isMark(text: string, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at);
}
