// Merges several states into one.
import { type Item, type KeyMetadata, type Row, type State, stands } from './state.ts';

/** Every part of the metadata except the security group. */
export const MERGED_METADATA = ['vdt', 'readme', 'deprecated', 'push'] as const satisfies (keyof KeyMetadata)[];

/**
 * Every item of every state. If two states differ in a row, its text is `unknown`, and differing metadata is left out.
 * What one state declares absent is present if another state declares it.
 */
export function mergeStates(first: State, ...others: readonly State[]): State {
  return others.reduce((all, one) => ({ items: merged(all.items, one.items, mergeItems) }), first);
}

function merged<One extends { absent?: true }>(
  a: ReadonlyMap<string, One>,
  b: ReadonlyMap<string, One>,
  merge: (a: One, b: One) => One,
): Map<string, One> {
  const all = new Map(a);
  for (const [id, one] of b) {
    const other = all.get(id);
    if (other === undefined || other.absent) all.set(id, one);
    else if (stands(one)) all.set(id, merge(other, one));
  }
  return all;
}

function mergeItems(a: Item, b: Item): Item {
  const item: Item = { ...a, rows: merged(a.rows, b.rows, mergeRows) };
  for (const name of MERGED_METADATA) if (a[name] !== b[name]) delete item[name];
  return b.secret ? { ...item, secret: true } : item;
}

function mergeRows(a: Row, b: Row): Row {
  return {
    ...a,
    ...((a.text !== b.text || a.unknown || b.unknown) && { unknown: true }),
    ...(b.secret && { secret: true }),
  };
}
