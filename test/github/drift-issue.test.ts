// The drift issue, with a Git host over real HTTP: opened, updated and closed; other issues are not touched.
import { describe, expect, test } from 'vitest';
import { type DriftReport, updateDriftIssue, writeMarker } from '../../src/github/posts.ts';
import { ALICE, MALLORY } from './git-host.ts';
import { botOf, type Ended, ended, HEAD, onGitHost, type Stage, TARGET } from './stage.ts';

function report({ api }: Stage, given: Partial<DriftReport> = {}, token?: string): Promise<Ended> {
  const marker = { target: TARGET, head: HEAD, plan: 'first' };
  const first = { marker, title: 'Drift', markdown: 'Text', state: 'drifted' } as const;
  return ended(updateDriftIssue(api(token), { ...first, ...given }));
}

function digest(plan: string): DriftReport['marker'] {
  return { target: TARGET, head: HEAD, plan };
}

function body(markdown: string, plan = 'first', target = TARGET): string {
  return `${writeMarker({ kind: 'drift', target, head: HEAD, plan })}\n${markdown}`;
}

describe.each(['github', 'gitea'] as const)('on %s', (flavour) => {
  test('opens it on drift, and updates it only if the drift changes', () =>
    onGitHost(flavour, async (stage) => {
      const { gitHost } = stage;
      expect(await report(stage)).toEqual({ id: 2, did: 'created' });
      expect(gitHost.issues[1]).toMatchObject({
        title: 'Drift',
        body: body('Text'),
        user: botOf(gitHost),
      });
      expect(await report(stage, { markdown: 'The same, a day later' })).toMatchObject({
        id: 2,
        did: 'unchanged',
      });
      expect(gitHost.issues[1].body).toBe(body('Text'));
      const more = { marker: digest('second'), title: 'More drift', markdown: 'More' };
      expect(await report(stage, more)).toMatchObject({ id: 2, did: 'updated' });
      expect(gitHost.issues[1]).toMatchObject({
        title: 'More drift',
        body: body('More', 'second'),
        state: 'open',
      });
      expect(gitHost.issues).toHaveLength(2);
    }));

  test('closes it when the drift is gone, and opens a new one for the next drift', () =>
    onGitHost(flavour, async (stage) => {
      const { gitHost } = stage;
      await report(stage);
      const closing = ({ plan }: { plan: string }) => `Listed: ${plan}.`;
      const clean = {
        state: 'clean',
        markdown: 'No drift any more.\n',
        closing,
        marker: digest('none'),
      } as const;
      expect(await report(stage, clean)).toMatchObject({ id: 2, did: 'updated' });
      expect(gitHost.issues[1]).toMatchObject({ state: 'closed', title: 'Drift' });
      const last =
        '<details><summary>The last list of this issue</summary>\n\nText\n\n</details>\n';
      expect(gitHost.issues[1].body).toBe(
        body(`No drift any more.\n\nListed: first.\n\n${last}`, 'none'),
      );
      expect(gitHost.issues[1].stateReason).toBe(flavour === 'github' ? 'completed' : undefined);
      expect(await report(stage, clean)).toEqual({ skipped: 'nothing-to-say' });
      // A person opened it again: it stays as it was closed.
      const { body: closed } = gitHost.issues[1];
      gitHost.issues[1].state = 'open';
      expect(await report(stage, clean)).toMatchObject({ id: 2, did: 'updated' });
      expect(gitHost.issues[1]).toMatchObject({ state: 'closed', body: closed });
      expect(await report(stage)).toMatchObject({ id: 3, did: 'created' });
    }));

  test('closes one that leaves no room for anything else as it is', () =>
    onGitHost(flavour, async (stage) => {
      const { gitHost } = stage;
      await report(stage);
      const long = body('A list.\n'.repeat(8100));
      gitHost.issues[1].body = long;
      const clean = {
        state: 'clean',
        markdown: `No drift.\n${'A warning.\n'.repeat(100)}`,
      } as const;
      expect(await report(stage, clean)).toMatchObject({ id: 2, did: 'updated' });
      expect(gitHost.issues[1]).toMatchObject({ state: 'closed', body: long });
    }));

  test('finds it on any page among other issues and pull requests', () =>
    onGitHost(flavour, async (stage) => {
      const { gitHost } = stage;
      await report(stage);
      await report(stage, { marker: { ...digest('first'), target: 'another' } });
      for (let i = 0; i < 250; i++) gitHost.open({ title: `Bug ${i}`, body: '', user: ALICE });
      gitHost.open({ title: 'Fake', body: body('Fake'), user: MALLORY });
      Object.assign(gitHost.pullRequest({ head: HEAD }), {
        body: body('A pull request of ours'),
        user: botOf(gitHost),
      });
      const before = structuredClone(gitHost.issues);
      expect(await report(stage, { state: 'clean' })).toMatchObject({ id: 2 });
      expect(gitHost.issues.filter(({ state }, i) => state !== before[i].state)).toMatchObject([
        { number: 2 },
      ]);
      expect(gitHost.issues.filter((issue, i) => issue.body !== before[i].body)).toMatchObject([
        { number: 2 },
      ]);
      expect(await report(stage)).toMatchObject({ id: 256, did: 'created' });
    }));

  test('a missing permission', () =>
    onGitHost(flavour, async (stage) => {
      stage.gitHost.token('weak', { issues: 'read', pulls: 'write' });
      expect(await report(stage, {}, 'weak')).toEqual({
        failed: expect.stringMatching(/^(denied|missing)$/),
      });
      stage.gitHost.token('blind', { issues: 'none', pulls: 'write' });
      expect(await report(stage, {}, 'blind')).toEqual({
        failed: expect.stringMatching(/^(denied|missing)$/),
      });
      expect(stage.gitHost.issues).toHaveLength(1);
    }));

  test('a repository with disabled issues', () =>
    onGitHost(flavour, async (stage) => {
      stage.gitHost.hasIssues = false;
      expect(await report(stage)).toEqual({ failed: 'disabled' });
    }));
});

test('keeps the older one of two open issues', () =>
  onGitHost('github', async (stage) => {
    const { gitHost } = stage;
    for (const plan of ['one', 'two'])
      gitHost.open({ title: plan, body: body('', plan), user: botOf(gitHost) });
    expect(await report(stage)).toMatchObject({ id: 2, did: 'updated' });
    expect(gitHost.issues.slice(1)).toMatchObject([
      { state: 'open' },
      { state: 'closed', stateReason: 'not_planned' },
    ]);
  }));
