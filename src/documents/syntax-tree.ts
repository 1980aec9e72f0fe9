// The tree of a YAML or JSON text: mappings, sequences and scalars with their source text and offset.
import { withCommas } from '../lib/text.ts';
import { contextHint, type Diagnostic } from '../model/diagnostic.ts';

/** A scalar keeps its source text: `007` is `007`. Only `plain` scalars can mean null or be a merge key. */
export interface Scalar {
  kind: 'scalar';
  text: string;
  plain: boolean;
  offset: number;
  /** Behind the last character, quotes included; equal to `offset` if nothing stands there. */
  end: number;
}

export interface Entry {
  key: Scalar;
  value: Node;
}

export interface Mapping {
  kind: 'mapping';
  entries: Entry[];
  offset: number;
  /** Behind the last value, or the brace. */
  end: number;
  size: number;
  depth: number;
}

export interface Sequence {
  kind: 'sequence';
  items: Node[];
  offset: number;
  /** Behind the last item, or the bracket. */
  end: number;
  size: number;
  depth: number;
}

export type Node = Scalar | Mapping | Sequence;

/** A text that is never null. */
export function textAt(offset: number, text: string, end = offset): Scalar {
  return { kind: 'scalar', text, plain: false, offset, end };
}

export function mappingAt(offset: number): Mapping {
  return { kind: 'mapping', entries: [], offset, end: offset, size: 1, depth: 1 };
}

export function sequenceAt(offset: number): Sequence {
  return { kind: 'sequence', items: [], offset, end: offset, size: 1, depth: 1 };
}

const NULLS = new Set(['null', 'Null', 'NULL', '~']);

/** `null` or `~`, written out. */
export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.plain && NULLS.has(node.text);
}

/** No value after the colon. */
export function isNothing(node: Node): boolean {
  return node.kind === 'scalar' && node.plain && node.text === '';
}

/** Characters of a scalar that count as one more node: aliases must not multiply long texts without bound either. */
const CHARACTERS_PER_NODE = 100;

/** Number of nodes if every alias were expanded. Counted for YAML only: other formats have no aliases. */
export function sizeOf(node: Node): number {
  return node.kind === 'scalar' ? 1 + Math.floor(node.text.length / CHARACTERS_PER_NODE) : node.size;
}

/** Counting stops here: half of this is already refused. */
const MAX_SIZE = 2_000_000;

/** Adds the size and depth of a new child. */
export function sizedBy(parent: Mapping | Sequence, child: Node): void {
  parent.size = Math.min(parent.size + sizeOf(child), MAX_SIZE);
  parent.depth = Math.max(parent.depth, depthOf(child) + 1);
}

export function depthOf(node: Node): number {
  return node.kind === 'scalar' ? 0 : node.depth;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Compact JSON of a native value. JSON numbers (as written), booleans and null stay what they are,
 * every other scalar is text.
 */
export function toJson(node: Node): string {
  if (node.kind === 'scalar') return scalarToJson(node);
  if (node.kind === 'sequence') return `[${node.items.map(toJson).join(',')}]`;
  return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${toJson(value)}`).join(',')}}`;
}

function scalarToJson(node: Scalar): string {
  if (!node.plain) return JSON.stringify(node.text);
  if (isNull(node) || isNothing(node)) return 'null';
  if (node.text === 'true' || node.text === 'false' || JSON_NUMBER.test(node.text)) return node.text;
  return JSON.stringify(node.text);
}

/** Maximum nesting, aliases included. */
export const MAX_DEPTH = 100;
/** Maximum number of nodes to which the aliases and `<<` of all documents of a project may expand. */
export const MAX_EXPANSION = 1_000_000;

export type Mistake = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

export const NO_NAME: Mistake = {
  code: 'wrong-type',
  message: 'A mapping or a list cannot be a field name.',
};
export const NO_MAPPING: Mistake = {
  code: 'wrong-type',
  message: '`<<` takes an alias of a mapping, or a list of such aliases.',
};
export const TOO_DEEP: Mistake = {
  code: 'alias-expansion',
  message: `Aliases nest more than ${MAX_DEPTH} levels deep.`,
};
export const TOO_LARGE: Mistake = {
  code: 'alias-expansion',
  message: `The aliases in the documents read so far expand to more than ${withCommas(MAX_EXPANSION)} nodes.`,
  hint: 'Replace aliases with their values.',
};

/** An alias without an anchor. Its name is not shown: it may be a password that begins with `*`. */
export function aliasMistake(name: string, { isOpen }: { isOpen: boolean }): Mistake {
  const message = isOpen
    ? 'This alias refers to a node that contains it.'
    : 'YAML reads this as an alias, but no anchor has that name.';
  const hint = contextHint(`*${name}`) ?? 'If it is text, quote it.';
  return { code: 'yaml-alias', message, hint };
}

export function tagMistake(tag: string): Mistake | undefined {
  if (tag === '!!str' || tag === '!') return undefined;
  return {
    code: 'yaml-tag',
    message: 'YAML tags are not supported.',
    hint: 'If it is text, quote it. Otherwise remove the tag: every scalar is read as written.',
  };
}

/** Mistakes that escapes in a text can cause. */
export function textMistakes(text: string): Mistake[] {
  const mistakes: Mistake[] = [];
  if (text.includes('\0')) {
    mistakes.push({
      code: 'bad-text',
      message: 'This text contains a NUL character (\\0), which the server cannot store.',
      hint: 'Remove it.',
    });
  }
  if (/[\uD800-\uDFFF]/u.test(text)) {
    mistakes.push({
      code: 'bad-text',
      message: 'This text contains half of a surrogate pair, which is not a character.',
      hint: 'Write both halves, or remove it.',
    });
  }
  return mistakes;
}
