// Commands find the project file in the folders above, up to the top of the working tree, and name it.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';

const USING = 'Using the project file ../../confighub.yaml.\n';
const FOLDERS = { 'services/shop/.keep': '' };
const cwd = 'services/shop';

describe.concurrent('a command in a subfolder of a project', () => {
  test('plans, applies and lists the same project, with paths relative to the folder', async () => {
    await withShop({ ...SMALL, ...FOLDERS }, async ({ desk }) => {
      desk.commit('Open the shop');
      const planned = await desk.cli(['plan', '--out', 'plan.json'], { cwd });
      expect(planned).toMatchObject({ status: 0, stderr: `${USING}Wrote plan.json.\n` });
      expect(planned.stdout).toContain('  ../../config/shop.yaml:2:3\n');
      expect(existsSync(desk.path(cwd, 'plan.json'))).toBe(true);
      expect((await desk.cli(['apply', '--plan', 'plan.json', '--quiet'], { cwd })).output).toBe(
        'Applied and verified: 3 created.\n',
      );
      expect((await desk.cli(['plan'])).stdout).toContain('No changes.');
      expect((await desk.cli(['history'], { cwd })).stdout).toContain(
        desk.git('rev-parse', '--short=10', 'HEAD'),
      );
      desk.write({ 'config/shop.yaml': 'keys: { shop.title: Corner Shop }\n' });
      expect((await desk.cli(['plan'], { cwd })).stdout).toContain('was ../../config/shop.yaml:');
    });
  });

  test('prefers the nearest project, and a path that is given', async () => {
    const inner = {
      [`${cwd}/confighub.yaml`]: 'version: 1\n',
      [`${cwd}/config/a.yaml`]: 'keys: { a: a }\n',
    };
    await withDesk({ ...SMALL, ...inner, [`${cwd}/deep/.keep`]: '' }, async (desk) => {
      desk.git('init', '--quiet');
      const one = 'Valid: 1 key with 1 value and 0 files, declared in 1 document.\n';
      expect(await desk.cli(['validate'], { cwd })).toMatchObject({ stdout: one, stderr: '' });
      const deep = await desk.cli(['validate'], { cwd: `${cwd}/deep` });
      expect(deep).toMatchObject({
        stdout: one,
        stderr: 'Using the project file ../confighub.yaml.\n',
      });
      const given = await desk.cli(['validate', '--config', '../../confighub.yaml'], { cwd });
      expect(given).toMatchObject({ stderr: '', stdout: expect.stringContaining('2 keys') });
      const env = { CONFIGHUB_CONFIG: 'confighub.yaml' };
      expect((await desk.cli(['validate'], { cwd: `${cwd}/deep`, env })).status).toBe(1);
    });
  });

  test('init refuses and names the project, unless told to start another one', async () => {
    await withDesk({ ...SMALL, ...FOLDERS }, async (desk) => {
      desk.git('init', '--quiet');
      const refused = await desk.cli(['init'], { cwd });
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(
        'in-project: This folder is in the project ../../confighub.yaml;',
      );
      expect(existsSync(desk.path(cwd, 'confighub.yaml'))).toBe(false);
      expect((await desk.cli(['init', '--config', 'confighub.yaml'], { cwd })).status).toBe(0);
      expect(existsSync(desk.path(cwd, 'confighub.yaml'))).toBe(true);
    });
  });

  test('history --forget does not take the record of another project', async () => {
    await withShop({ ...SMALL, ...FOLDERS }, async ({ desk }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      const { stdout } = await desk.cli(['history', '--forget'], { cwd });
      expect(stdout).toMatch(
        /^Nothing to forget: there is no record of services\/shop\/confighub\.yaml for acme\/shop at http:/,
      );
      expect(desk.git('for-each-ref')).toContain('/applied');
    });
  });

  test('outside Git, only the folder itself is searched; in Git, nothing above the top', async () => {
    await withDesk({ ...SMALL, ...FOLDERS }, async (desk) => {
      for (const isInGit of [false, true]) {
        if (isInGit) desk.sandbox.git(desk.path(cwd), 'init', '--quiet');
        const { status, stderr } = await desk.cli(['validate'], { cwd });
        expect(status).toBe(1);
        expect(stderr).toContain(
          'confighub.yaml error no-project-file: File not found: confighub.yaml.',
        );
      }
    });
  });

  test.for([
    ['validate', 'There is no project file.'],
    ['plan', 'There is no project file; nothing was sent.'],
    ['apply', 'There is no project file; nothing was sent.'],
  ])(
    '%s without a project says so, and counts no errors in files',
    async ([command = '', sentence = '']) => {
      await withDesk({}, async (desk) => {
        const confirmed = command === 'apply' ? ['--yes'] : [];
        const { status, stdout, stderr } = await desk.cli([command, ...confirmed]);
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toBe(
          'confighub.yaml error no-project-file: File not found: confighub.yaml.\n' +
            '  Run the command in the project folder, name the file with --config, or create one with `confighub-sync init`.\n' +
            `error invalid: ${sentence}\n`,
        );
      });
    },
  );
});
