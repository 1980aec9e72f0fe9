// What a server that lets nobody read must count after a push, where the plan says so exactly.
import { placeholdersIn } from '../model/placeholders.ts';
import type { Change, LiveSource } from '../model/plan.ts';
import type { ItemCounts } from '../model/reads.ts';
import { keyId, type State } from '../model/state.ts';

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
