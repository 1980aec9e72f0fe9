// `plan --offline`: compares head with base, without server, token or secrets.
import { describe, expect, test } from 'vitest';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';

/** Nobody listens there. */
const NOWHERE = { CONFIGHUB_URL: 'http://127.0.0.1:9', CONFIGHUB_REPOSITORY: 'acme/shop' };

/** The files of a project with one document; settings stand in its project file. */
function project(document: string, settings = ''): Record<string, string> {
  return {
    'confighub.yaml': `levels: [Environment, Application]\n${settings}\n`,
    'config/a.yaml': `${document}\n`,
  };
}

interface Row {
  base: Record<string, string>;
  head: Record<string, string>;
  /** The lines of the changes, without their places. */
  said: string[];
}

const SECURED = (a: string, b: string) =>
  project(
    `keys:\n  a: { securityGroup: Sec, value: ${a} }\n  b: { securityGroup: Sec, value: ${b} }\nfiles:\n  f: { "*": { env: FILE, securityGroup: Sec } }`,
    'passwords: { Sec: { env: PASSWORD } }',
  );

const ROWS: Record<string, Row> = {
  'values, keys and files': {
    base: project(
      'keys: { a: 1, b: { vdt: Integer, value: 1 }, c: 1 }\nfiles: { f: { "*": { content: x } } }',
    ),
    head: project(
      'keys: { a: 2, b: { vdt: Integer, readme: x, value: 1 }, d: 2 }\nfiles: { f: { "*": { content: y } } }',
    ),
    said: [
      '- c *;* "1" key deleted',
      '~ a *;* "1" → "2"',
      '~ b (key) readme none → "x"',
      '+ d *;* "2" new key, Text',
      '~ f *;* 1 line changed',
    ],
  },
  'nothing, where a document is only written in another way': {
    base: project('keys: { a: 1, b: { value: { env: SECRET } } }'),
    head: project('keys:\n  b: { value: { env: SECRET } }\n  a: { vdt: Text, value: "1" }'),
    said: [],
  },
  'variables by their names, whatever they hold, or would have to': {
    base: project(
      'keys: { a: { value: { env: SAME } }, b: { value: { env: OLD } }, c: plain, d: { value: { env: SAME } }, n: { vdt: Integer, value: { env: SAME } } }\nfiles: { f: { "*": { env: SAME } }, g: { "*": { env: OLD } } }',
    ),
    head: project(
      'keys: { a: { value: { env: SAME } }, b: { value: { env: NEW } }, c: { value: { env: SAME } }, d: plain, e: { value: { env: NEW } }, n: { vdt: Long, value: { env: SAME } } }\nfiles: { f: { "*": { env: SAME } }, g: { "*": { env: NEW } } }',
    ),
    said: [
      '~ b *;* (secret, updated)',
      '~ c *;* (secret, updated)',
      '~ d *;* (secret, updated, in clear text in Git)',
      '+ e *;* (secret, created) new key, Text',
      '~ n (key) vdt "Integer" → "Long"',
      '~ g *;* (secret, updated)',
    ],
  },
  'secured items, whose passwords are not there': {
    base: SECURED('{ env: A }', 'x'),
    head: SECURED('{ env: A }', 'y'),
    said: ['~ b *;* (secret, updated, in clear text in Git)'],
  },
  'nothing of what `prune: none` leaves on the server': {
    base: project('keys: { a: 1, b: 1 }'),
    head: project('keys: { a: 1 }', 'prune: none'),
    said: [],
  },
  'everything, where the base has no project yet': {
    base: { 'README.md': 'Soon.\n' },
    head: project('keys: { a: 1 }'),
    said: ['+ a *;* "1" new key, Text'],
  },
};

/** The lines of changes, spaces and places left out. */
function changesIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^ {2}[-+~] /.test(line));
  return lines.map((line) =>
    line
      .replace(/ +(was )?config\/[^ ]+$/, '')
      .replace(/ +/g, ' ')
      .trim(),
  );
}

const NOTE =
  /^acme\/shop at http:\/\/127\.0\.0\.1:9\nPlanned offline against commit [0-9a-f]{10}: the state of the server and the values of variables are not checked\.\n\n/;

describe.concurrent('plan --offline shows', () => {
  test.for(Object.entries(ROWS))('%s', async ([, { base, head, said }]) => {
    await withDesk(base, async (desk) => {
      desk.commit('Base');
      desk.git('rm', '-r', '--quiet', '.');
      desk.commit('Head', head);
      const args = ['plan', '--offline', '--base', 'HEAD~1'];
      const none = await desk.cli(args, { env: NOWHERE });
      expect({ ...none, output: '', stdout: '' }).toEqual({
        status: 0,
        stderr: '',
        output: '',
        stdout: '',
      });
      expect(none.stdout).toMatch(NOTE);
      expect(changesIn(none.stdout)).toEqual(said);
      expect(none.stdout.endsWith('\n\nNo changes.\n')).toBe(said.length === 0);
      const values = {
        SAME: '7',
        OLD: 'x',
        NEW: 'x',
        SECRET: 'y',
        A: 'a',
        FILE: 'f',
        PASSWORD: 'passw0rd',
      };
      const all = await desk.cli(args, { env: { ...NOWHERE, ...values } });
      expect(all.output).toBe(none.output);
    });
  });
});

describe.concurrent('plan --offline', () => {
  test('needs no server and no token, and says so in JSON', async () => {
    await withShop(SMALL, async ({ desk, requests, server }) => {
      const base = desk.commit('Open the shop');
      desk.commit('Rename', { 'config/shop.yaml': 'keys:\n  shop.title: Shop\n' });
      const { status, stdout } = await desk.cli(['plan', '--offline', '--base', base, '--json'], {
        env: { CONFIGHUB_TOKEN: undefined },
      });
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        target: {
          url: server.url,
          account: 'acme',
          name: 'shop',
          levels: ['Environment', 'Application'],
        },
        live: 'base',
        base: { commit: base },
        counts: { create: 0, update: 1, delete: 2, unmanaged: 0, drift: 0 },
        safety: [],
      });
      expect(JSON.parse(stdout).base).toEqual({ commit: base });
      expect(requests).toEqual([]);
    });
  });

  test('needs neither URL nor repository', async () => {
    await withDesk(SMALL, async (desk) => {
      desk.commit('Open the shop');
      const { status, stdout } = await desk.cli(['plan', '--offline', '--base', 'HEAD']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Repository not configured\nPlanned offline .*\n\nNo changes\.\n$/);
    });
  });

  test('shows everything as new, with a warning, if the base cannot be read', async () => {
    await withDesk(project('keys: ['), async (desk) => {
      desk.commit('Base');
      desk.commit('Mend', project('keys: { a: 1 }'));
      const { status, stdout, stderr } = await desk.cli(['plan', '--offline', '--base', 'HEAD~1']);
      expect(status).toBe(0);
      expect(stderr).toMatch(
        /^warning: Cannot compare with the base: the documents of [0-9a-f]{10} cannot be read \(/,
      );
      expect(stdout).toContain('every declared item is shown as new.');
      expect(changesIn(stdout)).toEqual(['+ a *;* "1" new key, Text']);
    });
  });

  test('still refuses errors in the files and exceeded limits', async () => {
    await withDesk(SMALL, async (desk) => {
      desk.commit('Open the shop');
      const args = ['plan', '--offline', '--base', 'HEAD'];
      // A person at work: in CI, what is not committed is left out.
      desk.env.CI = undefined;
      desk.write({
        'config/shop.yaml': 'keys: { a: 1 }\n',
        'confighub.yaml': 'limits: { maxDeletes: 1 }\n',
      });
      const limited = await desk.cli(args);
      expect(limited.status).toBe(3);
      expect(limited.stdout).toContain('refused max-deletes: The plan deletes 3 items');
      desk.write({ 'config/shop.yaml': 'keys: { a: { vdt: Integer, value: x } }\n' });
      expect(await desk.cli(args)).toMatchObject({ status: 1, stdout: '' });
    });
  });

  test.for([
    [[], 'bad-option: An offline plan needs a commit to compare with.'],
    [
      ['--base', 'HEAD', '--last-applied', 'HEAD'],
      'bad-option: An offline plan is compared with its base',
    ],
    [
      ['--base', 'no-such'],
      'unknown-revision: Unknown base `no-such`: this clone has no such commit.',
    ],
    [['--base', '--all'], 'unknown-revision: Unknown base `--all`: '],
  ] as const)('%j is refused', async ([flags, message]) => {
    await withDesk(SMALL, async (desk) => {
      desk.commit('Open the shop');
      const { status, stdout, stderr } = await desk.cli(['plan', '--offline', ...flags], {
        env: NOWHERE,
      });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(message);
    });
  });

  test('is not a flag of apply, nor is --base', async () => {
    await withDesk(SMALL, async (desk) => {
      for (const flag of ['--offline', '--base=HEAD']) {
        const { status, stderr } = await desk.cli(['apply', flag], { env: NOWHERE });
        expect(status).toBe(1);
        expect(stderr).toContain('Unknown option `--');
      }
    });
  });
});
