// `explain`: everything about one key or file, from the files, the server and the record of applies.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const GOLDEN = fileURLToPath(new URL('explain/', import.meta.url));

const PROJECT_FILE = `version: 1
levels: [Environment, Application]
protect: ["db.*", "nginx/*"]
ignore: { keys: ["cache.*"], contexts: ["Local;**"] }
`;

function documents({ production, token }: { production: string; token: string }): string {
  return `keys:
  db.host:
    readme: Host of the orders database. It moves with every region, so ask the team of the database before you change it.
    values:
      "*": db.dev.internal
      Production;*: ${production}
      Production;Billing: db-billing.prod.internal
  db.password:
    values:
      "*": local
      Production;*: { env: DB_PASSWORD }
  mail.text: { vdt: Code, push: true, deprecated: true, value: "first line, which is long enough for most terminals\\ntoken=${token}\\n" }
  cached: x
files:
  nginx/app.conf:
    "*": { path: app.conf }
    Production;*: { content: "production \${db.host}\\n" }
`;
}

const BEFORE = {
  'confighub.yaml': PROJECT_FILE,
  'config/shop.yaml': documents({ production: 'db.old.internal', token: 'aaaa1111bbbb2222' }),
  'config/app.conf': 'server ${db.host};\nport ${db.port};\n',
  'config/more.yaml': 'keys: { db.port: 5432, gone: x }\n',
};
const env = { DB_PASSWORD: 'pa55-of-production' };

/** Times, commits and addresses that differ with every run. */
function stable(text: string, url = ''): string {
  return text
    .replaceAll(url === '' ? '\0' : url, 'http://config.example.com')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '2026-01-02 03:04:05 UTC')
    .replace(/commit [0-9a-f]{10}/g, 'commit 0123456789');
}

/** Applied twice from another clone, changed on the server, and again in the files. */
async function withStory(use: (story: { desk: Desk; url: string }) => Promise<void>): Promise<void> {
  await withShop(BEFORE, async ({ desk, server }) => {
    Object.assign(desk.env, env, { USER: 'alice' });
    desk.commit('Start');
    desk.git('remote', 'add', 'origin', `file://${desk.sandbox.bare()}`);
    expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
    desk.commit('Move the database (#12)', {
      'config/shop.yaml': documents({ production: 'db.new.internal', token: 'aaaa1111bbbb2222' }),
      'config/app.conf': 'server ${db.host};\nport ${db.port};\ntimeout 3;\n',
    });
    expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
    const data = [
      {
        key: 'db.host',
        values: [
          { context: '*;Billing', value: 'theirs' },
          { context: '*;*', value: 'drifted' },
        ],
      },
      { key: 'cache.size', push: true, values: [{ context: '*;*', value: '1' }] },
    ];
    expect(await push(server, { enableKeyCreation: true, data }, { token: 'force' })).toMatchObject({ status: 200 });
    const now = documents({ production: 'db.newest.internal', token: 'cccc3333dddd4444' });
    desk.write({
      'config/shop.yaml': now.replace('cached: x', 'new.key: y'),
      'config/more.yaml': 'keys: { db.port: 5432 }\n',
    });
    // The record is read from origin, as in a new clone.
    for (const ref of desk
      .git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync')
      .split('\n')
      .filter(Boolean))
      desk.git('update-ref', '-d', ref);
    await use({ desk, url: server.url });
  });
}

describe.concurrent('explain', () => {
  test('in terminals of 60 and 120 columns', { timeout: 60_000 }, async ({ expect }) => {
    await withStory(async ({ desk, url }) => {
      const names = ['db.host', 'db.password', 'mail.text', 'nginx/app.conf', 'gone', 'new.key', 'cache.size'];
      for (const columns of [60, 120]) {
        const shown: string[] = [];
        for (const name of names) {
          const { status, stdout, stderr } = await desk.cli(['explain', name, '--no-color'], { terminal: { columns } });
          expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
          shown.push(`$ confighub-sync explain ${name}\n${stable(stdout, url)}`);
        }
        const text = shown.join('\n');
        expect(text).not.toMatch(/pa55|aaaa1111|cccc3333/);
        await expect(text).toMatchFileSnapshot(join(GOLDEN, `${columns}.txt`));
        const wide = text.split('\n').filter((line) => stringWidth(line) > columns && !line.startsWith('$'));
        expect(wide).toEqual([]);
      }
    });
  });

  test('as JSON', { timeout: 60_000 }, async ({ expect }) => {
    await withStory(async ({ desk }) => {
      const { stdout } = await desk.cli(['explain', 'DB.Host', '--json']);
      const { rows, ...facts } = JSON.parse(stdout);
      expect(facts).toMatchObject({
        version: 1,
        key: 'db.host',
        liveRead: 'export',
        recordRead: true,
        protectedBy: ['db.*'],
        usedIn: ['nginx/app.conf'],
      });
      expect(rows.map(({ context }: { context: string }) => context)).toEqual([
        'Production;Billing',
        '*;Billing',
        'Production;*',
        '*;*',
      ]);
      expect(rows[1]).toEqual({
        context: '*;Billing',
        live: { state: 'different', value: 'theirs' },
        lastApply: { state: 'missing' },
        received: [{ elements: ['*', 'Billing'], except: [['Production', '*']] }],
      });
      expect(rows[2]).toMatchObject({
        place: { file: 'config/shop.yaml', line: 6, column: 7 },
        declared: { value: 'db.newest.internal' },
        live: { state: 'different', value: 'db.new.internal' },
        lastApply: { state: 'different', value: 'db.new.internal' },
        received: [{ elements: ['Production', '*'], except: [['*', 'Billing']] }],
        lastChange: {
          actor: 'alice',
          subject: 'Move the database (#12)',
          pullRequest: '12',
          commit: desk.git('rev-parse', 'HEAD'),
        },
      });
      expect(rows[0].lastChange).toMatchObject({ subject: 'Start', commit: desk.git('rev-parse', 'HEAD~1') });
    });
  });

  test('without a token it reads the export; by token it says what is not seen', async ({ expect }) => {
    await withStory(async ({ desk }) => {
      const token = await desk.cli(['explain', 'db.host', '--reads', 'token']);
      expect(token.stdout).toMatch(
        /^ {2}live +read by token: values in contexts that the files do not name are not seen$/m,
      );
      expect(token.stdout).not.toContain('theirs');
      const none = await desk.cli(['explain', 'db.host', '--reads', 'token'], { env: { CONFIGHUB_TOKEN: undefined } });
      expect(none.status).toBe(0);
      expect(none.stdout).toMatch(/^ {2}live +not read: The server offers no read of it/m);
      expect(none.stdout).toContain('last changed 20');
    });
  });

  test('without a server it explains from the files and the record', async ({ expect }) => {
    await withDesk(BEFORE, async (desk) => {
      const offline = await desk.cli(['explain', 'db.password', '--no-color']);
      expect(offline).toMatchObject({ status: 0, stderr: '' });
      await expect(offline.stdout).toMatchFileSnapshot(join(GOLDEN, 'offline.txt'));
      const refused = await desk.cli([
        'explain',
        'db.port',
        '--url',
        'http://127.0.0.1:1',
        '--repository',
        'acme/shop',
      ]);
      expect(refused.status).toBe(0);
      expect(refused.stdout).toContain('refused the connection');
    });
  });

  test.for([
    [['explain', 'db.hots'], /^error unknown-key: .* no key or file `db\.hots`\.\n {2}Did you mean `db\.host`\?\n$/],
    [['explain', 'app.conf'], /Did you mean `nginx\/app\.conf`/],
    [['explain', 'db.host', '--file'], /^error unknown-file: .* no file `db\.host`\./],
    [['explain'], /Missing required argument `name`/],
    [['explain', 'a', 'b'], /Too many arguments for `explain`/],
  ] as const)('%s', async ([args, message], { expect }) => {
    await withDesk(BEFORE, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(message);
    });
  });
});
