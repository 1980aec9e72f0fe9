// Documents that Git does not track: a warning, but none about uncommitted edits.
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const NEW = {
  'config/new.yaml': 'keys:\n  new: { value: { path: new.txt } }\n',
  'config/new.txt': 'text\n',
};
const WARNING =
  /^config\/new\.txt warning untracked: Git does not track config\/new\.txt, config\/new\.yaml: a plan includes them, but an apply refuses them\.\n {2}Run `git add`/;

describe.concurrent('a file that Git does not track', () => {
  test('causes one warning in each command', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop');
      desk.write(NEW);
      for (const [command, expected] of [
        ['validate', 0],
        ['plan', 0],
        ['apply', 3],
      ] as const) {
        const { status, stderr } = await desk.cli([command]);
        expect({ command, status }).toEqual({ command, status: expected });
        expect(stderr).toMatch(WARNING);
        expect(stderr.match(/config\/new\.yaml/g)).toHaveLength(1);
      }
      const sources = 'sources: [{ path: "config/*.env" }]\n';
      desk.write({
        'confighub.yaml': `${SMALL['confighub.yaml']}${sources}`,
        'config/local.env': 'A=1\n',
      });
      expect((await desk.cli(['validate'])).stderr).toContain(
        'leave the others out with `exclude` in the source, or in `include`, or by removing the `path` that names them.',
      );
    });
  });

  test('causes no warning once it is added, excluded, or behind a tracked link', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.write({ 'shared/linked.yaml': 'keys: { linked: linked }\n', '.gitignore': 'shared\n' });
      symlinkSync('../shared', desk.path('config/linked'));
      desk.commit('Open the shop');
      expect((await desk.cli(['plan'])).stdout).toContain('+ linked ');
      desk.write(NEW);
      desk.git('add', '--all');
      expect((await desk.cli(['plan'])).stderr).toBe('');
      desk.commit('Exclude', {
        'confighub.yaml': `${SMALL['confighub.yaml']}include: [config/shop.yaml]\n`,
      });
      desk.write({ 'config/other.yaml': 'keys: {}\n' });
      expect((await desk.cli(['plan'])).stderr).toBe('');
    });
  });

  test('is counted if there are many; before the first commit, only that there is none is said', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.git('init', '--quiet');
      expect((await desk.cli(['plan'])).stderr).toBe(
        'warning: Nothing is committed yet. Apply runs are recorded in Git: commit the files before you apply them.\n',
      );
      desk.git('commit', '--quiet', '--allow-empty', '--message', 'Nothing yet');
      desk.write({
        'config/b.yaml': 'keys: { b: b }\n',
        'config/c.yaml': 'keys: { c: c }\n',
        ...NEW,
      });
      const { stderr } = await desk.cli(['plan']);
      expect(stderr).toContain(
        'Git does not track config/b.yaml, config/c.yaml, config/new.txt and 3 more files:',
      );
    });
  });

  test('is not reported as an edit, which an apply refuses', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop');
      desk.write({ 'config/shop.yaml': 'keys:\n  shop.title: Edited\n' });
      expect((await desk.cli(['plan'])).stderr).toBe(
        'warning: Not committed yet: config/shop.yaml. Commit it before you apply.\n',
      );
      const { stdout, stderr } = await desk.cli(['apply']);
      expect(stdout).toContain('refused not-committed: An apply pushes what is committed');
      expect(stderr).not.toContain('untracked');
    });
  });
});
