// Reading the members of a push body as the server does: scalars by their text, one-element arrays unwrapped.
import { isJsonObject, JsonNumber, type JsonNode, type JsonObject } from '../model/json-node.ts';
import { parseLenientJson } from '../model/lenient-json.ts';
import {
  isPlainObject,
  isFaithful,
  type PlainObject,
  parseStrictObject,
  StrictObject,
} from '../model/strict-json.ts';
import { isVdt, type Vdt } from '../model/vdt.ts';
import { Refused } from './refusal.ts';

export interface PushBody {
  comment: string | undefined;
  /** `undefined`: the token decides. */
  enableKeyCreation: boolean | undefined;
  /** In order, each made when it is asked for: most of them are looked at once. */
  entriesWith(member: string): Iterable<JsonObject>;
}

export function readBody(text: string): PushBody {
  const plain = parseStrictObject(text);
  return (plain && readStrict(plain, text)) ?? readLenient(text);
}

function readLenient(text: string): PushBody {
  const body = parsedBody(text);
  const entries = objectsOf(body.get('data'));
  return { ...settingsOf(body), entriesWith: (member) => entries.filter((entry) => entry.has(member)) };
}

function parsedBody(text: string): JsonObject {
  const parsed = parseLenientJson(text);
  if (!('value' in parsed) || !isJsonObject(parsed.value)) throw new Refused('GENERIC');
  return parsed.value;
}

function readStrict({ data, ...settings }: PlainObject, text: string): PushBody | undefined {
  if (!isFaithful(settings, 0) || !Array.isArray(data) || !data.every(isPlainObject)) return undefined;
  let exact: JsonObject[] | undefined;
  const byHand = () => {
    exact ??= objectsOf(parsedBody(text).get('data'));
    return exact;
  };
  return {
    ...settingsOf(new StrictObject(settings)),
    entriesWith: (member) => strictEntries(data, { member, byHand }),
  };
}

/** From the first entry of which the engine has lost something, everything is read again by hand. */
function* strictEntries(
  data: readonly PlainObject[],
  { member, byHand }: { member: string; byHand: () => readonly JsonObject[] },
): Generator<JsonObject> {
  for (const [index, entry] of data.entries()) {
    if (!Object.hasOwn(entry, member)) continue;
    if (!isFaithful(entry, ENTRY_DEPTH)) {
      yield* byHand()
        .slice(index)
        .filter((one) => one.has(member));
      return;
    }
    yield new StrictObject(entry);
  }
}

/** Entries are elements of a member of the body. */
const ENTRY_DEPTH = 2;

function settingsOf(body: JsonObject): Pick<PushBody, 'comment' | 'enableKeyCreation'> {
  const comment = optionalText(body, 'changeComment');
  return { comment, enableKeyCreation: optionalBoolean(body, 'enableKeyCreation') };
}

/** The elements of an array that must hold objects only. */
export function objectsOf(node: JsonNode | undefined): JsonObject[] {
  if (!Array.isArray(node)) throw new Refused('GENERIC');
  return node.map((element) => {
    if (isJsonObject(element)) return element;
    throw new Refused('GENERIC');
  });
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
