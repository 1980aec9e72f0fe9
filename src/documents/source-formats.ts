// Reads properties, dotenv, YAML and JSON into names and values with their places.
import { parse as parseDotenv } from 'dotenv';
import { type Mistake, type Report, Source as Text } from '../model/diagnostic.ts';
import type { Reading } from '../model/sources.ts';
import { describe, type Entry, Fields, type Mapping, mappingHint, type Node, type Scalar, textAt } from './fields.ts';
import type { SourceEntry } from './other-readers.ts';
import { parseTrees } from './parse-trees.ts';
import { readProperties } from './read-properties.ts';

/**
 * Every value by its whole name, in the order of the file; a name that stands there twice is returned twice. Values have
 * their own places, quotes included. Mistakes are reported.
 */
export function readFormat(given: Text, { format, separator = '.' }: Reading, report: Report): SourceEntry[] {
  // A byte order mark would become a part of the first name. YAML and JSON know it.
  const text = new Text(given.file, given.text.replace(/^\uFEFF/, ' '));
  const fields = new Fields(text, report);
  if (format === 'properties') {
    if (given.text !== text.text) fields.warn({ ...MARK, at: 0 });
    return readProperties(fields);
  }
  if (format === 'dotenv') return readDotenv(fields);
  return parseTrees(given, report, { format, keepsTags: true }).flatMap((tree) => flattened(tree, separator, fields));
}

/** An entry as the library reads it, which knows no places: name, sign, and what is assigned. Only quotes span lines. */
const DOTENV =
  /^\s*(?:export[^\S\r\n]+)?([\w.-]+)([^\S\r\n]*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

const MARK: Mistake = {
  code: 'readers-differ',
  message: 'This file begins with a byte order mark, which Java and Spring read as a part of the first line.',
  hint: 'Save the file as UTF-8 without it.',
};

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

function flattened(tree: Node, separator: string, fields: Fields): SourceEntry[] {
  if (tree.kind !== 'mapping') {
    const message = `A source must be a mapping of names, not ${describe(tree)}.`;
    fields.error({ code: 'wrong-type', at: tree, message, hint: mappingHint(tree) });
    return [];
  }
  if (tree.refused !== undefined) fields.error(tree.refused);
  const entries: SourceEntry[] = [];
  const visit = ({ entries: members }: Mapping, outer: readonly Scalar[]) => {
    for (const { key, value } of members) {
      const names = [...outer, key];
      if (value.kind === 'mapping' && value.entries.length > 0 && value.refused === undefined) visit(value, names);
      else {
        const name = names.map(({ text }) => text).join(separator);
        entries.push({ key: textAt(key.offset, name), value, names });
      }
    }
  };
  visit(tree, []);
  return entries;
}
