// An origin whose HEAD names a branch that does not exist: the branch that is followed there confirms records instead.
import { expect } from 'vitest';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import { applyFiles } from './records.ts';

const unconfirmed = async (member: Member) =>
  (await member.plan()).plan.findings.flatMap(({ code, message }) =>
    code === 'record-unconfirmed' ? message : [],
  );

/** Bob applied a commit of `main` that Ada does not have, so her plan prunes what only that one declares. */
async function leaveBehind(team: Team, ada: Member, bob: Member): Promise<void> {
  await applyFiles(ada, declaring('a'));
  await applyFiles(bob, declaring('a', 'b'));
  expect(await unconfirmed(ada)).toEqual([]);
  team.sandbox.git(team.origin, 'symbolic-ref', 'HEAD', 'refs/heads/master');
}

test('a genuine record of that branch is confirmed', async ({ team, ada, bob }) => {
  await leaveBehind(team, ada, bob);
  expect(await unconfirmed(ada)).toEqual([]);
  team.sandbox.git(ada.dir, 'fetch', '--quiet', 'origin', 'main:refs/remotes/origin/main');
  team.sandbox.git(ada.dir, 'switch', '--quiet', '--no-track', '--create', 'feature');
  expect((await unconfirmed(ada))[0]).toContain(
    'which is not part of this history, and no trusted branch could be read:',
  );
  team.sandbox.git(ada.dir, 'branch', '--quiet', '--set-upstream-to', 'origin/main');
  expect(await unconfirmed(ada)).toEqual([]);
});

test('a record that names a commit of another branch is not', async ({ team, ada, bob }) => {
  await leaveBehind(team, ada, bob);
  const { sandbox, origin } = team;
  const mallory = sandbox.clone(origin, 'mallory', '--branch', 'main');
  const commit = sandbox.commit(mallory, 'Forged', declaring('a', 'b', 'theirs'));
  const [ref = ''] = team.refNames();
  const message = sandbox
    .git(origin, 'log', '-1', '--format=%B', ref)
    .replace(/^Source-Commit: .*$/m, `Source-Commit: ${commit}`);
  const forged = sandbox.git(mallory, 'commit-tree', `${commit}^{tree}`, '-m', message);
  const refs = [`${forged}:${ref}`, `${commit}:refs/heads/x`];
  sandbox.git(mallory, 'push', '--quiet', '--force', 'origin', ...refs);
  expect(await unconfirmed(ada)).toMatchObject([
    expect.stringContaining('which is not part of this history:'),
  ]);
});
