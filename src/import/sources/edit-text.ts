// Changes values in the text of one source file, and reads it again: only what arrives as wanted is changed.
import { isMap, isPair, isScalar, type Pair, parse, type Scalar, YAMLError, type YAMLMap } from 'yaml';
import { sourceValue } from '../../documents/read-sources.ts';
import { readFormat, type Reading } from '../../documents/source-formats.ts';
import { Source } from '../../model/diagnostic.ts';
import { isBlock } from '../edit/layout.ts';
import { yamlDocuments } from '../edit/sites.ts';
import { Splices } from '../edit/splices.ts';
import type { EntryChange } from '../text-edits.ts';
import { inStyleOf, scalar, staysLiteral, text as textOf } from '../write/serialize.ts';
import { editLines, isLineFormat } from './line-forms.ts';

/** A file with the settings that it is read by. */
export interface SourceText extends Omit<Reading, 'report'> {
  path: string;
  text: string;
}

interface EditedText {
  text: string;
  /** What the file cannot hold. */
  refused: EntryChange[];
}

/** Everything else in the file stays as it is. */
export function editText(file: SourceText, changes: readonly EntryChange[]): EditedText {
  const before = entriesIn(file);
  let accepted: readonly EntryChange[] = [];
  let { text } = file;
  const refused: EntryChange[] = [];
  // Those that do not arrive are refused. If others do not, each half is tried, down to a single one.
  const attempt = (batch: readonly EntryChange[]): void => {
    const all = [...accepted, ...batch];
    const tried = changedText(file, all);
    const differing = differences(entriesIn({ ...file, text: tried }), changedEntries(before, all));
    const [only] = batch;
    const wrong = batch.filter(({ offset }) => differing?.has(offset));
    if (differing?.size === 0) [accepted, text] = [all, tried];
    else if (batch.length === 1 && only !== undefined) refused.push(only);
    else if (wrong.length > 0 && wrong.length === differing?.size) {
      refused.push(...wrong);
      if (wrong.length < batch.length) attempt(batch.filter(({ offset }) => !differing.has(offset)));
    } else {
      const half = Math.ceil(batch.length / 2);
      for (const part of [batch.slice(0, half), batch.slice(half)]) if (part.length > 0) attempt(part);
    }
  };
  if (changes.length > 0) attempt(changes);
  return { text, refused };
}

function changedText({ text, format, path }: SourceText, changes: readonly EntryChange[]): string {
  if (isLineFormat(format)) return editLines(format, text, changes);
  return editNested({ path, text }, changes);
}

interface ReadEntry {
  offset: number;
  name: string;
  isScalar: boolean;
  text: string | null;
}

/** `undefined`: the file has mistakes. */
function entriesIn({ path, text, ...reading }: SourceText): ReadEntry[] | undefined {
  let isWrong = false;
  const report = () => {
    isWrong = true;
  };
  const entries = readFormat(new Source(path, text), { ...reading, report });
  const read = entries.map(({ offset, name, value }) => {
    return { offset, name, isScalar: value.kind === 'scalar', text: sourceValue(value).text };
  });
  return isWrong ? undefined : read;
}

function changedEntries(entries: ReadEntry[] | undefined, changes: readonly EntryChange[]): ReadEntry[] | undefined {
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  return entries?.flatMap((entry) => {
    const change = wanted.get(entry.offset);
    if (change === undefined) return entry;
    return change.text === undefined ? [] : { ...entry, isScalar: true, text: change.text };
  });
}

/** The offsets of the entries that are not as wanted; `undefined` if there are others than wanted. */
function differences(some: ReadEntry[] | undefined, wanted: ReadEntry[] | undefined): Set<number> | undefined {
  if (some === undefined || wanted === undefined || some.length !== wanted.length) return undefined;
  return new Set(wanted.flatMap((entry, i) => (isSame(entry, some[i]) ? [] : [entry.offset])));
}

/** Wherever they stand. */
function isSame(one: ReadEntry, other: ReadEntry | undefined): boolean {
  return one.name === other?.name && one.isScalar === other.isScalar && one.text === other.text;
}

// Nested YAML and JSON.

/** The text with the changes that can be made; JSON stays JSON. */
function editNested(document: { path: string; text: string }, changes: readonly EntryChange[]): string {
  const splices = new Splices(document);
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  for (const { contents: root } of yamlDocuments(document.text)) {
    if (!isMap(root)) continue;
    for (const pair of editMapping(root, { splices, wanted })) splices.remove(root, pair);
  }
  return splices.apply();
}

interface NestedEditing {
  splices: Splices;
  wanted: ReadonlyMap<number, EntryChange>;
}

/** Edits the values; returns the pairs to remove, those of mappings that lose everything too. */
function editMapping(node: YAMLMap, editing: NestedEditing): Pair[] {
  return node.items.filter((pair) => isPair(pair) && editPair(node, pair, editing));
}

/** Whether the pair is to be removed. */
function editPair(parent: YAMLMap, pair: Pair, editing: NestedEditing): boolean {
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
    const value = wanted === null ? 'null' : nestedText(wanted, { isFlow: !isBlock(parent), isSpecialAllowed: true });
    splices.setValue(pair, { kind: 'source', source: value });
  }
}

function sourceOf(node: Scalar, wanted: string, { parent, splices }: { parent: YAMLMap; splices: Splices }): string {
  const isSpecialAllowed = node.type === 'PLAIN' && isSpecial(String(node.value));
  return inStyleOf(node, wanted, splices) ?? nestedText(wanted, { isFlow: parent.flow === true, isSpecialAllowed });
}

/** Text stays text for a program that tells it from numbers, booleans and dates. */
function nestedText(
  text: string,
  { isFlow, isSpecialAllowed }: { isFlow: boolean; isSpecialAllowed: boolean },
): string {
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
