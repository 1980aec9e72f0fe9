// State: keys and files with their rows. Desired, live and what was last applied all have this type.
import { mapItems } from '../lib/collections.ts';
import { type Context, contextId, elementsOf } from './context.ts';
import type { Place } from './diagnostic.ts';

/** The text of an item in one context: a value of a key, or the content of a file. */
export interface Row {
  context: Context;
  /** `null` is a value, different from `''`. The content of a file is never `null`. */
  text: string | null;
  /** The text is unknown (an environment variable of what was last applied, an encrypted text): never equal to anything. */
  unknown?: true | undefined;
  /** Live only: unknown, but different from what the files declare, or left by an apply that did not finish. */
  differs?: true | undefined;
  /** Live only: unknown, but different from what was last applied. */
  drifted?: true | undefined;
  /** The environment variable that the text comes from. */
  variable?: string | undefined;
  /** The file that the text comes from, relative to the root of the project. */
  contentPath?: string | undefined;
  /** Declared with `opp: delete`: must not exist. */
  absent?: true;
  /** The value is the placeholder of its own key, which a file has (`placeholders: keep` of a source). */
  placeholder?: true;
  /** Masked in every output. */
  secret?: true | undefined;
  /** Git does not have the text itself, but what a filter made of it. */
  filtered?: true | undefined;
  /** Written as a mapping or a list, or read as one: compared as parsed JSON, sent as compact JSON. */
  native?: true | undefined;
  /** Planned only: stays as in live, so it is no change even if its text is unknown. */
  kept?: true;
  /** Live only: number of further active rows in the same context. */
  duplicates?: number;
  /** With `duplicates` of a value: the texts of all these rows. */
  texts?: readonly (string | null)[];
  /** Of a file, whose rows may be in different groups; every push of the row names it. */
  securityGroup?: string | undefined;
  place?: Place;
}

/** `undefined`: not declared, and not changed. */
export interface KeyMetadata {
  vdt?: Vdt | undefined;
  readme?: string | undefined;
  deprecated?: boolean | undefined;
  push?: boolean | undefined;
  /** Name of the security group whose password guards the values. */
  securityGroup?: string | undefined;
}

export const KEY_METADATA = [
  'vdt',
  'readme',
  'deprecated',
  'push',
  'securityGroup',
] as const satisfies readonly (keyof KeyMetadata)[];

export const MERGED_METADATA = [
  'vdt',
  'readme',
  'deprecated',
  'push',
] as const satisfies (keyof KeyMetadata)[];

/** A key with its metadata, or a file, which has none; with its rows by {@link contextId}. A file has at least one. */
export interface Item extends KeyMetadata {
  kind: 'key' | 'file';
  /** The name of the key, or the path of the file. */
  name: string;
  rows: Map<string, Row>;
  absent?: true;
  secret?: true;
  /** Live only: number of inactive rows, which pushes cannot see, and which keep the key alive. */
  inactive?: number;
  /** Live without an export: the key may have values in undeclared contexts, which keep it alive. */
  elsewhere?: true | undefined;
  /** Live without an export: the token does not carry the security group, so it reads encrypted texts. */
  sealed?: true;
  /** Live without an export: the security group is known only from the files. */
  groupPresumed?: true | undefined;
  place?: Place;
}

/** Names an item, by itself or by one of its rows. */
export interface Named {
  kind: 'key' | 'value' | 'file';
  name: string;
}

/** The names of all items alone: the plans of many targets are held until all are shown, but not their states. */
export function itemNames({ items }: State): Named[] {
  return [...items.values()].map(({ kind, name }) => ({ kind, name }));
}

/** Items by {@link itemId}. */
export interface State {
  items: Map<string, Item>;
}

/** The server ignores case in key names. */
export function keyId(name: string): string {
  return name.toLowerCase();
}

/** Paths are case-sensitive. Sorted, all files come behind all keys. */
export function fileId(path: string): string {
  return `\uffff${path}`;
}

export function itemId({ kind, name }: Named): string {
  return kind === 'file' ? fileId(name) : keyId(name);
}

export function emptyState(): State {
  return { items: new Map() };
}

/** Whether a state has an item or a row that is to exist. */
export function isPresent(declared: { absent?: true } | undefined): boolean {
  return declared !== undefined && declared.absent !== true;
}

export function keysIn({ items }: State): Item[] {
  return [...items.values()].filter(({ kind }) => kind === 'key');
}

export function filesIn({ items }: State): Item[] {
  return [...items.values()].filter(({ kind }) => kind === 'file');
}

export function rowsOf(items: readonly Item[]): Row[] {
  return items.flatMap(({ rows }) => [...rows.values()]);
}

/** Where a row is in a state. */
export interface Address {
  /** The {@link itemId}. */
  id: string;
  /** The {@link contextId}. */
  context: string;
}

export function rowAt({ items }: State, { id, context }: Address): Row | undefined {
  return items.get(id)?.rows.get(context);
}

export interface LocatedRow extends Address {
  item: Item;
  row: Row;
}

export function* rowsIn({ items }: State): Generator<LocatedRow> {
  for (const [id, item] of items)
    for (const [context, row] of item.rows) yield { id, item, context, row };
}

/** The rows of an item that another one does not have. */
export function rowsNotIn(item: Item, other: Item | undefined): [context: string, row: Row][] {
  const beside: [string, Row][] = [];
  for (const entry of item.rows) if (!other?.rows.has(entry[0])) beside.push(entry);
  return beside;
}

/** For each level, names of context elements by lower-cased name. */
export type Elements = readonly ReadonlyMap<string, string>[];

/** Those that the rows of a state name. */
export function elementsIn(state: State, depth: number): Elements {
  const elements = Array.from({ length: depth }, () => new Map<string, string>());
  const contexts = new Set<Context>();
  for (const { row } of rowsIn(state)) contexts.add(row.context);
  for (const context of contexts) {
    for (const [level, element] of elementsOf(context).entries())
      if (element !== '*') elements[level]?.set(element.toLowerCase(), element);
  }
  return elements;
}

/** Those of both; where they differ in case, as the first has them. */
export function mergedElements(elements: Elements, others: Elements): Elements {
  return elements.map((names, level) => new Map([...(others[level] ?? []), ...names]));
}

/** The same state with other rows. What does not change is shared. */
export function withRows(
  { items }: State,
  change: (row: Row, at: Address & { item: Item }) => Row,
): State {
  return {
    items: mapItems(items, (item, id) => {
      const rows = mapItems(item.rows, (row, context) => change(row, { id, context, item }));
      return rows === item.rows ? item : { ...item, rows };
    }),
  };
}

/** The state with only these rows. A file without rows is no item; a key is one. */
export function onlyRows({ items }: State, isIncluded: (row: LocatedRow) => boolean): State {
  const includedItems = new Map<string, Item>();
  for (const [id, item] of items) {
    let { rows } = item;
    for (const [context, row] of item.rows) {
      if (isIncluded({ id, item, context, row })) continue;
      if (rows === item.rows) rows = new Map(item.rows);
      rows.delete(context);
    }
    if (item.kind === 'key' || rows.size > 0)
      includedItems.set(id, rows === item.rows ? item : { ...item, rows });
  }
  return { items: includedItems };
}

/**
 * Every item of every state. If two states differ in a row, its text is `unknown`, and differing metadata is left out.
 * What one state declares absent is present if another state declares it.
 */
export function mergeStates(...[first = emptyState(), ...others]: readonly State[]): State {
  return others.reduce(
    (mergedState, state) => ({ items: merged(mergedState.items, state.items, mergeItems) }),
    first,
  );
}

function merged<Declared extends { absent?: true }>(
  a: ReadonlyMap<string, Declared>,
  b: ReadonlyMap<string, Declared>,
  merge: (a: Declared, b: Declared) => Declared,
): Map<string, Declared> {
  const result = new Map(a);
  for (const [id, declared] of b) {
    const existing = result.get(id);
    if (existing === undefined || existing.absent) result.set(id, declared);
    else if (isPresent(declared)) result.set(id, merge(existing, declared));
  }
  return result;
}

function mergeItems(a: Item, b: Item): Item {
  const item: Item = { ...a, rows: merged(a.rows, b.rows, mergeRows) };
  for (const name of MERGED_METADATA) if (a[name] !== b[name]) delete item[name];
  return b.secret ? { ...item, secret: true } : item;
}

function mergeRows(a: Row, b: Row): Row {
  return {
    ...a,
    unknown: a.text === b.text ? a.unknown || b.unknown : true,
    secret: a.secret || b.secret,
  };
}

/** The file with this path, created if necessary. */
export function fileAt({ items }: State, path: string): Item {
  const file = items.get(fileId(path)) ?? { kind: 'file', name: path, rows: new Map() };
  items.set(fileId(path), file);
  return file;
}

/** Puts a row into a state, with its file if that is new. */
export function addFileRow(state: State, path: string, row: Row): void {
  fileAt(state, path).rows.set(contextId(row.context), row);
}

export function textName({ kind, name }: Pick<Item, 'kind' | 'name'>): string {
  return kind === 'key' ? `The value of ${name}` : `The content of ${name}`;
}

export function groupOf(item: Item, row: Row): string | undefined {
  return item.securityGroup ?? row.securityGroup;
}

export const VDTS = [
  'Text',
  'Code',
  'JSON',
  'Boolean',
  'Integer',
  'Long',
  'Double',
  'Float',
  'Map',
  'List',
  'FileRef',
  'FileEmbed',
] as const;

export type Vdt = (typeof VDTS)[number];

/** Whether documents may write a value of this type as a mapping or a list. */
export function isNative(vdt: Vdt | undefined): boolean {
  return vdt === 'Map' || vdt === 'List' || vdt === 'JSON';
}

/** Whether the server parses a value of this type as JSON, so that a pull does not show its text. */
export function isParsed(vdt: Vdt | undefined): vdt is 'Map' | 'List' {
  return vdt === 'Map' || vdt === 'List';
}

export function isFilePath(vdt: Vdt | undefined): boolean {
  return vdt === 'FileRef' || vdt === 'FileEmbed';
}

/** Case-sensitive, as on the server. */
export function isVdt(text: string): text is Vdt {
  return (VDTS as readonly string[]).includes(text);
}
