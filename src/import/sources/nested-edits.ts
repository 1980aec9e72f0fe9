// Edits nested YAML and JSON files in place.
import { isMap, isPair, isScalar, type Pair, parse, type Scalar, YAMLError, type YAMLMap } from 'yaml';
import { isBlock } from '../edit/layout.ts';
import { yamlDocuments } from '../edit/sites.ts';
import { Splices } from '../edit/splices.ts';
import { inStyleOf, scalar, staysLiteral, text as textOf } from '../write/serialize.ts';
import type { EntryChange } from '../text-edits.ts';

/** The text with the changes that can be made; JSON stays JSON. */
export function editNested(document: { path: string; text: string }, changes: readonly EntryChange[]): string {
  const splices = new Splices(document);
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  for (const { contents: root } of yamlDocuments(document.text)) {
    if (!isMap(root)) continue;
    for (const pair of editMapping(root, { splices, wanted })) splices.remove(root, pair);
  }
  return splices.apply();
}

interface Editing {
  splices: Splices;
  wanted: ReadonlyMap<number, EntryChange>;
}

/** Edits the values; returns the pairs to remove, those of mappings that lose everything too. */
function editMapping(node: YAMLMap, editing: Editing): Pair[] {
  return node.items.filter((pair) => isPair(pair) && editPair(node, pair, editing));
}

/** Whether the pair is to be removed. */
function editPair(parent: YAMLMap, pair: Pair, editing: Editing): boolean {
  const offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  const change = offset === undefined ? undefined : editing.wanted.get(offset);
  if (change !== undefined) {
    if (change.text !== undefined) setValue(pair, change.text, { parent, splices: editing.splices });
    return change.text === undefined;
  }
  if (!isMap(pair.value)) return false;
  const node = pair.value;
  const removed = editMapping(node, editing);
  if (removed.length > 0 && removed.length === node.items.length) return true;
  for (const one of removed) editing.splices.remove(node, one);
  return false;
}

function setValue(pair: Pair, wanted: string | null, { parent, splices }: { parent: YAMLMap; splices: Splices }): void {
  const node = pair.value;
  if (isScalar(node) && splices.layout.span(node).start < splices.layout.span(node).end) {
    if (wanted !== null && !splices.isJson && staysLiteral(node, wanted)) splices.setValue(pair, textOf(wanted));
    else splices.replace(node, wanted === null ? 'null' : sourceOf(node, wanted, { parent, splices }));
  } else if (node === null || isScalar(node)) {
    const value = wanted === null ? 'null' : written(wanted, { isFlow: !isBlock(parent), isSpecialAllowed: true });
    splices.setValue(pair, { kind: 'source', source: value });
  }
}

function sourceOf(node: Scalar, wanted: string, { parent, splices }: { parent: YAMLMap; splices: Splices }): string {
  const isSpecialAllowed = node.type === 'PLAIN' && isSpecial(String(node.value));
  return inStyleOf(node, wanted, splices) ?? written(wanted, { isFlow: parent.flow === true, isSpecialAllowed });
}

/** Text stays text for a program that tells it from numbers, booleans and dates. */
function written(text: string, { isFlow, isSpecialAllowed }: { isFlow: boolean; isSpecialAllowed: boolean }): string {
  const plain = scalar(textOf(text), { flow: isFlow });
  const isQuoted = plain === text && !isSpecialAllowed && isSpecial(text);
  return isQuoted ? scalar({ kind: 'text', text, quoted: true }) : plain;
}

/** Whether a plain scalar is not a text for every reader. */
function isSpecial(plain: string): boolean {
  try {
    return typeof parse(plain, { version: '1.1', logLevel: 'silent' }) !== 'string';
  } catch (error) {
    if (error instanceof YAMLError) return false;
    throw error;
  }
}
