// The workflows that users copy, as they stand, in a real runner: every event, with the permissions that each job asks for.
import { describe, expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import { onRunner, type RunnerStage, WORKFLOWS } from './stage.ts';

const CHANGED = { 'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store') };
const WITHOUT_DATABASE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

function history({ server }: RunnerStage): number {
  return server.history('acme', 'shop').length;
}

/** What is on main is on the server, as after any apply. */
async function applyFirst(stage: RunnerStage): Promise<void> {
  stage.git('switch', '--quiet', 'main');
  const ran = await stage.run('push', { payload: stage.push(), job: 'apply' });
  expect(ran.outputs, ran.log).toMatchObject({ result: 'applied' });
}

describe('configuration.yml', () => {
  test('plans a pull request under it, and says there what its merge became', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const planned = await stage.run('pull_request', { payload: stage.pullRequest(), job: 'plan' });
      expect(planned, planned.log).toMatchObject({ status: 0, jobs: { plan: 'success' }, annotations: [] });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      expect(planned.outputs).toMatchObject({ result: 'planned', 'to-change': '1', 'comment-id': '1001' });
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
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'planned', 'to-change': '1' } });
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
      const planned = await dispatch({ 'dry-run': 'true', force: 'true' }, 'plan');
      expect(planned, planned.log).toMatchObject({
        status: 0,
        outputs: { result: 'planned', 'to-destroy': '2' },
      });
      expect(Object.keys(planned.jobs)).toEqual(['plan']);
      const refused = await dispatch({ 'dry-run': 'false', force: 'false' }, 'apply');
      expect(refused, refused.log).toMatchObject({ status: 1, jobs: { apply: 'failure' } });
      expect(refused.outputs).toMatchObject({ result: 'refused', 'failure-reason': 'refused' });
      expect(history(stage)).toBe(1);
      const forced = await dispatch({ 'dry-run': 'false', force: 'true' }, 'apply');
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

describe('approve-deletions.yml', () => {
  test('applies what was planned, after an approval where it deletes, and nothing else', async () => {
    await onRunner({}, async (stage) => {
      const run = (artifacts: string) =>
        stage.run('push', { payload: stage.push(), workflow: 'approve-deletions.yml', artifacts });
      stage.git('switch', '--quiet', 'main');
      const first = await run('first');
      expect(first, first.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(first.jobs)).toEqual(['plan', 'apply']);
      stage.commit(WITHOUT_DATABASE);
      const second = await run('second');
      expect(second, second.log).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-destroy': '2' },
      });
      expect(Object.keys(second.jobs)).toEqual(['plan', 'approve', 'apply']);
      stage.commit({ 'config/shop.yaml': 'keys:\n  shop.title: Corner Store\n' });
      const other = await run('second');
      expect(other, other.log).toMatchObject({ status: 1, outputs: { result: 'refused' } });
      expect(other.annotations.map(({ text }) => text).join()).toContain('is not in the reviewed plan');
      expect(history(stage)).toBe(2);
    });
  });
});

describe('fork-plan.yml and fork-comment.yml', () => {
  test('comment on a pull request of a fork', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      const artifacts = 'fork';
      const planned = await stage.run('pull_request', {
        payload: stage.pullRequest('mallory/shop'),
        ...{ workflow: 'fork-plan.yml', job: 'plan', isFork: true, artifacts },
      });
      expect(planned, planned.log).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      expect(stage.bodies().comments).toEqual([]);
      const head_sha = stage.git('rev-parse', 'HEAD');
      stage.git('switch', '--quiet', 'main');
      const commented = await stage.run('workflow_run', {
        payload: stage.workflowRun({ head_sha, from: 'mallory/shop' }),
        ...{ workflow: 'fork-comment.yml', job: 'comment', artifacts },
      });
      expect(commented, commented.log).toMatchObject({ status: 0, jobs: { comment: 'success' } });
      expect(stage.bodies().comments).toEqual([expect.stringContaining('`"Corner Store"`')]);
      expect(history(stage)).toBe(1);
    });
  });
});

/** The example of the README that holds a text. */
function exampleWith(text: string): string {
  const found = [...WORKFLOWS].find(([name, body]) => name.startsWith('readme-') && body.includes(text));
  if (found === undefined) throw new Error(`The README has no example with ${text}.`);
  return found[0];
}

describe('examples of the README', () => {
  test('do what is said of them', async () => {
    await onRunner({}, async (stage) => {
      await applyFirst(stage);
      stage.propose(WITHOUT_DATABASE);
      const [gh, curl] = [stage.spy('gh'), stage.spy('curl')];
      const run = (text: string, labels: object[] = []) => {
        const { pull_request, ...event } = stage.pullRequest();
        const payload = { ...event, pull_request: { ...pull_request, labels } };
        return stage.run('pull_request', { payload, workflow: exampleWith(text), job: 'plan' });
      };
      const labelled = await run('Label what deletes');
      expect(labelled, labelled.log).toMatchObject({ status: 0 });
      expect(gh()).toContain('--method POST repos/acme/shop/issues/1/labels --field labels[]=deletes-config');
      expect(await run('Deletions need a label')).toMatchObject({ status: 1 });
      expect(await run('Deletions need a label', [{ name: 'deletions-approved' }])).toMatchObject({
        status: 0,
      });
      expect((await run('Tell the team')).status).toBe(0);
      expect(curl()).toMatch(/"0 to add, 0 to change, 2 to destroy: .*#issuecomment-1001"/);
      expect(await run('Nothing is deleted in production')).toMatchObject({ status: 1 });
      const recorded = await run('Questions about this plan');
      expect(recorded.summary).toContain('Questions about this plan');
      expect(recorded.summary.match(/^### Plan: /gm)).toHaveLength(2);
      expect(await run('Others changed the server')).toMatchObject({ status: 0 });
    });
  });
});
