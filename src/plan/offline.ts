// A plan without a server: what the base declares stands in for live, and head is compared with it.
import { changed } from '../model/changed.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { FileEntry, State, Value } from '../model/state.ts';

/** Head, keeping what both take from the same variable: whatever it holds, the two are the same. */
export function withSameVariables(head: State, live: State): State {
  const keys = changed(head.keys, (key, id) => ({
    ...key,
    values: changed(key.values, (value, context) =>
      keptIfSame(value, live.keys.get(id)?.values.get(context)),
    ),
  }));
  return { keys, files: changed(head.files, (file, id) => keptIfSame(file, live.files.get(id))) };
}

function keptIfSame<Item extends Value | FileEntry>(item: Item, there: Item | undefined): Item {
  const isSame = item.unknown && there?.unknown && item.variable === there.variable;
  return isSame && item.variable !== undefined ? { ...item, kept: true } : item;
}

/** What cannot be compared is declared in another way, so it is a change; what the server holds is not known. */
export function offlinePlan(plan: Plan): Plan {
  const { unmanagedItems: _, ...rest } = plan;
  return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}

function declared({ rewritten, ...change }: Change): Change {
  return rewritten ? { ...change, cause: 'declared' } : change;
}
