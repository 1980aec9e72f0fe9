// What tests of the action run on: a pull request from its plan to the apply of its merge, and what they look at.
import { expect } from 'vitest';
import { texts } from '../github/stage.ts';
import { type Desk, SMALL } from '../helpers/process.ts';
import {
  type Proposed,
  type PullRequestOptions,
  withPullRequest,
} from '../helpers/pull-requests.ts';
import { push, type TestServer } from '../helpers/server.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { test as plain } from '../helpers/test.ts';
import type { StepResult } from '../helpers/workflow.ts';

/** The files are applied, as those of main; the branch of the pull request begins without a change. */
export const test = plain.extend<{ options: PullRequestOptions; stage: Proposed }>({
  options: {},
  stage: ({ options }, use) => withPullRequest(options, use),
});

export const nightly = test.runIf(IS_NIGHTLY);

export const REPOSITORY = { full_name: 'acme/shop', default_branch: 'main' };
export const CHANGED = {
  'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store'),
};
export const WITHOUT_DATABASE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

/** The small project with more settings. */
export function having(settings: string): typeof SMALL {
  return { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}${settings}\n` };
}

/** `0 applied`, `3 refused`, `1 failed only-planned`: exit code, result, and code of the error. */
export function outcome({ status, outputs }: StepResult): string {
  return `${status} ${outputs.result} ${outputs['error-code'] ?? ''}`.trim();
}

/** How many items a step creates, updates and deletes. */
export function counts({ outputs }: StepResult): (number | undefined)[] {
  return ['to-create', 'to-update', 'to-delete'].map((name) => Number(outputs[name]));
}

/** Without their markers, in the order in which they were created. */
export function comments({ gitHost }: Pick<Proposed, 'gitHost'>): string[] {
  return texts(gitHost.gitHost);
}

/** The last one, without its marker. */
export function driftIssue({ gitHost }: Pick<Proposed, 'gitHost'>) {
  const { state, body, pull } = gitHost.gitHost.issues.at(-1) ?? {};
  if (pull !== undefined) return undefined;
  return { state, body: (body ?? '').replace(/^<!--.*?-->\n/, '') };
}

/** The step that runs on a schedule, and writes the drift issue. */
export function look({ apply }: Pick<Proposed, 'apply'>): Promise<StepResult> {
  return apply({ event: 'schedule', with: { 'drift-issue': 'true' } });
}

/** Somebody else changes a key on the server. */
export async function change(
  server: TestServer,
  value: string,
  { key = 'shop.title', context = '*;*' } = {},
): Promise<void> {
  const data = [{ key, values: [{ context, value }] }];
  expect((await push(server, { data }, { token: 'default' })).status).toBe(200);
}

/**
 * Makes the last apply one that has begun so long ago, and may run for ten minutes.
 * @param ago milliseconds
 * @param of its commit, if it is another one
 * @returns makes it what it was
 */
export function beginApply({ desk }: { desk: Desk }, ago: number, of?: string): () => void {
  const ref = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  const done = desk.git('rev-parse', ref);
  const [since, until] = [0, 600_000].map((more) => new Date(Date.now() - ago + more));
  const times = `Since: ${since?.toISOString()}\nUntil: ${until?.toISOString()}\nOpen: 1`;
  const message = desk
    .git('log', '-1', '--format=%B', done)
    .trim()
    .replace('State: done', 'State: begun')
    .replace(/^Source-Commit: .*$/m, of === undefined ? '$&' : `Source-Commit: ${of}`)
    .replace(/^Since: .*$/m, times);
  const tree = `${of ?? done}^{tree}`;
  desk.git('update-ref', ref, desk.git('commit-tree', tree, '-p', done, '-m', message));
  return () => void desk.git('update-ref', ref, done);
}
