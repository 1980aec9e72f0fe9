// The rows of a pull straight out of its text, in the form in which the server writes it (behaviour.md, section 13).
// Anything else is left to JSON. That takes four times as long, an eighth of a plan: every row becomes an object with a list.
import { contextOf } from '../model/context.ts';
import { compactJson } from '../model/json-node.ts';
import { MAX_ITEMS } from '../model/json-size.ts';
import { parseLenientJson } from '../model/lenient-json.ts';
import type { RepositoryName } from '../model/project.ts';
import { isFaithful, isPlainObject, isTexts } from '../model/strict-json.ts';
import { isSameContext, type Row } from './rows.ts';

const HEAD = '{"properties":{';
/** Up to the value: members that say nothing are left out, the others stand in this order. */
const BEGINNING =
  /"([^"\\\0-\x1f]*)":\{(?:"type":"(\w+)",)?(?:"deprecated":true,)?(?:"encryption":"([^"\\\0-\x1f]*)","cipher":"[^"\\\0-\x1f]*",)?"val":/y;
const CONTEXT = ',"context":';

/** Longer lists and maps, contexts, and what stands behind the rows, are measured before they are parsed. */
const MAX_PARSED = 100_000;
/** More are read as JSON, whose items are counted: four or more stand in each. */
const MAX_ROWS = MAX_ITEMS / 5;

/** As `readRows` gives them, but for a name that stands there twice; `undefined`: to be read as JSON. */
export function usualRows(
  text: string,
  { repository, context }: { repository: RepositoryName; context: string },
): Row[] | undefined {
  return text.startsWith(HEAD) ? new RowReader(text, context).rows(repository) : undefined;
}

/** Every method begins at the first character of what it reads, and ends behind the last; false: it is something else. */
class RowReader {
  readonly #text: string;
  readonly #isOwn: (elements: readonly string[]) => boolean;
  #at = HEAD.length;
  /** The value that was read last, and whether it is a map or a list. */
  #value: string | null = null;
  #isParsed = false;
  /** Names that answer with a row of another context. */
  readonly #others = new Set<string | undefined>();
  /** The list of elements that was read last, as it stands in the text: mostly the next one is the same. */
  #elements = '';
  /** The context that it means; `undefined`: not the one that was asked for. */
  #context: string | undefined;
  /** An element has one spelling, whatever row it stands in. */
  #spelled: string | undefined;

  constructor(text: string, context: string) {
    this.#text = text;
    this.#isOwn = isSameContext(context);
  }

  rows(repository: RepositoryName): Row[] | undefined {
    const rows: Row[] = [];
    for (;;) {
      BEGINNING.lastIndex = this.#at;
      const begun = BEGINNING.exec(this.#text);
      this.#at = BEGINNING.lastIndex;
      if (begun === null || !this.#readValue() || !this.#readContext()) return undefined;
      if (this.#context !== undefined) rows.push(this.#row(begun, this.#context));
      else this.#others.add(begun[1]);
      if (this.#text[this.#at] !== ',') break;
      if (rows.length + this.#others.size >= MAX_ROWS) return undefined;
      this.#at++;
    }
    // In JSON the last of two members of one name is the one that counts.
    const isDoubtful = this.#others.size > 0 && rows.some(({ key }) => this.#others.has(key));
    return !isDoubtful && this.#isEnd(repository) ? rows : undefined;
  }

  #row(begun: RegExpExecArray, context: string): Row {
    const { 1: key = '', 2: vdt = 'Text', 3: securityGroup } = begun;
    return { key, context, vdt, text: this.#value, isParsed: this.#isParsed, securityGroup };
  }

  #readValue(): boolean {
    const text = this.#text;
    const start = this.#at;
    this.#isParsed = false;
    if (text[start] === '"') return this.#readText(start + 1);
    if (text[start] === '[' || text[start] === '{') return this.#readCollection(start);
    this.#value = null;
    this.#at += 4;
    return text.startsWith('null', start);
  }

  #readText(start: number): boolean {
    const end = textEnd(this.#text, start);
    if (end === undefined) return false;
    this.#at = end;
    const raw = this.#text.slice(start, end - 1);
    const value = raw.includes('\\') ? parsed(`"${raw}"`) : raw;
    this.#value = typeof value === 'string' ? value : null;
    return value !== undefined;
  }

  /** A map or a list, as it is compared: compact, numbers as they are written. */
  #readCollection(start: number): boolean {
    const end = collectionEnd(this.#text, start);
    if (end === undefined || end - start > MAX_PARSED) return false;
    this.#at = end;
    const raw = this.#text.slice(start, end);
    const value = parsed(raw);
    if (value === undefined) return false;
    this.#value = isFaithful(value, 0) ? JSON.stringify(value) : compacted(raw);
    this.#isParsed = true;
    return this.#value !== null;
  }

  #readContext(): boolean {
    const text = this.#text;
    const start = this.#at + CONTEXT.length;
    if (!text.startsWith(CONTEXT, this.#at)) return false;
    if (this.#elements === '' || !text.startsWith(this.#elements, start)) {
      this.#elements = text.slice(start, text.indexOf(']', start) + 1);
      const elements = this.#elements.length > MAX_PARSED ? undefined : parsed(this.#elements);
      if (!isTexts(elements)) return false;
      if (this.#isOwn(elements)) this.#spelled ??= contextOf(elements);
      this.#context = this.#isOwn(elements) ? this.#spelled : undefined;
    }
    this.#at = start + this.#elements.length + 1;
    return text[this.#at - 1] === '}';
  }

  /** Nothing more of what was asked for, and of no other repository. */
  #isEnd({ account, name }: RepositoryName): boolean {
    const rest = this.#text.slice(this.#at + 1);
    if (this.#text[this.#at] !== '}' || rest.length > MAX_PARSED) return false;
    if (rest[0] !== ',') return false;
    const json = parsed(`{${rest.slice(1)}`);
    if (!isPlainObject(json) || Object.hasOwn(json, 'properties')) return false;
    return json.account === account && json.repo === name;
  }
}

/** Where the engine would lose the text of a number. */
function compacted(json: string): string | null {
  const read = parseLenientJson(json);
  return 'value' in read ? compactJson(read.value) : null;
}

/** `undefined` where it is no JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const IN_TEXT = /["\\\0-\x1f]/g;
const IN_COLLECTION = /["[\]{}]/g;

/** Behind the quote that ends a text, of which `from` is the first character. */
function textEnd(text: string, from: number): number | undefined {
  for (let at = from; ; at += 2) {
    at = find(text, at, IN_TEXT);
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\') return undefined;
  }
}

/** Behind the bracket that ends the collection whose first one stands at `from`. */
function collectionEnd(text: string, from: number): number | undefined {
  let depth = 0;
  let at: number | undefined = from;
  do {
    at = find(text, at, IN_COLLECTION);
    const found = text[at++];
    if (found === undefined) return undefined;
    if (found === '"') at = textEnd(text, at);
    else depth += found === '[' || found === '{' ? 1 : -1;
  } while (depth > 0 && at !== undefined);
  return at;
}

/** Where the next match stands; behind the text where there is none. */
function find(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}
