// `command: targets`: the names for the matrix of a workflow.
import { expect, test } from 'vitest';
import { withDesk } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';

const FILES = {
  'confighub.yaml': `version: 1
url: http://127.0.0.1:9
targets:
  shop: { repository: acme/shop, include: ["shop/*.yaml"] }
  billing: { repository: acme/billing, include: ["billing/*.yaml"] }
`,
  'shop/shop.yaml': 'keys: { shop.title: Corner Shop }\n',
  'billing/billing.yaml': 'keys: { billing.tax: { value: { env: NOT_SET } } }\n',
};

test('lists targets as outputs, without a server and without the values of variables', async () => {
  await withDesk(FILES, async (desk) => {
    desk.commit('First');
    const ran = await runStep(desk, { with: { command: 'targets', 'changed-since': 'HEAD' } });
    expect(ran, ran.output).toMatchObject({ status: 0 });
    expect(ran.outputs).toEqual({
      result: 'listed',
      targets: '[{"name":"shop"},{"name":"billing"}]',
      'target-names': '["shop","billing"]',
    });
    const log = ran.log.shown.join('\n');
    expect(log).toMatch(/^confighub-sync targets \(input `command`\)$/m);
    expect(log).toMatch(/^billing .* no apply is recorded$/m);
    for (const options of [{ with: { target: 'bill*' } }, { env: { CONFIGHUB_TARGET: 'bill*' } }]) {
      const one = await runStep(desk, { ...options, with: { command: 'targets', ...options.with } });
      expect(one.outputs).toMatchObject({ 'target-names': '["billing"]' });
    }
  });
});

test('fails for an unknown commit, and sets no list', async () => {
  await withDesk(FILES, async (desk) => {
    desk.commit('First');
    const ran = await runStep(desk, { with: { command: 'targets', 'changed-since': 'nowhere' } });
    expect(ran.status).toBe(1);
    expect(ran.outputs).toEqual({ result: 'failed', 'failure-reason': 'error', 'error-code': 'unknown-revision' });
  });
});
