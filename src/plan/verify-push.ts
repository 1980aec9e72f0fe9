// What a push must have done: the counts that a server then has, and whether a state may be its result.
import { contextId, contextIn } from '../model/context.ts';
import type { Change, LiveSource } from '../model/plan.ts';
import type { ItemCounts } from '../model/server-reads.ts';
import { fileId, KEY_METADATA, keyId, type State } from '../model/state.ts';
import { placeholdersIn } from '../semantics/placeholders.ts';

// Whether a state may have been what a change makes of it: then a push of the change has nothing to do there.

/** @param state as the server holds it, without anything that is declared absent */
export function holds({ keys, files }: State, change: Change): boolean {
  if (change.kind === 'file') {
    const there = files.get(fileId(change.path, contextIn(change.context)));
    if (change.action === 'delete' || there === undefined) return change.action === 'delete' && !there;
    return there.unknown === true || there.content === change.after;
  }
  const key = keys.get(keyId(change.key));
  if (change.kind === 'value') {
    const there = key?.values.get(contextId(contextIn(change.context)));
    if (change.action === 'delete' || there === undefined) return change.action === 'delete' && !there;
    return there.unknown === true || there.text === change.after;
  }
  if (change.action === 'delete' || key === undefined) return change.action === 'delete' && !key;
  const { after = {} } = change;
  return KEY_METADATA.every(
    (name) => after[name] === undefined || key[name] === undefined || after[name] === key[name],
  );
}

/** Whether nothing that was recorded says that the server does not hold what a change makes. */
export function mayBeDone(change: Change): boolean {
  if (change.rewritten) return true;
  if (change.kind !== 'key') return change.action === 'delete' && change.before === undefined;
  const { action, before = {}, after = {} } = change;
  if (action === 'create') return false;
  if (action === 'delete') return Object.keys(before).length === 0;
  return KEY_METADATA.every((name) => before[name] === undefined || before[name] === after[name]);
}

// What a server that lets nobody read must count after a push, where the plan says so exactly.

interface Pushed {
  changes: readonly Change[];
  live: State;
  liveSource: LiveSource;
  /** There was an apply whose outcome is not known. */
  isAfterUnknown: boolean;
}

/** `undefined` where the plan cannot say it: what was there before is not known, or the push takes more along. */
export function expectedCounts(before: ItemCounts, pushed: Pushed): ItemCounts | undefined {
  const { changes, liveSource, isAfterUnknown } = pushed;
  const wasEmpty = before.keys === 0 && before.values === 0;
  const isBlindFirst = liveSource === 'none' && !wasEmpty;
  if (isBlindFirst || isAfterUnknown || changes.some((change) => isUncounted(change, pushed)))
    return undefined;
  return {
    keys: before.keys + balance(changes, 'key'),
    values: before.values + balance(changes, 'value'),
  };
}

/**
 * A key that is deleted by its name takes all its values along; a file makes the keys that its placeholders name;
 * nobody knows whether a value that was never applied is there to be deleted.
 */
function isUncounted(change: Change, { changes, live }: Pushed): boolean {
  if (change.kind === 'key') return change.action === 'delete' && change.whole === true;
  if (change.kind === 'value') return change.action === 'delete' && change.before === undefined;
  return placeholdersIn(change.after ?? '').some((name) => {
    const isMade = changes.some((one) => one.kind === 'key' && keyId(one.key) === keyId(name));
    return !isMade && !live.keys.has(keyId(name));
  });
}

function balance(changes: readonly Change[], kind: 'key' | 'value'): number {
  const weights = { create: 1, update: 0, delete: -1 };
  return changes.reduce((sum, change) => (change.kind === kind ? sum + weights[change.action] : sum), 0);
}
