// Positions in the text of a document: where lines, fields and contents begin and end.
import { isMap, isPair, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';

export type Collection = YAMLMap | YAMLSeq;
export type Item = Pair | Node;

export interface Span {
  start: number;
  end: number;
}

function isCollection(node: unknown): node is Collection {
  return isMap(node) || isSeq(node);
}

export function isBlock(node: unknown): node is Collection {
  return isCollection(node) && !node.flow && node.items.length > 0;
}

export class Layout {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  start(item: Item): number {
    return rangeOf(isPair(item) ? item.key : item).start;
  }

  /** Where the last thing ends that is no comment and no empty line. */
  end(item: Item): number {
    if (isPair(item)) {
      const colon = this.colon(item);
      return Math.max(colon, item.value === null ? colon : this.end(item.value as Node));
    }
    const last = isBlock(item) ? (item.items.at(-1) as Item | undefined) : undefined;
    if (last !== undefined) return this.end(last);
    const { start, end } = rangeOf(item);
    // Block scalars end at the start of the next line.
    let trimmed = end;
    while (trimmed > start && /\s/.test(this.text[trimmed - 1] ?? '')) trimmed--;
    return trimmed;
  }

  span(item: Item): Span {
    return { start: this.start(item), end: this.end(item) };
  }

  slice(item: Item): string {
    return this.text.slice(this.start(item), this.end(item));
  }

  /** Right behind the colon of a field. */
  colon(pair: Pair): number {
    return this.text.indexOf(':', rangeOf(pair.key).end) + 1;
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** In front of the line break. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end;
  }

  /** Where the next line begins. */
  nextLine(offset: number): number {
    return Math.min(this.lineEnd(offset) + 1, this.text.length);
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** Blanks in front of the line. */
  indent(offset: number): number {
    return /^ */.exec(this.text.slice(this.lineStart(offset), offset))?.[0].length ?? 0;
  }

  isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === '';
  }
}

function rangeOf(node: unknown): Span {
  const [start = 0, end = 0] = (node as Node).range ?? [];
  return { start, end };
}
