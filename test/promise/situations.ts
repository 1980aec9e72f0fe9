// The situations of a pull request: what there can be of each kind, all pairs of them, and some by seed.
import { randomOf } from '../crash/kills.ts';

/** Each kind with its values; the first is the ordinary one. */
const DIMENSIONS = {
  /** The branch and its base: nothing missing; the base has moved on; the base has a commit that is not applied yet. */
  branch: ['up to date', 'behind', 'ahead of an apply'],
  merge: ['merge commit', 'squash', 'rebase', 'two in one push'],
  /** Between plan and merge. */
  meanwhile: ['nothing', 'another merge'],
  project: ['unchanged', 'in a folder', 'new', 'moved', 'renamed'],
  /** What one of the files of the branch is, or what lies in the workspace of its plan. */
  files: ['plain', 'link', 'submodule', 'LFS', 'filtered', 'untracked', 'ignored'],
  /** Of the plan. Without one it reads what the server shows to everybody, and the apply has its own. */
  token: ['there', 'absent', 'of another repository'],
  record: ['there', 'none', 'of the branch', 'of another commit', 'of another project', 'begun'],
  server: ['as applied', 'drifted', 'unreachable', 'of another state'],
  /** Whether the plan may read the server: one of a fork has no secrets. */
  plan: ['with server', 'without'],
  /** What the workflow checks out: the merge that GitHub makes, or the branch as Gitea does; with its history or not. */
  checkout: ['merge', 'branch', 'branch with history'],
  /** Of the project: each of two targets has all documents, and a repository of its own. */
  targets: ['one', 'two'],
  /** How the apply after the merge goes. Killed or cancelled, it is run again; without a run of its own, later merges bring it. */
  apply: [
    'to its end',
    'killed before its push',
    'killed at its push',
    'killed before its record is finished',
    'killed before its comment',
    'cancelled at its push',
    'only with later merges',
  ],
  /** What of the Git host does not answer, and when. An apply without origin is run again. */
  host: [
    'there',
    'no API while planning',
    'no API after the merge',
    'no origin while planning',
    'no origin before the push',
    'no origin after the push',
  ],
} as const;

type Dimensions = typeof DIMENSIONS;
type Dimension = keyof Dimensions;
export type Situation = { readonly [Name in Dimension]: Dimensions[Name][number] };

const NAMES = Object.keys(DIMENSIONS) as Dimension[];

/** What happens to a run besides. In the ordinary suite, each of these values occurs, but not each pair with another one. */
const STEPS: readonly Dimension[] = ['targets', 'apply', 'host'];

/** Values that cannot be together: a project that is new has no record in any case. */
const IMPOSSIBLE: readonly Partial<Situation>[] = [
  { project: 'new', record: 'none' },
  { project: 'new', record: 'of the branch' },
  { project: 'new', record: 'of another commit' },
  { project: 'new', record: 'begun' },
  // Nothing would be applied that could be lost.
  { project: 'new', server: 'of another state' },
  // The branch is applied from where it lies, so its files must be there.
  { record: 'of the branch', project: 'moved' },
  { record: 'of the branch', project: 'renamed' },
  { record: 'of the branch', files: 'link' },
  { record: 'of the branch', files: 'submodule' },
  { record: 'of the branch', files: 'LFS' },
];

function isPossible(one: Partial<Situation>): boolean {
  // The apply is run twice for one reason.
  const { apply = 'to its end', host = 'there' } = one;
  if (apply !== 'to its end' && host.includes('push')) return false;
  return !IMPOSSIBLE.some((pair) =>
    Object.entries(pair).every(([name, value]) => one[name as Dimension] === value),
  );
}

/** With these a plan cannot know what the merge does, or is refused, so that nothing else of the situation shows. */
const HIDING: { readonly [Name in Dimension]?: readonly string[] } = {
  project: ['new'],
  files: ['link', 'submodule', 'LFS'],
  token: ['of another repository'],
  record: ['none', 'of the branch', 'of another commit', 'of another project'],
  server: ['unreachable', 'of another state'],
  plan: ['without'],
  host: ['no origin while planning'],
};

function isHiding(name: Dimension, value: string): boolean {
  return HIDING[name]?.includes(value) ?? false;
}

type Value = readonly [name: Dimension, value: string];
type Pair = readonly [Value, Value];

/**
 * Few situations in which all pairs of values occur that can be together, always the same. A pair of values that hide
 * nothing counts where nothing else hides it.
 * @param isStrict whether any other pair, too, counts only where no third value hides it
 */
export function allPairs({ isStrict = false } = {}): Situation[] {
  const left = new Map(pairs(isStrict).map((pair) => [pair.join(), pair]));
  // Of thirty numbers tried, one with the fewest situations.
  const random = randomOf(6);
  const found: Situation[] = [];
  for (let [next] = left.values(); next !== undefined; [next] = left.values()) {
    const made = best(next, { left, isStrict, random });
    found.push(made);
    for (const pair of shownIn(made, isStrict)) left.delete(pair.join());
  }
  return found;
}

interface Choice {
  left: ReadonlyMap<string, Pair>;
  isStrict: boolean;
  random: () => number;
}

const TRIES = 40;

/** Of some situations with a pair, the one that shows most of the pairs that are left. */
function best(pair: Pair, { left, isStrict, random }: Choice): Situation {
  const given = Object.fromEntries(pair) as Partial<Situation>;
  const count = (one: Situation) =>
    shownIn(one, isStrict).filter((shown) => left.has(shown.join())).length;
  const hides = hidden(pair) === 0 || isStrict ? hidden(pair) : 2;
  const made = Array.from({ length: TRIES }, () => filled(given, { random, hides, isStrict }));
  const ranked = made
    .map((situation) => ({ situation, count: count(situation) }))
    .sort((a, b) => b.count - a.count);
  const [most] = ranked;
  if (most === undefined || most.count === 0) throw new Error(`No situation shows ${pair.join()}`);
  return most.situation;
}

/** How many of the values hide others: none, one, or some. */
function hidden(values: readonly Value[]): 0 | 1 | 2 {
  return Math.min(2, values.filter((one) => isHiding(...one)).length) as 0 | 1 | 2;
}

interface Filling {
  random: () => number;
  hides: 0 | 1 | 2;
  isStrict: boolean;
}

/** Of the steps that are not given, so many are the ordinary one. */
const ORDINARY_STEPS = 0.8;

/** Some situation that can be, with these values. What is not given hides something only where that does not matter any more. */
function filled(given: Partial<Situation>, { random, hides, isStrict }: Filling): Situation {
  const chosenFor = (name: Dimension): string => {
    const [ordinary] = DIMENSIONS[name];
    if (!isStrict && STEPS.includes(name) && random() < ORDINARY_STEPS) return ordinary;
    const all = DIMENSIONS[name].filter((value) => hides === 2 || !isHiding(name, value));
    return pick<string>(all, random);
  };
  for (;;) {
    const chosen = NAMES.map((name) => [name, given[name] ?? chosenFor(name)]);
    const situation = Object.fromEntries(chosen) as Situation;
    if (isPossible(situation)) return situation;
  }
}

function pick<One>(list: readonly One[], random: () => number): One {
  return list[Math.floor(random() * list.length)] as One;
}

/** Of three situations, two hide nothing. */
export function bySeed(seed: number): Situation {
  const random = randomOf(seed);
  if (random() < 2 / 3) return filled({}, { random, hides: 0, isStrict: true });
  const [name, values] = pick(Object.entries(HIDING), random);
  return filled({ [name]: pick(values, random) }, { random, hides: 1, isStrict: true });
}

function pairs(isStrict: boolean): Pair[] {
  return pairsOf((name) => DIMENSIONS[name], isStrict).filter((pair) =>
    isPossible(Object.fromEntries(pair)),
  );
}

function shownIn(one: Situation, isStrict: boolean): Pair[] {
  const hides = hidden(NAMES.map((name): Value => [name, one[name]]));
  return pairsOf((name) => [one[name]], isStrict).filter((pair) =>
    isStrict ? hidden(pair) === hides : hidden(pair) > 0 || hides === 0,
  );
}

/** Unless it is strict, a value of a step makes no pair but with itself. */
function pairsOf(valuesOf: (name: Dimension) => readonly string[], isStrict: boolean): Pair[] {
  const others = isStrict ? NAMES : NAMES.filter((name) => !STEPS.includes(name));
  const alone = isStrict
    ? []
    : STEPS.flatMap((name) =>
        valuesOf(name).map(
          (x): Pair => [
            [name, x],
            [name, x],
          ],
        ),
      );
  const together = others.flatMap((a, at) =>
    others
      .slice(at + 1)
      .flatMap((b) =>
        valuesOf(a).flatMap((x) =>
          valuesOf(b).map((y): Pair => [[a, x] as const, [b, y] as const]),
        ),
      ),
  );
  return [...together, ...alone];
}

/** Without what is ordinary. */
export function textOf(one: Situation): string {
  const odd = NAMES.filter((name) => one[name] !== DIMENSIONS[name][0]);
  return odd.length === 0
    ? 'everything is ordinary'
    : odd.map((name) => `${name}: ${one[name]}`).join(', ');
}

/** The same with more that is ordinary, one dimension after the other. */
export function* simpler(one: Situation): Generator<Situation> {
  for (const name of NAMES) {
    const ordinary = { ...one, [name]: DIMENSIONS[name][0] };
    if (one[name] !== ordinary[name] && isPossible(ordinary)) yield ordinary;
  }
}
