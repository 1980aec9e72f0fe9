// Concurrent runs: in every order of requests, one comment remains, with the right text, if need be after the next run.
import { describe, expect } from 'vitest';
import { type PostOutcome, updateDriftIssue, upsertComment } from '../../src/github/posts.ts';
import { everyOrder, play } from './interleaving.ts';
import type { Request } from './server.ts';
import {
  botOf,
  type Ended,
  earlier,
  HEAD,
  requestOf,
  type Stage,
  TARGET,
  test,
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
  const { marker, ...request } = requestOf(`By ${token}.`);
  return upsertComment(api(token), { ...request, pullRequest: 1, marker: { ...marker, head } });
}

describe.each(['github', 'gitea'] as const)('two runs for one commit on %s', (flavour) => {
  test.override({ flavour });

  test.for<[string, before: string[], most: number]>([
    ['that both create leave two comments at most, and the next run keeps the first', [], 2],
    ['leave the one that is there', ['Old.'], 1],
    ['leave one of the two that are there', ['Old.', 'Another.'], 1],
  ])('%s', async ([, before, most], { stage }) => {
    const { server, gitHost } = stage;
    twoTokens(stage);
    // Whether the head is asked before or after does not matter as long as it stays the same.
    const isHeld = (request: Request) => matters(request) && !request.path.includes('/pulls/');
    const count = await everyOrder(async (schedule) => {
      gitHost.comments.length = 0;
      for (const text of before) earlier(gitHost, text);
      const ids: number[] = [];
      const noting = (token: string) => async () => ids.push(written(await run(stage, token)) ?? 0);
      const runs = { a: noting('a'), b: noting('b') };
      const played = await play(server, { runs, schedule, isHeld });
      const [first] = gitHost.comments;
      const left = texts(gitHost);
      expect(left.length, played.steps.join(', ')).toBeLessThanOrEqual(most);
      for (const text of left) expect(text).toMatch(/^By [ab]\.$/);
      if (most === 1) expect(ids).toEqual([first?.id, first?.id]);
      server.gate = async () => undefined;
      expect(await run(stage, 'b')).toMatchObject({ id: first?.id });
      expect(texts(gitHost), played.steps.join(', ')).toEqual(['By b.']);
      return played;
    });
    expect(count).toBeGreaterThan(4);
  });
});

describe('concurrent runs for an older and a newer commit', () => {
  /** The push comes as a step of its own, before the newer run. */
  async function pushed(stage: Stage): Promise<void> {
    await stage.server.gate({ method: 'push', path: '', token: 'b' });
    Object.assign(stage.gitHost.issues[0].pull ?? {}, { head: NEWER });
  }

  async function race(stage: Stage, before: readonly string[]) {
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

  test('the next run leaves the newer one if both create', async ({ stage }) => {
    const { stale, count } = await race(stage, []);
    expect(stale).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  test('the newer one wins, except over a request already sent', async ({ stage }) => {
    const { stale, count } = await race(stage, ['Old.']);
    expect(stale.length).toBeGreaterThan(0);
    expect(stale.length).toBeLessThan(count / 2);
    for (const steps of stale) {
      const asked = steps.lastIndexOf('a GET');
      expect(steps.indexOf('b push')).toBeGreaterThan(asked);
      expect(steps.indexOf('a PATCH')).toBeGreaterThan(steps.indexOf('b PATCH'));
    }
  });
});

test('a Git host that lists new comments late gets no second one', async ({ gitHost, comment }) => {
  gitHost.isSlow = true;
  expect(await comment()).toMatchObject({ id: 1001, did: 'created' });
  expect(texts(gitHost)).toEqual(['A plan.']);
});

test('many at once, in arrival order', async ({ gitHost, comment }) => {
  const runs = Array.from({ length: 12 }, (_, i) => comment({ markdown: `Run ${i}.` }));
  expect((await Promise.all(runs)).map(written)).toContain(1001);
  expect(await comment({ markdown: 'The next.' })).toMatchObject({ id: 1001 });
  expect(texts(gitHost)).toEqual(['The next.']);
});

test('the schedule after two concurrent ones leaves one drift issue open', async ({ stage }) => {
  const { server, gitHost, api } = stage;
  twoTokens(stage);
  const marker = { target: TARGET, head: HEAD, plan: 'x' };
  const report = { marker, title: 'Drift', markdown: 'Text', state: 'drifted' } as const;
  const runs = {
    a: () => updateDriftIssue(api('a'), report),
    b: () => updateDriftIssue(api('b'), report),
  };
  await everyOrder(async (schedule) => {
    gitHost.issues.length = 0;
    const played = await play(server, { runs, schedule, isHeld: matters });
    server.gate = async () => undefined;
    await runs.a();
    const open = gitHost.issues.filter(({ state }) => state === 'open');
    expect(open, played.steps.join(', ')).toMatchObject([{ number: 1, user: botOf(gitHost) }]);
    return played;
  });
});
