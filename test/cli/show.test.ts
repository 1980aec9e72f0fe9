// `show` from the files: what an application gets, and the rows of keys and files.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { withDesk } from '../helpers/process.ts';
import { BILLING, PROJECT } from './show-project.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));
const SECRET = 'pa55-of-production';

describe.concurrent('from the files', () => {
  test.for([60, 120])('fits %i columns', async (columns, { expect }) => {
    await withDesk(PROJECT, async (desk) => {
      const runs = [
        BILLING,
        ['show', 'db.*', 'limits', '!db.pool.*', 'nginx/*'],
        ['show', 'legacy.flag'],
      ];
      const shown: string[] = [];
      for (const args of runs) {
        const { status, stdout, stderr } = await desk.cli([...args, '--no-color'], {
          terminal: { columns },
        });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        shown.push(`$ confighub-sync ${args.join(' ')}\n${stdout}`);
      }
      const text = shown.join('\n');
      await expect(text).toMatchFileSnapshot(join(GOLDEN, `files-${columns}.txt`));
      expect(
        text.split('\n').filter((line) => stringWidth(line) > columns && !line.startsWith('$')),
      ).toEqual([]);
    });
  });

  test('needs neither a server nor a token nor the variables, and hides them', async () => {
    await withDesk(PROJECT, async (desk) => {
      const unset = await desk.cli([...BILLING, 'db.password']);
      expect(unset.stdout).toContain('(secret, DB_PASSWORD is not set here)');
      const env = { DB_PASSWORD: SECRET };
      const set = await desk.cli([...BILLING, 'db.password'], { env });
      expect(set.stdout).toMatch(/db\.password +\(secret\) +Production;\* +config\/shop\.yaml:10/);
      for (const args of [BILLING, [...BILLING, '--json'], ['show'], ['show', '--json']])
        expect((await desk.cli(args, { env })).stdout).not.toMatch(/pa55|hunter2/);
    });
  });

  test('a secret in the place of the name of a variable is not shown', async () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    await withDesk(
      { ...PROJECT, 'config/more.yaml': `keys: { a: { value: { env: ${secret} } } }\n` },
      async (desk) => {
        for (const args of [
          [...BILLING, 'a'],
          ['show', 'a', '--json'],
        ]) {
          const { status, output } = await desk.cli(args);
          expect({ status, isShown: output.includes('a1a1') }).toEqual({
            status: 0,
            isShown: false,
          });
        }
      },
    );
  });

  test('a star is an element without values of its own, and case does not matter', async () => {
    await withDesk(PROJECT, async (desk) => {
      const other = await desk.cli(['show', 'DB.host', '--context', ' production ; * ']);
      expect(other.stdout).toMatch(/"db\.prod\.internal" +Production;\*/);
    });
  });

  test('as JSON, with a version', async () => {
    await withDesk(PROJECT, async (desk) => {
      const shown = JSON.parse(
        (await desk.cli([...BILLING, '--json', 'db.h*', 'robots.txt'])).stdout,
      );
      const place = { file: 'config/shop.yaml', line: 6, column: 7 };
      const row = {
        key: 'db.host',
        vdt: 'Text',
        value: 'db-billing.prod.internal',
        context: 'Production;Billing',
        place,
      };
      const file = { path: 'robots.txt', content: 'User-agent: *\n', context: '*;*' };
      expect(shown).toEqual({
        version: 1,
        context: 'Production;Billing',
        from: 'files',
        keys: [row],
        files: [{ ...file, place: { file: 'config/shop.yaml', line: 27, column: 3 } }],
      });
      const { keys, files } = JSON.parse((await desk.cli(['show', '--json', 'db.host'])).stdout);
      expect(files).toEqual([]);
      expect(keys.map(({ context }: { context: string }) => context)).toEqual([
        'Production;Billing',
        'Production;*',
        '*;*',
      ]);
      expect(keys[0]).toEqual({
        ...row,
        applications: [{ elements: ['Production', 'Billing'], except: [] }],
      });
      expect(keys[1].applications).toEqual([
        { elements: ['Production', '*'], except: [['*', 'Billing']] },
      ]);
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

describe.concurrent('errors', () => {
  test.for([
    [
      ['--context', ''],
      /^error bad-context: No context is given\.\n.*Environment;Application.*--context "Production;Billing"/,
    ],
    [['--context', 'Production'], /1 element, but there are 2 levels\.\n/],
    [['--context', 'a;b;c'], /3 elements, but there are 2 levels\.\n/],
    [
      ['--context', 'Prod!;'],
      /`Prod!` \(Environment\) is not a valid context element\.\n.*Application is empty\./,
    ],
    [['x@(y)'], /error bad-option: The pattern `x@\(y\)` is an extended glob/],
    [
      ['db.hots'],
      /^error no-match: The files have no key or file `db\.hots`\. Did you mean `db\.host`\?\n$/,
    ],
    [['zzz.*'], /^error no-match: The files have no key or file that matches `zzz\.\*`\.\n$/],
    [['app.conf'], /Did you mean `nginx\/app\.conf`\?/],
    [
      ['--context', 'a;b', 'db.hots'],
      /a;b gets no key or file `db\.hots`\. Did you mean `db\.host`\?/,
    ],
    [
      ['--context', 'Test;Web', 'dbb.*', 'nginxx/*.conf', 'db.*'],
      /^error no-match: Test;Web gets no key or file that matches `dbb\.\*`\.\nerror no-match: Test;Web gets no key or file that matches `nginxx\/\*\.conf`\.\n$/,
    ],
    [
      ['--context', 'a;b', 'only.*'],
      /gets no .*`only\.\*`\. The files declare it: `confighub-sync show 'only\.\*'` lists its contexts\./,
    ],
  ] as const)('%s', async ([args, message]) => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['show', ...args]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(message);
    });
  });

  test('as JSON', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stdout } = await desk.cli(['show', 'nobody', '--json']);
      expect({ status, code: JSON.parse(stdout).error.code }).toEqual({
        status: 1,
        code: 'no-match',
      });
    });
  });

  test('a misspelled element', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { status, stderr } = await desk.cli(['show', '--context', 'Prodction;Web']);
      expect(status).toBe(0);
      expect(stderr).toBe(
        'warning: No value or file exists for `Prodction` (Environment). Did you mean `Production`?\n',
      );
    });
  });
});
