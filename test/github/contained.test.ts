// Which pull requests an apply contains, and what is written to each of them.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEventContext } from '../../src/github/event.ts';
import type { Contained } from '../../src/render/markdown/targets.ts';
import { commitsBetween, mergedIn } from '../../src/github/pull-request.ts';
import { writeMarker } from '../../src/github/posts.ts';
import { Publisher } from '../../src/github/publish.ts';
import { MALLORY } from './git-host.ts';
import { botOf, NOW, onGitHost, type Stage, texts } from './stage.ts';

const id = (number: number) => String(number).padStart(40, '0');
const range = (length: number) => Array.from({ length }, (_, i) => id(i + 1));

describe.each(['github', 'gitea'] as const)('the API of %s', (flavour) => {
  test.each([
    ['none', 0, 0],
    ['a page', 100, 100],
    ['two pages', 150, 150],
    ['more: the oldest and the newest', 350, flavour === 'github' ? 150 : 350],
  ])('lists the commits between two: %s', (_, length, count) =>
    onGitHost(flavour, async ({ api, gitHost }) => {
      gitHost.commitsBetween = () => range(length);
      const found = await commitsBetween(api(), id(0), id(length));
      expect(found).toHaveLength(count);
      if (length > 0) expect(found).toContain(id(length));
    }),
  );

  test('does not know the last applied commit', () =>
    onGitHost(flavour, async ({ api, gitHost }) => {
      gitHost.commitsBetween = () => undefined;
      expect(await commitsBetween(api(), id(0), id(1))).toBeUndefined();
      expect(await commitsBetween(api(), 'main', id(1))).toBeUndefined();
      expect(await commitsBetween(api(), id(1), id(1))).toEqual([]);
    }));

  test('has pull requests that were merged as one of them', () =>
    onGitHost(flavour, async ({ api, gitHost }) => {
      merged(gitHost, 2);
      gitHost.pullRequest({ head: id(9), mergeCommit: id(3) }).state = 'closed';
      const found = await mergedIn(api(), new Set([id(2), id(3)]));
      expect(found.map(({ mergeCommit }) => mergeCommit)).toEqual([id(2)]);
      expect(await mergedIn(api(), new Set())).toEqual([]);
    }));
});

/** Pull requests that were merged as the first commits; their numbers. */
function merged(gitHost: Stage['gitHost'], count: number): number[] {
  return range(count).map((mergeCommit) => {
    const pull = gitHost.pullRequest({ head: mergeCommit, isMerged: true, mergeCommit });
    pull.state = 'closed';
    return pull.number;
  });
}

/** What an apply of the last commit writes, and says in its log. */
async function apply({ server, gitHost }: Stage, head: string, since = [id(0)]): Promise<string[]> {
  const lines: string[] = [];
  const spy = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => spy.mockRestore());
  const env = {
    GITHUB_API_URL: server.url,
    GITHUB_REPOSITORY: gitHost.repository,
    GITHUB_EVENT_NAME: 'push',
  };
  const context = { ...readEventContext(env), sha: head, payload: {} };
  const publisher = new Publisher({
    context,
    inputs: { comment: 'changes', githubToken: 'workflow' },
    markerOf: () => 'target',
    checkout: async () => ({ commit: head, parents: [], folder: '' }),
    clock: { now: () => new Date(NOW), pause: async () => undefined },
  });
  const markdownOf = (contained?: Contained) =>
    `Applied ${contained?.pullRequests.join(',') ?? 'alone'}`;
  const applied = { phase: 'applied', outcome: 'applied', since, isOfAll: true } as const;
  await publisher.comment({ markdownOf, hasNews: true, ...applied });
  spy.mockRestore();
  return lines
    .filter((line) => /^::(?:notice|warning|error) /.test(line))
    .map((line) => line.trimEnd());
}

function planned(
  gitHost: Stage['gitHost'],
  issue: number,
  outcome?: 'applied' | 'uncertain',
): void {
  const marker = writeMarker({
    kind: 'plan',
    target: 'target',
    head: id(issue - 1),
    plan: 'digest',
    outcome,
  });
  gitHost.comment({ issue, body: `${marker}\nPlan ${issue}`, user: botOf(gitHost) });
}

test('those without our comment, and those that were applied before, are left alone', () =>
  onGitHost('github', async (stage) => {
    const { gitHost } = stage;
    gitHost.commitsBetween = () => range(4);
    const [uncertain = 0, applied = 0] = merged(gitHost, 4);
    gitHost.pullsOfCommit.set(id(4), [5]);
    planned(gitHost, uncertain, 'uncertain');
    planned(gitHost, applied, 'applied');
    expect(await apply(stage, id(4))).toEqual([]);
    expect(texts(gitHost)).toEqual(['Applied 2,5', 'Plan 3', 'Applied 2,5']);
  }));

test('at most twenty, and the log says that there are more', () =>
  onGitHost('github', async (stage) => {
    const { gitHost } = stage;
    gitHost.commitsBetween = () => range(25);
    for (const number of merged(gitHost, 25)) planned(gitHost, number);
    gitHost.pullsOfCommit.set(id(25), [26]);
    expect(await apply(stage, id(25))).toEqual([
      '::notice title=confighub-sync::This apply contains many other pull requests. Only comments on the most recently updated ones are edited: 20 at most, of 60 pull requests.',
    ]);
    expect(texts(gitHost).filter((text) => text.startsWith('Applied'))).toHaveLength(21);
  }));

test('many that have no comment of ours do not keep those that have one from being updated', () =>
  onGitHost('github', async (stage) => {
    const { gitHost } = stage;
    gitHost.commitsBetween = () => range(25);
    const [first = 0, ...others] = merged(gitHost, 25);
    planned(gitHost, first);
    expect(others).toHaveLength(24);
    gitHost.pullsOfCommit.set(id(25), [26]);
    expect(await apply(stage, id(25))).toEqual([]);
    expect(texts(gitHost)).toEqual(['Applied 2,26', 'Applied 2,26']);
  }));

test('if they cannot be found, the comment of the merge is written, and a warning says so', () =>
  onGitHost('github', async (stage) => {
    const { gitHost, server } = stage;
    merged(gitHost, 1);
    gitHost.pullsOfCommit.set(id(1), [2]);
    server.faults.push({
      on: /compare/,
      when: 'before',
      answer: { status: 403, data: { message: 'Resource not accessible' } },
    });
    expect(await apply(stage, id(1))).toEqual([
      '::warning title=confighub-sync%3A no-comment::Could not find all pull requests of this apply: permission denied. Their comments are not updated.',
    ]);
    expect(texts(gitHost)).toEqual(['Applied alone']);
  }));

describe.each(['github', 'gitea'] as const)(
  'a merge whose own run could not write its comment, on %s',
  (flavour) => {
    /** The first is applied, the second is applied now. */
    async function settle(stage: Stage, missing: string[] | undefined): Promise<string[]> {
      const { gitHost } = stage;
      gitHost.commitsBetween = (_, head) => (head === id(2) ? [id(2)] : missing);
      const [first = 0] = merged(gitHost, 2);
      planned(gitHost, first);
      gitHost.pullsOfCommit.set(id(2), [3]);
      await apply(stage, id(2));
      return texts(gitHost);
    }

    test('the next apply says that it was applied', () =>
      onGitHost(flavour, async (stage) => {
        expect(await settle(stage, [])).toEqual([
          expect.stringMatching(/^### ✅ Applied by an earlier run\n/),
          'Applied alone',
        ]);
      }));

    test.each([
      ['was applied', [id(1)]],
      ['is known', undefined],
    ])('it is left alone unless it %s', (_, missing) =>
      onGitHost(flavour, async (stage) => {
        expect(await settle(stage, missing)).toEqual(['Plan 2', 'Applied alone']);
      }),
    );

    test('comments of others that copy its marker cost no request each', () =>
      onGitHost(flavour, async (stage) => {
        const { gitHost, server } = stage;
        gitHost.commitsBetween = (_, head) => (head === id(50) ? [id(50)] : []);
        for (const issue of merged(gitHost, 50)) {
          const marker = writeMarker({
            kind: 'plan',
            target: 'target',
            head: id(issue - 1),
            plan: 'digest',
          });
          gitHost.comment({ issue, body: `${marker}\n`, user: MALLORY });
        }
        gitHost.pullsOfCommit.set(id(50), [51]);
        await apply(stage, id(50));
        expect(gitHost.comments.filter(({ user }) => user !== MALLORY)).toHaveLength(1);
        expect(server.requests.length).toBeLessThan(25);
      }));

    test('of many, only the last are settled', () =>
      onGitHost(flavour, async (stage) => {
        const { gitHost, server } = stage;
        gitHost.commitsBetween = (_, head) => (head === id(50) ? [id(50)] : []);
        for (const issue of merged(gitHost, 50).slice(0, -1)) planned(gitHost, issue);
        gitHost.pullsOfCommit.set(id(50), [51]);
        await apply(stage, id(50));
        expect(
          texts(gitHost).filter((text) => text.startsWith('### ✅ Applied by an earlier run')),
        ).toHaveLength(20);
        expect(server.requests.length).toBeLessThan(150);
      }));

    test('the next apply is not said to lack its comment if they cannot be looked for', () =>
      onGitHost(flavour, async (stage) => {
        const { gitHost, server } = stage;
        const [number = 0] = merged(gitHost, 1);
        planned(gitHost, number);
        gitHost.pullsOfCommit.set(id(1), [number]);
        const gone = { status: 410, data: { message: 'Issues are disabled for this repo' } };
        server.faults.push({ on: /issues\/comments\?/, when: 'before', answer: gone });
        expect(await apply(stage, id(1))).toEqual([]);
        expect(texts(gitHost)).toEqual(['Applied alone']);
      }));
  },
);

test('without a record, the apply contains what was merged earlier, too', () =>
  onGitHost('github', async (stage) => {
    const { gitHost } = stage;
    gitHost.commitsBetween = () => [];
    const [first = 0] = merged(gitHost, 2);
    planned(gitHost, first);
    gitHost.pullsOfCommit.set(id(2), [3]);
    await apply(stage, id(2), []);
    expect(texts(gitHost)).toEqual(['Applied 2,3', 'Applied 2,3']);
  }));
