// Finds the item and the row that a change is about in a state.
import { contextId, contextIn, fullContext } from '../model/context.ts';
import type { ItemName, RowChange } from '../model/plan.ts';
import {
  type Address,
  type Item,
  itemId,
  type Row,
  type State,
  isPresent,
} from '../model/state.ts';

/** Where a state has the row of a change; of an item that changes itself, the context is empty. */
export function addressIn(change: ItemName): Address {
  return { id: itemId(change), context: contextId(contextIn(change.context ?? '')) };
}

/** Names the item or row that a change is about, whatever its sides are. */
export function changeId(change: ItemName): string {
  return addressId(addressIn(change));
}

export function addressId({ id, context }: Address): string {
  return `${id}\0${context}`;
}

export interface FoundItem {
  item: Item | undefined;
  /** Absent for the change of an item itself. */
  row: Row | undefined;
}

export function find(state: State, change: ItemName): FoundItem {
  return findAt(state, addressIn(change));
}

/** The same by its {@link addressIn}. */
export function findAt({ items }: State, { id, context }: Address): FoundItem {
  const item = items.get(id);
  return { item, row: item?.rows.get(context) };
}

/** What a state has of the thing that changes: the item, or the row. */
export function thingIn(state: State, change: ItemName): Item | Row | undefined {
  const { item, row } = find(state, change);
  return change.kind === 'key' ? item : row;
}

export function isDeclaredIn(state: State, change: ItemName): boolean {
  return declares(state, addressIn(change));
}

/** The same by its {@link addressIn}. */
export function declares({ items }: State, { id, context }: Address): boolean {
  const item = items.get(id);
  return isPresent(item) && (context === '' || isPresent(item?.rows.get(context)));
}

export function rowNameAndType(
  item: Item,
  row: Row,
  depth: number,
): Pick<RowChange, 'kind' | 'name' | 'context' | 'vdt'> {
  const vdt = item.kind === 'key' ? (item.vdt ?? 'Text') : undefined;
  return Object.assign(rowName(item, row, depth), { vdt });
}

export function rowName({ kind, name }: Item, { context }: Row, depth: number) {
  return {
    kind: kind === 'key' ? 'value' : kind,
    name,
    context: fullContext(context, depth),
  } as const;
}
