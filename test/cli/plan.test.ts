// plan: text, JSON and exit statuses; never writes.
import { describe, expect, test } from 'vitest';
import { push } from '../helpers/server.ts';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';

const ESCAPE = '\u001b';

describe.concurrent('plan', () => {
  test('shows each change with its line, and the counts', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['plan']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(`acme/shop at ${server.url}
Nothing is pruned: this folder is not in a Git repository, so there is no record of earlier applies.

  + db.host     *;*           "db.dev.internal"   new key, Text  config/shop.yaml:5:7
  + db.host     Production;*  "db.prod.internal"  config/shop.yaml:6:7
  + shop.title  *;*           "Corner Shop"       new key, Text  config/shop.yaml:2:3

Every environment receives 2 of them.

Plan: 3 to create, 0 to update, 0 to delete.
`);
    });
  });

  test('--json prints one document with a version', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status, stdout, stderr } = await desk.cli(['plan', '--json']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const plan = JSON.parse(stdout);
      expect(plan).toMatchObject({
        version: 1,
        target: { url: server.url, account: 'acme', name: 'shop', levels: ['Environment', 'Application'] },
        live: 'export',
        counts: { create: 3, update: 0, delete: 0, rewritten: 0 },
        refused: false,
      });
      expect(plan).not.toHaveProperty('pushes');
      expect(await desk.cli(['plan', '--json'])).toMatchObject({ stdout });
    });
  });

  test('--json names the file that a text comes from, and counts what each environment receives', async () => {
    const files = {
      ...SMALL,
      'confighub.yaml': `${SMALL['confighub.yaml']}order: { Environment: [Staging] }\n`,
      'config/app.conf': 'worker_processes 8;\n',
      'config/files.yaml': 'files: { app.conf: { "*;*": { path: app.conf } } }',
    };
    await withShop(files, async ({ desk }) => {
      const { stdout } = await desk.cli(['plan', '--json']);
      const { changes, counts } = JSON.parse(stdout);
      expect(changes).toContainEqual(expect.objectContaining({ path: 'app.conf', contentPath: 'config/app.conf' }));
      expect(counts.byElement).toEqual([
        { element: 'Staging', create: 3, update: 0, delete: 0 },
        { element: 'Production', create: 3, update: 0, delete: 0 },
        { element: '*', create: 3, update: 0, delete: 0 },
      ]);
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

  test('--detailed-exitcode: 2 with changes, 0 without', async () => {
    await withShop(SMALL, async ({ desk }) => {
      expect(await desk.cli(['plan', '--detailed-exitcode'])).toMatchObject({ status: 2 });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      const after = await desk.cli(['plan', '--detailed-exitcode']);
      expect(after.status).toBe(0);
      expect(after.stdout).toMatch(/\n\nNo changes\.\n$/);
    });
  });

  test('sends only GET requests', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['plan', '--force', '3f9c2a7be1d04c58a6f07712c9e5d3b4', '--prune', 'all', '--show-push']);
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

  test('is refused above maxDeletes with 3, and accepted with the printed --force', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const data = Array.from({ length: 101 }, (_, i) => ({
        key: `old.k${i}`,
        push: true,
        values: [{ context: '*;*', value: '1' }],
      }));
      await push(server, { enableKeyCreation: true, data }, { token: 'default' });
      const { status, stdout } = await desk.cli(['plan', '--prune', 'all']);
      expect(status).toBe(3);
      expect(stdout).toMatch(
        /refused max-deletes: The plan deletes 101 items, more than the limit of 100 [\s\S]*\nIf this is intended, .* --force/,
      );
      const json = await desk.cli(['plan', '--prune', 'all', '--json']);
      expect(json.status).toBe(3);
      const { force } = JSON.parse(json.stdout) as { force: string };
      expect(stdout).toContain(`--force ${force}`);
      const forced = await desk.cli(['plan', '--prune', 'all', '--force', force, '--json']);
      expect(forced.status).toBe(0);
      expect(JSON.parse(forced.stdout)).toMatchObject({ refused: false, forced: force });
    });
  });

  test.for([
    ['pipe', [], {}],
    ['--no-color', ['--no-color'], {}],
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['a terminal type without a terminal', [], { TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
  ] as const)('no colour: %s', async ([, flags, env]) => {
    await withShop(SMALL, async ({ desk }) => {
      const { output } = await desk.cli(['plan', ...flags], { env });
      expect(output).not.toContain(ESCAPE);
    });
  });

  test('--no-color works before and after the command', async () => {
    await withShop(SMALL, async ({ desk }) => {
      const { stdout } = await desk.cli(['plan']);
      expect(await desk.cli(['--no-color', 'plan'])).toMatchObject({ status: 0, stdout, stderr: '' });
      expect(await desk.cli(['plan', '--no-color'])).toMatchObject({ status: 0, stdout, stderr: '' });
    });
  });
});

describe.concurrent('mistakes in the files', () => {
  const wrong = {
    ...SMALL,
    'config/more.yaml': 'keys:\n  a.b: { vdt: Integr, value: 1 }\n  "a b": x\n  c.d: { values: { "*;*;*": 1 } }\n',
  };

  test.for(['plan', 'apply', 'validate'])('%s reports all of them, and writes nothing', async (command) => {
    await withShop(wrong, async ({ desk, requests }) => {
      const { status, stdout, stderr } = await desk.cli([command]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      for (const place of [':2:15', ':3:3', ':4:20']) {
        expect(stderr).toMatch(new RegExp(`^config/more\\.yaml${place} error `, 'm'));
      }
      expect(stderr).toContain('error invalid: 3 errors in the project files');
      expect(stderr).toContain('`Integer`');
      const others = requests.filter((request) => !request.startsWith('GET '));
      expect(command === 'validate' ? requests : others).toEqual([]);
    });
  });

  test('--json reports them with places', async () => {
    await withShop(wrong, async ({ desk }) => {
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

  test('an empty folder: explains what to do first', async () => {
    await withDesk({}, async (desk) => {
      const { status, stderr } = await desk.cli(['plan']);
      expect(status).toBe(1);
      expect(stderr).toMatch(/File not found: confighub\.yaml\.\n {2}.* or create one with `confighub-sync init`\.\n/);
      expect(stderr).toContain('There is no project file; nothing was sent.');
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

  test('does not need variables, and names missing ones', async () => {
    const files = { ...SMALL, 'config/env.yaml': 'keys:\n  db.login: { value: { env: DB_LOGIN } }\n' };
    await withDesk(files, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['validate']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Valid: 3 keys/);
      expect(stderr).toMatch(/^config\/env\.yaml:2:\d+ warning env-missing: .*DB_LOGIN/);
    });
  });

  test('ignores environment variables of other commands', async () => {
    await withDesk(SMALL, async (desk) => {
      expect(await desk.cli(['validate'], { env: { CONFIGHUB_TOKEN: 'a\nb' } })).toMatchObject({ status: 0 });
    });
  });
});
