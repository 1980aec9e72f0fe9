// A record from before `origin` was added, taken over by a person, is confirmed in a workflow.
import { expect } from 'vitest';
import { runStep } from '../helpers/workflow.ts';
import { test } from '../helpers/test.ts';

test('the next workflow applies', async ({ shop: { desk } }) => {
  desk.commit('Open the shop');
  expect((await desk.cli(['apply'])).stdout).toContain('so the apply was recorded only here');
  desk.git('remote', 'add', 'origin', `file://${desk.sandbox.bare()}`);
  desk.git('push', '--quiet', 'origin', 'HEAD:main');
  const sha = desk.commit('Rename', { 'config/shop.yaml': 'keys: { shop.title: Best Shop }\n' });
  const { stdout } = await desk.cli(['plan']);
  const [, line = 'false'] = /To take it over, run `([^`]+)`/.exec(stdout) ?? [];
  desk.sandbox.script(desk.dir, `${line}; git push --quiet origin HEAD:main`);
  expect((await runStep(desk, { env: { GITHUB_SHA: sha } })).outputs).toMatchObject({
    result: 'applied',
  });
});
