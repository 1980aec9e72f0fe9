// The last applied commit is not on the trusted branch: it was squashed, rebased or amended, or is of another branch.
import { expect } from 'vitest';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';
import { apply, type ApplyResult } from '../helpers/apply.ts';
import { test, nightly } from '../helpers/test.ts';

const codes = ({ plan }: Pick<ApplyResult, 'plan'>) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`).sort();

const short = (commit: string) => commit.slice(0, 10);

/** The commit that the only record names as applied. */
function recorded(team: Team, dir = team.origin): string {
  const { sandbox } = team;
  const ref = sandbox.git(dir, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  return sandbox.git(
    dir,
    'log',
    '-1',
    '--format=%(trailers:key=Source-Commit,valueonly,separator=)',
    ref,
  );
}

/** Commits on top of `main` at origin, and pushes it. */
function commitOnMain(team: Team, { dir }: Member, ...keys: string[]): string {
  const { sandbox } = team;
  const isNew = sandbox.git(team.origin, 'for-each-ref', 'refs/heads/main') === '';
  if (!isNew)
    sandbox.script(
      dir,
      'git fetch --quiet origin; git checkout --quiet -B main refs/remotes/origin/main',
    );
  const commit = sandbox.commit(dir, `On main: ${keys}`, declaring(...keys));
  sandbox.git(dir, 'push', '--quiet', 'origin', 'HEAD:main');
  return commit;
}

/** Commits on a branch of its own, which is not pushed. */
function commitOnBranch({ sandbox }: Team, { dir }: Member, ...keys: string[]): string {
  sandbox.git(dir, 'checkout', '--quiet', '-B', 'topic');
  return sandbox.commit(dir, `On a branch: ${keys}`, declaring(...keys));
}

/** As a push to `main` applies it. */
function applyPushed(member: Member, commit: string): Promise<ApplyResult> {
  const options = { ...member.options(), untrusted: { commit, branch: 'main' } };
  return apply(options, member.runtime());
}

/** Moves `main` at origin to what is checked out, whatever it was. */
function pushForced({ sandbox }: Team, { dir }: Member): string {
  sandbox.git(dir, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
  return sandbox.git(dir, 'rev-parse', 'HEAD');
}

function checkout({ sandbox }: Team, { dir }: Member, commit: string): void {
  sandbox.git(dir, 'checkout', '--quiet', '--detach', commit);
}

test('a squash merge of what was applied is recorded in its place, and the next push is applied', async ({
  team,
  ada,
}) => {
  commitOnMain(team, ada, 'a');
  await ada.apply();
  const topic = commitOnBranch(team, ada, 'a', 'b');
  expect((await ada.apply()).outcome).toBe('verified');
  expect(recorded(team)).toBe(topic);
  const squashed = commitOnMain(team, ada, 'a', 'b');
  expect(await applyPushed(ada, squashed)).toMatchObject({
    outcome: 'nothing',
    remarks: [],
    recorded: 'origin',
  });
  expect(recorded(team)).toBe(squashed);
  const next = commitOnMain(team, ada, 'a', 'b', 'c');
  expect((await applyPushed(ada, next)).outcome).toBe('verified');
});

test.for([
  ['is pushed', 'git push --quiet origin HEAD:topic'],
  ['is nowhere at origin', ':'],
] as const)(
  'a job of main in a clone without the applied commit of a later branch, which %s',
  async ([, publish], { team, ada }) => {
    const main = commitOnMain(team, ada, 'a');
    await ada.apply();
    const topic = commitOnBranch(team, ada, 'a', 'b');
    team.sandbox.script(ada.dir, publish);
    await ada.apply();
    // What is declared is the same again, so that the apply of main has nothing to send.
    const again = commitOnBranch(team, ada, 'a');
    team.sandbox.script(ada.dir, publish);
    await ada.apply();
    expect(recorded(team)).toBe(again);
    const bob = team.member('bob', '--single-branch');
    expect(team.sandbox.git(bob.dir, 'rev-parse', 'HEAD')).toBe(main);
    expect((await applyPushed(bob, main)).outcome).toBe('nothing');
    // An ancestor never takes its place; of a commit that is gone nobody can tell, and the newest commit of main goes on.
    const isGone = publish === ':';
    expect(recorded(team)).toBe(isGone ? main : again);
    expect(topic).not.toBe(again);
  },
);

nightly(
  'a rebase merge after another change is refused until it is approved',
  async ({ team, ada }) => {
    commitOnMain(team, ada, 'a');
    await ada.apply();
    const topic = commitOnBranch(team, ada, 'a', 'b');
    await ada.apply();
    commitOnMain(team, ada, 'a', 'z');
    const rebased = commitOnMain(team, ada, 'a', 'b', 'z');
    const refused = await applyPushed(ada, rebased);
    expect(refused.outcome).toBe('refused');
    expect(refused.plan.findings).toEqual([
      {
        severity: 'refusal',
        code: 'older-commit',
        approvable: true,
        message: `The last applied commit, ${short(topic)}, is not in the history of \`main\`: it was applied from another branch (perhaps one that was then merged by squash or rebase), or \`main\` was rewritten since.`,
        hint: `This commit, ${short(rebased)}, is the newest commit on \`main\`. Check that the plan undoes nothing that you still need, then approve it.`,
      },
    ]);
    expect((await ada.plan()).plan).toMatchObject({
      approval: refused.plan.approval,
      findings: refused.plan.findings,
    });
    const approved = await ada.apply({ approve: refused.plan.approval ?? '' });
    expect(approved).toMatchObject({
      outcome: 'verified',
      plan: { approved: refused.plan.approval },
    });
    expect(codes(approved)).toEqual(['warning older-commit']);
    expect(recorded(team)).toBe(rebased);
    expect(await team.keys()).toEqual(['a', 'b', 'z']);
  },
);

nightly(
  'the same digest approves the deletions that the record no longer confirms',
  async ({ team, ada }) => {
    commitOnMain(team, ada, 'a');
    await ada.apply();
    commitOnBranch(team, ada, 'a', 'b');
    await ada.apply();
    // In a clone that never had the branch.
    const bob = team.member('bob');
    const other = commitOnMain(team, bob, 'a', 'c');
    const refused = await applyPushed(bob, other);
    expect(codes(refused)).toEqual(['refusal older-commit', 'refusal record-unconfirmed']);
    expect((await bob.apply({ approve: refused.plan.approval ?? '' })).outcome).toBe('verified');
    expect(await team.keys()).toEqual(['a', 'c']);
  },
);

nightly('an amended `main` is recorded once origin has it', async ({ team, ada }) => {
  commitOnMain(team, ada, 'a');
  const first = commitOnMain(team, ada, 'a', 'b');
  await ada.apply();
  team.sandbox.git(ada.dir, 'commit', '--quiet', '--amend', '--message', 'Better words');
  expect(await ada.apply()).toMatchObject({ outcome: 'nothing', remarks: [] });
  expect(recorded(team)).toBe(first);
  const amended = pushForced(team, ada);
  expect(await ada.apply()).toMatchObject({ outcome: 'nothing', remarks: [], recorded: 'origin' });
  expect(recorded(team)).toBe(amended);
});

test('an amended branch of a clone without an origin is recorded, and no other branch is', async ({
  team,
  ada,
}) => {
  const { git } = team.sandbox;
  const inAda = git.bind(team.sandbox, ada.dir);
  inAda('remote', 'remove', 'origin');
  team.sandbox.commit(ada.dir, 'First', declaring('a'));
  inAda('branch', 'other');
  team.sandbox.commit(ada.dir, 'Second', declaring('a', 'b'));
  await ada.apply();
  const second = recorded(team, ada.dir);
  inAda('checkout', '--quiet', 'other');
  team.sandbox.commit(ada.dir, 'The same elsewhere', declaring('a', 'b'));
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recorded(team, ada.dir)).toBe(second);
  inAda('checkout', '--quiet', '-');
  inAda('commit', '--quiet', '--amend', '--message', 'Better words');
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recorded(team, ada.dir)).toBe(inAda('rev-parse', 'HEAD'));
});

nightly(
  'an old job that runs again leaves the record and the server alone, whatever it would change',
  async ({ team, ada }) => {
    const valued = (value: number) => ({
      ...declaring(),
      'config/shop.yaml': `keys:\n  a: ${value}\n`,
    });
    const commits: string[] = [];
    for (const value of [1, 2, 1]) {
      const commit = ada.commit(valued(value));
      expect((await applyPushed(ada, commit)).outcome).toBe('verified');
      commits.push(commit);
    }
    const [a = '', b = '', c = ''] = commits;
    const pushes = team.pushes();
    for (const [commit, outcome] of [
      [a, 'nothing'],
      [b, 'refused'],
    ] as const) {
      checkout(team, ada, commit);
      const again = await applyPushed(ada, commit);
      expect(again.outcome).toBe(outcome);
      expect(again.plan.approval).toBeUndefined();
      expect(recorded(team)).toBe(c);
    }
    expect(team.pushes()).toBe(pushes);
  },
);

test('an old job that runs again while `main` lacks the applied commit leaves the record alone', async ({
  team,
  ada,
}) => {
  const main = commitOnMain(team, ada, 'a');
  await ada.apply();
  const topic = commitOnBranch(team, ada, 'a', 'b');
  await ada.apply();
  checkout(team, ada, main);
  const { outcome, plan } = await applyPushed(ada, main);
  expect(outcome).toBe('refused');
  expect(plan.findings).toContainEqual(
    expect.objectContaining({ severity: 'refusal', code: 'older-commit', liftedBy: 'allow-older' }),
  );
  expect(recorded(team)).toBe(topic);
});

nightly('a branch with the same items leaves the record to `main`', async ({ team, ada }) => {
  const start = commitOnMain(team, ada, 'a');
  const applied = commitOnMain(team, ada, 'a', 'b');
  await ada.apply();
  checkout(team, ada, start);
  commitOnBranch(team, ada, 'a', 'b');
  team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recorded(team)).toBe(applied);
});

nightly('where the items are others, the record stays and says why', async ({ team, ada }) => {
  commitOnMain(team, ada, 'a');
  await ada.apply();
  const topic = commitOnBranch(team, ada, 'a', 'b');
  await ada.apply();
  commitOnMain(team, ada, 'a');
  const { outcome, remarks } = await ada.apply({ prune: 'none' });
  expect(outcome).toBe('nothing');
  expect(remarks).toEqual([
    expect.stringMatching(/is not in the history of .*\. The record is left unchanged\.$/),
  ]);
  expect(recorded(team)).toBe(topic);
});

nightly(
  'an apply of a commit that no branch at origin has says so before it',
  async ({ team, ada }) => {
    commitOnMain(team, ada, 'a');
    const pushed = await ada.apply();
    expect(pushed.plan.findings).toEqual([]);
    const topic = commitOnBranch(team, ada, 'a', 'b');
    const { plan } = await ada.apply();
    expect(plan.findings).toEqual([
      {
        severity: 'warning',
        code: 'unmerged-commit',
        message: `No branch at origin contains this commit, ${short(topic)}.`,
        hint: 'Push it, and if it is on a branch, merge it with a merge commit. Until the default branch contains it, an apply there that changes something is refused (`older-commit`).',
      },
    ]);
    const other = commitOnBranch(team, ada, 'a', 'b', 'c');
    team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
    expect(other).not.toBe(topic);
    expect((await ada.apply()).plan.findings).toEqual([]);
  },
);

test.each([
  ['the newest commit of another branch', 'topic'],
  ['an earlier commit of `main`', 'main'],
])('a checkout of %s alone is not taken for unpushed', (_, branch) =>
  withTeam(async (team) => {
    const ada = team.member('ada');
    const earlier = commitOnMain(team, ada, 'a');
    commitOnMain(team, ada, 'a', 'b');
    const topic = commitOnBranch(team, ada, 'a', 'b', 'c');
    team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
    const job = team.member('job', '--no-checkout', '--depth=1');
    const commit = branch === 'main' ? earlier : topic;
    team.sandbox.git(job.dir, 'fetch', '--quiet', '--depth=1', 'origin', commit);
    checkout(team, job, commit);
    expect((await job.apply()).plan.findings).toEqual([]);
  }),
);
