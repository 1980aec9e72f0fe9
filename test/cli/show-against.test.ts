// `show --context … --against …`: what applications in two contexts get differently, from the files alone.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk } from '../helpers/process.ts';

const GOLDEN = fileURLToPath(new URL('show/', import.meta.url));
const PAIR = ['show', '--context', 'Staging;Billing', '--against', 'Production;Billing'];
const ALL = ['show', '--context', 'Staging;**', '--against', 'Production;**'];

const PROJECT = {
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

async function differencesIn(desk: Desk, args: readonly string[]) {
  const { stdout } = await desk.cli([...args, '--json']);
  return JSON.parse(stdout);
}

describe.concurrent('compared with another context', () => {
  test.for([60, 120])('fits %i columns', async (columns, { expect }) => {
    await withDesk(PROJECT, async (desk) => {
      const shown: string[] = [];
      for (const args of [PAIR, ALL]) {
        const { status, stdout, stderr } = await desk.cli([...args, '--no-color'], {
          terminal: { columns },
        });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        shown.push(`$ confighub-sync ${args.join(' ')}\n${stdout}`);
      }
      const text = shown.join('\n');
      await expect(text).toMatchFileSnapshot(join(GOLDEN, `against-${columns}.txt`));
      const tooLong = text
        .split('\n')
        .filter((line) => stringWidth(line) > columns && !line.startsWith('$'));
      expect(tooLong).toEqual([]);
    });
  });

  test('lists first what one of the two has no value for', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { keys, compared } = await differencesIn(desk, ALL);
      expect(compared).toEqual({ keys: 13, files: 2 });
      expect(keys.map(({ key }: { key: string }) => key).slice(0, 3)).toEqual([
        'only.production',
        'only.staging',
        'api.token',
      ]);
      expect(keys[0]).toEqual({
        key: 'only.production',
        vdt: 'Text',
        context: { applications: { elements: ['Staging', 'Web'], except: [] }, from: null },
        against: {
          applications: { elements: ['Production', 'Web'], except: [] },
          from: 'Production;Web',
          value: 'x',
          place: { file: 'config/shop.yaml', line: 18, column: 32 },
        },
      });
    });
  });

  test('compares secrets by their variable, and never by their text', async () => {
    const project = (production: string) => ({
      ...PROJECT,
      'config/shop.yaml': PROJECT['config/shop.yaml'].replace(
        'Production;*: twin-token-1',
        `Production;*: ${production}`,
      ),
    });
    const outputs: string[] = [];
    for (const [text, variable] of [
      ['twin-token-1', 'same'],
      ['other-token', 'another'],
    ] as const)
      await withDesk(project(text), async (desk) => {
        const env = { DB_PASSWORD: 'same', STAGING_DB_PASSWORD: variable, SHARED: 'pa55' };
        const all = await desk.cli(ALL, { env });
        const json = await desk.cli([...ALL, '--json'], { env });
        outputs.push(`${all.output}${json.output}`.replace(/"column": \d+/g, ''));
        expect(all.stdout).toMatch(/api\.token +secrets are not compared\n/);
        expect(all.stdout).toMatch(/\(secret, from STAGING_DB_PASSWORD\)/);
        expect(all.output).not.toMatch(/twin-token|shared\.password|pa55|hunter/);
      });
    expect(outputs[0]).toBe(outputs[1]);
  });

  test('ends with 2 where it is asked to and something differs', async () => {
    await withDesk(PROJECT, async (desk) => {
      const statusOf = async (...args: string[]) =>
        (await desk.cli([...ALL, '--detailed-exitcode', ...args])).status;
      expect(await statusOf()).toBe(2);
      expect(await statusOf('same', 'limits', 'shared.*', 'robots.txt')).toBe(0);
    });
  });

  test('only counts what differs on purpose', async () => {
    const kept = {
      'confighub.yaml': `${PROJECT['confighub.yaml']}promote: { keep: ["db.*", "only.*"] }\n`,
      'config/shop.yaml':
        'keys:\n  db.host: { values: { Staging;*: a, Production;*: b } }\n  db.port: { values: { Staging;*: 1, Production;*: 2 } }\n  x: { values: { Staging;*: a, Production;*: b } }\n  same: 1\n',
    };
    await withDesk(kept, async (desk) => {
      const all = await desk.cli([...ALL, '--detailed-exitcode', '--no-color']);
      expect(all.status).toBe(2);
      expect(all.stdout).toMatch(
        /^In the files, 1 of 4 keys differ between Staging;\*\* and Production;\*\*, and 2 differ on purpose \(`promote\.keep`\):/,
      );
      expect(all.stdout).not.toContain('db.host');
      const some = await desk.cli([...ALL, '--detailed-exitcode', 'db.*', 'same']);
      expect({ status: some.status, stdout: some.stdout }).toEqual({
        status: 0,
        stdout:
          'In the files, nothing else differs between Staging;** and Production;**, and 2 differ on purpose (`promote.keep`).\n',
      });
      expect(await differencesIn(desk, ALL)).toMatchObject({ kept: ['db.host', 'db.port'] });
    });
  });

  test('says what it cannot compare', async () => {
    await withDesk(PROJECT, async (desk) => {
      const errorOf = async (...args: string[]) => {
        const { status, stderr } = await desk.cli(['show', ...args]);
        return `${status} ${stderr}`;
      };
      const at = (context: string, against: string) =>
        errorOf('--context', context, '--against', against);
      expect(await at('Staging;**', 'Production;Web')).toMatch(/^1 .*cannot be compared/);
      expect(await at('**;**', '**;**')).toMatch(/^1 .*cannot be compared/);
      expect(await at('Staging', 'Production')).toMatch(
        /^1 .*has 1 element, but there are 2 levels/,
      );
      expect(await at('Stagging;**', 'Production;**')).toMatch(/Did you mean `Staging`\?/);
      expect(await errorOf('--against', 'Production;**')).toMatch(/`--against` needs `--context`/);
      expect(await errorOf(...ALL.slice(1), '--live')).toMatch(/cannot be used with/);
      expect(await errorOf(...ALL.slice(1), 'db.hst')).toMatch(/Did you mean `db\.host`\?/);
    });
  });
});
