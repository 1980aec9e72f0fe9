// Reads properties, dotenv, YAML and JSON into names and values with their places.
import { parseLines, type Pair } from 'dot-properties';
import { cut, type Report, Source as Text } from '../model/diagnostic.ts';
import { nameInPart, type Reading } from '../model/sources.ts';
import { readDotenv } from './dotenv.ts';
import { parseTrees } from './parse-yaml.ts';
import { describe, type Entry, Fields, isNothing, type Mapping, mappingAt, type Node, textAt } from './fields.ts';

export interface Names {
  /** Tests a name; the values of all others may be read differently elsewhere. Default: all are wanted. */
  isWanted?: (name: string) => boolean;
  /** Whether a mapping of this name is one value. Default: none is. */
  isWhole?: (name: string) => boolean;
}

/**
 * Every value by its whole name, in the order of the file; a name that stands there twice is returned twice. Values have
 * their own places, quotes included. Mistakes are reported.
 */
export function readFormat(given: Text, reading: Reading, report: Report, names: Names = {}): Entry[] {
  const { format, reader } = reading;
  // A byte order mark would become a part of the first name. YAML knows it.
  const text = new Text(given.file, given.text.replace(/^\uFEFF/, ' '));
  const fields = new Fields(text, report);
  const inLines = (entries: Entry[]) => flattened({ ...mappingAt(0), entries }, { ...reading, ...names }, fields);
  if (format === 'properties') return inLines(readProperties(text.text));
  if (format === 'dotenv') return inLines(readDotenv(fields, reader, names.isWanted ?? (() => true)));
  let isValid = true;
  const trees = parseTrees(given, (diagnostic) => {
    isValid &&= diagnostic.severity !== 'error';
    report(diagnostic);
  });
  // An empty file has no part either.
  if (trees[0] === undefined) return isValid ? inLines([]) : [];
  if (trees[1] === undefined) return flattened(trees[0], { ...reading, ...names }, fields);
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

function flattened(
  tree: Node,
  { separator = '.', part, isWhole = () => false }: Pick<Reading, 'separator' | 'part'> & Names,
  fields: Fields,
): Entry[] {
  const refused = (node: Node) => {
    const message = `A source must be a mapping of names, not ${describe(node)}.`;
    fields.error({ code: 'wrong-type', at: node, message });
    return [];
  };
  if (tree.kind !== 'mapping') return refused(tree);
  const entries: Entry[] = [];
  const visit = ({ entries: members }: Mapping, names: readonly string[]) => {
    for (const { key, value } of members) {
      const path = [...names, key.text];
      const name = path.join(separator);
      if (value.kind === 'mapping' && value.entries.length > 0 && !isWhole(name)) visit(value, path);
      else entries.push({ key: textAt(key.offset, name), value });
    }
  };
  if (part === undefined) visit(tree, []);
  else {
    const found = inPart(tree, part);
    if (found.length === 0) reportNoPart(tree, part, fields);
    for (const node of found) {
      if (node.kind === 'mapping') visit(node, []);
      else if (!isNothing(node)) refused(node);
    }
  }
  return entries;
}

/** The values of the part, and what has a longer name, each in a mapping. */
function inPart({ entries }: Mapping, part: string): Node[] {
  return entries.flatMap(({ key, value }): Node[] => {
    const name = nameInPart(key.text, part);
    if (name === '') return [value];
    if (name !== undefined) return [{ ...mappingAt(key.offset), entries: [{ key: { ...key, text: name }, value }] }];
    const rest = nameInPart(part, key.text);
    return rest === undefined || value.kind !== 'mapping' ? [] : inPart(value, rest);
  });
}

/** Names what the file has on its first level instead: other profiles, or other mappings. */
function reportNoPart({ entries, offset }: Mapping, part: string, fields: Fields): void {
  const isAlike = ({ key: { text }, value }: Entry) =>
    part.startsWith('%') ? text.startsWith('%') : value.kind === 'mapping' || text.includes('.');
  const names = [...new Set(entries.filter(isAlike).map(({ key }) => key.text.replace(/\..*/s, '')))];
  const message = `This file has no part \`${cut(part)}\`.`;
  const hint = `Correct \`part\` of the source, or leave the file out with \`exclude\`. ${names.length === 0 ? 'The file has no parts.' : `Its parts are ${cut(names.join(', '))}.`}`;
  fields.error({ code: 'bad-option', at: offset, message, hint });
}
