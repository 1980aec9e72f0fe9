// The server answers in the order of its hash tables: a plan is the same in any order.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { expect, test } from 'vitest';
import { emptyState } from '../../src/model/state.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import { readExport } from '../../src/remote/wire.ts';
import { stateOf } from '../helpers/project.ts';
import { type Given, planOf } from '../helpers/repository.ts';

type Rows = [context: string, value: string][];

function key(name: string, rows: Rows, vdt = 'Text') {
  const values = rows.map(([context, value]) => ({ context, value, active: true }));
  return { key: name, vdt, push: true, deprecated: false, values };
}

const file = (path: string, content: string, context = '*;*') => ({ file: path, context, content });

/** The plan of a server that has the rows of a key as given, which is that of one that has them in reverse. */
function planInAnyOrder(
  given: Omit<Given, 'live'>,
  live: (order: <T>(rows: T[]) => T[]) => object[],
) {
  const [plan, again] = [live((rows) => rows), live((rows) => [...rows].reverse())].map((data) =>
    planOf({ ...given, live: readExport({ data }) }),
  );
  expect(again).toEqual(plan);
  return plan as NonNullable<typeof plan>;
}

test.for<[what: string, declares: string, name: string, rows: Rows, vdt?: string]>([
  [
    'carries a change of metadata',
    'keys: { a: { readme: of it } }',
    'a',
    [
      ['P;*', 'x'],
      ['*;*', 'y'],
      ['D;*', 'z'],
    ],
  ],
  [
    'does not fit a new type',
    'keys: { a: { vdt: Integer } }',
    'a',
    [
      ['P;*', 'x'],
      ['*;*', 'y'],
    ],
  ],
  [
    'closes a cycle of files',
    'files: { f0: { "*": { content: "${e}" } } }',
    'e',
    [
      ['*;*', 'f1'],
      ['P;*', 'f2'],
    ],
    'FileEmbed',
  ],
])('a value that %s', ([, declares, name, rows, vdt]) => {
  const others = [file('f0', ''), file('f1', '${g}'), file('f2', '${g}')];
  const embed = key('g', [['*;*', 'f0']], 'FileEmbed');
  const plan = planInAnyOrder({ desired: stateOf(declares) }, (order) => [
    key(name, order(rows), vdt),
    embed,
    ...others,
  ]);
  expect(plan.changes).toHaveLength(1);
});

test.for([
  ['as declared, and as not', ['2', '1']],
  ['three times', ['3', '1', '2']],
  ['always the same', ['1', '1']],
] as const)('a value that is there more than once: %s', ([, texts]) => {
  const desired = stateOf('keys: { a: { values: { Production;*: 1 } } }');
  const plan = planInAnyOrder({ desired, lastApplied: desired, onDrift: 'keep' }, (order) => [
    key('a', order(texts.map((text): Rows[number] => ['Production;*', text]))),
  ]);
  expect(plan).toMatchObject({
    changes: [{ action: 'update', before: '1', after: '1', cause: 'declared' }],
    drift: [],
  });
  const actions = phasesOf(plan).map((phase) => phase.map(({ action }) => action));
  expect(actions).toEqual([...texts.slice(1).map(() => ['delete']), ['update']]);
});

test('unmanaged items: keys before files, by name, broad contexts first', () => {
  const contexts = ['Prod;*', '*;*', 'Dev;Web'];
  const { unmanagedItems } = planInAnyOrder(
    { desired: emptyState(), listUnmanaged: true },
    (order) =>
      order([
        ...['b', 'a'].map((name) => key(name, order(contexts.map((one) => [one, 'x'])))),
        ...contexts.flatMap((one) => [file('b', '', one), file('a', '', one)]),
      ]),
  );
  const sorted = (kind: string, name: string) =>
    ['*;*', 'Dev;Web', 'Prod;*'].map((context) => ({ kind, name, context }));
  expect(unmanagedItems).toMatchObject([
    ...[...sorted('value', 'a'), ...sorted('value', 'b')],
    ...[...sorted('file', 'a'), ...sorted('file', 'b')],
  ]);
});
