// Writes values, keys and files in the shortest form of the format.
import { textMistakes } from '../../documents/syntax-tree.ts';
import { isJsonObject, type JsonNode, JsonNumber } from '../../lib/json.ts';
import { parseLenientJson } from '../../lib/lenient-json.ts';
import { compareContexts, type Context, contextId, EVERYWHERE, fullContext } from '../../model/context.ts';
import { VALUE_FIELDS } from '../../model/document-fields.ts';
import type { IsSecret } from '../../model/secrets.ts';
import { type FileEntry, isNative, type Key, type KeyMetadata, type Value, type Vdt } from '../../model/state.ts';
import { looksSealed } from '../../semantics/ciphers.ts';
import { itemOf } from '../declarable.ts';
import type { Variables } from '../variables.ts';
import type { ContentFiles } from './content-files.ts';
import {
  type Entry,
  isBare,
  type List,
  type Mapping,
  mapping,
  NULL,
  type Source,
  type Text,
  text,
  type Written,
} from './serialize.ts';

/** Longer JSON texts go to a content file. */
const MAX_NATIVE_TEXT = 4000;
const MAX_DEPTH = 12;

/** A JSON text as a native mapping or list that reads back as the same JSON; `undefined`: write it as text. */
function nativeShape(json: string): Mapping | List | undefined {
  if (json.length > MAX_NATIVE_TEXT || !isStrictJson(json)) return undefined;
  const parsed = parseLenientJson(json);
  const shape = 'value' in parsed ? shapeOf(parsed.value, 0) : undefined;
  if (shape?.kind === 'list') return shape;
  if (shape?.kind !== 'mapping') return undefined;
  // `value: { path: x }` would refer to a file.
  const isValueObject = shape.entries.some(({ name }) => VALUE_FIELDS.some((field) => field === name));
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
  const items = allDefined(node.map((item) => shapeOf(item, depth + 1)));
  return items && { kind: 'list', items };
}

function mappingShape(node: Iterable<[string, JsonNode]>, depth: number): Mapping | undefined {
  const entries = allDefined(
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

/** Quotes texts that look like a number or a boolean. */
function textShape(text: string): Text | undefined {
  if (isUnfit(text)) return undefined;
  return { kind: 'text', text, ...(isBare(text) && { quoted: true }) };
}

function isUnfit(text: string): boolean {
  return textMistakes(text).length > 0;
}

function allDefined<Item>(items: (Item | undefined)[]): Item[] | undefined {
  return items.every((item) => item !== undefined) ? (items as Item[]) : undefined;
}

/** Longer texts go to a content file. */
const MAX_TEXT = 120;

/** What forms need: content files, variables, and the spelling of contexts. */
export interface DocumentWriter {
  depth: number;
  contentFiles: ContentFiles;
  variables: Variables;
  /** Secret values and files are never written as text. */
  isSecret: IsSecret;
  /** Contexts as the documents spell them. */
  spelled: (context: Context) => Context;
}

/** The document that a form is written to. */
export interface Home {
  /** Path of the document, relative to the root. */
  document: string;
  /** `context:` of the document. */
  context?: Context | undefined;
}

export interface KeyShape {
  name: string;
  /** Metadata that this document declares. */
  metadata: KeyMetadata;
  /** Type declared in any document; without it there are no native values. */
  vdt: Vdt | undefined;
  values: readonly Value[];
}

export function valueShape(
  writer: DocumentWriter,
  { document }: Home,
  { name, vdt, value }: { name: string; vdt: Vdt | undefined; value: Value },
): Written {
  const { context, text: of } = value;
  if (of === null) return NULL;
  if (of === '') return text('');
  const { contentFiles, variables, depth } = writer;
  const item = itemOf(name, context, depth);
  if (writer.isSecret(name, of))
    return mapping({
      env: text(variables.nameFor({ name, context, item, ...(isClear(value) && { text: of }) })),
    });
  const native = isNative(vdt) ? nativeShape(of) : undefined;
  if (native !== undefined) return native;
  if (of.length <= MAX_TEXT && !/[\r\n](?!$)/.test(of)) return text(of);
  return mapping({ path: text(contentFiles.value(document, { key: name, context, vdt, text: of })) });
}

/** Whether the variable of a value has the same text. */
function isClear({ text, unknown }: Value): boolean {
  return !unknown && text !== null && !looksSealed(text);
}

/** The declaration of a key. */
export function keyShape(writer: DocumentWriter, home: Home, { name, metadata, vdt, values }: KeyShape): Written {
  const written = values.map((value) => ({
    context: value.context,
    value: valueShape(writer, home, { name, vdt, value }),
  }));
  // A key without values must declare something.
  const described = values.length === 0 && vdt !== undefined ? { vdt, ...metadata } : metadata;
  return keyForm(writer, home, { metadata: described, values: written });
}

export interface InContext {
  context: Context;
  value: Written;
}

/** The shortest form of a key: its value alone, metadata with a value, or a value per context. */
export function keyForm(
  writer: DocumentWriter,
  home: Home,
  { metadata, values }: { metadata: KeyMetadata; values: readonly InContext[] },
): Written {
  const [only] = values;
  if (only === undefined) return described(metadata, {});
  if (values.length > 1 || !isAtHome(home, only.context))
    return described(metadata, { values: inContexts(writer, values) });
  const { value } = only;
  const isBare = Object.keys(metadata).length === 0 && value.kind !== 'mapping' && value.kind !== 'list';
  return isBare ? value : described(metadata, { value });
}

/** Whether the document itself states this context. */
export function isAtHome(home: Home, context: Context): boolean {
  return contextId(context) === contextId(home.context ?? EVERYWHERE);
}

/** The readme first, then the metadata, then the values. */
function described(
  { readme, vdt, deprecated, push, securityGroup }: KeyMetadata,
  values: { value?: Written; values?: Written },
): Mapping {
  const fields = mapping({
    readme: readme === undefined ? undefined : text(readme),
    vdt: vdt === undefined ? undefined : text(vdt),
    securityGroup: securityGroup === undefined ? undefined : text(securityGroup),
    ...values,
    deprecated: flag(deprecated),
    push: flag(push),
  });
  return readme === undefined ? fields : { ...fields, block: true };
}

function flag(of: boolean | undefined): Written | undefined {
  return of === undefined ? undefined : { kind: 'source', source: String(of) };
}

/** Broad contexts first, each in full. */
export function inContexts(writer: DocumentWriter, items: readonly InContext[]): Mapping {
  const sorted = [...items].sort((a, b) => compareContexts(a.context, b.context));
  const entries = sorted.map(({ context, value }) => ({ name: contextName(writer, context), value }));
  return { kind: 'mapping', entries, block: true };
}

export function contextName({ depth, spelled }: DocumentWriter, context: Context): string {
  return fullContext(spelled(context), depth);
}

export function fileShape(writer: DocumentWriter, { document }: Home, file: FileEntry): Mapping {
  const { path, context, content } = file;
  const securityGroup = file.securityGroup === undefined ? undefined : text(file.securityGroup);
  if (content === '') return mapping({ content: text(''), securityGroup });
  const { contentFiles, variables, depth, isSecret } = writer;
  const item = itemOf(path, context, depth);
  const secret = { name: path, context, item, ...(!file.unknown && { text: content }) };
  if (isSecret(path, content)) return mapping({ env: text(variables.nameFor(secret)), securityGroup });
  return mapping({ path: text(contentFiles.file(document, file)), securityGroup });
}

/** The declaration of a file. */
export function filesShape(writer: DocumentWriter, home: Home, files: readonly FileEntry[]): Mapping {
  const written = files.map((file) => ({ context: file.context, value: fileShape(writer, home, file) }));
  return filesForm(writer, home, written);
}

export function filesForm(
  writer: DocumentWriter,
  home: Home,
  contents: readonly { context: Context; value: Mapping }[],
): Mapping {
  const [only] = contents;
  const isBare = contents.length === 1 && only !== undefined && isAtHome(home, only.context);
  return isBare ? only.value : inContexts(writer, contents);
}

/** The metadata of a key that is not the default. */
export function metadataOf(key: Key, isTyped: boolean): KeyMetadata {
  return {
    ...(key.readme && { readme: key.readme }),
    ...(isTyped && key.vdt !== undefined && key.vdt !== 'Text' && { vdt: key.vdt }),
    ...(key.deprecated && { deprecated: true }),
    ...(key.push === false && { push: false }),
    ...(key.securityGroup !== undefined && { securityGroup: key.securityGroup }),
  };
}

/** Separates groups of keys with the same prefix by an empty line, unless most groups have one key. */
export function spaced(entries: readonly Entry[]): Entry[] {
  const prefix = ({ name }: Entry) => prefixOf(name);
  const groups = new Set(entries.map(prefix)).size;
  if (groups * 2 > entries.length) return [...entries];
  return entries.map((entry, i) => {
    const before = entries[i - 1];
    return before === undefined || prefix(before) === prefix(entry) ? entry : { ...entry, gap: true };
  });
}

/** `db` for `DB.pool.size`; empty without a dot. */
export function prefixOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 1 ? '' : name.slice(0, dot).toLowerCase();
}
