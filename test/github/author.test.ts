// Which author our comments have: from the API, or from the first created comment.
import { describe, expect, test } from 'vitest';
import { ALICE, MALLORY } from './forge.ts';
import { earlier, onForge, texts } from './stage.ts';

describe('the author of our comments', () => {
  test.each(['github', 'gitea'] as const)('those of a person, with a token of that person, on %s', (flavour) =>
    onForge(flavour, async ({ forge, comment }) => {
      forge.token('alice', { user: ALICE, isApp: false });
      earlier(forge, 'Of the workflow.');
      earlier(forge, 'Of Alice.', ALICE);
      expect(await comment({}, 'alice')).toMatchObject({ id: 1002, did: 'updated' });
      expect(texts(forge)).toEqual(['Of the workflow.', 'A plan.']);
    }),
  );

  test('another app, whose name only GraphQL knows', () =>
    onForge('github', async ({ forge, comment }) => {
      const user = { id: 99, login: 'deployer[bot]', type: 'Bot' } as const;
      forge.token('app', { user });
      earlier(forge, 'Of the workflow.');
      earlier(forge, 'Of the app.', user);
      expect(await comment({}, 'app')).toMatchObject({ id: 1002, did: 'updated' });
    }));

  test('the same on Enterprise Server, with another GraphQL URL', () =>
    onForge(
      'github',
      async ({ forge, comment }) => {
        const user = { id: 99, login: 'deployer[bot]', type: 'Bot' } as const;
        forge.token('app', { user });
        earlier(forge, 'Of the app.', user);
        expect(await comment({}, 'app')).toMatchObject({ id: 1001, did: 'updated' });
      },
      '/api/v3',
    ));

  test('an unknown name is learned from the created comment, and the older comment is kept', () =>
    onForge('gitea', async ({ forge, comment }) => {
      const user = { id: -3, login: 'codeberg-actions', type: 'Bot' } as const;
      forge.token('fork of Gitea', { user });
      earlier(forge, 'Fake.', MALLORY);
      earlier(forge, 'Old.', user);
      expect(await comment({}, 'fork of Gitea')).toMatchObject({ id: 1002, did: 'updated' });
      expect(texts(forge)).toEqual(['Fake.', 'A plan.']);
    }));
});
