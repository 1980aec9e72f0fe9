// What a push must result in: the counts afterwards, and whether a state may be its result.
import type { Change } from '../model/plan.ts';
import type { ItemCounts } from '../model/server-reads.ts';
import { KEY_METADATA, keyId, type State } from '../model/state.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import { find } from './find-item.ts';
import type { PlanInput } from './input.ts';

/**
 * Whether a state may already be the result of a change, so that pushing the change would do nothing.
 * @param state as the server has it, without items declared absent
 */
export function holds(state: State, change: Change): boolean {
  if (change.kind === 'key') {
    const key = state.items.get(keyId(change.name));
    if (change.action === 'delete' || key === undefined) return change.action === 'delete' && !key;
    const { after } = change;
    return KEY_METADATA.every(
      (name) => after[name] === undefined || key[name] === undefined || after[name] === key[name],
    );
  }
  const { row } = find(state, change);
  if (change.action === 'delete' || row === undefined) return change.action === 'delete' && !row;
  return row.unknown === true || row.text === change.after;
}

/** Whether the server may already have the result of a change, as far as the record says. */
export function mayBeDone(change: Change): boolean {
  if (change.rewritten) return true;
  if (change.kind !== 'key') return change.action === 'delete' && change.before === undefined;
  if (change.action === 'create') return false;
  if (change.action === 'delete') return Object.keys(change.before).length === 0;
  const { before, after } = change;
  return KEY_METADATA.every((name) => before[name] === undefined || before[name] === after[name]);
}

/** The counts that the server must report after a push, or `undefined` if the plan does not determine them. */
export function expectedCounts(
  before: ItemCounts,
  changes: readonly Change[],
  { live, liveSource }: Pick<PlanInput, 'live' | 'liveSource'>,
): ItemCounts | undefined {
  const isBlindFirst = liveSource === 'none' && (before.keys > 0 || before.values > 0);
  if (isBlindFirst || changes.some((change) => isUncounted(change, changes, live)))
    return undefined;
  return {
    keys: before.keys + balance(changes, 'key'),
    values: before.values + balance(changes, 'value'),
  };
}

/**
 * Deleting a whole key deletes an unknown number of values; a file creates the keys that its placeholders refer to; a
 * value that was never applied may not exist to be deleted.
 */
function isUncounted(change: Change, changes: readonly Change[], live: State): boolean {
  if (change.kind === 'key') return change.action === 'delete' && change.whole === true;
  if (change.kind === 'value') return change.action === 'delete' && change.before === undefined;
  return keysNamedIn(change.after ?? '').some((name) => {
    const isCreated = changes.some(
      (other) => other.kind === 'key' && keyId(other.name) === keyId(name),
    );
    return !isCreated && !live.items.has(keyId(name));
  });
}

function balance(changes: readonly Change[], kind: 'key' | 'value'): number {
  const weights = { create: 1, update: 0, delete: -1 };
  return changes.reduce(
    (sum, change) => (change.kind === kind ? sum + weights[change.action] : sum),
    0,
  );
}
