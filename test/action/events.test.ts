// The command for each event, and the outputs.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep, type StepOptions } from '../helpers/workflow.ts';
import { representatives } from '../helpers/suite.ts';
import { test } from '../helpers/test.ts';

describe.concurrent('command: auto', () => {
  const events: [name: string, step: StepOptions, result: string, because: RegExp][] = [
    [
      'pull_request',
      { event: 'pull_request', ref: 'refs/pull/7/merge' },
      'planned',
      /event pull_request/,
    ],
    [
      'merge_group',
      { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7' },
      'planned',
      /merge/,
    ],
    ['a push to the default branch', {}, 'applied', /push to main/],
    [
      'a push to another branch',
      { ref: 'refs/heads/topic' },
      'planned',
      /refs\/heads\/topic, not to main/,
    ],
    ['a push of a tag', { ref: 'refs/tags/main' }, 'planned', /refs\/tags\/main, not to main/],
    [
      'a push to the branch of `branch`',
      { ref: 'refs/heads/live', with: { branch: 'live' } },
      'applied',
      /push to live/,
    ],
    [
      '`branch` in full',
      { ref: 'refs/heads/live', with: { branch: 'refs/heads/live' } },
      'applied',
      /push to live/,
    ],
    [
      'a push to the default branch, which is not `branch`',
      { with: { branch: 'live' } },
      'planned',
      /not to live/,
    ],
    [
      'a push where nobody says which branch is the default',
      { payload: {} },
      'planned',
      /set the input `branch`/,
    ],
    [
      'workflow_dispatch',
      { event: 'workflow_dispatch', ref: 'refs/heads/topic' },
      'applied',
      /event workflow_dispatch/,
    ],
    [
      'a pull request that was closed',
      { event: 'pull_request', payload: { action: 'closed' } },
      'skipped',
      /is closed/,
    ],
    [
      'an edit of a closed pull request',
      { event: 'pull_request', payload: { action: 'edited', pull_request: { state: 'closed' } } },
      'skipped',
      /an edit of a closed pull request/,
    ],
    [
      'the same with command: plan',
      {
        event: 'pull_request',
        payload: { action: 'edited', pull_request: { state: 'closed' } },
        with: { command: 'plan' },
      },
      'skipped',
      /an edit of a closed pull request/,
    ],
    ['a push that deleted a branch', { payload: { deleted: true } }, 'skipped', /main was deleted/],
    ['issue_comment', { event: 'issue_comment' }, 'planned', /event issue_comment/],
    ['dry-run', { with: { 'dry-run': 'true' } }, 'planned', /`dry-run: true`/],
    [
      'dry-run manually',
      { event: 'workflow_dispatch', with: { 'dry-run': 'True' } },
      'planned',
      /dry-run/,
    ],
    [
      'command: apply and dry-run',
      { with: { command: 'apply', 'dry-run': 'true' } },
      'planned',
      /dry-run/,
    ],
    ['command: plan on a push', { with: { command: 'plan' } }, 'planned', /input `command`/],
    [
      'command: apply on a pull request',
      { event: 'pull_request', with: { command: 'apply' } },
      'applied',
      /input `command`/,
    ],
    ['command: validate', { with: { command: 'validate' } }, 'valid', /input `command`/],
  ];

  test.for(representatives(events, 2))(
    '%s',
    async ([, step, result, because], { shop: { desk, server, requests } }) => {
      const { status, stderr, outputs, log } = await runStep(desk, step);
      expect({ status, stderr, result: outputs.result }).toEqual({ status: 0, stderr: '', result });
      expect(log.shown[0]).toMatch(because);
      const isApplied = result === 'applied';
      expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(isApplied ? 1 : 0);
      expect(server.history('acme', 'shop')).toHaveLength(isApplied ? 1 : 0);
      if (result === 'valid' || result === 'skipped') expect(requests).toEqual([]);
    },
  );

  test('pull_request_target is refused, whatever the command', async ({
    shop: { desk, requests },
  }) => {
    for (const command of ['auto', 'plan', 'apply', 'validate']) {
      const { status, outputs, log } = await runStep(desk, {
        event: 'pull_request_target',
        with: { command },
      });
      expect({ command, status, outputs }).toEqual({
        command,
        status: 1,
        outputs: {
          result: 'failed',
          'failure-reason': 'error',
          'error-code': 'pull-request-target',
        },
      });
      expect(log.annotations).toEqual([
        {
          kind: 'error',
          text: expect.stringMatching(
            /does not run on pull_request_target: .*fork[\s\S]*on: pull_request/,
          ),
        },
      ]);
    }
    expect(requests).toEqual([]);
  });
});

describe.concurrent('outputs', () => {
  test('a plan: counts, and the masked plan as files', async () => {
    const files = { ...SMALL, 'config/secret.yaml': 'keys:\n  db.password: hunter2-in-git\n' };
    await withShop(files, async ({ desk }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const { outputs, summary } = await runStep(desk, {
        event: 'pull_request',
        isProcess: true,
        env,
      });
      expect(outputs).toEqual({
        changes: 'true',
        'to-create': '4',
        'to-update': '0',
        'to-delete': '0',
        drift: '0',
        overrides: '0',
        result: 'planned',
        'plan-path': expect.stringMatching(/runner\/temp\/.*plan\.json$/),
        'markdown-plan-path': expect.stringMatching(/runner\/temp\/.*plan\.md$/),
        'html-plan-path': expect.stringMatching(/runner\/temp\/.*plan\.html$/),
      });
      const text = readFileSync(outputs['plan-path'] ?? '', 'utf8');
      expect(JSON.parse(text)).toMatchObject({
        version: 1,
        counts: { create: 4, update: 0, delete: 0 },
      });
      expect(text).not.toContain('hunter2');
      expect(summary).toMatch(
        /^### Plan: `acme\/shop` at `127\.0\.0\.1:\d+`\n\n\*\*4 to create, 0 to update, 0 to delete\.\*\*/,
      );
      expect(summary).toContain('**`shop.title`** `*;*`: `"Corner Shop"`');
      expect(summary).not.toContain('hunter2');
      const page = readFileSync(outputs['html-plan-path'] ?? '', 'utf8');
      expect(page).toContain('Plan: 4 to create');
      expect(page).toContain('<span class="said">(secret, created, in clear text in Git)</span>');
      expect(page).toMatch(
        /<dt>Commit<\/dt><dd><a href="https:[^"]+" rel="noreferrer"><code>[0-9a-f]{10}<\/code>/,
      );
      expect(page).not.toContain('hunter2');
    });
  });

  test('an apply, then nothing to do, without a summary if the Git host does not support it, and an apply that deletes', async ({
    shop: { desk },
  }) => {
    desk.commit('Open the shop');
    const first = await runStep(desk, { isProcess: true });
    expect(first.outputs).toMatchObject({ changes: 'true', 'to-create': '3', result: 'applied' });
    expect(first.summary).toMatch(/^### ✅ Applied and verified: `acme\/shop`/);
    const second = await runStep(desk);
    expect(second.outputs).toMatchObject({
      changes: 'false',
      'to-create': '0',
      'to-update': '0',
      'to-delete': '0',
      result: 'nothing',
    });
    expect(second.summary).toMatch(/^### No changes: `acme\/shop`/);
    const silent = await runStep(desk, { env: { GITHUB_STEP_SUMMARY: undefined } });
    expect(silent).toMatchObject({ status: 0, summary: '' });
    desk.commit('Another title', { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop 2\n' });
    const { outputs } = await runStep(desk);
    expect(outputs).toMatchObject({
      'to-create': '0',
      'to-update': '1',
      'to-delete': '2',
      result: 'applied',
    });
  });

  test('refused: 3, with counts and the reason', async () => {
    const limited = { ...SMALL, 'confighub.yaml': 'limits: { maxDeletes: 1 }\n' };
    await withShop(limited, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await runStep(desk);
      desk.commit('No database', { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' });
      const refused = await runStep(desk, { isProcess: true });
      expect(refused.status).toBe(3);
      expect(refused.outputs).toMatchObject({ 'to-delete': '2', result: 'refused' });
      expect(refused.summary).toMatch(/^### ⛔ Refused: `acme\/shop`/);
      expect(refused.log.annotations).toMatchObject([
        {
          kind: 'error',
          title: 'confighub-sync: max-deletes',
          text: expect.stringContaining('more than the limit'),
        },
        {
          kind: 'error',
          text: expect.stringMatching(
            /^The apply was refused: nothing was sent\. .*`approve`: [0-9a-f]{32}$/s,
          ),
        },
      ]);
      const planned = await runStep(desk, { event: 'pull_request' });
      expect({ status: planned.status, result: planned.outputs.result }).toEqual({
        status: 3,
        result: 'refused',
      });
      expect(server.history('acme', 'shop')).toHaveLength(1);
      for (const old of ['true', 'false']) {
        const { status, log } = await runStep(desk, { with: { approve: old } });
        expect(status).toBe(1);
        expect(log.annotations[0]?.text).toContain(
          'such as --approve 3f9c2a7be1d04c58a6f07712c9e5d3b4 (input `approve: 3f9c2a7be1d04c58a6f07712c9e5d3b4`)',
        );
      }
      const approval = /```\n([0-9a-f]{32})\n/.exec(refused.summary)?.[1] ?? 'none';
      const approved = await runStep(desk, { with: { approve: approval } });
      expect(approved.status).toBe(0);
      expect(approved.summary).toContain(
        `Approved with \`--approve\` (input \`approve\`): \`${approval}\``,
      );
      expect(server.history('acme', 'shop')).toHaveLength(2);
    });
  });

  test('failed: 1, with one annotation if the server is down', async ({ shop: { desk } }) => {
    const { status, outputs, log } = await runStep(desk, {
      with: { url: 'http://127.0.0.1:9' },
      isProcess: true,
    });
    expect({ status, outputs }).toEqual({
      status: 1,
      outputs: {
        result: 'failed',
        'failure-reason': 'error',
        'error-code': 'server-unreachable',
      },
    });
    expect(log.annotations).toHaveLength(1);
    expect(log.annotations[0]?.text).toMatch(
      /http:\/\/127\.0\.0\.1:9 refused the connection[\s\S]*Check that the server is running/,
    );
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
    const { status, outputs } = await runStep(desk, {
      with: {
        url,
        repository,
        prune: 'none',
        'change-comment': 'By the input',
        'application-name': 'Named by the input',
      },
    });
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(outputs['plan-path'] ?? '', 'utf8'))).toMatchObject({
      prune: 'none',
    });
    expect(server.history('acme', 'shop')).toMatchObject([
      { comment: 'By the input', application: 'Named by the input' },
    ]);
  });
});
