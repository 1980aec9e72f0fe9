// What a pull answers: the values and files of one context (behaviour.md, section 13).
import { JsonNumber, type JsonNode } from '../model/json-node.ts';
import { parseLeadingJson, parseLenientJson } from '../model/lenient-json.ts';
import { javaTrim } from '../model/vdt.ts';
import { contentTypeOf } from './content-type.ts';
import type { Json } from './json-text.ts';
import { crashRead } from './read-failed.ts';
import { renderFile } from './render-file.ts';
import type { KeyRecord, ValueRow } from './state.ts';
import { fileFor, type View, valueFor, visibleText } from './view.ts';

export interface PullOptions {
  noFiles: boolean;
  noProperties: boolean;
  includeComments: boolean;
  includeValueContext: boolean;
}

export function pullOf(view: View, options: PullOptions): Record<string, Json> {
  return {
    ...(options.noFiles ? {} : { files: filesOf(view) }),
    ...(options.noProperties ? {} : { properties: propertiesOf(view, options) }),
  };
}

function filesOf(view: View): Map<string, Json> {
  const files = new Map<string, Json>();
  for (const path of view.repository.files.keys()) {
    const file = fileFor(path, view);
    if (file === undefined) continue;
    files.set(path, { content: renderFile(file, view), 'content-type': contentTypeOf(path) });
  }
  return files;
}

function propertiesOf(view: View, options: PullOptions): Map<string, Json> {
  const properties = new Map<string, Json>();
  for (const key of view.repository.keys.values()) {
    const row = valueFor(key, view);
    if (row !== undefined) properties.set(key.name, propertyOf(row, { key, view, options }));
  }
  return properties;
}

interface Property {
  key: KeyRecord;
  view: View;
  options: PullOptions;
}

function propertyOf(row: ValueRow, { key, view, options }: Property): Record<string, Json> {
  const comment = options.includeComments && javaTrim(key.readme ?? '') !== '' ? key.readme : null;
  return {
    ...(key.vdt === 'Text' ? {} : { type: key.vdt }),
    ...(key.deprecated ? { deprecated: true } : {}),
    ...(comment === null ? {} : { comment }),
    ...encryptionOf(key, view),
    val: nativeValue(visibleText(row, { key, view }), key),
    ...(options.includeValueContext ? { context: row.context.split(';') } : {}),
  };
}

/** Only while the password is not known. */
function encryptionOf(key: KeyRecord, view: View): Record<string, Json> {
  const group = view.secrets.group(key.group);
  if (group === undefined || group.cipher === null) return {};
  const isKnown = view.secrets.passwordFor(group.name) !== undefined;
  return isKnown ? {} : { encryption: group.name, cipher: group.cipher };
}

const NATIVE = { Map: 'JsonObject', List: 'JsonArray' } as const;

/** Maps and Lists are sent as JSON. A text that is something else breaks the whole answer. */
function nativeValue(text: string | null, { vdt }: KeyRecord): Json {
  if (text === null || (vdt !== 'Map' && vdt !== 'List')) return text;
  if (javaTrim(text) === '') return null;
  const whole = parseLenientJson(text);
  if ('value' in whole && gsonClass(whole.value) === NATIVE[vdt]) return whole.value;
  const leading = parseLeadingJson(text);
  const found = 'value' in leading ? gsonClass(leading.value) : NATIVE[vdt];
  if (found === NATIVE[vdt]) throw crashRead();
  throw crashRead(`Expected a com.google.gson.${NATIVE[vdt]} but was com.google.gson.${found}`);
}

function gsonClass(node: JsonNode): string {
  if (node === null) return 'JsonNull';
  if (Array.isArray(node)) return 'JsonArray';
  return node instanceof JsonNumber || typeof node !== 'object' ? 'JsonPrimitive' : 'JsonObject';
}
