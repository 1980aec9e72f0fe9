// apply in a workflow: history of the server, older commits, shallow checkouts.
import { describe, expect, test } from 'vitest';
import { exported } from '../helpers/server.ts';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';

describe.concurrent('the history of the server', () => {
  test.for([
    ['plain', 'Deploy configuration', 'Deploy configuration'],
    ['not ASCII', 'Konfiguration ausrollen – größer', 'Konfiguration ausrollen ? gr??er'],
    ['another script', '設定を適用', '?????'],
    ['with newlines', 'Deploy\r\n  configuration\n', 'Deploy configuration'],
    ['blank', '  ', 'confighub-sync'],
    ['100 KB', 'Deploy '.repeat(15_000), /^(Deploy ){35,}/],
  ] as const)('the workflow as Application-Name: %s', async ([, workflow, application]) => {
    await withShop(SMALL, async ({ desk, server }) => {
      const { status } = await runStep(desk, { workflow });
      expect(status).toBe(0);
      const [revision] = server.history('acme', 'shop');
      const name = revision?.application ?? '';
      if (typeof application === 'string') expect(name).toBe(application);
      else expect(name).toMatch(application);
      expect(name.length).toBeLessThanOrEqual(255);
    });
  });

  test.for([
    ['not ASCII, with newlines', 'Größere Datenbank 🎉\n\n- für Ⓑilling\n- "quoted" \\ and\ttabbed'],
    ['100 KB', `Lang\n\n${'Ünïcödé 行 '.repeat(6000)}Ende`],
  ])('the commit message as changeComment: %s', async ([, message]) => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.git('init', '--quiet');
      desk.sandbox.write('message', message as string);
      desk.git('add', '.');
      desk.git('commit', '--quiet', '--cleanup', 'verbatim', '--file', desk.sandbox.path('message'));
      const { status } = await runStep(desk);
      expect(status).toBe(0);
      expect(server.history('acme', 'shop')[0]?.comment === message).toBe(true);
    });
  });
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
  const { rmSync } = await import('node:fs');
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

describe.concurrent('shallow checkouts, with the baseline at origin', () => {
  function origin(desk: Desk): string {
    const bare = desk.sandbox.bare();
    desk.sandbox.git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    desk.git('init', '--quiet');
    desk.git('remote', 'add', 'origin', `file://${bare}`);
    return bare;
  }
  const refs = (desk: Desk, bare: string) =>
    desk.sandbox.git(bare, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync');

  test('one run pushes the baseline, the next one reads it and deletes', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const bare = origin(desk);
      const first = publish(desk, 'Open the shop');
      await inJob(desk, first, async (job) => {
        const { status, log } = await runStep(job);
        expect({ status, annotations: log.annotations }).toEqual({ status: 0, annotations: [] });
      });
      expect(refs(desk, bare)).toMatch(
        /^refs\/confighub-sync\/127\.0\.0\.1%3A\d+\/acme\/shop\/confighub.yaml\/applied$/,
      );
      const [line] = desk.sandbox.git(bare, 'log', '-1', '--format=%B', refs(desk, bare)).split('\n');
      expect(line).toBe(`Apply ${first.slice(0, 10)}: 3 created, 0 updated, 0 deleted`);
      const second = publish(desk, 'No database', ONE);
      await inJob(desk, second, async (job) => {
        const pruned = async (baseline: string) => {
          const { outputs } = await runStep(job, { event: 'pull_request', with: { baseline } });
          return outputs['to-delete'];
        };
        expect([await pruned(''), await pruned(first)]).toEqual(['2', '2']);
        const { status, outputs } = await runStep(job);
        expect({ status, destroyed: outputs['to-delete'] }).toEqual({ status: 0, destroyed: '2' });
      });
      expect((await exported(server)).map((entry) => (entry as { key: string }).key)).toEqual(['shop.title']);
    });
  });

  test('refuses a re-run of an older job, unless allow-older', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      origin(desk);
      const first = publish(desk, 'Open the shop');
      const second = publish(desk, 'No database', ONE);
      await inJob(desk, second, async (job) => {
        expect(await runStep(job)).toMatchObject({ status: 0 });
      });
      await inJob(desk, first, async (job) => {
        const refused = await runStep(job);
        expect(refused.status).toBe(3);
        expect(refused.outputs.result).toBe('refused');
        expect(refused.log.annotations).toMatchObject([
          {
            kind: 'error',
            title: 'confighub-sync: older-commit',
            text: expect.stringMatching(/is not an ancestor of this commit, .*`allow-older: true`/),
          },
          { kind: 'error' },
        ]);
        expect(server.history('acme', 'shop')).toHaveLength(1);
        // A plan is no apply.
        expect(await runStep(job, { event: 'pull_request' })).toMatchObject({ status: 0 });
        expect(await runStep(job, { with: { 'allow-older': 'true' } })).toMatchObject({ status: 0 });
      });
      expect(server.history('acme', 'shop')).toHaveLength(2);
    });
  });

  test('applies a newer commit far beyond the shallow boundary', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      origin(desk);
      const first = publish(desk, 'Open the shop');
      await inJob(desk, first, async (job) => {
        await runStep(job);
      });
      for (let i = 0; i < 3; i++) desk.commit(`Not applied ${i}`, { 'config/n.yaml': `keys:\n  n: ${i}\n` });
      const last = publish(desk, 'No database', ONE);
      await inJob(desk, last, async (job) => {
        expect(await runStep(job)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      });
      expect(server.history('acme', 'shop')).toHaveLength(2);
    });
  });

  test('an origin that refuses the record: nothing is sent, and the error names the permission', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      const bare = origin(desk);
      const first = publish(desk, 'Open the shop');
      desk.sandbox.refusePushes(bare, 'Permission to acme/shop-config.git denied to github-actions[bot].');
      await inJob(desk, first, async (job) => {
        const { status, outputs, log } = await runStep(job);
        expect({ status, outputs }).toMatchObject({
          status: 1,
          outputs: { result: 'failed', 'error-code': 'not-recorded' },
        });
        expect(log.annotations).toMatchObject([
          { kind: 'error', text: expect.stringContaining('`permissions: contents: write`') },
        ]);
      });
      expect(server.history('acme', 'shop')).toHaveLength(0);
    });
  });
});
