// Assigns changes to entries of the documents: to the entry that declares the item, or to one that fits.
import { contextId, contextIn } from '../../model/context.ts';
import type { Change, KeyChange } from '../../model/plan.ts';
import type { Key, KeyMetadata } from '../../model/state.ts';
import type { EntryEdit, Wanted } from './entry-edits.ts';
import { type EntrySite, fieldOf, itemOf } from './sites.ts';

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
