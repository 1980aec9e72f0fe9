// Reads properties, dotenv, YAML and JSON into names and values with their places.
import { cut, type FileError, type Report, Source as Text } from '../model/diagnostic.ts';
import { inProfileOf, isNested, nameInPart, type SourceReading } from '../model/sources.ts';
import { readDotenv } from './dotenv.ts';
import {
  describe,
  type Entry,
  Fields,
  isNothing,
  type Mapping,
  mappingAt,
  mappingHint,
  type Node,
  type Scalar,
  textNode,
} from './fields.ts';
import type { SourceEntry } from './other-readers.ts';
import { parseTrees } from './parse-trees.ts';
import { readProperties } from './read-properties.ts';

export interface Names {
  /** Tests a name; the values of all others may be read differently elsewhere. Default: all are wanted. */
  isWanted?: (name: string) => boolean;
  /** Whether a mapping of this name is one value. Default: none is. */
  isWhole?: (name: string) => boolean;
}

/**
 * Every value by its whole name, in the order of the file; a name that occurs twice is returned twice. Values have
 * their own places, quotes included. Errors are reported.
 */
export function readFormat(
  given: Text,
  reading: SourceReading,
  report: Report,
  names: Names = {},
): SourceEntry[] {
  const { format, part } = reading;
  if (isNested(format)) {
    let isValid = true;
    const told: Report = (diagnostic) => {
      isValid &&= diagnostic.severity !== 'error';
      report(diagnostic);
    };
    const trees = parseTrees(given, told, { format, keepsTags: true });
    // An empty file has no part either.
    const documents = trees.length === 0 && isValid ? [mappingAt(0)] : trees;
    return flattened(documents, { ...reading, ...names }, new Fields(given, report));
  }
  // A byte order mark would become a part of the first name. YAML and JSON know it.
  const text = new Text(given.file, given.text.replace(/^\uFEFF/, ' '));
  const fields = new Fields(text, report);
  if (format === 'properties' && given.text !== text.text) fields.warn({ ...MARK, at: 0 });
  const isWanted = (name: string) => {
    const nameThere = part === undefined ? name : nameInPart(name, part);
    return nameThere !== undefined && (names.isWanted?.(nameThere) ?? true);
  };
  const entries =
    format === 'properties' ? readProperties(fields) : readDotenv(fields, reading.reader, isWanted);
  return flattened([{ ...mappingAt(0), entries }], { ...reading, ...names }, fields);
}

const MARK: FileError = {
  code: 'readers-differ',
  message:
    'This file begins with a byte order mark, which Java and Spring read as part of the first line.',
  hint: 'Save the file as UTF-8 without it.',
};

/** @param trees the documents of a file */
function flattened(
  trees: readonly Node[],
  {
    separator = '.',
    part,
    isWhole = () => false,
  }: Pick<SourceReading, 'separator' | 'part'> & Names,
  fields: Fields,
): SourceEntry[] {
  const entries: SourceEntry[] = [];
  const visit = ({ entries: members }: Mapping, outer: readonly Scalar[]) => {
    for (const { key, value } of members) {
      const names = [...outer, key];
      const name = names.map(({ text }) => text).join(separator);
      const isSplit =
        value.kind === 'mapping' && value.entries.length > 0 && value.refused === undefined;
      if (isSplit && !isWhole(name)) visit(value, names);
      else entries.push({ key: textNode(key.offset, name), value, names });
    }
  };
  const mappings = trees.flatMap((tree) => asMapping(tree, fields));
  const parts =
    part === undefined ? mappings : mappings.flatMap((mapping) => inPart(mapping, part));
  if (part !== undefined && mappings[0] !== undefined && parts.length === 0)
    reportNoPart(mappings[0], part, fields);
  for (const node of parts)
    if (!isNothing(node)) for (const mapping of asMapping(node, fields, part)) visit(mapping, []);
  return entries;
}

/** The mapping, or nothing for what is none, which is reported. @param part what the node is of its file, if not all */
function asMapping(node: Node, fields: Fields, part?: string): Mapping[] {
  if (node.refused !== undefined) fields.error(node.refused);
  else if (node.kind === 'mapping') return [node];
  else {
    const what = part === undefined ? 'A source' : `The part \`${cut(part)}\``;
    const message = `${what} must be a mapping of names, not ${describe(node)}.`;
    fields.error({ code: 'wrong-type', at: node, message, hint: mappingHint(node) });
  }
  return [];
}

/** The values of the part, and what has a longer name, each in a mapping. */
function inPart({ entries }: Mapping, part: string): Node[] {
  return entries.flatMap(({ key, value }): Node[] => {
    const name = nameInPart(key.text, part);
    if (name === '') return [value];
    if (name !== undefined)
      return [{ ...mappingAt(key.offset), entries: [{ key: { ...key, text: name }, value }] }];
    const restOfName = nameInPart(part, inProfileOf(part, key.text));
    if (restOfName !== undefined && value.refused !== undefined) return [value];
    return restOfName === undefined || value.kind !== 'mapping' ? [] : inPart(value, restOfName);
  });
}

/** Names what the file has on its first level instead: other profiles, or other mappings. */
function reportNoPart({ entries, offset }: Mapping, part: string, fields: Fields): void {
  const isProfile = part.startsWith('%');
  const isAlike = ({ key: { text }, value }: Entry) =>
    isProfile ? text.startsWith('%') : value.kind === 'mapping' || text.includes('.');
  const names = [
    ...new Set(entries.filter(isAlike).map(({ key }) => key.text.replace(/\..*/s, ''))),
  ];
  const message = `This file has no part \`${cut(part)}\`.`;
  const hint = `Correct \`part\` in the source, or leave the file out with \`exclude\`. ${names.length === 0 ? `The file has no ${isProfile ? 'profiles' : 'parts'}.` : `Its parts are ${cut(names.join(', '))}.`}`;
  fields.error({ code: 'bad-option', at: offset, message, hint });
}
