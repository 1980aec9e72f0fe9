// Random commits over two and three stages, and what the built-in server has before and after each of them.
import fc from 'fast-check';
import { parseApproval } from '../../src/model/approval.ts';
import { contextId } from '../../src/model/context.ts';
import { Place, Source } from '../../src/model/diagnostic.ts';
import type { Plan } from '../../src/model/plan.ts';
import { PRUNE_MODES, type PruneMode } from '../../src/model/project.ts';
import {
  type Item,
  itemId,
  onlyRows,
  type Row,
  type State,
  type Vdt,
} from '../../src/model/state.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import { compareStates, makePlan } from '../../src/plan/make-plan.ts';
import { present } from '../../src/plan/prune.ts';
import type { Repository } from '../../src/server/state.ts';
import { type Assignment, assignmentOf } from '../../src/stages/assign.ts';
import { type Split, splitChanges, stageInput } from '../../src/stages/split.ts';
import { inputOf, liveOf } from '../helpers/repository.ts';
import { type FileRow, type Key, stateFrom } from '../helpers/states.ts';

const LEVELS = ['Environment', 'Application'];
const ENVIRONMENTS = ['S', 'T', 'P'];
const APPLICATIONS = ['A', 'B'];
/** Those of the rows, and one that no row names. */
export const CONTEXTS = [...ENVIRONMENTS, 'other'].flatMap((environment) =>
  [...APPLICATIONS, 'other'].map((application) => [environment, application]),
);
const ROW_CONTEXTS = ['*', ...ENVIRONMENTS].flatMap((environment) =>
  ['*', ...APPLICATIONS].map((application) =>
    environment === '*' && application === '*' ? '*' : `${environment};${application}`,
  ),
);

export interface Commit {
  stages: readonly string[];
  before: State;
  desired: State;
  /** What others changed since. */
  drifted: State;
  prune: PruneMode;
  isApplied: boolean;
}

const text = fc.constantFrom('1', '2', '3');
const rows = (texts: fc.Arbitrary<string | null>) =>
  fc
    .uniqueArray(fc.record({ context: fc.constantFrom(...ROW_CONTEXTS), text: texts }), {
      selector: ({ context }) => contextId(context),
      maxLength: 6,
    })
    .map((some) => new Map(some.map((row): [string, Row] => [contextId(row.context), row])));

const key = (name: string): fc.Arbitrary<Key> =>
  fc
    .record({
      vdt: fc.constantFrom<Vdt | undefined>('Text', 'Integer', undefined),
      readme: fc.constantFrom('one', 'two', undefined),
      push: fc.constantFrom(true, undefined, undefined, undefined),
      rows: rows(text),
    })
    .map(({ rows, ...fields }) => ({
      name,
      ...Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)),
      rows,
    }));

const file = (path: string): fc.Arbitrary<FileRow[]> =>
  rows(fc.constantFrom('x\n', 'y\n', '${k0}\n')).map((some) =>
    [...some.values()].map((row) => ({ path, ...row })),
  );

/** A key that names the file. */
const ref = rows(fc.constant('f')).map((rows): Key => ({ name: 'ref', vdt: 'FileRef', rows }));

const state = fc
  .record({ k0: key('k0'), k1: key('k1'), ref, file: file('f'), picks: fc.array(fc.boolean()) })
  .map(({ k0, k1, ref, file, picks }) => {
    const [hasFirst = true, hasSecond = true, hasFile = true, hasRef = false] = picks;
    return stateFrom({
      keys: [...(hasFirst ? [k0] : []), ...(hasSecond ? [k1] : []), ...(hasRef ? [ref] : [])],
      files: hasFile ? file : [],
    });
  });

/** The first state, in which some rows are as in the second. */
function mixed(first: State, second: State, picks: readonly boolean[]): State {
  let next = 0;
  const isSecond = () => picks[next++ % picks.length] === true;
  const items = new Map<string, Item>();
  for (const id of new Set([...first.items.keys(), ...second.items.keys()])) {
    const [one, other] = [first.items.get(id), second.items.get(id)];
    const named = isSecond() ? (other ?? one) : (one ?? other);
    if (named === undefined) continue;
    const contexts = new Set([...(one?.rows.keys() ?? []), ...(other?.rows.keys() ?? [])]);
    const rows = [...contexts].flatMap((context): [string, Row][] => {
      const row = (isSecond() ? other : one)?.rows.get(context);
      return row === undefined ? [] : [[context, row]];
    });
    if (named.kind === 'key' || rows.length > 0) items.set(id, { ...named, rows: new Map(rows) });
  }
  return { items };
}

/** With some keys declared absent, whoever made their rows. */
function withAbsent(state: State, names: readonly string[]): State {
  const absent = names.map((name): [string, Item] => {
    const item: Item = { kind: 'key', name, absent: true, rows: new Map() };
    return [itemId(item), item];
  });
  return { items: new Map([...state.items, ...absent]) };
}

const absentKeys = fc.constantFrom([], [], [], [], ['k0'], ['k1']);

const picks = fc.array(fc.boolean(), { minLength: 7, maxLength: 23 });
const seldom = fc.array(fc.constantFrom(false, false, false, false, true), {
  minLength: 7,
  maxLength: 23,
});

export const commit: fc.Arbitrary<Commit> = fc
  .record({
    stages: fc.constantFrom(['S', 'P'], ['S', 'T', 'P'], ['T', 'S', 'P'], ['P', 'T', 'S']),
    states: fc.tuple(state, state, state),
    absent: fc.tuple(absentKeys, absentKeys),
    picks: fc.tuple(picks, seldom),
    prune: fc.constantFrom(...PRUNE_MODES, 'managed' as const, 'managed' as const),
    isApplied: fc.constantFrom(true, true, true, false),
  })
  .map(({ states: [first, other, theirs], picks: [ours, others], absent, ...rest }) => ({
    ...rest,
    before: withAbsent(first, absent[0]),
    desired: withAbsent(mixed(first, other, ours), absent[1]),
    drifted: mixed(present(withAbsent(first, absent[0])), theirs, others),
  }));

function assignmentIn({ stages }: Pick<Commit, 'stages'>): Assignment {
  const place = new Place(new Source('confighub.yaml', ''), 0);
  const known = [ENVIRONMENTS, APPLICATIONS].map(
    (names) => new Map(names.map((name) => [name.toLowerCase(), name])),
  );
  const assignment = assignmentOf(
    stages.map((name) => ({ name, place })),
    { elements: known, isComplete: true },
    LEVELS,
  );
  if ('problems' in assignment) throw new Error(JSON.stringify(assignment.problems));
  return assignment;
}

export function wholeInput(commit: Commit, repository: Repository, lastApplied: State | undefined) {
  return inputOf({
    desired: commit.desired,
    live: liveOf(repository),
    lastApplied,
    prune: commit.prune,
    forceKeyPush: true,
    limits: { deletes: 100, updates: 100, existing: 1000, maxDeletes: 1000, maxUpdates: 1000 },
  });
}

/** @param before the stages that are applied before it */
export function stageOf(
  whole: PlanInput,
  commit: Commit,
  index: number,
  before: readonly number[],
): { split: Split; input: PlanInput } {
  const split = splitChanges(whole, compareStates(whole), assignmentIn(commit));
  return { split, input: stageInput(split, index, before).input };
}

/** With whatever may be approved approved. */
export function approved(input: PlanInput): Plan {
  const plan = makePlan(input);
  const approval = plan.approval === undefined ? undefined : parseApproval(plan.approval);
  return approval === undefined ? plan : makePlan({ ...input, approval });
}

/** What counts as applied after some stages were: their rows are those of the commit. */
export function appliedAfter(
  commit: Commit,
  { stageOf, lastStageOfKey }: Pick<Split, 'stageOf' | 'lastStageOfKey'>,
  stage: number,
): State | undefined {
  if (!commit.isApplied) return undefined;
  const done = onlyRows(commit.desired, (at) => (stageOf(at) ?? 0) <= stage);
  const waiting = onlyRows(commit.before, (at) => (stageOf(at) ?? 0) > stage);
  const items = new Map(done.items);
  for (const [id, item] of waiting.items) {
    const known = items.get(id);
    const isWaiting = known?.absent !== item.absent && lastStageOfKey(id) > stage;
    items.set(id, {
      ...(isWaiting ? item : (known ?? item)),
      rows: new Map([...item.rows, ...(known?.rows ?? [])]),
    });
  }
  return { items };
}
