// Merges several states into one.
import type { FileEntry, Key, KeyMetadata, State, Value } from './state.ts';

/** Every part of the metadata except the security group. */
export const MERGED_METADATA = ['vdt', 'readme', 'deprecated', 'push'] as const satisfies (keyof KeyMetadata)[];

/**
 * Every item of every state. If two states differ in an item, its text is `unknown` and the differing metadata is left
 * out. An item that one state declares absent is present if another state declares it.
 */
export function mergeStates(first: State, ...others: readonly State[]): State {
  return others.reduce(
    (all, one) => ({
      keys: merged(all.keys, one.keys, mergeKeys),
      files: merged(all.files, one.files, mergeFiles),
    }),
    first,
  );
}

type Merge<Item> = (a: Item, b: Item) => Item;

function merged<Item extends { absent?: true }>(
  a: ReadonlyMap<string, Item>,
  b: ReadonlyMap<string, Item>,
  merge: Merge<Item>,
): Map<string, Item> {
  const all = new Map(a);
  for (const [id, item] of b) {
    const other = all.get(id);
    if (other === undefined || other.absent) all.set(id, item);
    else if (!item.absent) all.set(id, merge(other, item));
  }
  return all;
}

const mergeKeys: Merge<Key> = (a, b) => {
  const key: Key = { ...a, values: merged(a.values, b.values, mergeValues) };
  for (const name of MERGED_METADATA) if (a[name] !== b[name]) delete key[name];
  return b.secret ? { ...key, secret: true } : key;
};

const mergeValues: Merge<Value> = (a, b) => ({
  ...a,
  ...((a.text !== b.text || a.unknown || b.unknown) && { unknown: true }),
  ...(b.secret && { secret: true }),
});

const mergeFiles: Merge<FileEntry> = (a, b) => ({
  ...a,
  ...((a.content !== b.content || a.unknown || b.unknown) && { unknown: true }),
  ...(b.secret && { secret: true }),
});
