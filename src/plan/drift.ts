// What others changed on the server: drift that a plan leaves alone, items already in sync, and overrides.
import { grouped } from '../lib/collections.ts';
import { type Context, contextIn, covers, fullContext, meetOf } from '../model/context.ts';
import {
  type Cause,
  type Change,
  keyChanges,
  type Plan,
  type RowChange,
  rowChanges,
} from '../model/plan.ts';
import {
  type Address,
  emptyState,
  type Item,
  itemId,
  onlyRows,
  type Row,
  rowsNotIn,
  type State,
  isPresent,
  type Vdt,
} from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import {
  appliedKeys,
  appliedRow,
  changedMembers,
  isSame,
  type Member,
  memberCause,
} from './causes.ts';
import { diff } from './diff.ts';
import { addressIn, changeId, isDeclaredIn, rowNameAndType } from './find-item.ts';
import type { PlanInput, Policy } from './input.ts';
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
  const isKept = ({ cause }: Change) => causes.includes(cause);
  for (const [id, ofItem] of grouped(changes, itemId)) {
    const [declared, liveItem] = [items.get(id), live.items.get(id)];
    const [key] = keyChanges(ofItem);
    const rows = rowChanges(ofItem).filter(isKept);
    const drifted = (name: Member) =>
      key && causes.includes(memberCause(key, appliedKeys(key, applied), name));
    const members = key?.action === 'update' ? changedMembers(key).filter(drifted) : [];
    // One that is no longer declared is planned again as in live.
    const planned = declared ?? liveItem;
    if (key?.action === 'create' && isKept(key)) items.delete(id);
    else if (planned !== undefined && rows.length + members.length > 0) {
      const item = { ...planned, rows: new Map(declared?.rows) };
      for (const { context } of rows.map(addressIn)) {
        const row = liveItem?.rows.get(context);
        if (row === undefined) item.rows.delete(context);
        else item.rows.set(context, { ...row, kept: true });
      }
      for (const name of members) Object.assign(item, { [name]: liveItem?.[name] });
      // A key may have no values, but a file that is nowhere does not exist.
      if (item.kind === 'file' && item.rows.size === 0) items.delete(id);
      else items.set(id, item);
    } else if (key?.action === 'delete' && isKept(key) && planned !== undefined)
      items.set(id, planned);
  }
  return { items };
}

/**
 * The types that others gave keys and that stay, by the id of the key: the server stores the texts of these keys as such
 * types do.
 */
export function keptTypes(
  desired: State,
  { live, applied, policy }: Pick<PlanInput, 'live' | 'applied' | 'policy'>,
): Map<string, Vdt> {
  const types = new Map<string, Vdt>();
  if (policy.onDrift === 'overwrite') return types;
  for (const [id, item] of desired.items) {
    const [vdt, declared] = [live.items.get(id)?.vdt, item.vdt];
    if (vdt === undefined || vdt === declared || item.absent) continue;
    const change = { name: item.name, before: { vdt }, after: { vdt: declared } };
    if (memberCause(change, appliedKeys(change, applied), 'vdt') === 'drift') types.set(id, vdt);
  }
  return types;
}

/** How many items the server has already as the files declare them, unlike the last apply, and why; and what was sent by whom. */
export function convergedIn(
  desired: State,
  {
    live,
    applied: { begun, lastApplied: done },
    target,
  }: Pick<PlanInput, 'live' | 'applied' | 'target'>,
): Pick<Plan, 'converged' | 'alreadyThere'> & { alreadySent: RowChange[] } {
  const lastApplied = done ?? (begun && emptyState());
  if (lastApplied === undefined) return { converged: 0, alreadySent: [] };
  let [converged, alreadyThere] = [0, 0];
  const sent = new Set<string>();
  const compare = (at: Address): void => {
    const [item, before, liveItem] = [
      desired.items.get(at.id),
      lastApplied.items.get(at.id),
      live.items.get(at.id),
    ];
    const vdt = item?.vdt ?? before?.vdt ?? liveItem?.vdt;
    const row = item?.rows.get(at.context);
    const declared = item?.absent || row?.absent ? undefined : row;
    if (declared?.text !== liveItem?.rows.get(at.context)?.text) return;
    const applied = appliedRow(lastApplied, at, vdt);
    if (applied === 'unknown' || isSame(applied, declared)) return;
    const applies = begun?.map((state) => appliedRow(state, at, vdt)) ?? [];
    // What an unfinished apply declared is its own work.
    if (
      applies.some((begunRow) =>
        begunRow === 'unknown' ? declared !== undefined : isSame(begunRow, declared),
      )
    )
      sent.add(JSON.stringify(at));
    else if (done === undefined) return;
    else if (applied === undefined) alreadyThere++;
    else converged++;
  };
  for (const [id, item] of desired.items) {
    const before = lastApplied.items.get(id);
    // Nearly all rows are the same ones, and not only alike: what was applied shares them with what is declared.
    const isShared = (context: string, row: Row) =>
      before?.rows.get(context) === row && before.absent === item.absent;
    for (const [context, row] of item.rows) if (!isShared(context, row)) compare({ id, context });
  }
  for (const [id, item] of lastApplied.items)
    for (const [context] of rowsNotIn(item, desired.items.get(id))) compare({ id, context });
  const present = (state: State) => onlyRows(state, ({ row }) => !row.absent);
  const changes =
    sent.size === 0
      ? []
      : rowChanges(diff(present(desired), present(lastApplied), target.levels.length));
  const alreadySent = changes.filter((change) => sent.has(JSON.stringify(addressIn(change))));
  return { converged, alreadyThere: alreadyThere || undefined, alreadySent };
}

// Overrides: values and files that others added, and that win over declared ones, so that some applications get them.

/**
 * Rows of others that win over a declared one and that no other project declares, each as the change that created it.
 * Only keys and paths that the last apply declared count. A stage shows those that it beats, whatever stage has their
 * contexts.
 * @param declared as the files declare it, absent items included
 */
export function overridesIn(
  declared: State,
  input: Pick<PlanInput, 'live' | 'applied' | 'others' | 'stage'> & {
    policy: Pick<Policy, 'scope'>;
  },
  depth: number,
): RowChange[] {
  const { live, others = [], stage } = input;
  const { applied, policy } = stage?.whole ?? input;
  const { lastApplied } = applied;
  if (lastApplied === undefined) return [];
  const ours = oursIn({ ...input, applied });
  const isOfCommit = (change: RowChange) => stage && isDeclaredIn(stage.whole.desired, change);
  const changes: RowChange[] = [];
  for (const [id, item] of declared.items) {
    const liveItem = live.items.get(id);
    const beside = liveItem === undefined ? [] : rowsNotIn(liveItem, item);
    if (liveItem === undefined || beside.length === 0) continue;
    if (presentRows(lastApplied.items.get(id)).length === 0) continue;
    const overridden = overriddenIn(presentRows(item), depth);
    for (const [at, row] of beside) {
      const change: RowChange = {
        ...rowNameAndType(liveItem, row, depth),
        action: 'create',
        after: row.text,
      };
      if (isOfCommit(change) || others.some(({ state }) => isDeclaredIn(state, change))) continue;
      if (!policy.scope.row(liveItem, contextIn(change.context)) || ours({ id, context: at }))
        continue;
      const overrides = overridden(change.context);
      if (overrides !== undefined) changes.push({ ...change, cause: 'override', overrides });
    }
  }
  return changes;
}

/** The same changes; deletions of overrides get the cause `override`. */
export function withOverrides(changes: Change[], overrides: readonly RowChange[]): Change[] {
  const byId = new Map(overrides.map((row) => [changeId(row), row]));
  return changes.map((change) => {
    const row = byId.get(changeId(change));
    return row === undefined ? change : { ...change, cause: 'override', overrides: row.overrides };
  });
}

function presentRows(item: Item | undefined): Row[] {
  return item === undefined || item.absent ? [] : [...item.rows.values()].filter(isPresent);
}

/**
 * Returns which declared row a row in this full context wins over: the most specific one that some of its applications
 * would get without it. `undefined`: it wins over none. As the server does not tell them, context groups count as elements.
 */
function overriddenIn(
  declared: readonly Row[],
  depth: number,
): (context: Context) => RowChange['overrides'] {
  const groups = indexGroups(Array(depth).fill(''), []);
  const ranked = declared
    .map(({ context, place }) => ({ context: fullContext(context, depth), place }))
    .map((row) => ({ ...row, weight: weightOf(row.context, groups) }))
    .sort((a, b) => b.weight - a.weight);
  return (context) => {
    const weight = weightOf(context, groups);
    const both = ranked.flatMap((row) => {
      const shared = meetOf(row.context, context);
      return shared === undefined ? [] : { ...row, shared };
    });
    const winning = both.filter((row) => row.weight > weight);
    // Elements that nobody names may come any time, so only one row can win everywhere there, not several together.
    const wins = ({ shared }: { shared: Context }) =>
      !winning.some((row) => covers(row.context, shared));
    const nearest = both.find((row) => row.weight < weight && wins(row));
    if (nearest === undefined) return undefined;
    return { context: nearest.context, place: nearest.place };
  };
}
