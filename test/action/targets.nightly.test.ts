// A project file with several targets in a workflow: files, annotations, forks, approvals, and what fails.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CHANGED_BILLING,
  CHANGED_SHOP,
  projectFile,
  resultsOf,
  type Stage,
  withTargets,
} from './three-targets.ts';

function bodies({ gitHost }: Pick<Stage, 'gitHost'>): string[] {
  return gitHost.gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

describe.concurrent('several targets in a workflow', () => {
  test('writes the plans as files: a list, a summary, and a page for each target', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      const { outputs, summary } = await stage.plan();
      const json = JSON.parse(readFileSync(outputs['plan-path'] ?? '', 'utf8'));
      expect(json.targets).toMatchObject(
        ['shop', 'billing', 'shop-eu'].map((name) => ({
          name,
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        })),
      );
      expect(readFileSync(outputs['markdown-plan-path'] ?? '', 'utf8').trim()).toBe(summary.trim());
      expect(readdirSync(outputs['html-plan-path'] ?? '').sort()).toEqual([
        'billing.html',
        'shop-eu.html',
        'shop.html',
      ]);
      stage.merge();
      stage.desk.write({ 'plan.json': JSON.stringify(json) });
      const options = { with: { plan: 'plan.json' } };
      expect(await stage.apply(options)).toMatchObject({
        status: 0,
        outputs: { result: 'applied' },
      });
      stage.desk.commit('Not reviewed', CHANGED_BILLING);
      stage.desk.git('push', '--quiet', 'origin', 'main');
      const refused = await stage.apply(options);
      expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      expect(refused.stdout).toContain(
        'refused not-reviewed: This plan is not the one in plan.json.',
      );
    });
  });

  test('from a fork is planned from the files', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      if (stage.pull.pull) stage.pull.pull.from = 'mallory/shop';
      const env = Object.fromEntries(
        Object.keys(stage.desk.env).map((name) => [name, stage.desk.env[name]]),
      );
      for (const name of Object.keys(env).filter((one) => one.startsWith('CONFIGHUB_TOKEN_')))
        env[name] = undefined;
      const { status, outputs, log, summary } = await stage.plan({ env });
      expect({ status, result: outputs.result, updates: outputs['to-update'] }).toEqual({
        status: 0,
        result: 'planned',
        updates: '2',
      });
      expect([stage.seen.common, stage.seen.eu, stage.gitHost.requests]).toEqual([[], [], []]);
      expect(log.annotations.map(({ kind }) => kind)).toEqual(['notice']);
      expect(summary).toContain('Corner Store');
    });
  });

  test('is annotated once, with the names of those that it concerns', async () => {
    await withTargets(async (stage) => {
      stage.propose({ 'shop/shop.yaml': 'keys: { "a b": 1 }\n' });
      const { status, outputs, log } = await stage.plan();
      expect({ status, outputs }).toMatchObject({
        status: 1,
        outputs: { result: 'failed', 'failure-reason': 'invalid', 'error-code': 'invalid' },
      });
      const fileErrors = log.annotations.filter(
        ({ title }) => title === 'confighub-sync: key-name',
      );
      expect(fileErrors).toMatchObject([
        { file: 'shop/shop.yaml', text: expect.stringMatching(/^shop, shop-eu: /) },
      ]);
      expect(resultsOf({ outputs } as Parameters<typeof resultsOf>[0])).toMatchObject({
        shop: { result: 'failed', 'error-code': 'invalid' },
        billing: { result: 'planned', 'error-code': '' },
      });
      expect(bodies(stage)[0]).toContain('shop/shop.yaml:1:9');
    });
  });

  test('names no target if it concerns all', async () => {
    await withTargets(async (stage) => {
      stage.propose({ 'confighub.yaml': `${projectFile(stage.urls)}prunee: all\n` });
      const { status, outputs, log } = await stage.plan();
      expect({ status, reason: outputs['failure-reason'] }).toEqual({
        status: 1,
        reason: 'invalid',
      });
      const fileErrors = log.annotations.filter(({ file }) => file === 'confighub.yaml');
      expect(fileErrors).toHaveLength(1);
      expect(fileErrors[0]?.text).not.toMatch(/^shop/);
      expect(bodies(stage)).toEqual([
        expect.stringMatching(/^### ❌ Errors in the project's files/),
      ]);
    });
  });
});
