// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.
import { isJsonObject, JsonNumber, type JsonNode, type JsonObject } from '../model/json-node.ts';
import { parseLenientJson } from '../model/lenient-json.ts';
import { Lost, parseStrictObject, StrictObject } from '../model/strict-json.ts';
import { isVdt, type Vdt } from '../model/vdt.ts';
import { Refused } from './refusal.ts';

export interface PushBody {
  comment: string | undefined;
  /** `undefined`: the token decides. */
  enableKeyCreation: boolean | undefined;
  entries: readonly JsonObject[];
}

/**
 * Hands the body to `use` as the engine reads it. Where that is no strict JSON, or something is asked for that the
 * engine has lost, it is read by hand and handed over again: `use` may leave nothing behind.
 */
export function withBody<T>(text: string, use: (body: PushBody) => T): T {
  const plain = parseStrictObject(text);
  if (plain !== undefined) {
    try {
      return use(bodyOf(new StrictObject(plain)));
    } catch (problem) {
      if (!(problem instanceof Lost)) throw problem;
    }
  }
  return use(bodyOf(parsedBody(text)));
}

function parsedBody(text: string): JsonObject {
  const parsed = parseLenientJson(text);
  if (!('value' in parsed) || !isJsonObject(parsed.value)) throw new Refused('GENERIC');
  return parsed.value;
}

function bodyOf(body: JsonObject): PushBody {
  const entries = objectsOf(body.get('data'));
  const comment = optionalText(body, 'changeComment');
  return { comment, enableKeyCreation: optionalBoolean(body, 'enableKeyCreation'), entries };
}

/** The elements of an array that must hold objects only. */
export function objectsOf(node: JsonNode | undefined): JsonObject[] {
  if (!Array.isArray(node) || !node.every(isJsonObject)) throw new Refused('GENERIC');
  return node;
}

/** `undefined` where the member is absent; null and whatever has no text is refused. */
export function optionalText(object: JsonObject, name: string): string | undefined {
  const node = object.get(name);
  return node === undefined ? undefined : textOf(node);
}

export function requiredText(object: JsonObject, name: string): string {
  return textOf(object.get(name));
}

/** A member in which null says something of its own. */
export function nullableText(object: JsonObject, name: string): string | null | undefined {
  return object.get(name) === null ? null : optionalText(object, name);
}

/** True only for `true`, in any case. */
export function optionalBoolean(object: JsonObject, name: string): boolean | undefined {
  const text = optionalText(object, name);
  return text === undefined ? undefined : text.toLowerCase() === 'true';
}

export function isDelete(object: JsonObject): boolean {
  return optionalText(object, 'opp')?.toLowerCase() === 'delete';
}

/** Whatever is no vdt counts as Text. */
export function vdtOf(entry: JsonObject): Vdt {
  const node = entry.get('vdt');
  return typeof node === 'string' && isVdt(node) ? node : 'Text';
}

function textOf(node: JsonNode | undefined): string {
  if (typeof node === 'string') return node;
  if (typeof node === 'boolean') return String(node);
  if (node instanceof JsonNumber) return node.literal;
  if (Array.isArray(node) && node.length === 1) return textOf(node[0]);
  throw new Refused('GENERIC');
}
