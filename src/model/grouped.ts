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
