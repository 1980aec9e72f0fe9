// An apply whose record stays open, and the comment of its merge when the job runs again.
import { expect, test } from 'vitest';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { type Fault, withFaults } from '../helpers/faulty-server.ts';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import type { StepResult } from '../helpers/workflow.ts';
import { nightly } from '../helpers/test.ts';

const SHOP = SMALL['config/shop.yaml'];
const CHANGED = { 'config/shop.yaml': SHOP.replace('Corner Shop', 'Corner Store') };

/** Times and numbers are shown as code. */
const CODED = /`/g;

interface Stage extends Proposed {
  host: GitHostOverHttp;
  /** Whether the configuration server answers nothing, or nothing once it has taken a push. */
  away: { isAway: boolean; isAfterPush: boolean };
  /** An apply of the merge by an attempt of a run. */
  attempt: (number: number, run?: number) => Promise<StepResult>;
}

/** A pull request is planned and merged; its repository is on a Git host over HTTP. */
function withMerge(use: (stage: Stage) => Promise<void>): Promise<void> {
  return withPullRequest({}, async (proposed) => {
    const { desk, server, propose, plan, merge, apply } = proposed;
    const bare = desk.sandbox.bare();
    const host = new GitHostOverHttp({ root: desk.sandbox.dir, env: desk.sandbox.env });
    host.access.set('workflow', 'write');
    const address = await host.start();
    const away = { isAway: false, isAfterPush: false };
    const fault = ({ method }: { method: string }): Fault => {
      if (away.isAway) return 'cut';
      if (method !== 'POST' || !away.isAfterPush) return 'pass';
      away.isAway = true;
      return { passed: '' };
    };
    try {
      await withFaults({ behind: server, fault }, async ({ url }) => {
        desk.env.CONFIGHUB_URL = url;
        expect((await desk.cli(['apply'])).status).toBe(0);
        desk.git('push', '--quiet', bare, 'main', 'refs/confighub-sync/*:refs/confighub-sync/*');
        desk.git('remote', 'add', 'origin', `${address}/origin.git`);
        propose(CHANGED);
        const pause = async () => undefined;
        expect(await plan({ env: { GITHUB_SERVER_URL: address }, pause })).toMatchObject({
          status: 0,
        });
        const commit = merge();
        desk.git('push', '--quiet', bare, 'main');
        const attempt = (number: number, run = 42) => {
          const ids = {
            GITHUB_SHA: commit,
            GITHUB_RUN_ID: String(run),
            GITHUB_RUN_ATTEMPT: String(number),
          };
          return apply({ env: { GITHUB_SERVER_URL: address, ...ids }, pause });
        };
        await use({ ...proposed, host, away, attempt });
      });
    } finally {
      host.stop();
    }
  });
}

function bodyOf({ gitHost }: Proposed): string {
  const [only, ...others] = gitHost.gitHost.comments;
  expect(others).toEqual([]);
  return (only?.body ?? '').replace(/^<!--.*?-->\n/, '');
}

test('an apply that cannot be recorded as done says until when applies are locked, and its next attempt ends that', async () => {
  await withMerge(async (stage) => {
    const { host, attempt, server } = stage;
    let moves = 0;
    // The record is begun, and then origin takes nothing.
    host.fault = (request) =>
      /POST .*git-receive-pack/.test(request) && moves++ > 0 ? 502 : undefined;
    const first = await attempt(1);
    expect(first).toMatchObject({ status: 0, outputs: { result: 'applied', 'to-update': '1' } });
    const locked =
      /The server has accepted these changes, but this apply could not be recorded as done, because origin could not be reached \(.* 502\)\. Other apply runs may be refused until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. To release them earlier, run this job again, or start the workflow with command: unlock\./;
    expect(first.log.annotations).toEqual([
      expect.objectContaining({
        kind: 'error',
        title: 'confighub-sync: record-open',
        text: expect.stringContaining('Other apply runs may be refused until '),
      }),
    ]);
    expect(bodyOf(stage)).toMatch(/^### ✅ Applied and verified/);
    expect(bodyOf(stage).replaceAll(CODED, '')).toMatch(locked);
    expect(first.summary.replaceAll(CODED, '')).toMatch(locked);
    host.fault = () => undefined;
    const second = await attempt(2);
    expect(second).toMatchObject({ status: 0, outputs: { result: 'nothing', 'to-update': '0' } });
    expect(bodyOf(stage)).toMatch(
      /^### ✅ Applied and verified: `acme\/shop` at `.+`\n\n\*\*0 created, 1 updated, 0 deleted\.\*\*\n/,
    );
    expect(bodyOf(stage)).toContain(
      '1 item was sent by attempt 1 of this run, which did not finish. This apply found it on the server.',
    );
    expect(bodyOf(stage)).toMatch(/^- `~` \*\*`shop\.title`\*\* .*Corner Shop.*Corner Store/m);
    expect(second.log.shown).toContain(
      'Applied and verified: an earlier apply, which did not finish, had sent everything.',
    );
    // A third one has nothing to add, and changes nothing.
    const settled = bodyOf(stage);
    expect(await attempt(3)).toMatchObject({ outputs: { result: 'nothing' } });
    expect(bodyOf(stage)).toBe(settled);
    expect(server.history('acme', 'shop')).toHaveLength(2);
  });
});

nightly('another run closes it, because all of it is on the server', async () => {
  await withMerge(async (stage) => {
    const { host, attempt } = stage;
    let moves = 0;
    host.fault = (request) =>
      /POST .*git-receive-pack/.test(request) && moves++ > 0 ? 502 : undefined;
    await attempt(1);
    host.fault = () => undefined;
    const other = await attempt(1, 43);
    expect(other).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
    expect(other.log.shown).toContain(
      'Applied and verified: an earlier apply, which did not finish, had sent everything.',
    );
    expect(bodyOf(stage)).toContain('1 item was sent by an apply of commit');
    const second = await attempt(2);
    expect(second.log.shown).toContain(
      'An earlier attempt of this run had already applied this commit.',
    );
  });
});

test('an apply that cannot reach the server says that the merge is not applied', async () => {
  await withMerge(async (stage) => {
    const { attempt, away } = stage;
    away.isAway = true;
    expect(await attempt(1)).toMatchObject({
      status: 1,
      outputs: { 'error-code': 'server-unreachable' },
    });
    expect(bodyOf(stage)).toMatch(/^### ❌ Not applied: nothing was sent\n/);
    expect(bodyOf(stage)).toContain(
      'These changes are not lost: run this job again, or leave them to the next apply.',
    );
    away.isAway = false;
    expect(await attempt(2)).toMatchObject({ outputs: { result: 'applied' } });
    expect(bodyOf(stage)).toMatch(/^### ✅ Applied and verified/);
  });
});

nightly(
  'an apply that ended after its push is finished by another run, whose comment lists what it had sent',
  async () => {
    await withMerge(async (stage) => {
      const { attempt, away, desk, host } = stage;
      away.isAfterPush = true;
      expect(await attempt(1)).toMatchObject({ status: 4 });
      expect(bodyOf(stage)).toMatch(/^### ⚠️ Sent, outcome uncertain/);
      Object.assign(away, { isAway: false, isAfterPush: false });
      expect(await attempt(1, 43)).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
      expect(bodyOf(stage)).toMatch(
        /^### ✅ Applied and verified: .*\n\n\*\*0 created, 1 updated, 0 deleted\.\*\*\n/,
      );
      expect(bodyOf(stage)).toMatch(
        /^1 item was sent by an apply of commit `?[0-9a-f]{10}`? by ada \(.*\/actions\/runs\/42.*\), which did not finish\. This apply found it on the server\.$/m,
      );
      host.isPublic = true;
      expect(JSON.parse((await desk.cli(['history', '--json'])).stdout).applies[0]).toMatchObject({
        counts: { create: 0, update: 1, delete: 0 },
      });
    });
  },
);
