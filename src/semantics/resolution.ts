// Which row answers a context: weights, context groups, and conflicting rows (behaviour.md, section 14).
import { fullContext } from '../model/context.ts';
import { type Item, type Row, type State, isPresent } from '../model/state.ts';

export interface ContextGroup {
  /** Name of its level. */
  level: string;
  name: string;
  members: readonly string[];
}

/** Context groups by level, in lower case. */
export interface Groups {
  readonly depth: number;
  /** For each level, the members of each group. */
  readonly members: readonly ReadonlyMap<string, ReadonlySet<string>>[];
}

export function indexGroups(levels: readonly string[], groups: readonly ContextGroup[]): Groups {
  const members = levels.map((level) => {
    const ofLevel = groups.filter((group) => group.level === level);
    return new Map(
      ofLevel.map(({ name, members }) => [
        name.toLowerCase(),
        new Set(members.map((member) => member.toLowerCase())),
      ]),
    );
  });
  return { depth: levels.length, members };
}

/** Weight of an element at the last level; each level before it counts half. */
const FULL_WEIGHT = 5120;

/** Weight of a full context. A group weighs slightly less than an element, and less still at broader levels. */
export function weightOf(context: string, groups: Groups): number {
  let weight = 0;
  for (const [level, element] of context.toLowerCase().split(';').entries()) {
    if (element === '*') continue;
    const fromRight = groups.depth - level;
    weight +=
      FULL_WEIGHT / 2 ** (fromRight - 1) - (groups.members[level]?.has(element) ? fromRight : 0);
  }
  return weight;
}

/** `undefined` at a level matches any element. */
export type RequestedElements = readonly (string | undefined)[];

/** Returns a cached function: the weight of a row's context if it answers the request, otherwise `undefined`. */
export function weigher(
  request: RequestedElements,
  groups: Groups,
): (context: string) => number | undefined {
  const accepted = request.map((element, level) =>
    element === undefined ? undefined : acceptedBy(element.toLowerCase(), groups.members[level]),
  );
  const weights = new Map<string, number | undefined>();
  return (context) => {
    if (weights.has(context)) return weights.get(context);
    const elements = context.toLowerCase().split(';');
    const matches = elements.every(
      (element, level) => element === '*' || (accepted[level]?.has(element) ?? true),
    );
    const weight = matches ? weightOf(context, groups) : undefined;
    weights.set(context, weight);
    return weight;
  };
}

/** A request for an element is also answered by the groups that have it as a member. */
function acceptedBy(element: string, groups: Groups['members'][number] = new Map()): Set<string> {
  const accepted = new Set([element]);
  for (const [group, members] of groups) if (members.has(element)) accepted.add(group);
  return accepted;
}

/** The row with the highest weight. In a tie the server takes any; this takes the oldest and calls `onTie`. */
export function heaviest<R extends { readonly context: string; readonly serial: number }>(
  rows: Iterable<R>,
  weigh: (context: string) => number | undefined,
  onTie: () => void = () => {},
): R | undefined {
  let best: R | undefined;
  let bestWeight = -1;
  let tied = false;
  for (const row of rows) {
    const weight = weigh(row.context);
    if (weight === undefined || weight < bestWeight) continue;
    tied = weight === bestWeight;
    if (best !== undefined && tied && best.serial < row.serial) continue;
    best = row;
    bestWeight = weight;
  }
  if (tied) onTie();
  return best;
}

/**
 * The rows of a state that win in one context, by item. What must not exist (`opp: delete`) wins nothing. In a tie, the
 * first row of the state wins.
 */
export function winnersOf(
  { items }: State,
  request: RequestedElements,
  groups: Groups,
): Map<string, { item: Item; row: Row }> {
  const weigh = weigher(request, groups);
  const winners = new Map<string, { item: Item; row: Row }>();
  for (const [id, item] of items) {
    const rows = isPresent(item) ? [...item.rows.values()].filter(isPresent) : [];
    const full = rows.map((row, serial) => ({
      row,
      serial,
      context: fullContext(row.context, groups.depth),
    }));
    const row = heaviest(full, weigh)?.row;
    if (row !== undefined) winners.set(id, { item, row });
  }
  return winners;
}

/**
 * Whether a row of one context may not exist together with a row of the other: where the first names a group that shares
 * members with other groups, the second names one of those, and everywhere else they are the same.
 */
export function inConflict(context: string, other: string, groups: Groups): boolean {
  const mine = context.toLowerCase().split(';');
  const theirs = other.toLowerCase().split(';');
  const rivals = mine.map((element, level) => rivalsOf(element, groups.members[level]));
  if (rivals.every((names) => names.size === 0)) return false;
  if (weightOf(context, groups) !== weightOf(other, groups)) return false;
  return mine.every((element, level) => {
    const names = rivals[level] ?? new Set();
    const against = theirs[level] ?? '*';
    return names.size > 0 ? names.has(against) : element === against;
  });
}

/** The other groups that share a member with this one. */
function rivalsOf(element: string, groups: Groups['members'][number] = new Map()): Set<string> {
  const members = groups.get(element);
  if (members === undefined) return new Set();
  const rivals = [...groups].filter(
    ([name, others]) => name !== element && [...others].some((member) => members.has(member)),
  );
  return new Set(rivals.map(([name]) => name));
}
