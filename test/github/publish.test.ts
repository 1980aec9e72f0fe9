// What could not be written is a warning with the reason, once for each kind, and never an error.
import { expect, onTestFinished, test, vi } from 'vitest';
import { pageOptions, Publisher } from '../../src/github/publish.ts';
import { readEventContext } from '../../src/github/event.ts';
import { HEAD, NOW, onGitHost } from './stage.ts';

const SUMMARY = { GITHUB_STEP_SUMMARY: '/tmp/summary.md' };

// Gitea takes a summary and shows it nowhere.
test.each([
  { env: SUMMARY, place: 'job summary', all: 'the summary, log and artifacts of the run' },
  {
    env: { ...SUMMARY, GITEA_ACTIONS: 'true' },
    place: 'log',
    all: 'the log and artifacts of the run',
  },
  { env: {}, place: 'log', all: 'the log and artifacts of the run' },
])('a missing permission is named, and where the content is: $env', ({ env, place, all }) =>
  onGitHost('github', async ({ gitHost, server }) => {
    gitHost.token('weak', { issues: 'read', pulls: 'read' });
    const lines: string[] = [];
    const spy = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => lines.push(String(text)) > 0);
    onTestFinished(() => spy.mockRestore());
    const { number } = gitHost.pullRequest({ head: HEAD });
    const pull_request = { number, head: { sha: HEAD, repo: { full_name: gitHost.repository } } };
    const context = {
      ...readEventContext({
        ...env,
        GITHUB_API_URL: server.url,
        GITHUB_REPOSITORY: gitHost.repository,
      }),
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
    const message = {
      markdownOf: () => 'A plan.',
      phase: 'planned',
      hasNews: true,
      outcome: undefined,
    } as const;
    for (let i = 0; i < 2; i++) await publisher.comment(message);
    await publisher.driftIssue({
      listed: { plan: 'digest' },
      title: 'Drift',
      markdown: 'Text',
      state: 'drifted',
    });
    expect(
      lines.filter((line) => line.startsWith('::warning')).map((line) => line.trimEnd()),
    ).toEqual([
      `::warning title=confighub-sync%3A no-comment::Could not write the comment: permission denied. Give the job \`permissions: pull-requests: write\`. The ${place} has its content.`,
      `::warning title=confighub-sync%3A no-issue::Could not write the drift issue: permission denied. Give the job \`permissions: issues: write\`. The ${place} has its content.`,
    ]);
    expect(pageOptions(context, undefined, undefined, {}).fullPlan?.text).toBe(all);
  }),
);
