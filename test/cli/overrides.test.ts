// Overrides, values that others add and that win over declared ones: listed by plans and `drift`, and kept, deleted or imported.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, withShop } from '../helpers/process.ts';
import { exported, push, type TestServer } from '../helpers/server.ts';
import { runStep } from '../helpers/workflow.ts';

const FILES = {
  'confighub.yaml': 'levels: [Environment, Application]\nallowNewContexts: [Production, Dev]\n',
  'config/shop.yaml': [
    'keys:',
    '  db.pool.size:',
    '    vdt: Integer',
    '    values:',
    '      "*;*": 10',
    '      "Production;*": 50',
    '  shop.title: Corner Shop',
    'files:',
    '  app.conf: { "*;*": { content: "ours" } }',
    '',
  ].join('\n'),
};
const CLOSED = { repositories: [{ ...REPOSITORY, flags: { tokenFreePull: false } }] };

const value = (context: string, text: string) => ({ context, value: text });
const pool = (...values: object[]) => ({ key: 'db.pool.size', vdt: 'Integer', values });

async function others(server: TestServer, ...data: object[]): Promise<void> {
  const pushed = await push(server, { enableKeyCreation: true, data }, { token: 'default' });
  expect(pushed).toMatchObject({ status: 200 });
}

async function applied(desk: Desk): Promise<void> {
  desk.commit('Open the shop');
  expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
}

async function contextsOf(server: TestServer, name: string): Promise<string[]> {
  const entries = (await exported(server)) as { key?: string; values?: { context: string }[] }[];
  return (entries.find(({ key }) => key === name)?.values ?? [])
    .map(({ context }) => context)
    .sort();
}

describe.concurrent('an override', () => {
  test('is drift for `drift`, with the line that it overrides, stops no plan, and is listed by every plan until `prune: all` deletes it', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      const drift = await desk.cli(['drift', '--detailed-exitcode']);
      expect(drift.status).toBe(2);
      expect(drift.stdout).toBe(`acme/shop at ${server.url}

1 value was added on the server and overrides yours for some applications. An apply leaves it alone:
  = db.pool.size  Dev;*  "99"  overrides *;* from config/shop.yaml:5
      instead of "10" from *;*

Drift on the server: 1 created (an override), 0 updated, 0 deleted.
`);
      const mirrored = await desk.cli(['drift', '--detailed-exitcode'], {
        env: { CONFIGHUB_PRUNE: 'all' },
      });
      expect(mirrored.status).toBe(2);
      expect(mirrored.stdout).toContain(
        'overrides yours for some applications. An apply deletes it:',
      );
      for (const mode of ['overwrite', 'keep', 'fail'])
        expect(await desk.cli(['plan', '--detailed-exitcode', '--on-drift', mode])).toMatchObject({
          status: 0,
          stdout: `acme/shop at ${server.url}

1 value was added on the server and overrides yours for some applications. An apply leaves it alone:
  = db.pool.size  Dev;*  "99"  overrides *;* from config/shop.yaml:5
      instead of "10" from *;*

No changes.
`,
        });
      expect(await desk.cli(['apply', '--on-drift', 'fail'])).toMatchObject({ status: 0 });
      expect((await desk.cli(['plan', '--summary'])).stdout).toContain(
        '\n\n1 value was added on the server and overrides yours for some applications. An apply leaves it alone. `confighub-sync drift` lists it.\n\nNo changes.\n',
      );
      const step = await runStep(desk, { event: 'pull_request', with: { 'dry-run': 'true' } });
      expect(step.outputs).toMatchObject({ changes: 'false', drift: '0', overrides: '1' });
      expect(step.summary).toContain(
        '#### 1 value was added on the server and overrides yours for some applications.',
      );
      expect(step.summary).toContain(
        '**`db.pool.size`** `Dev;*`: `"99"`, overrides `*;*` from `config/shop.yaml:5`',
      );
      const looked = await runStep(desk, { with: { command: 'drift' } });
      expect(looked.outputs).toMatchObject({ drift: '1', overrides: '1' });
      expect(looked.summary).toContain('`"99"`, overrides `*;*` from `config/shop.yaml:5`');
      expect(looked.summary).toContain(
        'An apply leaves overrides alone. To delete one, declare it with `opp: delete`.',
      );
      expect(looked.summary).not.toContain('The next apply restores');

      // As the first change of the plan, whatever `onDrift` says.
      const { stdout: pruning } = await desk.cli(['plan', '--prune', 'all', '--on-drift', 'keep']);
      expect(pruning).toContain(`
1 value was added on the server and overrides yours for some applications. An apply deletes it:
  - db.pool.size  Dev;*  "99"  overrides *;* from config/shop.yaml:5
      falls back to "10" from *;*
`);
      const all = JSON.parse((await desk.cli(['plan', '--prune', 'all', '--json'])).stdout);
      expect(all).toMatchObject({ counts: { delete: 1, drift: 0, overrides: 1 }, drift: [] });
      expect(await desk.cli(['apply', '--prune', 'all'])).toMatchObject({ status: 0 });
      expect(await contextsOf(server, 'db.pool.size')).toEqual(['*;*', 'Production;*']);

      await others(server, pool(value('Dev;*', '99'), value('Production;Web', '7')));
      desk.write({
        'config/shop.yaml': FILES['config/shop.yaml'].replace('Corner Shop', 'The Shop'),
      });
      const { stdout } = await desk.cli(['plan']);
      expect(stdout.split('\n').slice(1).join('\n')).toBe(`
2 values were added on the server and override yours for some applications. An apply leaves them alone:
  = db.pool.size  Dev;*           "99"  overrides *;* from config/shop.yaml:5
      instead of "10" from *;*
  = db.pool.size  Production;Web  "7"   overrides Production;* from config/shop.yaml:6
      instead of "50" from Production;*

  ~ shop.title  *;*  "Corner Shop" → "The Shop"  config/shop.yaml:7:3

Plan: 0 to create, 1 to update, 0 to delete.
`);
      const { stdout: json } = await desk.cli(['plan', '--json']);
      const both = await desk.cli(['drift', '--json']);
      expect(JSON.parse(both.stdout)).toMatchObject({
        counts: { create: 2, update: 0, delete: 0, overrides: 2 },
      });
      expect(JSON.parse(both.stdout).drift).toEqual(JSON.parse(json).drift);
      expect(JSON.parse(json)).toMatchObject({
        counts: { drift: 0, overrides: 2, unmanaged: 0 },
        drift: [
          {
            kind: 'value',
            action: 'create',
            cause: 'override',
            context: 'Dev;*',
            after: '99',
            overrides: { context: '*;*', place: { file: 'config/shop.yaml', line: 5 } },
          },
          { context: 'Production;Web', overrides: { context: 'Production;*' } },
        ],
      });
    });
  });

  test('is reported while it is there, whatever was applied meanwhile, and also if it is older than the first apply', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await others(server, { ...pool(value('Dev;*', '99')), push: true });
      await others(server, { key: 'later', push: true, values: [value('Dev;*', 'theirs')] });
      desk.commit('Open the shop');
      const approval = JSON.parse((await desk.cli(['plan', '--json'])).stdout).approval;
      expect(await desk.cli(['apply', '--approve', approval])).toMatchObject({ status: 0 });
      desk.commit('Declare another', { 'config/later.yaml': 'keys: { later: ours }\n' });
      expect((await desk.cli(['apply'])).stdout).toContain('1 value was added on the server');
      expect((await desk.cli(['plan'])).stdout).toContain('2 values were added on the server');
      expect((await desk.cli(['drift'])).stdout).toContain(
        'Drift on the server: 2 created (overrides)',
      );
      await others(server, pool({ context: 'Dev;*', opp: 'delete' }));
      await others(server, { key: 'later', values: [{ context: 'Dev;*', opp: 'delete' }] });
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
    });
  });

  test('is imported by `import --only drift`', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      await others(server, { file: 'app.conf', context: 'Dev;*', content: 'theirs' });
      await others(server, { key: 'theirs', push: true, values: [value('*;*', 'x')] });
      const imported = await desk.cli(['import', '--only', 'drift', '--yes']);
      expect(imported).toMatchObject({ status: 0, stderr: '' });
      expect(imported.stdout).toContain(
        'Import into your files: 2 to add, 0 to change, 0 to remove',
      );
      const text = readFileSync(desk.path('config/imported.yaml'), 'utf8');
      expect(text).toContain('      Dev;*: 99\n');
      const plan = await desk.cli(['plan', '--detailed-exitcode']);
      expect(plan.stdout).not.toContain('added on the server');
      expect(plan).toMatchObject({ status: 0, stdout: expect.stringContaining('No changes.') });
    });
  });

  test('of a file is drift, too; a secret is masked', async () => {
    const more = { 'config/secret.yaml': 'keys: { mail.password: { value: { env: MAIL } } }\n' };
    await withShop({ ...FILES, ...more }, async ({ desk, server }) => {
      desk.env.MAIL = 'hunter2-of-mail';
      await applied(desk);
      await others(server, { file: 'app.conf', context: 'Dev;*', content: 'theirs' });
      await others(server, { key: 'mail.password', values: [value('Dev;*', 'their-own-word')] });
      const { stdout } = await desk.cli(['drift']);
      expect(stdout).toContain('= app.conf');
      expect(stdout).toContain('1 line');
      expect(stdout).toMatch(/= mail\.password +Dev;\* +\(secret, created\) +overrides \*;\* from/);
      for (const args of [
        ['drift', '--json'],
        ['plan'],
        ['plan', '--json'],
        ['plan', '--markdown'],
      ])
        expect(stdout + (await desk.cli(args)).stdout).not.toContain('their-own-word');
    });
  });

  test('wins over a declared value: another value of the key is unmanaged, and counted once', async () => {
    const narrow = FILES['config/shop.yaml'].replace('      "*;*": 10\n', '');
    await withShop({ ...FILES, 'config/shop.yaml': narrow }, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('*;*', '1'), value('Dev;Web', '2')));
      expect((await desk.cli(['drift'])).stdout).toMatch(/\n\nNo drift\.\n$/);
      const plan = JSON.parse((await desk.cli(['plan', '--unmanaged', '--json'])).stdout);
      expect(plan).toMatchObject({ counts: { overrides: 0, drift: 0, unmanaged: 2 }, drift: [] });
      expect(plan.unmanaged.map(({ context }: { context: string }) => context)).toEqual([
        '*;*',
        'Dev;Web',
      ]);
      expect((await desk.cli(['import', '--only', 'drift', '--yes'])).stdout).toContain(
        'Nothing to import',
      );
      // The last level counts most: this one wins in Production, although neither of the two covers the other.
      await others(server, pool(value('*;Web', '3')));
      expect((await desk.cli(['plan'])).stdout).toContain(
        '\n  = db.pool.size  *;Web  "3"  overrides Production;* from config/shop.yaml:5\n',
      );
      const left = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
      expect(left).toMatchObject({ counts: { overrides: 1, drift: 0, unmanaged: 2 } });
    });
  });

  test('is detected by token in every context of the files and the last apply', async () => {
    const named = {
      ...FILES,
      'config/dev.yaml': 'keys: { debug: { values: { "Dev;*": "yes" } } }\n',
    };
    await withShop(
      named,
      async ({ desk, server }) => {
        await applied(desk);
        await others(server, pool(value('Dev;*', '99')));
        expect((await desk.cli(['drift'])).stdout).toContain(
          '= db.pool.size  Dev;*  "99"  overrides *;* from config/shop.yaml:5',
        );
        expect((await desk.cli(['plan'])).stdout).toContain(
          '= db.pool.size  Dev;*  "99"  overrides *;* from config/shop.yaml:5',
        );
      },
      CLOSED,
    );
  });
});
