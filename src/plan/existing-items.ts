// Counts the live items of this project, and how many of them a plan updates or deletes: shares are measured by it.
import { type Context, contextIn, fullContext } from '../model/context.ts';
import { type Change, isCounted } from '../model/plan.ts';
import { addressId, changeId } from './find-item.ts';
import { oursIn } from './prune.ts';
import type { GuardInput } from './rules/rule.ts';

type Action = 'update' | 'delete';

/** The number of items, and how many of them the plan updates and deletes. */
export type Tally = Record<'items' | Action, number>;

interface Existing extends Record<'all' | 'keys' | 'files', Tally> {
  /** By context, written in full. A key has none. */
  contexts: Map<string, Tally>;
}

/** Counts items that the files or the last apply declare, or that the plan changes. Other live items do not count. */
export function existing(input: GuardInput): Existing {
  const { live, desired, changes, target } = input;
  const found: Existing = { all: noItems(), keys: noItems(), files: noItems(), contexts: new Map() };
  const count = (kind: Change['kind'], action: Action | undefined, context?: Context) => {
    const tallies = [found.all, kind === 'file' ? found.files : found.keys];
    if (context !== undefined) {
      const name = fullContext(context, target.levels.length);
      const tally = found.contexts.get(name) ?? noItems();
      found.contexts.set(name, tally);
      tallies.push(tally);
    }
    for (const tally of tallies) {
      tally.items++;
      if (action !== undefined) tally[action]++;
    }
  };
  const ours = oursIn(input);
  const actions = actionsIn(changes);
  for (const [id, item] of live.items) {
    const declared = desired.items.get(id);
    for (const [context, row] of item.rows) {
      const action = actions.get(addressId({ id, context }));
      if (action !== undefined || declared?.rows.has(context) || ours({ id, context }))
        count(item.kind, action, row.context);
    }
    const own = { id, context: '' };
    const action = actions.get(addressId(own));
    const isOurs = item.rows.size === 0 && (declared !== undefined || ours(own));
    if (action !== undefined || isOurs) count(item.kind, action);
  }
  for (const change of changes.filter(isBroughtBack))
    count(change.kind, 'update', change.kind === 'key' ? undefined : contextIn(change.context));
  return found;
}

function noItems(): Tally {
  return { items: 0, update: 0, delete: 0 };
}

/** By id of the updated or deleted item or row. */
function actionsIn(changes: readonly Change[]): Map<string, Action> {
  const actions = new Map<string, Action>();
  for (const change of changes) {
    if (isCounted(change) && change.action !== 'create') actions.set(changeId(change), change.action);
  }
  return actions;
}

/** Whether the plan restores an item that was deleted on the server. */
export function isBroughtBack(change: Change): boolean {
  return change.action === 'create' && isCounted(change) && change.cause === 'drift';
}
