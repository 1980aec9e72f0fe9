// The effect of a push: which contexts get something different afterwards, and from which row before and after.
import { compareText } from '../lib/text.ts';
import type { ContextPattern } from '../model/context.ts';
import { type Groups, heaviest, type RequestedElements, weightOf } from './resolution.ts';

/** The rows that win in these contexts before and after a push; `undefined` where no row answers. */
export interface Effect<Row> {
  contexts: ContextPattern;
  before: Row | undefined;
  after: Row | undefined;
}

/** More elements on one path would take longer than a reader waits. */
const MAX_CONTEXTS = 20_000;

/**
 * The contexts in which the winning row changes, as patterns that do not overlap and together cover exactly them.
 * Contexts consist of the elements that rows name, the members of named groups, and, as `*`, any other element.
 * Sorted by level, any other element first. `undefined` if there are more than 20,000 contexts to compare.
 *
 * Which row wins: behaviour.md, section 14.
 *
 * @param given.before values of a key, or a file, each in one context with one element for each level
 * @param given.same whether an application gets the same from both
 * @param given.between where the rows of before and those of after are asked: elements that differ, such as `Staging` and
 *   `Production`; `*` is any other element, `undefined` are all. The patterns have `*` where an element is given.
 */
export function effectsOf<Row extends { readonly context: string }>(given: {
  before: readonly Row[];
  after: readonly Row[];
  groups: Groups;
  same: (before: Row, after: Row) => boolean;
  between?: readonly [before: RequestedElements, after: RequestedElements] | undefined;
}): Effect<Row>[] | undefined {
  const { groups, same, between } = given;
  const [asked, other] = between ?? [[], []];
  const kept = new Set(between ? [] : given.before.filter((row) => given.after.includes(row)));
  let compared = 0;

  function regions(level: number, before: Ranked<Row>[], after: Ranked<Row>[]): Effect<Row>[] {
    const isChanged = [...before, ...after].some(({ row }) => !kept.has(row));
    if (!isChanged || compared > MAX_CONTEXTS) return [];
    if (level === groups.depth) {
      compared++;
      const won = winner(before, groups);
      const wins = winner(after, groups);
      const isSame = won === wins || (won !== undefined && wins !== undefined && same(won, wins));
      return isSame ? [] : [{ contexts: { elements: [], except: [] }, before: won, after: wins }];
    }
    const below = (element: string, otherElement = element) =>
      regions(level + 1, matching(before, level, element), matching(after, level, otherElement));
    const from = asked[level];
    const to = other[level];
    if (from !== undefined && to !== undefined)
      return below(from, to).map((effect) => prefixed('*', effect));
    const others = below('*');
    const named = namesAt(level, [...before, ...after], groups).map((name) => ({
      name,
      effects: below(name),
    }));
    return [
      ...others.map((effect) => {
        const without = named
          .filter(({ effects }) => !effects.some((effectBelow) => isEqual(effectBelow, effect)))
          .map(({ name }) => name);
        return prefixed('*', effect, without);
      }),
      ...named.flatMap(({ name, effects }) =>
        effects
          .filter((effectBelow) => !others.some((other) => isEqual(effectBelow, other)))
          .map((effectBelow) => prefixed(name, effectBelow)),
      ),
    ];
  }

  /** Rows that answer a request for this element, or with `*` for one that no row names. */
  function matching(list: Ranked<Row>[], level: number, element: string): Ranked<Row>[] {
    const wanted = element.toLowerCase();
    return list.filter(({ elements }) => {
      const declaredElement = elements[level] ?? '*';
      return (
        declaredElement === '*' ||
        declaredElement === wanted ||
        groups.members[level]?.get(declaredElement)?.has(wanted)
      );
    });
  }

  const effects = regions(0, given.before.map(ranked), given.after.map(ranked));
  return compared > MAX_CONTEXTS ? undefined : effects;
}

interface Ranked<Row> {
  row: Row;
  /** In lower case. */
  elements: string[];
  context: string;
  serial: number;
}

function ranked<Row extends { readonly context: string }>(row: Row, serial: number): Ranked<Row> {
  const { context } = row;
  return { row, elements: context.toLowerCase().split(';'), context, serial };
}

function winner<Row>(list: readonly Ranked<Row>[], groups: Groups): Row | undefined {
  return list.length < 2
    ? list[0]?.row
    : heaviest(list, (context) => weightOf(context, groups))?.row;
}

/** The elements that these rows name at a level, with the members of groups instead of the groups. Sorted. */
function namesAt(level: number, list: readonly Ranked<unknown>[], groups: Groups): string[] {
  const names = new Map<string, string>();
  for (const { context, elements } of list) {
    const name = elements[level] ?? '*';
    const members = groups.members[level]?.get(name);
    if (members !== undefined)
      for (const member of members) names.set(member, names.get(member) ?? member);
    else if (name !== '*') names.set(name, context.split(';')[level] ?? name);
  }
  return [...names.values()].sort((a, b) => compareText(a.toLowerCase(), b.toLowerCase()));
}

function prefixed<Row>(
  element: string,
  effect: Effect<Row>,
  besides: readonly string[] = [],
): Effect<Row> {
  const { elements, except } = effect.contexts;
  const rest = elements.map(() => '*');
  const all = [
    ...besides.map((name) => [name, ...rest]),
    ...except.map((pattern) => ['*', ...pattern]),
  ];
  return { ...effect, contexts: { elements: [element, ...elements], except: all } };
}

function isEqual<Row>(a: Effect<Row>, b: Effect<Row>): boolean {
  return (
    a.before === b.before && a.after === b.after && patternId(a.contexts) === patternId(b.contexts)
  );
}

/** Tells apart what `patternText` does not: an element that is left out at one level or at another. */
function patternId({ elements, except }: ContextPattern): string {
  return [elements, ...except].map((pattern) => pattern.join(';')).join('|');
}
