// Reads properties, dotenv, YAML and JSON into names and values with their places.
import { parseLines, type Pair } from 'dot-properties';
import { parse as parseDotenv } from 'dotenv';
import { type Report, Source as Text } from '../model/diagnostic.ts';
import type { Reading } from '../model/sources.ts';
import { parseTrees } from './parse-trees.ts';
import { describe, type Entry, Fields, type Mapping, type Node, textAt } from './fields.ts';

/**
 * Every value by its whole name, in the order of the file; a name that stands there twice is returned twice. Values have
 * their own places, quotes included. Mistakes are reported.
 */
export function readFormat(given: Text, { format, separator = '.' }: Reading, report: Report): Entry[] {
  // A byte order mark would become a part of the first name. YAML knows it.
  const text = new Text(given.file, given.text.replace(/^\uFEFF/, ' '));
  if (format === 'properties') return readProperties(text.text);
  const fields = new Fields(text, report);
  if (format === 'dotenv') return readDotenv(fields);
  const trees = parseTrees(given, report, { format, keepsTags: true });
  if (trees[1] === undefined) return trees.flatMap((tree) => flattened(tree, separator, fields));
  // Programs that write several give them conditions, such as profiles of Spring, which a source does not know.
  const message = 'This file has several YAML documents (`---`). A source reads only one, for one context.';
  fields.error({ code: 'wrong-type', at: trees[1], message, hint: 'Put each document into a file of its own.' });
  return [];
}

function readProperties(text: string): Entry[] {
  const pairs = parseLines(text, true).filter((line): line is Required<Pair> => line.type === 'PAIR');
  return pairs.map(({ key, value, range: [offset, , start = offset, end = start] }) => {
    return { key: textAt(offset, key), value: textAt(start, value ?? '', end) };
  });
}

/** An entry as the library reads it, which knows no places: name, sign, and what is assigned. Only quotes span lines. */
const DOTENV =
  /^\s*(?:export[^\S\r\n]+)?([\w.-]+)([^\S\r\n]*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

function readDotenv(fields: Fields): Entry[] {
  const { text } = fields.source;
  let end = 0;
  const entries = [...text.matchAll(DOTENV)].map(({ 0: all, 1: name = '', 3: assigned = '', index, indices }) => {
    refuseOtherLines(fields, end, index);
    end = index + all.length;
    const [[offset, behind] = [0, 0], [, from] = [0, 0]] = indices?.slice(1) ?? [];
    const { V: value = '' } = parseDotenv(`V${text.slice(behind, end)}`);
    const own = assigned.trim();
    const start = from + (own === '' ? 0 : assigned.indexOf(own));
    return { key: textAt(offset, name), value: textAt(start, value, start + own.length) };
  });
  refuseOtherLines(fields, end, text.length);
  return entries;
}

function refuseOtherLines(fields: Fields, start: number, end: number): void {
  const { text } = fields.source;
  const message = 'This line is neither a name with a value nor a comment.';
  const hint = 'Write `NAME=value`. Quote a value of several lines.';
  for (const { index } of text.slice(start, end).matchAll(/[^\s#].*|#.*/g))
    if (text[start + index] !== '#') fields.error({ code: 'dotenv-syntax', at: start + index, message, hint });
}

function flattened(tree: Node, separator: string, fields: Fields): Entry[] {
  if (tree.kind !== 'mapping') {
    const message = `A source must be a mapping of names, not ${describe(tree)}.`;
    fields.error({ code: 'wrong-type', at: tree, message });
    return [];
  }
  const entries: Entry[] = [];
  const visit = ({ entries: members }: Mapping, names: readonly string[]) => {
    for (const { key, value } of members) {
      const path = [...names, key.text];
      if (value.kind === 'mapping' && value.entries.length > 0 && value.refused === undefined) visit(value, path);
      else entries.push({ key: textAt(key.offset, path.join(separator)), value });
    }
  };
  visit(tree, []);
  return entries;
}
