// What is to be written → YAML or JSON text, laid out as people do.
import { isMap, isPair, isScalar, isSeq, type Scalar } from 'yaml';
import type { Layout } from '../edit/layout.ts';
import { nameOf } from '../edit/sites.ts';

// What is to be written, before it has a layout: texts, mappings and lists.

/** A text arrives as it stands here, whatever quotes it needs. */
export interface Text {
  kind: 'text';
  text: string;
  /** Without quotes it would mean something else, as `10` does inside a native value. */
  quoted?: true;
}

/** Source that is no text: `null`, and numbers and booleans inside native values. */
export interface Source {
  kind: 'source';
  source: string;
}

export interface Entry {
  name: string;
  value: Written;
  /** An empty line in front. */
  gap?: true;
}

export interface Mapping {
  kind: 'mapping';
  entries: Entry[];
  /** Never on one line. */
  block?: true;
}

export interface List {
  kind: 'list';
  items: Written[];
}

export type Written = Text | Source | Mapping | List;

export const NULL: Source = { kind: 'source', source: 'null' };

export function text(of: string): Text {
  return { kind: 'text', text: of };
}

export function mapping(fields: Record<string, Written | undefined>): Mapping {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  return { kind: 'mapping', entries };
}

// What stands in a document, to be written again elsewhere in it.

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

// Texts as YAML scalars: plain where the reader takes them so, otherwise in the quotes that a person would choose.

/** What a reader may drop, normalise or refuse when it stands there as it is. */
const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
/** Alone they mean null; as the name of a field `<<` merges. */
const MEANINGS = new Set(['null', 'Null', 'NULL', '~', '<<']);
const NOT_PLAIN = /^[\s,[\]{}#&*!|>'"%@`]|^[-?:](?:[\s,[\]{}]|$)|^(?:---|\.\.\.)|:\s|\s#|[\s:]$/;

export interface Surrounding {
  /** Between `{` and `}` or `[` and `]`. */
  flow?: boolean;
}

/** The text on one line. */
export function scalar({ text, quoted }: Text, { flow = false }: Surrounding = {}): string {
  if (!quoted && isPlain(text, flow)) return text;
  const isSingle = text.includes('"') || text.includes('\\');
  return isSingle && !NOT_RAW.test(text) && !text.includes("'") ? `'${text}'` : doubleQuoted(text);
}

function isPlain(text: string, flow: boolean): boolean {
  if (text === '' || MEANINGS.has(text) || NOT_RAW.test(text) || NOT_PLAIN.test(text)) return false;
  return !flow || !/[,[\]{}]|^[-?:]/.test(text);
}

function singleQuoted(text: string): string | undefined {
  return NOT_RAW.test(text) ? undefined : `'${text.replaceAll("'", "''")}'`;
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** Whether `|` can hold the text: several lines, nothing invisible, no blank where YAML would count or drop it. */
function isLiteral(text: string): boolean {
  if (!text.slice(0, -1).includes('\n')) return false;
  const lines = text.replace(/\n$/, '').split('\n');
  const isVisible = lines.every((line) => !NOT_RAW.test(line.replaceAll('\t', ' ')));
  return isVisible && /^\S/.test(lines[0] ?? '') && /\S/.test(lines.at(-1) ?? '');
}

/** `|` and the lines, indented; without a line break at the end. */
function literal(text: string, indent: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const shown = lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`));
  return `${text.endsWith('\n') ? '|' : '|-'}\n${shown.join('\n')}`;
}

// What is to be written → JSON, laid out as people do.

const MAX_JSON_LINE = 80;

/** A text that needs no quotes to arrive as it is written. */
const BARE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;

export function isBare(text: string): boolean {
  return BARE.test(text);
}

function jsonScalar({ text, quoted }: Text): string {
  return !quoted && isBare(text) ? text : doubleQuoted(text);
}

/** Without a line break at the end. `indent`: blanks in front of the line that it begins on. */
export function jsonText(value: Written, { indent, column }: { indent: number; column: number }): string {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return jsonScalar(value);
  const line = onOneLine(value);
  if (column + line.length <= MAX_JSON_LINE && !(value.kind === 'mapping' && value.block)) return line;
  const inner = indent + 2;
  const start = ' '.repeat(inner);
  const [open, close, members] =
    value.kind === 'list'
      ? ['[', ']', value.items.map((item) => `${start}${jsonText(item, { indent: inner, column: inner })}`)]
      : ['{', '}', value.entries.map((entry) => `${start}${jsonEntry(entry, inner)}`)];
  return `${open}\n${members.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

export function jsonEntry({ name, value }: Entry, indent: number): string {
  const start = `${doubleQuoted(name)}: `;
  return `${start}${jsonText(value, { indent, column: indent + start.length })}`;
}

function onOneLine(value: Written): string {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return jsonScalar(value);
  if (value.kind === 'list') return `[${value.items.map(onOneLine).join(', ')}]`;
  const members = value.entries.map((entry) => `${doubleQuoted(entry.name)}: ${onOneLine(entry.value)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** By its name, as people and editors tell. */
export function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

/** A whole document. */
export function jsonDocument(root: Mapping): string {
  return `${jsonText({ ...root, block: true }, { indent: 0, column: 0 })}\n`;
}

// What is to be written → YAML: short mappings and lists on one line, everything else in blocks.

/** A mapping or a list that is longer stands in a block. */
const MAX_LINE = 100;
const STEP = 2;

/** The entries of a block mapping, a line break behind each. */
export function blockEntries(entries: readonly Entry[], indent: number): string {
  return entries
    .map((entry, i) => `${entry.gap && i > 0 ? '\n' : ''}${blockEntry(entry, indent)}\n`)
    .join('');
}

/** `name: value`, indented, without a line break at the end. */
export function blockEntry({ name, value }: Entry, indent: number): string {
  const start = `${' '.repeat(indent)}${scalar(text(name))}:`;
  return `${start}${behindColon(value, { indent, column: start.length })}`;
}

/** What stands behind the colon of a field: a blank and one line, or a line break and a block. */
export function behindColon(value: Written, { indent, column }: { indent: number; column: number }): string {
  const line = oneLine(value, column + 1);
  if (line !== undefined) return ` ${line}`;
  if (value.kind === 'text') return ` ${literal(value.text, indent + STEP)}`;
  return `\n${block(value, indent + STEP)}`;
}

function oneLine(value: Written, column: number): string | undefined {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return isLiteral(value.text) ? undefined : scalar(value);
  if (isInBlocks(value)) return undefined;
  const line = flow(value);
  const isEmpty = (value.kind === 'list' ? value.items : value.entries).length === 0;
  return isEmpty || column + line.length <= MAX_LINE ? line : undefined;
}

function isInBlocks(value: Written): boolean {
  if (value.kind === 'list') return value.items.some(isInBlocks);
  if (value.kind !== 'mapping') return value.kind === 'text' && isLiteral(value.text);
  return value.entries.length > 0 && (value.block || value.entries.some((entry) => isInBlocks(entry.value)));
}

/** Without a line break at the end. */
function block(value: Written, indent: number): string {
  if (value.kind === 'mapping') return blockEntries(value.entries, indent).trimEnd();
  if (value.kind !== 'list') return '';
  return value.items.map((item) => `${' '.repeat(indent)}-${behindDash(item, indent)}`).join('\n');
}

function behindDash(item: Written, indent: number): string {
  const line = oneLine(item, indent + STEP);
  if (line !== undefined) return ` ${line}`;
  if (item.kind === 'text') return ` ${literal(item.text, indent + STEP)}`;
  return ` ${block(item, indent + STEP).trimStart()}`;
}

/** On one line, whatever its length. */
export function flow(value: Written): string {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return scalar(value, { flow: true });
  if (value.kind === 'list') return `[${value.items.map(flow).join(', ')}]`;
  if (value.entries.length === 0) return '{}';
  return `{ ${value.entries.map(flowEntry).join(', ')} }`;
}

export function flowEntry({ name, value }: Entry): string {
  return `${scalar(text(name), { flow: true })}: ${flow(value)}`;
}

/** A whole document. */
export function yamlDocument(root: Mapping): string {
  return blockEntries(root.entries, 0);
}
