// Values that others create for declared keys: shown first, counted as drift, and kept, deleted or imported.
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
  return (entries.find(({ key }) => key === name)?.values ?? []).map(({ context }) => context).sort();
}

describe.concurrent('a value that others create for a declared key', () => {
  test('is shown first and kept, with the line that it overrides', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99'), value('Production;Web', '7')));
      desk.write({ 'config/shop.yaml': FILES['config/shop.yaml'].replace('Corner Shop', 'The Shop') });
      const { stdout } = await desk.cli(['plan']);
      expect(stdout.split('\n').slice(1).join('\n')).toBe(`
2 items were created on the server next to declared ones, and are left alone (prune: managed):
  + db.pool.size  Dev;*           "99"  created on the server, overrides *;* from config/shop.yaml:5
      instead of "10" from *;*
  + db.pool.size  Production;Web  "7"   created on the server, overrides Production;* from config/shop.yaml:6
      instead of "50" from Production;*

  ~ shop.title  *;*  "Corner Shop" → "The Shop"  config/shop.yaml:7:3

Plan: 0 to create, 1 to update, 0 to delete.
`);
      const { stdout: json } = await desk.cli(['plan', '--json']);
      expect(JSON.parse(json)).toMatchObject({
        counts: { drift: 2, overrides: 2 },
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

  test('is drift: for `drift`, for --detailed-exitcode, and for `onDrift: fail`', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      const drift = await desk.cli(['drift', '--detailed-exitcode']);
      expect(drift.status).toBe(2);
      expect(drift.stdout).toBe(`acme/shop at ${server.url}

  + db.pool.size  Dev;*  "99"  created on the server, overrides *;* from config/shop.yaml:5
      instead of "10" from *;*

Drift: 1 created (1 next to declared items), 0 updated, 0 deleted on the server since the last apply.
`);
      const { stdout: json } = await desk.cli(['drift', '--json', '--detailed-exitcode']);
      expect(JSON.parse(json)).toMatchObject({ counts: { create: 1, update: 0, delete: 0, overrides: 1 } });
      const mirrored = await desk.cli(['drift', '--detailed-exitcode'], { env: { CONFIGHUB_PRUNE: 'all' } });
      expect(mirrored.status).toBe(2);
      expect(await desk.cli(['plan', '--detailed-exitcode'])).toMatchObject({
        status: 2,
        stdout: expect.stringContaining('No changes.'),
      });
      const failed = await desk.cli(['plan', '--on-drift', 'fail']);
      expect(failed).toMatchObject({
        status: 3,
        stdout: expect.stringContaining(
          'refused drift: db.pool.size in `Dev;*` was created on the server since the last apply.',
        ),
      });
    });
  });

  test('is accepted after an apply that showed it, and reported again if it was deleted and created again', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      expect((await desk.cli(['apply'])).stdout).toContain('1 item was created on the server');
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
      const plan = await desk.cli(['plan', '--detailed-exitcode']);
      expect(plan).toMatchObject({ status: 0, stdout: expect.not.stringContaining('created on the server') });
      expect(plan.stdout).toContain('The server has 1 unmanaged item');
      await others(server, pool({ context: 'Dev;*', opp: 'delete' }));
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      await others(server, pool(value('Dev;*', '98')));
      expect((await desk.cli(['drift'])).stdout).toContain('+ db.pool.size  Dev;*  "98"');
    });
  });

  test('is not reported if it existed before the first apply, or before its key was declared', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await others(server, { ...pool(value('Dev;*', '99')), push: true });
      await others(server, { key: 'later', push: true, values: [value('Dev;*', 'theirs')] });
      desk.commit('Open the shop');
      const first = await desk.cli(['plan']);
      const force = JSON.parse((await desk.cli(['plan', '--json'])).stdout).force;
      expect(first.stdout).not.toContain('created on the server');
      expect(await desk.cli(['apply', '--force', force])).toMatchObject({ status: 0 });
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
      desk.commit('Declare another', { 'config/later.yaml': 'keys: { later: ours }\n' });
      expect((await desk.cli(['apply'])).stdout).not.toContain('created on the server');
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
    });
  });

  test('does not include our own values kept by `prune: none`', async () => {
    await withShop(FILES, async ({ desk }) => {
      await applied(desk);
      const fewer = FILES['config/shop.yaml'].replace('      "Production;*": 50\n', '');
      desk.commit('Leave production alone', { 'config/shop.yaml': fewer });
      expect(await desk.cli(['apply', '--prune', 'none'])).toMatchObject({ status: 0 });
      expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
    });
  });

  test('is deleted with `prune: all`, as the first change, whatever `onDrift` says', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      const { stdout } = await desk.cli(['plan', '--prune', 'all', '--on-drift', 'keep']);
      expect(stdout).toContain(`
1 item was changed on the server since the last apply; applying restores it:
  - db.pool.size  Dev;*  "99"  created on the server, overrides *;* from config/shop.yaml:5
      falls back to "10" from *;*
`);
      const json = JSON.parse((await desk.cli(['plan', '--prune', 'all', '--json'])).stdout);
      expect(json).toMatchObject({ counts: { delete: 1, drift: 1, overrides: 1 }, drift: [] });
      expect(await desk.cli(['apply', '--prune', 'all'])).toMatchObject({ status: 0 });
      expect(await contextsOf(server, 'db.pool.size')).toEqual(['*;*', 'Production;*']);
      await others(server, pool(value('Dev;*', '99')));
      expect((await desk.cli(['drift'])).stdout).toContain('Drift: 1 created');
    });
  });

  test('is imported by `import --only drift` until it is accepted', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await others(server, { ...pool(value('Old;*', '1')), push: true });
      desk.commit('Open the shop');
      const force = JSON.parse((await desk.cli(['plan', '--json'])).stdout).force;
      expect(await desk.cli(['apply', '--force', force])).toMatchObject({ status: 0 });
      await others(server, pool(value('Dev;*', '99')));
      await others(server, { file: 'app.conf', context: 'Dev;*', content: 'theirs' });
      await others(server, { key: 'theirs', push: true, values: [value('*;*', 'x')] });
      const imported = await desk.cli(['import', '--only', 'drift', '--yes']);
      expect(imported).toMatchObject({ status: 0, stderr: '' });
      expect(imported.stdout).toContain('Import: 2 to create, 0 to update, 0 to delete');
      const text = readFileSync(desk.path('config/shop.yaml'), 'utf8');
      expect(text).toContain('      Dev;*: 99\n');
      expect(text).not.toContain('Old;*');
      const plan = await desk.cli(['plan', '--detailed-exitcode']);
      expect(plan.stdout).not.toContain('created on the server');
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
      const { stdout } = await desk.cli(['plan']);
      expect(stdout).toContain('+ app.conf');
      expect(stdout).toContain('1 line');
      expect(stdout).toMatch(/\+ mail\.password +Dev;\* +\(secret, created\) +created on the server/);
      expect(stdout + (await desk.cli(['drift', '--json'])).stdout).not.toContain('their-own-word');
    });
  });

  test('in a broader context is drift, although it overrides nothing', async () => {
    const narrow = FILES['config/shop.yaml'].replace('      "*;*": 10\n', '');
    await withShop({ ...FILES, 'config/shop.yaml': narrow }, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('*;*', '1')));
      const { stdout } = await desk.cli(['drift']);
      expect(stdout).toMatch(/\n {2}\+ db\.pool\.size {2}\*;\* {2}"1" {2}created on the server\n/);
    });
  });

  test('is detected by token in every context of the files and the last apply', async () => {
    const named = { ...FILES, 'config/dev.yaml': 'keys: { debug: { values: { "Dev;*": "yes" } } }\n' };
    await withShop(
      named,
      async ({ desk, server }) => {
        await applied(desk);
        await others(server, pool(value('Dev;*', '99')));
        expect((await desk.cli(['drift'])).stdout).toContain(
          '+ db.pool.size  Dev;*  "99"  created on the server, overrides *;* from config/shop.yaml:5',
        );
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
        expect((await desk.cli(['drift'])).stdout).toMatch(/\nNo drift\.\n$/);
      },
      CLOSED,
    );
  });

  test('has its own output, and is part of summary and drift issue', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      await applied(desk);
      await others(server, pool(value('Dev;*', '99')));
      const plan = await runStep(desk, { event: 'pull_request', with: { 'dry-run': 'true' } });
      expect(plan.outputs).toMatchObject({ changes: 'false', drift: '1', overrides: '1' });
      expect(plan.summary).toContain(
        '#### 1 item was created on the server next to declared ones, and is left alone (prune: managed)',
      );
      const drift = await runStep(desk, { with: { command: 'drift' } });
      expect(drift.outputs).toMatchObject({ drift: '1', overrides: '1' });
      expect(drift.summary).toContain('created on the server, overrides `*;*` from `config/shop.yaml:5`');
      expect(drift.summary).toContain('Items created on the server stay unless `prune: all` deletes them.');
    });
  });
});
