// An older commit that has nothing to push: what was applied since stays on record.
import { expect } from 'vitest';
import { shortCommit } from '../../src/model/apply-entry.ts';
import { declaring } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import { applyFiles, recordedCommit } from './records.ts';

test('the same documents of a branch do not make main older', async ({ team, ada, bob }) => {
  await applyFiles(ada, declaring('a'));
  team.sandbox.script(bob.dir, 'git fetch -q; git checkout -q -b topic origin/main');
  team.sandbox.commit(bob.dir, 'Explain', { 'README.md': 'A branch\n' });
  expect(await bob.apply({ reads: 'token' })).toMatchObject({ outcome: 'nothing', remarks: [] });
  expect((await applyFiles(ada, declaring('a', 'b'), { reads: 'token' })).outcome).toBe('verified');
});

test('an older commit is recorded over a newer one only to roll back', async ({ team, ada }) => {
  const older = ada.commit(declaring('a'));
  await ada.apply();
  const newer = ada.commit(declaring('a', 'b'));
  await ada.apply();
  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  const left = expect.stringMatching(
    /is not in the history of this commit.*\. The record is left unchanged\.$/,
  );
  expect(await ada.apply({ prune: 'none' })).toMatchObject({ outcome: 'nothing', remarks: [left] });
  expect(recordedCommit(team)).toBe(newer);
  ada.commit(declaring('a'));
  expect((await ada.plan()).plan.changes).toMatchObject([
    { kind: 'key', name: 'b', action: 'delete' },
    { kind: 'value', name: 'b', action: 'delete' },
  ]);
  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  expect((await ada.apply({ prune: 'none', allowOlder: true })).remarks).toEqual([]);
  expect(recordedCommit(team)).toBe(older);
});

test('a plan with --allow-older is that of the rollback', async ({ team, ada }) => {
  const older = ada.commit(declaring('a', 'b'));
  await ada.apply();
  await applyFiles(ada, declaring('a', 'b', 'c'));
  team.sandbox.git(ada.dir, 'checkout', '--quiet', older);
  const refused = await ada.cli('plan');
  expect(refused.stdout).toContain('An apply of this commit will be refused.');
  const plan = await ada.cli('plan', '--allow-older');
  expect(plan.stdout).toMatch(/^ {2}- c /m);
  expect(plan.stdout).not.toContain('older-commit');
});

test('a commit that was reverted before it was applied is not applied any more', async ({
  team,
  ada,
}) => {
  await applyFiles(ada, declaring('a'));
  const reverted = ada.commit(declaring('a', 'b'));
  const newest = ada.commit(declaring('a'));
  expect((await ada.apply()).outcome).toBe('nothing');
  team.sandbox.git(ada.dir, 'checkout', '--quiet', reverted);
  const message = `This commit, ${shortCommit(reverted)}, seems to be reverted: the newest commit on \`main\`, ${shortCommit(newest)}, has config/shop.yaml as last applied.`;
  expect(await ada.apply()).toMatchObject({
    outcome: 'refused',
    plan: { findings: [{ code: 'older-commit', severity: 'refusal', message }] },
  });
  expect((await ada.apply({ allowOlder: true })).outcome).toBe('verified');
});

test('a commit whose files have others beside them, or have moved since, is not reverted', async ({
  team,
  ada,
}) => {
  await applyFiles(ada, declaring('a'));
  const commit = ada.commit(declaring('a', 'b'));
  ada.commit(declaring('a', 'b', 'c'));
  team.sandbox.git(ada.dir, 'checkout', '--quiet', commit);
  expect((await ada.apply()).outcome).toBe('verified');
  const next = ada.commit(declaring('a', 'b', 'c', 'd'));
  team.sandbox.script(
    ada.dir,
    'mkdir moved; git mv confighub.yaml config moved; git commit --quiet -m Move; git push --quiet origin HEAD:main',
  );
  team.sandbox.git(ada.dir, 'checkout', '--quiet', next);
  expect((await ada.apply()).outcome).toBe('verified');
});
