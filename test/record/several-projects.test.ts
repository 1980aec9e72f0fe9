// Several projects of one Git repository that apply to one repository of the server: what one declares, the other never deletes.
import { describe, expect } from 'vitest';
import type { ApplyResult } from '../helpers/apply.ts';
import { drift } from '../../src/commands/drift.ts';
import { push } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const ONE = { config: 'one/confighub.yaml' };
const TWO = { config: 'two/confighub.yaml' };

/** Two projects, each in a folder of its own, with these keys in a document of the same name. */
function projects(one: string[], two: string[], more = ''): Record<string, string> {
  const document = (keys: string[]) =>
    keys.length === 0 ? 'keys: {}\n' : `keys:\n${keys.map((key) => `  ${key}: ${key}\n`).join('')}`;
  return {
    'one/confighub.yaml': `${PROJECT}${more}`,
    'one/config/shop.yaml': document(one),
    'two/confighub.yaml': `${PROJECT}${more}`,
    'two/config/shop.yaml': document(two),
  };
}

const codes = ({ plan }: Pick<ApplyResult, 'plan'>) => plan.findings.map(({ code }) => code);

/** Both projects are applied, and then `shared` moves from one to the other. */
async function withMoved(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(projects(['first', 'shared'], ['second']));
    expect((await ada.apply(ONE)).outcome).toBe('verified');
    expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
    ada.commit(projects(['first'], ['second', 'shared']));
    await use(team, ada);
  });
}

const ALL = ['first', 'second', 'shared'];
const REMOVE_TWO = 'git rm -rq two; git commit -qm Remove; git push -q origin HEAD:main';

test('what another project declares is no override, in its files or only in its record, until that is deleted', async ({
  team,
  ada,
}) => {
  const declaring = (context: string) =>
    `keys: { shared: { values: { "${context}": "in ${context}" } } }\n`;
  ada.commit({
    ...projects([], [], 'allowNewContexts: [Dev]\n'),
    'one/config/shop.yaml': declaring('*;*'),
    'two/config/shop.yaml': declaring('Dev;*'),
  });
  expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
  expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
  const overrides = async () => {
    const looks = [(await ada.plan(ONE)).plan, (await drift(ada.options(ONE), ada.runtime())).plan];
    return looks.map((plan) => plan?.drift.map(({ cause }) => cause));
  };
  expect(await overrides()).toEqual([[], []]);
  const imported = await ada.cli('import', '--only', 'drift', '--yes', '--config', ONE.config);
  expect(imported.stdout).toContain('Nothing to import');
  team.sandbox.git(ada.dir, 'rm', '-rq', 'two');
  team.sandbox.git(ada.dir, 'commit', '-qm', 'Remove a project');
  team.sandbox.git(ada.dir, 'push', '-q', 'origin', 'HEAD:main');
  expect(await overrides()).toEqual([[], []]);
  const [ref = ''] = team.refNames().filter((name) => name.includes('two'));
  team.sandbox.git(team.origin, 'update-ref', '-d', ref);
  expect(await overrides()).toEqual([['override'], ['override']]);
});

describe.concurrent('what another project has applied', () => {
  const unmanagedIn = async (ada: Member) => {
    const { unmanaged, unmanagedItems = [] } = (await ada.plan({ ...ONE, unmanaged: true })).plan;
    expect(unmanaged).toBe(unmanagedItems.length);
    return unmanagedItems.map(({ name }) => name);
  };
  const pushed = ({ server }: Team, key: string, context = '*;*') => {
    const data = [{ key, push: true, values: [{ context, value: 'of others' }] }];
    return push(server, { enableKeyCreation: true, data }, { token: 'default' });
  };

  nightly(
    'is unmanaged for no other one, in the files or in its record, until that is deleted',
    async ({ team, ada }) => {
      ada.commit(projects(['first'], ['second', 'third']));
      await ada.apply(ONE);
      expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
      await pushed(team, 'theirs');
      expect(await unmanagedIn(ada)).toEqual(['theirs']);
      ada.commit(projects(['first'], ['second']));
      expect(await unmanagedIn(ada)).toEqual(['theirs']);
      team.sandbox.script(ada.dir, REMOVE_TWO);
      expect(await unmanagedIn(ada)).toEqual(['theirs']);
      const [ref = ''] = team.refNames().filter((name) => name.includes('two'));
      team.sandbox.git(team.origin, 'update-ref', '-d', ref);
      expect(await unmanagedIn(ada)).toEqual(['second', 'theirs', 'third']);
    },
  );

  test('counts as unmanaged where it is not certain that it is for the same repository', async ({
    team,
    ada,
  }) => {
    ada.commit(projects(['first'], ['second']));
    await ada.apply(ONE);
    await pushed(team, 'second');
    expect(await unmanagedIn(ada)).toEqual(['second']);
  });

  const valuesOf = (values: Record<string, string>) =>
    `keys: { k: { values: ${JSON.stringify(values)} } }\n`;
  const documents = (one: Record<string, string>, two: Record<string, string>) => ({
    ...projects([], [], 'allowNewContexts: [Dev]\n'),
    'one/config/shop.yaml': valuesOf(one),
    'two/config/shop.yaml': Object.keys(two).length === 0 ? 'keys: {}\n' : valuesOf(two),
  });

  /** What `drift` lists for a project, and whether there is something to import. */
  async function driftIn(ada: Member, project: typeof ONE | typeof TWO) {
    const { plan } = await drift(ada.options(project), ada.runtime());
    const { stdout } = await ada.cli(
      'import',
      '--only',
      'drift',
      '--yes',
      '--config',
      project.config,
    );
    const isImported = !stdout.includes('Nothing to import');
    return { drift: plan?.drift.map(({ context, cause }) => `${context} ${cause}`), isImported };
  }
  const NOTHING = { drift: [], isImported: false };

  /** Both are applied, one after the other. */
  async function withBoth(
    [one, two]: readonly [Record<string, string>, Record<string, string>],
    use: (team: Team, ada: Member) => Promise<void>,
  ): Promise<void> {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(documents(one, two));
      expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
      expect(['verified', 'nothing']).toContain((await ada.applyApproved(TWO)).outcome);
      await use(team, ada);
    });
  }

  nightly('is no drift of the project that it moves to, whichever is applied first', async () => {
    await withBoth([{ '*;*': 'a' }, { 'Dev;*': 'b' }], async (team, ada) => {
      ada.commit(documents({ '*;*': 'a', 'Dev;*': 'b' }, {}));
      expect(await driftIn(ada, ONE)).toEqual(NOTHING);
      expect((await ada.apply(TWO)).outcome).toBe('nothing');
      expect(await driftIn(ada, ONE)).toEqual(NOTHING);
      await pushed(team, 'k', 'Dev;*');
      expect(await driftIn(ada, ONE)).toEqual({ drift: ['Dev;* override'], isImported: true });
    });
  });

  nightly(
    'is neither imported nor taken over where it moves and changes at once, unless others changed it',
    async () => {
      await withBoth([{ '*;*': 'a' }, { 'Dev;*': 'b' }], async (team, ada) => {
        ada.commit(documents({ '*;*': 'a', 'Dev;*': 'changed' }, {}));
        expect(await driftIn(ada, ONE)).toEqual(NOTHING);
        expect(codes(await ada.plan({ ...ONE, onDrift: 'keep' }))).toEqual([]);
        await pushed(team, 'k', 'Dev;*');
        expect(codes(await ada.plan({ ...ONE, onDrift: 'keep' }))).toEqual(['conflict']);
        expect((await driftIn(ada, ONE)).isImported).toBe(true);
      });
    },
  );

  nightly('is no drift of the project that it comes from, with another text', async () => {
    await withBoth([{ '*;*': 'a', 'Dev;*': 'b' }, {}], async (team, ada) => {
      ada.commit(documents({ '*;*': 'a' }, { 'Dev;*': 'changed' }));
      expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
      expect(await driftIn(ada, ONE)).toEqual(NOTHING);
      await pushed(team, 'k', 'Dev;*');
      expect(await driftIn(ada, ONE)).toEqual(NOTHING);
      expect(await driftIn(ada, TWO)).toEqual({ drift: ['Dev;* drift'], isImported: true });
    });
  });

  nightly('is no drift to be imported where only its record is left', async () => {
    await withBoth([{ '*;*': 'a' }, { 'Dev;*': 'b' }], async (team, ada) => {
      team.sandbox.script(
        ada.dir,
        'git rm -rq two; git commit -qm Remove; git push -q origin HEAD:main',
      );
      expect(await driftIn(ada, ONE)).toEqual(NOTHING);
    });
  });
});

describe.concurrent('an item that moves to another project', () => {
  test.for([
    ['the new one is applied first', [TWO, ONE]],
    ['the old one is applied first', [ONE, TWO]],
    ['only the new one is applied', [TWO]],
  ] as const)('stays, and is said to, with where it is declared: %s', async ([_, order]) => {
    await withMoved(async (team, ada) => {
      const { plan } = await ada.plan(ONE);
      expect(plan.changes).toEqual([]);
      expect(plan.notes).toEqual(['Not pruned: 1 item declared by two/confighub.yaml.']);
      for (const project of order) {
        await ada.apply(project);
        expect(await team.keys()).toEqual(ALL);
      }
      for (const project of order) {
        const { plan } = await ada.plan(project);
        expect({ changes: plan.changes, findings: plan.findings }).toEqual({
          changes: [],
          findings: [],
        });
      }
      ada.commit(projects(['first'], ['second']));
      expect((await ada.apply(TWO)).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['first', 'second']);
    });
  });

  test('stays where its new project is recorded, and gone from the files', async () => {
    await withMoved(async (team, ada) => {
      await ada.apply(TWO);
      team.sandbox.script(ada.dir, REMOVE_TWO);
      const { plan } = await ada.apply(ONE);
      expect(plan.notes).toContain('Not pruned: 1 item last applied from two/confighub.yaml.');
      expect(await team.keys()).toEqual(ALL);
    });
  });

  nightly.for([
    ['which has given it up since', true],
    ['whose record has it', false],
  ] as const)(
    'of a project %s is no sign that a push has not arrived, where only counts can be read',
    async ([, isGivenUp], { team, ada }) => {
      const [one, two] = [ONE, TWO].map((project) => ({ ...project, reads: 'documented' }));
      ada.commit(projects(['first'], ['second', 'shared']));
      await ada.applyApproved(one);
      await ada.applyApproved(two);
      ada.commit(projects(['first', 'shared'], ['second']));
      if (isGivenUp) expect((await ada.apply(two)).outcome).toBe('nothing');
      expect((await ada.apply(one)).outcome).toBe('unverified');
      expect((await ada.plan(one)).plan.changes).toEqual([]);
      expect(await team.keys()).toEqual(ALL);
    },
  );

  nightly('that its new project has deleted is no such sign either', async ({ team, ada }) => {
    const [one, two] = [ONE, TWO].map((project) => ({ ...project, reads: 'documented' }));
    ada.commit(projects(['first'], ['second', 'shared']));
    await ada.applyApproved(one);
    await ada.applyApproved(two);
    for (const ours of [['first', 'shared'], ['first']]) {
      ada.commit(projects(ours, ['second']));
      expect((await ada.applyApproved(one)).outcome).toBe('unverified');
    }
    expect((await ada.applyApproved(two)).outcome).toBe('unverified');
    expect(await team.keys()).toEqual(['first', 'second']);
  });

  test('takes its key along where the other project declares other values, and has not applied them', async ({
    team,
    ada,
  }) => {
    const key = (context: string) => `keys: {a: {values: {"${context}": 1}}}\n`;
    ada.commit({ ...projects([], []), 'two/config/shop.yaml': key('Production;*') });
    await ada.apply(TWO);
    ada.commit({ ...projects([], ['b']), 'one/config/shop.yaml': key('Dev;*') });
    expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['b']);
  });

  test('stays where its new project is recorded, even after a later apply of another stage', async ({
    team,
    ada,
  }) => {
    const shared = 'shared: { values: { "Production;*": 1 } }';
    const documents = (first: number, one: string, two: string) => ({
      ...projects([], []),
      'one/confighub.yaml': `${PROJECT}stages: [Staging, Production]\nallowNewContexts: [Staging, Production]\n`,
      'one/config/shop.yaml': `keys: { first: { values: { "Staging;*": ${first}, "Production;*": 1 } }${one} }\n`,
      'two/config/shop.yaml': `keys: { second: second${two} }\n`,
    });
    const stage = (name: string) =>
      ada.cli('apply', '--yes', '--stage', name, '--config', ONE.config);
    ada.commit(documents(1, `, ${shared}`, ''));
    await stage('Staging');
    await stage('Production');
    ada.commit(documents(1, '', `, ${shared}`));
    await ada.applyApproved(TWO);
    team.sandbox.script(ada.dir, REMOVE_TWO);
    const { 'one/config/shop.yaml': changed } = documents(2, '', '');
    ada.commit({ 'one/config/shop.yaml': changed });
    await stage('Staging');
    await stage('Production');
    expect(await team.keys()).toEqual(['first', 'second', 'shared']);
  });

  test('stays under `prune: all` as long as one of its stages has it', async ({ team, ada }) => {
    const documents = (keys: string) => ({
      ...projects([], ['second']),
      'one/confighub.yaml': `${PROJECT}stages: [Staging, Production]\nallowNewContexts: [Staging, Production]\n`,
      'one/config/shop.yaml': `keys: { first: first${keys} }\n`,
    });
    const stage = (name: string) =>
      ada.cli('apply', '--yes', '--stage', name, '--config', ONE.config);
    ada.commit(documents(', k: { values: { "Staging;*": 1, "Production;*": 1 } }'));
    await stage('Staging');
    await stage('Production');
    ada.commit(documents(''));
    await stage('Staging');
    const data = [{ key: 'k', values: [{ context: 'Staging;*', value: 'of others' }] }];
    await push(team.server, { data }, { token: 'default' });
    const deleted = async () =>
      (await ada.plan({ ...TWO, prune: 'all' })).plan.changes.flatMap(
        ({ action, name, context = '' }) => (action === 'delete' ? [`${name} ${context}`] : []),
      );
    expect(await deleted()).toEqual(['k Staging;*']);
    await stage('Production');
    expect((await deleted()).sort()).toEqual(['k ', 'k Staging;*']);
  });
});

test('values of a key that another project declares, or has applied, stay under `prune: all`, also where they are not read', async ({
  team,
  ada,
}) => {
  const key = (context: string) => `keys: { shared: { values: { "${context}": 1 } } }\n`;
  const file = 'files: { f.txt: { "Dev;*": { content: 1 } } }\n';
  const prunesAll = { ...ONE, prune: 'all' as const, reads: 'token' as const };
  const keysLeft = async () => {
    ada.commit({ 'one/config/shop.yaml': file });
    expect((await ada.applyApproved(prunesAll)).outcome).toBe('verified');
    return team.keys();
  };
  ada.commit({
    ...projects([], [], 'allowNewContexts: [Dev, Test]\n'),
    'one/config/shop.yaml': file + key('Dev;*'),
    'two/config/shop.yaml': key('Test;*'),
  });
  await ada.apply(ONE);
  expect((await ada.applyApproved(TWO)).outcome).toBe('verified');
  expect(await keysLeft()).toEqual(['shared']);
  ada.commit({ 'one/config/shop.yaml': file + key('Dev;*') });
  expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
  team.sandbox.script(ada.dir, REMOVE_TWO);
  expect(await keysLeft()).toEqual(['shared']);
});

describe.concurrent('an item that two projects declare', () => {
  test('is refused for both, with both places', async ({ team, ada }) => {
    const target = `url: ${team.url}\nrepository: acme/shop\n`;
    ada.commit(projects(['first', 'shared'], ['second', 'shared'], target));
    for (const [project, other] of [
      [ONE, 'two'],
      [TWO, 'one'],
    ] as const) {
      const result = await ada.apply(project);
      expect(result.outcome).toBe('refused');
      expect(result.plan.findings).toMatchObject([
        {
          code: 'declared-twice',
          message: `shared in \`*;*\` is declared by two projects: here, and by ${other}/confighub.yaml at ${other}/config/shop.yaml:3:3.`,
          place: { file: `${project === ONE ? 'one' : 'two'}/config/shop.yaml`, line: 3 },
        },
      ]);
    }
    expect(await team.keys()).toEqual([]);
  });

  test('is refused where a record tells that they are for the same repository', async ({ ada }) => {
    ada.commit(projects(['first'], ['second']));
    await ada.apply(ONE);
    await ada.applyApproved(TWO);
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

test('deletes nothing unapproved while the files of another project have errors', async ({
  team,
  ada,
}) => {
  ada.commit(projects(['first', 'gone'], ['second']));
  await ada.apply(ONE);
  await ada.applyApproved(TWO);
  ada.commit({ ...projects(['first'], []), 'two/config/shop.yaml': 'keys: [\n' });
  const refused = await ada.apply(ONE);
  expect({ outcome: refused.outcome, codes: codes(refused) }).toEqual({
    outcome: 'refused',
    codes: ['other-project'],
  });
  expect((await ada.applyApproved(ONE)).outcome).toBe('verified');
  expect(await team.keys()).toEqual(['first', 'second']);
});
