// Positions in the text of a document, and the place for new keys and files.
import { compareText } from '../../lib/text.ts';
import { isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Context, contextId } from '../../model/context.ts';
import type { Span } from '../text-edits.ts';
import { fieldOf, nameOf, type Root, type Sites } from './sites.ts';

export type Collection = YAMLMap | YAMLSeq;
export type Item = Pair | Node;

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

  /** The end without trailing comments and empty lines. */
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

  /** Whether nothing stands behind the colon of a field. */
  isEmpty({ value }: Pair): boolean {
    if (value === null) return true;
    const { start, end } = rangeOf(value);
    return start === end && isScalar(value) && value.anchor === undefined && value.tag === undefined;
  }

  span(item: Item): Span {
    return { start: this.start(item), end: this.end(item) };
  }

  slice(item: Item): string {
    return this.text.slice(this.start(item), this.end(item));
  }

  /** The offset after the colon of a field. */
  colon(pair: Pair): number {
    return this.text.indexOf(':', rangeOf(pair.key).end) + 1;
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** The offset of the line break. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end;
  }

  nextLine(offset: number): number {
    return Math.min(this.lineEnd(offset) + 1, this.text.length);
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** Number of spaces at the start of the line. */
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

export interface Place {
  root: Root;
  /** The `keys` or `files` of the document. */
  into: YAMLMap;
  after: Item | undefined;
}

interface Candidate {
  root: Root;
  into: YAMLMap;
  names: { name: string; item: Item }[];
  prefixes: Set<string>;
  isSorted: boolean;
}

/** Finds the document, and the position in it, for new keys or files: next to similar names. */
export class Placement {
  readonly #candidates: Candidate[];
  readonly #separator: string;

  constructor(sites: Sites, field: 'keys' | 'files') {
    this.#separator = field === 'keys' ? '.' : '/';
    this.#candidates = sites.roots.flatMap((root) => this.#candidate(root, field));
  }

  /** `undefined` if no document fits. */
  placeFor(name: string, contexts: readonly Context[]): Place | undefined {
    const fitting = this.#candidates
      .map((candidate) => ({ candidate, rank: rankOf(candidate.root, contexts) }))
      .sort((a, b) => a.rank - b.rank);
    for (const prefix of prefixesOf(name, this.#separator).reverse()) {
      const near = fitting.find(({ candidate, rank }) => rank < ELSEWHERE && candidate.prefixes.has(prefix));
      if (near !== undefined) return placeIn(near.candidate, name, prefix);
    }
    const open = fitting.filter(({ rank }) => rank <= ANYWHERE).map(({ candidate }) => candidate);
    const imported = open.find(({ root }) => /(?:^|\/)imported\.\w+$/.test(root.document.path));
    const last = imported ?? (this.#candidates.length === 1 ? open[0] : undefined);
    return last && placeIn(last, name, '');
  }

  #candidate(root: Root, field: 'keys' | 'files'): Candidate[] {
    const into = fieldOf(root.node, field)?.value;
    if (!isMap(into) || into.anchor !== undefined) return [];
    const names = into.items.map((item) => ({ name: nameOf(item).toLowerCase(), item }));
    const prefixes = new Set(names.flatMap(({ name }) => prefixesOf(name, this.#separator)));
    const isSorted = names.every(({ name }, i) => compareText(names[i - 1]?.name ?? name, name) <= 0);
    return [{ root, into, names, prefixes, isSorted }];
  }
}

const ANYWHERE = 1;
const ELSEWHERE = 3;

/** Documents with exactly this context rank first, then those without, then those with one of several contexts. */
function rankOf({ context }: Root, contexts: readonly Context[]): number {
  if (context === undefined) return ANYWHERE;
  const own = contexts.filter((one) => contextId(one) === contextId(context));
  if (own.length === 0) return ELSEWHERE;
  return own.length === contexts.length ? 0 : ELSEWHERE - 1;
}

/** `db.pool.size` → `db`, `db.pool`. */
function prefixesOf(name: string, separator: string): string[] {
  const parts = name.toLowerCase().split(separator).slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join(separator));
}

function placeIn({ root, into, names, isSorted }: Candidate, name: string, prefix: string): Place {
  const id = name.toLowerCase();
  const before = names.filter((one) => (isSorted ? compareText(one.name, id) < 0 : one.name.startsWith(prefix)));
  return { root, into, after: before.at(-1)?.item };
}
