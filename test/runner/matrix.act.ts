// The workflow for many targets in a real runner: one list, a plan on a runner of its own for each, one comment, one apply.
import { describe, expect, test } from 'vitest';
import { REPOSITORY, TOKEN } from '../helpers/process.ts';
import { type TestServer, withServer } from '../helpers/server.ts';
import type { Ran } from './act.ts';
import { onRunner, type RunnerStage } from './stage.ts';

const WORKFLOW = 'matrix.yml';
const ON_PULL_REQUEST = ['list', 'plan', 'comment'];
const BILLING = { ...REPOSITORY, repository: 'billing', tokens: { default: { value: `${TOKEN}-billing` } } };
const EU = { ...REPOSITORY, tokens: { default: { value: `${TOKEN}-eu` } } };
const SECRETS = { CONFIGHUB_TOKEN_BILLING: `${TOKEN}-billing`, CONFIGHUB_TOKEN_SHOP_EU: `${TOKEN}-eu` };

const title = (text: string) => `keys: { shop.title: ${text} }\n`;
const DOCUMENTS = {
  'shop/shop.yaml': title('Corner Shop'),
  'billing/billing.yaml': 'keys: { billing.tax: 19 }\n',
  'eu/shop.yaml': title('Eckladen'),
};

/** Three targets on two servers, none of them applied yet. */
function onThreeTargets(use: (stage: RunnerStage, eu: TestServer) => Promise<void>): Promise<void> {
  return withServer(EU, (eu) =>
    onRunner(
      DOCUMENTS,
      async (stage) => {
        stage.git('switch', '--quiet', 'main');
        stage.git('rm', '--quiet', '-r', 'config');
        stage.commit({ 'confighub.yaml': projectFile(stage.server.url, eu.url) });
        stage.git('branch', '--quiet', '--force', 'feature', 'main');
        await use(stage, eu);
      },
      { repositories: [REPOSITORY, BILLING] },
    ),
  );
}

function projectFile(url: string, eu: string): string {
  return `version: 1
url: ${url}
levels: [Environment, Application]
targets:
  shop: { repository: acme/shop, include: ["shop/**/*.yaml"] }
  billing: { repository: acme/billing, include: ["billing/**/*.yaml"] }
  shop-eu: { url: "${eu}", repository: acme/shop, include: ["eu/**/*.yaml"] }
`;
}

function run(
  stage: RunnerStage,
  event: 'push' | 'pull_request',
  { base = stage.git('rev-parse', 'main'), from = 'acme/shop' } = {},
): Promise<Ran> {
  const { pull_request, ...others } = stage.pullRequest(from);
  const proposed = { ...others, pull_request: { ...pull_request, base: { ref: 'main', sha: base } } };
  return stage.run(event, {
    payload: event === 'push' ? stage.push() : proposed,
    workflow: WORKFLOW,
    // act expands the matrix of a job that is skipped, too, and fails.
    ...(event === 'push' ? { job: 'apply', only: 'apply' } : { job: ON_PULL_REQUEST }),
    secret: 'CONFIGHUB_TOKEN_SHOP',
    secrets: SECRETS,
    isFork: from !== 'acme/shop',
  });
}

describe('matrix.yml', () => {
  test('plans each target that changed on a runner of its own, comments once, and applies all', async () => {
    await onThreeTargets(async (stage, eu) => {
      const first = await run(stage, 'push');
      expect(first, first.log).toMatchObject({ status: 0, jobs: { apply: 'success' }, outputs: { result: 'applied' } });
      expect(Object.keys(first.jobs)).toEqual(['apply']);
      stage.git('push', '--quiet', stage.sandbox.path('forge/acme/shop.git'), 'HEAD:main');

      stage.propose({ 'shop/shop.yaml': title('Shop'), 'eu/shop.yaml': title('Laden') });
      const two = await run(stage, 'pull_request');
      expect(two, two.log).toMatchObject({ status: 0 });
      expect(two.jobs).toEqual({
        list: 'success',
        'plan (shop)': 'success',
        'plan (shop-eu)': 'success',
        comment: 'success',
      });
      expect(two.outputsOf.list).toMatchObject({ result: 'listed', 'target-names': '["shop","shop-eu"]' });
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/shop-eu/)]);

      stage.propose({ 'billing/billing.yaml': 'keys: { billing.tax: 7 }\n' });
      const three = await run(stage, 'pull_request');
      expect(Object.keys(three.jobs).sort(), three.log).toEqual([
        ...['comment', 'list', 'plan (billing)', 'plan (shop)', 'plan (shop-eu)'],
      ]);
      for (const target of ['shop', 'billing', 'shop-eu'])
        expect(three.outputsOf[`plan (${target})`]).toMatchObject({ result: 'planned', 'to-update': '1' });
      const [comment, ...others] = stage.bodies().comments;
      expect(others).toEqual([]);
      for (const text of ['billing.tax', 'Laden', 'Eckladen', 'Corner Shop']) expect(comment).toContain(text);

      stage.merge();
      const applied = await run(stage, 'push');
      expect(applied, applied.log).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(stage.server.history('acme', 'billing')).toHaveLength(2);
      expect(eu.history('acme', 'shop')).toHaveLength(2);
      expect(stage.bodies().comments).toEqual([expect.stringMatching(/^### ✅ Applied and verified: 3 targets/)]);
    });
  });

  test('plans a pull request of a fork without the servers, and passes without a comment', async () => {
    await onThreeTargets(async (stage) => {
      stage.propose({ 'billing/billing.yaml': 'keys: { billing.tax: 7 }\n' });
      const ran = await run(stage, 'pull_request', { from: 'mallory/shop' });
      expect(ran, ran.log).toMatchObject({ status: 0, jobs: { list: 'success', comment: 'success' } });
      expect(ran.outputsOf['plan (billing)']).toMatchObject({ result: 'planned', 'to-update': '1' });
      expect(ran.outputsOf.comment).toMatchObject({ result: 'skipped' });
      expect(stage.bodies().comments).toEqual([]);
    });
  });

  test('passes without a plan where no target changed', async () => {
    await onThreeTargets(async (stage) => {
      await run(stage, 'push');
      stage.git('push', '--quiet', stage.sandbox.path('forge/acme/shop.git'), 'HEAD:main');
      stage.propose({ 'readme.md': 'Hello\n' });
      const ran = await run(stage, 'pull_request');
      expect(ran, ran.log).toMatchObject({ status: 0, outputs: { targets: '[]', 'target-names': '[]' } });
      expect(ran.jobs).toEqual({ list: 'success', comment: 'success' });
      expect(stage.bodies().comments).toEqual([]);
    });
  });

  test('comments on the other plans if one fails, and fails', async () => {
    await onThreeTargets(async (stage, eu) => {
      await eu.close();
      stage.propose({ 'readme.md': 'Hello\n' });
      const ran = await run(stage, 'pull_request');
      expect(ran.jobs, ran.log).toEqual({
        list: 'success',
        'plan (shop)': 'success',
        'plan (billing)': 'success',
        'plan (shop-eu)': 'failure',
        comment: 'failure',
      });
      const { comments } = stage.bodies();
      expect(comments).toEqual([expect.stringMatching(/^### ❌ No plan: 1 of 3 targets/)]);
      for (const text of ['billing.tax', 'Corner Shop', 'ECONNREFUSED']) expect(comments[0]).toContain(text);
    });
  });

  test('says which mistakes there are if the targets cannot be listed', async () => {
    await onThreeTargets(async (stage) => {
      stage.propose({ 'billing/billing.yaml': 'kees: {}\n' });
      const ran = await run(stage, 'pull_request');
      expect(ran.jobs, ran.log).toEqual({ list: 'failure', comment: 'failure' });
      expect(ran.annotations.map(({ text }) => text).join('\n')).toContain('kees');
    });
  });
});
