// The workflow of docs/github-action.md, as it stands, in a real runner: every event, with the permissions that each job asks for.
import { describe, expect, test } from 'vitest';
import { push } from '../helpers/server.ts';
import { applyFirst, CHANGED, history, WITHOUT_DATABASE } from './shop.ts';
import { onRunner } from './stage.ts';

describe('configuration.yml', () => {
  test('plans a pull request under it, and says there what its merge became', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const planned = await stage.run('pull_request', { payload: stage.pullRequest(), job: 'plan' });
      expect(planned, planned.log).toMatchObject({ status: 0, jobs: { plan: 'success' }, annotations: [] });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      expect(planned.outputs).toMatchObject({ result: 'planned', 'to-update': '1', 'comment-id': '1001' });
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/^### Plan: `acme\/shop`\n/)]);
      expect(planned.summary.trimEnd()).toBe(stage.bodies().comments[0]?.trimEnd());
      expect(history(stage)).toBe(1);

      const commit = stage.merge();
      const applied = await stage.run('push', { payload: stage.push(), job: 'apply' });
      expect(applied, applied.log).toMatchObject({ status: 0, jobs: { apply: 'success' }, annotations: [] });
      expect(Object.keys(applied.jobs)).toEqual(['apply']);
      expect(applied.outputs).toMatchObject({ result: 'applied', 'comment-id': '1001' });
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/^### ✅ Applied and verified: /)]);
      expect(stage.bodies().comments[0]).toContain(`/commit/${commit})`);
      expect(history(stage)).toBe(2);
      expect(stage.refs()).toEqual([expect.stringMatching(/^refs\/confighub-sync\/.*\/applied$/)]);
    });
  });

  test('plans a pull request of a fork without secrets, and passes', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const payload = stage.pullRequest('mallory/shop');
      const ran = await stage.run('pull_request', { payload, job: 'plan', isFork: true });
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      expect(ran.annotations).toEqual([{ kind: 'notice', text: expect.stringContaining('has no secrets') }]);
      expect(ran.summary).toMatch(/^### Plan without the server/);
      expect(stage.bodies().comments).toEqual([]);
    });
  });

  test('plans what waits in a merge queue', async () => {
    await onRunner({}, async (stage) => {
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
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'planned', 'to-update': '1' } });
      expect(Object.keys(ran.jobs)).toEqual(['plan']);
      expect(history(stage)).toBe(1);
    });
  });

  test('by hand it plans or applies, and approves deletions only where it is told to', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      const project = `${stage.project}limits: { maxDeletes: 1 }\n`;
      stage.commit({ ...WITHOUT_DATABASE, 'confighub.yaml': project });
      const dispatch = (inputs: { 'dry-run': string; force: string }, job: string) =>
        stage.run('workflow_dispatch', { payload: { ref: 'refs/heads/main', inputs }, job });
      const over = await dispatch({ 'dry-run': 'true', force: '' }, 'plan');
      expect(over.outputs, over.log).toMatchObject({ result: 'refused', 'to-delete': '2' });
      const [, digest = ''] = /force: ([0-9a-f]{32})\b/.exec(over.log) ?? [];
      const planned = await dispatch({ 'dry-run': 'true', force: digest }, 'plan');
      expect(planned, planned.log).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      const refused = await dispatch({ 'dry-run': 'false', force: '' }, 'apply');
      expect(refused, refused.log).toMatchObject({ status: 1, jobs: { apply: 'failure' } });
      expect(refused.outputs).toMatchObject({ result: 'refused', 'failure-reason': 'refused' });
      expect(history(stage)).toBe(1);
      const forced = await dispatch({ 'dry-run': 'false', force: digest }, 'apply');
      expect(forced, forced.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(history(stage)).toBe(2);
    });
  });

  test('on a schedule it opens an issue about drift, and closes it', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      const change = async (value: string) => {
        const data = [{ key: 'shop.title', values: [{ context: '*;*', value }] }];
        expect((await push(stage.server, { data }, { token: 'default' })).status).toBe(200);
      };
      const look = () => stage.run('schedule', { payload: { schedule: '17 4 * * *' }, job: 'drift' });
      await change('Theirs');
      const found = await look();
      expect(found, found.log).toMatchObject({ status: 0, outputs: { result: 'checked', drift: '1' } });
      expect(Object.keys(found.jobs)).toEqual(['drift']);
      expect(found.annotations).toEqual([{ kind: 'warning', text: expect.stringMatching(/^Drift: /) }]);
      expect(stage.bodies().issues).toEqual([expect.stringMatching(/^open: .*`"Theirs"`/s)]);
      await change('Corner Shop');
      expect((await look()).outputs).toMatchObject({ result: 'checked', drift: '0' });
      expect(stage.bodies().issues).toEqual([expect.stringMatching(/^closed: /)]);
    });
  });
});

describe('plan-and-apply.yml', () => {
  test('plans a pull request under it, and applies its merge', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      const workflow = 'plan-and-apply.yml';
      stage.propose(CHANGED);
      const planned = await stage.run('pull_request', {
        payload: stage.pullRequest(),
        workflow,
        job: 'plan',
      });
      expect(planned, planned.log).toMatchObject({ status: 0, annotations: [] });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/^### Plan: `acme\/shop`\n/)]);
      stage.merge();
      const applied = await stage.run('push', { payload: stage.push(), workflow, job: 'apply' });
      expect(applied, applied.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(applied.jobs)).toEqual(['apply']);
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/^### ✅ Applied and verified: /)]);
    });
  });
});
