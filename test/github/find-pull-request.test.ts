// Finding the pull request of a commit or another clue, with a Git host over real HTTP.
import { describe, expect } from 'vitest';
import { problemCode } from '../../src/github/api.ts';
import { findPullRequest } from '../../src/github/pull-request.ts';
import { HEAD, test } from './stage.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

function commit(message = '', event = 'push') {
  return { event, sha: SHA, payload: { head_commit: { message } } };
}

function queued(branch: string) {
  const head_ref = `refs/heads/gh-readonly-queue/${branch}`;
  return { event: 'merge_group', sha: SHA, payload: { merge_group: { head_ref } } };
}

describe.each(['github', 'gitea'] as const)('the API of %s', (flavour) => {
  test.override({ flavour });

  test('a merge queue', async ({ api }) => {
    const of = { head: HEAD, into: 'main', mergeCommit: undefined };
    const found = await findPullRequest(api(), queued(`main/pr-1-${SHA}`));
    expect(found).toEqual({ number: 1, isFork: false, isMerged: false, ...of });
  });

  test('a commit created by a merge or squash', async ({ gitHost, api }) => {
    gitHost.merged(OTHER);
    gitHost.merged(SHA);
    gitHost.pullsOfCommit.set(SHA, [1, 2, 3]);
    for (const message of ['', 'A title (#2)', 'Merge pull request #3 from acme/feature'])
      expect(await findPullRequest(api(), commit(message))).toMatchObject({
        number: 3,
        mergeCommit: SHA,
      });
  });

  test.for([
    ...['', 'Title (#1)', 'Title (#2)', 'Title (#3)', 'Title (#99)'],
    'Merge pull request #2 from x',
  ])(
    'a commit without a pull request, whatever its message says: %j',
    async (message, { gitHost, api }) => {
      gitHost.merged(OTHER);
      gitHost.merged(SHA, { isMerged: false });
      expect(await findPullRequest(api(), commit(message))).toBeUndefined();
    },
  );

  test('a missing permission', async ({ gitHost, api }) => {
    gitHost.token('blind', { pulls: 'none', issues: 'none' });
    for (const event of [commit(), queued(`main/pr-1-${SHA}`)]) {
      const failed = await findPullRequest(api('blind'), event).catch(problemCode);
      expect(failed).toMatch(/^(denied|missing)$/);
    }
  });
});

describe('GitHub names pull requests for a commit', () => {
  test('in the middle of a rebase: the only one that is merged here', async ({ gitHost, api }) => {
    gitHost.merged(OTHER);
    gitHost.pullsOfCommit.set(SHA, [1, 2]);
    expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
    const third = gitHost.merged(OTHER, { into: 'alice/fork' });
    gitHost.pullsOfCommit.set(SHA, [1, 2, 3]);
    expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
    Object.assign(third.pull ?? {}, { into: gitHost.repository });
    expect(await findPullRequest(api(), commit())).toBeUndefined();
  });

  test.for([
    'A title (#2)',
    'Revert "A title (#1)" (#2)',
    'Merge pull request #2 from acme/feature (#1)',
    "Merge pull request 'A title (#1)' (#2) from feature into main",
  ])(
    'but not at once: the message leads there as well: %s',
    async (message, { gitHost, api, server }) => {
      gitHost.merged(SHA);
      expect(await findPullRequest(api(), commit(message))).toMatchObject({ number: 2 });
      expect(server.requested(/state=closed/)).toEqual([]);
    },
  );
});

describe('Gitea does not', () => {
  test.override({ flavour: 'gitea' });

  test('searches the most recently closed pull requests', async ({ gitHost, api, server }) => {
    gitHost.merged(SHA);
    for (let i = 0; i < 70; i++) gitHost.merged(OTHER);
    expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
    for (let i = 0; i < 90; i++) gitHost.merged(OTHER);
    server.requests.length = 0;
    expect(await findPullRequest(api(), commit())).toBeUndefined();
    expect(server.requested(/state=closed/)).toHaveLength(3);
  });
});

const run = (payload: object, event = 'workflow_run') => ({ event, sha: SHA, payload });

test.for<[string, ReturnType<typeof run>, number | undefined]>([
  ['a branch with a number in its name, in a merge queue', queued(`x/pr-3-x/pr-1-${SHA}`), 1],
  ['another branch', queued(`pr-1-${SHA}`), undefined],
  ['a schedule, although Gitea puts the last push there', commit('(#2)', 'schedule'), undefined],
  ['a release', commit('(#2)', 'release'), undefined],
  ['a dispatch by the API', commit('(#2)', 'repository_dispatch'), undefined],
  ['a payload that says nothing', run({ merge_group: [] }, 'merge_group'), undefined],
  ['a pull request that is none', run({ pull_request: {} }, 'pull_request'), undefined],
  ['a comment on one', run({ issue: { number: 2, pull_request: {} } }, 'issue_comment'), 2],
  ['a comment on an issue', run({ issue: { number: 2 } }, 'issue_comment'), undefined],
  ['a workflow run of one', run({ workflow_run: { pull_requests: [{ number: 2 }] } }), 2],
  ['a workflow run of a push', run({ workflow_run: { pull_requests: [] } }), undefined],
])('%s', async ([, event, number], { gitHost, api }) => {
  gitHost.merged(SHA);
  const found = await findPullRequest(api(), event as Parameters<typeof findPullRequest>[1]);
  expect(found?.number).toBe(number);
});
