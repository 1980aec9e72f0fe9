// Small helpers for arrays and maps.

// Lists by what their members have in common (`Map.groupBy`, which Node 20 has not).

export function grouped<Item, Group>(
  items: Iterable<Item>,
  groupOf: (item: Item) => Group,
): Map<Group, Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [item]);
    else members.push(item);
  }
  return groups;
}

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
