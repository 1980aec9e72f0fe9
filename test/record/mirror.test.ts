// A clone that Git keeps as a mirror of its origin: `git push` pushes everything there unless it is told otherwise.
import { expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

test('an apply in a mirror records its own ref, and pushes no other', async ({ team }) => {
  team.member('ada').commit(declaring('a'));
  const eve = team.member('eve', '--mirror');
  team.sandbox.script(
    eve.dir,
    `mkdir .git; mv $(ls) .git; git config core.bare false; git reset -q --hard; git branch mine`,
  );
  expect(team.sandbox.git(eve.dir, 'config', 'remote.origin.mirror')).toBe('true');
  expect(await eve.apply()).toMatchObject({ outcome: 'verified', recorded: 'origin' });
  expect(team.refStates()).toEqual(['done']);
  expect(team.sandbox.git(team.origin, 'branch', '--format=%(refname:short)')).toBe('main');
  team.sandbox.commit(eve.dir, 'More', declaring('a', 'b'));
  expect((await eve.apply()).outcome).toBe('verified');
  expect(await unlock(eve.options(), eve.runtime())).toEqual({});
  expect(await team.keys()).toEqual(['a', 'b']);
});
