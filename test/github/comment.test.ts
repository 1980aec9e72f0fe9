// The comment on a pull request, with a Git host over real HTTP.
import { describe, expect, test } from 'vitest';
import type { Marker } from '../../src/github/posts.ts';
import { ALICE, MALLORY } from './git-host.ts';
import { bodyOf, botOf, earlier, HEAD, onGitHost, requestOf, TARGET, texts } from './stage.ts';

const MARKER = requestOf('').marker;

describe.each(['github', 'gitea'] as const)('on %s', (flavour) => {
  test('creates the first comment, starting with the marker', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      expect(await comment()).toEqual({ id: 1001, did: 'created' });
      expect(gitHost.comments).toEqual([
        { id: 1001, issue: 1, body: bodyOf('A plan.'), user: botOf(gitHost) },
      ]);
      expect(server.requests.filter((request) => request.startsWith('POST /repos'))).toHaveLength(
        1,
      );
    }));

  test('updates it in place, and writes nothing if it is unchanged', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      await comment();
      expect(await comment({ markdown: 'Another.' })).toMatchObject({ id: 1001, did: 'updated' });
      server.requests.length = 0;
      expect(await comment({ markdown: 'Another.' })).toMatchObject({ id: 1001, did: 'unchanged' });
      expect(texts(gitHost)).toEqual(['Another.']);
      expect(
        server.requests.filter((request) => /^(?:PATCH|DELETE|POST \/repos)/.test(request)),
      ).toEqual([]);
    }));

  test('finds it after hundreds of others', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      for (let i = 0; i < 350; i++) gitHost.comment({ issue: 1, body: `Talk ${i}`, user: ALICE });
      const ours = earlier(gitHost, 'Old.');
      for (let i = 0; i < 60; i++) gitHost.comment({ issue: 1, body: `More ${i}`, user: ALICE });
      expect(await comment()).toMatchObject({ id: ours.id, did: 'updated' });
      expect(gitHost.comments).toHaveLength(411);
      const pages = server.requests.filter((request) =>
        request.startsWith('GET /repos/acme/shop/issues/1/comments'),
      );
      expect(pages).toHaveLength(flavour === 'github' ? 5 : 1);
    }));

  test('ignores a comment with our marker by another author', () =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      earlier(gitHost, 'Fake.', MALLORY);
      expect(await comment()).toMatchObject({ id: 1002, did: 'created' });
      expect(await comment({ markdown: 'Later.' })).toMatchObject({ id: 1002, did: 'updated' });
      expect(texts(gitHost)).toEqual(['Fake.', 'Later.']);
    }));

  test('ignores ours for another target, or without a marker at the start', () =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      await comment({ marker: { ...MARKER, target: 'config.test/acme/shop/other' } });
      gitHost.comment({ issue: 1, body: `> ${bodyOf('Quoted.')}`, user: botOf(gitHost) });
      expect(await comment({ markdown: 'Mine.' })).toMatchObject({ id: 1003, did: 'created' });
      expect(texts(gitHost)).toEqual(['A plan.', `> ${bodyOf('Quoted.')}`, 'Mine.']);
    }));

  test('creates it again if it was deleted between find and update', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      earlier(gitHost, 'Old.');
      server.gate = async ({ method }) => void (method === 'PATCH' && gitHost.comments.splice(0));
      expect(await comment()).toMatchObject({ id: 1002, did: 'created' });
      expect(texts(gitHost)).toEqual(['A plan.']);
    }));

  test('keeps the older one of two', () =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      for (const text of ['One.', 'Two.', 'Three.']) earlier(gitHost, text);
      expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
      expect(texts(gitHost)).toEqual(['A plan.']);
    }));

  test.each([
    [true, ['A plan.']],
    [false, []],
  ] as const)('may create: %s', (mayCreate, fresh) =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      await comment({ mayCreate });
      expect(texts(gitHost)).toEqual(fresh);
      gitHost.comments.length = 0;
      earlier(gitHost, 'Old.');
      await comment({ mayCreate });
      expect(texts(gitHost)).toEqual(['A plan.']);
    }),
  );

  test('a run for an older head writes nothing', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      const ours = earlier(gitHost, 'Of the new head.');
      const older = { marker: { ...MARKER, head: '0'.repeat(40) } };
      expect(await comment(older)).toEqual({ skipped: 'outdated' });
      gitHost.comments.length = 0;
      expect(await comment(older)).toEqual({ skipped: 'outdated' });
      expect(ours.body).toBe(bodyOf('Of the new head.'));
      expect(server.requests.filter((request) => /^(?:PATCH|POST \/repos)/.test(request))).toEqual(
        [],
      );
    }));

  test('after the merge, an apply writes and a late plan does not', () =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      earlier(gitHost, 'Planned.');
      Object.assign(gitHost.issues[0].pull ?? {}, { isMerged: true });
      gitHost.issues[0].state = 'closed';
      expect(await comment({ phase: 'applied', markdown: 'Applied.' })).toMatchObject({
        did: 'updated',
      });
      expect(await comment({ markdown: 'Planned again.' })).toEqual({ skipped: 'outdated' });
      expect(texts(gitHost)).toEqual(['Applied.']);
    }));

  test('what was applied stays until something else is sent, or a new commit is planned', () =>
    onGitHost(flavour, async ({ gitHost, comment, server }) => {
      const ended = (markdown: string, outcome?: Marker['outcome']) =>
        comment({ phase: 'applied', markdown, marker: { ...MARKER, outcome } });
      await comment();
      await ended('Applied.', 'applied');
      server.requests.length = 0;
      for (const outcome of [undefined, 'nothing'] as const)
        expect(await ended('Sent nothing.', outcome)).toMatchObject({ did: 'unchanged' });
      expect(await comment({ markdown: 'Planned again.' })).toMatchObject({ did: 'unchanged' });
      expect(server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
      expect(texts(gitHost)).toEqual(['Applied.']);
      await ended('Applied again.', 'applied');
      expect(texts(gitHost)).toEqual(['Applied again.']);
      Object.assign(gitHost.issues[0].pull ?? {}, { head: '2'.repeat(40) });
      await comment({ marker: { ...MARKER, head: '2'.repeat(40) }, markdown: 'A new plan.' });
      expect(texts(gitHost)).toEqual(['A new plan.']);
    }));

  test.each([
    ['uncertain', 'applied', 'New'],
    ['nothing', 'applied', 'New'],
    ['uncertain', 'nothing', 'New'],
    ['applied', 'uncertain', 'New'],
    ['uncertain', undefined, 'Old'],
    ['nothing', undefined, 'Old'],
  ] as const)(
    'an outcome is replaced by one that sent something or settles it: %s, then %s',
    (before, after, shown) =>
      onGitHost(flavour, async ({ gitHost, comment }) => {
        await comment({ marker: { ...MARKER, outcome: before }, markdown: 'Old' });
        await comment({ marker: { ...MARKER, ...(after && { outcome: after }) }, markdown: 'New' });
        expect(texts(gitHost)).toEqual([shown]);
      }),
  );

  test('does not expose an unknown token', () =>
    onGitHost(flavour, async ({ comment }) => {
      expect(await comment({}, 'ghs_expired')).toEqual({ failed: 'bad-token' });
    }));

  test('a missing permission', () =>
    onGitHost(flavour, async ({ gitHost, comment }) => {
      gitHost.token('weak', { issues: 'read', pulls: 'read' });
      expect(await comment({}, 'weak')).toEqual({
        failed: expect.stringMatching(/^(denied|missing)$/),
      });
      earlier(gitHost, 'Old.');
      expect(await comment({}, 'weak')).toEqual({
        failed: expect.stringMatching(/^(denied|missing)$/),
      });
      gitHost.token('blind', { issues: 'none', pulls: 'none' });
      expect(await comment({}, 'blind')).toEqual({
        failed: expect.stringMatching(/^(denied|missing)$/),
      });
      expect(texts(gitHost)).toEqual(['Old.']);
    }));
});

describe('what a Git host refuses', () => {
  test('a text that is too long', () =>
    onGitHost('github', async ({ comment }) => {
      expect(await comment({ markdown: 'x'.repeat(65_537) })).toEqual({ failed: 'unprocessable' });
    }));

  test('a locked conversation, an archived repository', () =>
    onGitHost('github', async ({ gitHost, comment }) => {
      gitHost.issues[0].isLocked = true;
      expect(await comment()).toEqual({ failed: 'locked' });
      gitHost.isArchived = true;
      expect(await comment()).toEqual({ failed: 'archived' });
    }));

  test('more than ten thousand comments: creates none that could not be found again', () =>
    onGitHost('github', async ({ gitHost, comment, server }) => {
      for (let i = 0; i < 10_001; i++) gitHost.comment({ issue: 1, body: '', user: ALICE });
      expect(await comment()).toEqual({ failed: 'too-many-pages' });
      expect(server.requests.filter((request) => request.includes('/comments?'))).toHaveLength(100);
    }));

  test('more than ten thousand comments: updates ours on the pages that are read', () =>
    onGitHost('github', async ({ gitHost, comment }) => {
      earlier(gitHost, 'Old.');
      for (let i = 0; i < 10_000; i++) gitHost.comment({ issue: 1, body: '', user: ALICE });
      expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
    }));

  test('a target in the marker with Markdown syntax', () =>
    onGitHost('github', async ({ gitHost, comment }) => {
      const marker = { ...MARKER, target: `${TARGET}--><script>@alice`, head: HEAD };
      await comment({ marker });
      expect(await comment({ marker, markdown: 'Again.' })).toMatchObject({ did: 'updated' });
      expect(gitHost.comments.map(({ body }) => body.split('\n')[0])).toEqual([
        expect.stringMatching(/^<!-- [^<>@]*[^<>@-] -->$/),
      ]);
    }));
});
