// Items by id, some of them changed. States share what they do not change.

/** The very same items where none changes. */
export function changed<Item>(
  items: Map<string, Item>,
  change: (item: Item, id: string) => Item,
): Map<string, Item> {
  let all = items;
  for (const [id, item] of items) {
    const other = change(item, id);
    if (other === item) continue;
    if (all === items) all = new Map(items);
    all.set(id, other);
  }
  return all;
}
