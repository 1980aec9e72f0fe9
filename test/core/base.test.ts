// `plan --base`: which changes are the work of a branch, and which were pending before it.
import { describe, expect } from 'vitest';
import { planTarget } from '../../src/commands/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import { isCounted, type Plan } from '../../src/model/plan.ts';
import { mask } from '../../src/render/mask.ts';
import { textPlan } from '../../src/render/text.ts';
import { REPOSITORY } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import { representatives } from '../helpers/suite.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { nightly, test } from '../helpers/test.ts';

const PROJECT = 'levels: [Environment, Application]\n';

type Files = Record<string, string>;

/** The files of a project with one document; settings stand in its project file. */
function project(document: string, settings = ''): Files {
  return { 'confighub.yaml': `${PROJECT}${settings}\n`, 'config/a.yaml': `${document}\n` };
}

/** A project with these keys, or other files. */
const filesOf = (given: Given) =>
  typeof given === 'string' ? project(`keys: { ${given} }`) : given;
type Given = string | Files;

/** Variables that are set once the first is applied. */
type Commits = [applied: Given, base: Given, head: Given, env?: Record<string, string>];

/** What is applied, then committed to main and not applied yet, then committed on a branch. */
async function planned(team: Team, [applied, base, head, env = {}]: Commits): Promise<Compared> {
  const ada = team.member('ada');
  Object.assign(team.sandbox.env, { SECRET: 'hunter-1' });
  ada.commit(filesOf(applied));
  await ada.apply();
  Object.assign(team.sandbox.env, env);
  const commit = ada.commit(filesOf(base));
  ada.commit(filesOf(head));
  return { ada, commit, result: await ada.plan({ base: commit }) };
}

interface Compared {
  ada: Member;
  commit: string;
  result: PlanResult;
}

/** `+ a here`, `- b before`: only what is counted. */
function told({ changes }: Plan): string[] {
  const symbols = { create: '+', update: '~', delete: '-' };
  return changes
    .filter(isCounted)
    .map((one) => `${symbols[one.action]} ${one.name} ${one.pending ? 'before' : 'here'}`);
}

const ROWS: [what: string, commits: Commits, said: string[], dropped?: number][] = [
  [
    'new, changed and removed values',
    [
      'a: 1, b: 1, c: 1, d: 1, e: 1',
      'a: 2, b: 1, d: 1, e: 1, f: 1',
      'a: 2, b: 2, e: 1, f: 1, g: 1',
    ],
    ['~ a before', '~ b here', '- c before', '- d here', '+ f before', '+ g here'],
  ],
  [
    'a pending change that the branch changes, and one that it takes back',
    ['a: 1, b: 1, c: 1', 'a: 2, b: 2, d: 1', 'a: 3, b: 1, c: 1'],
    ['~ a here'],
    3,
  ],
  [
    'a pending removal that the branch declares',
    ['a: 1, b: 1', 'a: 1', 'a: 1, b: { opp: delete }'],
    ['- b before'],
  ],
  [
    'metadata, member by member a change of its own',
    [
      'a: 1, b: 1, c: 1',
      'a: { readme: x, value: 1 }, b: { readme: x, value: 1 }, c: 1',
      'a: { readme: x, value: 2 }, b: { readme: y, value: 1 }, c: { deprecated: true, value: 1 }',
    ],
    ['~ a before', '~ a here', '~ b here', '~ c here'],
  ],
  [
    'a further value of a key that is pending',
    [
      'a: 1',
      'a: 1, b: { values: { "*;*": 1 } }',
      'a: 1, B: { values: { "*;*": 1, "Production;*": 2 } }',
    ],
    ['+ B before', '+ B here'],
  ],
  [
    'files, their contexts, and their contents beside the document',
    [
      project('keys: { k: 1 }\nfiles: { a: { "*": { content: x } }, b: { "*": { content: x } } }'),
      {
        ...project(
          'keys: { k: 1 }\nfiles: { a: { "*": { path: a.txt } }, c: { "*": { path: c.txt } } }',
        ),
        'config/a.txt': 'base',
        'config/c.txt': 'base',
      },
      {
        ...project(
          'keys: { k: 1 }\nfiles: { a: { "*": { path: a.txt } }, c: { "*": { path: c.txt } , "Production;*": { path: c.txt } } }',
        ),
        'config/a.txt': 'base',
        'config/c.txt': 'head',
      },
    ],
    ['~ a before', '- b before', '+ c here', '+ c here'],
  ],
  [
    'a secret whose variable has another value now, under the same name or another',
    [
      'a: { value: { env: SECRET } }, b: { value: { env: SECRET } }',
      'a: { value: { env: SECRET } }, b: { value: { env: SECRET } }',
      'a: { value: { env: SECRET } }, b: { value: { env: OTHER } }',
      { SECRET: 'hunter-2', OTHER: 'hunter-3' },
    ],
    ['~ a before', '~ b here'],
  ],
  [
    'a base without a project',
    ['a: 1', { 'confighub.yaml': 'include: ["none/*.yaml"]\n' }, 'a: 2, b: 1'],
    ['~ a here', '+ b here'],
  ],
  [
    'a base that goes to another repository',
    [
      'a: 1',
      project('keys: { a: 2 }', 'repository: acme/other'),
      project('keys: { a: 2 }', 'repository: acme/shop'),
    ],
    ['~ a here'],
  ],
];

describe.concurrent('a plan with a base distinguishes', () => {
  test.for(representatives(ROWS, 5))('%s', async ([what, commits, said, dropped = 0], { team }) => {
    const { result, commit, ada } = await planned(team, commits);
    // The repository comes from the options, where the files do not name it.
    const isNamed = what.includes('another repository');
    const { plan: made } = isNamed ? await namedByFiles(ada, commit) : result;
    expect(told(made)).toEqual(said);
    const pending = said.filter((line) => line.endsWith(' before')).length;
    expect(made.base).toEqual({ commit, pending, dropped });
    expect(result.remarks).toEqual([]);
  });

  nightly(
    'deletes caused by `prune: all` on the branch from those pending before',
    async ({ team, ada }) => {
      const managed = ada.commit(project('keys: { a: 1 }'));
      await ada.apply();
      const data = [{ key: 'foreign', push: true, values: [{ context: '*;*', value: '1' }] }];
      await push(team.server, { enableKeyCreation: true, data }, { token: 'default' });
      const all = ada.commit(project('keys: { a: 1 }', 'prune: all'));
      expect(told((await ada.plan({ base: managed })).plan)).toEqual(['- foreign here']);
      expect(told((await ada.plan({ base: managed, prune: 'all' })).plan)).toEqual([
        '- foreign before',
      ]);
      ada.commit(project('keys: { a: 2 }', 'prune: all'));
      expect(told((await ada.plan({ base: all })).plan)).toEqual(['~ a here', '- foreign before']);
    },
  );
});

function namedByFiles(ada: Member, base: string): Promise<PlanResult> {
  const { repository: _, ...options } = ada.options({ base });
  return planTarget(options, ada.runtime());
}

describe.concurrent('a plan with a base', () => {
  test('marks pending changes, and shows changes of safety settings first', async ({ team }) => {
    const { result, commit } = await planned(team, [
      'a: 1, b: 1',
      project('keys: { a: 2, b: 1, gone: 1 }', 'protect: [x]'),
      project('keys: { a: 2, b: 2 }', 'prune: all\nlimits: { maxDeletes: 5 }'),
    ]);
    const plan = mask(result.plan);
    expect(textPlan(plan, { color: false }).split('\n').slice(1)).toEqual([
      '',
      'This branch changes safety settings:',
      '  ! prune       managed → all  less strict  confighub.yaml:2:8',
      '  ! protect     x → not set    less strict  was confighub.yaml:2:10',
      '  ! maxDeletes  100 → 5        stricter  confighub.yaml:3:9',
      '',
      '  ~ b  *;*  "1" → "2"  config/a.yaml:1:15',
      '',
      'Pending already, not from this branch: 0 to create, 1 to update, 0 to delete:',
      '  ~ a  *;*  "1" → "2"  config/a.yaml:1:9',
      '',
      'Both changes affect every environment.',
      '',
      '1 of 2 changes was pending already, and is not from this branch.',
      '1 change that was pending already is no longer planned.',
      '',
      'Plan: 0 to create, 2 to update, 0 to delete.',
      '',
    ]);
    expect(plan.base).toEqual({ commit, pending: 1, dropped: 1 });
  });

  nightly('counts no dropped changes if live cannot be read', async () => {
    const repositories = [{ ...REPOSITORY, flags: { tokenFreePull: false } }];
    await withTeam(
      async (team) => {
        const { result, commit } = await planned(team, [
          'a: 1, b: 1',
          'a: 2, b: 1, gone: 1',
          'a: 2, b: 2',
        ]);
        expect(told(result.plan)).toEqual(['~ a before', '~ b here']);
        expect(result.plan).toMatchObject({ live: 'pulls' });
        expect(result.plan.base).toEqual({ commit, pending: 1 });
      },
      { repositories },
    );
  });

  nightly(
    'fetches a full commit SHA into a shallow clone; otherwise it warns, and plans without the base',
    async ({ team }) => {
      const { commit } = await planned(team, ['a: 1', 'a: 2', 'a: 2, b: 1']);
      const job = team.member('job', '--depth=1');
      expect(told((await job.plan({ base: commit })).plan)).toEqual(['~ a before', '+ b here']);
      for (const base of ['HEAD~1', 'no-such', '--all', '0'.repeat(40)]) {
        const { plan, remarks } = await job.plan({ base });
        expect(told(plan)).toEqual(['~ a here', '+ b here']);
        expect(plan).not.toHaveProperty('base');
        expect(plan).not.toHaveProperty('safety');
        expect(remarks).toEqual([
          expect.stringMatching(/^Unknown base .* no such commit\. .*fetch-depth: 0/),
        ]);
      }
    },
  );

  nightly('reads a base that is missing in a partial clone', async ({ team, ada }) => {
    ada.commit(project('keys: { a: 1 }'));
    await ada.apply();
    const base = ada.commit(project('keys: { a: 1, b: 2 }'));
    ada.commit(project('keys: { a: 3, b: 2 }'));
    const { plan, remarks } = await team.member('bob', '--filter=blob:none').plan({ base });
    expect({ said: told(plan), remarks }).toEqual({
      said: ['~ a here', '+ b before'],
      remarks: [],
    });
  });

  nightly('warns of an unreadable base, and plans without it', async ({ team }) => {
    const { result } = await planned(team, ['a: 1', project('keys: ['), 'a: 2']);
    expect(told(result.plan)).toEqual(['~ a here']);
    expect(result.plan).not.toHaveProperty('base');
    expect(result.remarks).toEqual([
      expect.stringMatching(
        /^Cannot compare with the base: the documents of [0-9a-f]{10} cannot be read \(config\/a\.yaml:\d+:\d+: .*\)\.$/,
      ),
    ]);
  });
});
