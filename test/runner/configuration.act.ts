// The workflows of README.md, and the one that reports drift, as they stand, in a real runner: every event, with the permissions that
// each job asks for.
import { describe, expect } from 'vitest';
import { change, CHANGED, WITHOUT_DATABASE } from '../action/stage.ts';
import { applyFirst, expectRun, FORM, history } from './shop.ts';
import { INSTALLED, LIMITED, test } from './stage.ts';

describe('configuration-plan.yml, -apply.yml and -drift.yml', () => {
  test('plans a pull request under it, and says there what its merge became', async ({ stage }) => {
    await applyFirst(stage);
    stage.propose(CHANGED);
    const planned = await stage.run('pull_request');
    const told = { result: 'planned', 'to-update': '1', 'comment-id': '1001' };
    expectRun(planned, { plan: 'success' }, told);
    expect(planned.annotations).toEqual([]);
    expect(stage.bodies().comments).toEqual([
      expect.stringMatching(/^### Plan: `acme\/shop` at `.+`\n/),
    ]);
    expect(planned.summary.trimEnd()).toBe(stage.bodies().comments[0]?.trimEnd());
    expect(history(stage)).toBe(1);

    const commit = stage.merge();
    const applied = await stage.run('push');
    expectRun(applied, { apply: 'success' }, { result: 'applied', 'comment-id': '1001' });
    expect(applied.annotations).toEqual([]);
    expect(stage.bodies().comments).toEqual([
      expect.stringMatching(/^### ✅ Applied and verified: /),
    ]);
    expect(stage.bodies().comments[0]).toContain(`/commit/${commit})`);
    expect(history(stage)).toBe(2);
    expect(stage.refs()).toEqual([expect.stringMatching(/^refs\/confighub-sync\/.*\/applied$/)]);
  });

  test('each event starts one job, so that none is skipped', async ({ stage }) => {
    const run = (event: string, payload: object) =>
      stage.run(event, { payload, workflow: INSTALLED });
    const applied = await run('push', stage.push());
    expectRun(applied, { apply: 'success' });
    stage.propose(CHANGED);
    const planned = await run('pull_request', stage.pullRequest());
    expectRun(planned, { plan: 'success' });
    const found = await run('schedule', {});
    expectRun(found, { drift: 'success' });
    const jobs = [applied, planned, found].map(
      ({ log }) => new Set(log.match(/"jobID":"\w+"/g)).size,
    );
    expect(jobs).toEqual([1, 1, 1]);
  });

  test('plans a pull request of a fork without secrets, and passes', async ({ stage }) => {
    await applyFirst(stage);
    stage.propose(CHANGED);
    const payload = stage.pullRequest('mallory/shop');
    const ran = await stage.run('pull_request', { payload, isFork: true });
    expectRun(ran, 'success', { result: 'planned' });
    expect(ran.annotations).toEqual([
      { kind: 'notice', text: expect.stringContaining('has no secrets') },
    ]);
    expect(ran.summary).toMatch(/^### Plan without the server/);
    expect(stage.bodies().comments).toEqual([]);
  });

  test('plans what waits in a merge queue', async ({ stage }) => {
    await applyFirst(stage);
    stage.propose(CHANGED);
    const head_ref = `refs/heads/gh-readonly-queue/main/pr-1-${stage.base}`;
    const merge_group = { base_sha: stage.base, head_ref };
    const payload = { action: 'checks_requested', merge_group, ref: head_ref };
    const ran = await stage.run('merge_group', { payload });
    expectRun(ran, { plan: 'success' }, { result: 'planned', 'to-update': '1' });
    expect(history(stage)).toBe(1);
  });

  test('manually it plans or applies, and approves deletions only where it is told to', async ({
    stage,
  }) => {
    await applyFirst(stage);
    const project = `${stage.project}limits: { maxDeletes: 1 }\n`;
    stage.commit({ ...WITHOUT_DATABASE, 'confighub.yaml': project });
    const dispatch = (command: 'plan' | 'apply', approve: string) =>
      stage.dispatch({ ...FORM, command, approve });
    const over = await dispatch('plan', '');
    expect(over.outputs, over.log).toMatchObject({ result: 'refused', 'to-delete': '2' });
    const [, digest = ''] = /this text as `approve`: ([0-9a-f]{32})\b/.exec(over.log) ?? [];
    const planned = await dispatch('plan', digest);
    expectRun(planned, { apply: 'failure' }, { 'error-code': 'only-planned' });
    expect(planned.summary).toContain('`command` set to `apply`');
    const refused = await dispatch('apply', '');
    expectRun(refused, { apply: 'failure' }, { result: 'refused', 'failure-reason': 'refused' });
    expect(history(stage)).toBe(1);
    const approved = await dispatch('apply', digest);
    expectRun(approved, 'success', { result: 'applied' });
    expect(history(stage)).toBe(2);
  });

  test('applies a refused plan that a review approved, and nothing that was pushed later', async ({
    stage,
  }) => {
    const project = `${stage.project}limits: { maxDeletes: 1 }\nprotect: [db.*]\n`;
    stage.git('switch', '--quiet', 'main');
    stage.commit({ 'confighub.yaml': project });
    await applyFirst(stage);
    stage.git('switch', '--quiet', 'feature');
    stage.git('reset', '--quiet', '--hard', 'main');
    stage.propose(WITHOUT_DATABASE);
    const refused = await stage.run('pull_request');
    expect(refused.outputs, refused.log).toMatchObject({ result: 'refused', 'to-delete': '2' });
    const [line = ''] = /^confighub approve .*$/m.exec(stage.bodies().comments[0] ?? '') ?? [];
    stage.gitHost.gitHost.review(line, { state: 'APPROVED' });
    const payload = { ...stage.pullRequest(), action: 'submitted' };
    const approved = await stage.run('pull_request_review', { payload });
    expectRun(approved, { plan: 'success' }, { result: 'planned' });
    expect(stage.bodies().comments).toEqual([
      expect.stringContaining('Approved in a review by bob.'),
    ]);

    stage.propose({ 'config/shop.yaml': 'keys:\n  shop.title: Their Shop\n' });
    const pushed = await stage.run('pull_request');
    expect(pushed.outputs, pushed.log).toMatchObject({ result: 'refused' });
    expect(stage.bodies().comments[0]).toContain('The review by bob does not approve this plan');

    stage.propose(WITHOUT_DATABASE);
    stage.gitHost.gitHost.review(line);
    stage.merge();
    const applied = await stage.run('push');
    expectRun(applied, 'success', { result: 'applied', 'to-delete': '2' });
    expect(stage.server.history('acme', 'shop').at(-1)?.comment).toContain('(by bob)');
  });

  test('unlocks manually, without a token of the server', async ({ stage }) => {
    await applyFirst(stage);
    const ran = await stage.dispatch({ ...FORM, command: 'unlock' });
    expectRun(ran, 'success', { result: 'nothing' });
  });

  test('on a schedule it opens an issue about drift, and closes it', async ({ stage }) => {
    await applyFirst(stage);
    const look = () => stage.run('schedule', { payload: { schedule: '17 4 * * *' } });
    await change(stage.server, 'Theirs');
    const found = await look();
    expectRun(found, { drift: 'success' }, { result: 'checked', drift: '1' });
    expect(found.annotations).toEqual([
      { kind: 'warning', text: expect.stringMatching(/^Drift on the server: /) },
    ]);
    expect(stage.bodies().issues).toEqual([expect.stringMatching(/^open: .*`"Theirs"`/s)]);
    await change(stage.server, 'Corner Shop');
    expect((await look()).outputs).toMatchObject({ result: 'checked', drift: '0' });
    expect(stage.bodies().issues).toEqual([expect.stringMatching(/^closed: /)]);
  });
});

describe('two-tokens-plan.yml and two-tokens-apply.yml', () => {
  test('plans with one token and applies with the other', async ({ stage }) => {
    await applyFirst(stage);
    stage.propose(CHANGED);
    const plan = (secret: string) =>
      stage.run('pull_request', { workflow: 'two-tokens-plan.yml', secret });
    const planned = await plan('CONFIGHUB_READ_TOKEN');
    expectRun(planned, { plan: 'success' }, { result: 'planned', 'to-update': '1' });
    stage.merge();
    stage.gitHost.gitHost.environments.set('configuration', LIMITED);
    const apply = (secret: string) =>
      stage.run('push', { workflow: 'two-tokens-apply.yml', secret });
    expect((await apply('CONFIGHUB_READ_TOKEN')).status).toBe(1);
    expect(history(stage)).toBe(1);
    const applied = await apply('CONFIGHUB_WRITE_TOKEN');
    expectRun(applied, { apply: 'success' }, { result: 'applied' });
  });
});
