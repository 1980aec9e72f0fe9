// Strict JSON parsed by `JSON.parse`, many times faster than lenient-json.ts, where nothing is lost; comparing JSON.
import { compareText } from './text.ts';
import { compactJson, excessOf, type JsonNode, type JsonObject } from './json.ts';
import { MAX_DEPTH, parseLenientJson } from './lenient-json.ts';

/** An object from `JSON.parse`. */
export type PlainObject = Record<string, unknown>;

/** `undefined` if the text is not strict JSON, not an object, or too deep or large. */
export function parseStrictObject(text: string): PlainObject | undefined {
  if (excessOf(text, MAX_DEPTH) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
    if (INDEX.test(name) || !isFaithful(value[name], depth + 1)) return false;
  }
  return true;
}

const INDEX = /^\d/;

/** Thrown where `JSON.parse` lost something, so that the text must be parsed by lenient-json.ts. */
export class Lost extends Error {}

/**
 * An object as a node, converted lazily. Losses are found on access: checking everything first takes longer than
 * parsing.
 */
export class StrictObject implements JsonObject {
  private readonly members: PlainObject;
  constructor(members: PlainObject) {
    this.members = members;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.members, name);
  }

  get(name: string): JsonNode | undefined {
    const member = this.members[name];
    return member !== undefined && this.has(name) ? nodeOf(member) : undefined;
  }

  *[Symbol.iterator](): Generator<[string, JsonNode]> {
    for (const [name, member] of Object.entries(this.members)) {
      if (INDEX.test(name)) throw new Lost();
      yield [name, nodeOf(member)];
    }
  }
}

function nodeOf(value: unknown): JsonNode {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') throw new Lost();
  if (Array.isArray(value)) return value.map(nodeOf);
  return isPlainObject(value) ? new StrictObject(value) : null;
}

/** Whether two JSON texts are equal, ignoring blanks and the order of members. Numbers are compared as written. */
export function sameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const left = canonical(a);
  return left !== undefined && left === canonical(b);
}

function canonical(text: string): string | undefined {
  const parsed = parseLenientJson(text);
  return 'value' in parsed ? compactJson(sortMembers(parsed.value)) : undefined;
}

function sortMembers(node: JsonNode): JsonNode {
  if (Array.isArray(node)) return node.map(sortMembers);
  if (!(node instanceof Map)) return node;
  const sorted = [...node].sort(([a], [b]) => compareText(a, b));
  return new Map(sorted.map(([name, member]) => [name, sortMembers(member)]));
}
