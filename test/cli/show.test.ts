// `show`: what an application receives, from the files and from the server.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk, withShop } from '../helpers/process.ts';
import { push, request } from '../helpers/server.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));
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
    [['--context', 'Prod!;'], /`Prod!` \(Environment\) is no name of a context element\.\n.*Application is empty\./],
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

/** As an application asks. */
async function pulled(desk: Desk, context: string) {
  const { CONFIGHUB_URL: url = '', CONFIGHUB_TOKEN: token } = desk.env;
  const { body } = await request({ url }, { path: '/rest/pull', headers: { Context: context, 'Client-Token': token } });
  return JSON.parse(body) as {
    properties: Record<string, { val: unknown }>;
    files: Record<string, { content: string }>;
  };
}

describe.concurrent('from the server', () => {
  const plain = {
    ...PROJECT,
    'config/shop.yaml': PROJECT['config/shop.yaml']
      .replace('{ env: DB_PASSWORD }', 'pa55')
      .replace(' ${nobody.knows}', ''),
  };

  test('is what the server answers, and so is what the files declare after an apply', async () => {
    await withShop(plain, async ({ desk }) => {
      desk.commit('First');
      expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
      for (const context of ['Production;Billing', 'Test;Web', 'Production;*']) {
        const answer = await pulled(desk, context);
        for (const from of ['live', 'desired']) {
          const args = ['show', '--context', context, '--from', from];
          const shown = JSON.parse((await desk.cli([...args, '--json'])).stdout);
          const values = shown.keys.map(({ key, value, vdt, secret }: Record<string, string>) => {
            const val = answer.properties[key ?? '']?.val;
            if (!secret) expect(vdt === 'Map' ? JSON.parse(value ?? '') : value).toEqual(val);
            return key;
          });
          expect(values).toEqual(Object.keys(answer.properties).sort());
          const files = JSON.parse((await desk.cli([...args, '--files', '--json'])).stdout).files;
          for (const { path, content } of files)
            expect(content).toBe(answer.files[path]?.content.replace('secret pa55', 'secret (secret)'));
          expect(files.map(({ path }: { path: string }) => path)).toEqual(Object.keys(answer.files).sort());
        }
      }
      const same = await desk.cli([...BILLING, '--diff', '--detailed-exitcode']);
      expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining('receives the same from acme/shop') });
    });
  });

  test.for([60, 120])('shows what differs, in %i columns', async (columns, { expect }) => {
    await withShop(plain, async ({ desk, server }) => {
      desk.commit('First');
      await desk.cli(['apply', '--yes']);
      const data = [
        { key: 'db.host', values: [{ context: '*;Billing', value: 'db.theirs.internal' }] },
        { key: 'db.password', values: [{ context: 'Production;*', value: 'theirs5' }] },
        { key: 'others', push: true, values: [{ context: '*;*', value: 'x' }] },
        { file: 'robots.txt', context: '*;*', content: 'User-agent: theirs\n' },
      ];
      expect(await push(server, { enableKeyCreation: true, data }, { token: 'force' })).toMatchObject({ status: 200 });
      desk.write({
        'config/shop.yaml': plain['config/shop.yaml']
          .replace('value: 10', 'value: 20')
          .replace('  limits:', '  new: x\n  limits:'),
      });
      const shown: string[] = [];
      for (const args of [BILLING, [...BILLING, '--diff', '--detailed-exitcode'], [...BILLING, '--diff', '--files']]) {
        const from = args === BILLING ? ['--from', 'live'] : [];
        const { status, stdout, stderr } = await desk.cli([...args, ...from, '--no-color'], { terminal: { columns } });
        expect({ status, stderr: stderr.replace(/^.*untracked.*\n/gm, '') }).toEqual({
          status: args.includes('--detailed-exitcode') ? 2 : 0,
          stderr: '',
        });
        shown.push(
          `$ confighub-sync ${[...args, ...from].join(' ')}\n${stdout.replaceAll(server.url, 'http://config.example.com')}`,
        );
      }
      await expect(shown.join('\n')).toMatchFileSnapshot(join(GOLDEN, `live-${columns}.txt`));
      const { stdout } = await desk.cli([...BILLING, '--diff', '--json', 'db.host']);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        difference: ['live', 'desired'],
        keys: [],
        undeclared: 0,
      });
    });
  });

  test('needs a server', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stderr } = await desk.cli([...BILLING, '--from', 'live']);
      expect(status).toBe(1);
      expect(stderr).toContain('Neither url nor repository is configured');
    });
  });

  test('with groups of context elements, whose rows the answer names', async () => {
    const files = {
      'confighub.yaml': PROJECT['confighub.yaml'],
      'config/a.yaml': 'keys:\n  a: { values: { "*": broad, "Live;*": of the group } }\n',
    };
    const contextGroups = [{ level: 'Environment', name: 'Live', members: ['Production'] }];
    const flags = { contextGroupsEnabled: true };
    const repository = {
      account: 'acme',
      repository: 'shop',
      levels: ['Environment', 'Application'],
      contextGroups,
      flags,
    };
    await withShop(
      files,
      async ({ desk, server }) => {
        desk.env.CONFIGHUB_TOKEN = server.token('default');
        desk.commit('First');
        expect((await desk.cli(['apply', '--yes'])).output).toContain('Applied');
        expect((await desk.cli([...BILLING, '--from', 'live'])).stdout).toMatch(/a +"of the group" +Live;\*/);
        expect((await desk.cli([...BILLING, '--diff'])).stdout).toContain('receives the same');
      },
      { repositories: [{ ...repository, tokens: { default: {} } }] },
    );
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
