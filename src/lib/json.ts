// JSON: lenient texts, read as the server does (behaviour.md, section 4), because what it accepts as JSON must compare equal here; strict ones, limits, and comparing.
import { attempt } from './attempt.ts';
import { compareText } from './text.ts';

/** A number as written, because `1.50` and `1e3` must not change. */
export class JsonNumber {
  readonly literal: string;
  constructor(literal: string) {
    this.literal = literal;
  }
}

/** Members in the order of the text. */
export type JsonObject = ReadonlyMap<string, JsonNode>;
export type JsonNode = null | boolean | string | JsonNumber | JsonNode[] | JsonObject;

export function isJsonObject(node: JsonNode | undefined): node is JsonObject {
  return node instanceof Map;
}

/** What is written as JSON: plain values, and parsed ones. */
export type Json =
  | number
  | JsonNode
  | Json[]
  | ReadonlyMap<string, Json>
  | { readonly [name: string]: Json | undefined };

/**
 * Like `JSON.stringify`, which leaves out members that are `undefined`, but parsed numbers stay as written.
 * @param indent of one level; empty: all in one line
 * @param line line break and indent of the current level
 */
export function jsonText(value: Json, indent = '', line = indent && '\n'): string {
  if (value instanceof JsonNumber) return value.literal;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = line + indent;
  const colon = indent === '' ? ':' : ': ';
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, indent, inner))
    : membersOf(value).flatMap(([name, member]) =>
        member === undefined ? [] : quoted(name) + colon + jsonText(member, indent, inner),
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : open + inner + parts.join(`,${inner}`) + line + close;
}

function membersOf(
  value: ReadonlyMap<string, Json> | { readonly [name: string]: Json | undefined },
): [string, Json | undefined][] {
  return value instanceof Map ? [...value] : Object.entries(value);
}

/** Quotes as the server does: U+2028 and U+2029 are escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Maximum elements and members of one text, far more than a repository has; each may take 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `{`, like `]` and `}`, differ only in this bit. */
const BRACE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Which limit a text exceeds, checked before parsing because parsing it could exhaust memory.
 *
 * @param json text or UTF-8 bytes, not necessarily valid JSON
 */
export function excessOf(
  json: string | Uint8Array,
  maxDepth: number,
): 'depth' | 'items' | undefined {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  let depth = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at++] as number;
    if (code === QUOTE) at = behindText(bytes, at);
    else if (code === COMMA) items++;
    else if ((code | BRACE) === OPEN) {
      items++;
      if (++depth > maxDepth) return 'depth';
    } else if ((code | BRACE) === CLOSE) depth--;
    if (items > MAX_ITEMS) return 'items';
  }
  return undefined;
}

/** The position after the closing quote. */
function behindText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const code = bytes[at++] as number;
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/** Deeper texts are refused, because they could exhaust the stack. */
export const MAX_DEPTH = 512;

/** Parses one value; only white space may follow it. `undefined`: there is none, or it exceeds a limit. */
export function parseLenientJson(text: string): JsonNode | undefined {
  const reader = new JsonReader(text);
  const value = attempt(() => reader.value(0));
  return reader.onlyWhiteSpaceLeft() ? value : undefined;
}

/** Parses the value at the start of a text and ignores the rest. */
export function parseLeadingJson(text: string): JsonNode | undefined {
  return attempt(() => new JsonReader(text).value(0));
}

/** Whether a text ends before its value does. */
export function isCutShort(text: string): boolean {
  try {
    new JsonReader(text).value(0);
    return false;
  } catch (problem) {
    return problem instanceof CutShort;
  }
}

class CutShort extends SyntaxError {}

const ESCAPED: Record<string, string> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
const KEYWORDS = new Map<string, null | boolean>([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Unquoted text ends at one of these characters. */
const BARE = /[^/\\;#={}[\]:, \t\f\r\n]*/y;
const WHITE_SPACE = /[ \t\r\n]*/y;
/** As Gson, which the server reads with: `\n` and `\r` end a comment, U+2028 does not. */
const WHITE_SPACE_OR_COMMENT = /[ \t\r\n]+|(?:#|\/\/)[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/y;

class JsonReader {
  readonly #text: string;
  #at: number;
  #items = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
  }

  onlyWhiteSpaceLeft(): boolean {
    this.#match(WHITE_SPACE);
    return this.#at === this.#text.length;
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep');
    if (++this.#items > MAX_ITEMS) throw new SyntaxError('too many items');
    const first = this.#next();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"' || first === "'") return this.#string(first);
    this.#at--;
    return bareValue(this.#bare());
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, JsonNode>();
    this.#each('}', (first) => {
      const name = this.#name(first);
      this.#colon();
      members.set(name, this.value(depth + 1));
    });
    return members;
  }

  /** A comma without a value stands for null: `[a,]` has two elements. */
  #array(depth: number): JsonNode[] {
    const elements: JsonNode[] = [];
    this.#each(']', (first) => {
      this.#at--;
      const isEmpty = first === ',' || first === ';' || first === ']';
      if (isEmpty && ++this.#items > MAX_ITEMS) throw new SyntaxError('too many items');
      elements.push(isEmpty ? null : this.value(depth + 1));
    });
    return elements;
  }

  /** Reads items up to the closing bracket. @param read begins after the first character of an item */
  #each(bracket: string, read: (first: string) => void): void {
    let character = this.#next();
    if (character === bracket) return;
    for (;;) {
      read(character);
      const end = this.#next();
      if (end === bracket) return;
      if (end !== ',' && end !== ';') throw new SyntaxError('malformed');
      character = this.#next();
    }
  }

  #name(first: string): string {
    if (first === '"' || first === "'") return this.#string(first);
    this.#at--;
    return this.#bare();
  }

  #colon(): void {
    const character = this.#next();
    if (character !== ':' && character !== '=') throw new SyntaxError('malformed');
    if (character === '=' && this.#text[this.#at] === '>') this.#at++;
  }

  #bare(): string {
    const text = this.#match(BARE);
    if (text === '') throw new SyntaxError('malformed');
    return text;
  }

  #string(quote: string): string {
    const plain = quote === '"' ? /[^"\\]*/y : /[^'\\]*/y;
    let result = '';
    for (;;) {
      result += this.#match(plain);
      const character = this.#text[this.#at++];
      if (character === quote) return result;
      if (character === undefined) throw new CutShort();
      result += this.#escape();
    }
  }

  #escape(): string {
    const character = this.#text[this.#at++];
    if (character === undefined) throw new CutShort();
    if (character !== 'u') return ESCAPED[character] ?? character;
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (digits.length < 4) throw new CutShort();
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new SyntaxError('malformed');
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** The next character that is neither white space nor comment. */
  #next(): string {
    while (this.#match(WHITE_SPACE_OR_COMMENT) !== '');
    const character = this.#text[this.#at++];
    if (character === undefined) throw new CutShort();
    return character;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }
}

/** `-0` is the only number that the server changes. */
function bareValue(text: string): JsonNode {
  const keyword = KEYWORDS.get(text.toLowerCase());
  if (keyword !== undefined) return keyword;
  if (text === '-0') return new JsonNumber('0');
  return NUMBER.test(text) ? new JsonNumber(text) : text;
}

/** An object from `JSON.parse`. */
export type PlainObject = Record<string, unknown>;

/** `undefined` if the text is not strict JSON, not an object, or too deep or large. */
export function parseStrictObject(text: string): PlainObject | undefined {
  if (excessOf(text, MAX_DEPTH) !== undefined) return undefined;
  const value = attempt((): unknown => JSON.parse(text));
  return isPlainObject(value) ? value : undefined;
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function memberAt(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isPlainObject(value) ? value[name] : undefined), json);
}

/** The text at this path; `undefined` for anything else. */
export function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = memberAt(json, ...path);
  return typeof value === 'string' ? value : undefined;
}

/**
 * False if `JSON.parse` may have lost something, that is the text of a number or the position of a member whose name
 * looks like an index, or if the value is too deep.
 */
export function isFaithful(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number' || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((element) => isFaithful(element, depth + 1));
  if (!isPlainObject(value)) return false;
  for (const name in value) {
    if (/^\d/.test(name) || !isFaithful(value[name], depth + 1)) return false;
  }
  return true;
}

/** Whether two JSON texts are there and equal, ignoring white space and the order of members. Numbers are compared as written. */
export function sameJson(a: string | null | undefined, b: string | null | undefined): boolean {
  if (a === b) return a != null;
  const left = canonical(a);
  return left !== undefined && left === canonical(b);
}

function canonical(text: string | null | undefined): string | undefined {
  const parsed = text == null ? undefined : parseLenientJson(text);
  return parsed === undefined ? undefined : jsonText(sortMembers(parsed));
}

function sortMembers(node: JsonNode): JsonNode {
  if (Array.isArray(node)) return node.map(sortMembers);
  if (!(node instanceof Map)) return node;
  const sorted = [...node].sort(([a], [b]) => compareText(a, b));
  return new Map(sorted.map(([name, member]) => [name, sortMembers(member)]));
}
