// The comment on a pull request, with a Git host over real HTTP.
import { describe, expect } from 'vitest';
import type { Marker } from '../../src/github/posts.ts';
import { ALICE, MALLORY } from './git-host.ts';
import { bodyOf, botOf, earlier, HEAD, requestOf, TARGET, test, texts } from './stage.ts';

const MARKER = requestOf('').marker;
const NEWER = '2'.repeat(40);
const WRITES = /^(?:PATCH|DELETE|POST \/repos)/;
const DENIED = { failed: expect.stringMatching(/^(denied|missing)$/) };

describe.each(['github', 'gitea'] as const)('on %s', (flavour) => {
  test.override({ flavour });

  test('is created, updated, and left alone if it is unchanged', async ({
    gitHost,
    comment,
    server,
  }) => {
    expect(await comment()).toEqual({ id: 1001, did: 'created' });
    expect(gitHost.comments).toEqual([
      { id: 1001, issue: 1, body: bodyOf('A plan.'), user: botOf(gitHost) },
    ]);
    expect(await comment({ markdown: 'Another.' })).toMatchObject({ id: 1001, did: 'updated' });
    expect(await comment({ markdown: 'Another.' })).toMatchObject({ id: 1001, did: 'unchanged' });
    expect(texts(gitHost)).toEqual(['Another.']);
    expect(server.requested(WRITES)).toHaveLength(2);
  });

  test('is found after hundreds of others', async ({ gitHost, comment, server }) => {
    for (let i = 0; i < 350; i++) gitHost.comment({ issue: 1, body: `Talk ${i}`, user: ALICE });
    const ours = earlier(gitHost, 'Old.');
    for (let i = 0; i < 60; i++) gitHost.comment({ issue: 1, body: `More ${i}`, user: ALICE });
    expect(await comment()).toMatchObject({ id: ours.id, did: 'updated' });
    expect(gitHost.comments).toHaveLength(411);
    const pages = server.requested(/^GET .*\/issues\/1\/comments/);
    expect(pages).toHaveLength(flavour === 'github' ? 5 : 1);
  });

  test('is not that of others, of another target, or quoted', async ({ gitHost, comment }) => {
    earlier(gitHost, 'Fake.', MALLORY);
    await comment({ marker: { ...MARKER, target: 'config.test/acme/shop/other' } });
    gitHost.comment({ issue: 1, body: `> ${bodyOf('Quoted.')}`, user: botOf(gitHost) });
    expect(await comment()).toMatchObject({ id: 1004, did: 'created' });
    expect(await comment({ markdown: 'Later.' })).toMatchObject({ id: 1004, did: 'updated' });
    expect(texts(gitHost)).toEqual(['Fake.', 'A plan.', `> ${bodyOf('Quoted.')}`, 'Later.']);
  });

  test('is created again if it was just deleted', async ({ gitHost, comment, server }) => {
    earlier(gitHost, 'Old.');
    server.gate = async ({ method }) => void (method === 'PATCH' && gitHost.comments.splice(0));
    expect(await comment()).toMatchObject({ id: 1002, did: 'created' });
    expect(texts(gitHost)).toEqual(['A plan.']);
  });

  test('is the oldest one of several', async ({ gitHost, comment }) => {
    for (const text of ['One.', 'Two.', 'Three.']) earlier(gitHost, text);
    expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
    expect(texts(gitHost)).toEqual(['A plan.']);
  });

  test('is only updated where it may not be created', async ({ gitHost, comment }) => {
    await comment({ mayCreate: false });
    expect(texts(gitHost)).toEqual([]);
    earlier(gitHost, 'Old.');
    await comment({ mayCreate: false });
    expect(texts(gitHost)).toEqual(['A plan.']);
  });

  test('is not written by a run for an older head', async ({ gitHost, comment, server }) => {
    const older = { marker: { ...MARKER, head: '0'.repeat(40) } };
    expect(await comment(older)).toEqual({ skipped: 'outdated' });
    earlier(gitHost, 'Of the new head.');
    expect(await comment(older)).toEqual({ skipped: 'outdated' });
    expect(server.requested(WRITES)).toEqual([]);
  });

  test('is written by a late apply, and not by a late plan', async ({ gitHost, comment }) => {
    earlier(gitHost, 'Planned.');
    Object.assign(gitHost.issues[0].pull ?? {}, { isMerged: true });
    gitHost.issues[0].state = 'closed';
    await comment({ phase: 'applied', markdown: 'Applied.' });
    expect(await comment({ markdown: 'Planned again.' })).toEqual({ skipped: 'outdated' });
    expect(texts(gitHost)).toEqual(['Applied.']);
  });

  test.for<[before: Marker['outcome'], after: Marker['outcome'], shown: 'New' | 'Old']>([
    ['applied', 'applied', 'New'],
    ['applied', 'uncertain', 'New'],
    ['applied', 'nothing', 'Old'],
    ['applied', undefined, 'Old'],
    ['uncertain', 'applied', 'New'],
    ['uncertain', 'nothing', 'New'],
    ['uncertain', undefined, 'Old'],
    ['nothing', 'applied', 'New'],
    ['nothing', undefined, 'Old'],
  ])(
    'says what was applied until something else is sent or settles it: %s, then %s: %s',
    async ([before, after, shown], { gitHost, comment }) => {
      // Without an outcome it is a plan.
      const ended = (markdown: string, outcome: Marker['outcome'], head = HEAD) => {
        const phase = outcome === undefined ? 'planned' : 'applied';
        return comment({ phase, markdown, marker: { ...MARKER, outcome, head } });
      };
      await ended('Old', before);
      const did = shown === 'New' ? 'updated' : 'unchanged';
      expect(await ended('New', after)).toMatchObject({ did });
      expect(texts(gitHost)).toEqual([shown]);
      Object.assign(gitHost.issues[0].pull ?? {}, { head: NEWER });
      await ended('Of a new commit', undefined, NEWER);
      expect(texts(gitHost)).toEqual(['Of a new commit']);
    },
  );

  test('needs a known token with the permission', async ({ gitHost, comment }) => {
    expect(await comment({}, 'ghs_expired')).toEqual({ failed: 'bad-token' });
    gitHost.token('weak', { issues: 'read', pulls: 'read' });
    expect(await comment({}, 'weak')).toEqual(DENIED);
    earlier(gitHost, 'Old.');
    expect(await comment({}, 'weak')).toEqual(DENIED);
    gitHost.token('blind', { issues: 'none', pulls: 'none' });
    expect(await comment({}, 'blind')).toEqual(DENIED);
    expect(texts(gitHost)).toEqual(['Old.']);
  });
});

describe('what a Git host refuses', () => {
  test('a long text, a locked conversation, an archived repository', async ({
    gitHost,
    comment,
  }) => {
    expect(await comment({ markdown: 'x'.repeat(65_537) })).toEqual({ failed: 'unprocessable' });
    gitHost.issues[0].isLocked = true;
    expect(await comment()).toEqual({ failed: 'locked' });
    gitHost.isArchived = true;
    expect(await comment()).toEqual({ failed: 'archived' });
  });

  // None is created that could not be found again.
  test('more than ten thousand comments, unless ours is on the pages that are read', async ({
    gitHost,
    comment,
    server,
  }) => {
    for (let i = 0; i < 10_001; i++) gitHost.comment({ issue: 1, body: '', user: ALICE });
    expect(await comment()).toEqual({ failed: 'too-many-pages' });
    expect(server.requested(/\/comments\?/)).toHaveLength(100);
    Object.assign(gitHost.comments[0] ?? {}, { body: bodyOf('Old.'), user: botOf(gitHost) });
    expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
  });

  test('a target in the marker with Markdown syntax', async ({ gitHost, comment }) => {
    const marker = { ...MARKER, target: `${TARGET}--><script>@alice` };
    await comment({ marker });
    expect(await comment({ marker, markdown: 'Again.' })).toMatchObject({ did: 'updated' });
    expect(gitHost.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      expect.stringMatching(/^<!-- [^<>@]*[^<>@-] -->$/),
    ]);
  });
});
