// Parses the server's JSON into State and other types (interface.md; behaviour.md, section 13).
import {
  jsonText,
  isFaithful,
  isJsonObject,
  isPlainObject,
  isTexts,
  type JsonNode,
  parseLenientJson,
  type PlainObject,
} from '../lib/json.ts';
import { type Context, contextId, contextIn } from '../model/context.ts';
import type { RepositoryName } from '../model/targets.ts';
import type { ItemCounts } from '../model/server-reads.ts';
import {
  addFileRow,
  emptyState,
  fileId,
  type Item,
  itemId,
  type Row,
  rowAt,
  type State,
  isVdt,
  type Vdt,
} from '../model/state.ts';

/** A repository in `info/all`. */
export interface RepositoryInfo {
  account: string;
  name: string;
  description: string;
  isPrivate: boolean;
  vdtEnabled: boolean;
  securityEnabled: boolean;
  /** Absent if the server does not count. */
  keyCount: number | undefined;
  valueCount: number | undefined;
  levels: string[];
}

/** A repository in `info`. `elements`: for each level, names by lower-case name; absent if not sent. */
export interface RepositoryDetail {
  account: string;
  name: string;
  levels: string[];
  elements?: Map<string, string>[];
  /** By path, across contexts. */
  files: Map<string, ListedFile>;
}

/** A path in the list of files, which has no contexts. */
export interface ListedFile {
  /** Number of files with this path, including inactive ones. */
  count: number;
  /** The group of at least one of them. */
  securityGroup?: string;
}

/** A key in `keyData`. */
export type KeyData = Pick<
  Item,
  'kind' | 'name' | 'vdt' | 'readme' | 'deprecated' | 'push' | 'securityGroup'
>;

/** The answer is JSON, but not of the documented shape. */
export class ShapeError extends Error {}

export function readRepositories(json: unknown): RepositoryInfo[] {
  return listFrom(json, 'a list of repositories').map((item) => {
    const repository = objectFrom(item, 'a repository');
    return {
      account: textMember(repository, 'account'),
      name: textMember(repository, 'name'),
      description: typeof repository.description === 'string' ? repository.description : '',
      isPrivate: repository.isPrivate === true,
      vdtEnabled: repository.vdtEnabled === true,
      securityEnabled: repository.securityEnabled !== false,
      keyCount: countIn(repository.keyCount),
      valueCount: countIn(repository.valueCount),
      levels: textsFrom(repository.context, '`context`'),
    };
  });
}

function countIn(count: unknown): number | undefined {
  return typeof count === 'number' ? count : undefined;
}

/** `undefined` unless the server counts both. */
export function countsOf({ keyCount, valueCount }: RepositoryInfo): ItemCounts | undefined {
  if (keyCount === undefined || valueCount === undefined) return undefined;
  return { keys: keyCount, values: valueCount };
}

export function readDetail(json: unknown): RepositoryDetail {
  const described = objectFrom(json, 'the description of a repository');
  const levels = textsFrom(described.context, '`context`');
  const files = listedFiles(described.files);
  const detail = {
    account: textMember(described, 'account'),
    name: textMember(described, 'repository'),
    levels,
    files,
  };
  if (described.contextElements === undefined) return detail;
  const byLabel = objectFrom(described.contextElements, '`contextElements`');
  const elements = levels.map((level) => {
    const names = textsFrom(Object.hasOwn(byLabel, level) ? byLabel[level] : [], level);
    return new Map(names.map((name) => [name.toLowerCase(), name]));
  });
  return { ...detail, elements };
}

function listedFiles(json: unknown): Map<string, ListedFile> {
  const files = new Map<string, ListedFile>();
  for (const item of json === undefined ? [] : listFrom(json, '`files`')) {
    const file = objectFrom(item, 'a file');
    const path = textMember(file, 'path');
    const { count, ...earlier } = files.get(path) ?? { count: 0 };
    const group = typeof file.secureGroup === 'string' ? { securityGroup: file.secureGroup } : {};
    files.set(path, { ...earlier, ...group, count: count + 1 });
  }
  return files;
}

/** `{}` means that the key does not exist. */
export function readKeyData(json: unknown): KeyData | undefined {
  const key = objectFrom(json, 'the data of a key');
  if (typeof key.key === 'string') return keyOf(key);
  if (Object.keys(key).length === 0) return undefined;
  throw new ShapeError('the data of a key has no `key`');
}

/** An export → State. Counts inactive rows, which a push cannot see, and duplicate rows of a context. */
export function readExport(json: unknown): State {
  const [keys, files] = [emptyState(), emptyState()];
  const contextAs = contextReader();
  for (const item of listFrom(objectFrom(json, 'an export').data, '`data`')) {
    const entry = objectFrom(item, 'a member of `data`');
    if (typeof entry.key === 'string') addKey(keys, entry, contextAs);
    else if (typeof entry.file === 'string') addFile(files, entry);
    else throw new ShapeError('a member of `data` has neither `key` nor `file`');
  }
  return { items: new Map([...keys.items, ...files.items]) };
}

/** Few contexts come with every key. */
function contextReader(): (written: string) => { context: Context; id: string } {
  const readContexts = new Map<string, { context: Context; id: string }>();
  return (written) => {
    const readBefore = readContexts.get(written);
    if (readBefore !== undefined) return readBefore;
    const context = contextIn(written);
    const read = { context, id: contextId(context) };
    readContexts.set(written, read);
    return read;
  };
}

function addKey(
  state: State,
  entry: PlainObject,
  contextAs: ReturnType<typeof contextReader>,
): void {
  const key: Item = Object.assign(keyOf(entry), { rows: new Map() });
  state.items.set(itemId(key), key);
  for (const item of entry.values === undefined ? [] : listFrom(entry.values, '`values`')) {
    const row = objectFrom(item, 'a value');
    if (row.active === false) {
      key.inactive = (key.inactive ?? 0) + 1;
      continue;
    }
    const { context, id } = contextAs(textMember(row, 'context'));
    const earlierRow = key.rows.get(id);
    const value = typeof row.value === 'string' ? row.value : null;
    if (earlierRow === undefined) key.rows.set(id, { context, text: value });
    else {
      earlierRow.duplicates = (earlierRow.duplicates ?? 0) + 1;
      earlierRow.texts = [...(earlierRow.texts ?? [earlierRow.text]), value];
    }
  }
}

function addFile(state: State, entry: PlainObject): void {
  const path = textMember(entry, 'file');
  const context = contextIn(textMember(entry, 'context'));
  const earlierRow = rowAt(state, { id: fileId(path), context: contextId(context) });
  if (earlierRow !== undefined) {
    earlierRow.duplicates = (earlierRow.duplicates ?? 0) + 1;
    return;
  }
  const file: Row = { context, text: typeof entry.content === 'string' ? entry.content : '' };
  if (typeof entry.securityGroup === 'string') file.securityGroup = entry.securityGroup;
  addFileRow(state, path, file);
}

function keyOf(entry: PlainObject): KeyData {
  const key: KeyData = {
    kind: 'key',
    name: textMember(entry, 'key'),
    deprecated: entry.deprecated === true,
    push: entry.push === true,
  };
  if (typeof entry.vdt === 'string' && isVdt(entry.vdt)) key.vdt = entry.vdt;
  else throw new ShapeError(`the key ${key.name} has an unknown type`);
  if (typeof entry.readme === 'string') key.readme = entry.readme;
  if (typeof entry.securityGroup === 'string') key.securityGroup = entry.securityGroup;
  return key;
}

function objectFrom(json: unknown, what: string): PlainObject {
  if (isPlainObject(json)) return json;
  throw new ShapeError(`${what} is not an object`);
}

function listFrom(json: unknown, what: string): unknown[] {
  if (Array.isArray(json)) return json;
  throw new ShapeError(`${what} is not a list`);
}

function textsFrom(json: unknown, what: string): string[] {
  const members = listFrom(json, what);
  if (isTexts(members)) return members;
  throw new ShapeError(`${what} contains something other than strings`);
}

function textMember(json: PlainObject, name: string): string {
  const member = json[name];
  if (typeof member === 'string') return member;
  throw new ShapeError(`\`${name}\` is not a string`);
}

export function infoOf(
  repositories: readonly RepositoryInfo[],
  { account, name }: RepositoryName,
): RepositoryInfo | undefined {
  return repositories.find(
    (repository) => repository.account === account && repository.name === name,
  );
}

// --- A pull: the row that applies for each key, and the rendered files ------------------------------------------------

/** The row that applies for a key. */
export interface PulledValue {
  name: string;
  vdt: Vdt;
  deprecated: boolean;
  /** Absent if empty. */
  readme?: string | undefined;
  /** Only if the password of its cipher is unknown: then the text is encrypted. */
  securityGroup?: string | undefined;
  /** Of a Map or List compact, not as stored. `undefined`: the value exists, and its text cannot be read. */
  text: string | null | undefined;
  /** The full context, in the server's spelling. */
  context: string;
}

export interface Pull {
  values: PulledValue[];
  /** Rendered content by path; absent if files were not requested. */
  files?: Map<string, string>;
  /** The server cannot show this context. */
  isUnread?: true;
}

export interface ContextPull {
  /** As sent to the server. */
  context: string;
  /** One file that cannot be rendered breaks an answer with files. */
  content: 'values' | 'values and files';
}

/** `undefined`: a cached answer to another request, or one of another repository. */
export function readPull(
  json: unknown,
  { text, repository, request }: { text: string; repository: RepositoryName; request: ContextPull },
): Pull | undefined {
  const { account, repo, properties, files } = objectFrom(json, 'a pull');
  if (account !== repository.account || repo !== repository.name || !isPlainObject(properties))
    return undefined;
  const natives = nativeTexts(text);
  const values: PulledValue[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const value = isPlainObject(property) ? pulledValueOf(name, property, natives) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (request.content !== 'values and files') return { values };
  return isPlainObject(files) ? { values, files: filesOf(files) } : undefined;
}

function pulledValueOf(
  name: string,
  property: PlainObject,
  natives: NativeTexts,
): PulledValue | undefined {
  const { type = 'Text', deprecated, comment, encryption, context, val } = property;
  if (!isTexts(context)) return undefined;
  if (typeof type !== 'string' || !isVdt(type))
    throw new ShapeError(`the key ${name} has an unknown type`);
  return {
    name,
    vdt: type,
    deprecated: deprecated === true,
    readme: typeof comment === 'string' ? comment : undefined,
    securityGroup: typeof encryption === 'string' ? encryption : undefined,
    text: typeof val === 'string' || val == null ? (val ?? null) : natives(name, val),
    context: context.join(';'),
  };
}

type NativeTexts = (name: string, val: unknown) => string | undefined;

/**
 * Texts of Maps and Lists, which come as JSON. If `JSON.parse` has lost the text of a number, the answer is parsed
 * again by a parser that keeps it.
 */
function nativeTexts(text: string): NativeTexts {
  let properties: JsonNode | undefined;
  return (name, val) => {
    if (isFaithful(val, 0)) return JSON.stringify(val);
    properties ??= memberOf(parseLenientJson(text), 'properties');
    const node = memberOf(memberOf(properties, name), 'val');
    return node === undefined ? undefined : jsonText(node);
  };
}

function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return isJsonObject(node) ? node.get(name) : undefined;
}

function filesOf(files: PlainObject): Map<string, string> {
  const entries = Object.entries(files);
  return new Map(
    entries.map(([path, file]) => [
      path,
      textMember(objectFrom(file, 'a file of a pull'), 'content'),
    ]),
  );
}
