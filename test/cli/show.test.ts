// `show` in a narrow terminal, of many rows, and of a server that does not answer.
import { join } from 'node:path';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, SMALL, withDesk, withShop } from '../helpers/process.ts';

const GOLDEN = join(import.meta.dirname, 'show');
const BILLING = ['show', '--context', 'Production;Billing'];

const PROJECT = {
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\nallowSecrets: ["mail.*"]\n',
  'config/shop.yaml': `keys:
  db.host:
    values:
      "*": db.dev.internal
      Production;*: db.prod.internal
      Production;Billing: db-billing.prod.internal
  db.password:
    values:
      "*": local
      Production;*: { env: DB_PASSWORD }
  db.pool.size: { vdt: Integer, value: 10 }
  limits: { vdt: Map, value: { DE: 1.50, FR: 12 } }
  mail.url: "smtp://mailer:hunter2hunter2@mail.internal"
  shop.motto: "It's \\"fresh\\""
  shop.nothing: null
  shop.welcome: { vdt: Code, value: "Fresh bread\\nevery morning, and now a line that is too long for any terminal.\\n" }
  only.test: { values: { Test;*: x } }
  legacy.flag: { opp: delete }
files:
  nginx/app.conf:
    "*": { content: "server \${db.host};\\n" }
    Production;*:
      content: |
        host \${db.host}
        secret \${db.password}
        pool \${DB.POOL.SIZE} \${nobody.knows}
  robots.txt: { content: "User-agent: *\\n" }
`,
};

/** What differs between the two commands is in both; all else in one. */
const PAIR = [
  ...['show', '--context', 'Staging;Billing', '--against', 'Production;Billing'],
  ...['db.host', 'only.*', 'nginx/*'],
];
const ALL = ['show', '--context', 'Staging;**', '--against', 'Production;**', '!nginx/*'];

const COMPARED = {
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  api.token:
    values: { Staging;*: twin-token-1, Production;*: twin-token-1 }
  db.host:
    values:
      Staging;*: db.staging.internal
      Production;*: db.prod.internal
      Production;Billing: db-billing.prod.internal
  db.password:
    values:
      Staging;*: { env: STAGING_DB_PASSWORD }
      Production;*: { env: DB_PASSWORD }
  db.pool.size: { vdt: Integer, values: { "*": 10, Production;*: 40 } }
  empty: { values: { Staging;*: "", Production;*: null } }
  invisible: { values: { Staging;*: "a b", Production;*: "a\\u00a0b" } }
  limits: { vdt: Map, values: { Staging;*: { DE: 1, FR: 12 }, Production;*: { FR: 12, DE: 1 } } }
  long: { values: { Staging;*: "${'a'.repeat(300)}b", Production;*: "${'a'.repeat(300)}c" } }
  only.production: { values: { Production;Web: x } }
  only.staging: { values: { Staging;*: x } }
  same: { values: { Staging;*: a, Production;*: a } }
  shared.password:
    values: { Staging;*: { env: SHARED }, Production;*: { env: SHARED } }
  smtp.url: { values: { Staging;*: "smtp://u:hunter2hunter2@a", Production;*: "smtp://u:hunter3hunter3@b" } }
files:
  nginx/app.conf:
    "*": { content: "server \${db.host};\\nlisten 80;\\n" }
    Production;*: { content: "host \${db.host}\\nlisten 80;\\n" }
  robots.txt: { content: "User-agent: *\\n" }
`,
};

const COLUMNS = 60;

/** The command with what it prints in a narrow terminal; no line is longer than that is wide. */
async function shownIn(desk: Desk, args: readonly string[]): Promise<string> {
  const terminal = { columns: COLUMNS };
  const { status, stdout, stderr } = await desk.cli([...args, '--no-color'], { terminal });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n').filter((line) => stringWidth(line) > COLUMNS)).toEqual([]);
  return `$ confighub-sync ${args.join(' ')}\n${stdout}`;
}

const SHOWN = {
  files: {
    project: PROJECT,
    runs: [BILLING, ['show', 'db.*', 'limits', '!db.pool.*', 'nginx/*'], ['show', 'legacy.flag']],
  },
  against: { project: COMPARED, runs: [PAIR, ALL] },
};

describe.concurrent('show', () => {
  test.for(['files', 'against'] as const)('fits the terminal: %s', async (name, { expect }) => {
    const { project, runs } = SHOWN[name];
    await withDesk(project, async (desk) => {
      const shown: string[] = [];
      for (const args of runs) shown.push(await shownIn(desk, args));
      await expect(shown.join('\n')).toMatchFileSnapshot(join(GOLDEN, `${name}-${COLUMNS}.txt`));
    });
  });

  test('has room for any number of rows', async () => {
    const more = Array.from({ length: 20_000 }, (_, i) => `k${i}=x\n`).join('');
    const project = `${PROJECT['confighub.yaml']}sources: [more.env]\n`;
    await withDesk({ ...PROJECT, 'confighub.yaml': project, 'more.env': more }, async (desk) => {
      for (const args of [BILLING, ['show']])
        expect((await desk.cli(args)).stdout).toContain('k19999');
    });
  });
});

test('show --live says which read the server does not offer', async () => {
  const { tokens: _, ...repository } = REPOSITORY;
  const options = { repositories: [{ ...repository, tokens: { default: {} } }] };
  await withShop(
    SMALL,
    async ({ desk, server }) => {
      desk.env.CONFIGHUB_TOKEN = server.token('default');
      for (const args of [['show'], BILLING]) {
        const { status, stderr } = await desk.cli([...args, '--live']);
        expect({ status, stderr }).toEqual({
          status: 1,
          stderr: expect.stringMatching(/^error no-export: .*pull: /),
        });
        expect(stderr).not.toContain('Provide a token');
      }
    },
    { ...options, without: ['export', 'pull'] },
  );
});
