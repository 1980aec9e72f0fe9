// Reads the members of a push as the server does: scalars by their text, one-element arrays unwrapped, and contexts.
import { isJsonObject, type JsonNode, JsonNumber, type JsonObject } from '../lib/json.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, MAX_LEVELS } from '../model/context.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { Rejected } from './answer.ts';
import type { Draft } from './draft.ts';

/** Rejects everything except an array of objects. */
export function objectsOf(node: JsonNode | undefined): JsonObject[] {
  if (!Array.isArray(node) || !node.every(isJsonObject)) throw new Rejected('GENERIC');
  return node;
}

/** `undefined` if the member is absent; rejects null and everything without a text. */
export function optionalText(object: JsonObject, name: string): string | undefined {
  const node = object.get(name);
  return node === undefined ? undefined : textOf(node);
}

export function requiredText(object: JsonObject, name: string): string {
  return textOf(object.get(name));
}

/** Like {@link optionalText}, but null is allowed. */
export function nullableText(object: JsonObject, name: string): string | null | undefined {
  return object.get(name) === null ? null : optionalText(object, name);
}

/** True only for `true`, ignoring case. */
export function optionalBoolean(object: JsonObject, name: string): boolean | undefined {
  const text = optionalText(object, name);
  return text === undefined ? undefined : text.toLowerCase() === 'true';
}

export function isDelete(object: JsonObject): boolean {
  return optionalText(object, 'opp')?.toLowerCase() === 'delete';
}

function textOf(node: JsonNode | undefined): string {
  if (typeof node === 'string') return node;
  if (typeof node === 'boolean') return String(node);
  if (node instanceof JsonNumber) return node.literal;
  if (Array.isArray(node) && node.length === 1) return textOf(node[0]);
  throw new Rejected('GENERIC');
}

/** In the spelling of its first use (behaviour.md, section 6). Creates missing elements, even for a delete. */
export function resolvedContext(draft: Draft, text: string, entry: JsonObject): string {
  const parsed = draft.contexts.get(text);
  if (parsed !== undefined) return parsed;
  const segments = splitLikeJava(javaTrim(text));
  const levels = draft.base.levels;
  if (segments.length > MAX_LEVELS) throw new Rejected('INVALID_TYPE', entry);
  if (segments.length > 0 && segments.length !== levels.length) throw new Rejected('SCOPE', entry);
  const elements = levels.map((_, level) => {
    const segment = javaTrim(segments[level] ?? '');
    if (segment === '' || segment === '*') return '*';
    const element = draft.element(level, segment);
    if (element !== undefined) return element;
    if (!ELEMENT_NAME.test(segment)) throw new Rejected('ILLEGAL', entry);
    if (segment.length > ELEMENT_NAME_MAX) throw new Rejected('CONSTRAINT', entry);
    draft.addElement(level, segment);
    return segment;
  });
  const context = elements.join(';');
  draft.contexts.set(text, context);
  return context;
}

/** Java's `split(";")` omits empty segments at the end. */
export function splitLikeJava(text: string): string[] {
  let end = text.length;
  while (text[end - 1] === ';') end--;
  return end === 0 ? [] : text.slice(0, end).split(';');
}
