// import when only reads by token are available: imports the drift that can be read.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REPOSITORY, TOKEN, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const CLOSED = { repositories: [{ ...REPOSITORY, flags: { tokenFreePull: false } }] };
const DOCUMENT = `keys:
  port: { vdt: Integer, values: { "*;*": 80, "Production;Web": 82 } } # ports
files:
  a.conf: { "*;*": { content: "listen" }, "Production;*": { content: "public" } }
`;
const FILES = {
  'confighub.yaml': 'levels: [Environment, Application]\n',
  'config/shop.yaml': DOCUMENT,
};
const THEIRS = [
  { file: 'a.conf', context: 'Production;*', content: 'theirs' },
  { key: 'port', vdt: 'Integer', values: [{ context: 'Production;Web', value: '9' }] },
];
const ONLY_DRIFT = ['import', '--only', 'drift', '--yes'];

describe.concurrent('import with reads by token only', () => {
  test('--only drift imports values, and explains why not a file', async () => {
    await withShop(
      FILES,
      async ({ desk, server }) => {
        desk.commit('Open the shop');
        expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
        expect((await push(server, { data: THEIRS }, { token: 'default' })).status).toBe(200);
        const { status, stdout, stderr } = await desk.cli(ONLY_DRIFT);
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        expect(stdout).toContain(
          'Not imported:\n  config/shop.yaml:4  a.conf [Production;*]: the file differs on the server, but a token cannot read its content\n\n',
        );
        expect(stdout).toContain(
          'Import into your files: 0 to add, 1 to change, 0 to remove; 1 file to edit.',
        );
        const text = readFileSync(desk.path('config/shop.yaml'), 'utf8');
        expect(text).toBe(DOCUMENT.replace('82', '9'));
        const { stdout: drift } = await desk.cli(['plan', '--on-drift', 'keep']);
        expect(drift).toContain('\nNo changes.');
        expect(drift).toContain('~ a.conf');
        expect(drift).not.toContain('~ port');
      },
      CLOSED,
    );
  });

  test('imports nothing without drift, and says what to do where it cannot read', async () => {
    await withShop(
      FILES,
      async ({ desk }) => {
        desk.commit('Open the shop');
        await desk.cli(['apply']);
        const { status, stdout } = await desk.cli(ONLY_DRIFT);
        expect(status).toBe(0);
        expect(stdout).toMatch(/\n\nNothing to import\.\n$/);
        expect(stdout).not.toContain('Not imported');
        const all = await desk.cli(['import', '--yes']);
        expect(all.status).toBe(1);
        expect(all.stderr).toMatch(
          /^error no-export: An import needs .*\n {2}Allow reading without a token.* `--only drift`/,
        );
        const withoutToken = await desk.cli(ONLY_DRIFT, { env: { CONFIGHUB_TOKEN: '' } });
        expect(withoutToken.status).toBe(1);
        expect(withoutToken.stderr).toMatch(
          /^error drift-unknown: Cannot determine drift: .*\n {2}\S.* token/,
        );
      },
      CLOSED,
    );
  });

  test('a plan accepts the imported security group even if the token hides it', async () => {
    const group = {
      name: 'Database',
      password: 'sesame-database',
      cipher: 'AES/CBC/PKCS5Padding',
    } as const;
    const tokens = { default: { value: TOKEN, securityGroups: [group.name] } };
    const document =
      'keys:\n  db.user: { securityGroup: Database, values: { "*;*": { env: DB_USER } } }\n';
    const files = {
      'confighub.yaml': 'passwords: { Database: { env: DATABASE_PASSWORD } }\n',
      'config/shop.yaml': document,
    };
    await withShop(
      files,
      async ({ desk, server }) => {
        const pair = { securityGroup: group.name, password: group.password };
        const user = {
          key: 'db.user',
          vdt: 'Text',
          push: true,
          ...pair,
          values: [{ context: '*;*', value: 'ada' }],
        };
        const body = { enableKeyCreation: true, data: [user] };
        expect((await push(server, body, { token: 'default' })).status).toBe(200);
        desk.commit('Imported');
        const env = { DATABASE_PASSWORD: group.password, DB_USER: 'ada' };
        const plan = await desk.cli(['plan'], { env });
        expect(plan).toMatchObject({
          status: 0,
          stdout: expect.stringMatching(/\nNo changes\.\n$/),
        });
        desk.commit('One more', {
          'config/shop.yaml': document.replace('} } }', '}, Production;*: eve } }'),
        });
        const more = await desk.cli(['plan'], { env });
        expect(more.status).toBe(3);
        expect(more.stdout).toContain('refused secret-regroup: db.user exists');
      },
      {
        repositories: [
          { ...REPOSITORY, ...CLOSED.repositories[0], tokens, securityGroups: [group] },
        ],
      },
    );
  });
});
