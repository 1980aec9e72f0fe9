// What is to be written → YAML or JSON text, laid out as people do.
import { isMap, isPair, isScalar, isSeq, type Scalar } from 'yaml';
import type { Layout } from '../edit/layout.ts';
import { nameOf } from '../edit/sites.ts';

// What is to be written, before it has a layout: texts, mappings and lists.

/** A text arrives as it stands here, whatever quotes it needs. */
export interface Text {
  kind: 'text';
  text: string;
  /** Always quote: otherwise it would change its type, as `10` does inside a native value. */
  quoted?: true;
}

/** Source written as it is: `null`, and numbers and booleans inside native values. */
export interface Source {
  kind: 'source';
  source: string;
}

export interface Entry {
  name: string;
  value: Written;
  /** Precede the entry with an empty line. */
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
  /** Never on one line. */
  block?: true;
}

export type Written = Text | Source | Mapping | List;

export const NULL: Source = { kind: 'source', source: 'null' };

export function text(of: string): Text {
  return { kind: 'text', text: of };
}

export function mapping(fields: Record<string, Written | undefined>): Mapping {
  const entries = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return { kind: 'mapping', entries };
}

/** An existing node, to be written again with the same meaning. */
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
  // A source that is not safe between braces is a text in any case.
  return /^[\w.+~-]*$/.test(source) ? { kind: 'source', source } : { kind: 'text', text: String(node.value) };
}

/** A text in the quotes of an existing scalar; `undefined` if another form is needed. */
export function inStyleOf(node: Scalar, text: string, { isJson }: { isJson: boolean }): string | undefined {
  if (isJson) {
    return node.type === 'PLAIN' && isBare(text) ? text : doubleQuoted(text);
  }
  if (node.type === 'QUOTE_DOUBLE') return doubleQuoted(text);
  if (node.type === 'QUOTE_SINGLE') return singleQuoted(text);
  return undefined;
}

/** Whether a text can stay in the block style of the existing scalar. */
export function staysLiteral(node: unknown, text: string): boolean {
  return isScalar(node) && /^BLOCK/.test(node.type ?? '') && isLiteral(text);
}

/** Characters that a YAML reader may drop, normalise or refuse unless escaped. */
const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
/** Plain scalars with a special meaning: null, and `<<` as a field name. */
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

/** Whether `|` can hold the text: several lines, no invisible characters, no leading or trailing blank lines. */
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

const MAX_JSON_LINE = 80;

/** JSON numbers and booleans, which keep their text without quotes. */
const BARE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;

export function isBare(text: string): boolean {
  return BARE.test(text);
}

function jsonScalar({ text, quoted }: Text): string {
  return !quoted && isBare(text) ? text : doubleQuoted(text);
}

/** Without a final line break. `indent`: indentation of the line on which the text begins. */
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

/** Whether a path has the extension `.json`. */
export function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

/** A whole document. */
export function jsonDocument(root: Mapping): string {
  return `${jsonText({ ...root, block: true }, { indent: 0, column: 0 })}\n`;
}

/** Longer mappings and lists are written as blocks. */
const MAX_LINE = 100;
const STEP = 2;

/** The entries of a block mapping, each with a final line break. */
export function blockEntries(entries: readonly Entry[], indent: number): string {
  return entries.map((entry, i) => `${entry.gap && i > 0 ? '\n' : ''}${blockEntry(entry, indent)}\n`).join('');
}

/** `name: value`, indented, without a final line break. */
export function blockEntry({ name, value }: Entry, indent: number): string {
  const start = `${' '.repeat(indent)}${scalar(text(name))}:`;
  return `${start}${behindColon(value, { indent, column: start.length })}`;
}

/** The text after the colon of a field: a space and one line, or a line break and a block. */
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
  if (value.kind === 'list') return value.items.length > 0 && (value.block || value.items.some(isInBlocks));
  if (value.kind !== 'mapping') return value.kind === 'text' && isLiteral(value.text);
  return value.entries.length > 0 && (value.block || value.entries.some((entry) => isInBlocks(entry.value)));
}

/** Without a line break at the end. */
function block(value: Written, indent: number): string {
  // Blanks before the line break may belong to a text.
  if (value.kind === 'mapping') return blockEntries(value.entries, indent).replace(/\n$/, '');
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
