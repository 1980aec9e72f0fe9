// What is to be written → JSON, laid out as people do.
import { doubleQuoted } from './scalars.ts';
import type { Entry, Mapping, Text, Written } from './written.ts';

const MAX_LINE = 80;

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
  if (column + line.length <= MAX_LINE && !(value.kind === 'mapping' && value.block)) return line;
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
