// What others changed on the server: drift that a plan leaves alone, items already in sync, and overrides.
import { contextIn, covers, fullContext } from '../model/context.ts';
import type { Cause, Change, KeyChange, Plan, RowChange } from '../model/plan.ts';
import { type Address, type Item, itemId, keyId, type Row, rowAt, rowsIn, type State, stands } from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import { appliedRow, changedMembers, isSame, memberCause } from './causes.ts';
import { addressIn, changeId, isDeclaredIn, rowOf } from './find-item.ts';
import type { AppliedStates, PlanInput, Policy } from './input.ts';
import { oursIn } from './prune.ts';

interface Keeping {
  live: State;
  baseline: State;
  /** From live to desired, with their causes. */
  changes: readonly Change[];
  /** Causes of the items to keep. Default: drift only. */
  causes?: readonly (Cause | undefined)[];
}

/** Desired with everything that drifted as in live, so that comparing again leaves it alone. */
export function withDriftKept(desired: State, { live, baseline, changes, causes = ['drift'] }: Keeping): State {
  const drifted = changes.filter(({ cause }) => causes.includes(cause));
  if (drifted.length === 0 && !changes.some(({ kind }) => kind === 'key')) return desired;
  const planned = copied(desired, changes);
  for (const change of drifted) {
    if (change.kind === 'key') continue;
    const { id, context } = addressIn(change);
    const { rows } = itemIn(planned, id, live.items.get(id));
    const there = rowAt(live, { id, context });
    if (there === undefined) rows.delete(context);
    else rows.set(context, { ...there, kept: true });
  }
  for (const change of changes) {
    if (change.kind === 'key') keepKey(planned, { change, live, baseline, causes });
  }
  return planned;
}

/** A copy in which the changing items may be modified. */
function copied({ items }: State, changes: readonly Change[]): State {
  const all = new Map(items);
  for (const id of new Set(changes.map(itemId))) {
    const item = items.get(id);
    if (item !== undefined) all.set(id, { ...item, rows: new Map(item.rows) });
  }
  return { items: all };
}

/** The planned item. One that is no longer declared is planned again as in live, without rows. */
function itemIn({ items }: State, id: string, live: Item | undefined): Item {
  const known = items.get(id);
  if (known !== undefined) return known;
  if (live === undefined) throw new Error(`no item ${id} in either state`);
  const item = { ...live, rows: new Map() };
  items.set(id, item);
  return item;
}

/** Undoes the creation or deletion of a key that drifted, and changes drifted metadata back to that of live. */
function keepKey(
  planned: State,
  { change, live, baseline, causes }: Omit<Required<Keeping>, 'changes'> & { change: KeyChange },
): void {
  const id = keyId(change.name);
  const found = live.items.get(id);
  if (change.action === 'update') {
    const drifted = changedMembers(change).filter((name) => causes.includes(memberCause(change, baseline, name)));
    for (const name of drifted) Object.assign(itemIn(planned, id, found), { [name]: found?.[name] });
    return;
  }
  if (!causes.includes(change.cause)) return;
  if (change.action === 'create') planned.items.delete(id);
  else if (!planned.items.has(id) && found !== undefined) planned.items.set(id, found);
}

/** How many items changed the same way in the files and on the server since the last apply, and who sent them. */
export function countConverged(
  desired: State,
  live: State,
  { baseline, begun }: AppliedStates,
): Pick<Plan, 'converged' | 'alreadySent'> {
  if (baseline === undefined) return { converged: 0 };
  let [converged, alreadySent] = [0, 0];
  const compare = (at: Address): void => {
    const [item, before, there] = [desired.items.get(at.id), baseline.items.get(at.id), live.items.get(at.id)];
    const vdt = item?.vdt ?? before?.vdt ?? there?.vdt;
    const row = item?.rows.get(at.context);
    const declared = item?.absent || row?.absent ? undefined : row;
    if (declared?.text !== there?.rows.get(at.context)?.text) return;
    const applied = appliedRow(baseline, at, vdt);
    if (applied === 'unknown' || isSame(applied, declared)) return;
    // What an unfinished apply declared is its own work.
    if (begun?.some((state) => isSame(appliedRow(state, at, vdt), declared))) alreadySent++;
    else converged++;
  };
  for (const { id, context } of rowsIn(desired)) compare({ id, context });
  for (const { id, context } of rowsIn(baseline)) if (!rowAt(desired, { id, context })) compare({ id, context });
  return { converged, ...(alreadySent > 0 && { alreadySent }) };
}

// Overrides: values and files that others created next to declared ones, so that some readers get them instead.

/**
 * Rows of others that no other project declares either, each as the change that created it. Only keys and paths that
 * the last apply declared count.
 *
 * @param declared as the files declare it, absent items included
 */
export function overridesIn(
  declared: State,
  {
    live,
    applied,
    policy,
    others = [],
  }: Pick<PlanInput, 'live' | 'applied' | 'others'> & { policy: Pick<Policy, 'scope'> },
  depth: number,
): RowChange[] {
  const { baseline } = applied;
  if (baseline === undefined) return [];
  const ours = oursIn({ live, applied, others });
  const found: RowChange[] = [];
  for (const [id, item] of declared.items) {
    const there = live.items.get(id);
    const beside = [...(there?.rows ?? [])].filter(([at]) => !item.rows.has(at));
    if (there === undefined || beside.length === 0) continue;
    const now = standingRows(item);
    if (now.length === 0 || standingRows(baseline.items.get(id)).length === 0) continue;
    for (const [at, row] of beside) {
      const change: RowChange = { ...rowOf(there, row, depth), action: 'create', after: row.text };
      if (others.some(({ state }) => isDeclaredIn(state, change))) continue;
      if (policy.scope.row(there, contextIn(change.context)) && !ours({ id, context: at }))
        found.push({ ...change, cause: 'override', ...overriddenBy(change, now, depth) });
    }
  }
  return found;
}

/** The same changes; deletes of overrides get the cause `override`. */
export function withOverrides(changes: Change[], overrides: readonly RowChange[]): Change[] {
  const known = new Map(overrides.map((row) => [changeId(row), row]));
  return changes.map((change) => {
    const row = known.get(changeId(change));
    return row === undefined
      ? change
      : { ...change, cause: 'override', ...(row.overrides && { overrides: row.overrides }) };
  });
}

function standingRows(item: Item | undefined): Row[] {
  return item === undefined || item.absent ? [] : [...item.rows.values()].filter(stands);
}

/** The most specific declared row that covers this one: what its readers would get without it. */
function overriddenBy({ context }: RowChange, declared: Row[], depth: number): Pick<RowChange, 'overrides'> {
  const groups = indexGroups(Array(depth).fill(''), []);
  const weight = (one: Row) => weightOf(fullContext(one.context, depth), groups);
  const covering = declared.filter((one) => covers(fullContext(one.context, depth), context));
  const [nearest] = covering.sort((a, b) => weight(b) - weight(a));
  if (nearest === undefined) return {};
  const { place } = nearest;
  return { overrides: { context: fullContext(nearest.context, depth), ...(place && { place }) } };
}
