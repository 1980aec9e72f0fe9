// Reads properties, dotenv and nested YAML or JSON into names and values with their places.
import { parseLines, type Pair } from 'dot-properties';
import { parse as parseDotenv } from 'dotenv';
import { Place, type Report, Source as Text } from '../model/diagnostic.ts';
import type { SourceFormat } from '../model/sources.ts';
import { parseTrees } from './parse-yaml.ts';
import { describe } from './fields.ts';
import { isNothing, type Mapping, type Node, textAt } from './syntax-tree.ts';

/** One value of a file. */
export interface SourceEntry {
  name: string;
  /** Where its key stands. */
  offset: number;
  /** With its own place, quotes included. */
  value: Node;
}

export interface Reading {
  format: SourceFormat;
  /** Between the parts of a nested name. */
  separator: string;
  report: Report;
}

/** In the order of the file; a name that stands there twice is returned twice. Mistakes are reported. */
export function readFormat(given: Text, { format, separator, report }: Reading): SourceEntry[] {
  // A byte order mark would become a part of the first name. YAML knows it.
  const text = new Text(given.file, given.text.replace(/^\uFEFF/, ' '));
  if (format === 'properties') return readProperties(text.text);
  if (format === 'dotenv') return readDotenv(text, report);
  const trees = parseTrees(given, report);
  const second = trees[1];
  if (second !== undefined) {
    report({ severity: 'error', ...SEVERAL_DOCUMENTS, place: new Place(given, second.offset) });
    return [];
  }
  return trees.flatMap((tree) => flattened(tree, { separator, text: given, report }));
}

/** Programs that write several give them conditions, such as profiles of Spring, which a source does not know. */
const SEVERAL_DOCUMENTS = {
  code: 'wrong-type',
  message: 'This file has several YAML documents (`---`). A source reads only one, for one context.',
  hint: 'Put each document into a file of its own.',
} as const;

function readProperties(text: string): SourceEntry[] {
  const pairs = parseLines(text, true).filter((line): line is Required<Pair> => line.type === 'PAIR');
  return pairs.map(({ key, value, range: [offset, , start = offset, end = start] }) => {
    return { name: key, offset, value: textAt(start, value ?? '', end) };
  });
}

/** In a line that the library reads as an entry, what stands before its key. */
const BEFORE_DOTENV_KEY = /^\s*(?:export\s+)?(?=[\w.-]+(?:\s*=|:(?:\s|$)))/;

/**
 * The library knows no places: every key gets its offset as a part of its name, which is taken out again. Other lines get
 * theirs too, behind a `!`, which no key has: what comes back neither in a key nor in a value was not read.
 */
function readDotenv(file: Text, report: Report): SourceEntry[] {
  const { text } = file;
  const marker = markerFor(text);
  const unread = new Set<number>();
  const marked = text.replace(/[^\r\n]+/g, (line: string, at: number) => {
    const key = BEFORE_DOTENV_KEY.exec(line)?.[0].length;
    const start = key ?? line.length - line.trimStart().length;
    if (key === undefined && /^(?:#|$)/.test(line.slice(start))) return line;
    unread.add(at + start);
    return `${line.slice(0, start)}${key === undefined ? '!' : ''}${marker}${at + start}_${line.slice(start)}`;
  });
  const marks = new RegExp(`!?${marker}(\\d+)_`, 'g');
  const entries = Object.entries(parseDotenv(marked)).map(([key, value]) => {
    for (const [, offset] of `${key} ${value}`.matchAll(marks)) unread.delete(Number(offset));
    const offset = offsetIn(key, marks);
    const { start, end } = dotenvSpan(text, offset);
    return { name: key.replace(marks, ''), offset, value: textAt(start, value.replace(marks, ''), end) };
  });
  for (const offset of unread) report({ severity: 'error', ...NO_DOTENV, place: new Place(file, offset) });
  return entries;
}

const NO_DOTENV = {
  code: 'dotenv-syntax',
  message: 'This line is neither a name with a value nor a comment.',
  hint: 'Write `NAME=value`. Quote a value of several lines.',
} as const;

/** What the library reads as the rest of a line, from the key on; its quotes may span lines. */
const DOTENV =
  /([\w.-]+)(\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?(?=\s*(?:#.*)?$)/my;

/** Where the value of the key at an offset stands, quotes included. */
function dotenvSpan(text: string, offset: number): { start: number; end: number } {
  DOTENV.lastIndex = offset;
  const [, key = '', separator = '', value = ''] = DOTENV.exec(text) ?? [];
  const from = offset + key.length + separator.length;
  const own = value.trim();
  const start = own === '' ? from : from + value.indexOf(own);
  return { start, end: start + own.length };
}

/** A word that the text does not have. */
function markerFor(text: string): string {
  let marker = 'AT';
  while (text.includes(marker)) marker = `${marker}X`;
  return marker;
}

function offsetIn(key: string, marks: RegExp): number {
  return Number([...key.matchAll(marks)][0]?.[1] ?? 0);
}

function flattened(tree: Node, { separator, text, report }: Omit<Reading, 'format'> & { text: Text }): SourceEntry[] {
  if (isNothing(tree)) return [];
  if (tree.kind !== 'mapping') {
    const message = `A source must be a mapping of names, not ${describe(tree)}.`;
    report({ severity: 'error', code: 'wrong-type', message, place: new Place(text, tree.offset) });
    return [];
  }
  const entries: SourceEntry[] = [];
  const visit = ({ entries: members }: Mapping, names: readonly string[]) => {
    for (const { key, value } of members) {
      const path = [...names, key.text];
      if (value.kind === 'mapping' && value.entries.length > 0) visit(value, path);
      else entries.push({ name: path.join(separator), offset: key.offset, value });
    }
  };
  visit(tree, []);
  return entries;
}
