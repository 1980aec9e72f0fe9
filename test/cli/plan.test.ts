// plan: text, JSON and exit codes; never writes.
import { describe, expect, test } from 'vitest';
import { printedErrors } from '../helpers/json-schemas.ts';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';

describe.concurrent('plan', () => {
  test('shows each change with its line, and the counts', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['plan']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(`acme/shop at ${server.url}
This permanently creates the element \`Production\` of Environment.

  + db.host     *;*           "db.dev.internal"   new key, Text  config/shop.yaml:5:7
  + db.host     Production;*  "db.prod.internal"  config/shop.yaml:6:7
  + shop.title  *;*           "Corner Shop"       new key, Text  config/shop.yaml:2:3

Each environment is affected by 2 of the 3 changes.

Plan: 3 to create, 0 to update, 0 to delete.
`);
    });
  });

  test('--json prints one document with a version, which names the file of a text, and counts what each environment gets', async () => {
    const files = {
      ...SMALL,
      'confighub.yaml': `${SMALL['confighub.yaml']}order: { Environment: [Staging] }\n`,
      'config/app.conf': 'worker_processes 8;\n',
      'config/files.yaml': 'files: { app.conf: { "*;*": { path: app.conf } } }',
    };
    await withShop(files, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['plan', '--json']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const plan = JSON.parse(stdout);
      expect(plan).toMatchObject({
        version: 1,
        target: {
          url: server.url,
          account: 'acme',
          name: 'shop',
          levels: ['Environment', 'Application'],
        },
        live: 'export',
        counts: { create: 4, update: 0, delete: 0, rewritten: 0 },
        refused: false,
      });
      expect(plan).not.toHaveProperty('pushes');
      expect(plan.changes).toContainEqual(
        expect.objectContaining({ path: 'app.conf', contentPath: 'config/app.conf' }),
      );
      expect(plan.counts.byElement).toEqual([
        { element: 'Staging', create: 3, update: 0, delete: 0 },
        { element: 'Production', create: 3, update: 0, delete: 0 },
        { element: '*', create: 3, update: 0, delete: 0 },
      ]);
      expect(printedErrors('plan', plan)).toEqual([]);
      expect(new Date(plan.createdAt).toISOString()).toBe(plan.createdAt);
      const again = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
      expect(again).toEqual({ ...plan, createdAt: again.createdAt });
    });
  });

  test('--show-push prints the body that an apply sends, with its comment', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop');
      const { stdout } = await desk.cli(['plan', '--show-push', '--json']);
      expect(JSON.parse(stdout).pushes).toEqual([
        {
          changeComment: 'Open the shop',
          enableKeyCreation: true,
          data: [
            {
              key: 'db.host',
              vdt: 'Text',
              push: true,
              values: [
                { context: '*;*', value: 'db.dev.internal' },
                { context: 'Production;*', value: 'db.prod.internal' },
              ],
            },
            {
              key: 'shop.title',
              vdt: 'Text',
              push: true,
              values: [{ context: '*;*', value: 'Corner Shop' }],
            },
          ],
        },
      ]);
      const text = await desk.cli(['plan', '--show-push']);
      expect(text.stdout).toMatch(/^\{\n {2}"changeComment": "Open the shop",\n/);
      expect(text.stdout).toMatch(/\nPlan: 3 to create, 0 to update, 0 to delete\.\n$/);
    });
  });

  test('sends only GET requests', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli([
        'plan',
        '--approve',
        '3f9c2a7be1d04c58a6f07712c9e5d3b4',
        '--prune',
        'all',
        '--show-push',
      ]);
      expect([...requests].sort()).toEqual([
        'GET /rest/export/acme/shop',
        'GET /rest/info',
        'GET /rest/info/all',
        'GET /rest/pull',
      ]);
      expect(desk.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
      expect(desk.git('status', '--porcelain')).toBe('');
    });
  });
});

describe.concurrent('errors in the files', () => {
  const wrong = {
    ...SMALL,
    'config/more.yaml':
      'keys:\n  a.b: { vdt: Integr, value: 1 }\n  "a b": x\n  c.d: { values: { "*;*;*": 1 } }\n',
  };

  test('are all reported, with places in JSON too, and nothing is written', async () => {
    await withShop(wrong, async ({ desk, requests }) => {
      for (const command of ['validate', 'plan', 'apply']) {
        const confirmed = command === 'apply' ? ['--yes'] : [];
        const { status, stdout, stderr } = await desk.cli([command, ...confirmed]);
        expect({ command, status, stdout }).toEqual({ command, status: 1, stdout: '' });
        for (const place of [':2:15', ':3:3', ':4:20'])
          expect(stderr).toMatch(new RegExp(`^config/more\\.yaml${place} error `, 'm'));
        expect(stderr).toContain('error invalid: 3 errors in the project files');
        expect(stderr).toContain('`Integer`');
        if (command === 'validate') expect(requests).toEqual([]);
      }
      expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
      const { status, stdout, stderr } = await desk.cli(['plan', '--json']);
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      const { version, error } = JSON.parse(stdout);
      expect({ version, code: error.code }).toEqual({ version: 1, code: 'invalid' });
      expect(error.diagnostics).toHaveLength(3);
      expect(error.diagnostics[0]).toMatchObject({
        code: 'unknown-vdt',
        place: { file: 'config/more.yaml', line: 2, column: 15 },
      });
    });
  });
});

describe.concurrent('validate', () => {
  test('counts declared items without the server', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      const { status, stdout, stderr } = await desk.cli(['validate']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^Valid: 2 keys with 3 values\b/);
      const { stdout: json } = await desk.cli(['validate', '--json']);
      expect(JSON.parse(json)).toEqual({
        version: 1,
        documents: 1,
        keys: 2,
        values: 3,
        files: 0,
        warnings: [],
      });
      expect(requests).toEqual([]);
    });
  });

  test('does not need variables, names missing ones, and ignores those of other commands', async () => {
    const files = {
      ...SMALL,
      'config/env.yaml': 'keys:\n  db.login: { value: { env: DB_LOGIN } }\n',
    };
    await withDesk(files, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['validate'], {
        env: { CONFIGHUB_TOKEN: 'a\nb' },
      });
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Valid: 3 keys/);
      expect(stderr).toMatch(/^config\/env\.yaml:2:\d+ warning env-missing: .*DB_LOGIN/);
    });
  });
});
