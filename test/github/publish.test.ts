// What could not be written is a warning with the reason, once for each kind, and never an error.
import { expect, onTestFinished, test, vi } from 'vitest';
import { Publisher } from '../../src/github/publish.ts';
import { readEventContext } from '../../src/github/event.ts';
import { HEAD, NOW, onForge } from './stage.ts';

test('a missing permission is named', () =>
  onForge('github', async ({ forge, server }) => {
    forge.token('weak', { issues: 'read', pulls: 'read' });
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    onTestFinished(() => spy.mockRestore());
    const { number } = forge.pullRequest({ head: HEAD });
    const pull_request = { number, head: { sha: HEAD, repo: { full_name: forge.repository } } };
    const context = {
      ...readEventContext({ GITHUB_API_URL: server.url, GITHUB_REPOSITORY: forge.repository }),
      payload: { pull_request },
    };
    const clock = { now: () => new Date(NOW), pause: async () => undefined };
    const inputs = { comment: 'changes', githubToken: 'weak' } as const;
    const publisher = new Publisher({
      context,
      inputs,
      markerOf: () => 'target',
      checkout: async () => undefined,
      clock,
    });
    const message = { markdownOf: () => 'A plan.', phase: 'planned', hasNews: true, outcome: undefined } as const;
    for (let i = 0; i < 2; i++) await publisher.comment(message);
    await publisher.driftIssue({ plan: 'digest', title: 'Drift', markdown: 'Text', state: 'drifted' });
    expect(lines.filter((line) => line.startsWith('::warning')).map((line) => line.trimEnd())).toEqual([
      '::warning title=confighub-sync%3A no-comment::Could not write the comment: permission denied. Give the job `permissions: pull-requests: write`. The job summary has its content.',
      '::warning title=confighub-sync%3A no-issue::Could not write the drift issue: permission denied. Give the job `permissions: issues: write`. The job summary has its content.',
    ]);
  }));
