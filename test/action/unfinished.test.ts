// An apply whose record stays open, and the comment of its merge when the job runs again.
import { expect } from 'vitest';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { type Fault, withFaults } from '../helpers/faulty-server.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import type { StepResult } from '../helpers/workflow.ts';
import { CHANGED, comments, counts, outcome, test as plain } from './stage.ts';

interface Merge extends Proposed {
  host: GitHostOverHttp;
  /** Whether the configuration server answers nothing, or nothing once it has taken a push. */
  away: { isAway: boolean; isAfterPush: boolean };
  /** An apply of the merge by an attempt of a run. */
  attempt: (number: number, run?: number) => Promise<StepResult>;
  /** From now on, the record is begun, and then origin takes nothing. */
  keepOpen: () => void;
}

/** A pull request is planned and merged; its repository is on a Git host over HTTP. */
function withMerge(use: (stage: Merge) => Promise<void>): Promise<void> {
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
    const keepOpen = () => {
      let moves = 0;
      host.fault = (request) =>
        /POST .*git-receive-pack/.test(request) && moves++ > 0 ? 502 : undefined;
    };
    try {
      await withFaults({ behind: server, fault }, async ({ url }) => {
        desk.env.CONFIGHUB_URL = url;
        expect((await desk.cli(['apply'])).status).toBe(0);
        desk.git('push', '--quiet', bare, 'main', 'refs/confighub-sync/*:refs/confighub-sync/*');
        desk.git('remote', 'add', 'origin', `${address}/origin.git`);
        propose(CHANGED);
        const pause = async () => undefined;
        const own = { GITHUB_SERVER_URL: address };
        expect(outcome(await plan({ env: own, pause }))).toBe('0 planned');
        const commit = merge();
        desk.git('push', '--quiet', bare, 'main');
        const attempt = (number: number, run = 42) => {
          const ids = { GITHUB_RUN_ID: String(run), GITHUB_RUN_ATTEMPT: String(number) };
          return apply({ env: { ...own, GITHUB_SHA: commit, ...ids }, pause });
        };
        await use({ ...proposed, host, away, attempt, keepOpen });
      });
    } finally {
      host.stop();
    }
  });
}

const test = plain.extend<{ merged: Merge }>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  merged: ({}, use) => withMerge(use),
});
const nightly = test.runIf(IS_NIGHTLY);

const APPLIED =
  /^### ✅ Applied and verified: `acme\/shop` at `.+`\n\n\*\*0 created, 1 updated, 0 deleted\.\*\*\n/;
const FOUND = 'Applied and verified: an earlier apply, which did not finish, had sent everything.';

/** The only comment. */
function bodyOf(stage: Merge): string {
  const [only = '', ...others] = comments(stage);
  expect(others).toEqual([]);
  return only;
}

test('an apply that cannot be recorded as done says until when applies are locked, and its next attempt ends that', async ({
  merged,
}) => {
  const { host, attempt, server, keepOpen } = merged;
  keepOpen();
  const first = await attempt(1);
  expect([outcome(first), counts(first)]).toEqual(['0 applied', [0, 1, 0]]);
  const locked =
    /The server has accepted these changes, but this apply could not be recorded as done, because origin could not be reached \(.* 502\)\. Other apply runs may be refused until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. To release them earlier, run this job again, or start the workflow with command: unlock\./;
  const text = expect.stringContaining('Other apply runs may be refused until ');
  const annotation = { kind: 'error', title: 'confighub-sync: record-open', text };
  expect(first.log.annotations).toEqual([annotation]);
  expect(bodyOf(merged)).toMatch(/^### ✅ Applied and verified/);
  // Times and numbers are shown as code.
  for (const shown of [bodyOf(merged), first.summary])
    expect(shown.replaceAll('`', '')).toMatch(locked);
  host.fault = () => undefined;
  const second = await attempt(2);
  expect([outcome(second), counts(second)]).toEqual(['0 nothing', [0, 0, 0]]);
  expect(second.log.shown).toContain(FOUND);
  const settled = bodyOf(merged);
  expect(settled).toMatch(APPLIED);
  expect(settled).toContain(
    '1 item was sent by attempt 1 of this run, which did not finish. This apply found it on the server.',
  );
  expect(settled).toMatch(/^- `~` \*\*`shop\.title`\*\* .*Corner Shop.*Corner Store/m);
  // A third one has nothing to add, and changes nothing.
  expect(outcome(await attempt(3))).toBe('0 nothing');
  expect(bodyOf(merged)).toBe(settled);
  expect(server.history('acme', 'shop')).toHaveLength(2);
});

test('an apply that cannot reach the server says that the merge is not applied', async ({
  merged,
}) => {
  const { attempt, away } = merged;
  away.isAway = true;
  const failed = await attempt(1);
  expect(outcome(failed)).toBe('1 failed server-unreachable');
  const hint = 'Try again: a proxy or the server may have restarted.';
  for (const shown of [failed.log.annotations[0]?.text, bodyOf(merged)])
    expect(shown).toContain(hint);
  expect(bodyOf(merged)).toMatch(/^### ❌ Not applied: nothing was sent\n/);
  expect(bodyOf(merged)).toContain(
    'These changes are not lost: run this job again, or leave them to the next apply.',
  );
  away.isAway = false;
  expect(outcome(await attempt(2))).toBe('0 applied');
  expect(bodyOf(merged)).toMatch(/^### ✅ Applied and verified/);
});

nightly.for<[string, arrange: (merged: Merge) => void, status: number, body: RegExp]>([
  ['cannot be recorded', ({ keepOpen }) => keepOpen(), 0, /^### ✅ Applied and verified/],
  [
    'ended after its push',
    ({ away }) => void Object.assign(away, { isAfterPush: true }),
    4,
    /^### ⚠️ Sent, outcome uncertain/,
  ],
])(
  'an apply that %s is finished by another run, whose comment lists what it had sent',
  async ([, arrange, status, body], { merged }) => {
    const { attempt, away, desk, host } = merged;
    arrange(merged);
    expect(await attempt(1)).toMatchObject({ status });
    expect(bodyOf(merged)).toMatch(body);
    Object.assign(away, { isAway: false, isAfterPush: false });
    host.fault = () => undefined;
    const other = await attempt(1, 43);
    expect(outcome(other)).toBe('0 nothing');
    expect(other.log.shown).toContain(FOUND);
    expect(bodyOf(merged)).toMatch(APPLIED);
    expect(bodyOf(merged)).toMatch(
      /^1 item was sent by an apply of commit `?[0-9a-f]{10}`? by ada \(.*\/actions\/runs\/42.*\), which did not finish\. This apply found it on the server\.$/m,
    );
    const own = 'An earlier attempt of this run had already applied this commit.';
    if (status === 0) expect((await attempt(2)).log.shown).toContain(own);
    host.isPublic = true;
    const { applies } = JSON.parse((await desk.cli(['history', '--json'])).stdout);
    expect(applies[0]).toMatchObject({ counts: { create: 0, update: 1, delete: 0 } });
  },
);
