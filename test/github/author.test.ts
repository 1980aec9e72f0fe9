// Which author our comments have: from the API, or from the first created comment.
import { describe, expect, test } from 'vitest';
import { ALICE, type Flavour, GITEA_BOT, GITHUB_BOT, MALLORY, type User } from './git-host.ts';
import { earlier, onGitHost, texts } from './stage.ts';

const APP: User = { id: 99, login: 'deployer[bot]', type: 'Bot' };
const OF_A_FORK: User = { id: -3, login: 'codeberg-actions', type: 'Bot' };

describe('the author of our comments is', () => {
  test.each<[string, Flavour, api: string, author: User, other: User]>([
    ['a person, with a token of that person, on GitHub', 'github', '', ALICE, GITHUB_BOT],
    ['a person, with a token of that person, on Gitea', 'gitea', '/api/v1', ALICE, GITEA_BOT],
    ['another app, whose name only GraphQL knows', 'github', '', APP, GITHUB_BOT],
    ['the same on Enterprise Server, with another GraphQL URL', 'github', '/api/v3', APP, MALLORY],
    ['unknown, so learned from the created comment', 'gitea', '/api/v1', OF_A_FORK, MALLORY],
  ])('%s', (_, flavour, api, author, other) =>
    onGitHost(
      flavour,
      async ({ gitHost, comment }) => {
        gitHost.token('own', { user: author, isApp: author !== ALICE });
        earlier(gitHost, 'Of another.', other);
        earlier(gitHost, 'Old.', author);
        expect(await comment({}, 'own')).toMatchObject({ id: 1002, did: 'updated' });
        expect(texts(gitHost)).toEqual(['Of another.', 'A plan.']);
      },
      api,
    ),
  );
});
