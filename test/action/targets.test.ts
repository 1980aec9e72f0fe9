// A project file with several targets in a workflow: one plan, comment and apply for all, and a drift issue for each.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { answer, type Fault, type Request } from '../helpers/faulty-server.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { change, comments, counts, driftIssue, look, outcome } from './stage.ts';
import {
  CHANGED_BILLING,
  CHANGED_SHOP,
  projectFile,
  pushesIn,
  resultsOf,
  TOKEN_VARIABLES,
  TOKENS,
  targetsOf,
  test,
  tokensIn,
} from './three-targets.ts';

const nightly = test.runIf(IS_NIGHTLY);

const UPDATED = { 'to-create': 0, 'to-update': 1, 'to-delete': 0, drift: 0, 'error-code': '' };

/** What becomes of the requests of the target `billing`. */
const ofBilling =
  (fault: Fault, only = /./) =>
  ({ method, headers }: Request): Fault =>
    only.test(method) && JSON.stringify(headers).includes(TOKENS.billing) ? fault : 'pass';

describe.concurrent('several targets', () => {
  test('have one plan and one comment, from plan to apply; each token is shown to its own server only, and hidden in the log', async ({
    targets: stage,
  }) => {
    stage.propose(CHANGED_SHOP);
    const planned = await stage.plan();
    expect([outcome(planned), counts(planned)]).toEqual(['0 planned', [0, 2, 0]]);
    expect(planned.outputs.changes).toBe('true');
    expect(JSON.parse(planned.outputs.targets ?? '')).toEqual([
      { name: 'shop', result: 'planned', changes: true, ...UPDATED },
      { name: 'billing', result: 'planned', changes: false, ...UPDATED, 'to-update': 0 },
      { name: 'shop-eu', result: 'planned', changes: true, ...UPDATED },
    ]);
    const heads = planned.log.shown.filter((line) => /: acme\/|: no changes\.$/.test(line));
    expect(heads.map((line) => line.split(':')[0])).toEqual(['shop', 'billing', 'shop-eu']);
    expect(planned.log.shown.at(-1)).toBe(
      '3 targets: 2 with changes, 1 unchanged. Plan: 0 to create, 2 to update, 0 to delete.',
    );
    expect(comments(stage)).toEqual([expect.stringContaining('Corner Store')]);

    const commit = stage.merge();
    const applied = await stage.apply({ env: { RUNNER_DEBUG: '1' } });
    expect(outcome(applied)).toBe('0 applied');
    expect(resultsOf(applied)).toEqual({
      shop: 'applied',
      billing: 'nothing',
      'shop-eu': 'applied',
    });
    const said = ['shop: applied and verified', 'shop-eu: applied and verified'];
    expect(applied.log.shown).toEqual(expect.arrayContaining(said));
    expect(comments(stage)).toEqual([expect.stringContaining(`/commit/${commit})`)]);
    expect(applied.outputs['comment-id']).toBe(planned.outputs['comment-id']);
    expect([pushesIn(stage.seen.common), pushesIn(stage.seen.eu)]).toEqual([1, 1]);

    for (const { log } of [planned, applied]) {
      const tokens = Object.values(TOKENS);
      const masks = log.masks.slice(0, log.masksBeforeOutput);
      expect(masks).toEqual(expect.arrayContaining(tokens));
      const annotations = log.annotations.map(({ text }) => text);
      const shown = [...log.shown, ...log.others, ...annotations].join('\n');
      for (const token of tokens) expect(shown).not.toContain(token);
    }
    expect(tokensIn(stage.seen.common)).toEqual(['shop', 'billing']);
    expect(tokensIn(stage.seen.eu)).toEqual(['shop-eu']);
    const wrong = (repository: string, name: keyof typeof TOKENS) =>
      stage.seen.common.filter(
        (one) => one.includes(`/acme/${repository}`) && one.includes(TOKENS[name]),
      );
    expect([...wrong('shop', 'billing'), ...wrong('billing', 'shop')]).toEqual([]);
  });

  test('get nothing if one of them is refused, unless the others are chosen', async ({
    targets: stage,
  }) => {
    stage.propose({ ...CHANGED_SHOP, 'billing/billing.yaml': 'keys: {}\n' });
    stage.merge();
    const refused = await stage.apply();
    expect(outcome(refused)).toBe('3 refused');
    expect(refused.outputs['failure-reason']).toBe('refused');
    const skipped = { shop: 'skipped', billing: 'refused', 'shop-eu': 'skipped' };
    expect(resultsOf(refused)).toEqual(skipped);
    expect(refused.log.shown).toContain('Nothing was sent to any target.');
    expect(refused.log.annotations.at(-1)?.text).toMatch(
      /^billing: The apply was refused: nothing was sent\.\nIf/,
    );
    expect(pushesIn(stage.seen.common) + pushesIn(stage.seen.eu)).toBe(0);

    const chosen = await stage.apply({ with: { target: 'shop*' } });
    expect(outcome(chosen)).toBe('0 applied');
    expect(Object.keys(resultsOf(chosen))).toEqual(['shop', 'shop-eu']);
    expect(chosen.outputs['comment-id']).not.toBe(refused.outputs['comment-id']);
  });

  nightly(
    'are applied up to the first that fails, and the next run goes on',
    async ({ targets: stage }) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      stage.merge();
      const expired = answer(304, { headers: { etag: '"API token has expired."' } });
      stage.faults.common = ofBilling({ bytes: expired }, /POST/);
      const failed = await stage.apply();
      expect(outcome(failed)).toBe('4 failed token-expired');
      expect(failed.outputs['failure-reason']).toBe('uncertain');
      const first = { shop: 'applied', billing: 'failed token-expired', 'shop-eu': 'skipped' };
      expect(resultsOf(failed)).toEqual(first);
      expect(pushesIn(stage.seen.eu)).toBe(0);
      expect(comments(stage)).toEqual([expect.stringContaining('expired')]);

      stage.faults.common = () => 'pass';
      const again = await stage.apply();
      expect(outcome(again)).toBe('0 applied');
      expect(resultsOf(again)).toEqual({
        shop: 'nothing',
        billing: 'applied',
        'shop-eu': 'applied',
      });
      expect(comments(stage)).toEqual([expect.not.stringContaining('expired')]);
    },
  );

  nightly(
    'of which one is not known to be applied are not called applied by a later run',
    async ({ targets: stage }) => {
      const { desk, gitHost, urls } = stage;
      const { billing, ...others } = targetsOf(urls);
      const last = { 'confighub.yaml': projectFile(urls, { ...others, billing }) };
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING, ...last });
      await stage.plan();
      stage.merge();
      stage.pull.state = 'closed';
      const planned = comments(stage);
      // In the first run, one target fails after the others were applied, and no comment can be written.
      stage.faults.common = ofBilling('cut', /POST/);
      gitHost.isRejecting = true;
      const { shop, billing: first = '' } = resultsOf(await stage.apply());
      expect([shop, first]).toEqual(['applied', expect.stringMatching(/^failed/)]);
      gitHost.isRejecting = false;
      // In the second one, it cannot even be planned.
      stage.faults.common = ofBilling('cut');
      desk.commit('Say more', { 'README.md': 'The shops.\n' });
      desk.git('push', '--quiet', 'origin', 'main');
      expect(resultsOf(await stage.apply()).billing).toMatch(/^failed/);
      expect(comments(stage)).toEqual(planned);
    },
  );

  test('that are refused are approved by one text, which is entered as the log and the comment print it', async ({
    targets: stage,
  }) => {
    stage.propose({ 'shop/shop.yaml': 'keys: {}\n', 'billing/billing.yaml': 'keys: {}\n' });
    stage.merge();
    const refused = await stage.apply();
    expect(outcome(refused)).toBe('3 refused');
    const log = refused.log.shown.join('\n');
    const asked = /on `main`, with `command` set to `apply` and this text as `approve`: (.+)$/m;
    const [, text = ''] = asked.exec(log) ?? [];
    expect(text).toMatch(/^shop: [0-9a-f]{32}; billing: [0-9a-f]{32}; shop-eu: [0-9a-f]{32}$/);
    expect(asked.exec(refused.log.annotations.at(-1)?.text ?? '')?.[1]).toBe(text);
    for (const where of [refused.summary, comments(stage)[0], log])
      expect(where?.match(/\b[0-9a-f]{32}\b/g)).toHaveLength(3);
    const block = `\n\`\`\`\n${text}\n\`\`\`\n`;
    expect(comments(stage)[0]).toContain(block);
    const event = 'workflow_dispatch';
    const approve = `approve: ${text}`;
    const planned = await stage.apply({ event, with: { approve, command: 'plan' } });
    expect(outcome(planned)).toBe('1 failed only-planned');
    for (const where of [planned.summary, comments(stage)[0]]) expect(where).toContain(block);
    expect(planned.log.annotations.at(-1)?.text.match(/Only planned/g)).toHaveLength(1);
    const applied = await stage.apply({ event, with: { approve } });
    expect([outcome(applied), counts(applied)]).toEqual(['0 applied', [0, 0, 6]]);
  });

  test('have a drift issue each, which the next look at the server closes', async ({
    targets: stage,
  }) => {
    for (const server of [stage.common, stage.eu])
      await change(server, 'huge', { key: 'shop.size' });
    stage.merge();
    const checked = await look(stage);
    expect([outcome(checked), checked.outputs.drift]).toEqual(['0 checked', '2']);
    const drift = JSON.parse(checked.outputs.targets ?? '').map(
      (one: { drift: number }) => one.drift,
    );
    expect(drift).toEqual([1, 0, 1]);
    const last = '3 targets: 2 changes on the server since the last apply.';
    expect(checked.log.shown.at(-1)).toBe(last);
    expect(checked.summary).toContain('huge');
    const issues = () => stage.gitHost.gitHost.issues.slice(1);
    expect(issues()).toMatchObject([
      { title: 'Drift: acme/shop (shop) was changed on the server', state: 'open' },
      { title: 'Drift: acme/shop (shop-eu) was changed on the server', state: 'open' },
    ]);
    const accept = '`confighub-sync import --target shop-eu --only drift`';
    expect(driftIssue(stage)?.body).toContain(accept);
    await stage.apply({ with: { 'drift-issue': 'true', target: 'shop-eu' } });
    expect(issues().map(({ state }) => state)).toEqual(['open', 'open']);
    await look(stage);
    expect(issues().map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  nightly(
    'have their plans as files: a list, a summary, and a page for each target',
    async ({ targets: stage }) => {
      stage.propose(CHANGED_SHOP);
      const { outputs, summary } = await stage.plan();
      const json = JSON.parse(readFileSync(outputs['plan-path'] ?? '', 'utf8'));
      const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
      const names = ['shop', 'billing', 'shop-eu'];
      expect(json.targets).toMatchObject(names.map((name) => ({ name, digest })));
      expect(readFileSync(outputs['markdown-plan-path'] ?? '', 'utf8').trim()).toBe(summary.trim());
      const pages = readdirSync(outputs['html-plan-path'] ?? '').sort();
      expect(pages).toEqual(['billing.html', 'shop-eu.html', 'shop.html']);
      stage.merge();
      stage.desk.write({ 'plan.json': JSON.stringify(json) });
      const options = { with: { plan: 'plan.json' } };
      expect(outcome(await stage.apply(options))).toBe('0 applied');
      stage.desk.commit('Not reviewed', CHANGED_BILLING);
      stage.desk.git('push', '--quiet', 'origin', 'main');
      const refused = await stage.apply(options);
      expect(outcome(refused)).toBe('3 refused');
      const why = 'refused not-reviewed: This plan is not the one in plan.json.';
      expect(refused.stdout).toContain(why);
    },
  );

  nightly('from a fork are planned from the files', async ({ targets: stage }) => {
    stage.propose(CHANGED_SHOP);
    if (stage.pull.pull) stage.pull.pull.from = 'mallory/shop';
    const names = Object.keys(TOKEN_VARIABLES);
    const env = Object.fromEntries(names.map((name) => [name, undefined]));
    const planned = await stage.plan({ env });
    expect([outcome(planned), counts(planned)]).toEqual(['0 planned', [0, 2, 0]]);
    expect([stage.seen.common, stage.seen.eu, stage.gitHost.requests]).toEqual([[], [], []]);
    expect(planned.log.annotations.map(({ kind }) => kind)).toEqual(['notice']);
    expect(planned.summary).toContain('Corner Store');
  });

  nightly('are named by an annotation that concerns some of them', async ({ targets: stage }) => {
    stage.propose({ 'shop/shop.yaml': 'keys: { "a b": 1 }\n' });
    const planned = await stage.plan();
    expect(outcome(planned)).toBe('1 failed invalid');
    expect(planned.outputs['failure-reason']).toBe('invalid');
    const { annotations } = planned.log;
    expect(annotations.filter(({ title }) => title === 'confighub-sync: key-name')).toMatchObject([
      { file: 'shop/shop.yaml', text: expect.stringMatching(/^shop, shop-eu: /) },
    ]);
    const results = { shop: 'failed invalid', billing: 'planned' };
    expect(resultsOf(planned)).toMatchObject(results);
    expect(comments(stage)[0]).toContain('shop/shop.yaml:1:9');
  });

  nightly('are not named by one that concerns all', async ({ targets: stage }) => {
    stage.propose({ 'confighub.yaml': `${projectFile(stage.urls)}prunee: all\n` });
    const { status, outputs, log } = await stage.plan();
    expect([status, outputs['failure-reason']]).toEqual([1, 'invalid']);
    const errors = log.annotations.filter(({ file }) => file === 'confighub.yaml');
    expect(errors).toMatchObject([{ text: expect.not.stringMatching(/^shop/) }]);
    const title = expect.stringMatching(/^### ❌ Errors in the project's files/);
    expect(comments(stage)).toEqual([title]);
  });
});
