// The command for each event, and the outputs.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { representatives } from '../helpers/suite.ts';
import { counts, having, outcome, test, WITHOUT_DATABASE } from './stage.ts';

const PULL = { event: 'pull_request', ref: 'refs/pull/7/merge' };
const QUEUE = { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7' };
const TOPIC = { ref: 'refs/heads/topic' };
const LIVE = { ref: 'refs/heads/live' };
const MANUAL = { event: 'workflow_dispatch' };
const EDITED = { ...PULL, payload: { action: 'edited', pull_request: { state: 'closed' } } };
const CLOSED = { ...PULL, payload: { action: 'closed' } };

type Row = [
  name: string,
  step: StepOptions,
  inputs: Record<string, string>,
  result: string,
  because: string,
];
const EVENTS: Row[] = [
  ['pull_request', PULL, {}, 'planned', 'event pull_request'],
  ['merge_group', QUEUE, {}, 'planned', 'event merge_group'],
  ['a push to the default branch', {}, {}, 'applied', 'push to main'],
  ['a push to another branch', TOPIC, {}, 'planned', 'refs/heads/topic, not to main'],
  ['a push of a tag', { ref: 'refs/tags/main' }, {}, 'planned', 'refs/tags/main, not to main'],
  ['a push to the branch of `branch`', LIVE, { branch: 'live' }, 'applied', 'push to live'],
  ['`branch` in full', LIVE, { branch: 'refs/heads/live' }, 'applied', 'push to live'],
  [
    'a push to a default branch that is not `branch`',
    {},
    { branch: 'live' },
    'planned',
    'not to live',
  ],
  ['a push with an unknown default', { payload: {} }, {}, 'planned', 'set the input `branch`'],
  ['workflow_dispatch', { ...MANUAL, ...TOPIC }, {}, 'applied', 'event workflow_dispatch'],
  ['a pull request that was closed', CLOSED, {}, 'skipped', 'is closed'],
  ['an edit of a closed pull request', EDITED, {}, 'skipped', 'an edit of a closed pull request'],
  ['the same, planned', EDITED, { command: 'plan' }, 'skipped', 'an edit of a closed pull request'],
  ['a deleted branch', { payload: { deleted: true } }, {}, 'skipped', 'main was deleted'],
  ['issue_comment', { event: 'issue_comment' }, {}, 'planned', 'event issue_comment'],
  ['dry-run', {}, { 'dry-run': 'true' }, 'planned', '`dry-run: true`'],
  ['dry-run manually', MANUAL, { 'dry-run': 'True' }, 'planned', 'dry-run'],
  ['apply and dry-run', {}, { command: 'apply', 'dry-run': 'true' }, 'planned', 'dry-run'],
  ['plan on a push', {}, { command: 'plan' }, 'planned', 'input `command`'],
  ['apply on a pull request', PULL, { command: 'apply' }, 'applied', 'input `command`'],
  ['validate', {}, { command: 'validate' }, 'valid', 'input `command`'],
];

describe.concurrent('the command for', () => {
  test.for(representatives(EVENTS, 2))(
    '%s',
    async ([, step, inputs, result, because], { shop: { desk, server, requests } }) => {
      const ended = await runStep(desk, { ...step, with: inputs });
      expect([outcome(ended), ended.stderr]).toEqual([`0 ${result}`, '']);
      expect(ended.log.shown[0]).toContain(because);
      const applied = result === 'applied' ? 1 : 0;
      expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(applied);
      expect(server.history('acme', 'shop')).toHaveLength(applied);
      if (result === 'valid' || result === 'skipped') expect(requests).toEqual([]);
    },
  );

  test.for(['auto', 'plan', 'apply', 'validate'])(
    'pull_request_target is refused, whatever it is: %s',
    async (command, { shop: { desk, requests } }) => {
      const event = 'pull_request_target';
      const { status, outputs, log } = await runStep(desk, { event, with: { command } });
      expect({ status, outputs }).toEqual({
        status: 1,
        outputs: {
          result: 'failed',
          'failure-reason': 'error',
          'error-code': 'pull-request-target',
        },
      });
      const text = /does not run on pull_request_target: .*fork[\s\S]*on: pull_request/;
      expect(log.annotations).toEqual([{ kind: 'error', text: expect.stringMatching(text) }]);
      expect(requests).toEqual([]);
    },
  );
});

describe.concurrent('outputs of', () => {
  test('a plan: counts, and the masked plan as files', async () => {
    const files = { ...SMALL, 'config/secret.yaml': 'keys:\n  db.password: hunter2-in-git\n' };
    await withShop(files, async ({ desk }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const step = { event: 'pull_request', isProcess: true, env };
      const { outputs, summary } = await runStep(desk, step);
      const pathOf = (name: string) =>
        expect.stringMatching(new RegExp(`runner/temp/.*${name.replace('.', '\\.')}$`));
      expect(outputs).toEqual({
        result: 'planned',
        changes: 'true',
        drift: '0',
        overrides: '0',
        'to-create': '4',
        'to-update': '0',
        'to-delete': '0',
        'plan-path': pathOf('plan.json'),
        'markdown-plan-path': pathOf('plan.md'),
        'html-plan-path': pathOf('plan.html'),
      });
      const text = readFileSync(outputs['plan-path'] ?? '', 'utf8');
      const plan = { version: 1, counts: { create: 4, update: 0, delete: 0 } };
      expect(JSON.parse(text)).toMatchObject(plan);
      expect(summary).toMatch(
        /^### Plan: `acme\/shop` at `127\.0\.0\.1:\d+`\n\n\*\*4 to create, 0 to update, 0 to delete\.\*\*/,
      );
      expect(summary).toContain('**`shop.title`** `*;*`: `"Corner Shop"`');
      const page = readFileSync(outputs['html-plan-path'] ?? '', 'utf8');
      expect(page).toContain('Plan: 4 to create');
      expect(page).toContain('<span class="said">(secret, created, in clear text in Git)</span>');
      expect(page).toMatch(
        /<dt>Commit<\/dt><dd><a href="https:[^"]+" rel="noreferrer"><code>[0-9a-f]{10}<\/code>/,
      );
      for (const shown of [text, summary, page]) expect(shown).not.toContain('hunter2');
    });
  });

  test('an apply, then nothing to do, without a summary if the Git host does not support it, and an apply that deletes', async ({
    shop: { desk },
  }) => {
    desk.commit('Open the shop');
    const first = await runStep(desk, { isProcess: true });
    expect([outcome(first), counts(first)]).toEqual(['0 applied', [3, 0, 0]]);
    expect(first.outputs.changes).toBe('true');
    expect(first.summary).toMatch(/^### ✅ Applied and verified: `acme\/shop`/);
    const second = await runStep(desk);
    expect([outcome(second), counts(second)]).toEqual(['0 nothing', [0, 0, 0]]);
    expect(second.outputs.changes).toBe('false');
    expect(second.summary).toMatch(/^### No changes: `acme\/shop`/);
    const silent = await runStep(desk, { env: { GITHUB_STEP_SUMMARY: undefined } });
    expect(silent).toMatchObject({ status: 0, summary: '' });
    desk.commit('Another title', { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop 2\n' });
    const last = await runStep(desk);
    expect([outcome(last), counts(last)]).toEqual(['0 applied', [0, 1, 2]]);
  });

  test('a refusal: 3, with counts and the reason', async () => {
    await withShop(having('limits: { maxDeletes: 1 }'), async ({ desk, server }) => {
      desk.commit('Open the shop');
      await runStep(desk);
      desk.commit('No database', WITHOUT_DATABASE);
      const refused = await runStep(desk, { isProcess: true });
      expect([outcome(refused), counts(refused)]).toEqual(['3 refused', [0, 0, 2]]);
      expect(refused.summary).toMatch(/^### ⛔ Refused: `acme\/shop`/);
      const limit = expect.stringContaining('more than the limit');
      const hint = /^The apply was refused: nothing was sent\. .*`approve`: [0-9a-f]{32}$/s;
      expect(refused.log.annotations).toMatchObject([
        { kind: 'error', title: 'confighub-sync: max-deletes', text: limit },
        { kind: 'error', text: expect.stringMatching(hint) },
      ]);
      expect(outcome(await runStep(desk, { event: 'pull_request' }))).toBe('3 refused');
      expect(server.history('acme', 'shop')).toHaveLength(1);
      for (const approve of ['true', 'false']) {
        const { status, log } = await runStep(desk, { with: { approve } });
        expect(status).toBe(1);
        expect(log.annotations[0]?.text).toContain(
          'such as --approve 3f9c2a7be1d04c58a6f07712c9e5d3b4 (input `approve: 3f9c2a7be1d04c58a6f07712c9e5d3b4`)',
        );
      }
      const approve = /```\n([0-9a-f]{32})\n/.exec(refused.summary)?.[1] ?? 'none';
      const approved = await runStep(desk, { with: { approve } });
      expect(outcome(approved)).toBe('0 applied');
      expect(approved.summary).toContain(
        `Approved with \`--approve\` (input \`approve\`): \`${approve}\``,
      );
      expect(server.history('acme', 'shop')).toHaveLength(2);
    });
  });

  test('a failure: 1, with one annotation if the server is down', async ({ shop: { desk } }) => {
    const step = { with: { url: 'http://127.0.0.1:9' }, isProcess: true };
    const { status, outputs, log } = await runStep(desk, step);
    expect({ status, outputs }).toEqual({
      status: 1,
      outputs: { result: 'failed', 'failure-reason': 'error', 'error-code': 'server-unreachable' },
    });
    const text =
      /http:\/\/127\.0\.0\.1:9 refused the connection[\s\S]*Check that the server is running/;
    expect(log.annotations).toMatchObject([{ text: expect.stringMatching(text) }]);
  });
});

describe.concurrent('inputs', () => {
  test.for([
    ['command', 'aply', /Invalid input `command`: `aply`\.\n.*`apply`/],
    ['dry-run', 'yes', /Invalid input `dry-run`: `yes`\. Use true or false\./],
    ['approve', '1', /`approve` must be the digest that a refused plan prints/],
    ['force', '0a1b', /The input `force` is now `approve`\.\n.*Rename it in the workflow\./],
    ['baseline', 'v1', /The input `baseline` is now `last-applied`\./],
    ['allow-older', '1', /Invalid input `allow-older`: `1`\. Use true or false\./],
    ['repository', 'shop', /Invalid repository: expected account\/name/],
    ['prune', 'some', /Invalid prune mode: expected one of managed, all, none\./],
    ['change-comment', '{comit}', /unknown placeholder: `\{comit\}`\. Known: message, subject/],
    ['timeout', 'soon', /Invalid timeout: expected a number of seconds/],
    ['token', 'one\ntwo', /The token contains a line break/],
    ['working-directory', 'nowhere', /File not found: confighub\.yaml/],
  ] as const)('%s: %s', async ([name, value, sentence], { shop: { desk, requests } }) => {
    const { status, outputs, log, stdout } = await runStep(desk, { with: { [name]: value } });
    expect({ status, result: outputs.result }).toEqual({ status: 1, result: 'failed' });
    expect(log.annotations.map(({ text }) => text).join('\n')).toMatch(sentence);
    expect(stdout).not.toMatch(/^\s+at /m);
    expect(requests).toEqual([]);
  });

  test('passes on url, repository, prune, change-comment and application-name', async ({
    shop: { desk, server },
  }) => {
    const { CONFIGHUB_URL: url = '', CONFIGHUB_REPOSITORY: repository = '', ...rest } = desk.env;
    desk.env = { ...rest, CONFIGHUB_URL: 'http://127.0.0.1:9' };
    const names = { 'change-comment': 'By the input', 'application-name': 'Named by the input' };
    const inputs = { url, repository, prune: 'none', ...names };
    const { status, outputs } = await runStep(desk, { with: inputs });
    expect(status).toBe(0);
    const plan = JSON.parse(readFileSync(outputs['plan-path'] ?? '', 'utf8'));
    expect(plan).toMatchObject({ prune: 'none' });
    expect(server.history('acme', 'shop')).toMatchObject([
      { comment: 'By the input', application: 'Named by the input' },
    ]);
  });
});
