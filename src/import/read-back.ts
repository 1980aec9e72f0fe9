// What edited files declare: exactly what is meant to change, and everything else as before.
import { sameJson } from '../lib/json.ts';
import type { ItemName } from '../model/plan.ts';
import { type Item, KEY_METADATA, type Row, type State } from '../model/state.ts';
import { addressIn } from '../plan/find-item.ts';

/** The state before an edit, with what is meant to change as it is afterwards. */
export function expectedAfter(before: State, after: State, changed: readonly ItemName[]): State {
  const items = new Map(before.items);
  const addresses = changed.map(addressIn);
  for (const { id, context } of addresses) {
    const edited = after.items.get(id);
    const item = items.get(id) ?? (edited && { ...edited, rows: new Map() });
    if (item === undefined) continue;
    const meant = context === '' ? edited : withMetadata(item, edited);
    const rows = context === '' ? item.rows : withRow(item, context, edited);
    items.set(id, { ...(meant ?? item), rows });
  }
  for (const { id, context } of addresses) {
    const item = items.get(id);
    const mayGo = (context === '' || item?.kind === 'file') && item?.rows.size === 0;
    if (mayGo && !after.items.has(id)) items.delete(id);
  }
  return { items };
}

/** What the item does not declare may be declared with a row. */
function withMetadata(item: Item, edited: Item | undefined): Item {
  const metadata = KEY_METADATA.map((field) => [field, item[field] ?? edited?.[field]]);
  return { ...item, ...Object.fromEntries(metadata) };
}

function withRow({ rows }: Item, context: string, edited: Item | undefined): Map<string, Row> {
  const row = edited?.rows.get(context);
  const others = [...rows].filter(([id]) => id !== context);
  return new Map(row === undefined ? others : [...others, [context, row]]);
}

/** Ids of items that are not declared as they should be. */
export function differencesIn(wanted: State, actual: State): Set<string> {
  const ids = new Set([...wanted.items.keys(), ...actual.items.keys()]);
  return new Set([...ids].filter((id) => !isSameItem(wanted.items.get(id), actual.items.get(id))));
}

function isSameItem(item: Item | undefined, other: Item | undefined): boolean {
  if (item === undefined || other === undefined) return false;
  const isSameField = KEY_METADATA.every((field) => item[field] === other[field]);
  if (!isSameField || item.absent !== other.absent || item.rows.size !== other.rows.size)
    return false;
  return [...item.rows].every(([context, row]) => {
    const otherRow = other.rows.get(context);
    const isSameText =
      row.text === otherRow?.text ||
      (row.native === true && otherRow !== undefined && sameJson(row.text, otherRow.text));
    return isSameText && ROW_FIELDS.every((field) => row[field] === otherRow?.[field]);
  });
}

/** The files that declare items of these ids, in one of the states. */
export function filesOf(ids: Iterable<string>, states: readonly State[]): Set<string> {
  const items = [...ids].flatMap((id) => states.flatMap((state) => state.items.get(id) ?? []));
  const places = items.flatMap((item) => [item, ...item.rows.values()]);
  return new Set(
    places.flatMap(({ place, contentPath }: Partial<Row>) =>
      [place?.file, contentPath].filter((path) => path !== undefined),
    ),
  );
}

/**
 * Which edits to leave out, if all of them together are not exact. Those in the files that differ come first, or else all.
 * They are tried by halves.
 */
export function wrongEdits<Edit>(
  edits: readonly Edit[],
  {
    isInFiles,
    isExact,
  }: { isInFiles: (edit: Edit) => boolean; isExact: (edits: readonly Edit[]) => boolean },
): readonly Edit[] {
  const editsInFiles = edits.filter(isInFiles);
  const suspects = editsInFiles.length > 0 ? editsInFiles : edits;
  let tries = MAX_TRIES;
  const wrongIn = (some: readonly Edit[]): readonly Edit[] => {
    const middle = Math.ceil(some.length / 2);
    if (some.length < 2) return some;
    return [some.slice(0, middle), some.slice(middle)].flatMap((half) =>
      tries-- > 0 && isExact(half) ? [] : wrongIn(half),
    );
  };
  const wrong = wrongIn(suspects);
  // Each half may be exact without the other.
  return wrong.length > 0 ? wrong : suspects;
}

/** Each reads the project again: after these, edits that are not known to be exact are left out. */
const MAX_TRIES = 50;

const ROW_FIELDS = ['unknown', 'variable', 'absent', 'placeholder', 'securityGroup'] as const;
