// What could not be written is a warning with the reason, once for each kind, and never an error.
import { expect, onTestFinished, vi } from 'vitest';
import { pageOptions, Publisher } from '../../src/github/publish.ts';
import { readEventContext } from '../../src/github/event.ts';
import { HEAD, NOW, test } from './stage.ts';

const SUMMARY = { GITHUB_STEP_SUMMARY: '/tmp/summary.md' };
const WITHOUT = 'the log and artifacts of the run';

// Gitea takes a summary and shows it nowhere.
test.for([
  { env: SUMMARY, place: 'job summary', all: 'the summary, log and artifacts of the run' },
  { env: { ...SUMMARY, GITEA_ACTIONS: 'true' }, place: 'log', all: WITHOUT },
  { env: {}, place: 'log', all: WITHOUT },
])(
  'a missing permission is named, and where the content is: $env',
  async ({ env, place, all }, { gitHost, server }) => {
    gitHost.token('weak', { issues: 'read', pulls: 'read' });
    const lines: string[] = [];
    const write = (text: unknown) => lines.push(String(text)) > 0;
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation(write);
    onTestFinished(() => spy.mockRestore());
    const { number } = gitHost.pullRequest({ head: HEAD });
    const pull_request = { number, head: { sha: HEAD, repo: { full_name: gitHost.repository } } };
    const host = { GITHUB_API_URL: server.url, GITHUB_REPOSITORY: gitHost.repository };
    const context = { ...readEventContext({ ...env, ...host }), payload: { pull_request } };
    const publisher = new Publisher({
      context,
      inputs: { comment: 'changes', githubToken: 'weak' },
      markerOf: () => 'target',
      checkout: async () => undefined,
      clock: { now: () => new Date(NOW), pause: async () => undefined },
    });
    const message = { markdownOf: () => 'A plan.', phase: 'planned', hasNews: true } as const;
    for (let i = 0; i < 2; i++) await publisher.comment({ ...message, outcome: undefined });
    const issue = { title: 'Drift', markdown: 'Text', state: 'drifted' } as const;
    await publisher.driftIssue({ listed: { plan: 'digest' }, ...issue });
    const warnings = lines.filter((line) => line.startsWith('::warning'));
    expect(warnings.map((line) => line.trimEnd())).toEqual([
      `::warning title=confighub-sync%3A no-comment::Could not write the comment: permission denied. Give the job \`permissions: pull-requests: write\`. The ${place} has its content.`,
      `::warning title=confighub-sync%3A no-issue::Could not write the drift issue: permission denied. Give the job \`permissions: issues: write\`. The ${place} has its content.`,
    ]);
    expect(pageOptions(context, undefined, undefined, {}).fullPlan?.text).toBe(all);
  },
);
