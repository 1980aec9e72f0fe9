// What a plan asks, in order, and that no question which fails is taken for an answer.
import { expect, test } from 'vitest';
import { planAgainstBase } from '../../src/core/offline.ts';
import type { RecordAsRead } from '../../src/core/applied.ts';
import { plan } from '../../src/core/plan.ts';
import type { Loaded } from '../../src/documents/load-project.ts';
import { emptyState } from '../../src/model/state.ts';
import { resolveOptions } from '../../src/options.ts';
import type { RecordedApply } from '../../src/record/recorded-apply.ts';
import { load } from '../helpers/project.ts';
import { emptyRepository, pushTo } from '../helpers/repository.ts';
import { counting, Failed, failing, memoryWorld } from '../helpers/worlds.ts';

const OPTIONS = resolveOptions(
  { token: 'secret', url: 'http://local', repository: 'acme/shop' },
  {},
);

/** Keys with a value everywhere and one in Production. */
function shop(...names: string[]): Loaded {
  const keys = names.map((name) => `  ${name}: { values: { "*": 1, Production;*: 2 } }\n`).join('');
  return load({ 'config/shop.yaml': `keys:${keys === '' ? ' {}' : `\n${keys}`}` });
}

function serverWith(...names: string[]) {
  const values = [
    { context: '*;*', value: '1' },
    { context: 'Production;*', value: '2' },
  ];
  const keys = names.map((key) => ({ key, push: true, vdt: 'Text', values }));
  return pushTo(emptyRepository(), { enableKeyCreation: true, data: keys });
}

/** As an apply of commit `c1` recorded it. */
function appliedAs(loaded: Loaded): RecordAsRead {
  const ids = new Map([['a', '1']]);
  const done = {
    state: 'done',
    source: 'c1',
    projectFile: 'confighub.yaml',
    ids,
    types: new Map(),
    secrets: emptyState(),
    kept: [],
  } as unknown as RecordedApply;
  const record = { refs: new Map(), head: 'c1', done, begun: [] };
  return { record, isShared: true, read: [{ apply: done, loaded }] };
}

const COMMITS = new Map([
  ['c1', new Map([['a', '1']])],
  ['c2', new Map([['a', '2']])],
]);

const DELETION = {
  repository: serverWith('a', 'b'),
  isOpen: false,
  commits: COMMITS,
  files: shop('a'),
  record: appliedAs(shop('a', 'b')),
};

/** What every plan asks, up to what live is read from; and what is secret, where a record says it. */
const FIRST = ['exported', 'detail', 'files', 'record'];
const SECRET = ['differences', 'head', 'otherProjects'];

test('a plan against the base is made in a world that knows neither the server nor the record', async () => {
  const versions = new Map([['c1', shop('a', 'b')]]);
  const { world, asked } = counting(memoryWorld({ ...DELETION, versions }));
  const { plan: made } = await planAgainstBase(world, OPTIONS, 'c1');
  expect(made.changes.map(({ action, name }) => `${action} ${name}`)).toContain('delete b');
  const unknown = [
    'detail',
    'repositories',
    'exported',
    'pull',
    'keyData',
    'tokenProblem',
    'record',
  ];
  expect(asked.filter((question) => unknown.some((one) => question.startsWith(one)))).toEqual([]);
  expect(asked.slice(0, 2)).toEqual(['files', 'version c1 base']);
});

test('a question that fails fails the plan, or is said in it', async () => {
  const { world, asked } = counting(memoryWorld(DELETION));
  const without = await plan(world, OPTIONS);
  const told: string[] = [];
  for (let n = 1; n <= asked.length; n++) {
    const result = await plan(failing(memoryWorld(DELETION), n), OPTIONS)
      .then(({ plan: made }) => made)
      .catch((error: unknown) => error);
    const isSaid =
      !(result instanceof Error) && JSON.stringify(result) !== JSON.stringify(without.plan);
    const became = result instanceof Failed ? 'fails' : isSaid ? 'is said' : `${result}`;
    told.push(`${asked[n - 1]}: ${became}`);
  }
  expect(told).toEqual([
    ...FIRST.map((question) => `${question}: fails`),
    'pull *;*: fails',
    'pull Production;*: fails',
    ...SECRET.map((question) => `${question}: fails`),
    'repositories: fails',
    'keyData b: fails',
    'head: fails',
    'isAncestor c1 c2: is said',
    'idsIn c1: is said',
  ]);
});
