// Changes values in the text of one source file, and reads it again: only what arrives as wanted is changed.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { isMap, isPair, isScalar, type Pair, parse, type Scalar, YAMLError, type YAMLMap } from 'yaml';
import { sourceValue } from '../../documents/read-sources.ts';
import { isToml, readFormat, type Reading } from '../../documents/source-formats.ts';
import { Source } from '../../model/diagnostic.ts';
import { isBlock } from '../edit/layout.ts';
import { yamlDocuments } from '../edit/sites.ts';
import { Splices } from '../edit/splices.ts';
import { type EntryChange, edited, linesAt, type TextEdit } from '../text-edits.ts';
import { inStyleOf, scalar, staysLiteral, text as textOf } from '../write/serialize.ts';
import { editLines, isLineFormat } from './line-forms.ts';

/** A file with the settings that it is read by. */
export interface SourceText extends Omit<Reading, 'report'> {
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
  return isToml(format, path) ? editToml(text, changes) : editNested({ path, text }, changes);
}

interface ReadEntry {
  offset: number;
  name: string;
  isScalar: boolean;
  text: string | null;
}

/** `undefined`: the file has mistakes. */
function entriesIn({ text, ...reading }: SourceText): ReadEntry[] | undefined {
  let isWrong = false;
  const report = () => {
    isWrong = true;
  };
  const entries = readFormat(new Source(reading.path, text), { ...reading, report });
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

// TOML.

/** The text with the changes that TOML can hold. */
function editToml(text: string, changes: readonly EntryChange[]): string {
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  const {
    body: [{ body }],
  } = parseTOML(text.replace(/^\uFEFF/, ' '));
  const edits = body.flatMap((node) =>
    node.type === 'TOMLTable' ? tableEdits(node, { text, wanted }) : lineEdits(node, { text, wanted }),
  );
  return edited(text, edits);
}

interface TomlEditing {
  text: string;
  wanted: ReadonlyMap<number, EntryChange>;
}

/** A table that loses everything goes with it: an empty one would be a value. */
function tableEdits(table: AST.TOMLTable, editing: TomlEditing): TextEdit[] {
  const edits = table.body.flatMap((pair) => lineEdits(pair, editing));
  if (table.body.length === 0 || !table.body.every((pair) => isGone(pair, editing))) return edits;
  const header = linesAt(editing.text, { start: table.range[0], end: table.key.range[1] });
  return [{ ...header, text: '' }, ...edits];
}

function isGone({ key, value }: AST.TOMLKeyValue, editing: TomlEditing): boolean {
  const change = editing.wanted.get(key.range[0]);
  if (change !== undefined) return change.text === undefined;
  return value.type === 'TOMLInlineTable' && value.body.length > 0 && value.body.every((pair) => isGone(pair, editing));
}

function lineEdits(pair: AST.TOMLKeyValue, editing: TomlEditing): TextEdit[] {
  if (!isGone(pair, editing)) return valueEdits(pair, editing);
  return [{ ...linesAt(editing.text, { start: pair.range[0], end: pair.range[1] }), text: '' }];
}

function valueEdits({ key, value }: AST.TOMLKeyValue, editing: TomlEditing): TextEdit[] {
  if (value.type === 'TOMLInlineTable') return inlineEdits(value, editing);
  const wanted = editing.wanted.get(key.range[0])?.text;
  if (typeof wanted !== 'string' || value.type !== 'TOMLValue') return [];
  const [start, end] = value.range;
  return [{ start, end, text: tomlText(wanted, { value, old: editing.text.slice(start, end) }) }];
}

function inlineEdits({ body }: AST.TOMLInlineTable, editing: TomlEditing): TextEdit[] {
  const firstKept = body.findIndex((pair) => !isGone(pair, editing));
  return body.flatMap((pair, i): TextEdit[] => {
    if (!isGone(pair, editing)) return valueEdits(pair, editing);
    const [before, next] = [body[i - 1], body[i + 1]];
    if (i < firstKept && next !== undefined) return [{ start: pair.range[0], end: next.range[0], text: '' }];
    return [{ start: before?.range[1] ?? pair.range[0], end: pair.range[1], text: '' }];
  });
}

/** In the quotes of the old value, if they can hold the text; a number stays a number. */
function tomlText(text: string, { value, old }: { value: AST.TOMLValue; old: string }): string {
  if (value.kind !== 'string') return isBareToml(text) ? text : basic(text);
  if (old.startsWith('"""') && text.includes('\n') && !CONTROL.test(text)) return `"""\n${escaped(text)}"""`;
  if (old.startsWith("'") && !/['\n\t]/.test(text) && !CONTROL.test(text)) return `'${text}'`;
  return basic(text);
}

/** Other than line breaks and tabs. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', '""\\"').replace(/"$/, '\\"');
}

function basic(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f');
}

/** Whether a text is a number, a boolean or a date as it stands. */
function isBareToml(text: string): boolean {
  if (!/^[\w.:+-]+(?: [\w.:+-]+)?$/.test(text)) return false;
  try {
    const [pair] = parseTOML(`x = ${text}`).body[0].body;
    const value = pair?.type === 'TOMLKeyValue' ? pair.value : undefined;
    return value?.type === 'TOMLValue' && value.kind !== 'string' && value.range[1] === 4 + text.length;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
