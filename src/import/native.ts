// JSON texts as native mappings and lists, where reading them back gives the same JSON.
import { isJsonObject, JsonNumber, type JsonNode } from '../model/json-node.ts';
import { parseLenientJson } from '../model/lenient-json.ts';
import { isBare } from './json.ts';
import { type Mapping, type List, NULL, type Source, type Text, type Written } from './written.ts';

/** Longer values are easier to handle in a file of their own. */
const MAX_TEXT = 4000;
const MAX_DEPTH = 12;
/** `value: { path: x }` would name a file: such a mapping is wrapped once more. */
const VALUE_FIELDS = new Set(['value', 'path', 'env', 'opp']);

/** `undefined`: better written as text. */
export function nativeShape(json: string): Mapping | List | undefined {
  if (json.length > MAX_TEXT || !isStrictJson(json)) return undefined;
  const parsed = parseLenientJson(json);
  const shape = 'value' in parsed ? shapeOf(parsed.value, 0) : undefined;
  if (shape?.kind === 'list') return shape;
  if (shape?.kind !== 'mapping') return undefined;
  const isValueObject = shape.entries.some(({ name }) => VALUE_FIELDS.has(name));
  return isValueObject ? { kind: 'mapping', entries: [{ name: 'value', value: shape }] } : shape;
}

function isStrictJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

function shapeOf(node: JsonNode, depth: number): Written | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (node === null) return NULL;
  if (typeof node === 'boolean') return { kind: 'source', source: String(node) };
  if (node instanceof JsonNumber) return numberShape(node);
  if (typeof node === 'string') return textShape(node);
  if (Array.isArray(node)) return listShape(node, depth);
  return isJsonObject(node) ? mappingShape(node, depth) : undefined;
}

function listShape(node: JsonNode[], depth: number): List | undefined {
  const items = whole(node.map((item) => shapeOf(item, depth + 1)));
  return items && { kind: 'list', items };
}

function mappingShape(node: Iterable<[string, JsonNode]>, depth: number): Mapping | undefined {
  const entries = whole(
    Array.from(node, ([name, member]) => {
      const value = shapeOf(member, depth + 1);
      return value === undefined || isUnfit(name) ? undefined : { name, value };
    }),
  );
  return entries && { kind: 'mapping', entries };
}

function numberShape({ literal }: JsonNumber): Source | undefined {
  return isBare(literal) ? { kind: 'source', source: literal } : undefined;
}

/** A text that looks like a number or a boolean would be one without quotes. */
function textShape(text: string): Text | undefined {
  if (isUnfit(text)) return undefined;
  return { kind: 'text', text, ...(isBare(text) && { quoted: true }) };
}

function isUnfit(text: string): boolean {
  return text.includes('\0') || /[\uD800-\uDFFF]/u.test(text);
}

function whole<Item>(items: (Item | undefined)[]): Item[] | undefined {
  return items.every((item) => item !== undefined) ? (items as Item[]) : undefined;
}
