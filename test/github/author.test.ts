// Which author our comments have: from the API, or from the first created comment.
import { describe, expect, test } from 'vitest';
import { ALICE, MALLORY } from './git-host.ts';
import { earlier, onGitHost, texts } from './stage.ts';

describe('the author of our comments', () => {
  test.each(['github', 'gitea'] as const)(
    'those of a person, with a token of that person, on %s',
    (flavour) =>
      onGitHost(flavour, async ({ gitHost, comment }) => {
        gitHost.token('alice', { user: ALICE, isApp: false });
        earlier(gitHost, 'Of the workflow.');
        earlier(gitHost, 'Of Alice.', ALICE);
        expect(await comment({}, 'alice')).toMatchObject({ id: 1002, did: 'updated' });
        expect(texts(gitHost)).toEqual(['Of the workflow.', 'A plan.']);
      }),
  );

  test('another app, whose name only GraphQL knows', () =>
    onGitHost('github', async ({ gitHost, comment }) => {
      const user = { id: 99, login: 'deployer[bot]', type: 'Bot' } as const;
      gitHost.token('app', { user });
      earlier(gitHost, 'Of the workflow.');
      earlier(gitHost, 'Of the app.', user);
      expect(await comment({}, 'app')).toMatchObject({ id: 1002, did: 'updated' });
    }));

  test('the same on Enterprise Server, with another GraphQL URL', () =>
    onGitHost(
      'github',
      async ({ gitHost, comment }) => {
        const user = { id: 99, login: 'deployer[bot]', type: 'Bot' } as const;
        gitHost.token('app', { user });
        earlier(gitHost, 'Of the app.', user);
        expect(await comment({}, 'app')).toMatchObject({ id: 1001, did: 'updated' });
      },
      '/api/v3',
    ));

  test('an unknown name is learned from the created comment, and the older comment is kept', () =>
    onGitHost('gitea', async ({ gitHost, comment }) => {
      const user = { id: -3, login: 'codeberg-actions', type: 'Bot' } as const;
      gitHost.token('fork of Gitea', { user });
      earlier(gitHost, 'Fake.', MALLORY);
      earlier(gitHost, 'Old.', user);
      expect(await comment({}, 'fork of Gitea')).toMatchObject({ id: 1002, did: 'updated' });
      expect(texts(gitHost)).toEqual(['Fake.', 'A plan.']);
    }));
});
