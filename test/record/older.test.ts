// An older commit that has nothing to push: what was applied since stays on record.
import { expect } from 'vitest';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

test('a commit of another branch that has nothing to push does not make main older, where it was read in another way and has the same documents', async ({
  team,
  ada,
}) => {
  ada.commit(declaring('a'));
  await ada.apply();
  const bob = team.member('bob');
  team.sandbox.write(`${bob.dir}/README.md`, 'A branch\n');
  team.sandbox.git(bob.dir, 'checkout', '--quiet', '-b', 'topic');
  team.sandbox.commit(bob.dir, 'Explain', {});
  expect(await bob.apply({ reads: 'token' })).toMatchObject({ outcome: 'nothing', remarks: [] });
  ada.commit(declaring('a', 'b'));
  expect((await ada.apply({ reads: 'token' })).outcome).toBe('verified');
});

test('an older commit that has nothing to push is recorded over a newer one only where rolling back is meant', async ({
  team,
  ada,
}) => {
  const older = ada.commit(declaring('a'));
  await ada.apply();
  ada.commit(declaring('a', 'b'));
  await ada.apply();
  const [ref = ''] = team.refNames();
  const record = team.sandbox.git(team.origin, 'rev-parse', ref);
  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  const { outcome, remarks } = await ada.apply({ prune: 'none' });
  expect(outcome).toBe('nothing');
  expect(remarks).toEqual([
    expect.stringMatching(
      /is not in the history of this commit.*\. The record is left unchanged\.$/,
    ),
  ]);
  expect(team.sandbox.git(team.origin, 'rev-parse', ref)).toBe(record);
  ada.commit(declaring('a'));
  expect((await ada.plan()).plan.changes).toMatchObject([
    { kind: 'key', name: 'b', action: 'delete' },
    { kind: 'value', name: 'b', action: 'delete' },
  ]);

  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  expect((await ada.apply({ prune: 'none', allowOlder: true })).remarks).toEqual([]);
  expect(team.sandbox.git(team.origin, 'log', '-1', '--format=%B', ref)).toContain(older);
});

test('a plan with --allow-older is that of the rollback, without the warning that it would be refused', async ({
  team,
  ada,
}) => {
  const older = ada.commit(declaring('a', 'b'));
  await ada.apply();
  ada.commit(declaring('a', 'b', 'c'));
  await ada.apply();
  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  const refused = await ada.cli('plan');
  expect(refused.stdout).toContain('An apply of this commit will be refused.');
  const plan = await ada.cli('plan', '--allow-older');
  expect(plan.stdout).toMatch(/^ {2}- c /m);
  expect(plan.stdout).not.toContain('older-commit');
});
