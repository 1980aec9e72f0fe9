// What later runs say about an apply of several targets that ended early, or whose answer was lost.
import { describe, expect, test, vi } from 'vitest';
import { answer, page } from '../helpers/faulty-server.ts';
import {
  CHANGED_BILLING,
  CHANGED_SHOP,
  DOCUMENTS,
  resultsOf,
  type Stage,
  TOKENS,
  withTargets,
} from '../helpers/several-targets.ts';

// Each test starts many processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

function bodies({ forge }: Pick<Stage, 'forge'>): string[] {
  return forge.forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

/** A second pull request, merged by a commit on main. */
function mergeSecond({ desk, forge }: Stage, files: Record<string, string>): string {
  const commit = desk.commit('Change more (#2)', files);
  desk.git('push', '--quiet', 'origin', 'main');
  const second = forge.forge.pullRequest({ head: commit, isMerged: true, mergeCommit: commit });
  second.state = 'closed';
  forge.forge.pullsOfCommit.set(commit, [2]);
  return commit;
}

describe.concurrent('the comment of a merged pull request', () => {
  test('says that a later commit brought it, once all of its targets have it', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      await stage.plan();
      stage.merge();
      stage.pull.state = 'closed';
      stage.faults.common = ({ method, headers }) =>
        method === 'POST' && JSON.stringify(headers).includes(TOKENS.billing)
          ? { bytes: answer(304, { headers: { etag: '"API token has expired."' } }) }
          : 'pass';
      expect(await stage.apply()).toMatchObject({ status: 4 });
      const [failed = ''] = bodies(stage);
      expect(failed).toContain('expired');

      mergeSecond(stage, { 'shop/shop.yaml': DOCUMENTS['shop/shop.yaml'].replace('Corner Shop', 'Market') });
      expect(await stage.apply()).toMatchObject({ status: 4 });
      expect(bodies(stage)[0]).toBe(failed);

      stage.faults.common = () => 'pass';
      expect(await stage.apply()).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      const [first = '', second = ''] = bodies(stage);
      expect(first).toMatch(/^### ✅ A later commit was applied and verified\n/);
      expect(first).toContain('expired');
      expect(second).toContain('Market');
      expect(second).not.toContain('expired');
    });
  });

  test('gets a line about a push that the server had accepted', async () => {
    await withTargets(async (stage) => {
      stage.propose({ ...CHANGED_SHOP, ...CHANGED_BILLING });
      await stage.plan();
      stage.merge();
      let isAway = false;
      stage.faults.common = ({ method, headers }) => {
        if (isAway) return { bytes: page(503) };
        if (method !== 'POST' || !JSON.stringify(headers).includes(TOKENS.billing)) return 'pass';
        isAway = true;
        return { passed: '' };
      };
      const lost = await stage.apply();
      expect(lost).toMatchObject({ status: 4, outputs: { 'failure-reason': 'uncertain' } });
      expect(resultsOf(lost)).toMatchObject({
        shop: { result: 'applied' },
        billing: { result: 'failed' },
        'shop-eu': { result: 'skipped' },
      });
      const [uncertain = ''] = bodies(stage);
      expect(uncertain).toMatch(/^### ⚠️ Sent, outcome uncertain: 1 of 3 targets/);

      stage.faults.common = () => 'pass';
      mergeSecond(stage, { 'README.md': 'The shops.\n' });
      const later = await stage.apply({ env: { GITHUB_RUN_ID: '43' } });
      expect(later).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      const [first = ''] = bodies(stage);
      expect(first).toContain('found that the server accepted the push to `billing`.');
    });
  });
});
