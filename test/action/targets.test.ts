// A project file with several targets in a workflow: one plan, comment and apply for all, and a drift issue for each.
import { describe, expect, test } from 'vitest';
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
  targetsOf,
  tokensIn,
  withTargets,
} from './three-targets.ts';
import { nightly } from '../helpers/test.ts';

function bodies({ gitHost }: Pick<Stage, 'gitHost'>): string[] {
  return gitHost.gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

describe.concurrent('a pull request', () => {
  test('has one plan and one comment for all targets, from plan to apply; each token is shown to its own server only, and hidden in the log', async () => {
    await withTargets(async (stage) => {
      stage.propose(CHANGED_SHOP);
      const planned = await stage.plan();
      expect(planned).toMatchObject({
        status: 0,
        outputs: {
          result: 'planned',
          changes: 'true',
          'to-create': '0',
          'to-update': '2',
          'to-delete': '0',
        },
      });
      const changed = {
        'to-create': 0,
        'to-update': 1,
        'to-delete': 0,
        drift: 0,
        'error-code': '',
      };
      expect(JSON.parse(planned.outputs.targets ?? '')).toEqual([
        { name: 'shop', result: 'planned', changes: true, ...changed },
        { name: 'billing', result: 'planned', changes: false, ...changed, 'to-update': 0 },
        { name: 'shop-eu', result: 'planned', changes: true, ...changed },
      ]);
      const log = planned.log.shown;
      const at = (pattern: RegExp) => log.findIndex((line) => pattern.test(line));
      expect([
        at(/^shop: acme\/shop at /),
        at(/^billing: .*: no changes\.$/),
        at(/^shop-eu: acme\/shop at /),
      ]).toEqual([at(/^shop: /), at(/^billing: /), at(/^shop-eu: /)].toSorted((a, b) => a - b));
      expect(log.at(-1)).toBe(
        '3 targets: 2 with changes, 1 unchanged. Plan: 0 to create, 2 to update, 0 to delete.',
      );
      expect(bodies(stage)).toHaveLength(1);
      expect(bodies(stage)[0]).toContain('Corner Store');

      const commit = stage.merge();
      const applied = await stage.apply({ env: { RUNNER_DEBUG: '1' } });
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
      expect({ common: pushesIn(stage.seen.common), eu: pushesIn(stage.seen.eu) }).toEqual({
        common: 1,
        eu: 1,
      });

      for (const { log } of [planned, applied]) {
        expect(log.masks.slice(0, log.masksBeforeOutput)).toEqual(
          expect.arrayContaining(Object.values(TOKENS)),
        );
        const shown = [
          ...log.shown,
          ...log.others,
          ...log.annotations.map(({ text }) => text),
        ].join('\n');
        for (const token of Object.values(TOKENS)) expect(shown).not.toContain(token);
      }
      expect(tokensIn(stage.seen.common)).toEqual(['shop', 'billing']);
      expect(tokensIn(stage.seen.eu)).toEqual(['shop-eu']);
      const wrong = (repository: string, name: keyof typeof TOKENS) =>
        stage.seen.common.filter(
          (one) => one.includes(`/acme/${repository}`) && one.includes(TOKENS[name]),
        );
      expect([...wrong('shop', 'billing'), ...wrong('billing', 'shop')]).toEqual([]);
    });
  });
});

describe.concurrent('an apply', () => {
  test('sends nothing anywhere if one target is refused, unless the others are chosen', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, 'billing/billing.yaml': 'keys: {}\n' });
      stage.merge();
      const refused = await stage.apply();
      expect(refused).toMatchObject({
        status: 3,
        outputs: { result: 'refused', 'failure-reason': 'refused' },
      });
      expect(resultsOf(refused)).toMatchObject({
        shop: { result: 'skipped' },
        billing: { result: 'refused' },
        'shop-eu': { result: 'skipped' },
      });
      expect(refused.log.shown).toContain('Nothing was sent to any target.');
      expect(refused.log.annotations.at(-1)?.text).toMatch(
        /^billing: The apply was refused: nothing was sent\.\nIf/,
      );
      expect(pushesIn(stage.seen.common) + pushesIn(stage.seen.eu)).toBe(0);

      const chosen = await stage.apply({ with: { target: 'shop*' } });
      expect(chosen).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(Object.keys(resultsOf(chosen))).toEqual(['shop', 'shop-eu']);
      expect(chosen.outputs['comment-id']).not.toBe(refused.outputs['comment-id']);
    });
  });

  nightly('stops at the first that fails, and the next run goes on', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      stage.merge();
      const expired = answer(304, { headers: { etag: '"API token has expired."' } });
      stage.faults.common = ({ method, headers }) =>
        method === 'POST' && JSON.stringify(headers).includes(TOKENS.billing)
          ? { bytes: expired }
          : 'pass';
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
});

nightly(
  'a merge of which one target is not known to be applied is not called applied by a later run',
  async () => {
    await withTargets(async (stage) => {
      const { desk, faults, gitHost } = stage;
      const { billing, ...others } = targetsOf(stage.urls);
      const last = { 'confighub.yaml': projectFile(stage.urls, { ...others, billing }) };
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING, ...last });
      await stage.plan();
      stage.merge();
      stage.pull.state = 'closed';
      const [planned] = bodies(stage);
      // In the first run, one target fails after the others were applied, and no comment can be written.
      faults.common = ({ method, headers }) =>
        method === 'POST' && JSON.stringify(headers).includes(TOKENS.billing) ? 'cut' : 'pass';
      gitHost.isRejecting = true;
      expect(resultsOf(await stage.apply())).toMatchObject({
        shop: { result: 'applied' },
        billing: { result: 'failed' },
      });
      gitHost.isRejecting = false;
      // In the second one, it cannot even be planned.
      faults.common = ({ headers }) =>
        JSON.stringify(headers).includes(TOKENS.billing) ? 'cut' : 'pass';
      desk.commit('Say more', { 'README.md': 'The shops.\n' });
      desk.git('push', '--quiet', 'origin', 'main');
      expect(resultsOf(await stage.apply())).toMatchObject({ billing: { result: 'failed' } });
      expect(bodies(stage)).toEqual([planned]);
    });
  },
);

describe.concurrent('several refused targets', () => {
  const NOTHING = { 'shop/shop.yaml': 'keys: {}\n', 'billing/billing.yaml': 'keys: {}\n' };

  test('are approved by one text, which is entered as the log and the comment print it', async () => {
    await withTargets(async (stage) => {
      stage.propose(NOTHING);
      stage.merge();
      const refused = await stage.apply();
      expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      const asked = /on `main`, with `command` set to `apply` and this text as `approve`: (.+)$/m;
      const [, text = ''] = asked.exec(refused.log.shown.join('\n')) ?? [];
      expect(text).toMatch(/^shop: [0-9a-f]{32}; billing: [0-9a-f]{32}; shop-eu: [0-9a-f]{32}$/);
      expect(asked.exec(refused.log.annotations.at(-1)?.text ?? '')?.[1]).toBe(text);
      for (const where of [refused.summary, bodies(stage)[0], refused.log.shown.join('\n')])
        expect(where?.match(/\b[0-9a-f]{32}\b/g)).toHaveLength(3);
      expect(bodies(stage)[0]).toContain(`\n\`\`\`\n${text}\n\`\`\`\n`);
      const dispatch = { event: 'workflow_dispatch', with: { approve: `approve: ${text}` } };
      const planned = await stage.apply({
        ...dispatch,
        with: { ...dispatch.with, command: 'plan' },
      });
      expect(planned).toMatchObject({
        status: 1,
        outputs: { result: 'failed', 'error-code': 'only-planned' },
      });
      for (const where of [planned.summary, bodies(stage)[0]])
        expect(where).toContain(`\n\`\`\`\n${text}\n\`\`\`\n`);
      expect(planned.log.annotations.at(-1)?.text.match(/Only planned/g)).toHaveLength(1);
      expect(await stage.apply(dispatch)).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-delete': '6' },
      });
    });
  });
});

test('each target has a drift issue of its own, which the next look at the server closes', async () => {
  await withTargets(async (stage) => {
    const data = [{ key: 'shop.size', values: [{ context: '*;*', value: 'huge' }] }];
    for (const server of [stage.common, stage.eu])
      await push(server, { data }, { token: 'default' });
    stage.merge();
    const issue = { 'drift-issue': 'true' };
    const checked = await stage.apply({ event: 'schedule', with: issue });
    expect(checked).toMatchObject({ status: 0, outputs: { result: 'checked', drift: '2' } });
    expect(resultsOf(checked)).toMatchObject({
      shop: { drift: 1 },
      billing: { drift: 0 },
      'shop-eu': { drift: 1 },
    });
    expect(checked.log.shown.at(-1)).toBe(
      '3 targets: 2 changes on the server since the last apply.',
    );
    expect(checked.summary).toContain('huge');
    const issues = () =>
      stage.gitHost.gitHost.issues.slice(1).map(({ title, state }) => [title, state]);
    expect(issues()).toEqual([
      ['Drift: acme/shop (shop) was changed on the server', 'open'],
      ['Drift: acme/shop (shop-eu) was changed on the server', 'open'],
    ]);
    const body = stage.gitHost.gitHost.issues.at(-1)?.body;
    expect(body).toContain('`confighub-sync import --target shop-eu --only drift`');
    await stage.apply({ with: { ...issue, target: 'shop-eu' } });
    expect(issues().map(([, state]) => state)).toEqual(['open', 'open']);
    await stage.apply({ event: 'schedule', with: issue });
    expect(issues().map(([, state]) => state)).toEqual(['open', 'closed']);
  });
});
