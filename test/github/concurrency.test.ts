// Concurrent runs: in every order of requests, one comment remains, with the right text, if need be after the next run.
import { describe, expect, test } from 'vitest';
import { type PostOutcome, updateDriftIssue, upsertComment } from '../../src/github/posts.ts';
import { everyOrder, play } from './interleaving.ts';
import type { Request } from './server.ts';
import {
  botOf,
  type Ended,
  earlier,
  HEAD,
  onGitHost,
  requestOf,
  type Stage,
  TARGET,
  texts,
} from './stage.ts';

const NEWER = '2'.repeat(40);

/** Who the token belongs to is the same at any time. */
function matters({ path }: Request): boolean {
  return path !== '/graphql' && path !== '/user';
}

function written(outcome: Ended): number | undefined {
  return 'did' in outcome ? outcome.id : undefined;
}

function twoTokens({ gitHost }: Stage): void {
  for (const name of ['a', 'b']) gitHost.token(name, {});
}

function run({ api }: Stage, token: string, head = HEAD): Promise<PostOutcome> {
  const request = requestOf(`By ${token}.`);
  return upsertComment(api(token), {
    ...request,
    pullRequest: 1,
    marker: { ...request.marker, head },
  });
}

describe.each(['github', 'gitea'] as const)('two runs for one commit on %s', (flavour) => {
  test.each([
    ['when there is one', ['Old.']],
    ['when there are two', ['Old.', 'Another.']],
  ])('%s', (_, before) =>
    onGitHost(flavour, async (stage) => {
      const { server, gitHost } = stage;
      twoTokens(stage);
      // Whether the head is asked before or after does not matter as long as it stays the same.
      const isHeld = (request: Request) => matters(request) && !request.path.includes('/pulls/');
      const count = await everyOrder(async (schedule) => {
        gitHost.comments.length = 0;
        for (const text of before) earlier(gitHost, text);
        const outcomes: PostOutcome[] = [];
        const once = async (token: string) => void outcomes.push(await run(stage, token));
        const played = await play(server, {
          runs: { a: () => once('a'), b: () => once('b') },
          schedule,
          isHeld,
        });
        expect(texts(gitHost), played.steps.join(', ')).toHaveLength(1);
        expect(texts(gitHost)[0]).toMatch(/^By [ab]\.$/);
        expect(outcomes.map(written)).toEqual([gitHost.comments[0].id, gitHost.comments[0].id]);
        return played;
      });
      expect(count).toBeGreaterThan(4);
    }),
  );
});

describe.each(['github', 'gitea'] as const)('two runs that both create on %s', (flavour) => {
  test('leave two comments at most, and the next run keeps the first', () =>
    onGitHost(flavour, async (stage) => {
      const { server, gitHost } = stage;
      twoTokens(stage);
      const isHeld = (request: Request) => matters(request) && !request.path.includes('/pulls/');
      await everyOrder(async (schedule) => {
        gitHost.comments.length = 0;
        const runs = { a: () => run(stage, 'a'), b: () => run(stage, 'b') };
        const played = await play(server, { runs, schedule, isHeld });
        const [first, ...others] = gitHost.comments;
        expect(others.length, played.steps.join(', ')).toBeLessThan(2);
        server.gate = async () => undefined;
        expect(await run(stage, 'b')).toMatchObject({ id: first?.id });
        expect(texts(gitHost), played.steps.join(', ')).toEqual(['By b.']);
        return played;
      });
    }));
});

describe('concurrent runs for an older and a newer commit', () => {
  /** The push comes as a step of its own, before the newer run. */
  async function pushed(stage: Stage): Promise<void> {
    await stage.server.gate({ method: 'push', path: '', token: 'b' });
    Object.assign(stage.gitHost.issues[0].pull ?? {}, { head: NEWER });
  }

  async function race(
    stage: Stage,
    before: readonly string[],
  ): Promise<{ stale: string[][]; count: number }> {
    const { server, gitHost } = stage;
    twoTokens(stage);
    const stale: string[][] = [];
    const count = await everyOrder(async (schedule) => {
      gitHost.comments.length = 0;
      for (const text of before) earlier(gitHost, text);
      Object.assign(gitHost.issues[0].pull ?? {}, { head: HEAD });
      const newer = () => pushed(stage).then(() => run(stage, 'b', NEWER));
      const runs = { a: () => run(stage, 'a'), b: newer };
      const played = await play(server, { runs, schedule, isHeld: matters });
      if (gitHost.comments.length > 1) {
        server.gate = async () => undefined;
        await run(stage, 'b', NEWER);
      }
      if (texts(gitHost).join() !== 'By b.') stale.push(played.steps);
      return played;
    });
    return { stale, count };
  }

  test('the next run leaves the newer one if both create', () =>
    onGitHost('github', async (stage) => {
      const { stale, count } = await race(stage, []);
      expect(stale).toEqual([]);
      expect(count).toBeGreaterThan(10);
    }));

  test('the newer one wins if both update, except for a request already sent', () =>
    onGitHost('github', async (stage) => {
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

describe('a Git host that lists new comments late', () => {
  test('does not create a comment again', () =>
    onGitHost('github', async ({ gitHost, comment }) => {
      gitHost.isSlow = true;
      expect(await comment()).toMatchObject({ id: 1001, did: 'created' });
      expect(texts(gitHost)).toEqual(['A plan.']);
    }));
});

test('many at once, in arrival order', () =>
  onGitHost('github', async ({ gitHost, comment }) => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) => comment({ markdown: `Run ${i}.` })),
    );
    expect(outcomes.map(written)).toContain(1001);
    expect(await comment({ markdown: 'The next.' })).toMatchObject({ id: 1001 });
    expect(texts(gitHost)).toEqual(['The next.']);
  }));

test('the schedule after two concurrent ones leaves one drift issue open', () =>
  onGitHost('github', async (stage) => {
    const { server, gitHost, api } = stage;
    twoTokens(stage);
    const report = {
      marker: { target: TARGET, head: HEAD, plan: 'x' },
      title: 'Drift',
      markdown: 'Text',
    };
    await everyOrder(async (schedule) => {
      gitHost.issues.length = 0;
      const once = (token: string) => () =>
        updateDriftIssue(api(token), { ...report, state: 'drifted' });
      const played = await play(server, {
        runs: { a: once('a'), b: once('b') },
        schedule,
        isHeld: matters,
      });
      server.gate = async () => undefined;
      await once('a')();
      const open = gitHost.issues.filter(({ state }) => state === 'open');
      expect(open, played.steps.join(', ')).toMatchObject([{ number: 1, user: botOf(gitHost) }]);
      return played;
    });
  }));
