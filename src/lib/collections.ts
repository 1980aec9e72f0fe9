// Small helpers for arrays and maps.

/** `Map.groupBy`, which Node.js 20 does not have. */
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

/** Of items with the same id, the first. */
export function firstOfEach<Item>(items: Iterable<Item>, idOf: (item: Item) => unknown): Item[] {
  const firstById = new Map<unknown, Item>();
  for (const item of items) {
    const id = idOf(item);
    if (!firstById.has(id)) firstById.set(id, item);
  }
  return [...firstById.values()];
}

/** `{ ...object, ...members }`: in Node.js 20, adding a member to what was spread takes 20 times as long. */
export function withMembers<Shape extends object, Members extends Partial<Shape>>(
  object: Shape,
  members: Members,
): Shape & Members {
  return Object.assign({}, object, members);
}

/** Replaces items of a map. Returns the same map if none changes, because states share unchanged parts. */
export function mapItems<Item>(
  items: Map<string, Item>,
  change: (item: Item, id: string) => Item,
): Map<string, Item> {
  let result = items;
  for (const [id, item] of items) {
    const replacement = change(item, id);
    if (replacement === item) continue;
    if (result === items) result = new Map(items);
    result.set(id, replacement);
  }
  return result;
}
