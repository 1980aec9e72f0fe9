// Parser for the lenient JSON that the server accepts (behaviour.md, section 4). Keeps numbers as written.
import { type JsonNode, JsonNumber, type JsonObject, MAX_ITEMS } from './json.ts';

/**
 * `truncated`: the text ended too early. `malformed`: not JSON. `trailing`: text after a
 * complete value. `too-deep`: nested deeper than {@link MAX_DEPTH}. `too-many`: more than {@link MAX_ITEMS} values.
 */
type JsonFailure = 'truncated' | 'malformed' | 'trailing' | 'too-deep' | 'too-many';
export type JsonResult = { value: JsonNode } | { failure: JsonFailure };

/** Deeper texts are refused, because they could exhaust the stack. */
export const MAX_DEPTH = 512;

/** Parses one value; only blanks may follow it. */
export function parseLenientJson(text: string): JsonResult {
  return parse(text, { whole: true });
}

/** Parses the value at the start of a text and ignores the rest. */
export function parseLeadingJson(text: string): JsonResult {
  return parse(text, { whole: false });
}

function parse(text: string, { whole }: { whole: boolean }): JsonResult {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return !whole || reader.onlyBlanksLeft() ? { value } : { failure: 'trailing' };
  } catch (problem) {
    if (problem instanceof Stop) return { failure: problem.failure };
    throw problem;
  }
}

const ESCAPED: Record<string, string> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };
const KEYWORDS = new Map<string, null | boolean>([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Unquoted text ends at one of these characters. */
const BARE = /[^/\\;#={}[\]:, \t\f\r\n]*/y;
const BLANKS = /[ \t\r\n]*/y;

/** Aborts the recursion; never leaves this module. */
class Stop extends Error {
  readonly failure: JsonFailure;
  constructor(failure: JsonFailure) {
    super(failure);
    this.failure = failure;
  }
}

class Reader {
  readonly #text: string;
  #at: number;
  #items = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\ufeff') ? 1 : 0;
  }

  onlyBlanksLeft(): boolean {
    this.#match(BLANKS);
    return this.#at === this.#text.length;
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new Stop('too-deep');
    if (++this.#items > MAX_ITEMS) throw new Stop('too-many');
    const first = this.#next();
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"' || first === "'") return this.#string(first);
    this.#at--;
    return bareValue(this.#bare());
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, JsonNode>();
    let character = this.#next();
    if (character === '}') return members;
    for (;;) {
      const name = this.#name(character);
      this.#colon();
      members.set(name, this.value(depth + 1));
      if (this.#ends('}')) return members;
      character = this.#next();
    }
  }

  /** A comma without a value stands for null: `[a,]` has two elements. */
  #array(depth: number): JsonNode[] {
    const elements: JsonNode[] = [];
    if (this.#next() === ']') return elements;
    this.#at--;
    for (;;) {
      const character = this.#next();
      this.#at--;
      const empty = character === ',' || character === ';' || character === ']';
      if (empty && ++this.#items > MAX_ITEMS) throw new Stop('too-many');
      elements.push(empty ? null : this.value(depth + 1));
      if (this.#ends(']')) return elements;
    }
  }

  #name(first: string): string {
    if (first === '"' || first === "'") return this.#string(first);
    this.#at--;
    return this.#bare();
  }

  #colon(): void {
    const character = this.#next();
    if (character !== ':' && character !== '=') throw new Stop('malformed');
    if (character === '=' && this.#text[this.#at] === '>') this.#at++;
  }

  /** True at the closing bracket, false at a separator. */
  #ends(bracket: string): boolean {
    const character = this.#next();
    if (character === bracket) return true;
    if (character !== ',' && character !== ';') throw new Stop('malformed');
    return false;
  }

  #bare(): string {
    const text = this.#match(BARE);
    if (text === '') throw new Stop('malformed');
    return text;
  }

  #string(quote: string): string {
    const plain = quote === '"' ? /[^"\\]*/y : /[^'\\]*/y;
    let result = '';
    for (;;) {
      result += this.#match(plain);
      const character = this.#text[this.#at++];
      if (character === quote) return result;
      if (character === undefined) throw new Stop('truncated');
      result += this.#escape();
    }
  }

  #escape(): string {
    const character = this.#text[this.#at++];
    if (character === undefined) throw new Stop('truncated');
    if (character !== 'u') return ESCAPED[character] ?? character;
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new Stop(digits.length < 4 ? 'truncated' : 'malformed');
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  /** The next character that is neither blank nor comment. */
  #next(): string {
    for (;;) {
      this.#match(BLANKS);
      const character = this.#text[this.#at++];
      if (character === undefined) throw new Stop('truncated');
      if (character === '#') this.#skipTo('\n');
      else if (character !== '/' || !this.#comment()) return character;
    }
  }

  #comment(): boolean {
    const character = this.#text[this.#at];
    if (character === '/') this.#skipTo('\n');
    else if (character === '*') this.#skipTo('*/');
    else return false;
    return true;
  }

  #skipTo(end: string): void {
    const from = end === '*/' ? this.#at + 1 : this.#at;
    const found = this.#text.indexOf(end, from);
    this.#at = found === -1 ? this.#text.length : found + end.length;
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
