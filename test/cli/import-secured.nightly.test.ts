// import with security groups: the documents, and a plan of them that is not refused.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, withShop } from '../helpers/process.ts';
import { push, type TestServer } from '../helpers/server.ts';

const DATABASE = {
  name: 'Database',
  password: 'sesame-database',
  cipher: 'AES/CBC/PKCS5Padding',
} as const;
const PAIR = { securityGroup: DATABASE.name, password: DATABASE.password };
const SECURED = { repositories: [{ ...REPOSITORY, securityGroups: [DATABASE] }] };
const ENV = {
  DATABASE_PASSWORD: DATABASE.password,
  DB_USER: 'ada',
  DB_PORT: '5432',
  DB_INI: 'user = ada\n',
};

function fill(server: TestServer) {
  const key = { push: true, ...PAIR };
  const file = { file: 'db.ini', context: '*;*', content: ENV.DB_INI };
  const data = [
    { key: 'db.user', vdt: 'Text', ...key, values: [{ context: '*;*', value: ENV.DB_USER }] },
    { key: 'db.port', vdt: 'Integer', ...key, values: [{ context: '*;*', value: ENV.DB_PORT }] },
    file,
    { ...file, ...PAIR },
  ];
  return push(
    server,
    { changeComment: 'By others', enableKeyCreation: true, data },
    { token: 'force' },
  );
}

const read = (desk: Desk, path: string) => readFileSync(desk.path(path), 'utf8');

const DOCUMENT = `keys:
  db.port: { vdt: Integer, securityGroup: Database, value: { env: DB_PORT } }
  db.user: { securityGroup: Database, value: { env: DB_USER } }
files:
  db.ini: { env: DB_INI, securityGroup: Database }
`;

const VARIABLES = `Secrets are not written to files. Set these variables to the values on the server:
  export DB_PORT=  # db.port [*;*]
  export DB_USER=  # db.user [*;*]
  export DB_INI=  # db.ini [*;*]
  export DATABASE_PASSWORD=  # password of the security group Database
`;

async function expectNoChanges(desk: Desk): Promise<void> {
  for (const env of [ENV, { ...ENV, CONFIGHUB_TOKEN: '' }]) {
    const plan = await desk.cli(['plan', '--prune', 'all'], { env });
    expect(plan).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/\nNo changes\.\n$/),
    });
  }
}

describe.concurrent('import of items in a security group', () => {
  test('declares the group and the source of its password, and the plan is empty', async () => {
    await withShop(
      {},
      async ({ desk, server }) => {
        expect((await fill(server)).status).toBe(200);
        const { status, stdout } = await desk.cli(['import', '--yes']);
        expect(status).toBe(0);
        expect(stdout).toContain(VARIABLES);
        expect(stdout).not.toContain('Not imported');
        expect(read(desk, 'config/shop.yaml')).toBe(DOCUMENT);
        expect(read(desk, 'confighub.yaml')).toMatch(
          /\npasswords:\n {2}Database: \{ env: DATABASE_PASSWORD \}\n$/,
        );
        await expectNoChanges(desk);
        for (const env of [{}, ENV])
          expect((await desk.cli(['import'], { env })).stdout).toMatch(/\nNothing to import\.\n$/);
      },
      SECURED,
    );
  });

  test.for([
    [
      'no password',
      '# ours\nprune: all # as ever\n',
      '# ours\nprune: all # as ever\npasswords:\n  Database: { env: DATABASE_PASSWORD }\n',
    ],
    [
      'another one',
      'passwords: # of groups\n  Mail: { env: MAIL } # theirs\nprune: all # as ever\n',
      'passwords: # of groups\n  Mail: { env: MAIL } # theirs\n  Database: { env: DATABASE_PASSWORD }\nprune: all # as ever\n',
    ],
    ['nothing', '# nothing\n', '# nothing\npasswords:\n  Database: { env: DATABASE_PASSWORD }\n'],
  ])('keeps a project file that names %s', async ([, before, after]) => {
    await withShop(
      { 'confighub.yaml': before, 'config/a.yaml': 'keys: {}\n' },
      async ({ desk, server }) => {
        desk.commit('Begin');
        await fill(server);
        expect(await desk.cli(['import', '--yes'])).toMatchObject({ status: 0, stderr: '' });
        expect(read(desk, 'confighub.yaml')).toBe(after);
      },
      SECURED,
    );
  });

  test('--only drift lists only changed items', async () => {
    await withShop(
      {
        'confighub.yaml': `passwords: { Database: { env: DATABASE_PASSWORD } }\n`,
        'config/shop.yaml': DOCUMENT,
      },
      async ({ desk, server }) => {
        desk.commit('Secured');
        expect(await desk.cli(['apply'], { env: ENV })).toMatchObject({ status: 0 });
        const only = ['import', '--only', 'drift', '--yes'];
        for (const env of [ENV, {}]) {
          const { status, stdout } = await desk.cli(only, { env });
          expect(status).toBe(0);
          expect(stdout).not.toContain('Not imported');
        }
        const theirs = { file: 'db.ini', context: '*;*', content: 'user = eve\n', ...PAIR };
        expect((await push(server, { data: [theirs] }, { token: 'default' })).status).toBe(200);
        const { stdout } = await desk.cli(only, { env: ENV });
        expect(stdout).toContain(
          'Not imported:\n  config/shop.yaml:5  db.ini [*;*]: its document takes it from the environment\n\n',
        );
      },
      SECURED,
    );
  });
});
