// What applications receive in each element of the first context level, such as each environment, counted.
import { compareText } from '../lib/text.ts';
import { contextId } from './context.ts';
import { type Change, type Counts, isCounted, type Plan, type ReceivedIn } from './plan.ts';
import type { State } from './state.ts';

/** `element` is `*` for every element that no value or file names. */
export interface ElementCounts extends Counts {
  element: string;
}

interface Elements extends Pick<Plan, 'changes'> {
  /** As in the plan. */
  elements?: readonly string[] | undefined;
}

const OUTCOMES = ['delete', 'update', 'create'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * The elements of the first level that these states and `order` name, without `*`: those of `order` first, the others
 * by name, ignoring case.
 */
export function firstLevelElements(states: readonly State[], order: readonly string[] = []): string[] {
  const contexts = new Set(
    states.flatMap(({ keys, files }) => [
      ...[...keys.values()].flatMap(({ values }) => [...values.values()].map(({ context }) => context)),
      ...[...files.values()].map(({ context }) => context),
    ]),
  );
  const found = [...contexts].map(firstElement).sort((a, b) => compareText(a.toLowerCase(), b.toLowerCase()));
  const named = new Map<string, string>();
  for (const element of [...order, ...found])
    if (element !== '*' && !named.has(element.toLowerCase())) named.set(element.toLowerCase(), element);
  return [...named.values()];
}

/**
 * For each element of the first level: how many changes create, update or delete what its applications receive. A
 * change counts once for each element that it reaches, by the most dangerous of its effects there. In the order of
 * `elements`, any other element last; elements that nothing reaches are left out.
 */
export function countsByElement({ changes, elements }: Elements): ElementCounts[] {
  if (elements === undefined) return [];
  const counts = new Map([...elements, '*'].map((element) => [contextId(element), { element, ...NONE }]));
  for (const change of changes) {
    if (change.kind === 'key' || !isCounted(change)) continue;
    for (const [id, count] of counts) {
      const outcome = outcomeIn(id, change);
      if (outcome !== undefined) count[outcome]++;
    }
  }
  return [...counts.values()].filter(({ create, update, delete: deleted }) => create + update + deleted > 0);
}

const NONE: Counts = { create: 0, update: 0, delete: 0 };

function outcomeIn(element: string, change: Exclude<Change, { kind: 'key' }>): Outcome | undefined {
  // Its effects are unknown.
  if (change.received === undefined)
    return ['*', element].includes(contextId(firstElement(change.context))) ? change.action : undefined;
  const outcomes = new Set(change.received.regions.filter((region) => reaches(region, element)).map(outcomeOf));
  return OUTCOMES.find((outcome) => outcomes.has(outcome));
}

function reaches({ contexts: { elements, except } }: ReceivedIn, element: string): boolean {
  const [first = '*'] = elements;
  if (first !== '*') return contextId(first) === element;
  return !except.some(([name = '*', ...rest]) => contextId(name) === element && rest.every((one) => one === '*'));
}

/** What an application there sees: where another row wins instead of a deleted one, that is an update. */
function outcomeOf({ before, after }: ReceivedIn): Outcome {
  if (after === undefined) return 'delete';
  return before === undefined ? 'create' : 'update';
}

function firstElement(context: string): string {
  return context.split(';')[0] ?? '*';
}
