// The other workflows that users copy, and the steps that the documents show, in a real runner.
import { describe, expect } from 'vitest';
import { CHANGED, WITHOUT_DATABASE } from '../action/stage.ts';
import { exported, push } from '../helpers/server.ts';
import type { Ran } from './act.ts';
import { applyFirst, expectRun, history } from './shop.ts';
import { GITHUB_TOKEN, REVIEWED, type RunnerStage, WORKFLOWS, test } from './stage.ts';

const saidIn = ({ annotations }: Ran) => annotations.map(({ text }) => text).join();

describe('approve-deletions.yml', () => {
  test('applies what was planned, after an approval where it deletes, and nothing else', async ({
    stage,
  }) => {
    const run = (artifacts: string) =>
      stage.run('push', { workflow: 'approve-deletions.yml', artifacts });
    stage.gitHost.gitHost.environments.set('configuration-deletions', REVIEWED);
    stage.git('switch', '--quiet', 'main');
    const first = await run('first');
    const all = { plan: 'success', approve: 'success', apply: 'success' };
    expectRun(first, all, { result: 'applied' });
    stage.commit(WITHOUT_DATABASE);
    const second = await run('second');
    expectRun(second, all, { result: 'applied', 'to-delete': '2' });
    stage.commit({ 'config/shop.yaml': 'keys:\n  shop.title: Corner Store\n' });
    const other = await run('second');
    expectRun(other, 'failure', { result: 'refused' });
    expect(saidIn(other)).toContain('This plan is not the one in');
    expect(history(stage)).toBe(2);
  });
});

describe('rollback.yml', () => {
  test('plans and applies the commit that is named, and the newest one comes back with its own run', async ({
    stage,
  }) => {
    await applyFirst(stage);
    stage.propose(CHANGED);
    stage.merge();
    const apply = () => stage.run('push');
    expect((await apply()).outputs).toMatchObject({ result: 'applied', 'to-update': '1' });
    const { comments } = stage.bodies();
    const rollBack = (dryRun: 'true' | 'false') =>
      stage.dispatch({ commit: stage.base, 'dry-run': dryRun, approve: '' }, 'rollback.yml');
    const planned = await rollBack('true');
    expectRun(planned, 'success', { result: 'planned', 'to-update': '1' });
    expect(history(stage)).toBe(2);
    const applied = await rollBack('false');
    expectRun(applied, 'success', { result: 'applied', 'to-update': '1' });
    expect(history(stage)).toBe(3);
    // That merge was something else.
    expect(stage.bodies().comments).toEqual(comments);
    const again = await apply();
    expectRun(again, 'success', { result: 'applied', 'to-update': '1' });
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

  test('keeps one pull request with the plan up to date, until nothing is left to promote', async ({
    stage,
  }) => {
    const { gitHost } = stage.gitHost;
    const tip = () => gitHost.headOf(BRANCH);
    const promotions = () => gitHost.issues.slice(1);
    const inputs = { from: 'Staging', to: 'Production', pattern: '' };
    const promote = () => stage.dispatch(inputs, 'promote.yml');
    stage.publish({
      ...shop({ 'Staging;*': 40 }),
      ...withTool(stage, 'promote.yml'),
      'confighub.yaml': `${stage.project}allowNewContexts: [Staging, Production]\n`,
    });
    await applyFirst(stage);

    const opened = await promote();
    expectRun(opened, { promote: 'success' });
    expect(promotions()).toMatchObject([
      { title: 'Promote Staging to Production', state: 'open', pull: { branch: BRANCH } },
    ]);
    expect(promotions()[0]?.body).toContain('Promotion: 1 to create, 0 to update, 0 to delete');
    expect(promotions()[0]?.body).toContain('### Plan: `acme/shop`');
    expect(stage.shopOn(BRANCH)).toContain('"Production;*": 40');
    expect(opened.log).not.toContain(GITHUB_TOKEN);

    const first = tip();
    stage.publish(shop({ 'Staging;*': 50 }));
    const updated = await promote();
    expectRun(updated, 'success');
    expect(promotions()).toHaveLength(1);
    expect(promotions()[0]?.body).toContain('"50"');
    expect(stage.shopOn(BRANCH)).toContain('"Production;*": 50');
    expect(tip()).not.toBe(first);

    const theirs = stage.commitTo(BRANCH);
    stage.publish(shop({ 'Staging;*': 60 }));
    const stopped = await promote();
    expectRun(stopped, { promote: 'failure' });
    expect(saidIn(stopped)).toContain('has commits of others');
    expect(tip()).toBe(theirs);
    expect(promotions()[0]?.body).toContain('"50"');

    stage.publish(shop({ 'Staging;*': 60, 'Production;*': 60 }));
    const closed = await promote();
    expectRun(closed, 'success');
    expect(promotions()).toMatchObject([{ state: 'closed' }]);
    expect(tip()).toBe(theirs);
  });
});

describe('drift-pull-request.yml', () => {
  const BRANCH = 'confighub/accept-server-changes';

  test('keeps one pull request that accepts what others changed, until it is merged or restored', async ({
    stage,
  }) => {
    const { gitHost } = stage.gitHost;
    const pulls = () => gitHost.issues.slice(1);
    const change = (value: string) => {
      const data = [{ key: 'shop.title', push: true, values: [{ context: '*;*', value }] }];
      return push(stage.server, { data }, { token: 'default' });
    };
    const titles = async () => JSON.stringify(await exported(stage.server));
    const accept = () => stage.run('schedule', { workflow: 'drift-pull-request.yml' });
    const apply = () => stage.run('push');
    stage.publish(withTool(stage, 'drift-pull-request.yml'));
    await applyFirst(stage);

    const nothing = await accept();
    expectRun(nothing, { accept: 'success' });
    expect(pulls()).toEqual([]);

    await change('Their Shop');
    const opened = await accept();
    expectRun(opened, 'success');
    expect(pulls()).toMatchObject([
      { title: 'Accept changes made on the server', state: 'open', pull: { branch: BRANCH } },
    ]);
    expect(pulls()[0]?.body).toContain('**Merge this pull request to accept these changes.**');
    expect(pulls()[0]?.body).toContain('1 to change, 0 to remove');
    expect(pulls()[0]?.body).toContain('### No changes: `acme/shop`');
    expect(stage.shopOn(BRANCH)).toContain('Their Shop');
    expect(opened.log).not.toContain(GITHUB_TOKEN);

    await change('Their New Shop');
    const updated = await accept();
    expectRun(updated, 'success');
    expect(pulls()).toHaveLength(1);
    expect(pulls()[0]?.body).toContain('Their New Shop');

    // Merged: the server stays as it is, and nothing is left.
    stage.publish({ 'config/shop.yaml': stage.shopOn(BRANCH) });
    const merged = await apply();
    expectRun(merged, 'success');
    expect(await titles()).toContain('Their New Shop');
    expect((await accept()).status).toBe(0);
    expect(pulls()).toMatchObject([{ state: 'closed' }]);

    // Closed by a person, and applied: the server is as the files declare.
    await change('Yet another');
    await accept();
    expect(pulls().map(({ state }) => state)).toEqual(['closed', 'open']);
    Object.assign(pulls()[1] ?? {}, { state: 'closed' });
    const restored = await apply();
    expectRun(restored, 'success');
    expect(await titles()).toContain('Their New Shop');
    const last = await accept();
    expect(last.log).toContain('No pull request is open.');

    // Somebody else works on the branch.
    await change('Once more');
    stage.commitTo(BRANCH);
    const stopped = await accept();
    expectRun(stopped, { accept: 'failure' });
    expect(saidIn(stopped)).toContain('has commits of others');
  });
});

describe('validate.yml', () => {
  test('finds the errors of a pull request without a secret, and needs no server', async ({
    stage,
  }) => {
    await stage.server.close();
    const validate = () => {
      const payload = stage.pullRequest('mallory/shop');
      return stage.run('pull_request', { payload, workflow: 'validate.yml', isFork: true });
    };
    stage.propose(CHANGED);
    const right = await validate();
    expectRun(right, 'success');
    expect(right.annotations).toEqual([]);
    stage.propose({ 'config/shop.yaml': 'keys:\n  shop.limit: { vdt: Integer, value: many }\n' });
    const wrong = await validate();
    expectRun(wrong, { validate: 'failure' });
    expect(saidIn(wrong)).toContain('does not fit its type Integer');
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
  test('do what is said of them', async ({ stage }) => {
    await applyFirst(stage);
    stage.propose(WITHOUT_DATABASE);
    const run = (text: string) => stage.run('pull_request', { workflow: exampleWith(text) });
    expect(await run('Nothing is deleted in production')).toMatchObject({ status: 1 });
    expect(await run('Somebody must look')).toMatchObject({ status: 0 });
  });
});
