// Variables that are not set: outside a workflow a plan goes on without them, and an apply does not.
import { describe, expect, test } from 'vitest';
import { REPOSITORY, SMALL, TOKEN, withShop } from '../helpers/process.ts';
import { projectFile, withTargets } from './three-targets.ts';

const SECRETS = `keys:
  db.password: { values: { "Production;*": { env: DB_PASSWORD }, "Test;*": { env: TEST_PASSWORD } } }
  api.token: { value: { env: API_TOKEN } }
`;
const SET = {
  DB_PASSWORD: 'hunter-of-production',
  TEST_PASSWORD: 'hunter-of-test',
  API_TOKEN: 'tok-of-api',
};
const AT_HOME = { CI: undefined };
const FILES = { ...SMALL, 'config/secrets.yaml': SECRETS };

/** Applied with all variables, which no later command has. */
function withSecrets(
  files: Record<string, string>,
  use: Parameters<typeof withShop<void>>[1],
): Promise<void> {
  return withShop({ ...FILES, ...files }, async (shop) => {
    shop.desk.commit('Open the shop');
    expect(await shop.desk.cli(['apply'], { env: SET })).toMatchObject({ status: 0 });
    await use(shop);
  });
}

describe.concurrent('a plan without variables', () => {
  test('compares everything else, and says so once; it is not written for a review, and refused in a workflow, as an apply is', async () => {
    await withSecrets({}, async ({ desk, server }) => {
      desk.write({
        'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Best Shop'),
      });
      const { status, stdout, stderr } = await desk.cli(['plan'], { env: AT_HOME });
      expect(status).toBe(0);
      expect(stdout).toContain('Plan: 0 to create, 1 to update, 0 to delete.');
      expect(stdout).not.toContain('db.password');
      expect(stderr.match(/env-missing/g)).toHaveLength(1);
      expect(stderr).toContain(
        '3 variables are not set here: API_TOKEN, DB_PASSWORD, TEST_PASSWORD. Values that need them are not compared with the server.',
      );
      expect(stderr).toContain('--env-file');

      desk.git('checkout', '--quiet', '.');
      const reviewed = await desk.cli(['plan', '--out', 'plan.json'], { env: AT_HOME });
      expect(reviewed.status).toBe(1);
      expect(reviewed.stderr).toContain('config/secrets.yaml:2:51 error env-missing');
      expect(desk.git('status', '--porcelain')).toBe('');
      for (const [args, env] of [
        [['plan'], { CI: 'true' }],
        [['apply', '--yes'], AT_HOME],
      ] as const) {
        const ended = await desk.cli(args, { env });
        expect({ args, status: ended.status }).toEqual({ args, status: 1 });
        expect(ended.stderr.match(/error env-missing/g)).toHaveLength(3);
      }
      expect(server.history('acme', 'shop')).toHaveLength(1);
    });
  });

  test('shows a value that is new', async () => {
    await withShop(FILES, async ({ desk }) => {
      const { status, stdout } = await desk.cli(['plan'], {
        env: { ...SET, DB_PASSWORD: '', CI: undefined },
      });
      expect(status).toBe(0);
      expect(stdout).toContain('(secret, DB_PASSWORD is not set here)');
      expect(stdout).not.toContain('TEST_PASSWORD is');
    });
  });

  test('cannot be approved: it says which variables an approval needs', async () => {
    await withSecrets(
      { 'confighub.yaml': `${SMALL['confighub.yaml']}protect: "db.*"\n` },
      async ({ desk }) => {
        desk.write({ 'config/shop.yaml': 'keys: { shop.title: Corner Shop }\n' });
        for (const approval of [[], ['--approve', '0a1b2c3d4e5f60718293a4b5c6d7e8f9']]) {
          const refused = await desk.cli(['plan', ...approval], {
            env: { ...SET, DB_PASSWORD: undefined, CI: undefined },
          });
          expect(refused.status).toBe(3);
          expect(refused.stdout).toContain('Set DB_PASSWORD and plan again to approve it.');
          expect(refused.output).not.toContain('--approve');
          expect(refused.output).not.toContain('approval-mismatch');
        }
        const { stdout } = await desk.cli(['plan', '--json'], { env: AT_HOME });
        const plan = JSON.parse(stdout);
        expect(plan).toMatchObject({
          refused: true,
          unset: ['API_TOKEN', 'DB_PASSWORD', 'TEST_PASSWORD'],
        });
        expect(plan).not.toHaveProperty('approval');
      },
    );
  });

  test('of a security group does not take its values for unencrypted', async () => {
    const files = {
      'confighub.yaml': `${SMALL['confighub.yaml']}passwords: { Database: { env: GROUP_PASSWORD } }\n`,
      'config/shop.yaml': 'keys: { db.key: { securityGroup: Database, value: abc }, a: 1 }\n',
    };
    const settings = {
      ...REPOSITORY,
      securityGroups: [
        { name: 'Database', password: 'group-password', cipher: 'AES/CBC/PKCS5Padding' as const },
      ],
      tokens: { default: { value: TOKEN, securityGroups: ['Database'] } },
    };
    await withShop(
      files,
      async ({ desk }) => {
        expect(
          await desk.cli(['apply', '--yes'], { env: { GROUP_PASSWORD: 'group-password' } }),
        ).toMatchObject({
          status: 0,
        });
        const { status, output } = await desk.cli(['plan'], { env: AT_HOME });
        expect(output).toContain('1 variable is not set here: GROUP_PASSWORD.');
        expect(output).toContain('No changes.');
        expect(status).toBe(0);
      },
      { repositories: [settings] },
    );
  });

  test('of several targets', async () => {
    await withTargets(async ({ desk, main, eu }) => {
      const secret = 'keys: { bill.key: { value: { env: BILL_KEY } } }\n';
      desk.commit('Start', {
        'confighub.yaml': projectFile({ main, eu }),
        'billing/a.yaml': secret,
      });
      const { status, output } = await desk.cli(['plan'], { env: AT_HOME });
      expect(status).toBe(0);
      expect(output).toContain('(secret, BILL_KEY is not set here)');
      expect(output).toContain('1 variable is not set here: BILL_KEY.');
    });
  });
});

describe.concurrent('--env-file', () => {
  const ENV = Object.entries(SET)
    .map(([name, text]) => `${name}="${text}"\n`)
    .join('');

  test('gives variables to a plan and to an apply; those that are set win', async () => {
    await withShop(FILES, async ({ desk }) => {
      desk.commit('Open the shop', { '.gitignore': '.env\n' });
      desk.write({ '.env': `# of my laptop\nexport ${ENV}CONFIGHUB_TOKEN=wrong\n` });
      const env = { CI: undefined, DB_PASSWORD: 'hunter-that-wins', TEST_PASSWORD: '' };
      const applied = await desk.cli(['apply', '--yes', '--env-file', '.env'], { env });
      expect(applied).toMatchObject({ status: 0 });
      expect(applied.output).not.toContain('hunter');
      // What is empty, or the same in both, is no contradiction.
      expect(applied.stderr).toContain(
        'warning: CONFIGHUB_TOKEN, DB_PASSWORD are set in the environment, and .env has different values. The environment takes precedence. To use the values in .env, unset the variables.\n',
      );
      const same = await desk.cli(['validate', '--env-file', '.env'], {
        env: { ...SET, CONFIGHUB_TOKEN: '' },
      });
      expect(same.stderr).not.toContain('in the environment');
      const one = await desk.cli(['validate', '--env-file', '.env'], {
        env: { ...env, CONFIGHUB_TOKEN: '' },
      });
      expect(one.stderr).toContain(
        'warning: DB_PASSWORD is set in the environment, and .env has a different value. The environment takes precedence. To use the value in .env, unset the variable.\n',
      );
      const again = await desk.cli(['plan', '--env-file', '.env'], { env });
      expect(again.stdout).toContain('No changes.');
      const { stdout } = await desk.cli(['plan', '--env-file', '.env'], { env: { CI: undefined } });
      expect(stdout).toContain('Plan: 0 to create, 1 to update, 0 to delete.');
      expect(stdout).toContain('db.password  Production;*');
    });
  });

  test('also has the token', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop', { '.gitignore': '.env\n' });
      desk.write({ '.env': `CONFIGHUB_TOKEN=${TOKEN}\nHOUSE=$STREET/1\n` });
      desk.env.CONFIGHUB_TOKEN = undefined;
      const { status, stderr, output } = await desk.cli([
        'apply',
        '--env-file',
        '.env',
        '--verbose',
      ]);
      expect(status).toBe(0);
      expect(output).not.toContain(TOKEN);
      expect(stderr).toContain('warning: .env:2:1: `$` is text for npm dotenv, ');
      expect(server.history('acme', 'shop')).toHaveLength(1);
    });
  });

  test.for([
    [
      'is missing',
      undefined,
      [],
      'error file-system: Cannot read .*: it does not exist \\(ENOENT\\)',
    ],
    [
      'is not UTF-8',
      Buffer.from('A=1\nB=ü\n', 'latin1'),
      [],
      '\\.env is not valid UTF-8\\.\\n *Save',
    ],
    [
      'has a line that is no variable, and a value of which a part is lost',
      'A=1\nhunter2\nB=hunter2#x\n',
      [],
      '\\.env:2:1: This line is neither.*\\n.*\\.env:3:1: npm dotenv ends this value at the `#`',
    ],
    [
      'steers Git',
      'A=1\nGIT_DIR=x\nCI=true\n',
      [],
      '\\.env:2:1: `GIT_DIR` cannot be set here: it belongs to Git.*\\n.*\\.env:3:1: `CI` cannot be set here',
    ],
    ['is tracked by Git', 'A=hunter2\n', ['commit'], 'Git tracks `\\.env`: everyone'],
  ] as const)('that %s is an error', async ([, text, how, message]) => {
    await withShop(SMALL, async ({ desk, server }) => {
      if (text !== undefined) desk.write({ '.env': text });
      if (how.length > 0) desk.commit('All');
      const { status, output } = await desk.cli(['apply', '--env-file', '.env']);
      expect(output).toMatch(new RegExp(message));
      expect(output).not.toContain('hunter2');
      expect(status).toBe(1);
      expect(server.history('acme', 'shop')).toHaveLength(0);
    });
  });
});
