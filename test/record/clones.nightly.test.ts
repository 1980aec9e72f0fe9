// Unusual clones: worktrees share the record of their clone, a submodule has its own, and a sparse checkout removes nothing.
import { join } from 'node:path';
import { expect } from 'vitest';
import { apply } from '../helpers/apply.ts';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

test.concurrent.for(['with', 'without'])(
  'a worktree has the record of its clone, %s an origin',
  async (how, { team, ada }) => {
    ada.commit(declaring('a', 'old'));
    if (how === 'without') team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
    expect((await ada.apply()).outcome).toBe('verified');
    const cwd = team.sandbox.path('tree');
    team.sandbox.git(ada.dir, 'worktree', 'add', '--quiet', '--detach', cwd);
    team.sandbox.commit(cwd, 'Less', declaring('a'));
    expect((await apply(ada.options(), ada.runtime({ cwd }))).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a']);
    if (how === 'with') expect(team.refStates()).toEqual(['done']);
  },
);

test.concurrent('a submodule has its record at its own origin', async ({ team, ada }) => {
  ada.commit(declaring('a', 'old'));
  const above = team.sandbox.init('above');
  team.sandbox.git(above, 'submodule', 'add', '--quiet', `file://${team.origin}`, 'shop');
  team.sandbox.commit(above, 'With the shop');
  const cwd = join(above, 'shop');
  const applied = () => apply(ada.options(), ada.runtime({ cwd }));
  expect((await applied()).outcome).toBe('verified');
  team.sandbox.commit(cwd, 'Less', declaring('a'));
  team.sandbox.git(cwd, 'push', '--quiet', 'origin', 'HEAD:main');
  expect((await applied()).outcome).toBe('verified');
  expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
  expect(team.sandbox.git(above, 'for-each-ref', 'refs/confighub-sync')).toBe('');
});

test.concurrent('a sparse checkout is an error, and deletes nothing', async ({ team, ada }) => {
  ada.commit({ ...declaring('a'), 'config/more/b.yaml': 'keys: { b: b }\n' });
  expect((await ada.apply()).outcome).toBe('verified');
  team.sandbox.git(ada.dir, 'sparse-checkout', 'set', '--no-cone', '/*', '!/config/more/');
  await expect(ada.apply()).rejects.toMatchObject({ code: 'invalid', exitCode: 1 });
  expect(await team.keys()).toEqual(['a', 'b']);
});
