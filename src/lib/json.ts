// JSON nodes that keep numbers as written, and limits on the depth and size of JSON texts.

/** A number as written, because `1.50` and `1e3` must not change. */
export class JsonNumber {
  readonly literal: string;
  constructor(literal: string) {
    this.literal = literal;
  }
}

/** Members in the order of the text, normally a `Map`. */
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

/** Maximum elements and members of one text, far more than a repository has; each may take 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`, like `]` and `}`, differ only in this bit. */
const [BRACE, OPEN, CLOSE] = [0x20, 0x7b, 0x7d];

/**
 * Which limit a text exceeds, checked before parsing because parsing it could exhaust memory.
 *
 * @param json text or UTF-8 bytes, not necessarily valid JSON
 */
export function excessOf(json: string | Uint8Array, maxDepth: number): 'depth' | 'items' | undefined {
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
