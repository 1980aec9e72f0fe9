// apply in a workflow: server history, older commits, shallow checkouts.
import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { exported } from '../helpers/server.ts';
import type { Desk } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';
import { CHANGED, counts, outcome, test, WITHOUT_DATABASE } from './stage.ts';

test.concurrent('the server history has the name of the workflow in ASCII, and the whole commit message', async ({
  shop: { desk, server },
}) => {
  const message = 'Größere Datenbank 🎉\n\n- für Ⓑilling\n- "quoted" \\ and\ttabbed';
  desk.git('init', '--quiet');
  desk.sandbox.write('message', message);
  desk.git('add', '.');
  desk.git('commit', '--quiet', '--cleanup', 'verbatim', '--file', desk.sandbox.path('message'));
  const applied = await runStep(desk, { workflow: 'Konfiguration\r\n  ausrollen – größer\n' });
  expect(outcome(applied)).toBe('0 applied');
  expect(server.history('acme', 'shop')).toMatchObject([
    { application: 'Konfiguration ausrollen ? gr??er', comment: message },
  ]);
});

/** The folder of a job: a fresh checkout of one commit, as `actions/checkout` makes it. It is gone afterwards. */
async function inJob(desk: Desk, commit: string, use: (job: Desk) => Promise<void>): Promise<void> {
  const { sandbox } = desk;
  const job = sandbox.path('job');
  sandbox.git(sandbox.dir, 'init', '--quiet', 'job');
  sandbox.git(job, 'remote', 'add', 'origin', `file://${sandbox.path('origin.git')}`);
  sandbox.git(job, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  sandbox.git(job, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
  try {
    await use(Object.create(desk, { dir: { value: job } }) as Desk);
  } finally {
    rmSync(job, { recursive: true, force: true });
  }
}

/** A commit that a person pushed to main. */
function publish(desk: Desk, message: string, files: Record<string, string> = {}): string {
  const commit = desk.commit(message, files);
  desk.git('push', '--quiet', 'origin', 'HEAD:main');
  return commit;
}

test.concurrent('in shallow checkouts, what was removed is deleted, an older job is refused, and nothing is sent without a record', async ({
  shop: { desk, server },
}) => {
  const bare = desk.sandbox.bare();
  // As Git hosts do: any commit may be asked for.
  desk.sandbox.git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  desk.git('init', '--quiet');
  desk.git('remote', 'add', 'origin', `file://${bare}`);
  const first = publish(desk, 'Open the shop');
  await inJob(desk, first, async (job) => {
    const applied = await runStep(job);
    expect(outcome(applied)).toBe('0 applied');
    expect(applied.log.annotations).toEqual([]);
  });
  const ref = desk.sandbox.git(bare, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  const place = '127\\.0\\.0\\.1%3A\\d+/acme/shop/confighub.yaml';
  expect(ref).toMatch(new RegExp(`^refs/confighub-sync/${place}/applied$`));
  const [line] = desk.sandbox.git(bare, 'log', '-1', '--format=%B', ref).split('\n');
  expect(line).toBe(`Apply ${first.slice(0, 10)}: 3 created, 0 updated, 0 deleted`);

  // Far beyond the boundary of the checkout.
  for (let i = 0; i < 3; i++)
    desk.commit(`Not applied ${i}`, { 'config/n.yaml': `keys:\n  n: ${i}\n` });
  const emptied = { ...WITHOUT_DATABASE, 'config/n.yaml': 'keys: {}\n' };
  const second = publish(desk, 'No database', emptied);
  await inJob(desk, second, async (job) => {
    for (const lastApplied of ['', first]) {
      const planned = await runStep(job, {
        event: 'pull_request',
        with: { 'last-applied': lastApplied },
      });
      expect(planned.outputs['to-delete']).toBe('2');
    }
    const applied = await runStep(job);
    expect([outcome(applied), counts(applied)]).toEqual(['0 applied', [0, 0, 2]]);
  });
  expect(await exported(server)).toMatchObject([{ key: 'shop.title' }]);

  await inJob(desk, first, async (job) => {
    const refused = await runStep(job);
    expect(outcome(refused)).toBe('3 refused');
    const text = expect.stringMatching(
      /is not in the history of this commit, .*`allow-older: true`/,
    );
    const title = 'confighub-sync: older-commit';
    expect(refused.log.annotations).toMatchObject([
      { kind: 'error', title, text },
      { kind: 'error' },
    ]);
    expect(server.history('acme', 'shop')).toHaveLength(2);
    // A plan is no apply.
    expect(await runStep(job, { event: 'pull_request' })).toMatchObject({ status: 0 });
    expect(await runStep(job, { with: { 'allow-older': 'true' } })).toMatchObject({ status: 0 });
  });
  expect(server.history('acme', 'shop')).toHaveLength(3);

  const denied = 'Permission to acme/shop-config.git denied to a bot.';
  desk.sandbox.hook(bare, 'pre-receive', `echo '${denied}' >&2\nexit 1`);
  await inJob(desk, second, async (job) => {
    const unrecorded = await runStep(job);
    expect(outcome(unrecorded)).toBe('1 failed not-recorded');
    expect(unrecorded.log.annotations).toMatchObject([
      { kind: 'error', text: expect.stringContaining('`permissions: contents: write`') },
    ]);
  });
  expect(server.history('acme', 'shop')).toHaveLength(3);
});

test.concurrent('an apply in the event of a pull request warns that it is not merged', async ({
  stage,
}) => {
  stage.propose(CHANGED);
  const applied = await stage.plan({ with: { command: 'apply' } });
  expect(outcome(applied)).toBe('0 applied');
  const commit = stage.desk.git('rev-parse', 'HEAD').slice(0, 10);
  expect(applied.log.annotations).toEqual([
    {
      kind: 'warning',
      title: 'confighub-sync: unmerged-commit',
      text: `This applies a pull request before its merge: \`main\` does not contain commit ${commit}, and never will after a squash or rebase merge. Use \`command: auto\`, which plans a pull request and applies its merge. Until \`main\` contains this commit, an apply of \`main\` that changes something is refused (\`older-commit\`).`,
    },
  ]);
});
