// What others changed on the server: drift that a plan leaves alone, items already in sync, and overrides.
import { grouped } from '../lib/collections.ts';
import { contextIn, covers, fullContext } from '../model/context.ts';
import { type Cause, type Change, keyChanges, type Plan, type RowChange, rowChanges } from '../model/plan.ts';
import { type Address, type Item, itemId, type Row, rowAt, rowsIn, type State, stands } from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import { appliedRow, changedMembers, isSame, lastApplied, type Member, memberCause } from './causes.ts';
import { addressIn, changeId, isDeclaredIn, rowOf } from './find-item.ts';
import type { AppliedStates, PlanInput, Policy } from './input.ts';
import { oursIn } from './prune.ts';

/**
 * Desired with everything that drifted as in live, so that comparing again leaves it alone.
 * @param changes from live to desired, with their causes
 */
export function withDriftKept(
  desired: State,
  changes: readonly Change[],
  { live, applied }: Pick<PlanInput, 'live' | 'applied'>,
  causes: readonly (Cause | undefined)[] = ['drift'],
): State {
  const items = new Map(desired.items);
  const states = lastApplied(applied);
  const isKept = ({ cause }: Change) => causes.includes(cause);
  for (const [id, ofItem] of grouped(changes, itemId)) {
    const [known, there] = [items.get(id), live.items.get(id)];
    const [key] = keyChanges(ofItem);
    const rows = rowChanges(ofItem).filter(isKept);
    const drifted = (name: Member) => key && causes.includes(memberCause(key, states, name));
    const members = key?.action === 'update' ? changedMembers(key).filter(drifted) : [];
    // One that is no longer declared is planned again as in live.
    const planned = known ?? there;
    if (key?.action === 'create' && isKept(key)) items.delete(id);
    else if (planned !== undefined && rows.length + members.length > 0) {
      const item = { ...planned, rows: new Map(known?.rows) };
      for (const { context } of rows.map(addressIn)) {
        const row = there?.rows.get(context);
        if (row === undefined) item.rows.delete(context);
        else item.rows.set(context, { ...row, kept: true });
      }
      for (const name of members) Object.assign(item, { [name]: there?.[name] });
      items.set(id, item);
    } else if (key?.action === 'delete' && isKept(key) && planned !== undefined) items.set(id, planned);
  }
  return { items };
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
 * @param declared as the files declare it, absent items included
 */
export function overridesIn(
  declared: State,
  input: Pick<PlanInput, 'live' | 'applied' | 'others'> & { policy: Pick<Policy, 'scope'> },
  depth: number,
): RowChange[] {
  const { live, applied, policy, others = [] } = input;
  const { baseline } = applied;
  if (baseline === undefined) return [];
  const ours = oursIn(input);
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
