// Which pull requests an apply contains, and what is written to each of them.
import { describe, expect, onTestFinished, vi } from 'vitest';
import { readEventContext } from '../../src/github/event.ts';
import type { Contained } from '../../src/render/markdown/targets.ts';
import { commitsBetween, mergedIn } from '../../src/github/pull-request.ts';
import { writeMarker } from '../../src/github/posts.ts';
import { Publisher } from '../../src/github/publish.ts';
import { MALLORY } from './git-host.ts';
import { botOf, NOW, type Stage, test, texts } from './stage.ts';

const id = (number: number) => String(number).padStart(40, '0');
const range = (length: number) => Array.from({ length }, (_, i) => id(i + 1));

describe.each(['github', 'gitea'] as const)('the API of %s', (flavour) => {
  test.override({ flavour });

  test.for([
    ['none', 0, 0],
    ['a page', 100, 100],
    ['two pages', 150, 150],
    ['more: the oldest and the newest', 350, flavour === 'github' ? 150 : 350],
  ] as const)('lists the commits between two: %s', async ([, length, count], { api, gitHost }) => {
    gitHost.commitsBetween = () => range(length);
    const found = await commitsBetween(api(), id(0), id(length));
    expect(found).toHaveLength(count);
    if (length > 0) expect(found).toContain(id(length));
  });

  test('does not know the last applied commit', async ({ api, gitHost }) => {
    gitHost.commitsBetween = () => undefined;
    expect(await commitsBetween(api(), id(0), id(1))).toBeUndefined();
    expect(await commitsBetween(api(), 'main', id(1))).toBeUndefined();
    expect(await commitsBetween(api(), id(1), id(1))).toEqual([]);
  });

  test('has pull requests that were merged as one of them', async ({ api, gitHost }) => {
    gitHost.merged(id(1));
    gitHost.merged(id(2));
    gitHost.merged(id(3), { isMerged: false });
    const found = await mergedIn(api(), new Set([id(2), id(3)]));
    expect(found.map(({ mergeCommit }) => mergeCommit)).toEqual([id(2)]);
    expect(await mergedIn(api(), new Set())).toEqual([]);
  });
});

/** Pull requests that were merged as the first commits, the last of which is applied; all are new to it, or that one. */
function merged({ gitHost }: Stage, count: number, news: 'all' | 'last' = 'all'): number[] {
  const numbers = range(count).map((commit) => gitHost.merged(commit).number);
  gitHost.pullsOfCommit.set(id(count), numbers.slice(-1));
  const last = (head: string) => (head === id(count) ? [id(count)] : []);
  gitHost.commitsBetween = (_, head) => (news === 'all' ? range(count) : last(head));
  return numbers;
}

/** The comment of a plan of it, or of an apply. */
function commented(
  { gitHost }: Stage,
  issue: number,
  {
    outcome,
    user = botOf(gitHost),
  }: { outcome?: 'applied' | 'uncertain'; user?: typeof MALLORY } = {},
): void {
  const of = { kind: 'plan', target: 'target', head: id(issue - 1), plan: 'digest' } as const;
  gitHost.comment({ issue, body: `${writeMarker({ ...of, outcome })}\nPlan ${issue}`, user });
}

interface Applied {
  /** The commits that were applied before; none without a record. */
  since?: string[];
  event?: string;
  payload?: Record<string, unknown>;
}

/** What an apply of this commit says in its log; it writes its comments. */
async function apply(
  { server, gitHost }: Stage,
  commit: number,
  { since = [id(0)], event = 'push', payload = {} }: Applied = {},
): Promise<string[]> {
  const lines: string[] = [];
  const write = (text: unknown) => lines.push(String(text)) > 0;
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation(write);
  onTestFinished(() => spy.mockRestore());
  const host = { GITHUB_API_URL: server.url, GITHUB_REPOSITORY: gitHost.repository };
  const read = readEventContext({ ...host, GITHUB_EVENT_NAME: event });
  const publisher = new Publisher({
    context: { ...read, sha: id(commit), payload },
    inputs: { comment: 'changes', githubToken: 'workflow' },
    markerOf: () => 'target',
    checkout: async () => ({ commit: id(commit), parents: [], folder: '' }),
    clock: { now: () => new Date(NOW), pause: async () => undefined },
  });
  const markdownOf = (contained?: Contained) =>
    `Applied ${contained?.pullRequests.join(',') ?? 'alone'}`;
  const applied = { phase: 'applied', outcome: 'applied', since, isOfAll: true } as const;
  await publisher.comment({ markdownOf, hasNews: true, ...applied });
  spy.mockRestore();
  const annotations = lines.filter((line) => /^::(?:notice|warning|error) /.test(line));
  return annotations.map((line) => line.trimEnd());
}

test('those without our comment, and those applied before, are left alone', async ({ stage }) => {
  const [uncertain = 0, applied = 0] = merged(stage, 4);
  commented(stage, uncertain, { outcome: 'uncertain' });
  commented(stage, applied, { outcome: 'applied' });
  expect(await apply(stage, 4)).toEqual([]);
  expect(texts(stage.gitHost)).toEqual(['Applied 2,5', 'Plan 3', 'Applied 2,5']);
});

test('at most twenty, and the log says that there are more', async ({ stage }) => {
  for (const number of merged(stage, 25)) commented(stage, number);
  expect(await apply(stage, 25)).toEqual([
    '::notice title=confighub-sync::This apply contains many other pull requests. Only comments on the most recently updated ones are edited: 20 at most, of 60 pull requests.',
  ]);
  const written = texts(stage.gitHost).filter((text) => text.startsWith('Applied'));
  expect(written).toHaveLength(21);
});

test('many without a comment of ours do not hide those with one', async ({ stage }) => {
  const [first = 0] = merged(stage, 25);
  commented(stage, first);
  expect(await apply(stage, 25)).toEqual([]);
  expect(texts(stage.gitHost)).toEqual(['Applied 2,26', 'Applied 2,26']);
});

test('if they cannot be found, a warning says so', async ({ stage }) => {
  merged(stage, 1);
  const denied = { status: 403, data: { message: 'Resource not accessible' } };
  stage.server.fail(/compare/, denied);
  expect(await apply(stage, 1)).toEqual([
    '::warning title=confighub-sync%3A no-comment::Could not find all pull requests of this apply: permission denied. Their comments are not updated.',
  ]);
  expect(texts(stage.gitHost)).toEqual(['Applied alone']);
});

const BOTH = ['Applied 2,3', 'Applied 2,3'];
// What was merged earlier is in no range, and a part of all that was ever merged.
const earlier = () => [];
const pushed = (base: string) => (base === id(7) ? range(2) : undefined);

test.for<[string, Applied, (base: string) => string[] | undefined, string[]]>([
  ['contains what was merged earlier, too', {}, earlier, BOTH],
  ['contains what was pushed', { payload: { before: id(7) } }, pushed, BOTH],
  ['of an event that is about no merge contains none', { event: 'schedule' }, earlier, ['Plan 2']],
])('without a record, an apply %s', async ([, more, commitsBetween, expected], { stage }) => {
  const [first = 0] = merged(stage, 2);
  commented(stage, first);
  stage.gitHost.commitsBetween = commitsBetween;
  await apply(stage, 2, { since: [], ...more });
  expect(texts(stage.gitHost)).toEqual(expected);
});

describe.each(['github', 'gitea'] as const)(
  'a merge whose own run could not write its comment, on %s',
  (flavour) => {
    test.override({ flavour });

    test.for([
      ['says that it was applied', [], /^### ✅ Applied by an earlier run\n/],
      ['is left alone if it was not', [id(1)], /^Plan 2$/],
      ['is left alone if nobody knows', undefined, /^Plan 2$/],
    ] as const)(
      'after the next apply, its comment %s',
      async ([, missing, expected], { stage }) => {
        const { gitHost } = stage;
        const [first = 0] = merged(stage, 2);
        gitHost.commitsBetween = (_, head) => (head === id(2) ? [id(2)] : missing && [...missing]);
        commented(stage, first);
        await apply(stage, 2);
        expect(texts(gitHost)).toEqual([expect.stringMatching(expected), 'Applied alone']);
      },
    );

    test('comments of others that copy its marker cost no request each', async ({ stage }) => {
      for (const issue of merged(stage, 50, 'last')) commented(stage, issue, { user: MALLORY });
      await apply(stage, 50);
      expect(stage.gitHost.comments.filter(({ user }) => user !== MALLORY)).toHaveLength(1);
      expect(stage.server.requests.length).toBeLessThan(25);
    });

    test('of many, only the last are settled', async ({ stage }) => {
      for (const issue of merged(stage, 50, 'last').slice(0, -1)) commented(stage, issue);
      await apply(stage, 50);
      const settled = texts(stage.gitHost).filter((text) =>
        text.startsWith('### ✅ Applied by an earlier run'),
      );
      expect(settled).toHaveLength(20);
      expect(stage.server.requests.length).toBeLessThan(150);
    });

    test('no warning says that they cannot be looked for', async ({ stage }) => {
      for (const number of merged(stage, 1)) commented(stage, number);
      const gone = { status: 410, data: { message: 'Issues are disabled for this repo' } };
      stage.server.fail(/issues\/comments\?/, gone);
      expect(await apply(stage, 1)).toEqual([]);
      expect(texts(stage.gitHost)).toEqual(['Applied alone']);
    });
  },
);
