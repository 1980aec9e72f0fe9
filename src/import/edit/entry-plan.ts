// Which entries of the documents get which changes: each change goes where the item stands, or where it fits.
import { contextId, contextIn } from '../../model/context.ts';
import type { Change, KeyChange } from '../../model/plan.ts';
import type { Key, KeyMetadata } from '../../model/state.ts';
import type { EntryEdit, Wanted } from './entry-edits.ts';
import { type EntrySite, fieldOf, itemOf } from './sites.ts';

type ItemChange = Exclude<Change, KeyChange>;

export interface EntryChanges {
  changes: readonly Change[];
  /** What the item of a change is to become. */
  wanted: (change: ItemChange) => Wanted | undefined;
  metadata?: KeyMetadata;
  /** Fields that are no longer declared. */
  without?: readonly (keyof KeyMetadata)[];
  /** Of a key that stays: what an entry without values says of it. */
  kept?: KeyMetadata;
}

/** One edit for each entry of a key or a file. */
export function entryEdits(
  entries: readonly EntrySite[],
  { changes, wanted, metadata = {}, without = [], kept }: EntryChanges,
): EntryEdit[] {
  const edits = entries.map((entry): EntryEdit => {
    const gone = without.filter((name) => fieldOf(entry.object, name) !== undefined);
    const own = metadataFor(entry, { entries, metadata });
    return { entry, removes: [], sets: [], adds: [], metadata: own, without: gone };
  });
  for (const change of changes) {
    if (change.kind !== 'key')
      assign(change, { edits, wanted: change.action === 'delete' ? undefined : wanted(change) });
  }
  const isLeft = edits.some(
    ({ entry, removes, adds }) => removes.length < entry.items.length || adds.length > 0,
  );
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

/** The members that live has otherwise; of a key that was only forbidden in places, those that are no default. */
export function differing({ before, after }: KeyChange, ofNewKey: KeyMetadata): KeyMetadata {
  if (before === undefined) return ofNewKey;
  const members = Object.entries(after ?? {}).filter(
    ([name, value]) => before[name as keyof KeyMetadata] !== value,
  );
  return Object.fromEntries(members);
}

/** Members that the documents declare and live has not. */
export function missing(own: KeyChange | undefined): (keyof KeyMetadata)[] {
  const names = Object.keys(own?.before ?? {}) as (keyof KeyMetadata)[];
  return names.filter((name) => own?.after?.[name] === undefined);
}

/** Mappings and lists that the type no longer allows, though their text is the same. */
export function nativeOnes(
  key: Key,
  { declared, changes }: { declared: Key | undefined; changes: readonly Change[] },
): Change[] {
  const changed = new Set(changes.flatMap((change) => (change.kind === 'value' ? idOf(change) : [])));
  return [...(declared?.values.values() ?? [])]
    .filter(({ native, context }) => native && !changed.has(contextId(context)))
    .map(({ context }) => ({ kind: 'value', action: 'update', key: key.name, context, vdt: 'Text' }));
}

/** Each field where it is declared; one that is declared nowhere goes to the first entry that takes fields. */
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

/** A document of the context itself, otherwise the first of no context, otherwise the first. */
function editFor(edits: readonly EntryEdit[], context: string): EntryEdit | undefined {
  const open = edits.filter(({ entry }) => entry.kind !== 'data');
  const home = open.find(({ entry }) => entry.root.context?.toLowerCase() === context.toLowerCase());
  return home ?? open.find(({ entry }) => entry.root.context === undefined) ?? open[0];
}
