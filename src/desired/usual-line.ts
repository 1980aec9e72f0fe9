// Scalars and flow collections that begin and end on one line, as js-yaml reads them: part of usual-yaml.ts.
import { sizedBy, type Mapping, type Node, type Scalar, type Sequence } from './tree.ts';
import { isOrdinary } from './merge-keys.ts';
import { textMistakes } from './yaml-mistakes.ts';

/** A text that ends with a line break, and how far it is read. */
export interface Cursor {
  readonly text: string;
  at: number;
}

class Unusual extends Error {}
const UNUSUAL = new Unusual();

/** Nothing is wrong: js-yaml has to look at it. */
export function unusual(): never {
  throw UNUSUAL;
}

export function isUnusual(error: unknown): boolean {
  return error === UNUSUAL;
}

export const CODE = codesOf({
  break: '\n',
  blank: ' ',
  quote: '"',
  hash: '#',
  apostrophe: "'",
  plus: '+',
  comma: ',',
  dash: '-',
  colon: ':',
  openList: '[',
  backslash: '\\',
  closeList: ']',
  openMapping: '{',
  bar: '|',
  closeMapping: '}',
});

function codesOf<Name extends string>(characters: Record<Name, string>): Record<Name, number> {
  const codes = Object.entries<string>(characters).map(([name, one]) => [name, one.charCodeAt(0)]);
  return Object.fromEntries(codes);
}

const [FLOW, NO_BEGINNING, INDICATOR] = [1, 2, 3];
/** Of ASCII: what ends a plain scalar in a flow collection, what else begins none, and what begins none before a blank. */
const KINDS = new Uint8Array(128);
for (const character of ',[]{}') KINDS[character.charCodeAt(0)] = FLOW;
for (const character of '#&*!|>\'"%@`') KINDS[character.charCodeAt(0)] = NO_BEGINNING;
for (const character of '-?:') KINDS[character.charCodeAt(0)] = INDICATOR;

/** How deep collections may be nested; what js-yaml takes is more than that. */
export const MAX_NESTING = 40;

export function skipBlanks(cursor: Cursor): number {
  const { text } = cursor;
  let { at } = cursor;
  while (text.charCodeAt(at) === CODE.blank) at++;
  cursor.at = at;
  return text.charCodeAt(at);
}

/** Whether a blank or a line break follows: only there have `-`, `?` and `:` a meaning. */
export function isSeparated(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return next === CODE.blank || next === CODE.break;
}

/** A scalar in quotes or plain, at its first character; behind it stands what ended it. */
export function readScalar(cursor: Cursor, inFlow: boolean): Scalar {
  const first = cursor.text.charCodeAt(cursor.at);
  if (first === CODE.quote) return readDoubleQuoted(cursor);
  return first === CODE.apostrophe ? readSingleQuoted(cursor) : readPlain(cursor, inFlow);
}

/** What ends a plain scalar: a key's colon, a comment, the line. */
const PLAIN_END = /:(?=[ \n])| #|\n/g;
const PLAIN_END_IN_FLOW = /:(?=[ \n,[\]{}])| #|[\n,[\]{}]/g;

function readPlain(cursor: Cursor, inFlow: boolean): Scalar {
  const { text, at: start } = cursor;
  if (!canBegin(text, start, inFlow)) unusual();
  cursor.at = find(text, start, inFlow ? PLAIN_END_IN_FLOW : PLAIN_END);
  let end = cursor.at;
  while (text.charCodeAt(end - 1) === CODE.blank) end--;
  return { kind: 'scalar', text: text.slice(start, end), plain: true, offset: start };
}

/** Where the last character of the next match stands; there is always a line break. */
function find(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex - 1;
}

function canBegin(text: string, at: number, inFlow: boolean): boolean {
  const kind = KINDS[text.charCodeAt(at)];
  if (kind === INDICATOR) return !isSeparated(text, at) && !(inFlow && isFlowIndicator(text, at + 1));
  return !kind;
}

function isFlowIndicator(text: string, at: number): boolean {
  return KINDS[text.charCodeAt(at)] === FLOW;
}

const IN_SINGLE_QUOTES = /['\n]/g;
const IN_DOUBLE_QUOTES = /["\\\n]/g;

function readSingleQuoted(cursor: Cursor): Scalar {
  const { text, at: offset } = cursor;
  let end = find(text, offset + 1, IN_SINGLE_QUOTES);
  const first = end;
  while (text.charCodeAt(end) === CODE.apostrophe && text.charCodeAt(end + 1) === CODE.apostrophe)
    end = find(text, end + 2, IN_SINGLE_QUOTES);
  if (text.charCodeAt(end) === CODE.break) unusual();
  cursor.at = end + 1;
  const raw = text.slice(offset + 1, end);
  return { kind: 'scalar', text: end === first ? raw : raw.replaceAll("''", "'"), plain: false, offset };
}

function readDoubleQuoted(cursor: Cursor): Scalar {
  const { text, at: offset } = cursor;
  let end = find(text, offset + 1, IN_DOUBLE_QUOTES);
  const first = end;
  while (text.charCodeAt(end) === CODE.backslash) {
    if (text.charCodeAt(end + 1) === CODE.break) unusual();
    end = find(text, end + 2, IN_DOUBLE_QUOTES);
  }
  if (text.charCodeAt(end) === CODE.break) unusual();
  cursor.at = end + 1;
  const raw = text.slice(offset + 1, end);
  return { kind: 'scalar', text: end === first ? raw : unescaped(raw), plain: false, offset };
}

/** What JSON escapes, YAML escapes in the same way, and some more. */
function unescaped(raw: string): string {
  let text: string;
  try {
    text = JSON.parse(`"${raw}"`);
  } catch {
    return unusual();
  }
  return textMistakes(text).length === 0 ? text : unusual();
}

/** `[…]` or `{…}` without comments, at its bracket. */
export function readFlow(cursor: Cursor, nesting: number): Mapping | Sequence {
  if (nesting > MAX_NESTING) unusual();
  const shape = { offset: cursor.at, size: 1, depth: 1 };
  if (cursor.text.charCodeAt(cursor.at) === CODE.openList) {
    const list: Sequence = { kind: 'sequence', items: [], ...shape };
    readElements(cursor, CODE.closeList, () => {
      const item = readNode(cursor, nesting);
      list.items.push(item);
      sizedBy(list, item);
    });
    return list;
  }
  const mapping: Mapping = { kind: 'mapping', entries: [], ...shape };
  readElements(cursor, CODE.closeMapping, () => {
    const key = readScalar(cursor, true);
    if (skipBlanks(cursor) !== CODE.colon || !isSeparated(cursor.text, cursor.at)) unusual();
    cursor.at++;
    skipBlanks(cursor);
    const value = readNode(cursor, nesting);
    mapping.entries.push({ key, value });
    sizedBy(mapping, value);
  });
  return isOrdinary(mapping) ? mapping : unusual();
}

function readElements(cursor: Cursor, close: number, read: () => void): void {
  cursor.at++;
  while (skipBlanks(cursor) !== close) {
    read();
    const code = skipBlanks(cursor);
    if (code === CODE.comma) cursor.at++;
    else if (code !== close) unusual();
  }
  cursor.at++;
}

function readNode(cursor: Cursor, nesting: number): Node {
  const code = cursor.text.charCodeAt(cursor.at);
  const isCollection = code === CODE.openList || code === CODE.openMapping;
  return isCollection ? readFlow(cursor, nesting + 1) : readScalar(cursor, true);
}
