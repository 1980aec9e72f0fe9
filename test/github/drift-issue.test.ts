// The drift issue, with a Git host over real HTTP: opened, updated and closed; other issues are not touched.
import { describe, expect } from 'vitest';
import { type DriftReport, updateDriftIssue, writeMarker } from '../../src/github/posts.ts';
import { ALICE, MALLORY } from './git-host.ts';
import { botOf, type Ended, ended, HEAD, type Stage, TARGET, test } from './stage.ts';

const DENIED = { failed: expect.stringMatching(/^(denied|missing)$/) };

function report({ api }: Stage, given: Partial<DriftReport> = {}, token?: string): Promise<Ended> {
  const first = { marker: digest('first'), title: 'Drift', markdown: 'Text', state: 'drifted' };
  return ended(updateDriftIssue(api(token), { ...(first as DriftReport), ...given }));
}

function digest(plan: string): DriftReport['marker'] {
  return { target: TARGET, head: HEAD, plan };
}

function body(markdown: string, plan = 'first'): string {
  return `${writeMarker({ kind: 'drift', ...digest(plan) })}\n${markdown}`;
}

describe.each(['github', 'gitea'] as const)('on %s', (flavour) => {
  test.override({ flavour });

  test('is opened on drift, and updated only if the drift changes', async ({ stage }) => {
    const { gitHost } = stage;
    expect(await report(stage)).toEqual({ id: 2, did: 'created' });
    const first = { title: 'Drift', body: body('Text'), user: botOf(gitHost) };
    expect(gitHost.issues[1]).toMatchObject(first);
    const later = { markdown: 'The same, a day later' };
    expect(await report(stage, later)).toMatchObject({ id: 2, did: 'unchanged' });
    expect(gitHost.issues[1]).toMatchObject(first);
    const more = { marker: digest('second'), title: 'More drift', markdown: 'More' };
    expect(await report(stage, more)).toMatchObject({ id: 2, did: 'updated' });
    const updated = { title: 'More drift', body: body('More', 'second'), state: 'open' };
    expect(gitHost.issues.slice(1)).toMatchObject([updated]);
  });

  test('is closed when drift is gone, and the next drift opens another', async ({ stage }) => {
    const { gitHost } = stage;
    await report(stage);
    const closing = ({ plan }: { plan: string }) => `Listed: ${plan}.`;
    const gone = { markdown: 'No drift any more.\n', closing, marker: digest('none') };
    const clean = { state: 'clean', ...gone } as const;
    expect(await report(stage, clean)).toMatchObject({ id: 2, did: 'updated' });
    const last = '<details><summary>The last list of this issue</summary>\n\nText\n\n</details>\n';
    const closed = {
      state: 'closed',
      title: 'Drift',
      body: body(`No drift any more.\n\nListed: first.\n\n${last}`, 'none'),
      ...(flavour === 'github' && { stateReason: 'completed' }),
    };
    expect(gitHost.issues[1]).toMatchObject(closed);
    expect(await report(stage, clean)).toEqual({ skipped: 'nothing-to-say' });
    // A person opened it again: it stays as it was closed.
    gitHost.issues[1].state = 'open';
    expect(await report(stage, clean)).toMatchObject({ id: 2, did: 'updated' });
    expect(gitHost.issues[1]).toMatchObject(closed);
    expect(await report(stage)).toMatchObject({ id: 3, did: 'created' });
  });

  test('is closed as it is if it leaves no room for anything else', async ({ stage }) => {
    await report(stage);
    const [, issue] = stage.gitHost.issues;
    const long = body('A list.\n'.repeat(8100));
    issue.body = long;
    const markdown = `No drift.\n${'A warning.\n'.repeat(100)}`;
    expect(await report(stage, { state: 'clean', markdown })).toMatchObject({ did: 'updated' });
    expect(issue).toMatchObject({ state: 'closed', body: long });
  });

  test('is found on any page among other issues and pull requests', async ({ stage }) => {
    const { gitHost } = stage;
    await report(stage);
    await report(stage, { marker: { ...digest('first'), target: 'another' } });
    for (let i = 0; i < 250; i++) gitHost.open({ title: `Bug ${i}`, body: '', user: ALICE });
    gitHost.open({ title: 'Fake', body: body('Fake'), user: MALLORY });
    const ours = { body: body('A pull request of ours'), user: botOf(gitHost) };
    Object.assign(gitHost.pullRequest({ head: HEAD }), ours);
    const before = gitHost.issues.map((issue) => JSON.stringify(issue));
    expect(await report(stage, { state: 'clean' })).toMatchObject({ id: 2 });
    const changed = gitHost.issues.filter((issue, i) => JSON.stringify(issue) !== before[i]);
    expect(changed).toMatchObject([{ number: 2, state: 'closed' }]);
    expect(await report(stage)).toMatchObject({ id: 256, did: 'created' });
  });

  test('needs the permission, and a repository with issues', async ({ stage }) => {
    const { gitHost } = stage;
    gitHost.token('weak', { issues: 'read', pulls: 'write' });
    gitHost.token('blind', { issues: 'none', pulls: 'write' });
    for (const token of ['weak', 'blind']) expect(await report(stage, {}, token)).toEqual(DENIED);
    gitHost.hasIssues = false;
    expect(await report(stage)).toEqual({ failed: 'disabled' });
    expect(gitHost.issues).toHaveLength(1);
  });
});

test('is the older one of two that are open', async ({ stage }) => {
  const { gitHost } = stage;
  for (const plan of ['one', 'two'])
    gitHost.open({ title: plan, body: body('', plan), user: botOf(gitHost) });
  expect(await report(stage)).toMatchObject({ id: 2, did: 'updated' });
  const second = { state: 'closed', stateReason: 'not_planned' };
  expect(gitHost.issues.slice(1)).toMatchObject([{ state: 'open' }, second]);
});
