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

const ROW_FIELDS = ['unknown', 'variable', 'absent', 'placeholder', 'securityGroup'] as const;
