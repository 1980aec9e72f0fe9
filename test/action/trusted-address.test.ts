// Token and push are never sent to a URL that only an unmerged change names, on any event.
import { describe, expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { SHOP, withServer } from '../helpers/server.ts';
import type { StepOptions, StepResult } from '../helpers/workflow.ts';
import { representatives } from '../helpers/suite.ts';

const REPOSITORY = { full_name: 'acme/shop', default_branch: 'main' };

/** The project file of `main` names our server, that of `feature` names theirs; `feature` is checked out. */
interface Stage extends Proposed {
  /** Commits. */
  main: string;
  feature: string;
  /** Requests that reached the address of `feature`. */
  theirs: string[];
  run: (options: StepOptions) => Promise<StepResult>;
  /** The files of `feature` name the address of `main`. */
  agree: () => void;
}

async function withTwoAddresses(use: (stage: Stage) => Promise<void>): Promise<void> {
  const theirs: string[] = [];
  const onRequest = ({ method, path }: { method: string; path: string }) =>
    theirs.push(`${method} ${path}`);
  await withServer({ repositories: [SHOP], onRequest }, (evil) =>
    withPullRequest({}, async (proposed) => {
      const { desk, requests, propose } = proposed;
      const naming = (url = '') => ({
        'confighub.yaml': `${SMALL['confighub.yaml']}url: ${url}\n`,
      });
      const origin = desk.sandbox.bare();
      desk.git('remote', 'add', 'origin', `file://${origin}`);
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

type Event = (stage: Stage) => StepOptions;

const pullRequest = ({ main, feature }: Stage) => ({
  number: 1,
  head: { sha: feature, ref: 'feature', repo: { full_name: 'acme/shop' } },
  base: { sha: main, ref: 'main', repo: { full_name: 'acme/shop' } },
});
const ofPullRequest =
  (event: string): Event =>
  (stage) => ({ event, ref: 'refs/pull/1/merge', payload: { pull_request: pullRequest(stage) } });
const ofQueue =
  (base: (stage: Stage) => string): Event =>
  (stage) => ({
    event: 'merge_group',
    ref: 'refs/heads/gh-readonly-queue/main/pr-1-0',
    payload: {
      merge_group: { base_sha: base(stage), base_ref: 'refs/heads/main', head_sha: stage.feature },
    },
  });
const onFeature =
  (event: string, ref = 'refs/heads/feature'): Event =>
  () => ({ event, ref });
/** The event is of main; what is checked out is not. */
const onMain =
  (event: string): Event =>
  ({ main }) => ({ event, ref: 'refs/heads/main', env: { GITHUB_SHA: main } });
const as =
  (command: string, event: Event): Event =>
  (stage) => ({ ...event(stage), with: { command } });

const PLANNED: [name: string, event: Event][] = [
  ['pull_request', ofPullRequest('pull_request')],
  ['pull_request, plan', as('plan', ofPullRequest('pull_request'))],
  ['pull_request_review', ofPullRequest('pull_request_review')],
  ['pull_request_review_comment', ofPullRequest('pull_request_review_comment')],
  ['merge_group', ofQueue(({ main }) => main)],
  ['merge_group, behind another entry that names the address', ofQueue(({ feature }) => feature)],
  ['push to another branch', onFeature('push')],
  ['push of a tag', onFeature('push', 'refs/tags/v1')],
  ['release', onFeature('release', 'refs/tags/v1')],
  ['issue_comment', onMain('issue_comment')],
  ['workflow_run', onMain('workflow_run')],
  ['repository_dispatch', onMain('repository_dispatch')],
  [
    'workflow_dispatch, dry-run',
    (stage) => ({ ...onFeature('workflow_dispatch')(stage), with: { 'dry-run': 'true' } }),
  ],
];

const FAILED: [name: string, event: Event][] = [
  ['workflow_dispatch of another branch', onFeature('workflow_dispatch')],
  ['workflow_dispatch of main, with another branch checked out', onMain('workflow_dispatch')],
  ['schedule, with another branch checked out', onMain('schedule')],
  ['push to another branch, apply', as('apply', onFeature('push'))],
  ['pull_request, apply', as('apply', ofPullRequest('pull_request'))],
  ['pull_request, drift', as('drift', ofPullRequest('pull_request'))],
  [
    'merge_group, apply',
    as(
      'apply',
      ofQueue(({ main }) => main),
    ),
  ],
  [
    'a pull request that the event does not describe',
    as('apply', onFeature('pull_request', 'refs/pull/1/merge')),
  ],
];

describe.concurrent('nothing is sent to a URL that only an unmerged change names', () => {
  test('planned without the server', async () => {
    await withTwoAddresses(async (stage) => {
      for (const [name, event] of representatives(PLANNED, 8)) {
        stage.gitHost.gitHost.comments.length = 0;
        const { status, outputs, summary, log } = await stage.run(event(stage));
        expect(stage.theirs, name).toEqual([]);
        expect({ name, status, result: outputs.result, log }).toMatchObject({
          name,
          status: 0,
          result: 'planned',
        });
        expect(stage.requests, name).toEqual([]);
        expect(summary, name).toMatch(
          /^### Plan without the server.*\n\n\*\*Not compared with a server: this branch changes `url`\. After the merge, the token goes to `http:.*secrets included\.\*\*\n/,
        );
        expect(summary, name).toMatch(/^> - `!` \*\*`url`\*\* .*, \*\*less strict\*\* · /m);
        const isOwn = event(stage).event?.startsWith('pull_request');
        const comments = stage.gitHost.gitHost.comments.map(({ body }) =>
          body.includes(summary.trim()),
        );
        expect(comments, name).toEqual(isOwn ? [true] : []);
        expect(
          log.annotations.map(({ text }) => text),
          name,
        ).toContainEqual(
          expect.stringMatching(
            /^Planned without the server: .*the token goes only to the `url` that `main` sets; this branch sets its `url` to http.*input `url`/,
          ),
        );
      }
    });
  });

  test('refused', async () => {
    await withTwoAddresses(async (stage) => {
      for (const [name, event] of representatives(FAILED, 6)) {
        const { status, outputs, log } = await stage.run(event(stage));
        expect(stage.theirs, name).toEqual([]);
        expect({ name, status, outputs }).toMatchObject({
          name,
          status: 1,
          outputs: { result: 'failed', 'failure-reason': 'error', 'error-code': 'untrusted-url' },
        });
        expect(stage.requests, name).toEqual([]);
        expect(
          log.annotations.map(({ text }) => text),
          name,
        ).toEqual([
          expect.stringMatching(
            /Nothing was sent: .*the token goes only to the `url` that `main` sets; this branch sets its `url` to http[\s\S]*input `url`/,
          ),
        ]);
      }

      // Even without a token, for an apply pushes secrets.
      const withoutToken = await stage.run({
        event: 'workflow_dispatch',
        ref: 'refs/heads/feature',
        with: { token: '' },
      });
      expect(withoutToken.outputs['error-code']).toBe('untrusted-url');

      // The default branch is not known.
      const payload = { repository: { full_name: 'acme/shop' } };
      const inputs = { 'github-token': '' };
      const event = { event: 'schedule', ref: 'refs/heads/main', payload };
      const { status, outputs, log } = await stage.run({ ...event, with: inputs });
      expect({ status, code: outputs['error-code'] }).toEqual({ status: 1, code: 'untrusted-url' });
      expect(log.annotations.at(-1)?.text).toMatch(
        /no trusted branch is configured[\s\S]*input `branch`/,
      );

      // The trusted branch cannot be fetched.
      stage.desk.git('remote', 'set-url', 'origin', 'file:///nowhere.git');
      const unfetched = await stage.run({ event: 'workflow_dispatch', ref: 'refs/heads/feature' });
      expect(unfetched).toMatchObject({ status: 1, outputs: { 'error-code': 'untrusted-url' } });
      expect(stage.theirs).toEqual([]);
    });
  });
});

describe.concurrent('still sent', () => {
  test('the address of the trusted branch, also if an older commit of it names it, in a shallow clone', async () => {
    await withTwoAddresses(async (stage) => {
      stage.agree();
      for (const [name, event] of representatives([...PLANNED, ...FAILED], 11)) {
        stage.requests.length = 0;
        const { outputs } = await stage.run(event(stage));
        expect(outputs['error-code'], name).toBeUndefined();
        expect(stage.requests, name).not.toEqual([]);
        expect(stage.theirs, name).toEqual([]);
      }

      const { desk } = stage;
      desk.git('push', '--quiet', 'origin', 'feature:topic');
      const shallow = desk.sandbox.clone(
        desk.sandbox.path('origin.git'),
        'shallow',
        '--depth=1',
        '--branch=topic',
      );
      const { outputs } = await stage.run({
        event: 'workflow_dispatch',
        ref: 'refs/heads/topic',
        env: { GITHUB_WORKSPACE: shallow },
      });
      expect(outputs).toMatchObject({ result: 'nothing' });
      expect(stage.theirs).toEqual([]);
    });
  });

  test('to the URL in the workflow, whatever the files name, and to a new address that the trusted branch names', async () => {
    await withTwoAddresses(async (stage) => {
      const { CONFIGHUB_URL: url = '' } = stage.desk.env;
      const event = { event: 'workflow_dispatch', ref: 'refs/heads/feature' };
      expect((await stage.run({ ...event, with: { url } })).outputs.result).toBe('nothing');
      expect((await stage.run({ ...event, env: { CONFIGHUB_URL: url } })).outputs.result).toBe(
        'nothing',
      );
      expect(stage.theirs).toEqual([]);

      for (const [name, step] of [
        ['the default branch', { event: 'push', ref: 'refs/heads/main' }],
        [
          'the branch of `branch`',
          { event: 'push', ref: 'refs/heads/feature', with: { branch: 'feature' } },
        ],
        ['the default branch, manually', { event: 'workflow_dispatch', ref: 'refs/heads/main' }],
      ] satisfies [string, StepOptions][]) {
        stage.theirs.length = 0;
        const { outputs } = await stage.run({ ...step, with: { token: '', ...step.with } });
        expect(outputs['error-code'], name).not.toBe('untrusted-url');
        expect(stage.theirs, name).not.toEqual([]);
      }
    });
  });
});
