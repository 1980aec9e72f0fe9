// The tree of a YAML or JSON text: mappings, sequences and scalars with their source text and offset.
import type { Mistake } from '../model/diagnostic.ts';

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
}

export interface Sequence {
  kind: 'sequence';
  items: Node[];
  offset: number;
  /** Behind the last item, or the bracket. */
  end: number;
}

export type Node = Scalar | Mapping | Sequence;

/** A text that is never null. */
export function textAt(offset: number, text: string, end = offset): Scalar {
  return { kind: 'scalar', text, plain: false, offset, end };
}

export function mappingAt(offset: number): Mapping {
  return { kind: 'mapping', entries: [], offset, end: offset };
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
