// Two stages in a real runner: Staging is applied at once, Production only where reviewers were asked, or by hand.
import { expect } from 'vitest';
import { expectRun, history } from './shop.ts';
import { REVIEWED, type RunnerStage, test } from './stage.ts';

const ENVIRONMENT = 'configuration-production';
const WORKFLOW = 'stages.yml';
const poolOf = (size: number) => ({
  'config/pool.yaml': `keys:\n  pool:\n    values: { Staging;*: ${size}, Production;*: ${size} }\n`,
});

/** On main, with a pool in both environments. */
function publish(stage: RunnerStage, size: number): void {
  const project = `${stage.project}stages: [Staging, Production]\n`;
  stage.publish({ 'confighub.yaml': project, ...poolOf(size) });
}

const push = (stage: RunnerStage) => stage.run('push', { workflow: WORKFLOW });

test('both are applied, the second one by the reviewers of its environment', async ({ stage }) => {
  stage.protect(ENVIRONMENT, REVIEWED);
  publish(stage, 10);
  const ran = await push(stage);
  expectRun(ran, { staging: 'success', production: 'success' });
  expect(history(stage)).toBe(2);
});

test('without reviewers, Production waits for a person who starts it', async ({ stage }) => {
  stage.protect(ENVIRONMENT, undefined);
  publish(stage, 10);
  const ran = await push(stage);
  expectRun(ran, { staging: 'success', production: 'failure' });
  expect(history(stage)).toBe(1);
  const started = await stage.dispatch({ stage: 'Production', command: 'apply' }, WORKFLOW);
  expectRun(started, 'success', { result: 'applied' });
  expect(history(stage)).toBe(2);
});

test('rollback.yml rolls back only the stage in its input', async ({ stage }) => {
  stage.protect(ENVIRONMENT, REVIEWED);
  publish(stage, 10);
  const older = stage.git('rev-parse', 'HEAD');
  expect((await push(stage)).status).toBe(0);
  publish(stage, 20);
  expect((await push(stage)).status).toBe(0);
  const inputs = { commit: older, stage: 'Production', 'dry-run': 'false', approve: '' };
  const ran = await stage.dispatch(inputs, 'rollback.yml');
  expectRun(ran, 'success', { result: 'applied' });
  expect(ran.outputs).toMatchObject({ 'to-update': '1' });
  expect(history(stage)).toBe(5);
});
