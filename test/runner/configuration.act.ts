// The workflows of README.md, and the one that reports drift, as they stand, in a real runner: every event, with the permissions that
// each job asks for.
import { describe, expect, test } from 'vitest';
import { push } from '../helpers/server.ts';
import { applyFirst, CHANGED, history, WITHOUT_DATABASE } from './shop.ts';
import { INSTALLED, LIMITED, onRunner } from './stage.ts';

describe('configuration-plan.yml, -apply.yml and -drift.yml', () => {
  test('plans a pull request under it, and says there what its merge became', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const planned = await stage.run('pull_request', {
        payload: stage.pullRequest(),
        job: 'plan',
      });
      expect(planned, planned.log).toMatchObject({
        status: 0,
        jobs: { plan: 'success' },
        annotations: [],
      });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      expect(planned.outputs).toMatchObject({
        result: 'planned',
        'to-update': '1',
        'comment-id': '1001',
      });
      expect(stage.bodies().comments).toEqual([
        expect.stringMatching(/^### Plan: `acme\/shop` at `.+`\n/),
      ]);
      expect(planned.summary.trimEnd()).toBe(stage.bodies().comments[0]?.trimEnd());
      expect(history(stage)).toBe(1);

      const commit = stage.merge();
      const applied = await stage.run('push', { payload: stage.push(), job: 'apply' });
      expect(applied, applied.log).toMatchObject({
        status: 0,
        jobs: { apply: 'success' },
        annotations: [],
      });
      expect(Object.keys(applied.jobs)).toEqual(['apply']);
      expect(applied.outputs).toMatchObject({ result: 'applied', 'comment-id': '1001' });
      expect(stage.bodies().comments).toEqual([
        expect.stringMatching(/^### ✅ Applied and verified: /),
      ]);
      expect(stage.bodies().comments[0]).toContain(`/commit/${commit})`);
      expect(history(stage)).toBe(2);
      expect(stage.refs()).toEqual([expect.stringMatching(/^refs\/confighub-sync\/.*\/applied$/)]);
    });
  });

  test('each event starts one job, so that none is skipped', async () => {
    await onRunner(async (stage) => {
      const run = (event: string, payload: object) =>
        stage.run(event, { payload, workflow: INSTALLED });
      const applied = await run('push', stage.push());
      expect(applied, applied.log).toMatchObject({ status: 0, jobs: { apply: 'success' } });
      stage.propose(CHANGED);
      const planned = await run('pull_request', stage.pullRequest());
      expect(planned, planned.log).toMatchObject({ status: 0, jobs: { plan: 'success' } });
      const found = await run('schedule', {});
      expect(found, found.log).toMatchObject({ status: 0, jobs: { drift: 'success' } });
      const jobs = [applied, planned, found].map(
        ({ log }) => new Set(log.match(/"jobID":"\w+"/g)).size,
      );
      expect(jobs).toEqual([1, 1, 1]);
    });
  });

  test('plans a branch that is behind its base as merged, where the branch itself is checked out', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      const late = stage.commit({ 'config/late.yaml': 'keys: { late: 1 }\n' });
      stage.git('push', '--quiet', stage.sandbox.path('git-host/acme/shop.git'), 'HEAD:main');
      const applied = await stage.run('push', { payload: stage.push(), job: 'apply' });
      expect(applied, applied.log).toMatchObject({
        outputs: { result: 'applied', 'to-create': '1' },
      });
      stage.propose(CHANGED);
      const planned = await stage.run('pull_request', {
        payload: stage.pullRequest('acme/shop', late),
        job: 'plan',
      });
      expect(planned, planned.log).toMatchObject({
        status: 0,
        outputs: { 'to-update': '1', 'to-delete': '0' },
      });
      expect(stage.bodies().comments).toEqual([
        expect.stringContaining(
          'This branch is 1 commit behind `main`: planned as merged with it.',
        ),
      ]);
    });
  });

  test('plans a pull request of a fork without secrets, and passes', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const payload = stage.pullRequest('mallory/shop');
      const ran = await stage.run('pull_request', { payload, job: 'plan', isFork: true });
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      expect(ran.annotations).toEqual([
        { kind: 'notice', text: expect.stringContaining('has no secrets') },
      ]);
      expect(ran.summary).toMatch(/^### Plan without the server/);
      expect(stage.bodies().comments).toEqual([]);
    });
  });

  test('plans what waits in a merge queue', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const merge_group = {
        base_sha: stage.base,
        head_ref: `refs/heads/gh-readonly-queue/main/pr-1-${stage.base}`,
      };
      const ran = await stage.run('merge_group', {
        payload: { action: 'checks_requested', merge_group, ref: merge_group.head_ref },
        job: 'plan',
      });
      expect(ran, ran.log).toMatchObject({
        status: 0,
        outputs: { result: 'planned', 'to-update': '1' },
      });
      expect(Object.keys(ran.jobs)).toEqual(['plan']);
      expect(history(stage)).toBe(1);
    });
  });

  test('manually it plans or applies, and approves deletions only where it is told to', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      const project = `${stage.project}limits: { maxDeletes: 1 }\n`;
      stage.commit({ ...WITHOUT_DATABASE, 'confighub.yaml': project });
      const dispatch = (command: 'plan' | 'apply', approval: string) => {
        const inputs = { command, approve: approval, 'on-drift': '' };
        return stage.run('workflow_dispatch', {
          payload: { ref: 'refs/heads/main', inputs },
          job: 'apply',
        });
      };
      const over = await dispatch('plan', '');
      expect(over.outputs, over.log).toMatchObject({ result: 'refused', 'to-delete': '2' });
      const [, digest = ''] = /this text as `approve`: ([0-9a-f]{32})\b/.exec(over.log) ?? [];
      const planned = await dispatch('plan', digest);
      expect(planned, planned.log).toMatchObject({
        ...{ status: 1, jobs: { apply: 'failure' }, outputs: { 'error-code': 'only-planned' } },
        summary: expect.stringContaining('`command` set to `apply`'),
      });
      const refused = await dispatch('apply', '');
      expect(refused, refused.log).toMatchObject({ status: 1, jobs: { apply: 'failure' } });
      expect(refused.outputs).toMatchObject({ result: 'refused', 'failure-reason': 'refused' });
      expect(history(stage)).toBe(1);
      const approved = await dispatch('apply', digest);
      expect(approved, approved.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(history(stage)).toBe(2);
    });
  });

  test('applies a refused plan that a review approved, and nothing that was pushed later', async () => {
    await onRunner(async (stage) => {
      const project = `${stage.project}limits: { maxDeletes: 1 }\nprotect: [db.*]\n`;
      stage.git('switch', '--quiet', 'main');
      stage.commit({ 'confighub.yaml': project });
      await applyFirst(stage);
      stage.git('switch', '--quiet', 'feature');
      stage.git('reset', '--quiet', '--hard', 'main');
      stage.propose(WITHOUT_DATABASE);
      const refused = await stage.run('pull_request', {
        payload: stage.pullRequest(),
        job: 'plan',
      });
      expect(refused.outputs, refused.log).toMatchObject({ result: 'refused', 'to-delete': '2' });
      const [line = ''] = /^confighub approve .*$/m.exec(stage.bodies().comments[0] ?? '') ?? [];
      stage.gitHost.gitHost.review(line, { state: 'APPROVED' });
      const review = () =>
        stage.run('pull_request_review', {
          payload: { ...stage.pullRequest(), action: 'submitted' },
          job: 'plan',
        });
      const approved = await review();
      expect(approved, approved.log).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      expect(Object.keys(approved.jobs)).toEqual(['plan']);
      expect(stage.bodies().comments).toEqual([
        expect.stringContaining('Approved in a review by bob.'),
      ]);

      stage.propose({ 'config/shop.yaml': 'keys:\n  shop.title: Their Shop\n' });
      const pushed = await stage.run('pull_request', { payload: stage.pullRequest(), job: 'plan' });
      expect(pushed.outputs, pushed.log).toMatchObject({ result: 'refused' });
      expect(stage.bodies().comments[0]).toContain('The review by bob does not approve this plan');

      stage.propose(WITHOUT_DATABASE);
      stage.gitHost.gitHost.review(line);
      stage.merge();
      const applied = await stage.run('push', { payload: stage.push(), job: 'apply' });
      expect(applied, applied.log).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-delete': '2' },
      });
      expect(stage.server.history('acme', 'shop').at(-1)?.comment).toContain('(by bob)');
    });
  });

  test('unlocks manually, without a token of the server', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      const inputs = { command: 'unlock', approve: '', 'on-drift': '' };
      const ran = await stage.run('workflow_dispatch', {
        payload: { ref: 'refs/heads/main', inputs },
        job: 'apply',
      });
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
    });
  });

  test('on a schedule it opens an issue about drift, and closes it', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      const change = async (value: string) => {
        const data = [{ key: 'shop.title', values: [{ context: '*;*', value }] }];
        expect((await push(stage.server, { data }, { token: 'default' })).status).toBe(200);
      };
      const look = () =>
        stage.run('schedule', { payload: { schedule: '17 4 * * *' }, job: 'drift' });
      await change('Theirs');
      const found = await look();
      expect(found, found.log).toMatchObject({
        status: 0,
        outputs: { result: 'checked', drift: '1' },
      });
      expect(Object.keys(found.jobs)).toEqual(['drift']);
      expect(found.annotations).toEqual([
        { kind: 'warning', text: expect.stringMatching(/^Drift on the server: /) },
      ]);
      expect(stage.bodies().issues).toEqual([expect.stringMatching(/^open: .*`"Theirs"`/s)]);
      await change('Corner Shop');
      expect((await look()).outputs).toMatchObject({ result: 'checked', drift: '0' });
      expect(stage.bodies().issues).toEqual([expect.stringMatching(/^closed: /)]);
    });
  });
});

describe('two-tokens-plan.yml and two-tokens-apply.yml', () => {
  test('plans with one token and applies with the other', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const plan = (secret: string) =>
        stage.run('pull_request', {
          payload: stage.pullRequest(),
          workflow: 'two-tokens-plan.yml',
          job: 'plan',
          secret,
        });
      const planned = await plan('CONFIGHUB_READ_TOKEN');
      expect(planned, planned.log).toMatchObject({
        status: 0,
        outputs: { result: 'planned', 'to-update': '1' },
      });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      stage.merge();
      stage.gitHost.gitHost.environments.set('configuration', LIMITED);
      const apply = (secret: string) =>
        stage.run('push', {
          payload: stage.push(),
          workflow: 'two-tokens-apply.yml',
          job: 'apply',
          secret,
        });
      expect((await apply('CONFIGHUB_READ_TOKEN')).status).toBe(1);
      expect(history(stage)).toBe(1);
      const applied = await apply('CONFIGHUB_WRITE_TOKEN');
      expect(applied, applied.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(applied.jobs)).toEqual(['apply']);
    });
  });
});
