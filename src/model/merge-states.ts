// Several states as one: what any of them declares.
import type { FileEntry, Key, KeyMetadata, State, Value } from './state.ts';

const METADATA = ['vdt', 'readme', 'deprecated', 'push'] as const satisfies (keyof KeyMetadata)[];

/**
 * Every item of every state. Where two of them differ, it is `unknown` which of the texts holds, and metadata is left
 * open. What one declares absent is there if another declares it.
 */
export function unionOf(first: State, ...others: readonly State[]): State {
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
  for (const name of METADATA) if (a[name] !== b[name]) delete key[name];
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
