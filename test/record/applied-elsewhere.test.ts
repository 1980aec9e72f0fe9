// The last applied commit is not on the trusted branch: it was squashed, rebased or amended, or is of another branch.
import { expect } from 'vitest';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { apply, type ApplyResult } from '../helpers/apply.ts';
import { test, nightly } from '../helpers/test.ts';
import { codes, recordedCommit, severities } from './records.ts';

const short = (commit: string) => commit.slice(0, 10);

/** Commits on top of `main` at origin, and pushes it. */
function commitOnMain({ sandbox, origin }: Team, { dir }: Member, ...keys: string[]): string {
  if (sandbox.headOf(origin, 'main') !== undefined)
    sandbox.script(dir, 'git fetch -q origin; git checkout -q -B main refs/remotes/origin/main');
  const commit = sandbox.commit(dir, `On main: ${keys}`, declaring(...keys));
  sandbox.git(dir, 'push', '--quiet', 'origin', 'HEAD:main');
  return commit;
}

/** Commits on a branch of its own, which is not pushed. */
function commitOnBranch({ sandbox }: Team, { dir }: Member, ...keys: string[]): string {
  sandbox.git(dir, 'checkout', '--quiet', '-B', 'topic');
  return sandbox.commit(dir, `On a branch: ${keys}`, declaring(...keys));
}

/** `a` is applied on main, then these keys on a branch; their commits. */
async function appliedOnBranch(team: Team, ada: Member, ...keys: string[]) {
  const main = commitOnMain(team, ada, 'a');
  await ada.apply();
  const topic = commitOnBranch(team, ada, ...keys);
  expect((await ada.apply()).outcome).toBe('verified');
  expect(recordedCommit(team)).toBe(topic);
  return { main, topic };
}

/** As a push to `main` applies it. */
function applyPushed(member: Member, commit: string): Promise<ApplyResult> {
  const options = { ...member.options(), untrusted: { commit, branch: 'main' } };
  return apply(options, member.runtime());
}

function checkout({ sandbox }: Team, { dir }: Member, commit: string): void {
  sandbox.git(dir, 'checkout', '--quiet', '--detach', commit);
}

test('a squash merge of what was applied is recorded in its place', async ({ team, ada }) => {
  await appliedOnBranch(team, ada, 'a', 'b');
  const squashed = commitOnMain(team, ada, 'a', 'b');
  const recorded = { outcome: 'nothing', remarks: [], recorded: 'origin' };
  expect(await applyPushed(ada, squashed)).toMatchObject(recorded);
  expect(recordedCommit(team)).toBe(squashed);
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
    let again = '';
    // What is declared is the same again at last, so that the apply of main has nothing to send.
    for (const keys of [['a', 'b'], ['a']]) {
      again = commitOnBranch(team, ada, ...keys);
      team.sandbox.script(ada.dir, publish);
      await ada.apply();
    }
    expect(recordedCommit(team)).toBe(again);
    const bob = team.member('bob', '--single-branch');
    expect((await applyPushed(bob, main)).outcome).toBe('nothing');
    // An ancestor never takes its place; of a commit that is gone nobody can tell, and the newest commit of main goes on.
    expect(recordedCommit(team)).toBe(publish === ':' ? main : again);
  },
);

nightly('a rebase merge after another change is refused until approved', async ({ team, ada }) => {
  const { topic } = await appliedOnBranch(team, ada, 'a', 'b');
  commitOnMain(team, ada, 'a', 'z');
  const rebased = commitOnMain(team, ada, 'a', 'b', 'z');
  const { outcome, plan } = await applyPushed(ada, rebased);
  expect(outcome).toBe('refused');
  expect(plan.findings).toEqual([
    {
      severity: 'refusal',
      code: 'older-commit',
      approvable: true,
      message: `The last applied commit, ${short(topic)}, is not in the history of \`main\`: it was applied from another branch (perhaps one that was then merged by squash or rebase), or \`main\` was rewritten since.`,
      hint: `This commit, ${short(rebased)}, is the newest commit on \`main\`. Check that the plan undoes nothing that you still need, then approve it.`,
    },
  ]);
  const { approval = '', findings } = plan;
  expect((await ada.plan()).plan).toMatchObject({ approval, findings });
  const approved = await ada.apply({ approve: approval });
  expect(approved).toMatchObject({ outcome: 'verified', plan: { approved: approval } });
  expect(severities(approved)).toEqual(['warning older-commit']);
  expect(recordedCommit(team)).toBe(rebased);
  expect(await team.keys()).toEqual(['a', 'b', 'z']);
});

nightly('the same digest approves deletions of a record not confirmed', async ({ team, ada }) => {
  await appliedOnBranch(team, ada, 'a', 'b');
  // In a clone that never had the branch.
  const bob = team.member('bob');
  const refused = await applyPushed(bob, commitOnMain(team, bob, 'a', 'c'));
  expect(codes(refused)?.sort()).toEqual(['older-commit', 'record-unconfirmed']);
  expect((await bob.apply({ approve: refused.plan.approval ?? '' })).outcome).toBe('verified');
  expect(await team.keys()).toEqual(['a', 'c']);
});

nightly('an amended `main` is recorded once origin has it', async ({ team, ada }) => {
  commitOnMain(team, ada, 'a');
  const first = commitOnMain(team, ada, 'a', 'b');
  await ada.apply();
  team.sandbox.git(ada.dir, 'commit', '--quiet', '--amend', '--message', 'Better words');
  expect(await ada.apply()).toMatchObject({ outcome: 'nothing', remarks: [] });
  expect(recordedCommit(team)).toBe(first);
  team.sandbox.git(ada.dir, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
  const recorded = { outcome: 'nothing', remarks: [], recorded: 'origin' };
  expect(await ada.apply()).toMatchObject(recorded);
  expect(recordedCommit(team)).toBe(team.sandbox.git(ada.dir, 'rev-parse', 'HEAD'));
});

test('without an origin, an amended branch is recorded, no other one is', async ({ team, ada }) => {
  const inAda = (...args: string[]) => team.sandbox.git(ada.dir, ...args);
  inAda('remote', 'remove', 'origin');
  team.sandbox.commit(ada.dir, 'First', declaring('a'));
  inAda('branch', 'other');
  team.sandbox.commit(ada.dir, 'Second', declaring('a', 'b'));
  await ada.apply();
  const second = recordedCommit(team, ada.dir);
  inAda('checkout', '--quiet', 'other');
  team.sandbox.commit(ada.dir, 'The same elsewhere', declaring('a', 'b'));
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recordedCommit(team, ada.dir)).toBe(second);
  inAda('checkout', '--quiet', '-');
  inAda('commit', '--quiet', '--amend', '--message', 'Better words');
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recordedCommit(team, ada.dir)).toBe(inAda('rev-parse', 'HEAD'));
});

nightly('an old job that runs again leaves record and server alone', async ({ team, ada }) => {
  const commits: string[] = [];
  for (const value of [1, 2, 1]) {
    const document = { 'config/shop.yaml': `keys:\n  a: ${value}\n` };
    commits.push(ada.commit({ ...declaring(), ...document }));
    expect((await applyPushed(ada, commits.at(-1) ?? '')).outcome).toBe('verified');
  }
  const pushes = team.pushes();
  for (const [at, outcome] of [
    [0, 'nothing'],
    [1, 'refused'],
  ] as const) {
    const commit = commits[at] ?? '';
    checkout(team, ada, commit);
    const again = await applyPushed(ada, commit);
    expect([again.outcome, again.plan.approval]).toEqual([outcome, undefined]);
    expect(recordedCommit(team)).toBe(commits[2]);
  }
  expect(team.pushes()).toBe(pushes);
});

test('an old job is refused while `main` lacks the applied commit', async ({ team, ada }) => {
  const { main, topic } = await appliedOnBranch(team, ada, 'a', 'b');
  checkout(team, ada, main);
  const { outcome, plan } = await applyPushed(ada, main);
  expect(outcome).toBe('refused');
  expect(plan.findings).toContainEqual(
    expect.objectContaining({ severity: 'refusal', code: 'older-commit', liftedBy: 'allow-older' }),
  );
  expect(recordedCommit(team)).toBe(topic);
});

nightly('a branch with the same items leaves the record to `main`', async ({ team, ada }) => {
  const start = commitOnMain(team, ada, 'a');
  const applied = commitOnMain(team, ada, 'a', 'b');
  await ada.apply();
  checkout(team, ada, start);
  commitOnBranch(team, ada, 'a', 'b');
  team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
  expect((await ada.apply()).outcome).toBe('nothing');
  expect(recordedCommit(team)).toBe(applied);
});

nightly('where the items are others, the record stays and says why', async ({ team, ada }) => {
  const { topic } = await appliedOnBranch(team, ada, 'a', 'b');
  commitOnMain(team, ada, 'a');
  expect(await ada.apply({ prune: 'none' })).toMatchObject({
    outcome: 'nothing',
    remarks: [
      expect.stringMatching(/is not in the history of .*\. The record is left unchanged\.$/),
    ],
  });
  expect(recordedCommit(team)).toBe(topic);
});

nightly('a commit that no branch at origin has is said to be unmerged', async ({ team, ada }) => {
  commitOnMain(team, ada, 'a');
  expect((await ada.apply()).plan.findings).toEqual([]);
  const topic = commitOnBranch(team, ada, 'a', 'b');
  expect((await ada.apply()).plan.findings).toEqual([
    {
      severity: 'warning',
      code: 'unmerged-commit',
      message: `No branch at origin contains this commit, ${short(topic)}.`,
      hint: 'Push it, and if it is on a branch, merge it with a merge commit. Until the default branch contains it, an apply there that changes something is refused (`older-commit`).',
    },
  ]);
  commitOnBranch(team, ada, 'a', 'b', 'c');
  team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
  expect((await ada.apply()).plan.findings).toEqual([]);
});

test.for([
  ['the newest commit of another branch', 'topic'],
  ['an earlier commit of `main`', 'main'],
])('a checkout of %s alone is not taken for unpushed', async ([, branch], { team, ada }) => {
  const earlier = commitOnMain(team, ada, 'a');
  commitOnMain(team, ada, 'a', 'b');
  const topic = commitOnBranch(team, ada, 'a', 'b', 'c');
  team.sandbox.git(ada.dir, 'push', '--quiet', 'origin', 'topic');
  const job = team.member('job', '--no-checkout', '--depth=1');
  const commit = branch === 'main' ? earlier : topic;
  team.sandbox.git(job.dir, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  checkout(team, job, commit);
  expect((await job.apply()).plan.findings).toEqual([]);
});
