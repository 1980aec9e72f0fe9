// import on the command line: preview, confirmation, files and refusals.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { push, type TestServer } from '../helpers/server.ts';

const LIVE = {
  changeComment: 'By others',
  enableKeyCreation: true,
  data: [
    {
      key: 'shop.title',
      vdt: 'Text',
      push: true,
      values: [{ context: '*;*', value: 'Corner Shop' }],
    },
    {
      key: 'db.pool',
      vdt: 'Integer',
      push: true,
      values: [
        { context: '*;*', value: '10' },
        { context: 'Production;*', value: '50' },
      ],
    },
    {
      key: 'db.password',
      vdt: 'Text',
      push: true,
      values: [{ context: 'Production;*', value: 'hunter2' }],
    },
    { file: 'nginx/app.conf', context: '*;*', content: 'listen 80;\r\n' },
  ],
};

function fill(server: TestServer, body: object = LIVE) {
  return push(server, body, { token: 'force' });
}

function files(desk: Desk): string[] {
  return readdirSync(desk.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
    .map((entry) =>
      `${entry.parentPath.slice(desk.dir.length + 1)}/${entry.name}`.replace(/^\//, ''),
    )
    .sort();
}

const read = (desk: Desk, path: string) => readFileSync(desk.path(path), 'utf8');

describe.concurrent('import into an empty folder', () => {
  test('lists two hundred variables at most', async () => {
    await withShop({}, async ({ desk, server }) => {
      const values = [{ context: '*;*', value: 'hunter2' }];
      const data = Array.from({ length: 205 }, (_, i) => ({
        key: `db${i}.password`,
        vdt: 'Text',
        push: true,
        values,
      }));
      await fill(server, { ...LIVE, data });
      const { stdout } = await desk.cli(['import', '--dry-run']);
      expect(stdout).toMatch(/^ {2}… and 5 more$/m);
    });
  });

  test('writes nothing until it is told to, then a project whose plan is empty', async () => {
    await withShop({}, async ({ desk, server }) => {
      await fill(server);
      const asked = await desk.cli(['import']);
      expect(asked.status).toBe(1);
      expect(asked.stdout).toMatch(/3 files to create\.\n$/);
      expect(asked.stderr).toMatch(/^error not-confirmed: Nothing was written: .*\n.*--yes/);
      for (const [flag, value, expected] of [
        [
          '--document',
          'elsewhere/all.yaml',
          /^error no-document-path: elsewhere\/all\.yaml cannot be a new document: `include` .* does not match it/,
        ],
        ['--env-example', '../x', /^error bad-option: \.\.\/x is not in the project folder\./],
      ] as const) {
        const refused = await desk.cli(['import', '--yes', flag, value]);
        expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(expected) });
      }
      expect(await desk.cli(['import', '--dry-run'])).toMatchObject({ status: 0, stderr: '' });
      const tried = await desk.cli(['import', '--dry-run', '--json']);
      expect(tried.status).toBe(0);
      expect(JSON.parse(tried.stdout)).toMatchObject({
        version: 1,
        counts: { create: 5, update: 0, delete: 0 },
        files: [
          { path: 'config/files/nginx/app.conf', action: 'create' },
          { path: 'config/shop.yaml', action: 'create' },
          { path: 'confighub.yaml', action: 'create' },
        ],
        variables: [{ name: 'DB_PASSWORD_PRODUCTION', item: 'db.password [Production;*]' }],
        written: false,
      });
      expect(tried.stdout).not.toContain('hunter2');
      expect(files(desk)).toEqual([]);

      const { status, stdout, stderr } = await desk.cli(['import', '--yes']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(`acme/shop at ${server.url}

  + config/files/nginx/app.conf  1 line
  + config/shop.yaml  12 lines
  + confighub.yaml  4 lines

Secrets are not written to files. Set these variables to the values on the server:
  export DB_PASSWORD_PRODUCTION=  # db.password [Production;*]

Git may change the line endings of config/files/nginx/app.conf: set the attribute \`-text\` for them in .gitattributes.

Import into your files: 5 to add, 0 to change, 0 to remove; 3 files to create.
Wrote 3 files.
Next: confighub-sync plan.
`);
      expect(read(desk, 'config/shop.yaml')).toBe(`keys:
  db.password:
    values:
      Production;*: { env: DB_PASSWORD_PRODUCTION }
  db.pool:
    vdt: Integer
    values:
      "*;*": 10
      Production;*: 50
  shop.title: Corner Shop
files:
  nginx/app.conf: { path: files/nginx/app.conf }
`);
      expect(read(desk, 'config/files/nginx/app.conf')).toBe('listen 80;\r\n');
      expect(read(desk, 'confighub.yaml')).toContain('levels: [Environment, Application]');
      const plan = await desk.cli(['plan', '--prune', 'all'], {
        env: { DB_PASSWORD_PRODUCTION: 'hunter2' },
      });
      expect(plan).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nNo changes\.\n$/) });
      const again = await desk.cli(['import']);
      expect(again).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/\nNothing to import\.\n$/),
      });
    });
  });

  test('--document names the document, and --env-example lists the variables of secrets', async () => {
    const example = '# Ask the team.\nOTHER=\n';
    await withShop({ '.env.example': example }, async ({ desk, server }) => {
      await fill(server);
      const args = [
        'import',
        '--yes',
        '--document',
        'config/all.yaml',
        '--env-example',
        '.env.example',
      ];
      expect(await desk.cli(args)).toMatchObject({ status: 0, stderr: '' });
      expect(files(desk)).toEqual([
        '.env.example',
        'config/all.yaml',
        'config/files/nginx/app.conf',
        'confighub.yaml',
      ]);
      expect(read(desk, '.env.example')).toBe(
        `${example}# db.password [Production;*]\nDB_PASSWORD_PRODUCTION=\n`,
      );
      const plan = await desk.cli(['plan', '--prune', 'all'], {
        env: { DB_PASSWORD_PRODUCTION: 'hunter2' },
      });
      expect(plan).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nNo changes\.\n$/) });
    });
  });

  test('of much is split by the first part of the names', async () => {
    await withShop({}, async ({ desk, server }) => {
      const values = [{ context: '*;*', value: 'x' }];
      const key = (name: string) => ({ key: name, vdt: 'Text', push: true, values });
      const data = Array.from({ length: 60 }, (_, i) => [key(`db.${i}`), key(`shop.${i}`)]).flat();
      await fill(server, { ...LIVE, data: [...data, key('alone')] });
      expect(await desk.cli(['import', '--yes'])).toMatchObject({ status: 0, stderr: '' });
      expect(files(desk)).toEqual(['config/db.yaml', 'config/shop.yaml', 'confighub.yaml']);
      expect(read(desk, 'config/shop.yaml')).toMatch(/^keys:\n {2}alone: x\n {2}shop\.0: x\n/);
    });
  });
});

describe.concurrent('import into a project', () => {
  const changed = {
    ...LIVE,
    data: [
      { key: 'db.host', vdt: 'Text', values: [{ context: 'Production;*', value: 'db2.prod' }] },
    ],
  };

  test('edits existing documents, shows the lines, and masks secrets', async () => {
    const secret = {
      'config/secret.yaml':
        'keys:\n  db.host.password: hunter2 # in the clear\n  db.host.port: 5432\n',
    };
    await withShop({ ...SMALL, ...secret }, async ({ desk, server }) => {
      await desk.cli(['apply', '--yes']);
      desk.commit('Open the shop');
      await fill(server, {
        ...changed,
        data: [
          ...changed.data,
          { key: 'db.host.port', vdt: 'Text', values: [{ context: '*;*', value: '5433' }] },
        ],
      });
      const { status, stdout } = await desk.cli(['import', '--yes']);
      expect(status).toBe(0);
      expect(stdout).toContain(`  ~ config/shop.yaml
      | @@ -3,4 +3,4 @@
      |    db.host:
      |      values:
      |        "*": db.dev.internal
      | -      Production;*: db.prod.internal
      | +      Production;*: db2.prod
`);
      expect(stdout).toContain('db.host.password: (secret) # in the clear');
      expect(stdout).not.toContain('hunter2');
      expect(read(desk, 'config/shop.yaml')).toBe(
        SMALL['config/shop.yaml'].replace('db.prod.internal', 'db2.prod'),
      );
      expect(await desk.cli(['plan'])).toMatchObject({
        stdout: expect.stringMatching(/\nNo changes\.\n$/),
      });
    });
  });

  test('refuses to edit files with uncommitted changes', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await fill(server);
      desk.write({ 'config/shop.yaml': `# mine\n${SMALL['config/shop.yaml']}` });
      const { status, stderr } = await desk.cli(['import', '--yes', '--remove-missing']);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^error uncommitted: The import would edit config\/shop\.yaml, which has uncommitted changes/,
      );
      expect(read(desk, 'config/shop.yaml')).toMatch(/^# mine\n/);
      expect(await desk.cli(['import', '--dry-run'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('--only drift needs a record, and imports only changes of managed items', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const refused = await desk.cli(['import', '--only', 'drift', '--yes']);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(
        /^error drift-unknown: .*this project has no record of an earlier apply/,
      );
      await desk.cli(['apply', '--yes']);
      const mine = SMALL['config/shop.yaml'].replace(
        'Corner Shop',
        'The Corner Shop\n  shop.motto: Mine',
      );
      desk.commit('Rename it', { 'config/shop.yaml': mine });
      await fill(server, { ...changed, data: [...changed.data, ...LIVE.data.slice(1)] });
      expect(await desk.cli(['import', '--only', 'drift', '--yes'])).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(read(desk, 'config/shop.yaml')).toBe(mine.replace('db.prod.internal', 'db2.prod'));
      expect(existsSync(desk.path('config/imported.yaml'))).toBe(false);

      // A full import knows nothing of the last apply: what the server lacks stays, whether it was applied or not.
      desk.commit('Accept it');
      const all = await desk.cli(['import', '--dry-run']);
      expect(all.stdout).toContain(`
Your files have 1 item that the server does not have. It stays: an apply creates it on the server. To remove it from your files, pass --remove-missing:
  config/shop.yaml:3  shop.motto [*;*]
`);
      expect(all.stdout).toMatch(/Import into your files: \d+ to add, 1 to change, 0 to remove; /);
      const json = await desk.cli(['import', '--dry-run', '--json']);
      expect(JSON.parse(json.stdout).kept).toEqual([
        { item: 'shop.motto [*;*]', at: 'config/shop.yaml:3' },
      ]);
      const removed = await desk.cli(['import', '--dry-run', '--remove-missing']);
      expect(removed.stdout).toContain('-  shop.motto: Mine\n');
      expect(removed.stdout).toMatch(
        /Import into your files: \d+ to add, 1 to change, 1 to remove; /,
      );
      const both = await desk.cli(['import', '--remove-missing', '--only', 'drift']);
      expect(both).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('cannot be used with'),
      });
    });
  });

  test('--only drift edits sources in place, unless they have uncommitted changes', async () => {
    const project = `${SMALL['confighub.yaml']}sources: [{ path: shop.env, prefix: shop. }]\n`;
    const env = '# colours\nexport COLOUR="blue" # of the door\nSIZE=1\n';
    await withShop(
      { ...SMALL, 'confighub.yaml': project, 'shop.env': env },
      async ({ desk, server }) => {
        desk.commit('Open the shop');
        await desk.cli(['apply', '--yes']);
        const values = [{ context: '*;*', value: 'light "blue"' }];
        await fill(server, { ...LIVE, data: [{ key: 'shop.COLOUR', vdt: 'Text', values }] });
        desk.write({ 'shop.env': `${env}# mine\n` });
        const refused = await desk.cli(['import', '--only', 'drift', '--yes']);
        expect(refused).toMatchObject({
          status: 1,
          stderr: expect.stringContaining('would edit shop.env'),
        });
        desk.write({ 'shop.env': env });
        const { status, stdout } = await desk.cli(['import', '--only', 'drift', '--yes']);
        expect(status).toBe(0);
        expect(stdout).toContain(`  ~ shop.env
      | @@ -1,3 +1,3 @@
      |  # colours
      | -export COLOUR="blue" # of the door
      | +export COLOUR='light "blue"' # of the door
      |  SIZE=1
`);
        expect(read(desk, 'shop.env')).toBe(env.replace('"blue"', `'light "blue"'`));
        expect(await desk.cli(['plan'])).toMatchObject({
          stdout: expect.stringMatching(/\nNo changes\.\n$/),
        });
      },
    );
  });

  test('fails with the errors in the files', async () => {
    await withDesk({ ...SMALL, 'config/shop.yaml': 'keys: [\n' }, async (desk) => {
      const { status, stderr } = await desk.cli([
        'import',
        '--url',
        'http://127.0.0.1:9',
        '--repository',
        'acme/shop',
        '--yes',
      ]);
      expect(status).toBe(1);
      expect(stderr).toContain('yaml-syntax');
    });
  });
});

describe.concurrent('on a terminal', () => {
  test.for([
    ['y\n', 'Wrote 3 files.', 3],
    ['\n', 'Nothing was written.', 0],
  ] as const)('it asks first; the answer %j', async ([input, end, count]) => {
    await withShop({}, async ({ desk, server }) => {
      await fill(server);
      const { status, output } = await desk.cli(['import'], { terminal: { input } });
      expect(status).toBe(0);
      expect(output).toContain('Write 3 files? [y/N]');
      expect(output).toContain(end);
      expect(files(desk)).toHaveLength(count);
    });
  });
});
