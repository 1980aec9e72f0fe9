// An apply whose answer was lost, and its comment when later runs know the outcome.
import { describe, expect, test } from 'vitest';
import { pausing } from '../helpers/beside.ts';
import { type Fault, page, withFaults } from '../helpers/faulty-server.ts';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';

const SHOP = SMALL['config/shop.yaml'];
const CHANGED = { 'config/shop.yaml': SHOP.replace('Corner Shop', 'Corner Store') };
const LATER = {
  'config/shop.yaml': SHOP.replace('Corner Shop', 'Corner Store').replace('db.dev', 'db.new'),
};

/** What each comment says, without its marker. */
function bodies({ gitHost }: Proposed): string[] {
  return gitHost.gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

/** A pull request is merged, its job pushes, and nobody hears of the server any more: the commit that was applied. */
function withLostAnswer(use: (proposed: Proposed, commit: string) => Promise<void>): Promise<void> {
  return withPullRequest({}, async (proposed) => {
    let isLost = false;
    let isAway = false;
    const fault = ({ method }: { method: string }): Fault => {
      if (isAway) return { bytes: page(503) };
      if (method !== 'POST' || !isLost) return 'pass';
      isAway = true;
      return { passed: '' };
    };
    await withFaults({ behind: proposed.server, fault }, async ({ url }) => {
      const { desk, propose, plan, merge, apply } = proposed;
      desk.env.CONFIGHUB_URL = url;
      expect((await desk.cli(['apply'])).status).toBe(0);
      propose(CHANGED);
      await plan();
      const commit = merge();
      isLost = true;
      const uncertain = await apply({ isProcess: true, env: pausing(desk, 'at once') });
      expect(uncertain).toMatchObject({ status: 4, outputs: { 'failure-reason': 'uncertain' } });
      expect(bodies(proposed)).toEqual([expect.stringMatching(/^### ⚠️ Sent, outcome uncertain/)]);
      isLost = false;
      isAway = false;
      await use(proposed, commit);
    });
  });
}

const SECOND_RUN = { env: { GITHUB_RUN_ID: '43' } };

describe.concurrent('the comment of an apply whose answer was lost', () => {
  test('is settled when the job ran again', async () => {
    await withLostAnswer(async (proposed, commit) => {
      const env = { ...SECOND_RUN.env, GITHUB_SHA: commit };
      const again = await proposed.apply({ env });
      expect(again).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
      expect(again.log.annotations).toEqual([
        expect.objectContaining({
          kind: 'warning',
          text: expect.stringContaining('did not finish'),
        }),
      ]);
      expect(bodies(proposed)).toEqual([
        expect.stringMatching(/^### ✅ Applied and verified: `acme\/shop` at `.+`\n/),
      ]);
      expect(bodies(proposed)[0]).toContain('/actions/runs/43)');
      expect(again.outputs['comment-id']).toBe(String(proposed.gitHost.gitHost.comments[0]?.id));
      // A third run has nothing to add, and says so of itself alone.
      expect(await proposed.apply({ env })).toMatchObject({ status: 0, log: { annotations: [] } });
    });
  });

  test('stays when the next pull request is applied, which has its own comment', async () => {
    await withLostAnswer(async (proposed) => {
      const { desk, gitHost, apply } = proposed;
      const [uncertain] = bodies(proposed);
      const later = desk.commit('Another database (#2)', LATER);
      const second = gitHost.gitHost.pullRequest({ head: later, from: 'acme/shop' });
      if (second.pull) Object.assign(second.pull, { isMerged: true, mergeCommit: later });
      gitHost.gitHost.pullsOfCommit.set(later, [2]);
      const env = { ...SECOND_RUN.env, GITHUB_SHA: later };
      const applied = await apply({ env });
      expect(applied).toMatchObject({
        status: 0,
        outputs: { result: 'applied', 'to-update': '1' },
      });
      const [first, own] = bodies(proposed);
      expect(first).toBe(uncertain);
      expect(own).toMatch(/^### ✅ Applied and verified/);
      expect(own).toContain('db.new');
      const [sent, before] = own?.split('#### Sent by an apply that did not finish (1)') ?? [];
      expect(sent).not.toContain('Corner');
      expect(before).toContain('Corner');
      expect(applied.outputs['comment-id']).toBe(String(gitHost.gitHost.comments[1]?.id));
    });
  });
});
