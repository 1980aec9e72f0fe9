// Overrides: values and files that others created next to declared ones, so that some readers get them instead.
import { type Context, contextIn, covers, fullContext } from '../model/context.ts';
import type { Change, RowChange } from '../model/plan.ts';
import { type Item, type Row, type State, stands } from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import { changeId, isDeclaredIn, rowOf } from './find-item.ts';
import type { PlanInput, Policy } from './input.ts';
import { oursIn } from './prune.ts';

type Scoped = Pick<Policy, 'scope'>;

/**
 * Rows of others that no other project declares either, each as the change that created it. Only keys and paths that
 * the last apply declared count.
 *
 * @param declared as the files declare it, absent items included
 */
export function overridesIn(
  declared: State,
  { live, applied, policy, others = [] }: Pick<PlanInput, 'live' | 'applied' | 'others'> & { policy: Scoped },
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
        found.push({ ...change, cause: 'override', ...overriddenBy(change, { declared: now, depth }) });
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

/** The rows that a state declares for the key or path of a row. */
function standingRows(item: Item | undefined): Row[] {
  return item === undefined || item.absent ? [] : [...item.rows.values()].filter(stands);
}

/** The most specific declared row that covers this one: what its readers would get without it. */
function overriddenBy(
  { context }: RowChange,
  { declared, depth }: { declared: readonly Row[]; depth: number },
): Pick<RowChange, 'overrides'> {
  const groups = indexGroups(Array(depth).fill(''), []);
  const weight = (one: { context: Context }) => weightOf(fullContext(one.context, depth), groups);
  const covering = declared.filter((one) => covers(fullContext(one.context, depth), context));
  const [nearest] = covering.sort((a, b) => weight(b) - weight(a));
  if (nearest === undefined) return {};
  const { place } = nearest;
  return { overrides: { context: fullContext(nearest.context, depth), ...(place && { place }) } };
}
