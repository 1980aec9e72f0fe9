// apply in a workflow: server history, older commits, shallow checkouts.
import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { exported } from '../helpers/server.ts';
import type { Desk } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

test.concurrent('the server history has the name of the workflow in ASCII, and the whole commit message', async ({
  shop: { desk, server },
}) => {
  const message = 'Größere Datenbank 🎉\n\n- für Ⓑilling\n- "quoted" \\ and\ttabbed';
  desk.git('init', '--quiet');
  desk.sandbox.write('message', message);
  desk.git('add', '.');
  desk.git('commit', '--quiet', '--cleanup', 'verbatim', '--file', desk.sandbox.path('message'));
  const { status } = await runStep(desk, { workflow: 'Konfiguration\r\n  ausrollen – größer\n' });
  expect(status).toBe(0);
  expect(server.history('acme', 'shop')).toMatchObject([
    { application: 'Konfiguration ausrollen ? gr??er', comment: message },
  ]);
});

/** What a job finds: a fresh checkout of one commit, as `actions/checkout` makes it. */
function checkout(desk: Desk, commit: string): void {
  const { sandbox } = desk;
  sandbox.git(sandbox.dir, 'init', '--quiet', 'job');
  const job = sandbox.path('job');
  sandbox.git(job, 'remote', 'add', 'origin', `file://${sandbox.path('origin.git')}`);
  sandbox.git(job, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  sandbox.git(job, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
}

/** The folder of the job that a step runs in; it is gone afterwards. */
async function inJob<T>(desk: Desk, commit: string, use: (job: Desk) => Promise<T>): Promise<T> {
  checkout(desk, commit);
  try {
    return await use(Object.create(desk, { dir: { value: desk.sandbox.path('job') } }) as Desk);
  } finally {
    rmSync(desk.sandbox.path('job'), { recursive: true, force: true });
  }
}

/** A bare origin, and commits that a person pushed to it. */
function publish(desk: Desk, message: string, files: Record<string, string> = {}): string {
  const commit = desk.commit(message, files);
  desk.git('push', '--quiet', 'origin', 'HEAD:main');
  return commit;
}

const ONE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test.concurrent('shallow checkouts with the record at origin: what was removed since is deleted, an older job is refused, and a record that is refused prevents the push', async ({
  shop: { desk, server },
}) => {
  const bare = desk.sandbox.bare();
  desk.sandbox.git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  desk.git('init', '--quiet');
  desk.git('remote', 'add', 'origin', `file://${bare}`);
  const first = publish(desk, 'Open the shop');
  await inJob(desk, first, async (job) => {
    const { status, log } = await runStep(job);
    expect({ status, annotations: log.annotations }).toEqual({ status: 0, annotations: [] });
  });
  const ref = desk.sandbox.git(bare, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  expect(ref).toMatch(
    /^refs\/confighub-sync\/127\.0\.0\.1%3A\d+\/acme\/shop\/confighub.yaml\/applied$/,
  );
  const [line] = desk.sandbox.git(bare, 'log', '-1', '--format=%B', ref).split('\n');
  expect(line).toBe(`Apply ${first.slice(0, 10)}: 3 created, 0 updated, 0 deleted`);

  // Far beyond the boundary of the checkout.
  for (let i = 0; i < 3; i++)
    desk.commit(`Not applied ${i}`, { 'config/n.yaml': `keys:\n  n: ${i}\n` });
  const second = publish(desk, 'No database', { ...ONE, 'config/n.yaml': 'keys: {}\n' });
  await inJob(desk, second, async (job) => {
    const pruned = async (lastApplied: string) => {
      const { outputs } = await runStep(job, { event: 'pull_request', with: { lastApplied } });
      return outputs['to-delete'];
    };
    expect([await pruned(''), await pruned(first)]).toEqual(['2', '2']);
    expect(await runStep(job)).toMatchObject({
      status: 0,
      outputs: { result: 'applied', 'to-delete': '2' },
    });
  });
  expect((await exported(server)).map((entry) => (entry as { key: string }).key)).toEqual([
    'shop.title',
  ]);

  await inJob(desk, first, async (job) => {
    const refused = await runStep(job);
    expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    expect(refused.log.annotations).toMatchObject([
      {
        kind: 'error',
        title: 'confighub-sync: older-commit',
        text: expect.stringMatching(/is not in the history of this commit, .*`allow-older: true`/),
      },
      { kind: 'error' },
    ]);
    expect(server.history('acme', 'shop')).toHaveLength(2);
    // A plan is no apply.
    expect(await runStep(job, { event: 'pull_request' })).toMatchObject({ status: 0 });
    expect(await runStep(job, { with: { 'allow-older': 'true' } })).toMatchObject({ status: 0 });
  });
  expect(server.history('acme', 'shop')).toHaveLength(3);

  desk.sandbox.rejectPushes(
    bare,
    'Permission to acme/shop-config.git denied to github-actions[bot].',
  );
  await inJob(desk, second, async (job) => {
    const { status, outputs, log } = await runStep(job);
    expect({ status, outputs }).toMatchObject({
      status: 1,
      outputs: { result: 'failed', 'error-code': 'not-recorded' },
    });
    expect(log.annotations).toMatchObject([
      { kind: 'error', text: expect.stringContaining('`permissions: contents: write`') },
    ]);
  });
  expect(server.history('acme', 'shop')).toHaveLength(3);
});

test.concurrent('an apply in the event of a pull request warns, and the squash merge of it is recorded or approved', async ({
  shop: { desk },
}) => {
  const bare = desk.sandbox.bare();
  desk.sandbox.git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  desk.git('init', '--quiet');
  desk.git('remote', 'add', 'origin', `file://${bare}`);
  const base = publish(desk, 'Open the shop');
  await inJob(desk, base, async (job) => expect(await runStep(job)).toMatchObject({ status: 0 }));

  const head = desk.commit('On a branch', ONE);
  desk.git('push', '--quiet', 'origin', 'HEAD:topic');
  desk.git('checkout', '--quiet', '--detach', base);
  desk.git('merge', '--quiet', '--no-ff', '--message', 'Merge for the run', head);
  const merge = desk.git('rev-parse', 'HEAD');
  desk.git('push', '--quiet', 'origin', 'HEAD:refs/pull/5/merge');
  const repo = { full_name: 'acme/shop-config' };
  const payload = {
    action: 'synchronize',
    number: 5,
    pull_request: {
      number: 5,
      head: { sha: head, ref: 'topic', repo },
      base: { sha: base, ref: 'main', repo },
    },
    repository: { ...repo, default_branch: 'main' },
  };
  await inJob(desk, merge, async (job) => {
    const ofPullRequest = { event: 'pull_request', ref: 'refs/pull/5/merge', payload };
    const { status, log } = await runStep(job, { ...ofPullRequest, with: { command: 'apply' } });
    expect(status).toBe(0);
    expect(log.annotations).toEqual([
      {
        kind: 'warning',
        title: 'confighub-sync: unmerged-commit',
        text: `This applies a pull request before its merge: \`main\` does not contain commit ${merge.slice(0, 10)}, and never will after a squash or rebase merge. Use \`command: auto\`, which plans a pull request and applies its merge. Until \`main\` contains this commit, an apply of \`main\` that changes something is refused (\`older-commit\`).`,
      },
    ]);
  });

  desk.git('checkout', '--quiet', '--detach', base);
  const squashed = publish(desk, 'Squashed (#5)', ONE);
  await inJob(desk, squashed, async (job) => {
    expect(await runStep(job)).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
  });
  const next = publish(desk, 'Next', { 'config/shop.yaml': 'keys:\n  shop.title: Shop\n' });
  await inJob(desk, next, async (job) => {
    expect(await runStep(job)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
  });
});
