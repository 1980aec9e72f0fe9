// What stands in a document, to be written again elsewhere in it.
import { isMap, isPair, isScalar, isSeq, type Scalar } from 'yaml';
import { isBare } from './json.ts';
import type { Layout } from './layout.ts';
import { doubleQuoted, isLiteral, singleQuoted } from './scalars.ts';
import { nameOf } from './sites.ts';
import { NULL, type Written } from './written.ts';

/** A node with the meaning that it has where it stands. */
export function writtenOf(node: unknown, layout: Layout): Written {
  if (isMap(node)) {
    const entries = node.items.filter(isPair).map((pair) => ({
      name: nameOf(pair),
      value: writtenOf(pair.value, layout),
    }));
    return { kind: 'mapping', entries };
  }
  if (isSeq(node)) return { kind: 'list', items: node.items.map((item) => writtenOf(item, layout)) };
  if (!isScalar(node)) return NULL;
  if (node.type !== 'PLAIN') return { kind: 'text', text: String(node.value), quoted: true };
  const source = layout.slice(node);
  // What could not stand between braces as it is, is a text in any case.
  return /^[\w.+~-]*$/.test(source) ? { kind: 'source', source } : { kind: 'text', text: String(node.value) };
}

/** A text in the quotes that another one has; `undefined`: not on one line, or another form is better. */
export function inStyleOf(node: Scalar, text: string, { isJson }: { isJson: boolean }): string | undefined {
  if (isJson) {
    return node.type === 'PLAIN' && isBare(text) ? text : doubleQuoted(text);
  }
  if (node.type === 'QUOTE_DOUBLE') return doubleQuoted(text);
  if (node.type === 'QUOTE_SINGLE') return singleQuoted(text);
  return undefined;
}

/** Whether a text belongs behind `|`, as the one that stands there. */
export function staysLiteral(node: unknown, text: string): boolean {
  return isScalar(node) && /^BLOCK/.test(node.type ?? '') && isLiteral(text);
}
