// Two stages in a real runner: Staging is applied at once, Production only where reviewers were asked, or by hand.
import { expect, test } from 'vitest';
import { history } from './shop.ts';
import { onRunner, REVIEWED, type RunnerStage } from './stage.ts';

const ENVIRONMENT = 'configuration-production';
const WORKFLOW = 'stages.yml';
const poolOf = (size: number) => ({
  'config/pool.yaml': `keys:\n  pool:\n    values: { Staging;*: ${size}, Production;*: ${size} }\n`,
});

function protect({ gitHost: { gitHost } }: RunnerStage, rules: object | undefined): void {
  gitHost.environments.clear();
  if (rules) gitHost.environments.set(ENVIRONMENT, { id: 1, name: ENVIRONMENT, ...rules });
}

/** On main, with a pool in both environments. */
async function publish(stage: RunnerStage, size: number): Promise<void> {
  const project = `${stage.project}stages: [Staging, Production]\n`;
  stage.publish({ 'confighub.yaml': project, ...poolOf(size) });
}

const push = (stage: RunnerStage) =>
  stage.run('push', { payload: stage.push(), workflow: WORKFLOW });
const start = (stage: RunnerStage, inputs: Record<string, string>) => {
  const payload = { ref: 'refs/heads/main', inputs };
  return stage.run('workflow_dispatch', { payload, workflow: WORKFLOW });
};

test('both are applied, the second one by the reviewers of its environment', async () => {
  await onRunner(async (stage) => {
    protect(stage, REVIEWED);
    await publish(stage, 10);
    const ran = await push(stage);
    expect(ran, ran.log).toMatchObject({
      status: 0,
      jobs: { staging: 'success', production: 'success' },
    });
    expect(history(stage)).toBe(2);
  });
});

test('without reviewers, Production waits for a person who starts it', async () => {
  await onRunner(async (stage) => {
    protect(stage, undefined);
    await publish(stage, 10);
    const ran = await push(stage);
    expect(ran, ran.log).toMatchObject({
      status: 1,
      jobs: { staging: 'success', production: 'failure' },
    });
    expect(history(stage)).toBe(1);
    const started = await start(stage, { stage: 'Production', command: 'apply' });
    expect(started, started.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(history(stage)).toBe(2);
  });
});

test('rollback.yml rolls back only the stage in its input', async () => {
  await onRunner(async (stage) => {
    protect(stage, REVIEWED);
    await publish(stage, 10);
    const older = stage.git('rev-parse', 'HEAD');
    expect((await push(stage)).status).toBe(0);
    await publish(stage, 20);
    expect((await push(stage)).status).toBe(0);
    const inputs = { commit: older, stage: 'Production', 'dry-run': 'false', approve: '' };
    const payload = { ref: 'refs/heads/main', inputs };
    const ran = await stage.run('workflow_dispatch', { payload, workflow: 'rollback.yml' });
    expect(ran, ran.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(ran.outputs).toMatchObject({ 'to-update': '1' });
    expect(history(stage)).toBe(5);
  });
});
