// Several projects of one Git repository that apply to one repository of the server: what one declares, the other never deletes.
import { describe, expect } from 'vitest';
import { drift } from '../../src/commands/drift.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Member, Team } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import { applyFiles, change, codes, ONE, othersSet, PROJECT, projects, TWO } from './records.ts';

const ALL = ['first', 'second', 'shared'];
const DEV = 'allowNewContexts: [Dev, Test]\n';

/** A document with one key that has these values; none: without a key. */
const valuesOf = (values: Record<string, string>, key = 'shared') =>
  Object.keys(values).length === 0
    ? 'keys: {}\n'
    : `keys: { ${key}: { values: ${JSON.stringify(values)} } }\n`;
const sharing = (one: Record<string, string>, two: Record<string, string>) => ({
  ...projects([], [], DEV),
  'one/config/shop.yaml': valuesOf(one),
  'two/config/shop.yaml': valuesOf(two),
});

/** Applies both projects of these files, one after the other. */
async function applyBoth(ada: Member, files: Record<string, string>, given = {}): Promise<void> {
  ada.commit(files);
  for (const project of [ONE, TWO]) await ada.applyApproved({ ...project, ...given });
}

/** Nobody knows any more that the second project was there. */
function forgetTwo(team: Team): void {
  const [ref = ''] = team.refNames().filter((name) => name.includes('two'));
  team.sandbox.git(team.origin, 'update-ref', '-d', ref);
}

const NOTHING = { planned: [], drift: [], isImported: false };

/** What plan and `drift` list for a project, and whether there is something to import. */
async function driftIn(ada: Member, project: typeof ONE | typeof TWO) {
  const causes = (plan: Plan | undefined) =>
    plan?.drift.map(({ context, cause }) => `${context} ${cause}`);
  const args = ['import', '--only', 'drift', '--yes', '--config', project.config];
  return {
    planned: causes((await ada.plan(project)).plan),
    drift: causes((await drift(ada.options(project), ada.runtime())).plan),
    isImported: !(await ada.cli(...args)).stdout.includes('Nothing to import'),
  };
}

test('what another project declares, or its record has, is no override', async ({ team, ada }) => {
  await applyBoth(ada, sharing({ '*;*': 'a' }, { 'Dev;*': 'b' }));
  expect(await driftIn(ada, ONE)).toEqual(NOTHING);
  change(team, ada, 'git rm -rq two');
  expect(await driftIn(ada, ONE)).toEqual(NOTHING);
  forgetTwo(team);
  const overrides = ['Dev;* override'];
  expect(await driftIn(ada, ONE)).toMatchObject({ planned: overrides, drift: overrides });
});

describe.concurrent('what another project has applied', () => {
  const unmanagedIn = async (ada: Member) => {
    const { unmanaged, unmanagedItems = [] } = (await ada.plan({ ...ONE, unmanaged: true })).plan;
    expect(unmanaged).toBe(unmanagedItems.length);
    return unmanagedItems.map(({ name }) => name);
  };

  nightly('is not unmanaged, in its files or only in its record', async ({ team, ada }) => {
    await applyBoth(ada, projects(['first'], ['second', 'third']));
    await othersSet(team, 'theirs');
    expect(await unmanagedIn(ada)).toEqual(['theirs']);
    ada.commit(projects(['first'], ['second']));
    expect(await unmanagedIn(ada)).toEqual(['theirs']);
    change(team, ada, 'git rm -rq two');
    expect(await unmanagedIn(ada)).toEqual(['theirs']);
    forgetTwo(team);
    expect(await unmanagedIn(ada)).toEqual(['second', 'theirs', 'third']);
  });

  test('counts as unmanaged where it may be for another repository', async ({ team, ada }) => {
    await applyFiles(ada, projects(['first'], ['second']), ONE);
    await othersSet(team, 'second');
    expect(await unmanagedIn(ada)).toEqual(['second']);
  });

  nightly('is no drift of the project that it moves to', async ({ team, ada }) => {
    await applyBoth(ada, sharing({ '*;*': 'a' }, { 'Dev;*': 'b' }));
    ada.commit(sharing({ '*;*': 'a', 'Dev;*': 'b' }, {}));
    expect(await driftIn(ada, ONE)).toMatchObject({ drift: [], isImported: false });
    expect((await ada.apply(TWO)).outcome).toBe('nothing');
    expect(await driftIn(ada, ONE)).toMatchObject({ drift: [], isImported: false });
    await othersSet(team, 'shared', 'theirs', 'Dev;*');
    const overridden = { drift: ['Dev;* override'], isImported: true };
    expect(await driftIn(ada, ONE)).toMatchObject(overridden);
  });

  nightly('that moves and changes is a conflict only with drift', async ({ team, ada }) => {
    await applyBoth(ada, sharing({ '*;*': 'a' }, { 'Dev;*': 'b' }));
    ada.commit(sharing({ '*;*': 'a', 'Dev;*': 'changed' }, {}));
    expect(await driftIn(ada, ONE)).toMatchObject({ drift: [], isImported: false });
    expect(codes(await ada.plan({ ...ONE, onDrift: 'keep' }))).toEqual([]);
    await othersSet(team, 'shared', 'theirs', 'Dev;*');
    expect(codes(await ada.plan({ ...ONE, onDrift: 'keep' }))).toEqual(['conflict']);
    expect((await driftIn(ada, ONE)).isImported).toBe(true);
  });

  test('is no drift of the project that it comes from', async ({ team, ada }) => {
    await applyBoth(ada, sharing({ '*;*': 'a', 'Dev;*': 'b' }, {}));
    ada.commit(sharing({ '*;*': 'a' }, { 'Dev;*': 'changed' }));
    expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
    expect(await driftIn(ada, ONE)).toEqual(NOTHING);
    await othersSet(team, 'shared', 'theirs', 'Dev;*');
    expect(await driftIn(ada, ONE)).toEqual(NOTHING);
    const drifted = { drift: ['Dev;* drift'], isImported: true };
    expect(await driftIn(ada, TWO)).toMatchObject(drifted);
  });
});

describe.concurrent('an item that moves to another project', () => {
  /** Both projects are applied, and then `shared` moves from the first to the second. */
  async function move(ada: Member): Promise<void> {
    await applyBoth(ada, projects(['first', 'shared'], ['second']));
    ada.commit(projects(['first'], ['second', 'shared']));
  }

  test.for([
    ['the new one is applied first', [TWO, ONE]],
    ['the old one is applied first', [ONE, TWO]],
    ['only the new one is applied', [TWO]],
  ] as const)('stays, and is said to: %s', async ([, order], { team, ada }) => {
    await move(ada);
    const { plan } = await ada.plan(ONE);
    expect(plan.changes).toEqual([]);
    expect(plan.notes).toEqual(['Not pruned: 1 item declared by two/confighub.yaml.']);
    for (const project of order) {
      await ada.apply(project);
      expect(await team.keys()).toEqual(ALL);
    }
    for (const project of order)
      expect((await ada.plan(project)).plan).toMatchObject({ changes: [], findings: [] });
    expect((await applyFiles(ada, projects(['first'], ['second']), TWO)).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  test('stays where its new project is recorded, and gone', async ({ team, ada }) => {
    await move(ada);
    await ada.apply(TWO);
    change(team, ada, 'git rm -rq two');
    const { plan } = await ada.apply(ONE);
    expect(plan.notes).toContain('Not pruned: 1 item last applied from two/confighub.yaml.');
    expect(await team.keys()).toEqual(ALL);
  });

  const DOCUMENTED = { reads: 'documented' };

  nightly.for([
    ['which has given it up since', true],
    ['whose record has it', false],
  ] as const)(
    'of a project %s is no sign that a push has not arrived, where only counts can be read',
    async ([, isGivenUp], { team, ada }) => {
      await applyBoth(ada, projects(['first'], ['second', 'shared']), DOCUMENTED);
      ada.commit(projects(['first', 'shared'], ['second']));
      if (isGivenUp) expect((await ada.apply({ ...TWO, ...DOCUMENTED })).outcome).toBe('nothing');
      expect((await ada.apply({ ...ONE, ...DOCUMENTED })).outcome).toBe('unverified');
      expect((await ada.plan({ ...ONE, ...DOCUMENTED })).plan.changes).toEqual([]);
      expect(await team.keys()).toEqual(ALL);
    },
  );

  nightly('that its new project has deleted is no such sign either', async ({ team, ada }) => {
    await applyBoth(ada, projects(['first'], ['second', 'shared']), DOCUMENTED);
    const outcome = async (project: object) =>
      (await ada.applyApproved({ ...project, ...DOCUMENTED })).outcome;
    for (const ours of [['first', 'shared'], ['first']]) {
      ada.commit(projects(ours, ['second']));
      expect(await outcome(ONE)).toBe('unverified');
    }
    expect(await outcome(TWO)).toBe('unverified');
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  test('takes its key along unless the other project applied it', async ({ team, ada }) => {
    ada.commit({ ...projects([], []), 'two/config/shop.yaml': valuesOf({ 'Production;*': '1' }) });
    await ada.apply(TWO);
    ada.commit({ ...projects([], ['b']), 'one/config/shop.yaml': valuesOf({ 'Dev;*': '1' }) });
    expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['b']);
  });
});

describe.concurrent('an item of a project with stages', () => {
  const staged = (keys: string, two: string) => ({
    ...projects([], []),
    'one/confighub.yaml': `${PROJECT}stages: [Staging, Production]\nallowNewContexts: [Staging, Production]\n`,
    'one/config/shop.yaml': `keys: { ${keys} }\n`,
    'two/config/shop.yaml': `keys: { second: second${two} }\n`,
  });
  const stage = (ada: Member, name: string) =>
    ada.cli('apply', '--yes', '--stage', name, '--config', ONE.config);
  async function stages(ada: Member, files: Record<string, string>): Promise<void> {
    ada.commit(files);
    for (const name of ['Staging', 'Production']) await stage(ada, name);
  }

  test('stays where its new project is recorded, after all stages', async ({ team, ada }) => {
    const shared = ', shared: { values: { "Production;*": 1 } }';
    const first = (value: number) =>
      `first: { values: { "Staging;*": ${value}, "Production;*": 1 } }`;
    await stages(ada, staged(first(1) + shared, ''));
    ada.commit(staged(first(1), shared));
    await ada.applyApproved(TWO);
    change(team, ada, 'git rm -rq two');
    const { 'one/config/shop.yaml': changed } = staged(first(2), '');
    await stages(ada, { 'one/config/shop.yaml': changed });
    expect(await team.keys()).toEqual(ALL);
  });

  test('stays under `prune: all` as long as one of the stages has it', async ({ team, ada }) => {
    const key = ', k: { values: { "Staging;*": 1, "Production;*": 1 } }';
    await stages(ada, staged(`first: first${key}`, ''));
    ada.commit(staged('first: first', ''));
    await stage(ada, 'Staging');
    await othersSet(team, 'k', 'theirs', 'Staging;*');
    const deleted = async () =>
      (await ada.plan({ ...TWO, prune: 'all' })).plan.changes
        .flatMap(({ action, name, context = '' }) =>
          action === 'delete' ? [`${name} ${context}`] : [],
        )
        .sort();
    expect(await deleted()).toEqual(['k Staging;*']);
    await stage(ada, 'Production');
    expect(await deleted()).toEqual(['k ', 'k Staging;*']);
  });
});

test('`prune: all` keeps values of a key that another project has', async ({ team, ada }) => {
  const file = 'files: { f.txt: { "Dev;*": { content: 1 } } }\n';
  const both = { 'one/config/shop.yaml': file + valuesOf({ 'Dev;*': '1' }) };
  await applyBoth(ada, { ...sharing({}, { 'Test;*': '1' }), ...both });
  const keysLeft = async () => {
    ada.commit({ 'one/config/shop.yaml': file });
    // Their contexts are not read.
    const given = { ...ONE, prune: 'all', reads: 'token' };
    expect((await ada.applyApproved(given)).outcome).toBe('verified');
    return team.keys();
  };
  expect(await keysLeft()).toEqual(['shared']);
  ada.commit(both);
  expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
  change(team, ada, 'git rm -rq two');
  expect(await keysLeft()).toEqual(['shared']);
});

describe.concurrent('an item that two projects declare', () => {
  test('is refused for both, with both places', async ({ team, ada }) => {
    const target = `url: ${team.url}\nrepository: acme/shop\n`;
    ada.commit(projects(['first', 'shared'], ['second', 'shared'], target));
    for (const [project, here, other] of [
      [ONE, 'one', 'two'],
      [TWO, 'two', 'one'],
    ] as const) {
      const { outcome, plan } = await ada.apply(project);
      expect(outcome).toBe('refused');
      expect(plan.findings).toMatchObject([
        {
          code: 'declared-twice',
          message: `shared in \`*;*\` is declared by two projects: here, and by ${other}/confighub.yaml at ${other}/config/shop.yaml:3:3.`,
          place: { file: `${here}/config/shop.yaml`, line: 3 },
        },
      ]);
    }
    expect(await team.keys()).toEqual([]);
  });

  test('is refused where a record tells that they are for the same repository', async ({ ada }) => {
    await applyBoth(ada, projects(['first'], ['second']));
    ada.commit(projects(['first', 'shared'], ['second', 'shared']));
    expect(codes(await ada.plan(ONE))).toEqual(['declared-twice']);
    expect(codes(await ada.plan(TWO))).toEqual(['declared-twice']);
  });

  nightly('is fine where they are for different repositories', async ({ team, ada }) => {
    const files = projects(['shared'], ['shared'], `url: ${team.url}\n`);
    ada.commit({
      ...files,
      'two/confighub.yaml': `${files['two/confighub.yaml']}repository: acme/other\n`,
      // The same documents for another server, which the environment names.
      'one/confighub.staging.yaml': PROJECT,
    });
    expect((await ada.apply(ONE)).outcome).toBe('verified');
  });
});

test('deletes nothing unapproved if another project has errors', async ({ team, ada }) => {
  await applyBoth(ada, projects(['first', 'gone'], ['second']));
  ada.commit({ ...projects(['first'], []), 'two/config/shop.yaml': 'keys: [\n' });
  const refused = await ada.apply(ONE);
  expect([refused.outcome, codes(refused)]).toEqual(['refused', ['other-project']]);
  expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
  expect(await team.keys()).toEqual(['first', 'second']);
});
