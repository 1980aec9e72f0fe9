// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.
import { isFilePath, isVdt, type Vdt } from '../model/state.ts';
import { isJsonObject, type JsonNode, JsonNumber, type JsonObject, parseLenientJson } from '../lib/json.ts';
import { storedText, typeProblem } from '../semantics/value-types.ts';
import type { Draft } from './draft.ts';
import { Refused } from './refusal.ts';
import type { KeyRecord } from './state.ts';

export interface PushBody {
  comment: string | undefined;
  /** `undefined`: the token decides. */
  enableKeyCreation: boolean | undefined;
  entries: readonly JsonObject[];
}

/** As the server reads it: leniently, with numbers as written. */
export function bodyIn(text: string): PushBody {
  const body = parseLenientJson(text);
  if (!isJsonObject(body)) throw new Refused('GENERIC');
  const entries = objectsOf(body.get('data'));
  const comment = optionalText(body, 'changeComment');
  return { comment, enableKeyCreation: optionalBoolean(body, 'enableKeyCreation'), entries };
}

/** Refuses everything except an array of objects. */
export function objectsOf(node: JsonNode | undefined): JsonObject[] {
  if (!Array.isArray(node) || !node.every(isJsonObject)) throw new Refused('GENERIC');
  return node;
}

/** `undefined` if the member is absent; refuses null and everything without a text. */
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

/** Everything that is not a vdt counts as Text. */
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

/** A key while one of its entries is processed (behaviour.md, 7.1 and 7.5). */
export interface OpenKey {
  draft: Draft;
  /** Lower-cased, not trimmed. */
  id: string;
  /** As it was sent. */
  name: string;
  record: KeyRecord;
  /** Not stored yet: it is stored with its first value, or at the end of the entry if it is flagged. */
  isNew: boolean;
  /** Deleted with its last value. */
  isDeleted: boolean;
  entry: JsonObject;
}

const KEY_NAME = /^[[\]()*\-._+a-zA-Z0-9]{1,120}$/;

export function isStorableName(name: string): boolean {
  return KEY_NAME.test(name);
}

export function newRecord(name: string, vdt: Vdt): KeyRecord {
  return { name, vdt, readme: null, deprecated: false, push: false, rows: new Map() };
}

/** Checks the name, and stores the key. `entry` is part of the reason if a value is being written. */
export function storeNewKey(key: OpenKey, entry?: JsonObject): void {
  const { draft } = key;
  const { name } = key.record;
  if (name === '') throw new Refused('KEY_BLANK', entry);
  if (!isStorableName(name)) throw new Refused('ILLEGAL', entry);
  const id = name === key.name ? key.id : name.toLowerCase();
  if (id !== key.id && draft.key(id) !== undefined) throw new Refused('CONSTRAINT', entry);
  draft.addKey(id, key.record);
  if (key.record.flagged && id !== key.id) draft.flagged.add(key.id);
  key.id = id;
  key.isNew = false;
}

/** The entry in two messages of the server: always `push:false`. */
export function lockedKey(name: string): JsonObject {
  return new Map<string, string | boolean>([
    ['key', name],
    ['push', false],
  ]);
}

/** What is stored for a text of this type, before encryption (behaviour.md, section 8). Refuses an invalid text. */
export function typedText(
  draft: Draft,
  { vdt, text, entry }: { vdt: Vdt; text: string | null; entry?: JsonObject },
): string | null {
  if (text === null || !draft.base.flags.vdtEnabled || isFilePath(vdt)) return text;
  if (typeProblem(vdt, text) === undefined) return storedText(vdt, text);
  throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', entry);
}
