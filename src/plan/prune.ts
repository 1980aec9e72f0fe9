// Pruning: items that must stay are put into desired, so that the diff needs no options.
//
// 1. What desired declares is planned, and what it declares absent is deleted, in every mode.
// 2. What is outside the scope stays, and so does what another project declares.
// 3. Of the rest of live, `none` keeps everything, `all` nothing, and `managed` all that is not ours.
// 4. Ours is what the last apply declared or an unfinished one sent, unless another project declares it.
// 5. A key stays with its last row, read or not; a key without rows is kept or deleted as a row is.
import { type Change, compareChanges, isRead, type ItemName, type Plan } from '../model/plan.ts';
import {
  type Address,
  emptyState,
  type LocatedRow,
  type Item,
  itemId,
  type Named,
  onlyRows,
  rowAt,
  rowsNotIn,
  type State,
  isPresent,
} from '../model/state.ts';
import { appliedRow, isSame } from './causes.ts';
import { changeId, declares, find, isDeclaredIn, rowName, thingIn } from './find-item.ts';
import type { PlanInput, Policy } from './input.ts';

/** Desired without what it declares absent, and with what stays of live. */
export function keepUnmanaged(desired: State, input: PlanInput): State {
  const { live } = input;
  const { items } = present(desired, live);
  const stays = stayingIn(input);
  for (const [id, liveItem] of live.items) {
    const declared = desired.items.get(id);
    const left = rowsNotIn(liveItem, declared).filter(([context, row]) =>
      stays.row({ id, item: liveItem, context, row }, declared),
    );
    if (left.length === 0 && (isPresent(declared) || !stays.key(id, liveItem, declared))) continue;
    const planned = items.get(id);
    const rows = new Map(planned?.rows);
    for (const [context, row] of left) rows.set(context, { ...row, kept: true });
    items.set(id, { ...(planned ?? liveItem), rows });
  }
  return { items };
}

/** What is to exist. Deleting rows of a missing key must not create the key. */
export function present(desired: State, live: State = emptyState()): State {
  const { items } = onlyRows(desired, ({ row }) => !row.absent);
  for (const [id, item] of items) {
    const isOnlyDeleted =
      item.rows.size === 0 && (desired.items.get(id)?.rows.size ?? 0) > 0 && !live.items.has(id);
    if (!isPresent(item) || isOnlyDeleted) items.delete(id);
  }
  return { items };
}

/**
 * Whether a plan that deletes a key deletes it with values that it does not see. `prune: all` does so, but where another
 * project may have some of them in contexts that were not read.
 * @param declared the key in the files
 */
export function isDeletedWhole(
  key: Named,
  declared: Item | undefined,
  {
    policy: { prune, scope },
    others = [],
  }: Pick<PlanInput, 'others'> & { policy: Pick<Policy, 'prune' | 'scope'> },
): boolean {
  if (!scope.whole(key)) return false;
  if (declared?.absent) return true;
  const at = { id: itemId(key), context: '' };
  return prune === 'all' && !others.some(({ state }) => declares(state, at));
}

/** What stays of live although desired does not declare it. */
function stayingIn(input: PlanInput) {
  const { policy, others = [] } = input;
  const { prune, scope } = policy;
  const ours = oursIn(input);
  const isTheirs = (at: Address) => others.some(({ state }) => declares(state, at));
  const isKept = (at: Address) => prune === 'none' || (prune === 'managed' && !ours(at));
  return {
    row: ({ item, row, ...at }: LocatedRow, declared: Item | undefined) =>
      !scope.row(item, row.context) || (!declared?.absent && (isTheirs(at) || isKept(at))),
    /** Of a key that keeps no row that was read. */
    key: (id: string, liveKey: Item, declared: Item | undefined) => {
      const isWhole = scope.whole(liveKey);
      if (liveKey.kind === 'file' || (declared?.absent && isWhole)) return false;
      // One that another project declares with rows is covered by them.
      const isBare = ({ state }: { state: State }) => {
        const key = state.items.get(id);
        return key !== undefined && isPresent(key) && key.rows.size === 0;
      };
      if (others.some(isBare)) return true;
      // Inactive rows, and those in contexts that nobody declares, keep their key alive, as on the server.
      const hasUnread = liveKey.elsewhere === true || (liveKey.inactive ?? 0) > 0;
      // A key with values in other contexts alone was not read: that it shows depends on which elements exist.
      const isBeyond = liveKey.elsewhere === true && liveKey.rows.size === 0;
      if (hasUnread && (isBeyond || !isDeletedWhole(liveKey, declared, input))) return true;
      return liveKey.rows.size === 0 && (!isWhole || isKept({ id, context: '' }));
    },
  };
}

/** What the last apply declared and no other project declares, or an unfinished one sent; of an item, without a context. */
export function oursIn({
  live,
  applied: { lastApplied, begun = [] },
  liveSource = 'export',
  others = [],
}: Pick<PlanInput, 'live' | 'applied' | 'others'> & Partial<Pick<PlanInput, 'liveSource'>>): (
  at: Address,
) => boolean {
  // An unfinished apply may have sent nothing: a row is its work only where live has exactly its text.
  const isSent = (at: Address) => {
    if (!isRead(liveSource)) return begun.some((state) => declares(state, at));
    const liveRow = rowAt(live, at);
    if (liveRow === undefined || liveRow.unknown || liveRow.duplicates) return false;
    return begun.some((state) =>
      isSame(appliedRow(state, at, live.items.get(at.id)?.vdt), liveRow),
    );
  };
  return (at) =>
    ((lastApplied && declares(lastApplied, at)) || isSent(at)) &&
    !others.some(({ state }) => declares(state, at));
}

/**
 * Deletions that no line of the files asks for: of rows, and of keys without rows. A key deleted with its rows is
 * represented by them.
 */
export function prunedChanges(
  changes: readonly Change[],
  { desired }: Pick<PlanInput, 'desired'>,
): Change[] {
  return changes.filter((change) => {
    if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0)) return false;
    return thingIn(desired, change) === undefined && !find(desired, change).item?.absent;
  });
}

/** A state without the rows, and the keys without rows, that another state declares. */
export function withoutItems(state: State, other: State): State {
  const { items } = onlyRows(state, ({ id, context }) => !other.items.get(id)?.rows.has(context));
  return {
    items: new Map([...items].filter(([id, { rows }]) => rows.size > 0 || !other.items.has(id))),
  };
}

/**
 * What live has in scope, and neither this project nor certainly another one declares.
 * @param desired as declared, absent items included
 * @param input.drift items that the plan shows as drift are left out
 */
export function unmanaged(
  desired: State,
  input: PlanInput & { drift?: readonly Change[] },
): Pick<Plan, 'unmanaged' | 'unmanagedItems'> {
  const items = unmanagedItems({ ...input, desired });
  return {
    unmanaged: items.length,
    unmanagedItems: input.listUnmanaged ? items.sort(compareChanges) : undefined,
  };
}

/** The same with their names. */
export function unmanagedItems({
  drift = [],
  desired,
  ...input
}: Omit<PlanInput, 'listUnmanaged'> & { drift?: readonly Change[] }): ItemName[] {
  const shown = new Set(drift.map(changeId));
  const names = input.policy.prune === 'all' ? [] : [...undeclared(desired, input)];
  return shown.size === 0 ? names : names.filter((name) => !shown.has(changeId(name)));
}

/** What stays although an unfinished apply declared it, because others may have made it. */
export function leftInDoubt({ after, ...input }: PlanInput & { after: State }): ItemName[] {
  const { applied, others = [], policy, liveSource } = input;
  const { begun = [], lastApplied } = applied;
  if (begun.length === 0 || policy.prune !== 'managed' || !isRead(liveSource)) return [];
  const declaring = [...(lastApplied ? [lastApplied] : []), ...others.map(({ state }) => state)];
  return [...undeclared(input.desired, { ...input, live: after })]
    .filter(
      (name) =>
        begun.some((state) => isDeclaredIn(state, name)) &&
        !declaring.some((state) => isDeclaredIn(state, name)),
    )
    .sort(compareChanges);
}

function* undeclared(
  desired: State,
  {
    live,
    target,
    policy,
    ...input
  }: Pick<PlanInput, 'live' | 'target' | 'policy' | 'applied' | 'others'>,
): Generator<ItemName> {
  const { prune, scope } = policy;
  const theirs = (input.others ?? []).filter(({ isCertain }) => isCertain);
  const isTheirs = (at: Address) => theirs.some(({ state }) => declares(state, at));
  // Formerly declared items are about to be deleted, unless nothing is pruned.
  const ours = oursIn(prune === 'none' ? { live, applied: {} } : { live, ...input });
  for (const [id, item] of live.items) {
    const declared = desired.items.get(id);
    const ofItem = { id, context: '' };
    if (
      item.rows.size === 0 &&
      declared === undefined &&
      !ours(ofItem) &&
      !isTheirs(ofItem) &&
      scope.item(item)
    )
      yield { kind: 'key', name: item.name };
    if (declared?.absent) continue;
    for (const [context, row] of rowsNotIn(item, declared)) {
      const at = { id, context };
      if (ours(at) || isTheirs(at)) continue;
      if (scope.row(item, row.context)) yield rowName(item, row, target.levels.length);
    }
  }
}
