// Assigns changes to the entries of documents, and edits each entry in place, or rewrites it.
import { isMap, isScalar, type Pair, type YAMLMap } from 'yaml';
import { compareContexts, type Context, contextId, contextIn } from '../../model/context.ts';
import type { Change, KeyChange } from '../../model/plan.ts';
import { isVdt, type Key, type KeyMetadata } from '../../model/state.ts';
import { type Entry, type Mapping, text, type Written, writtenOf } from '../write/serialize.ts';
import {
  contextName,
  type DocumentWriter,
  filesForm,
  type Home,
  type InContext,
  inContexts,
  isAtHome,
  keyForm,
} from '../write/shapes.ts';
import { isBlock, type Item } from './layout.ts';
import { type EntrySite, fieldOf, isFromEnv, itemOf, type ItemSite, nameOf, type Root } from './sites.ts';
import type { Splices } from './splices.ts';

/** A live item as a document should declare it. */
export interface Wanted {
  context: Context;
  text: string | null;
  /** For files only. */
  securityGroup?: string;
  shape: (home: Home) => Written;
}

export interface EntryEdit {
  entry: EntrySite;
  removes: ItemSite[];
  sets: { site: ItemSite; wanted: Wanted }[];
  adds: Wanted[];
  /** Fields of a key to create or update. */
  metadata: KeyMetadata;
  /** Fields to remove. */
  without: readonly (keyof KeyMetadata)[];
  /** Set on the only entry of a key that stays without values: the metadata to declare. */
  last?: KeyMetadata;
}

export interface EntryEditor {
  writer: DocumentWriter;
  splices: Splices;
  /** Replaces the value of an item. */
  setItem: (site: ItemSite, wanted: Wanted) => void;
}

export function editEntry(edit: EntryEdit, editor: EntryEditor): void {
  const { entry, removes, sets } = edit;
  if (isRemoved(edit)) editor.splices.remove(entry.parent, entry.item);
  else if (isRewritten(edit)) editor.splices.setValue(entry.item as Pair, rewritten(edit, editor));
  else {
    for (const { site, wanted } of sets) editor.setItem(site, wanted);
    for (const { parent, item } of withoutEmpty(edit, removes)) editor.splices.remove(parent, item);
    addFields(edit, editor);
    addItems(edit, editor);
  }
}

/** Whether nothing is left in the entry. */
function isRemoved({ entry, removes, adds, last }: EntryEdit): boolean {
  if (adds.length > 0 || last || removes.length < entry.items.length || removes.length === 0) return false;
  if (entry.kind === 'data') return fieldOf(entry.object, 'file') !== undefined;
  return entry.kind === 'files' || metadataPairs(entry).length === 0;
}

/** Whether the entry is rewritten: an entry on one line has no layout to keep. */
function isRewritten({ entry, removes, adds, metadata, without, last }: EntryEdit): boolean {
  if (entry.kind === 'data') return false;
  const isEmptied = last && removes.length === entry.items.length && adds.length === 0 && removes.length > 0;
  const isNew = METADATA.some((name) => metadata[name] !== undefined && !fieldOf(entry.object, name));
  if (!isEmptied && adds.length === 0 && removes.length === 0 && !isNew && without.length === 0) return false;
  const values = fieldOf(entry.object, 'values')?.value;
  return !isBlock(entry.object) || (entry.kind === 'keys' && isMap(values) && !isBlock(values));
}

function rewritten(edit: EntryEdit, { writer, splices }: EntryEditor): Written {
  const { entry, removes, sets, adds } = edit;
  const home = homeOf(entry.root);
  const kept = entry.items.flatMap((site): InContext[] => {
    if (removes.includes(site)) return [];
    const wanted = sets.find((one) => one.site === site)?.wanted;
    const written = writtenOf(site.pair.value, splices.layout);
    if (wanted === undefined) return [{ context: site.context, value: written }];
    // Otherwise a secret of the server would be written to the document.
    const value = isFromEnv(site) ? regrouped(written, wanted) : wanted.shape(home);
    return [{ context: site.context, value }];
  });
  const values = [...kept, ...adds.map((wanted) => ({ context: wanted.context, value: wanted.shape(home) }))];
  if (entry.kind === 'files') return filesForm(writer, home, values as { context: Context; value: Mapping }[]);
  const metadata = { ...edit.last, ...metadataIn(entry), ...edit.metadata };
  for (const name of edit.without) delete metadata[name];
  return keyForm(writer, home, { metadata, values });
}

/** With the security group of the server in place of a declared one. */
function regrouped(written: Written, { securityGroup }: Wanted): Written {
  if (written.kind !== 'mapping') return written;
  const entries = written.entries.flatMap((entry): Entry[] => {
    if (entry.name !== 'securityGroup') return [entry];
    return securityGroup === undefined ? [] : [{ ...entry, value: text(securityGroup) }];
  });
  return { ...written, entries };
}

export function homeOf({ document, context }: Root): Home {
  return { document: document.path, context };
}

const METADATA = ['readme', 'vdt', 'deprecated', 'push', 'securityGroup'] as const satisfies (keyof KeyMetadata)[];

function metadataPairs({ object }: EntrySite): Pair[] {
  return METADATA.flatMap((name) => fieldOf(object, name) ?? []);
}

function metadataIn(entry: EntrySite): KeyMetadata {
  const field = (name: string) => {
    const value = fieldOf(entry.object, name)?.value;
    return isScalar(value) ? String(value.value) : undefined;
  };
  const [readme, vdt, deprecated, push, securityGroup] = METADATA.map(field);
  return {
    ...(readme !== undefined && { readme }),
    ...(vdt !== undefined && isVdt(vdt) && { vdt }),
    ...(deprecated !== undefined && { deprecated: /^true$/i.test(deprecated) }),
    ...(push !== undefined && { push: /^true$/i.test(push) }),
    ...(securityGroup !== undefined && { securityGroup }),
  };
}

/** The removals; if every context is removed, `values` itself. */
function withoutEmpty(
  { entry, adds }: EntryEdit,
  removes: readonly ItemSite[],
): { parent: ItemSite['parent']; item: Item }[] {
  const pair = entry.kind === 'keys' ? fieldOf(entry.object, 'values') : undefined;
  const inValues = removes.filter(({ parent }) => parent === pair?.value);
  const isEmptied = isMap(pair?.value) && inValues.length === pair.value.items.length;
  if (!isEmptied || entry.object === undefined || pair === undefined || adds.length > 0) return [...removes];
  return [...removes.filter((site) => !inValues.includes(site)), { parent: entry.object, item: pair }];
}

function addFields({ entry, metadata, without }: EntryEdit, { splices }: EntryEditor): void {
  const { object } = entry;
  if (object === undefined) return;
  for (const name of METADATA) {
    const value = metadata[name];
    const pair = fieldOf(object, name);
    if (without.includes(name) && pair !== undefined) splices.remove(object, pair);
    if (value === undefined) continue;
    const written: Written = typeof value === 'string' ? text(value) : { kind: 'source', source: String(value) };
    const isHead = (name === 'readme' || name === 'vdt') && entry.kind !== 'data';
    const after = isHead ? undefined : (object.items.at(-1) as Item);
    if (pair !== undefined) splices.setValue(pair, written);
    else splices.add(object, { entry: { name, value: written }, after });
  }
}

function addItems({ entry, adds }: EntryEdit, { writer, splices }: EntryEditor): void {
  const { object } = entry;
  if (object === undefined || adds.length === 0) return;
  const home = homeOf(entry.root);
  const items = adds.map((wanted) => ({ context: wanted.context, value: wanted.shape(home) }));
  const contexts = entry.kind === 'files' ? object : fieldOf(object, 'values')?.value;
  if (isMap(contexts)) addContexts(contexts, items, { writer, splices });
  else
    for (const field of fieldsFor(items, { writer, home }))
      splices.add(object, { entry: field, after: object.items.at(-1) as Item });
}

function fieldsFor(items: InContext[], { writer, home }: { writer: DocumentWriter; home: Home }): Entry[] {
  const own = items.find(({ context }) => isAtHome(home, context));
  const others = items.filter((item) => item !== own);
  return [
    ...(own === undefined ? [] : [{ name: 'value', value: own.value }]),
    ...(others.length === 0 ? [] : [{ name: 'values', value: inContexts(writer, others) }]),
  ];
}

/** Inserts contexts in order if the existing ones are sorted, otherwise at the end. */
function addContexts(
  contexts: YAMLMap,
  items: InContext[],
  { writer, splices }: { writer: DocumentWriter; splices: Splices },
): void {
  const existing = contexts.items.map((pair) => ({ pair, context: contextIn(nameOf(pair)) }));
  const isSorted = existing.every(
    ({ context }, i) => compareContexts(existing[i - 1]?.context ?? context, context) <= 0,
  );
  for (const { context, value } of [...items].sort((a, b) => compareContexts(a.context, b.context))) {
    const before = existing.filter((one) => !isSorted || compareContexts(one.context, context) < 0);
    splices.add(contexts, {
      entry: { name: contextName(writer, context), value },
      after: before.at(-1)?.pair,
    });
  }
}

type ItemChange = Exclude<Change, KeyChange>;

export interface EntryChanges {
  changes: readonly Change[];
  /** The live item of a change. */
  wanted: (change: ItemChange) => Wanted | undefined;
  metadata?: KeyMetadata;
  /** Fields that are no longer declared. */
  without?: readonly (keyof KeyMetadata)[];
  /** For a key that stays: the metadata to declare if no values are left. */
  kept?: KeyMetadata;
}

/** One edit for each entry of a key or a file. */
export function entryEdits(
  entries: readonly EntrySite[],
  { changes, wanted, metadata = {}, without = [], kept }: EntryChanges,
): EntryEdit[] {
  const edits = entries.map((entry): EntryEdit => {
    const removed = without.filter((name) => fieldOf(entry.object, name) !== undefined);
    const own = metadataFor(entry, { entries, metadata });
    return { entry, removes: [], sets: [], adds: [], metadata: own, without: removed };
  });
  for (const change of changes) {
    if (change.kind !== 'key')
      assign(change, { edits, wanted: change.action === 'delete' ? undefined : wanted(change) });
  }
  const isLeft = edits.some(({ entry, removes, adds }) => removes.length < entry.items.length || adds.length > 0);
  const [first] = edits;
  if (kept !== undefined && !isLeft && first !== undefined) first.last = kept;
  return edits;
}

function assign(
  change: ItemChange,
  { edits, wanted }: { edits: readonly EntryEdit[]; wanted: Wanted | undefined },
): void {
  const context = contextIn(change.context);
  const site = itemOf(
    edits.map(({ entry }) => entry),
    context,
  );
  const edit = edits.find(({ entry }) => entry === site?.entry);
  if (site === undefined || edit === undefined) {
    if (wanted !== undefined && change.action === 'create') editFor(edits, context)?.adds.push(wanted);
  } else if (wanted === undefined) edit.removes.push(site);
  else edit.sets.push({ site, wanted });
}

function idOf(change: ItemChange): string {
  return contextId(contextIn(change.context));
}

/** The metadata that differs in live; for a key that was not declared as present, all that is not the default. */
export function differing({ before, after }: KeyChange, ofNewKey: KeyMetadata): KeyMetadata {
  if (before === undefined) return ofNewKey;
  const members = Object.entries(after ?? {}).filter(([name, value]) => before[name as keyof KeyMetadata] !== value);
  return Object.fromEntries(members);
}

/** Metadata that documents declare and live does not have. */
export function missing(own: KeyChange | undefined): (keyof KeyMetadata)[] {
  const names = Object.keys(own?.before ?? {}) as (keyof KeyMetadata)[];
  return names.filter((name) => own?.after?.[name] === undefined);
}

/** Updates for native mappings and lists that the new type does not allow, although their text is unchanged. */
export function nativeOnes(
  key: Key,
  { declared, changes }: { declared: Key | undefined; changes: readonly Change[] },
): Change[] {
  const changed = new Set(changes.flatMap((change) => (change.kind === 'value' ? idOf(change) : [])));
  return [...(declared?.values.values() ?? [])]
    .filter(({ native, context }) => native && !changed.has(contextId(context)))
    .map(({ context }) => ({ kind: 'value', action: 'update', key: key.name, context, vdt: 'Text' }));
}

/** Fields are updated in the entries that declare them; new ones go to the first entry. */
function metadataFor(
  entry: EntrySite,
  { entries, metadata }: { entries: readonly EntrySite[]; metadata: KeyMetadata },
): KeyMetadata {
  const members = Object.entries(metadata).filter(([name]) => {
    const owners = entries.filter(({ object }) => fieldOf(object, name) !== undefined);
    return owners.length === 0 ? entry === entries[0] : owners.includes(entry);
  });
  return Object.fromEntries(members);
}

/** The entry in a document with this context, else the first in a document without context, else the first. */
function editFor(edits: readonly EntryEdit[], context: string): EntryEdit | undefined {
  const open = edits.filter(({ entry }) => entry.kind !== 'data');
  const home = open.find(({ entry }) => entry.root.context?.toLowerCase() === context.toLowerCase());
  return home ?? open.find(({ entry }) => entry.root.context === undefined) ?? open[0];
}
