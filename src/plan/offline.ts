// A plan without a server: what the base declares stands in for live, and head is compared with it.
import type { Change, Plan } from '../model/plan.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';

/**
 * Live with head's own item wherever both take an unknown text from the same variable: whatever it holds, the two are
 * the same.
 */
export function withSameVariables(live: State, head: State): State {
  const keys = Array.from(live.keys, ([id, key]): [string, Key] => {
    const values = Array.from(key.values, ([context, value]): [string, Value] => {
      return [context, sameOr(value, head.keys.get(id)?.values.get(context))];
    });
    return [id, { ...key, values: new Map(values) }];
  });
  const files = Array.from(live.files, ([id, file]): [string, FileEntry] => {
    return [id, sameOr(file, head.files.get(id))];
  });
  return { keys: new Map(keys), files: new Map(files) };
}

function sameOr<Item extends Value | FileEntry>(item: Item, other: Item | undefined): Item {
  if (!item.unknown || !other?.unknown || item.variable === undefined) return item;
  return item.variable === other.variable ? other : item;
}

/** What cannot be compared is declared in another way, so it is a change; what the server holds is not known. */
export function offlinePlan(plan: Plan): Plan {
  const { unmanagedItems: _, ...rest } = plan;
  return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}

function declared({ rewritten, ...change }: Change): Change {
  return rewritten ? { ...change, cause: 'declared' } : change;
}
