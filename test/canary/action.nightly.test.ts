// The canary: no event of a workflow brings a secret to the log, an output, a file, or the Git host; masks come first.
import { expect } from 'vitest';
import { answer } from '../helpers/faulty-server.ts';
import { withServer } from '../helpers/server.ts';
import { runStep, type StepOptions, type StepResult } from '../helpers/workflow.ts';
import type { Issue } from '../github/git-host.ts';
import { GitHostServer } from '../github/server.ts';
import { secretForms } from '../../src/github/log.ts';
import { environment, of, openProject } from './secrets.ts';
import { type Canary, commitOnly, expectExitCode, lookThrough, test as plain } from './stage.ts';

const repository = { full_name: 'acme/shop', default_branch: 'main' };
const BAD_VALUE = 'Value specified is not valid format for key specified Value-Data-Type.';

/** Files that a runner reads besides outputs and summary. */
const FILES = { GITHUB_ENV: 'env', GITHUB_STATE: 'state', GITHUB_PATH: 'path' };

interface Workflow extends Canary {
  gitHost: GitHostServer;
  step: (options: StepOptions) => Promise<StepResult>;
  /** The pull request at the Git host. */
  pull: Issue;
  /** What the event of the pull request says. */
  proposal: object;
}

const test = plain.extend<{ workflow: Workflow }>({
  workflow: async ({ canary }, use) => {
    const gitHost = await new GitHostServer('github').start();
    gitHost.gitHost.token(of('token of git'), {});
    const { desk, look } = canary;
    const [head, base] = [desk.git('rev-parse', 'HEAD'), desk.git('rev-parse', 'HEAD~1')];
    const pull = gitHost.gitHost.pullRequest({ head, from: repository.full_name });
    const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
    const proposal = { pull_request: { ...json, base: { ...json.base, sha: base } }, repository };
    const step = async (options: StepOptions) => {
      const ended = await runStep(desk, withSecrets(canary, gitHost, options));
      lookThroughStep(canary, ended);
      return ended;
    };
    await use({ ...canary, gitHost, pull, step, proposal });
    const { comments, issues } = gitHost.gitHost;
    await gitHost.stop();
    look('what the Git host was told', JSON.stringify([comments, issues, gitHost.requests]));
  },
});

function withSecrets({ desk }: Canary, gitHost: GitHostServer, options: StepOptions): StepOptions {
  for (const name of Object.values(FILES)) desk.sandbox.write(`runner/${name}`, '');
  const files = Object.entries(FILES).map(([name, file]) => [
    name,
    desk.sandbox.path(`runner/${file}`),
  ]);
  const { CONFIGHUB_DIGEST_KEY: key = '', ...env } = environment('after');
  const host = { GITHUB_API_URL: gitHost.url, GITHUB_REPOSITORY: repository.full_name };
  const own = { ...host, ...Object.fromEntries(files), GITHUB_SHA: desk.git('rev-parse', 'HEAD') };
  const inputs = { 'github-token': of('token of git'), 'digest-key': key, 'drift-issue': 'true' };
  return {
    ...options,
    with: { ...inputs, ...options.with },
    env: { ...env, ...own, ...options.env },
  };
}

function lookThroughStep({ look, desk }: Canary, { stdout, stderr, log }: StepResult): void {
  const shown = stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  look('the log of a step', shown.join('\n') + stderr);
  lookThrough(desk.sandbox.path('runner'));
  expect(log.others.filter((line) => !line.startsWith('::debug::'))).toEqual([]);
  // An apply reads drift again for its issue, and registers the same masks once more.
  const before = new Set(log.masks.slice(0, log.masksBeforeOutput));
  expect(log.masks.filter((mask) => !before.has(mask))).toEqual([]);
  for (const name of ['token', 'token of git', 'digest key', 'passphrase'])
    for (const form of secretForms(of(name))) expect(log.masks).toContain(form);
}

const KNOWN = [
  'from env, before',
  'from env, after',
  'file from env, after',
  'multi-line, first',
  'multi-line, last',
  'of a group',
  'password of a group',
  'by name, before',
  'by name, after',
  'JWT by looks',
  'of others',
  'of others, redacted',
  'of others, in a redacted file',
];

test.concurrent('every event', async ({ workflow: { step, proposal, gitHost } }) => {
  const pull = { event: 'pull_request', payload: proposal };
  const planned = await step({ ...pull, ref: 'refs/pull/1/merge' });
  expectExitCode(planned, 0);
  expect(gitHost.gitHost.comments).toHaveLength(1);
  expect(gitHost.gitHost.comments[0]?.body).toContain('from.outside');
  for (const name of KNOWN) expect(planned.log.masks, name).toContain(of(name));
  expect(planned.log.masks).toEqual(expect.arrayContaining(secretForms(of('from env, after'))));

  expectExitCode(await step({ event: 'schedule', payload: { repository } }), 0);
  expect(gitHost.gitHost.issues).toHaveLength(2);
  expectExitCode(await step({ event: 'workflow_dispatch', with: { 'dry-run': 'true' } }), 0);
  expectExitCode(await step({ ...pull, with: { command: 'validate' } }), 0);

  const payload = { ...proposal, head_commit: { message: 'x' } };
  const applied = await step({ event: 'push', payload });
  expectExitCode(applied, 0);
  expect(applied.outputs.result).toBe('applied');
});

/** An event for each way in which files come to be planned or applied, of the commit that is checked out. */
function eventsOf({ desk, pull: { pull: at }, proposal }: Workflow, base: string): StepOptions[] {
  const { pull_request: pull } = proposal as { pull_request: { head: object; base: object } };
  const head = desk.git('rev-parse', 'HEAD');
  if (at) at.head = head;
  const sides = {
    head: { ...pull.head, sha: head },
    base: { ...pull.base, sha: base, ref: 'main' },
  };
  const payload = { repository };
  const pull_request = { ...pull, ...sides };
  const ofPull = { ref: 'refs/pull/1/merge', payload: { repository, pull_request } };
  const merge_group = { base_sha: base, base_ref: 'refs/heads/main', head_sha: head };
  const queue = { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-1' };
  const topic = { ref: 'refs/heads/topic', payload };
  const main = { ref: 'refs/heads/main', payload };
  return [
    { event: 'pull_request', ...ofPull },
    { event: 'pull_request', ...ofPull, with: { prune: 'all' } },
    { event: 'pull_request', ...ofPull, with: { command: 'drift' } },
    { event: 'pull_request_review', ...ofPull },
    { ...queue, payload: { repository, merge_group } },
    { event: 'push', ...topic },
    { event: 'workflow_dispatch', ...topic, with: { 'dry-run': 'true' } },
    { event: 'issue_comment', ...main, env: { GITHUB_SHA: base } },
    { event: 'schedule', ...main },
    { event: 'pull_request', ...ofPull, with: { command: 'apply' } },
    { event: 'workflow_dispatch', ...topic },
    { event: 'push', ...main, payload: { repository, before: base } },
  ];
}

test.concurrent('live secrets that only the base or the record calls secret', async ({
  workflow,
}) => {
  const { step, desk, gitHost } = workflow;
  const base = desk.git('rev-parse', 'HEAD');
  desk.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  commitOnly(desk, openProject());
  const plans = eventsOf(workflow, base).slice(0, 9);
  for (const options of plans) {
    const { status, log } = await step(options);
    expect([0, 3], log.shown.join('\n')).toContain(status);
    if (options.with?.command !== 'drift') expect(log.masks).toContain(of('of others, redacted'));
  }
  const [body = ''] = gitHost.gitHost.comments.map((comment) => comment.body);
  expect(body).toContain('The Open Shop');
  // Nothing says what was applied, but the base.
  const refs = desk.git('ls-remote', 'origin', 'refs/confighub-sync/*').split('\n');
  for (const line of refs) desk.git('push', '--quiet', 'origin', `:${line.split('\t')[1]}`);
  for (const options of plans) {
    const { status, log } = await step(options);
    const isDrift = options.with?.command === 'drift' || options.event === 'schedule';
    expect(isDrift ? [1] : [0, 3], log.shown.join('\n')).toContain(status);
  }
  // A push of several commits, in a clone that has the last one only.
  const pushed = eventsOf(workflow, base).at(-1) ?? {};
  const last = desk.commit('Another', { 'README.md': 'A shop.\n' });
  desk.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  const origin = desk.git('remote', 'get-url', 'origin').replace('file://', '');
  const shallow = desk.sandbox.clone(origin, 'shallow', '--depth=1');
  const env = { GITHUB_WORKSPACE: shallow, GITHUB_SHA: last };
  const inShallow = await step({ ...pushed, env });
  expect(inShallow.log.masks).toContain(of('of others, redacted'));
  // No record says what was in earlier files, also those that a Git filter hides: they are fetched for this run.
  expect(inShallow.summary).not.toContain('All live values are masked: ');
  const applied = await step(pushed);
  const approval = /```\n([0-9a-f]{32})\n/.exec(applied.summary)?.[1] ?? '';
  await step({ ...pushed, with: { approve: approval } });
});

test.concurrent('every event with an address that only the change names', async ({ workflow }) => {
  const { step, desk } = workflow;
  const theirs: string[] = [];
  const onRequest = ({ method, path }: { method: string; path: string }) =>
    theirs.push(`${method} ${path}`);
  await withServer({ repositories: [], onRequest }, async (evil) => {
    const { CONFIGHUB_URL: url = '' } = desk.env;
    const { 'confighub.yaml': file = '', ...files } = openProject();
    const naming = (at: string) => ({ ...files, 'confighub.yaml': `${file}url: ${at}\n` });
    const base = commitOnly(desk, naming(url));
    desk.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    commitOnly(desk, naming(evil.url));
    for (const options of eventsOf(workflow, base).slice(0, -1)) {
      const { event } = options;
      const env = { CONFIGHUB_URL: undefined, ...options.env };
      // The event is about main; what is checked out is not.
      if (event === 'schedule') Object.assign(env, { GITHUB_SHA: base });
      const { status, log } = await step({ ...options, env });
      expect([0, 1]).toContain(status);
      const said = log.annotations.map(({ text }) => text).join('\n');
      const hint = expect.stringContaining('input `url`');
      expect({ event, said, theirs }).toEqual({ event, said: hint, theirs: [] });
    }
  });
});

test.concurrent('what goes wrong in a step', async ({ workflow }) => {
  const { step, proposal, desk } = workflow;
  const entry = `{"context":"*;*","value":"${of('of a group')}"}`;
  const etag = Buffer.from(`"${BAD_VALUE}; ${entry}"`).toString('latin1');
  const [refused, gone] = [answer(304, { headers: { etag } }), answer(200)];
  for (const bytes of [refused, gone]) {
    workflow.answer(({ method }) => (method === 'POST' ? { bytes } : 'pass'));
    const { status, outputs } = await step({ event: 'push' });
    expect({ status, result: outputs.result }).toEqual({
      status: bytes === gone ? 4 : 1,
      result: 'failed',
    });
  }
  const env = { CONFIGHUB_URL: `https://ada:${of('wrong token')}@config.example.com` };
  expectExitCode(await step({ event: 'push', env }), 1);
  desk.commit('Wrong', {
    'config/wrong.yaml': `keys:\n  a.token: { vdt: Long, value: ${of('GitHub by looks')} }\n`,
  });
  const wrong = await step({ event: 'pull_request', payload: proposal });
  expect(wrong).toMatchObject({ status: 1, outputs: { 'failure-reason': 'invalid' } });
});
