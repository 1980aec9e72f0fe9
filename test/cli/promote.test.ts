// promote on the command line: what it shows and asks, its exit codes, and that it reaches no server and no variable.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withDesk, withShop } from '../helpers/process.ts';
import { hasScript, onTerminal } from './terminal.ts';

const PROJECT = {
  'confighub.yaml':
    'url: http://127.0.0.1:1\nrepository: acme/shop\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  a:
    values:
      "*": 1
      Staging;*: 2
  b.password: { values: { Staging;*: { env: B_PASSWORD } } }
`,
};
const PROMOTED = PROJECT['config/shop.yaml'].replace('Staging;*: 2\n', '$&      Production;*: 2\n');
const TO_PRODUCTION = ['promote', '--from', 'Staging', '--to', 'Production'];

describe.concurrent('promote', () => {
  test('shows what it would write, and writes only with --yes', async ({ expect }) => {
    await withDesk(PROJECT, async (desk) => {
      desk.commit('As it was');
      const text = () => readFileSync(desk.path('config/shop.yaml'), 'utf8');
      const dry = await desk.cli([...TO_PRODUCTION, '--dry-run', '--no-color']);
      expect(dry.status).toBe(0);
      expect(dry.stdout).toMatchInlineSnapshot(`
        "From Staging to Production, in the files

          + a  Production;*  "2"  config/shop.yaml:6:7
              instead of "1" from *;*

        Secrets are left out: set them for Production yourself:
          = b.password  Production;*  (no value)  config/shop.yaml:7:27
              declare one with \`{ env: … }\`, and set that variable; Staging;* takes it from B_PASSWORD

        No file has the element \`Production\` of Environment yet, so an apply creates it permanently. The plan needs this line in the project file: \`allowNewContexts: [Production]\`.

        Edits config/shop.yaml
        Line numbers are those after the edit.

        Promotion: 1 to create, 0 to update, 0 to delete; 1 file to write.
        "
      `);
      expect(text()).toBe(PROJECT['config/shop.yaml']);
      const unsure = await desk.cli(TO_PRODUCTION);
      expect({ status: unsure.status, stderr: unsure.stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining('writing 1 file needs confirmation'),
      });
      expect(text()).toBe(PROJECT['config/shop.yaml']);
      expect((await desk.cli([...TO_PRODUCTION, '--yes'])).stdout).toContain('Wrote 1 file.');
      expect(text()).toBe(PROMOTED);
      expect(existsSync(desk.path('.confighub-sync.tmp'))).toBe(false);
    });
  });

  test('writes nothing if a file that it would change has uncommitted changes', async () => {
    await withDesk(PROJECT, async (desk) => {
      desk.commit('As it was');
      const changed = `${PROJECT['config/shop.yaml']}# Later.\n`;
      desk.write({ 'config/shop.yaml': changed });
      const { status, stderr } = await desk.cli([...TO_PRODUCTION, '--yes']);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          'The promotion would edit config/shop.yaml, which has uncommitted changes.',
        ),
      });
      expect(readFileSync(desk.path('config/shop.yaml'), 'utf8')).toBe(changed);
    });
  });

  test('ends with 1 if something cannot be edited, and promotes the rest', async () => {
    const project = {
      ...PROJECT,
      'config/odd.yaml': 'keys:\n  x:\n    values: &v\n      Staging;*: 1\n  y:\n    values: *v\n',
    };
    await withDesk(project, async (desk) => {
      const { status, stdout } = await desk.cli([...TO_PRODUCTION, '--yes', '--no-color']);
      expect(status).toBe(1);
      expect(stdout).toMatch(
        /Not promoted, .*:\n {2}= x +Production;\* +\(no value\) +config\/odd\.yaml:4:7\n/,
      );
      expect(readFileSync(desk.path('config/shop.yaml'), 'utf8')).toBe(PROMOTED);
    });
  });

  test('prints JSON with its version', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { stdout } = await desk.cli([...TO_PRODUCTION, '--json', '--yes']);
      expect(JSON.parse(stdout)).toMatchObject({
        version: 1,
        from: 'Staging',
        to: 'Production',
        counts: { create: 1, update: 0, delete: 0 },
        changes: [{ key: 'a', action: 'create', context: 'Production;*', after: '2' }],
        left: [{ key: 'b.password', why: 'secret', context: 'Production;*' }],
        files: [{ path: 'config/shop.yaml', action: 'edit' }],
        written: true,
      });
    });
  });

  test('needs both ends, and says what is wrong with them', async () => {
    await withDesk(PROJECT, async (desk) => {
      const errorOf = async (...args: string[]) => (await desk.cli(['promote', ...args])).stderr;
      expect(await errorOf('--from', 'Staging')).toMatch(/needs `--from` and `--to`/);
      expect(await errorOf('--from', 'Stagin', '--to', 'Production')).toMatch(
        /Did you mean `Staging`\?/,
      );
      expect(await errorOf('--from', 'Staging', '--to', 'Production', 'nothing')).toMatch(
        /no key or file/,
      );
    });
  });

  test('names the line that a new environment needs', async () => {
    await withDesk(PROJECT, async (desk) => {
      const { stdout } = await desk.cli([
        'promote',
        '--from',
        'Staging',
        '--to',
        'Test',
        '--dry-run',
      ]);
      expect(stdout).toContain('`allowNewContexts: [Test]`');
    });
  });

  test('the plan afterwards has what was promised', async () => {
    await withShop(
      { ...PROJECT, 'confighub.yaml': 'levels: [Environment, Application]\n' },
      async ({ desk, server }) => {
        const env = {
          CONFIGHUB_URL: server.url,
          CONFIGHUB_REPOSITORY: 'acme/shop',
          B_PASSWORD: 'geheim12',
        };
        desk.commit('As it was');
        expect((await desk.cli(['apply', '--yes'], { env })).status).toBe(0);
        await desk.cli([...TO_PRODUCTION, '--yes']);
        desk.commit('Promoted');
        const plan = JSON.parse((await desk.cli(['plan', '--json'], { env })).stdout);
        expect(plan.changes).toMatchObject([
          { key: 'a', action: 'create', context: 'Production;*', after: '2' },
        ]);
      },
    );
  });

  test.runIf(hasScript())('asks in a terminal', async () => {
    await withDesk(PROJECT, async (desk) => {
      const no = await onTerminal(desk, TO_PRODUCTION, { input: 'n\n' });
      expect(no.output).toMatch(/Write 1 file\? \[y\/N\]/);
      expect(no.output).toContain('Nothing was written.');
      const yes = await onTerminal(desk, TO_PRODUCTION, { input: 'y\n' });
      expect(yes.output).toContain('Wrote 1 file.');
      expect(readFileSync(desk.path('config/shop.yaml'), 'utf8')).toBe(PROMOTED);
    });
  });
});
