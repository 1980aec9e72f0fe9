// The situations of a pull request: what there can be of each kind, and one by seed.
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
  /**
   * What the workflow checks out: the merge that GitHub makes, the same of a run that is started again after another merge,
   * or the branch as Gitea does; with its history or not.
   */
  checkout: ['merge', 'old merge', 'branch', 'branch with history'],
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

/** Of ten situations, four have no value that hides others, three have one, and three have up to two. */
export function bySeed(seed: number): Situation {
  const random = randomOf(seed);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
  const count = pick([0, 0, 0, 0, 1, 1, 1, 2, 2, 2]);
  for (;;) {
    const hidingNames = Array.from({ length: count }, () => pick(Object.keys(HIDING)));
    const valuesOf = (name: Dimension): readonly string[] => {
      const hiding = HIDING[name] ?? [];
      if (hidingNames.includes(name)) return hiding;
      return DIMENSIONS[name].filter((value) => !hiding.includes(value));
    };
    const values = NAMES.map((name) => [name, pick(valuesOf(name))]);
    const situation = Object.fromEntries(values) as Situation;
    if (isPossible(situation)) return situation;
  }
}

type Value = readonly [name: Dimension, value: string];
type Pair = readonly [Value, Value];

/** Pairs of values that can be together, but that none of these situations shows: a third value hides them, or none has both. */
export function pairsNotIn(situations: readonly Situation[]): string[] {
  const shown = new Set(situations.flatMap(shownIn).map(textOfPair));
  return pairs()
    .map(textOfPair)
    .filter((pair) => !shown.has(pair));
}

function pairs(): Pair[] {
  return pairsOf((name) => DIMENSIONS[name]).filter((pair) => isPossible(Object.fromEntries(pair)));
}

function shownIn(one: Situation): Pair[] {
  const hides = hidingIn(NAMES.map((name): Value => [name, one[name]]));
  return pairsOf((name) => [one[name]]).filter((pair) => hidingIn(pair) === hides);
}

/** How many of the values hide others. */
function hidingIn(values: readonly Value[]): number {
  return values.filter(([name, value]) => HIDING[name]?.includes(value)).length;
}

function pairsOf(valuesOf: (name: Dimension) => readonly string[]): Pair[] {
  const values = NAMES.map((name) => valuesOf(name).map((value): Value => [name, value]));
  return values.flatMap((own, at) =>
    own.flatMap((a) => values.slice(at + 1).flatMap((all) => all.map((b): Pair => [a, b]))),
  );
}

function textOfPair(pair: Pair): string {
  return pair.map(([name, value]) => `${name}: ${value}`).join(', ');
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
