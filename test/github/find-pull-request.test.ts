// Finding the pull request of a commit or another clue, with a Git host over real HTTP.
import { describe, expect, test } from 'vitest';
import { problemCode } from '../../src/github/api.ts';
import { findPullRequest } from '../../src/github/pull-request.ts';
import { HEAD, onGitHost } from './stage.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

function commit(message = '', event = 'push') {
  return { event, sha: SHA, payload: { head_commit: { message } } };
}

function queued(branch: string) {
  return {
    event: 'merge_group',
    sha: SHA,
    payload: { merge_group: { head_ref: `refs/heads/gh-readonly-queue/${branch}` } },
  };
}

describe.each(['github', 'gitea'] as const)('the API of %s', (flavour) => {
  test('a merge queue', () =>
    onGitHost(flavour, async ({ api }) => {
      expect(await findPullRequest(api(), queued(`main/pr-1-${SHA}`))).toEqual({
        ...{
          number: 1,
          head: HEAD,
          isFork: false,
          isMerged: false,
          mergeCommit: undefined,
          into: 'main',
        },
      });
    }));

  test('a commit created by a merge or squash', () =>
    onGitHost(flavour, async ({ gitHost, api }) => {
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: OTHER }).state = 'closed';
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: SHA }).state = 'closed';
      gitHost.pullsOfCommit.set(SHA, [1, 2, 3]);
      for (const message of ['', 'A title (#2)', 'Merge pull request #3 from acme/feature'])
        expect(await findPullRequest(api(), commit(message))).toMatchObject({
          number: 3,
          mergeCommit: SHA,
        });
    }));

  test('a commit without a pull request, whatever its message says', () =>
    onGitHost(flavour, async ({ gitHost, api }) => {
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: OTHER }).state = 'closed';
      gitHost.pullRequest({ head: OTHER, mergeCommit: SHA }).state = 'closed';
      for (const message of [
        '',
        'Title (#1)',
        'Title (#2)',
        'Title (#3)',
        'Title (#99)',
        'Merge pull request #2 from x',
      ])
        expect(await findPullRequest(api(), commit(message))).toBeUndefined();
    }));

  test('a missing permission', () =>
    onGitHost(flavour, async ({ gitHost, api }) => {
      gitHost.token('blind', { pulls: 'none', issues: 'none' });
      for (const event of [commit(), queued(`main/pr-1-${SHA}`)])
        expect(await findPullRequest(api('blind'), event).catch(problemCode)).toMatch(
          /^(denied|missing)$/,
        );
    }));
});

describe('GitHub names pull requests for a commit', () => {
  test('in the middle of a rebase: the only one that is merged', () =>
    onGitHost('github', async ({ gitHost, api }) => {
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: OTHER }).state = 'closed';
      gitHost.pullsOfCommit.set(SHA, [1, 2]);
      expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
      const third = gitHost.pullRequest({
        head: OTHER,
        isMerged: true,
        mergeCommit: OTHER,
        into: 'alice/fork',
      });
      gitHost.pullsOfCommit.set(SHA, [1, 2, 3]);
      expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
      Object.assign(third.pull ?? {}, { into: gitHost.repository });
      expect(await findPullRequest(api(), commit())).toBeUndefined();
    }));

  test.each([
    'A title (#2)',
    'Revert "A title (#1)" (#2)',
    'Merge pull request #2 from acme/feature (#1)',
    "Merge pull request 'A title (#1)' (#2) from feature into main",
  ])('but not at once: the message leads there as well: %s', (message) =>
    onGitHost('github', async ({ gitHost, api, server }) => {
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: SHA }).state = 'closed';
      expect(await findPullRequest(api(), commit(message))).toMatchObject({ number: 2 });
      expect(server.requests.some((request) => request.includes('state=closed'))).toBe(false);
    }),
  );
});

test('Gitea does not: searches the most recently closed pull requests', () =>
  onGitHost('gitea', async ({ gitHost, api, server }) => {
    gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: SHA }).state = 'closed';
    for (let i = 0; i < 70; i++)
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: OTHER }).state = 'closed';
    expect(await findPullRequest(api(), commit())).toMatchObject({ number: 2 });
    for (let i = 0; i < 90; i++)
      gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: OTHER }).state = 'closed';
    server.requests.length = 0;
    expect(await findPullRequest(api(), commit())).toBeUndefined();
    expect(server.requests.filter((request) => request.includes('state=closed'))).toHaveLength(3);
  }));

test.each([
  ['a branch with a number in its name, in a merge queue', queued(`release/pr-3-x/pr-1-${SHA}`), 1],
  ['another branch', queued(`pr-1-${SHA}`), undefined],
  ['a schedule, although Gitea puts the last push there', commit('(#2)', 'schedule'), undefined],
  [
    'a payload that says nothing',
    { event: 'merge_group', sha: SHA, payload: { merge_group: [] } },
    undefined,
  ],
  [
    'a pull request that is none',
    { event: 'pull_request', sha: '', payload: { pull_request: {} } },
    undefined,
  ],
])('%s', (_, event, number) =>
  onGitHost('github', async ({ gitHost, api }) => {
    gitHost.pullRequest({ head: OTHER, isMerged: true, mergeCommit: SHA }).state = 'closed';
    expect((await findPullRequest(api(), event))?.number).toBe(number);
  }),
);
