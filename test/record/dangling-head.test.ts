// An origin whose HEAD names a branch that does not exist: the branch that is followed there confirms records instead.
import { expect, test } from 'vitest';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

const unconfirmed = async (member: Member) =>
  (await member.plan()).plan.findings.flatMap(({ code, message }) =>
    code === 'record-unconfirmed' ? message : [],
  );

/** Bob applied a commit of `main` that Ada does not have, so her plan prunes what only that one declares. */
async function withBehind(use: (team: Team, ada: Member) => Promise<void>): Promise<void> {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(declaring('a'));
    await ada.apply();
    const bob = team.member('bob');
    bob.commit(declaring('a', 'b'));
    await bob.apply();
    expect(await unconfirmed(ada)).toEqual([]);
    team.sandbox.git(team.origin, 'symbolic-ref', 'HEAD', 'refs/heads/master');
    await use(team, ada);
  });
}

test('a genuine record of that branch is confirmed', async () => {
  await withBehind(async (team, ada) => {
    expect(await unconfirmed(ada)).toEqual([]);
    team.sandbox.git(ada.dir, 'fetch', '--quiet', 'origin', 'main:refs/remotes/origin/main');
    team.sandbox.git(ada.dir, 'switch', '--quiet', '--no-track', '--create', 'feature');
    const [said] = await unconfirmed(ada);
    expect(said).toContain(
      'which is not part of this history, and no trusted branch could be read:',
    );
    team.sandbox.git(ada.dir, 'branch', '--quiet', '--set-upstream-to', 'origin/main');
    expect(await unconfirmed(ada)).toEqual([]);
  });
});

test('a record that names a commit of another branch is not', async () => {
  await withBehind(async (team, ada) => {
    const [ref = ''] = team.refNames();
    const mallory = team.sandbox.clone(team.origin, 'mallory', '--branch', 'main');
    const commit = team.sandbox.commit(mallory, 'Forged', declaring('a', 'b', 'theirs'));
    const record = team.sandbox.git(mallory, 'ls-remote', 'origin', ref).split('\t')[0] ?? '';
    team.sandbox.git(mallory, 'fetch', '--quiet', 'origin', ref);
    const message = team.sandbox
      .git(mallory, 'log', '-1', '--format=%B', record)
      .replace(/^Source-Commit: .*$/m, `Source-Commit: ${commit}`);
    const forged = team.sandbox.git(mallory, 'commit-tree', `${commit}^{tree}`, '-m', message);
    team.sandbox.git(
      mallory,
      'push',
      '--quiet',
      '--force',
      'origin',
      `${forged}:${ref}`,
      `${commit}:refs/heads/x`,
    );
    expect(await unconfirmed(ada)).toMatchObject([
      expect.stringContaining('which is not part of this history:'),
    ]);
  });
});
