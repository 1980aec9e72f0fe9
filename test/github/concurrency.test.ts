// Concurrent runs: in every order of requests, one comment remains, with the right text.
import { describe, expect, test } from 'vitest';
import { type Outcome, updateDriftIssue, upsertComment } from '../../src/github/posts.ts';
import { everyOrder, play } from './interleaving.ts';
import type { Request } from './server.ts';
import { bodyOf, botOf, type Ended, earlier, HEAD, onForge, requestOf, type Stage, TARGET, texts } from './stage.ts';

const NEWER = '2'.repeat(40);

/** Who the token belongs to is the same at any time. */
function matters({ path }: Request): boolean {
  return path !== '/graphql' && path !== '/user';
}

function written(outcome: Ended): number | undefined {
  return 'did' in outcome ? outcome.id : undefined;
}

function twoTokens({ forge }: Stage): void {
  for (const name of ['a', 'b']) forge.token(name, {});
}

function run({ api }: Stage, token: string, head = HEAD): Promise<Outcome> {
  const request = requestOf(`By ${token}.`);
  return upsertComment(api(token), { ...request, pullRequest: 1, marker: { ...request.marker, head } });
}

describe.each(['github', 'gitea'] as const)('two runs for one commit on %s', (flavour) => {
  test.each([
    ['when there is no comment yet', []],
    ['when there is one', ['Old.']],
    ['when there are two', ['Old.', 'Another.']],
  ])('%s', (_, before) =>
    onForge(flavour, async (stage) => {
      const { server, forge } = stage;
      twoTokens(stage);
      // Whether the head is asked before or after does not matter as long as it stays the same.
      const isHeld = (request: Request) => matters(request) && !request.path.includes('/pulls/');
      const count = await everyOrder(async (schedule) => {
        forge.comments.length = 0;
        for (const text of before) earlier(forge, text);
        const outcomes: Outcome[] = [];
        const once = async (token: string) => void outcomes.push(await run(stage, token));
        const played = await play(server, {
          runs: { a: () => once('a'), b: () => once('b') },
          schedule,
          isHeld,
        });
        expect(texts(forge), played.steps.join(', ')).toHaveLength(1);
        expect(texts(forge)[0]).toMatch(/^By [ab]\.$/);
        expect(outcomes.map(written)).toEqual([forge.comments[0].id, forge.comments[0].id]);
        return played;
      });
      expect(count).toBeGreaterThan(4);
    }),
  );
});

describe('concurrent runs for an older and a newer commit', () => {
  /** The push comes as a step of its own, before the newer run. */
  async function pushed(stage: Stage): Promise<void> {
    await stage.server.gate({ method: 'push', path: '', token: 'b' });
    Object.assign(stage.forge.issues[0].pull ?? {}, { head: NEWER });
  }

  async function race(stage: Stage, before: readonly string[]): Promise<{ stale: string[][]; count: number }> {
    const { server, forge } = stage;
    twoTokens(stage);
    const stale: string[][] = [];
    const count = await everyOrder(async (schedule) => {
      forge.comments.length = 0;
      for (const text of before) earlier(forge, text);
      Object.assign(forge.issues[0].pull ?? {}, { head: HEAD });
      const newer = () => pushed(stage).then(() => run(stage, 'b', NEWER));
      const runs = { a: () => run(stage, 'a'), b: newer };
      const played = await play(server, { runs, schedule, isHeld: matters });
      if (texts(forge).join() !== 'By b.') stale.push(played.steps);
      return played;
    });
    return { stale, count };
  }

  test('the newer one wins if both create', () =>
    onForge('github', async (stage) => {
      const { stale, count } = await race(stage, []);
      expect(stale).toEqual([]);
      expect(count).toBeGreaterThan(50);
    }));

  test('the newer one wins if both update, except for a request already sent', () =>
    onForge('github', async (stage) => {
      const { stale, count } = await race(stage, ['Old.']);
      expect(stale.length).toBeGreaterThan(0);
      expect(stale.length).toBeLessThan(count / 2);
      for (const steps of stale) {
        const asked = steps.lastIndexOf('a GET');
        expect(steps.indexOf('b push')).toBeGreaterThan(asked);
        expect(steps.indexOf('a PATCH')).toBeGreaterThan(steps.indexOf('b PATCH'));
      }
    }));
});

describe('a forge that lists new comments late', () => {
  test('does not create a comment again', () =>
    onForge('github', async ({ forge, comment }) => {
      forge.isSlow = true;
      expect(await comment()).toMatchObject({ id: 1001, did: 'created' });
      expect(texts(forge)).toEqual(['A plan.']);
    }));

  test('the older run keeps the comment of the newer one', () =>
    onForge('github', async (stage) => {
      const { forge, server } = stage;
      server.gate = async ({ method, path }) => {
        if (method !== 'GET' || !path.includes('/comments') || forge.comments.length !== 1) return;
        Object.assign(forge.issues[0].pull ?? {}, { head: NEWER });
        forge.comment({ issue: 1, body: bodyOf('Newer.', NEWER), user: botOf(forge) });
      };
      expect(await stage.comment({ markdown: 'Older.' })).toMatchObject({ id: 1001 });
      expect(texts(forge)).toEqual(['Older.', 'Newer.']);
      server.gate = async () => undefined;
      await run(stage, 'workflow', NEWER);
      expect(texts(forge)).toEqual(['By workflow.']);
    }));
});

test('many at once, in arrival order', () =>
  onForge('github', async ({ forge, comment }) => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, i) => comment({ markdown: `Run ${i}.` })));
    expect(texts(forge)).toEqual([expect.stringMatching(/^Run \d+\.$/)]);
    expect(new Set(outcomes.map(written))).toEqual(new Set([forge.comments[0].id]));
  }));

test('two concurrent schedules leave one drift issue open', () =>
  onForge('github', async (stage) => {
    const { server, forge, api } = stage;
    twoTokens(stage);
    const report = { marker: { target: TARGET, head: HEAD, plan: 'x' }, title: 'Drift', markdown: 'Text' };
    await everyOrder(async (schedule) => {
      forge.issues.length = 0;
      const once = (token: string) => () => updateDriftIssue(api(token), { ...report, state: 'drifted' });
      const played = await play(server, { runs: { a: once('a'), b: once('b') }, schedule, isHeld: matters });
      const open = forge.issues.filter(({ state }) => state === 'open');
      expect(open, played.steps.join(', ')).toMatchObject([{ number: 1, user: botOf(forge) }]);
      return played;
    });
  }));
