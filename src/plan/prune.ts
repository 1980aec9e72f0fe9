// Pruning: items that must stay are put into desired, so that the diff needs no options.
//
// 1. What desired declares is planned, and what it declares absent is deleted, in every mode.
// 2. What is outside the scope stays, and so does what another project declares.
// 3. Of the rest of live, `none` keeps everything, `all` nothing, and `managed` all that is not ours.
// 4. Ours is what the last apply declared or an unfinished one sent, unless another project declares it.
// 5. A key stays with its last row, read or not; a key without rows is kept or deleted as a row is.
import { fullContext } from '../model/context.ts';
import { type Change, isRead, type ItemName, type LiveSource, type Plan } from '../model/plan.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/scope.ts';
import { type Item, onlyRows, type Row, type State, stands } from '../model/state.ts';
import { appliedRow, isSame } from './causes.ts';
import { changeId, find, isDeclaredIn, rowName, thingIn } from './find-item.ts';
import type { AppliedStates, PlanInput, Policy } from './input.ts';

export interface KeepOptions {
  live: State;
  /** Default: nothing is known to be ours. */
  applied?: AppliedStates;
  /** Default: the server was read. */
  liveSource?: LiveSource;
  /** Never deleted, in any mode. */
  others?: readonly { state: State }[];
  /** Default of the scope: the whole repository. */
  policy: Pick<Policy, 'prune'> & { scope?: Scope };
}

/** Desired without what it declares absent, and with what stays of live. */
export function keepUnmanaged(desired: State, options: KeepOptions): State {
  const { live } = options;
  const { items } = present(desired, live);
  const stays = stayingIn(options);
  for (const [id, there] of live.items) {
    const declared = desired.items.get(id);
    const left: [string, Row][] = [];
    for (const [context, row] of there.rows) {
      if (declared?.rows.has(context) || !stays.row({ id, item: there, context, row, declared })) continue;
      left.push([context, { ...row, kept: true }]);
    }
    if (left.length === 0 && (stands(declared) || !stays.key(id, there, declared))) continue;
    const known = items.get(id);
    items.set(id, { ...(known ?? there), rows: new Map([...(known?.rows ?? []), ...left]) });
  }
  return { items };
}

/** What is to exist. Deleting rows of a missing key must not create the key. */
function present(desired: State, live: State): State {
  const { items } = onlyRows(desired, ({ row }) => !row.absent);
  for (const [id, item] of items) {
    const isOnlyDeleted = item.rows.size === 0 && (desired.items.get(id)?.rows.size ?? 0) > 0 && !live.items.has(id);
    if (!stands(item) || isOnlyDeleted) items.delete(id);
  }
  return { items };
}

interface LiveRow {
  id: string;
  item: Item;
  context: string;
  row: Row;
  declared: Item | undefined;
}

/** What stays of live although desired does not declare it. */
function stayingIn(options: KeepOptions) {
  const { policy, others = [] } = options;
  const { prune, scope = WHOLE_REPOSITORY } = policy;
  const ours = oursIn(options);
  const theirs = declaredIn(others.map(({ state }) => state));
  const isKept = (id: string, context?: string) => prune === 'none' || (prune === 'managed' && !ours(id, context));
  return {
    row: ({ id, item, context, row, declared }: LiveRow) =>
      !scope.row(item, row.context) || (!declared?.absent && (theirs(id, context) || isKept(id, context))),
    /** Of a key that keeps no row that was read. */
    key: (id: string, there: Item, declared: Item | undefined) => {
      const isWhole = scope.whole(there);
      if (there.kind === 'file' || (declared?.absent && isWhole)) return false;
      if (!scope.item(there) || others.some(({ state }) => isBare(state.items.get(id)))) return true;
      // Inactive rows, and those in contexts that nobody declares, keep their key alive, as on the server.
      const hasUnread = there.elsewhere === true || (there.inactive ?? 0) > 0;
      if (hasUnread && (prune !== 'all' || !isWhole)) return true;
      return there.rows.size === 0 && (!isWhole || isKept(id));
    },
  };
}

/** A key that is declared without rows. One with rows is covered by them. */
function isBare(item: Item | undefined): boolean {
  return stands(item) && item?.rows.size === 0;
}

/** Whether an item is claimed, or the row of it in a context. */
type Claims = (id: string, context?: string) => boolean;

/** What the last apply declared and no other project declares, or an unfinished one sent. */
export function oursIn(options: Pick<KeepOptions, 'live' | 'applied' | 'liveSource' | 'others'>): Claims {
  const { live, applied = {}, liveSource, others = [] } = options;
  const { baseline, begun = [] } = applied;
  const last = declaredIn(baseline === undefined ? [] : [baseline]);
  const sent = liveSource === undefined || isRead(liveSource) ? sentBy(begun, live) : declaredIn(begun);
  const theirs = declaredIn(others.map(({ state }) => state));
  return (id, context) => (last(id, context) || sent(id, context)) && !theirs(id, context);
}

/** An unfinished apply may have sent nothing: a row is its work only where live has exactly its text. */
function sentBy(begun: readonly State[], { items }: State): Claims {
  return (id, context) => {
    const item = items.get(id);
    const there = context === undefined ? undefined : item?.rows.get(context);
    if (context === undefined || there === undefined || there.unknown || there.duplicates) return false;
    return begun.some((state) => isSame(appliedRow(state, { id, context }, item?.vdt), there));
  };
}

function declaredIn(states: readonly State[]): Claims {
  return (id, context) =>
    states.some(({ items }) => {
      const item = items.get(id);
      return stands(context === undefined ? item : item?.rows.get(context));
    });
}

/**
 * Deletions that no line of the files asks for: of rows, and of keys without rows. A key deleted with its rows is
 * represented by them.
 */
export function prunedChanges(changes: readonly Change[], { desired }: Pick<PlanInput, 'desired'>): Change[] {
  return changes.filter((change) => {
    if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0)) return false;
    return thingIn(desired, change) === undefined && !find(desired, change).item?.absent;
  });
}

/** A state without the rows, and the keys without rows, that another state declares. */
export function withoutItems(state: State, other: State): State {
  const { items } = onlyRows(state, ({ id, context }) => !other.items.get(id)?.rows.has(context));
  return { items: new Map([...items].filter(([id, { rows }]) => rows.size > 0 || !other.items.has(id))) };
}

/**
 * What live has in scope and this project does not declare.
 * @param desired as declared, absent items included
 * @param input.drift items that the plan shows as drift are left out
 */
export function unmanaged(
  desired: State,
  { drift = [], ...input }: PlanInput & { drift?: readonly Change[] },
): Pick<Plan, 'unmanaged' | 'unmanagedItems'> {
  const shown = new Set(drift.map(changeId));
  const found = input.policy.prune === 'all' ? [] : [...undeclared(desired, input)];
  const items = shown.size === 0 ? found : found.filter((name) => !shown.has(changeId(name)));
  return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}

/**
 * What stays although an unfinished apply declared it, because others may have made it.
 * @param input.after the state after the push
 */
export function leftInDoubt({ after, ...input }: PlanInput & { after: State }): ItemName[] {
  const { applied, others = [], policy, liveSource } = input;
  const { begun = [], baseline } = applied;
  if (begun.length === 0 || policy.prune !== 'managed' || !isRead(liveSource)) return [];
  const known = [...(baseline ? [baseline] : []), ...others.map(({ state }) => state)];
  return [...undeclared(input.desired, { ...input, live: after })].filter(
    (name) => begun.some((state) => isDeclaredIn(state, name)) && !known.some((state) => isDeclaredIn(state, name)),
  );
}

function* undeclared(desired: State, { live, target, policy, ...input }: PlanInput): Generator<ItemName> {
  // Formerly declared items are about to be deleted, unless nothing is pruned.
  const { prune, scope } = policy;
  const ours = oursIn({ live, ...(prune !== 'none' && input) });
  for (const [id, item] of live.items) {
    const declared = desired.items.get(id);
    if (item.rows.size === 0 && declared === undefined && !ours(id) && scope.item(item))
      yield { kind: 'key', key: item.name };
    for (const [context, row] of item.rows) {
      if (declared?.absent || declared?.rows.has(context) || ours(id, context)) continue;
      if (scope.row(item, row.context)) yield rowName(item, fullContext(row.context, target.levels.length));
    }
  }
}
