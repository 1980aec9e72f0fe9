// Compares a plan with the base of its branch: which changes are pending, and what a plan made offline leaves out.
import { type Change, isCounted, type Plan } from '../model/plan.ts';
import { rowAt, type State, withRows } from '../model/state.ts';
import { contentOf } from './digest.ts';
import { changeId } from './find-item.ts';

/**
 * Marks the changes that the plan of the base has too, to the same effect.
 * @param before the changes of the base's own plan, made against the same live and last applied states
 */
export function withPending(
  plan: Plan,
  { commit, before }: { commit: string; before: readonly Change[] },
): Plan {
  const known = new Set(before.map(whatHappens));
  const changes = plan.changes.map((change): Change => {
    return known.has(whatHappens(change)) ? asPending(change) : change;
  });
  const pending = changes.filter((change) => change.pending && isCounted(change)).length;
  // Without an export, only items that this branch declares are known.
  const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
  return { ...plan, changes, base: { commit, pending, ...dropped } };
}

/** Who is affected comes last in JSON. */
function asPending(change: Change): Change {
  if (change.kind === 'key' || change.affects === undefined) return { ...change, pending: true };
  const { affects, ...rest } = change;
  return { ...rest, pending: true, affects };
}

/** Items that base would change and head leaves alone. An item that head changes differently is a change of head. */
function countDropped(before: readonly Change[], changes: readonly Change[]): number {
  const items = new Set(changes.map(changeId));
  return before.filter((change) => isCounted(change) && !items.has(changeId(change))).length;
}

/** The item and what happens to it, without its cause and place. */
function whatHappens(change: Change): string {
  return JSON.stringify([changeId(change), change.action, contentOf(change)]);
}

/** Head, where rows that both sides take from the same variable are kept: they are equal. */
export function withSameVariables(head: State, live: State): State {
  return withRows(head, (row, at) => {
    const there = rowAt(live, at);
    const isSame = row.unknown && there?.unknown && row.variable === there.variable;
    return isSame && row.variable !== undefined ? { ...row, kept: true } : row;
  });
}

/** A plan without the server: items that cannot be compared count as declared, and nothing is known of live. */
export function offlinePlan(plan: Plan): Plan {
  const { unmanagedItems: _, ...rest } = plan;
  const changes = plan.changes.map(
    ({ rewritten, ...change }): Change => (rewritten ? { ...change, cause: 'declared' } : change),
  );
  return { ...rest, unmanaged: 0, changes, drift: [] };
}
