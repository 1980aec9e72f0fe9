// JSON as data that keeps numbers as written, and how deep and large a text of JSON is.

// JSON as the server holds it, numbers as they were written: its nodes, and its compact text.

/** A number by its text, because `1.50` and `1e3` must survive. */
export class JsonNumber {
  readonly literal: string;
  constructor(literal: string) {
    this.literal = literal;
  }
}

/** Members in the order in which they stand in the text; what is read here is a `Map`. */
export interface JsonObject extends Iterable<[string, JsonNode]> {
  has(name: string): boolean;
  get(name: string): JsonNode | undefined;
}
export type JsonNode = null | boolean | string | JsonNumber | JsonNode[] | JsonObject;

export function isJsonObject(node: JsonNode | undefined): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof JsonNumber);
}

/** Strict and compact, members in order, numbers as written. */
export function compactJson(node: JsonNode): string {
  if (node === null || typeof node === 'boolean') return String(node);
  if (typeof node === 'string') return quoted(node);
  if (node instanceof JsonNumber) return node.literal;
  if (Array.isArray(node)) return `[${node.map(compactJson).join(',')}]`;
  return `{${Array.from(node, ([name, member]) => `${quoted(name)}:${compactJson(member)}`).join(',')}}`;
}

/** Quotes as the server does: lone surrogates stay, U+2028 and U+2029 are escaped. */
function quoted(text: string): string {
  const inner = text.replace(/["\\\u0000-\u001f\u2028\u2029]/g, (character) => {
    return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${inner}"`;
}

const SHORT_ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\t': '\\t',
  '\b': '\\b',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
};

// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.

/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const [BRACE, OPEN, CLOSE] = [0x20, 0x7b, 0x7d];

/**
 * What there is too much of. Of what is no JSON, all that a parser reads before it stops is counted.
 *
 * @param json text, or the same in UTF-8, of which nothing is copied
 */
export function excessOf(
  json: string | Uint8Array,
  most: { depth: number; items?: number },
): 'depth' | 'items' | undefined {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  const { items: maxItems = MAX_ITEMS } = most;
  let depth = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at++] as number;
    if (code === QUOTE) at = behindText(bytes, at);
    else if (code === COMMA) items++;
    else if ((code | BRACE) === OPEN) {
      items++;
      if (++depth > most.depth) return 'depth';
    } else if ((code | BRACE) === CLOSE) depth--;
    if (items > maxItems) return 'items';
  }
  return undefined;
}

/** Behind the quote that ends the text. Byte by byte: looking for it would cost a call for each of many short texts. */
function behindText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const code = bytes[at++] as number;
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}
