// Drift that a plan leaves alone, and items already in sync.
import type { Cause, Change, KeyChange, Plan } from '../model/plan.ts';
import { type Address, type Item, itemId, keyId, rowAt, rowsIn, type State } from '../model/state.ts';
import { appliedRow, changedMembers, isSame, memberCause } from './causes.ts';
import { addressIn } from './find-item.ts';
import type { AppliedStates } from './input.ts';

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
    const drifted = changedMembers(change).filter((name) => causes.includes(memberCause(change, { baseline, name })));
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
