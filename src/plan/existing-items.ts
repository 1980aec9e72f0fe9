// Counts the live items of this project, and how many of them a plan updates or deletes: shares are measured by it.
import { type Context, contextIn, fullContext } from '../model/context.ts';
import { type Change, isCounted } from '../model/plan.ts';
import type { Address, Item } from '../model/state.ts';
import { addressIn } from './find-item.ts';
import { oursIn } from './prune.ts';
import type { GuardInput } from './rules/rule.ts';

type Action = 'update' | 'delete';
type Kind = 'keys' | 'files';

/** The number of items, and how many of them the plan updates and deletes. */
export type Tally = Record<'items' | Action, number>;

export interface Existing extends Record<Kind, Tally> {
  all: Tally;
  /** By context, written in full. */
  contexts: Map<string, Tally>;
}

/** Counts items that the files or the last apply declare, or that the plan changes. Other live items do not count. */
export function existing(input: GuardInput): Existing {
  const found: Existing = { all: noItems(), keys: noItems(), files: noItems(), contexts: new Map() };
  for (const { kind, context, action } of itemsOf(input)) {
    const tallies = [found.all, found[kind]];
    if (context !== undefined) {
      const name = fullContext(context, input.target.levels.length);
      const tally = found.contexts.get(name) ?? noItems();
      found.contexts.set(name, tally);
      tallies.push(tally);
    }
    for (const tally of tallies) {
      tally.items++;
      if (action !== undefined) tally[action]++;
    }
  }
  return found;
}

function noItems(): Tally {
  return { items: 0, update: 0, delete: 0 };
}

/** A value, a file, or a key that has no values or is changed itself: a key has no context. */
interface ExistingItem {
  kind: Kind;
  context?: Context;
  action?: Action | undefined;
}

function* itemsOf({ live, desired, changes, ...input }: GuardInput): Generator<ExistingItem> {
  const ours = oursIn({ ...input, live });
  const actions = actionsIn(changes);
  for (const [id, item] of live.items) {
    const kind = kindOf(item);
    const declared = desired.items.get(id);
    for (const [at, { context }] of item.rows) {
      const action = actions.get(addressText({ id, context: at }));
      if (action !== undefined || declared?.rows.has(at) || ours(id, at)) yield { kind, context, action };
    }
    const action = actions.get(addressText({ id, context: '' }));
    const isOurs = item.rows.size === 0 && (declared !== undefined || ours(id));
    if (action !== undefined || isOurs) yield { kind, action };
  }
  for (const change of changes.filter(isBroughtBack)) {
    const context = 'context' in change ? { context: contextIn(change.context) } : {};
    yield { kind: kindOf(change), ...context, action: 'update' };
  }
}

function kindOf({ kind }: Pick<Change | Item, 'kind'>): Kind {
  return kind === 'file' ? 'files' : 'keys';
}

/** By address of the updated or deleted item or row. */
function actionsIn(changes: readonly Change[]): Map<string, Action> {
  const actions = new Map<string, Action>();
  for (const change of changes) {
    if (isCounted(change) && change.action !== 'create') actions.set(addressText(addressIn(change)), change.action);
  }
  return actions;
}

function addressText({ id, context }: Address): string {
  return `${id}\0${context}`;
}

/** Whether the plan restores an item that was deleted on the server. */
export function isBroughtBack(change: Change): boolean {
  return change.action === 'create' && isCounted(change) && change.cause === 'drift';
}
