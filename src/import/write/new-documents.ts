// Writes unmanaged items to new documents, split by `--split`.
import { compareText } from '../../lib/text.ts';
import { grouped } from '../../lib/collections.ts';
import { compareContexts, type Context, contextId, contextIn, elementsOf, EVERYWHERE } from '../../model/context.ts';
import type { Split } from '../../model/import-plan.ts';
import { type FileEntry, type Key, keyId, type State } from '../../model/state.ts';
import { type Entry, isJson, jsonDocument, type Mapping, mapping, text, yamlDocument } from './serialize.ts';
import {
  contextName,
  filesShape,
  type Home,
  keyShape,
  metadataOf,
  prefixOf,
  spaced,
  type DocumentWriter,
} from './shapes.ts';

export interface NewDocuments {
  state: State;
  untyped: ReadonlySet<string>;
  split: Split;
  /** Name of the document for items in no other group, without folder and extension. */
  name: string;
  /** A free path that `include` matches. */
  pathFor: (name: string) => string;
  writer: DocumentWriter;
}

interface Group {
  keys: Key[];
  files: FileEntry[];
}

/** Texts of the documents by path. */
export function newDocuments(options: NewDocuments): Map<string, string> {
  const groups = [...GROUPS[options.split](options.state)].sort(([a], [b]) => compareText(a, b));
  const described = new Set<string>();
  return new Map(
    groups.map(([name, group]) => {
      const path = options.pathFor(name === COMMON ? options.name : name);
      const root = rootOf(group, { ...options, path, described });
      return [path, isJson(path) ? jsonDocument(root) : yamlDocument(root)];
    }),
  );
}

/** Sorts first, so that metadata of keys is declared in the common document. */
const COMMON = '';

const GROUPS: Record<Split, (state: State) => Map<string, Group>> = {
  none: ({ keys, files }) => new Map([[COMMON, { keys: [...keys.values()], files: [...files.values()] }]]),
  context: byContext,
  prefix: byPrefix,
};

function byContext({ keys, files }: State): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const key of keys.values()) {
    const parts = grouped(key.values, ([, { context }]) => firstElement(context));
    if (parts.size === 0) groupOf(groups, COMMON).keys.push(key);
    for (const [name, values] of parts) groupOf(groups, name).keys.push({ ...key, values: new Map(values) });
  }
  for (const file of files.values()) groupOf(groups, firstElement(file.context)).files.push(file);
  return groups;
}

function firstElement(context: Context): string {
  const [first = '*'] = elementsOf(context);
  return first === '*' ? COMMON : first.toLowerCase();
}

/** The `context:` of a document: the most frequent one among its keys and files with a single context. */
function homeContext({ keys, files }: Group): Context | undefined {
  const ofKeys = keys.map(({ values }) => [...values.values()]);
  const items = [...ofKeys, ...grouped(files, ({ path }) => path).values()];
  const single = items.flatMap(([only, second]) => (only === undefined || second !== undefined ? [] : [only.context]));
  const counts = [...grouped(single, contextId).values()];
  const [most] = counts.sort((a, b) => b.length - a.length || compareContexts(a[0] ?? '', b[0] ?? ''));
  return most?.[0] === EVERYWHERE ? undefined : most?.[0];
}

/** A prefix of a single key gets no document of its own. */
function byPrefix({ keys, files }: State): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [prefix, members] of grouped(keys.values(), ({ name }) => prefixOf(name))) {
    groupOf(groups, members.length > 1 ? prefix : COMMON).keys.push(...members);
  }
  if (files.size > 0) groupOf(groups, COMMON).files.push(...files.values());
  return groups;
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  const group = groups.get(name) ?? { keys: [], files: [] };
  groups.set(name, group);
  return group;
}

interface Writing extends NewDocuments {
  path: string;
  /** Ids of keys whose metadata is already declared. */
  described: Set<string>;
}

function rootOf(group: Group, writing: Writing): Mapping {
  const { keys, files } = group;
  const context = homeContext(group);
  const home = { document: writing.path, context };
  const keyEntries = sorted(keys.map((key) => keyEntry(key, home, writing)));
  const fileEntries = sorted(
    [...grouped(files, ({ path }) => path)].map(([name, entries]) => ({
      name,
      value: filesShape(writing.writer, home, entries),
    })),
  );
  return mapping({
    context: context === undefined ? undefined : text(contextName(writing.writer, contextIn(context))),
    keys: keyEntries.length === 0 ? undefined : { kind: 'mapping', entries: spaced(keyEntries), block: true },
    files: fileEntries.length === 0 ? undefined : { kind: 'mapping', entries: fileEntries, block: true },
  });
}

function keyEntry(key: Key, home: Home, { described, untyped, writer }: Writing): Entry {
  const id = keyId(key.name);
  const isTyped = !untyped.has(id);
  const metadata = described.has(id) ? {} : metadataOf(key, isTyped);
  described.add(id);
  const vdt = isTyped ? key.vdt : undefined;
  return {
    name: key.name,
    value: keyShape(writer, home, { ...key, metadata, vdt, values: [...key.values.values()] }),
  };
}

function sorted(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name));
}
