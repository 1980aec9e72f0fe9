// Token and push are never sent to a URL that only an unmerged change names, on any event.
import { describe, expect } from 'vitest';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { SHOP, withServer } from '../helpers/server.ts';
import type { StepOptions, StepResult } from '../helpers/workflow.ts';
import { representatives } from '../helpers/suite.ts';
import { comments, having, outcome, REPOSITORY, test as plain } from './stage.ts';

/** The project file of `main` names our server, that of `feature` names theirs; `feature` is checked out. */
interface Addresses extends Proposed {
  /** Commits. */
  main: string;
  feature: string;
  /** Requests that reached the address of `feature`. */
  theirs: string[];
  run: (options: StepOptions) => Promise<StepResult>;
  /** The files of `feature` name the address of `main`. */
  agree: () => void;
}

async function withTwoAddresses(use: (addresses: Addresses) => Promise<void>): Promise<void> {
  const theirs: string[] = [];
  const onRequest = ({ method, path }: { method: string; path: string }) =>
    theirs.push(`${method} ${path}`);
  await withServer({ repositories: [SHOP], onRequest }, (evil) =>
    withPullRequest({}, async (proposed) => {
      const { desk, requests, propose } = proposed;
      const naming = (url = '') => ({ 'confighub.yaml': having(`url: ${url}`)['confighub.yaml'] });
      desk.git('remote', 'add', 'origin', `file://${desk.sandbox.bare()}`);
      desk.git('switch', '--quiet', 'main');
      const main = desk.commit('The address', naming(desk.env.CONFIGHUB_URL));
      desk.git('push', '--quiet', 'origin', 'main', 'refs/confighub-sync/*:refs/confighub-sync/*');
      desk.git('switch', '--quiet', '--force-create', 'feature');
      const feature = propose(naming(evil.url));
      desk.git('push', '--quiet', 'origin', 'feature');
      // As actions/checkout leaves it: the branch that was asked for, and no other.
      desk.git('branch', '--quiet', '-D', 'main');
      requests.length = 0;
      const run = (options: StepOptions) =>
        proposed.apply({
          ...options,
          payload: { repository: REPOSITORY, ...options.payload },
          env: { CONFIGHUB_URL: undefined, GITHUB_SHA: feature, ...options.env },
        });
      const agree = () => propose(naming(desk.env.CONFIGHUB_URL));
      await use({ ...proposed, main, feature, theirs, run, agree });
    }),
  );
}

const test = plain.extend<{ addresses: Addresses }>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  addresses: ({}, use) => withTwoAddresses(use),
});

type Event = (addresses: Addresses) => StepOptions;

const FULL_NAME = { full_name: REPOSITORY.full_name };
const ofPullRequest =
  (event: string): Event =>
  ({ main, feature }) => {
    const head = { sha: feature, ref: 'feature', repo: FULL_NAME };
    const pull_request = { number: 1, head, base: { sha: main, ref: 'main', repo: FULL_NAME } };
    return { event, ref: 'refs/pull/1/merge', payload: { pull_request } };
  };
const ofQueue =
  (base: 'main' | 'feature'): Event =>
  (addresses) => {
    const sides = { base_sha: addresses[base], head_sha: addresses.feature };
    const payload = { merge_group: { base_ref: 'refs/heads/main', ...sides } };
    return { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-1-0', payload };
  };
const onFeature =
  (event: string, ref = 'refs/heads/feature'): Event =>
  () => ({ event, ref });
/** The event is of main; what is checked out is not. */
const onMain =
  (event: string): Event =>
  ({ main }) => ({ event, ref: 'refs/heads/main', env: { GITHUB_SHA: main } });
const as =
  (command: string, event: Event): Event =>
  (addresses) => ({ ...event(addresses), with: { command } });
const dryRun =
  (event: Event): Event =>
  (addresses) => ({ ...event(addresses), with: { 'dry-run': 'true' } });

type Row = [name: string, event: Event];
const PLANNED: Row[] = [
  ['pull_request', ofPullRequest('pull_request')],
  ['pull_request, plan', as('plan', ofPullRequest('pull_request'))],
  ['pull_request_review', ofPullRequest('pull_request_review')],
  ['pull_request_review_comment', ofPullRequest('pull_request_review_comment')],
  ['merge_group', ofQueue('main')],
  ['merge_group, behind another entry that names the address', ofQueue('feature')],
  ['push to another branch', onFeature('push')],
  ['push of a tag', onFeature('push', 'refs/tags/v1')],
  ['release', onFeature('release', 'refs/tags/v1')],
  ['issue_comment', onMain('issue_comment')],
  ['workflow_run', onMain('workflow_run')],
  ['repository_dispatch', onMain('repository_dispatch')],
  ['workflow_dispatch, dry-run', dryRun(onFeature('workflow_dispatch'))],
];

const UNKNOWN = onFeature('pull_request', 'refs/pull/1/merge');
const FAILED: Row[] = [
  ['workflow_dispatch of another branch', onFeature('workflow_dispatch')],
  ['workflow_dispatch of main, with another branch checked out', onMain('workflow_dispatch')],
  ['schedule, with another branch checked out', onMain('schedule')],
  ['push to another branch, apply', as('apply', onFeature('push'))],
  ['pull_request, apply', as('apply', ofPullRequest('pull_request'))],
  ['pull_request, drift', as('drift', ofPullRequest('pull_request'))],
  ['merge_group, apply', as('apply', ofQueue('main'))],
  ['a pull request that the event does not describe', as('apply', UNKNOWN)],
];

describe.concurrent('nothing is sent to a URL that only an unmerged change names', () => {
  test('planned without the server', async ({ addresses }) => {
    for (const [name, event] of representatives(PLANNED, 8)) {
      addresses.gitHost.gitHost.comments.length = 0;
      const planned = await addresses.run(event(addresses));
      const { summary, log } = planned;
      expect([...addresses.theirs, ...addresses.requests], name).toEqual([]);
      expect(outcome(planned), `${name}\n${planned.output}`).toBe('0 planned');
      expect(summary, name).toMatch(
        /^### Plan without the server.*\n\n\*\*Not compared with a server: this branch changes `url`\. After the merge, the token goes to `http:.*secrets included\.\*\*\n/,
      );
      expect(summary, name).toMatch(/^> - `!` \*\*`url`\*\* .*, \*\*less strict\*\* · /m);
      const isOwn = event(addresses).event?.startsWith('pull_request');
      const same = comments(addresses).map((body) => body.includes(summary.trim()));
      expect(same, name).toEqual(isOwn ? [true] : []);
      const said = log.annotations.map(({ text }) => text);
      expect(said, name).toContainEqual(
        expect.stringMatching(
          /^Planned without the server: .*the token goes only to the `url` that `main` sets; this branch sets its `url` to http.*input `url`/,
        ),
      );
    }
  });

  test('refused', async ({ addresses }) => {
    const onBranch = { event: 'workflow_dispatch', ref: 'refs/heads/feature' };
    const refuse = async (name: string, step: StepOptions) => {
      const failed = await addresses.run(step);
      expect(outcome(failed), name).toBe('1 failed untrusted-url');
      expect([...addresses.theirs, ...addresses.requests], name).toEqual([]);
      return failed.log.annotations.map(({ text }) => text);
    };
    for (const [name, event] of representatives(FAILED, 6))
      expect(await refuse(name, event(addresses)), name).toEqual([
        expect.stringMatching(
          /Nothing was sent: .*the token goes only to the `url` that `main` sets; this branch sets its `url` to http[\s\S]*input `url`/,
        ),
      ]);
    // Even then, for an apply pushes secrets.
    await refuse('without a token', { ...onBranch, with: { token: '' } });
    const payload = { repository: FULL_NAME };
    const onSchedule = { event: 'schedule', ref: 'refs/heads/main', payload };
    const inputs = { 'github-token': '' };
    const said = await refuse('an unknown default branch', { ...onSchedule, with: inputs });
    expect(said.at(-1)).toMatch(/has no trusted branch to compare it with[\s\S]*input `branch`/);
    addresses.desk.git('remote', 'set-url', 'origin', 'file:///nowhere.git');
    await refuse('a trusted branch that cannot be fetched', onBranch);
  });
});

/** Whoever owns a fork writes its `main`, too. */
test('nothing is sent to a URL that only the default branch of a fork names', async ({
  addresses,
}) => {
  const { desk, main, feature, theirs, run } = addresses;
  const fork = { full_name: 'mallory/shop' };
  desk.git('push', '--quiet', desk.sandbox.bare('mallory/shop.git'), 'feature:main');
  const host = new GitHostOverHttp({ root: desk.sandbox.dir, env: desk.sandbox.env });
  host.access.set('workflow', 'read');
  const url = await host.start();
  try {
    desk.git('remote', 'set-url', 'origin', `${url}/mallory/shop.git`);
    const head = { sha: feature, ref: 'main', repo: fork };
    const pull_request = { number: 1, head, base: { sha: main, ref: 'main', repo: FULL_NAME } };
    const ofFork: StepOptions = {
      event: 'pull_request',
      ref: 'refs/pull/1/merge',
      payload: { pull_request },
    };
    for (const step of [
      ofFork,
      onMain('issue_comment')(addresses),
      onMain('workflow_run')(addresses),
    ]) {
      const env = { ...step.env, GITHUB_SERVER_URL: url };
      const planned = await run({ ...step, env });
      expect(theirs, `${step.event}\n${planned.output}`).toEqual([]);
      expect(outcome(planned), step.event).toBe('0 planned');
    }
  } finally {
    host.stop();
  }
});

describe.concurrent('still sent', () => {
  test('the address of the trusted branch, also if an older commit of it names it, in a shallow clone', async ({
    addresses,
  }) => {
    const { desk, requests, theirs, run, agree } = addresses;
    agree();
    for (const [name, event] of representatives([...PLANNED, ...FAILED], 11)) {
      requests.length = 0;
      const { outputs } = await run(event(addresses));
      expect(outputs['error-code'], name).toBeUndefined();
      expect(requests, name).not.toEqual([]);
    }
    desk.git('push', '--quiet', 'origin', 'feature:topic');
    const origin = desk.sandbox.path('origin.git');
    const shallow = desk.sandbox.clone(origin, 'shallow', '--depth=1', '--branch=topic');
    const { outputs } = await run({
      event: 'workflow_dispatch',
      ref: 'refs/heads/topic',
      env: { GITHUB_WORKSPACE: shallow },
    });
    expect(outputs.result).toBe('nothing');
    expect(theirs).toEqual([]);
  });

  test('to the URL in the workflow, whatever the files name, and to a new address that the trusted branch names', async ({
    addresses,
  }) => {
    const { desk, theirs, run } = addresses;
    const { CONFIGHUB_URL: url = '' } = desk.env;
    const event = { event: 'workflow_dispatch', ref: 'refs/heads/feature' };
    for (const own of [{ with: { url } }, { env: { CONFIGHUB_URL: url } }])
      expect((await run({ ...event, ...own })).outputs.result).toBe('nothing');
    expect(theirs).toEqual([]);

    const main = { ref: 'refs/heads/main', with: { token: '' } };
    const ofInput = { ref: 'refs/heads/feature', with: { token: '', branch: 'feature' } };
    for (const [name, step] of [
      ['the default branch', { event: 'push', ...main }],
      ['the branch of `branch`', { event: 'push', ...ofInput }],
      ['the default branch, manually', { event: 'workflow_dispatch', ...main }],
    ] satisfies [string, StepOptions][]) {
      theirs.length = 0;
      expect((await run(step)).outputs['error-code'], name).not.toBe('untrusted-url');
      expect(theirs, name).not.toEqual([]);
    }
  });
});
