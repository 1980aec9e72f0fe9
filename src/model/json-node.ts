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
