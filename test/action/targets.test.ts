// A project file with several targets in a workflow: one plan, comment and apply for all, and a drift issue for each.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { answer } from '../helpers/faulty-server.ts';
import { push } from '../helpers/server.ts';
import {
  CHANGED_BILLING,
  CHANGED_SHOP,
  projectFile,
  pushesIn,
  resultsOf,
  type Stage,
  TOKENS,
  tokensIn,
  withTargets,
} from '../helpers/several-targets.ts';

// Each test starts many processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

function bodies({ forge }: Pick<Stage, 'forge'>): string[] {
  return forge.forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

describe.concurrent('a pull request', () => {
  test('has one plan and one comment for all targets, from plan to apply', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      const planned = await stage.plan();
      expect(planned).toMatchObject({
        status: 0,
        outputs: { result: 'planned', changes: 'true', 'to-create': '0', 'to-update': '2', 'to-delete': '0' },
      });
      const changed = { 'to-create': 0, 'to-update': 1, 'to-delete': 0, drift: 0, 'error-code': '' };
      expect(JSON.parse(planned.outputs.targets ?? '')).toEqual([
        { name: 'shop', result: 'planned', changes: true, ...changed },
        { name: 'billing', result: 'planned', changes: false, ...changed, 'to-update': 0 },
        { name: 'shop-eu', result: 'planned', changes: true, ...changed },
      ]);
      const log = planned.log.shown;
      const at = (pattern: RegExp) => log.findIndex((line) => pattern.test(line));
      expect([at(/^shop: acme\/shop at /), at(/^billing: .*: no changes\.$/), at(/^shop-eu: acme\/shop at /)]).toEqual(
        [at(/^shop: /), at(/^billing: /), at(/^shop-eu: /)].toSorted((a, b) => a - b),
      );
      expect(log.at(-1)).toBe('3 targets: 2 with changes, 1 unchanged. Plan: 0 to create, 2 to update, 0 to delete.');
      expect(bodies(stage)).toHaveLength(1);
      expect(bodies(stage)[0]).toContain('Corner Store');

      const commit = stage.merge();
      const applied = await stage.apply();
      expect(applied).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(resultsOf(applied)).toMatchObject({
        shop: { result: 'applied' },
        billing: { result: 'nothing' },
        'shop-eu': { result: 'applied' },
      });
      expect(applied.log.shown).toEqual(
        expect.arrayContaining(['shop: applied and verified', 'shop-eu: applied and verified']),
      );
      expect(bodies(stage)).toHaveLength(1);
      expect(bodies(stage)[0]).toContain(`/commit/${commit})`);
      expect(applied.outputs['comment-id']).toBe(planned.outputs['comment-id']);
      expect({ common: pushesIn(stage.seen.common), eu: pushesIn(stage.seen.eu) }).toEqual({ common: 1, eu: 1 });
    });
  });

  test('shows each token to its own server only, and hides all of them in the log', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      const planned = await stage.plan({ env: { RUNNER_DEBUG: '1' } });
      stage.merge();
      const applied = await stage.apply();
      for (const { status, log } of [planned, applied]) {
        expect(status).toBe(0);
        expect(log.masks.slice(0, log.masksBeforeOutput)).toEqual(expect.arrayContaining(Object.values(TOKENS)));
        const shown = [...log.shown, ...log.others, ...log.annotations.map(({ text }) => text)].join('\n');
        for (const token of Object.values(TOKENS)) expect(shown).not.toContain(token);
      }
      expect(tokensIn(stage.seen.common)).toEqual(['shop', 'billing']);
      expect(tokensIn(stage.seen.eu)).toEqual(['shop-eu']);
      const wrong = (repository: string, name: keyof typeof TOKENS) =>
        stage.seen.common.filter((one) => one.includes(`/acme/${repository}`) && one.includes(TOKENS[name]));
      expect([...wrong('shop', 'billing'), ...wrong('billing', 'shop')]).toEqual([]);
    });
  });

  test('writes the plans as files: a list, a summary, and a page for each target', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      const { outputs, summary } = await stage.plan();
      const json = JSON.parse(readFileSync(outputs['json-plan-path'] ?? '', 'utf8'));
      expect(outputs['plan-path']).toBe(outputs['json-plan-path']);
      expect(json.targets.map(({ name, review }: { name: string; review: object }) => [name, review])).toEqual(
        ['shop', 'billing', 'shop-eu'].map((name) => [name, expect.objectContaining({ prune: 'managed' })]),
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
      expect(await stage.apply(options)).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      stage.desk.commit('Not reviewed', CHANGED_BILLING);
      stage.desk.git('push', '--quiet', 'origin', 'main');
      const refused = await stage.apply(options);
      expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      expect(refused.stdout).toContain('billing.currency in `*;*` is not in the reviewed plan');
    });
  });

  test('from a fork is planned from the files', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      if (stage.pull.pull) stage.pull.pull.from = 'mallory/shop';
      const env = Object.fromEntries(Object.keys(stage.desk.env).map((name) => [name, stage.desk.env[name]]));
      for (const name of Object.keys(env).filter((one) => one.startsWith('CONFIGHUB_TOKEN_'))) env[name] = undefined;
      const { status, outputs, log, summary } = await stage.plan({ env });
      expect({ status, result: outputs.result, updates: outputs['to-update'] }).toEqual({
        status: 0,
        result: 'planned',
        updates: '2',
      });
      expect([stage.seen.common, stage.seen.eu, stage.forge.requests]).toEqual([[], [], []]);
      expect(log.annotations.map(({ kind }) => kind)).toEqual(['notice']);
      expect(summary).toContain('Corner Store');
    });
  });
});

describe.concurrent('what concerns several targets', () => {
  test('is annotated once, with the names of those that it concerns', async () => {
    await withTargets(async (stage) => {
      stage.propose({ 'shop/shop.yaml': 'keys: { "a b": 1 }\n' });
      const { status, outputs, log } = await stage.plan();
      expect({ status, outputs }).toMatchObject({
        status: 1,
        outputs: { result: 'failed', 'failure-reason': 'invalid', 'error-code': 'invalid' },
      });
      const mistakes = log.annotations.filter(({ title }) => title === 'confighub-sync: key-name');
      expect(mistakes).toMatchObject([{ file: 'shop/shop.yaml', text: expect.stringMatching(/^shop, shop-eu: /) }]);
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
      expect({ status, reason: outputs['failure-reason'] }).toEqual({ status: 1, reason: 'invalid' });
      const mistakes = log.annotations.filter(({ file }) => file === 'confighub.yaml');
      expect(mistakes).toHaveLength(1);
      expect(mistakes[0]?.text).not.toMatch(/^shop/);
      expect(bodies(stage)).toEqual([expect.stringMatching(/^### ❌ Mistakes in the project's files/)]);
    });
  });
});

describe.concurrent('an apply', () => {
  test('sends nothing anywhere if one target is refused, unless the others are chosen', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, 'billing/billing.yaml': 'keys: {}\n' });
      const planned = await stage.plan();
      expect(planned).toMatchObject({ status: 3, outputs: { result: 'refused', 'failure-reason': 'refused' } });
      stage.merge();
      const refused = await stage.apply();
      expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused', 'failure-reason': 'refused' } });
      expect(resultsOf(refused)).toMatchObject({
        shop: { result: 'skipped' },
        billing: { result: 'refused' },
        'shop-eu': { result: 'skipped' },
      });
      expect(refused.log.shown).toContain('Nothing was sent to any target.');
      expect(refused.log.annotations.at(-1)?.text).toMatch(/^billing: The plan was refused; nothing was sent\. If/);
      expect(pushesIn(stage.seen.common) + pushesIn(stage.seen.eu)).toBe(0);

      const chosen = await stage.apply({ with: { target: 'shop*' } });
      expect(chosen).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(resultsOf(chosen))).toEqual(['shop', 'shop-eu']);
      expect(chosen.outputs['comment-id']).not.toBe(refused.outputs['comment-id']);
    });
  });

  test('sends what a review approved for the one target that was refused', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, 'billing/billing.yaml': 'keys: {}\n' });
      expect(await stage.plan()).toMatchObject({ status: 3 });
      const [line = ''] = /^confighub approve [0-9a-f]{32}$/m.exec(bodies(stage)[0] ?? '') ?? [];
      stage.forge.forge.review(line, { state: 'APPROVED' });
      const approved = await stage.plan({ event: 'pull_request_review' });
      expect(approved, approved.output).toMatchObject({ status: 0, outputs: { result: 'planned' } });
      stage.merge();
      const applied = await stage.apply();
      expect(applied, applied.output).toMatchObject({ status: 0, outputs: { result: 'applied', 'to-delete': '2' } });
      expect(stage.common.history('acme', 'billing').at(-1)?.comment).toContain('(approved by bob)');
    });
  });

  test('stops at the first that fails, and the next run goes on', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      await stage.plan();
      stage.merge();
      const expired = answer(304, { headers: { etag: '"API token has expired."' } });
      stage.faults.common = ({ method, headers }) =>
        method === 'POST' && JSON.stringify(headers).includes(TOKENS.billing) ? { bytes: expired } : 'pass';
      const failed = await stage.apply();
      expect(failed).toMatchObject({
        status: 4,
        outputs: { result: 'failed', 'failure-reason': 'uncertain', 'error-code': 'token-expired' },
      });
      expect(resultsOf(failed)).toMatchObject({
        shop: { result: 'applied' },
        billing: { result: 'failed', 'error-code': 'token-expired' },
        'shop-eu': { result: 'skipped' },
      });
      expect(failed.log.shown).toEqual(
        expect.arrayContaining([
          'shop: applied and verified',
          'billing: failed: token-expired',
          'shop-eu: not attempted',
        ]),
      );
      expect(pushesIn(stage.seen.eu)).toBe(0);
      expect(bodies(stage)).toHaveLength(1);
      expect(bodies(stage)[0]).toContain('expired');

      stage.faults.common = () => 'pass';
      const again = await stage.apply();
      expect(again).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(resultsOf(again)).toMatchObject({
        shop: { result: 'nothing' },
        billing: { result: 'applied' },
        'shop-eu': { result: 'applied' },
      });
      expect(bodies(stage)).toHaveLength(1);
      expect(bodies(stage)[0]).not.toContain('expired');
    });
  });

  test('sends nothing anywhere if a server cannot be reached', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      stage.merge();
      await stage.eu.close();
      const failed = await stage.apply();
      expect(failed).toMatchObject({ status: 1, outputs: { result: 'failed', 'failure-reason': 'error' } });
      expect(resultsOf(failed)).toMatchObject({ shop: { result: 'skipped' }, 'shop-eu': { result: 'failed' } });
      expect(pushesIn(stage.seen.common)).toBe(0);
    });
  });

  test('says which drift the plan did not show, by target', async () => {
    await withTargets(async (stage) => {
      const others = async (server: Stage['eu'], title: string) => {
        const data = [{ key: 'shop.title', values: [{ context: '*;*', value: title }] }];
        expect(await push(server, { data }, { token: 'default' })).toMatchObject({ status: 200 });
      };
      await others(stage.common, 'Theirs');
      stage.propose(CHANGED_SHOP);
      expect((await stage.plan()).outputs.drift).toBe('1');
      await others(stage.eu, 'Theirs');
      stage.merge();
      const { log } = await stage.apply();
      expect(log.annotations.filter(({ title }) => title === 'confighub-sync: drift-not-shown')).toMatchObject([
        { text: expect.stringMatching(/^shop-eu: This apply overwrites drift in 1 item .*: shop\.title/) },
      ]);
    });
  });
});

test('each target has a drift issue of its own, which an apply closes', async () => {
  await withTargets(async (stage) => {
    const data = [{ key: 'shop.size', values: [{ context: '*;*', value: 'huge' }] }];
    for (const server of [stage.common, stage.eu]) await push(server, { data }, { token: 'default' });
    stage.merge();
    const issue = { 'drift-issue': 'true' };
    const checked = await stage.apply({ event: 'schedule', with: issue });
    expect(checked).toMatchObject({ status: 0, outputs: { result: 'checked', drift: '2' } });
    expect(resultsOf(checked)).toMatchObject({ shop: { drift: 1 }, billing: { drift: 0 }, 'shop-eu': { drift: 1 } });
    expect(checked.log.shown.at(-1)).toBe('3 targets: 2 changes on the server since the last apply.');
    expect(checked.summary).toContain('huge');
    const issues = () => stage.forge.forge.issues.slice(1).map(({ title, state }) => [title, state]);
    expect(issues()).toEqual([
      ['Drift: acme/shop (shop) was changed on the server', 'open'],
      ['Drift: acme/shop (shop-eu) was changed on the server', 'open'],
    ]);
    await stage.apply({ with: { ...issue, target: 'shop-eu' } });
    expect(issues().map(([, state]) => state)).toEqual(['open', 'closed']);
    await stage.apply({ with: issue });
    expect(issues().map(([, state]) => state)).toEqual(['closed', 'closed']);
  });
});

test('validate checks all targets; unlock needs one', async () => {
  await withTargets(async (stage) => {
    const valid = await stage.apply({ with: { command: 'validate' } });
    expect(valid).toMatchObject({ status: 0, outputs: { result: 'valid' } });
    expect(valid.log.shown.filter((line) => line.includes('Valid: 2 keys'))).toHaveLength(3);
    const all = await stage.apply({ with: { command: 'unlock' } });
    expect(all).toMatchObject({ status: 1, outputs: { 'error-code': 'several-targets' } });
    const one = await stage.apply({ with: { command: 'unlock', target: 'billing' } });
    expect(one).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
    const none = await stage.apply({ with: { command: 'plan', target: 'shops' } });
    expect(none).toMatchObject({ status: 1, outputs: { 'error-code': 'no-target' } });
  });
});
