// `show`: what an application receives, from the files and from the server.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { withDesk } from '../helpers/process.ts';
import { BILLING, PROJECT } from '../helpers/show.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));
const SECRET = 'pa55-of-production';

describe.concurrent('from the files', () => {
  test.for([60, 120])('fits %i columns', async (columns, { expect }) => {
    await withDesk(PROJECT, async (desk) => {
      const runs = [BILLING, [...BILLING, '--files'], [...BILLING, '--files', 'nginx/*']];
      const shown: string[] = [];
      for (const args of runs) {
        const { status, stdout, stderr } = await desk.cli([...args, '--no-color'], { terminal: { columns } });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        shown.push(`$ confighub-sync ${args.join(' ')}\n${stdout}`);
      }
      const text = shown.join('\n');
      await expect(text).toMatchFileSnapshot(join(GOLDEN, `desired-${columns}.txt`));
      expect(text.split('\n').filter((line) => stringWidth(line) > columns && !line.startsWith('$'))).toEqual([]);
    });
  });

  test('needs neither a server nor a token nor the variables, and hides them', async () => {
    await withDesk(PROJECT, async (desk) => {
      const unset = await desk.cli([...BILLING, 'db.password']);
      expect(unset.stdout).toContain('(secret, DB_PASSWORD is not set here)');
      const set = await desk.cli([...BILLING, 'db.password'], { env: { DB_PASSWORD: SECRET } });
      expect(set.stdout).toMatch(/db\.password +\(secret\) +Production;\* +config\/shop\.yaml:10/);
      for (const format of ['table', 'json', 'yaml', 'properties', 'dotenv']) {
        const { stdout } = await desk.cli([...BILLING, '--format', format], { env: { DB_PASSWORD: SECRET } });
        expect(stdout).not.toMatch(/pa55|hunter2/);
      }
      const files = await desk.cli([...BILLING, '--files', '--json'], { env: { DB_PASSWORD: SECRET } });
      const [conf] = JSON.parse(files.stdout).files;
      expect(conf).toMatchObject({
        path: 'nginx/app.conf',
        content: 'host db-billing.prod.internal\nsecret (secret)\npool 10 [ ERROR: No property value resolved ]\n',
        secret: true,
        row: 'Production;*',
        place: { file: 'config/shop.yaml', line: 21, column: 5 },
      });
    });
  });

  test('a secret in the place of the name of a variable is not shown', async () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    await withDesk({ ...PROJECT, 'config/more.yaml': `keys: { a: { value: { env: ${secret} } } }\n` }, async (desk) => {
      for (const args of [
        [...BILLING, 'a'],
        [...BILLING, 'a', '--json'],
        ['explain', 'a'],
      ]) {
        const { status, output } = await desk.cli(args);
        expect({ status, isShown: output.includes('a1a1') }).toEqual({ status: 0, isShown: false });
      }
    });
  });

  test('a star is an element without values of its own, and case does not matter', async () => {
    await withDesk(PROJECT, async (desk) => {
      const other = await desk.cli(['show', 'db.host', '--context', ' production ; * ']);
      expect(other.stdout).toMatch(/"db\.prod\.internal" +Production;\*/);
    });
  });

  test('as JSON, with a version', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { stdout } = await desk.cli([...BILLING, '--json', 'db.h*', 'LIMITS']);
      expect(JSON.parse(stdout)).toEqual({
        version: 1,
        context: 'Production;Billing',
        from: 'desired',
        keys: [
          {
            key: 'db.host',
            vdt: 'Text',
            value: 'db-billing.prod.internal',
            row: 'Production;Billing',
            place: { file: 'config/shop.yaml', line: 6, column: 7 },
          },
          {
            key: 'limits',
            vdt: 'Map',
            value: '{"DE":1.50,"FR":12}',
            row: '*;*',
            place: { file: 'config/shop.yaml', line: 12, column: 23 },
          },
        ],
      });
    });
  });
});

describe.concurrent('mistakes', () => {
  test.for([
    [[], /^error bad-context: No context is given\.\n.*Environment;Application.*--context "Production;Billing"/],
    [['--context', 'Production'], /1 element, but there are 2 levels: Application is missing\.\n/],
    [['--context', 'a;b;c'], /3 elements, but there are 2 levels\.\n/],
    [['--context', 'Prod!;'], /`Prod!` \(Environment\) is not a valid context element\.\n.*Application is empty\./],
    [
      ['--context', 'a;b', 'x@(y)', '--diff', '--from', 'live', '--format', 'yaml'],
      /extended glob[\s\S]*remove --from[\s\S]*no format `yaml`/,
    ],
    [['--context', 'a;b', '--files', '--format', 'dotenv'], /--files has no format `dotenv`/],
    [['--context', 'a;b', 'db.hots'], /a;b receives no key `db\.hots`\.\n +Did you mean `db\.host`\?/],
    [
      ['--context', 'a;b', 'only.test'],
      /receives no key[\s\S]*declare it, but not for this context: see `confighub-sync explain only\.test`/,
    ],
    [['--context', 'a;b', '--files', 'app.conf'], /Did you mean `nginx\/app\.conf`/],
  ] as const)('%s', async ([args, message]) => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['show', ...args]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(message);
    });
  });

  test('as JSON', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stdout } = await desk.cli(['show', '--format', 'json']);
      expect({ status, code: JSON.parse(stdout).error.code }).toEqual({ status: 1, code: 'bad-context' });
    });
  });

  test('a misspelled element, and a pattern that matches nothing', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['show', 'x.*', '--context', 'Prodction;Web']);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: 'Prodction;Web receives no keys according to the files.\n',
      });
      expect(stderr).toBe('warning: No value or file names `Prodction` (Environment). Did you mean `Production`?\n');
    });
  });
});

describe.concurrent('formats', () => {
  test('in a terminal, with secrets and null as comments', async ({ expect }) => {
    await withDesk(PROJECT, async (desk) => {
      const env = { DB_PASSWORD: SECRET };
      for (const format of ['dotenv', 'properties', 'yaml']) {
        const { status, stdout, stderr } = await desk.cli([...BILLING, '--format', format], { env });
        expect(status).toBe(0);
        await expect(`${stdout}--- standard error ---\n${stderr}`).toMatchFileSnapshot(join(GOLDEN, `${format}.txt`));
      }
    });
  });

  test('two keys with the same name as variables are an error', async () => {
    await withDesk({ ...PROJECT, 'config/more.yaml': 'keys: { db-host: x, db_host: y }\n' }, async (desk) => {
      const { status, stdout, stderr } = await desk.cli([...BILLING, '--format', 'dotenv']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('db-host and db.host and db_host have the same name as variables.');
    });
  });
});
