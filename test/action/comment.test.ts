// command: comment: plans of other jobs of this run, or of another run, put together in one comment.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import type { StepResult } from '../helpers/workflow.ts';

const CHANGED = { 'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store') };
const LIMITED = {
  'confighub.yaml': `${SMALL['confighub.yaml']}limits: { maxUpdates: 0 }\n`,
  ...CHANGED,
};

function bodies({ forge }: Proposed): string[] {
  return forge.forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

/** The JSON that jobs for each target would leave as artifacts, made of one plan. */
function write({ desk }: Proposed, { outputs }: StepResult): void {
  const { version, ...plan } = JSON.parse(readFileSync(outputs['json-plan-path'] ?? '', 'utf8'));
  const unchanged = { ...plan, changes: [], findings: [], safety: [], force: undefined };
  const error = { code: 'network', message: 'No answer from @octocat.', hint: 'Try again.', diagnostics: [] };
  const file = (...targets: object[]) => JSON.stringify({ version, targets });
  desk.write({
    'plans/a/plan.json': file({ name: 'shop', ...plan }),
    'plans/b/plan.json': file({ name: 'billing', ...unchanged }, { name: 'mail', error }),
  });
}

const COMMENT = { command: 'comment', 'json-plan': 'plans/*/plan.json' };
const NO_COMMENT = { comment: 'never' };

describe.concurrent('the plans of jobs of the same run', () => {
  test('become one comment, which the apply updates', () =>
    withPullRequest({}, async (proposed) => {
      const { forge, propose, plan, merge, apply, requests } = proposed;
      const head = propose(CHANGED);
      write(proposed, await plan({ with: NO_COMMENT }));
      expect(forge.forge.comments).toEqual([]);
      requests.length = 0;
      const ended = await plan({ with: COMMENT });
      expect(ended).toMatchObject({ status: 0, outputs: { result: 'commented' } });
      expect(requests).toEqual([]);
      const [body = ''] = bodies(proposed);
      expect(body).toMatch(/^### ❌ No plan: 1 of 3 targets, nothing is applied\n/);
      expect(body).toMatch(/^\| \*\*`billing`\*\* `acme\/shop` at `.+` \| No changes \| 0 \| 0 \| 0 \| {2}\|$/m);
      expect(body).toContain('### Plan: `shop`\n');
      expect(body).toContain('`"Corner Shop"` → `"Corner Store"`');
      expect(body).toContain('### ❌ No plan: `mail`\n\nNo answer from `@octocat`. Try again.\n');
      expect(body).toContain(`/commit/${head}), [workflow run](`);
      expect(body).not.toContain('did not check it');
      merge();
      await apply();
      expect(forge.forge.comments.map(({ id }) => String(id))).toEqual([ended.outputs['comment-id']]);
      expect(bodies(proposed)).toEqual([expect.stringMatching(/^### ✅ Applied and verified/)]);
    }));

  test.each([
    ['planned', CHANGED],
    ['refused, with its approval', LIMITED],
  ])('of one target alone are the comment of its plan: %s', (_, files) =>
    withPullRequest({}, async ({ forge, propose, plan }) => {
      propose(files);
      const { outputs } = await plan();
      const [own] = forge.forge.comments.splice(0);
      expect(own?.body).toContain(files === LIMITED ? '#### How to approve this plan' : 'Merging into `main`');
      await plan({ with: { command: 'comment', 'json-plan': outputs['json-plan-path'] ?? '' } });
      expect(forge.forge.comments.map(({ body }) => body)).toEqual([own?.body]);
    }),
  );

  test('without changes make no comment', () =>
    withPullRequest({}, async ({ forge, propose, plan }) => {
      propose({ 'README.md': 'A shop.\n' });
      const { outputs } = await plan();
      const json = { command: 'comment', 'json-plan': outputs['json-plan-path'] ?? '' };
      expect((await plan({ with: json })).outputs).toEqual({ result: 'commented' });
      expect(forge.forge.comments).toEqual([]);
    }));

  test('of a fork, which may not comment, are left to another workflow', () =>
    withPullRequest({ from: 'mallory/shop' }, async ({ forge, propose, plan }) => {
      propose(CHANGED);
      const env = { INPUT_TOKEN: '' };
      const { outputs } = await plan({ env });
      const json = { command: 'comment', 'json-plan': outputs['json-plan-path'] ?? '' };
      const ended = await plan({ env, with: json });
      expect(ended).toMatchObject({ status: 0, outputs: { result: 'skipped' } });
      expect(ended.log.annotations).toMatchObject([{ kind: 'notice', text: expect.stringContaining('workflow_run') }]);
      expect(forge.requests).toEqual([]);
    }));

  test('are no plans of another event', () =>
    withPullRequest({}, async (proposed) => {
      const { propose, plan, apply } = proposed;
      propose(CHANGED);
      write(proposed, await plan({ with: NO_COMMENT }));
      const ended = [await apply({ with: COMMENT }), await plan({ event: 'pull_request_review', with: COMMENT })];
      expect(ended.map(({ outputs }) => outputs['error-code'])).toEqual(['bad-event', 'bad-event']);
    }));
});

test('the plans of another run become a comment of their own, without approvals', () =>
  withPullRequest({}, async (proposed) => {
    const { forge, propose, plan, apply } = proposed;
    const head_sha = propose(LIMITED);
    write(proposed, await plan());
    const run = { event: 'pull_request', head_sha, pull_requests: [] };
    const from = { head_branch: 'feature', head_repository: { owner: { login: 'acme' } } };
    const repository = { full_name: 'acme/shop', default_branch: 'main' };
    const payload = { workflow_run: { ...run, ...from }, repository };
    const ended = await apply({ event: 'workflow_run', payload, with: COMMENT });
    expect(ended).toMatchObject({ status: 0, outputs: { result: 'commented' } });
    const [own = '', other = ''] = bodies(proposed);
    expect(forge.forge.comments).toHaveLength(2);
    expect(own).toContain('#### How to approve this plan');
    expect(other).toMatch(
      /^### ❌ No plan: 1 of 3 targets, .*\n\n.*\n\nMade by the workflow of the pull request itself;/,
    );
    expect(other).toContain('### ⛔ Refused: `shop`');
    expect(other).not.toContain('How to approve');
  }));
