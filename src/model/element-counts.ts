// What applications get in each element of the first context level, such as each environment, counted.
import { firstOfEach } from '../lib/collections.ts';
import { compareText } from '../lib/text.ts';
import { type Context, contextId, firstElement } from './context.ts';
import {
  type Action,
  type Affected,
  type Counts,
  isCounted,
  type Plan,
  type AffectedRegion,
  type RowChange,
} from './plan.ts';
import type { State } from './state.ts';

/** `element` is `*` for every element that no value or file names. */
export interface ElementCounts extends Counts {
  element: string;
}

const BY_DANGER = ['delete', 'update', 'create'] as const;

/**
 * The elements of the first level that these states and `order` name, without `*`: those of `order` first, the others
 * by name, ignoring case.
 */
export function firstLevelElements(
  states: readonly State[],
  order: readonly string[] = [],
): string[] {
  const contexts = new Set<Context>();
  for (const { items } of states)
    for (const { rows } of items.values())
      for (const { context } of rows.values()) contexts.add(context);
  const found = [...contexts]
    .map(firstElement)
    .sort((a, b) => compareText(a.toLowerCase(), b.toLowerCase()));
  return firstOfEach([...order, ...found], (element) => element.toLowerCase()).filter(
    (element) => element !== '*',
  );
}

/**
 * For each element of the first level: how many changes create, update or delete what its applications get. A
 * change counts once for each element that it affects, by the most dangerous of its effects there. In the order of
 * `elements`, any other element last; elements that nothing affects are left out.
 */
export function countsByElement({
  changes,
  elements,
}: Pick<Plan, 'changes' | 'elements'>): ElementCounts[] {
  if (elements === undefined) return [];
  // Most changes name few elements: what they do in all others is counted once.
  const elsewhere: Counts = { ...NONE };
  const differences = new Map<string, Counts>();
  // New items with the same contexts share who is affected.
  const known = new Map<Affected, Outcomes>();
  for (const change of changes) {
    if (change.kind === 'key' || !isCounted(change)) continue;
    const { affects } = change;
    const outcomes = (affects && known.get(affects)) ?? outcomesOf(change);
    if (affects !== undefined) known.set(affects, outcomes);
    const { named, others } = outcomes;
    if (others !== undefined) elsewhere[others]++;
    for (const [id, action] of named) {
      const difference = differences.get(id) ?? { ...NONE };
      differences.set(id, difference);
      if (action !== undefined) difference[action]++;
      if (others !== undefined) difference[others]--;
    }
  }
  const names = new Map([...elements, '*'].map((element) => [contextId(element), element]));
  return [...names]
    .map(([id, element]) => ({ element, ...sum(elsewhere, differences.get(id) ?? NONE) }))
    .filter(({ create, update, delete: deleted }) => create + update + deleted > 0);
}

const NONE: Readonly<Counts> = { create: 0, update: 0, delete: 0 };

function sum(one: Counts, other: Counts): Counts {
  return {
    create: one.create + other.create,
    update: one.update + other.update,
    delete: one.delete + other.delete,
  };
}

/** What happens in each named element, by its id, and in every other one; `undefined`: nothing. */
interface Outcomes {
  named: ReadonlyMap<string, Action | undefined>;
  others: Action | undefined;
}

function outcomesOf(change: RowChange): Outcomes {
  if (change.affects === undefined) {
    // Its effects are unknown.
    const id = contextId(firstElement(change.context));
    if (id === '*') return { named: new Map(), others: change.action };
    return { named: new Map([[id, change.action]]), others: undefined };
  }
  const { regions } = change.affects;
  const ids = new Set(
    regions.flatMap(({ contexts }) => [contexts.elements, ...contexts.except]).map(idOfFirst),
  );
  ids.delete('*');
  const actionIn = (id: string) => {
    const actions = new Set(regions.filter((region) => isIn(region, id)).map(actionSeenIn));
    return BY_DANGER.find((action) => actions.has(action));
  };
  return { named: new Map([...ids].map((id) => [id, actionIn(id)])), others: actionIn('*') };
}

function idOfFirst([first = '*']: readonly string[]): string {
  return contextId(first);
}

function isIn({ contexts: { elements, except } }: AffectedRegion, element: string): boolean {
  const first = idOfFirst(elements);
  if (first !== '*') return first === element;
  return !except.some(
    (one) => idOfFirst(one) === element && one.slice(1).every((name) => name === '*'),
  );
}

/** What an application there sees: where another row wins instead of a deleted one, that is an update. */
function actionSeenIn({ before, after }: AffectedRegion): Action {
  if (after === undefined) return 'delete';
  return before === undefined ? 'create' : 'update';
}
