// Writes items that no document declares yet: to new documents, or as entries added to one.
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  type Node,
  Pair,
  parseAllDocuments,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { isFileField, VALUE_FIELDS } from '../model/document-fields.ts';
import { CommandError } from '../errors.ts';
import { textErrors } from '../documents/fields.ts';
import { attempt } from '../lib/attempt.ts';
import { grouped } from '../lib/collections.ts';
import { isJsonObject, type JsonNode, JsonNumber, parseLenientJson } from '../lib/json.ts';
import { compareNames } from '../lib/text.ts';
import {
  type Context,
  compareContexts,
  contextId,
  EVERYWHERE,
  fullContext,
} from '../model/context.ts';
import {
  fileId,
  filesIn,
  type Item,
  isNative,
  itemId,
  KEY_METADATA,
  keyId,
  type KeyMetadata,
  keysIn,
  type Row,
  type State,
} from '../model/state.ts';
import { withEntriesOf } from './add-entries.ts';
import { BARE, doubleQuoted, isJson, isBlockLiteral, NOT_RAW } from './quote.ts';
import { safePath, type Writer } from './writer.ts';

/** A first import of more items than this gets a document for each first part of the names. */
const MAX_ITEMS = 100;
/** A first part with fewer keys gets no document of its own. */
const MIN_KEYS = 10;

/** The items of each document by its name. @param common the document for what shares no first part with enough others */
export function splitByName(state: State, common: string): Map<string, State> {
  // As people count them: a key once, a file in each of its contexts.
  const count = [...state.items.values()].reduce(
    (sum, { kind, rows }) => sum + (kind === 'key' ? 1 : rows.size),
    0,
  );
  const byName = grouped(state.items, ([, { kind, name }]) => {
    const prefix = name.slice(0, Math.max(0, name.indexOf('.'))).toLowerCase();
    return kind === 'file' ? common : safePath(prefix) || common;
  });
  const documentOf = (name: string) =>
    count <= MAX_ITEMS || (byName.get(name)?.length ?? 0) < MIN_KEYS ? common : name;
  const documents = grouped(byName, ([name]) => documentOf(name));
  return new Map(
    [...documents].map(([name, parts]) => [
      name,
      { items: new Map(parts.flatMap(([, items]) => items)) },
    ]),
  );
}

/** The metadata of a key that is not the default. */
export function metadataOf(key: Item, isTyped: boolean): KeyMetadata {
  return {
    readme: key.readme || undefined,
    vdt: isTyped && (key.vdt !== 'Text' || key.rows.size === 0) ? key.vdt : undefined,
    securityGroup: key.securityGroup,
    deprecated: key.deprecated || undefined,
    push: key.push === false ? false : undefined,
  };
}

/** The document with these items. All other lines stay as they are; of several YAML documents, the first gets the items. */
export function documentWith(
  state: State,
  path: string,
  before: string | undefined,
  writer: Writer,
): string {
  const documents: Document[] = before === undefined ? [] : parseAllDocuments(before, SETTINGS);
  const document =
    documents.find(({ contents }) => isMap(contents)) ??
    (before === undefined
      ? new Document(new YAMLMap(), SETTINGS)
      : parseDocument(before, SETTINGS));
  const root = isMap(document.contents) ? document.contents : new YAMLMap();
  document.contents = root as typeof document.contents;
  const home = root.get('context');
  const shape = new Shapes(writer, path, document, typeof home === 'string' ? home : EVERYWHERE);
  for (const key of sorted(keysIn(state))) shape.add(sectionOf(root, 'keys', path), key);
  for (const file of sorted(filesIn(state))) shape.add(sectionOf(root, 'files', path), file);
  if (isJson(path)) return `${jsonOf(root, '')}\n`;
  const rendered = (documents.includes(document) ? documents : [document])
    .map((part) => part.toString({ lineWidth: 0, flowCollectionPadding: true }))
    .join('');
  // Only quoted texts have such characters, where an escape means the same.
  const text = rendered.replace(
    /(?![\n\t\r])[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu,
    (character) => doubleQuoted(character).slice(1, -1),
  );
  return before === undefined ? text : withEntriesOf(text, state, { path, text: before });
}

const SETTINGS = { schema: 'failsafe', logLevel: 'silent' } as const;

function sorted(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => compareNames(a.name, b.name));
}

function sectionOf(root: YAMLMap, name: string, path: string): YAMLMap {
  const section = root.get(name);
  if (isMap(section)) return section;
  if (isAlias(section)) throw sharedLines(path, name);
  const made = new YAMLMap();
  root.set(scalar(name), made);
  return made;
}

function sharedLines(path: string, name: string): CommandError {
  return new CommandError({
    code: 'no-document-path',
    message: `${path} takes \`${name}\` from an alias, so what is added to it would be added elsewhere too.`,
    hint: 'Name another document with --document, or replace the alias with a copy of the lines that it refers to.',
  });
}

function entryName({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

/** Before the first that comes after it, so that a sorted mapping stays sorted. */
function insert(map: YAMLMap, pair: Pair, compare: (a: string, b: string) => number): void {
  const next = map.items.findIndex((item) => compare(entryName(item), entryName(pair)) > 0);
  map.items.splice(next === -1 ? map.items.length : next, 0, pair);
}

/** A value or a content, and its context. */
type InContext = readonly [Context, Node];

class Shapes {
  readonly #writer: Writer;
  readonly #document: string;
  readonly #yaml: Document;
  /** That of the document, which a value alone has. */
  readonly #home: Context;

  constructor(writer: Writer, document: string, yaml: Document, home: Context) {
    this.#writer = writer;
    this.#document = document;
    this.#yaml = yaml;
    this.#home = home;
  }

  add(section: YAMLMap, item: Item): void {
    const idOf = item.kind === 'key' ? keyId : fileId;
    const declared = section.items.find((pair) => idOf(entryName(pair)) === itemId(item));
    const texts = [...item.rows.values()].map(
      (row) => [row.context, this.#text(item, row)] as const,
    );
    if (declared === undefined) {
      const value =
        item.kind === 'key'
          ? this.#key(item, texts)
          : (this.#alone(texts) ?? this.#inContexts(texts));
      insert(section, new Pair(scalar(item.name), value), compareNames);
      return;
    }
    // An alias of a text is moved like the text.
    const { value } = declared;
    if (isAlias(value) && !isScalar(value.resolve(this.#yaml)))
      throw sharedLines(this.#document, item.name);
    const contexts = item.kind === 'key' ? this.#valuesOf(declared) : this.#contentsOf(declared);
    contexts.flow = false;
    this.#inContexts(texts, contexts);
  }

  #key(metadata: KeyMetadata, values: readonly InContext[]): Node {
    const alone = this.#alone(values);
    if (isScalar(alone) && KEY_METADATA.every((field) => metadata[field] === undefined))
      return alone;
    const { readme, vdt, securityGroup, deprecated, push } = metadata;
    const valueFields =
      alone === undefined && values.length > 0
        ? { values: this.#inContexts(values) }
        : { value: alone };
    const fields = new YAMLMap();
    for (const [name, value] of Object.entries({
      readme,
      vdt,
      securityGroup,
      ...valueFields,
      deprecated,
      push,
    }))
      if (value !== undefined)
        fields.set(scalar(name), isNode(value) ? value : scalar(String(value)));
    fields.flow =
      values.length === 0 || (alone !== undefined && readme === undefined && isShort(fields));
    return fields;
  }

  /** The only one, if it is that of the context of the document. */
  #alone([only, second]: readonly InContext[]): Node | undefined {
    return only !== undefined &&
      second === undefined &&
      contextId(only[0]) === contextId(this.#home)
      ? only[1]
      : undefined;
  }

  /** The contexts of a key of the document, where it may have one value. */
  #valuesOf(entry: Pair): YAMLMap {
    const key = isMap(entry.value) ? entry.value : new YAMLMap();
    if (key !== entry.value) key.items.push(new Pair(scalar('value'), entry.value));
    entry.value = key;
    key.flow = false;
    const value = key.items.find((pair) => entryName(pair) === 'value');
    if (value !== undefined) {
      // With the comments before it.
      if (isScalar(value.key)) value.key.value = 'values';
      value.value = this.#inContexts([[this.#home, value.value as Node]]);
    }
    return sectionOf(key, 'values', this.#document);
  }

  /** The contexts of a file of the document, where it may have one content. */
  #contentsOf(entry: Pair): YAMLMap {
    const file = entry.value as YAMLMap;
    if (!file.items.some((pair) => isFileField(entryName(pair)))) return file;
    const contexts = this.#inContexts([[this.#home, file]]);
    entry.value = contexts;
    return contexts;
  }

  /** Broad contexts first, each in full. */
  #inContexts(items: readonly InContext[], into = new YAMLMap()): YAMLMap {
    const { spelled, depth } = this.#writer;
    for (const [context, node] of items)
      insert(into, new Pair(scalar(fullContext(spelled(context), depth)), node), compareContexts);
    return into;
  }

  #text(item: Item, row: Row): Node {
    const { isSecret } = this.#writer;
    const { kind, name, vdt } = item;
    const { context, text, securityGroup } = row;
    const isKey = kind === 'key';
    const group = isKey || securityGroup === undefined ? {} : { securityGroup };
    if (text === null) return plain('null');
    if (text !== '' && isSecret(name, text))
      return inBraces({ env: this.#writer.variableFor(item, row), ...group });
    if (text === '' && !isKey) return inBraces({ content: '', ...group });
    const native = isKey && isNative(vdt) ? nativeNode(text) : undefined;
    if (native !== undefined) return native;
    if (isKey && text.length <= MAX_TEXT) return scalar(text);
    const extension = !isKey || /\.\w+$/.test(name) ? '' : isNative(vdt) ? '.json' : '.txt';
    const content = { name: `${name}${extension}`, context, text };
    return inBraces({
      path: this.#writer.pathOf(this.#document, isKey ? 'values' : 'files', content),
      ...group,
    });
  }
}

/** Longer texts go to a content file. */
const MAX_TEXT = 1000;
/** Longer mappings are written as blocks. */
const MAX_LINE = 80;

function isShort(node: Node): boolean {
  return jsonOf(node, undefined).length <= MAX_LINE && !hasLines(node);
}

function hasLines(node: Node): boolean {
  if (isScalar(node)) return node.type === 'BLOCK_LITERAL';
  return isMap(node) && node.items.some(({ value }) => hasLines(value as Node));
}

function plain(source: string): Scalar {
  return Object.assign(new Scalar(source), { type: 'PLAIN' as const });
}

/** Plain scalars that do not mean their text. */
const MEANINGS = new Set(['', 'null', 'Null', 'NULL', '~', '<<']);

function scalar(text: string, isBare = false): Scalar {
  if (isBlockLiteral(text))
    return Object.assign(new Scalar(text), { type: 'BLOCK_LITERAL' as const });
  const isQuoted = isBare || MEANINGS.has(text) || NOT_RAW.test(text);
  return isQuoted
    ? Object.assign(new Scalar(text), { type: 'QUOTE_DOUBLE' as const })
    : plain(text);
}

function inBraces(fields: Readonly<Record<string, string>>): YAMLMap {
  const items = Object.entries(fields).map(([name, text]) => new Pair(scalar(name), scalar(text)));
  return Object.assign(new YAMLMap(), { items, flow: true });
}

const MAX_DEPTH = 12;

/** A JSON text as a mapping or a list that reads as the same JSON; `undefined`: write it as text. */
function nativeNode(json: string): Node | undefined {
  const isStrict = attempt((): unknown => JSON.parse(json)) !== undefined;
  const parsed = isStrict ? parseLenientJson(json) : undefined;
  const node = parsed === undefined ? undefined : nodeOf(parsed, 0);
  if (node === undefined || isScalar(node)) return undefined;
  if (isShort(node)) (node as YAMLMap).flow = true;
  // `value: { path: x }` would refer to a file.
  const isValueObject =
    isMap(node) &&
    node.items.some((pair) => VALUE_FIELDS.some((field) => field === entryName(pair)));
  return isValueObject
    ? Object.assign(new YAMLMap(), { items: [new Pair(scalar('value'), node)] })
    : node;
}

function nodeOf(json: JsonNode, depth: number): Node | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (json === null || typeof json === 'boolean') return plain(String(json));
  if (json instanceof JsonNumber) return BARE.test(json.literal) ? plain(json.literal) : undefined;
  if (typeof json === 'string')
    return textErrors(json).length > 0 ? undefined : scalar(json, BARE.test(json));
  if (Array.isArray(json)) {
    const items = json.map((item) => nodeOf(item, depth + 1));
    return items.includes(undefined) ? undefined : Object.assign(new YAMLSeq(), { items });
  }
  if (!isJsonObject(json)) return undefined;
  const pairs = Array.from(json, ([name, member]): [string, Node | undefined] => [
    name,
    nodeOf(member, depth + 1),
  ]);
  if (pairs.some(([name, node]) => node === undefined || textErrors(name).length > 0))
    return undefined;
  return Object.assign(new YAMLMap(), {
    items: pairs.map(([name, node]) => new Pair(scalar(name), node)),
  });
}

/** @param indent `undefined`: on one line */
function jsonOf(node: unknown, indent: string | undefined): string {
  if (isScalar(node)) {
    const text = String(node.value);
    return node.type === 'PLAIN' && (BARE.test(text) || text === 'null')
      ? text
      : doubleQuoted(text);
  }
  const inner = indent === undefined || (isMap(node) && node.flow) ? undefined : `${indent}  `;
  const members = isMap(node)
    ? node.items.map((pair) => `${doubleQuoted(entryName(pair))}: ${jsonOf(pair.value, inner)}`)
    : ((node as YAMLSeq | null)?.items ?? []).map((item) => jsonOf(item, inner));
  const [open, close] = isMap(node) ? '{}' : '[]';
  if (members.length === 0) return `${open}${close}`;
  if (inner === undefined) return `${open} ${members.join(', ')} ${close}`;
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}
