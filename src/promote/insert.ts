// Inserts an entry into the text of a document or a source, beside another entry and in its style. What it declares is read back afterwards.
import { type Entry, fieldIn, type Mapping, mappingAt, textNode } from '../documents/fields.ts';
import {
  blockLiteral,
  doubleQuoted,
  form,
  indented,
  isBlockLiteral,
  isJson,
} from '../import/quote.ts';
import {
  endOfEntry,
  endOfLine,
  isInBraces,
  newlineIn,
  type Site,
  startOfLine,
} from '../import/sites.ts';
import type { TextEdit } from '../lib/text.ts';
import type { Row } from '../model/state.ts';

/** A name that is quoted if it has to be, or one as it is written elsewhere. */
export type NewName = string | { raw: string };

/** What an entry holds. */
export type NewValue =
  | Pick<Row, 'text' | 'native'>
  /** As it is written elsewhere, on one line. */
  | { raw: string }
  /** The path of a content file, relative to the document. */
  | { path: string }
  /** The content of a file of the server. */
  | { content: string }
  | { fields: readonly (readonly [name: NewName, value: NewValue])[] };

/** Behind the sibling, which has lines of its own unless it is in braces. */
export function insertAfter(sibling: Site, name: NewName, value: NewValue): TextEdit | undefined {
  const { text, entry } = sibling;
  const start = startOfLine(text, entry.key.offset);
  const indent = text.slice(start, entry.key.offset);
  const isFirstOnLine = /^\s*$/.test(indent);
  if (isInBraces(sibling)) {
    const end = Math.max(entry.key.end, entry.value.end);
    const written = inline(sibling, name, value);
    const at = isFirstOnLine ? besideComment(sibling, end) : undefined;
    if (at !== undefined)
      return { start: at, end: at, text: `${indent}${written},${newlineIn(text)}` };
    const gap = isFirstOnLine ? `,${newlineIn(text)}${indent}` : ', ';
    return { start: end, end, text: `${gap}${written}` };
  }
  if (!isFirstOnLine) return undefined;
  const end = endOfEntry(text, entry);
  const before = end > 0 && text[end - 1] !== '\n' ? newlineIn(text) : '';
  const lines = indented(blockLines(sibling, name, value), indent);
  return { start: end, end, text: `${before}${lines.join(newlineIn(text))}${newlineIn(text)}` };
}

/**
 * In braces, the start of the line for an entry that must not take the comment of the sibling: the line below, or above if
 * no comma follows the sibling. `undefined`: its line does not end with a comment.
 */
function besideComment({ text, entry, mapping, reading }: Site, end: number): number | undefined {
  const comment =
    reading.format === 'json'
      ? /^[ \t]*(,?)[ \t]*(?:\/\/|\/\*(?:(?!\*\/).)*\*\/$)/
      : /^[ \t]*(,?)[ \t]*#/;
  const [isThere, comma] = comment.exec(text.slice(end, endOfLine(text, end)).trimEnd()) ?? [];
  if (isThere === undefined) return undefined;
  if (comma !== '') return endOfLine(text, end);
  const before = mapping.entries[mapping.entries.indexOf(entry) - 1];
  return before === undefined ? endOfLine(text, mapping.offset) : endOfEntry(text, before);
}

/** The text of a file that has only these entries. */
export function onlyEntries(
  path: string,
  entries: readonly (readonly [name: NewName, value: NewValue])[],
): string {
  const format = isJson(path) ? 'json' : 'yaml';
  const sibling: Site = {
    path,
    text: '',
    reading: { format },
    entry: { key: textNode(0, ''), value: textNode(0, '') },
    mapping: mappingAt(0),
    parent: undefined,
  };
  if (format === 'yaml')
    return `${entries.flatMap(([name, value]) => blockLines(sibling, name, value)).join('\n')}\n`;
  const json: unknown = JSON.parse(valueText(sibling, { fields: entries }));
  return `${JSON.stringify(json, null, 2)}\n`;
}

function blockLines(sibling: Site, name: NewName, value: NewValue): string[] {
  const head = `${nameText(sibling, name)}:`;
  if ('fields' in value)
    return [
      head,
      ...indented(
        value.fields.flatMap(([field, fieldValue]) => blockLines(sibling, field, fieldValue)),
        '  ',
      ),
    ];
  if ('content' in value && isBlockLiteral(value.content))
    return [head, ...indented(blockLines(sibling, 'content', { text: value.content }), '  ')];
  if ('text' in value && !value.native && value.text !== null && isBlockLiteral(value.text)) {
    const { sign, lines } = blockLiteral(value.text, '  ');
    return [`${head} ${sign}`, ...lines];
  }
  return [inline(sibling, name, value)];
}

function inline(sibling: Site, name: NewName, value: NewValue): string {
  return `${nameText(sibling, name)}: ${valueText(sibling, value)}`;
}

function valueText(sibling: Site, value: NewValue): string {
  const inBraces = (fields: readonly (readonly [NewName, NewValue])[]) =>
    `{ ${fields.map(([field, fieldValue]) => `${nameText(sibling, field)}: ${innerText(sibling, fieldValue)}`).join(', ')} }`;
  if ('fields' in value) return inBraces(value.fields);
  if ('path' in value) return inBraces([['path', { text: value.path }]]);
  if ('content' in value) return inBraces([['content', { text: value.content }]]);
  if ('raw' in value) return value.raw;
  // JSON is YAML in braces.
  return value.native && value.text !== null ? value.text : form(sibling, value.text);
}

/** In braces, whatever is around them. */
function innerText(sibling: Site, value: NewValue): string {
  if (!('text' in value) || value.native || value.text === null) return valueText(sibling, value);
  const isPlain = sibling.reading.format !== 'json' && /^[A-Za-z_./][\w./-]*$/.test(value.text);
  return isPlain ? value.text : doubleQuoted(value.text);
}

/** Plain in YAML if it can be. */
function nameText({ reading: { format }, text, entry }: Site, name: NewName): string {
  if (typeof name !== 'string') return name.raw;
  const isQuoted = format === 'json' || text.charAt(entry.key.offset) === '"';
  const isPlain = /^[A-Za-z_][\w.+/;*-]*$/.test(name) && !isWord(name);
  return !isQuoted && isPlain ? name : doubleQuoted(name);
}

/** Whether some programs read a plain name as something else than text. */
function isWord(name: string): boolean {
  return /^(?:y|n|yes|no|on|off|true|false|null)$/i.test(name);
}

/** The entry behind which a name goes: the last of those that precede it elsewhere, or the last one. */
export function neighbour(
  { entries, written = entries }: Mapping,
  name: string,
  order: readonly string[],
): Entry | undefined {
  // An alias as the value does not say where the entry ends.
  const siblings = written.filter(({ key, value }) => value.offset >= key.offset);
  const nearestFirst = order.slice(0, Math.max(0, order.indexOf(name))).reverse();
  for (const earlier of nearestFirst) {
    const entry = siblings.find(({ key }) => key.text === earlier);
    if (entry !== undefined) return entry;
  }
  return siblings.at(-1) ?? written.at(-1);
}

/** The mapping at the end of a path of names, as far as it is there; `undefined`: an alias shares it with others. */
export function deepest(
  root: Mapping,
  path: readonly string[],
): { mapping: Mapping; missing: readonly string[] } | undefined {
  let [mapping, missing]: [Mapping, readonly string[]] = [root, path];
  for (const name of path.slice(0, -1)) {
    const next = fieldIn(mapping, name);
    if (next?.value.kind !== 'mapping') break;
    const isMerged = mapping.written?.includes(next) === false;
    if (isMerged || next.value.isShared) return undefined;
    [mapping, missing] = [next.value, missing.slice(1)];
  }
  return { mapping, missing };
}
