// The other workflows that users copy, and the steps that the documents show, in a real runner.
import { describe, expect, test } from 'vitest';
import { exported, push } from '../helpers/server.ts';
import { applyFirst, CHANGED, history, WITHOUT_DATABASE } from './shop.ts';
import { GITHUB_TOKEN, onRunner, REVIEWED, type RunnerStage, WORKFLOWS } from './stage.ts';

describe('approve-deletions.yml', () => {
  test('applies what was planned, after an approval where it deletes, and nothing else', async () => {
    await onRunner(async (stage) => {
      const run = (artifacts: string) =>
        stage.run('push', { payload: stage.push(), workflow: 'approve-deletions.yml', artifacts });
      stage.gitHost.gitHost.environments.set('configuration-deletions', REVIEWED);
      stage.git('switch', '--quiet', 'main');
      const first = await run('first');
      expect(first, first.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(first.jobs)).toEqual(['plan', 'approve', 'apply']);
      stage.commit(WITHOUT_DATABASE);
      const second = await run('second');
      expect(second, second.log).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-delete': '2' },
      });
      expect(Object.keys(second.jobs)).toEqual(['plan', 'approve', 'apply']);
      stage.commit({ 'config/shop.yaml': 'keys:\n  shop.title: Corner Store\n' });
      const other = await run('second');
      expect(other, other.log).toMatchObject({ status: 1, outputs: { result: 'refused' } });
      expect(other.annotations.map(({ text }) => text).join()).toContain(
        'This plan is not the one in',
      );
      expect(history(stage)).toBe(2);
    });
  });
});

describe('rollback.yml', () => {
  test('plans and applies the commit that is named, and the newest one comes back with its own run', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(CHANGED);
      stage.merge();
      const apply = () => stage.run('push', { payload: stage.push(), job: 'apply' });
      expect((await apply()).outputs).toMatchObject({ result: 'applied', 'to-update': '1' });
      const { comments } = stage.bodies();
      const rollBack = (dryRun: 'true' | 'false') =>
        stage.run('workflow_dispatch', {
          payload: {
            ref: 'refs/heads/main',
            inputs: { commit: stage.base, 'dry-run': dryRun, approve: '' },
          },
          ...{ workflow: 'rollback.yml', job: 'rollback' },
        });
      const planned = await rollBack('true');
      expect(planned, planned.log).toMatchObject({
        status: 0,
        outputs: { result: 'planned', 'to-update': '1' },
      });
      expect(history(stage)).toBe(2);
      const applied = await rollBack('false');
      expect(applied, applied.log).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-update': '1' },
      });
      expect(history(stage)).toBe(3);
      // That merge was something else.
      expect(stage.bodies().comments).toEqual(comments);
      const again = await apply();
      expect(again, again.log).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-update': '1' },
      });
    });
  });
});

/** A workflow that takes the built tool from the Git host. */
function withTool(stage: RunnerStage, name: string): Record<string, string> {
  const tool = stage.publishTool();
  const text = (WORKFLOWS.get(name) ?? '')
    .replaceAll('<owner>/confighub-sync', tool.repository)
    .replaceAll('<commit>', tool.commit);
  return { [`.github/workflows/${name}`]: text };
}

describe('promote.yml', () => {
  const BRANCH = 'promote/staging-to-production';
  const shop = (limits: Record<string, number>) => ({
    'config/shop.yaml': `keys:\n  shop.limit: { values: ${JSON.stringify({ '*': 10, ...limits })} }\n`,
  });

  test('keeps one pull request with the plan up to date, until nothing is left to promote', async () => {
    await onRunner(async (stage) => {
      const { gitHost } = stage.gitHost;
      const origin = stage.sandbox.path('git-host/acme/shop.git');
      const tip = () => stage.sandbox.headOf(origin, BRANCH);
      const onBranch = () => stage.sandbox.git(origin, 'show', `${BRANCH}:config/shop.yaml`);
      gitHost.headOf = (branch) => stage.sandbox.headOf(origin, branch);
      const promotions = () => gitHost.issues.slice(1);
      const inputs = { from: 'Staging', to: 'Production', pattern: '' };
      const promote = () =>
        stage.run('workflow_dispatch', {
          payload: { ref: 'refs/heads/main', inputs },
          ...{ workflow: 'promote.yml', job: 'promote' },
        });
      stage.publish({
        ...shop({ 'Staging;*': 40 }),
        ...withTool(stage, 'promote.yml'),
        'confighub.yaml': `${stage.project}allowNewContexts: [Staging, Production]\n`,
      });
      await applyFirst(stage);

      const opened = await promote();
      expect(opened, opened.log).toMatchObject({ status: 0, jobs: { promote: 'success' } });
      expect(promotions()).toMatchObject([
        { title: 'Promote Staging to Production', state: 'open', pull: { branch: BRANCH } },
      ]);
      expect(promotions()[0]?.body).toContain('Promotion: 1 to create, 0 to update, 0 to delete');
      expect(promotions()[0]?.body).toContain('### Plan: `acme/shop`');
      expect(onBranch()).toContain('"Production;*": 40');
      expect(opened.log).not.toContain(GITHUB_TOKEN);

      const first = tip();
      stage.publish(shop({ 'Staging;*': 50 }));
      const updated = await promote();
      expect(updated, updated.log).toMatchObject({ status: 0 });
      expect(promotions()).toHaveLength(1);
      expect(promotions()[0]?.body).toContain('"50"');
      expect(onBranch()).toContain('"Production;*": 50');
      expect(tip()).not.toBe(first);

      stage.git('fetch', '--quiet', origin, BRANCH);
      stage.git('switch', '--quiet', '--detach', 'FETCH_HEAD');
      const theirs = stage.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
      stage.git('push', '--quiet', origin, `HEAD:${BRANCH}`);
      stage.publish(shop({ 'Staging;*': 60 }));
      const stopped = await promote();
      expect(stopped, stopped.log).toMatchObject({ status: 1, jobs: { promote: 'failure' } });
      expect(stopped.annotations.map(({ text }) => text).join()).toContain('has commits of others');
      expect(tip()).toBe(theirs);
      expect(promotions()[0]?.body).toContain('"50"');

      stage.publish(shop({ 'Staging;*': 60, 'Production;*': 60 }));
      const closed = await promote();
      expect(closed, closed.log).toMatchObject({ status: 0 });
      expect(promotions()).toMatchObject([{ state: 'closed' }]);
      expect(tip()).toBe(theirs);
    });
  });
});

describe('drift-pull-request.yml', () => {
  const BRANCH = 'confighub/accept-server-changes';

  test('keeps one pull request that accepts what others changed, until it is merged or restored', async () => {
    await onRunner(async (stage) => {
      const { gitHost } = stage.gitHost;
      const origin = stage.sandbox.path('git-host/acme/shop.git');
      gitHost.headOf = (branch) => stage.sandbox.headOf(origin, branch);
      const pulls = () => gitHost.issues.slice(1);
      const onBranch = () => stage.sandbox.git(origin, 'show', `${BRANCH}:config/shop.yaml`);
      const change = (value: string) =>
        push(
          stage.server,
          { data: [{ key: 'shop.title', push: true, values: [{ context: '*;*', value }] }] },
          { token: 'default' },
        );
      const titles = async () => JSON.stringify(await exported(stage.server));
      const accept = () =>
        stage.run('schedule', { workflow: 'drift-pull-request.yml', job: 'accept' });
      const apply = () => stage.run('push', { payload: stage.push(), job: 'apply' });
      stage.publish(withTool(stage, 'drift-pull-request.yml'));
      await applyFirst(stage);

      const nothing = await accept();
      expect(nothing, nothing.log).toMatchObject({ status: 0, jobs: { accept: 'success' } });
      expect(pulls()).toEqual([]);

      await change('Their Shop');
      const opened = await accept();
      expect(opened, opened.log).toMatchObject({ status: 0 });
      expect(pulls()).toMatchObject([
        { title: 'Accept changes made on the server', state: 'open', pull: { branch: BRANCH } },
      ]);
      expect(pulls()[0]?.body).toContain('**Merge this pull request to accept these changes.**');
      expect(pulls()[0]?.body).toContain('1 to change, 0 to remove');
      expect(pulls()[0]?.body).toContain('### No changes: `acme/shop`');
      expect(onBranch()).toContain('Their Shop');
      expect(opened.log).not.toContain(GITHUB_TOKEN);

      await change('Their New Shop');
      const updated = await accept();
      expect(updated, updated.log).toMatchObject({ status: 0 });
      expect(pulls()).toHaveLength(1);
      expect(pulls()[0]?.body).toContain('Their New Shop');

      // Merged: the server stays as it is, and nothing is left.
      stage.publish({ 'config/shop.yaml': onBranch() });
      const merged = await apply();
      expect(merged, merged.log).toMatchObject({ status: 0 });
      expect(await titles()).toContain('Their New Shop');
      expect((await accept()).status).toBe(0);
      expect(pulls()).toMatchObject([{ state: 'closed' }]);

      // Closed by a person, and applied: the server is as the files declare.
      await change('Yet another');
      await accept();
      expect(pulls().map(({ state }) => state)).toEqual(['closed', 'open']);
      Object.assign(pulls()[1] ?? {}, { state: 'closed' });
      const restored = await apply();
      expect(restored, restored.log).toMatchObject({ status: 0 });
      expect(await titles()).toContain('Their New Shop');
      const last = await accept();
      expect(last.log).toContain('No pull request is open.');

      // Somebody else works on the branch.
      await change('Once more');
      stage.git('fetch', '--quiet', origin, BRANCH);
      stage.git('switch', '--quiet', '--detach', 'FETCH_HEAD');
      stage.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
      stage.git('push', '--quiet', origin, `HEAD:${BRANCH}`);
      stage.git('switch', '--quiet', 'main');
      const stopped = await accept();
      expect(stopped, stopped.log).toMatchObject({ status: 1, jobs: { accept: 'failure' } });
      expect(stopped.annotations.map(({ text }) => text).join()).toContain('has commits of others');
    });
  });
});

describe('validate.yml', () => {
  test('finds the errors of a pull request without a secret, and needs no server', async () => {
    await onRunner(async (stage) => {
      await stage.server.close();
      const validate = () =>
        stage.run('pull_request', {
          payload: stage.pullRequest('mallory/shop'),
          ...{ workflow: 'validate.yml', job: 'validate', isFork: true },
        });
      stage.propose(CHANGED);
      const right = await validate();
      expect(right, right.log).toMatchObject({ status: 0, annotations: [] });
      stage.propose({ 'config/shop.yaml': 'keys:\n  shop.limit: { vdt: Integer, value: many }\n' });
      const wrong = await validate();
      expect(wrong, wrong.log).toMatchObject({ status: 1, jobs: { validate: 'failure' } });
      expect(wrong.annotations.map(({ text }) => text).join()).toContain(
        'does not fit its type Integer',
      );
    });
  });
});

/** The example of the documents that holds a text. */
function exampleWith(text: string): string {
  const found = [...WORKFLOWS].find(
    ([name, body]) => name.startsWith('shown-') && body.includes(text),
  );
  if (found === undefined) throw new Error(`The documents have no example with ${text}.`);
  return found[0];
}

describe('examples of the documents', () => {
  test('do what is said of them', async () => {
    await onRunner(async (stage) => {
      await applyFirst(stage);
      stage.propose(WITHOUT_DATABASE);
      const run = (text: string) => {
        const payload = stage.pullRequest();
        return stage.run('pull_request', { payload, workflow: exampleWith(text), job: 'plan' });
      };
      expect(await run('Nothing is deleted in production')).toMatchObject({ status: 1 });
      expect(await run('Somebody must look')).toMatchObject({ status: 0 });
    });
  });
});
