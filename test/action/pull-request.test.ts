// Comments on a pull request from first plan to apply, in a real step with the API of a Git host.
import { describe, expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { push } from '../helpers/server.ts';
import { representatives } from '../helpers/suite.ts';
import { nightly } from '../helpers/test.ts';

const CHANGED = {
  'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store'),
};

function bodies(gitHost: { gitHost: { comments: { body: string }[] } }): string[] {
  return gitHost.gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}

describe.concurrent('the comment', () => {
  test.for(representatives(['github', 'gitea'] as const, 2))(
    'is the same from errors and plan to apply: %s',
    async (flavour) => {
      await withPullRequest({ flavour }, async ({ desk, gitHost, propose, plan, merge, apply }) => {
        const head = propose({ 'config/shop.yaml': 'keys: { "a b": 1 }\n' });
        const mistaken = await plan();
        expect(mistaken).toMatchObject({ status: 1, outputs: { 'failure-reason': 'invalid' } });
        expect(bodies(gitHost)[0]).toContain(
          `/acme/shop/blob/${head}/config/shop.yaml#L1) \`key-name\``,
        );
        expect(bodies(gitHost)[0]).toContain(`/commit/${head}), [workflow run](`);

        const changed = propose(CHANGED);
        const sentence = 'No token is set: the apply will need one,';
        const withoutToken = await plan({ with: { token: '' } });
        expect(withoutToken.status).toBe(0);
        expect(withoutToken.log.shown.join('\n')).toContain(sentence);
        expect(bodies(gitHost)).toEqual([expect.stringContaining(sentence)]);

        const base = desk.git('rev-parse', 'main');
        const before = Date.now();
        const first = await plan();
        expect(first).toMatchObject({ status: 0, outputs: { result: 'planned', changes: 'true' } });
        const [, ...where] =
          /^Commit \[`(\w{7})`\]\(\S+\) onto `main` at \[`(\w{7})`\]\((\S+)\), planned (\S+ \S+ UTC), \[workflow run\]/m.exec(
            bodies(gitHost)[0] ?? '',
          ) ?? [];
        expect(where).toEqual([
          changed.slice(0, 7),
          base.slice(0, 7),
          `https://github.com/acme/shop/commit/${base}`,
          expect.any(String),
        ]);
        expect(Date.parse(where[3] ?? '')).toBeGreaterThan(before - 60_000);
        expect(bodies(gitHost)).toEqual([
          expect.stringMatching(/^### Plan: `acme\/shop` at `.+`\n/),
        ]);
        expect(bodies(gitHost)[0]).not.toContain(sentence);
        expect(bodies(gitHost)[0]).toContain('`"Corner Shop"` → `"Corner Store"`');
        expect(bodies(gitHost)[0]).toMatch(/^Merging into `main` applies this: \*\*\d+ to create/m);
        expect(first.outputs['comment-id']).toBe(String(gitHost.gitHost.comments[0]?.id));
        expect(first.summary.trimEnd()).toBe(bodies(gitHost)[0]?.trimEnd());

        propose(SMALL);
        const undone = await plan();
        expect(undone.outputs).toMatchObject({
          changes: 'false',
          'comment-id': first.outputs['comment-id'],
        });
        expect(bodies(gitHost)).toEqual([expect.stringMatching(/^### No changes: /)]);

        propose(CHANGED);
        await plan();
        const commit = merge();
        const applied = await apply();
        expect(applied).toMatchObject({ status: 0, outputs: { result: 'applied' } });
        expect(bodies(gitHost)).toEqual([
          expect.stringMatching(/^### ✅ Applied and verified: `acme\/shop` at `.+`\n/),
        ]);
        expect(bodies(gitHost)[0]).toContain(`/commit/${commit})`);
        expect(bodies(gitHost)[0]).toContain('/actions/runs/42)');
      });
    },
  );

  test('shows what the merge changes, where the Git host checks out a branch that is behind', async () => {
    await withPullRequest({ flavour: 'gitea' }, async ({ desk, gitHost, pull, propose, plan }) => {
      propose(CHANGED);
      desk.git('switch', '--quiet', 'main');
      const base = desk.commit('Late', { 'config/late.yaml': 'keys: { late: 1 }\n' });
      await desk.cli(['apply']);
      const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
      const repository = { full_name: 'acme/shop', default_branch: 'main' };
      const payload = {
        pull_request: { ...json, base: { ...json.base, sha: base } },
        repository,
        sender: { login: 'ada' },
      };
      desk.git('switch', '--quiet', 'feature');
      for (const env of [{}, { INPUT_TOKEN: '', CONFIGHUB_TOKEN: '' }]) {
        const { outputs } = await plan({ payload, env });
        expect(outputs).toMatchObject({ 'to-create': '0', 'to-update': '1', 'to-delete': '0' });
        expect(bodies(gitHost)[0]).toContain(
          'Merging into `main` applies this: **0 to create, 1 to update, 0 to delete.**',
        );
        expect(bodies(gitHost)[0]).toContain(
          'This branch is 1 commit behind `main`: planned as merged with it.',
        );
      }
      // Both change the same line.
      desk.git('switch', '--quiet', 'main');
      const other = desk.commit('Other', {
        'config/shop.yaml': CHANGED['config/shop.yaml'].replace('Store', 'Market'),
      });
      desk.git('switch', '--quiet', 'feature');
      const conflict = {
        ...payload,
        pull_request: { ...json, base: { ...json.base, sha: other } },
      };
      expect((await plan({ payload: conflict })).outputs).toMatchObject({ 'to-delete': '1' });
      expect(bodies(gitHost)[0]).toMatch(
        /^### Plan.*\n\n\*\*This branch is 2 commits behind `main`, and this plan shows them as undone\..*\*\*\n\nThe outcome of merging into `main` is unknown: this run could not merge the branch with its base\.\n\n\*\*0 to create/,
      );
    });
  });

  nightly(
    'is created for changes, with the permission to do so, or with `comment: always`; and shows why an apply failed',
    async () => {
      await withPullRequest({}, async ({ server, gitHost, propose, plan, merge, apply }) => {
        propose({ 'README.md': 'A shop.\n' });
        expect((await plan()).outputs).not.toHaveProperty('comment-id');
        propose(CHANGED);
        await plan({ with: { comment: 'never' } });
        gitHost.gitHost.token('workflow', { pulls: 'read', issues: 'read' });
        const { status, summary, log } = await plan();
        expect(status).toBe(0);
        expect(log.annotations).toEqual([
          {
            kind: 'warning',
            title: 'confighub-sync: no-comment',
            text: expect.stringContaining('`permissions: pull-requests: write`'),
          },
        ]);
        expect(summary).toContain('Corner Store');
        expect(gitHost.gitHost.comments).toEqual([]);
        gitHost.gitHost.token('workflow', {});
        propose(SMALL);
        await plan({ with: { comment: 'always' } });
        expect(bodies(gitHost)).toEqual([expect.stringMatching(/^### No changes/)]);

        propose(CHANGED);
        merge();
        await server.close();
        const failed = await apply();
        expect(failed).toMatchObject({ status: 1, outputs: { 'failure-reason': 'error' } });
        expect(bodies(gitHost)).toEqual([
          expect.stringMatching(/^### ❌ Not applied: nothing was sent\n/),
        ]);
        expect(bodies(gitHost)[0]).toContain('refused the connection (ECONNREFUSED)');
        // The same hint as in the log.
        const hint = 'Check that the server is running';
        expect(failed.log.annotations[0]?.text).toContain(hint);
        expect(bodies(gitHost)[0]).toContain(hint);
      });
    },
  );
});

test.concurrent('a pull request of a fork is planned without the server: by its own run, and by a review, even where that has the secrets', async () => {
  await withPullRequest({ from: 'mallory/shop' }, async ({ gitHost, requests, propose, plan }) => {
    propose(CHANGED);
    const { status, outputs, summary, log } = await plan({ env: { INPUT_TOKEN: '' } });
    expect({ status, result: outputs.result }).toEqual({ status: 0, result: 'planned' });
    expect(log.annotations).toEqual([
      { kind: 'notice', title: 'confighub-sync', text: expect.stringContaining('has no secrets') },
    ]);
    expect(summary).toMatch(/^### Plan without the server/);
    expect(summary).toContain('`"Corner Shop"` → `"Corner Store"`');
    expect(log.shown.join('\n')).toMatch(/~ shop\.title .*"Corner Shop" → "Corner Store"/);

    const review = await plan({ event: 'pull_request_review' });
    expect(review).toMatchObject({ status: 0, outputs: { result: 'planned' } });
    expect(review.summary).toMatch(/^### Plan without the server/);

    const project = `${SMALL['confighub.yaml']}protect: [shop.title]\n`;
    propose({ 'confighub.yaml': project, 'config/shop.yaml': 'keys: {}\n' });
    const refused = await plan({ env: { INPUT_TOKEN: '' } });
    expect(refused).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    const why = 'would be deleted, but the setting `protect` covers it';
    expect(refused.log.shown.join('\n')).toContain(why);
    expect(refused.log.annotations).toContainEqual(
      expect.objectContaining({ kind: 'error', text: expect.stringContaining(why) }),
    );
    expect(refused.summary).toContain(why);
    expect([...requests, ...gitHost.requests]).toEqual([]);
  });
});

describe.concurrent('a closed drift issue keeps its last list, and says why it was closed', () => {
  const THEIRS = { key: 'shop.title', values: [{ context: '*;*', value: 'Theirs' }] };
  const MORE = { key: 'shop.title', values: [{ context: 'Production;*', value: 'Theirs' }] };
  const ADVICE =
    /^If you close this issue while there is still drift, the next run opens a new one\..*`ignore` in `confighub\.yaml`/m;
  type Do = (stage: Proposed & { send: (data: object) => Promise<void> }) => Promise<unknown>;
  const applied: Do = ({ desk, apply }) => {
    desk.commit('Describe the shop', { 'README.md': 'A shop.\n' });
    return apply();
  };
  const APPLIED =
    'Commit `[0-9a-f]{10}` has been applied by ada since then \\(\\[run `?42`?\\]\\(\\S+/actions/runs/42\\)\\)\\.';
  test.for<[string, object, Do, string]>([
    [
      'changed back on the server',
      THEIRS,
      ({ send }) => send({ key: 'shop.title', values: [{ context: '*;*', value: 'Corner Shop' }] }),
      'Nothing has been applied since then, so somebody changed the server back, or `confighub\\.yaml` now leaves these items out\\.',
    ],
    [
      'restored by an apply',
      THEIRS,
      applied,
      `${APPLIED} Its documents are the same as before, so it restored these items, unless somebody had already changed them back\\.`,
    ],
    [
      'declared now',
      THEIRS,
      ({ desk, apply }) => {
        desk.commit('Import', {
          'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Theirs'),
        });
        return apply();
      },
      `${APPLIED} It restored these items, or its documents now declare what was on the server\\.`,
    ],
    [
      'an override that was declared',
      MORE,
      ({ desk, apply }) => {
        const keys = SMALL['config/shop.yaml'].replace(
          'Corner Shop',
          '{ values: { "*": Corner Shop, Production;*: Theirs } }',
        );
        desk.commit('Import', { 'config/shop.yaml': keys });
        return apply();
      },
      `${APPLIED} That apply may have left some of the drift alone\\. If so, somebody changed the rest back on the server, or the files now declare it or leave it out\\.`,
    ],
  ])('%s', async ([, data, act, why]) => {
    await withPullRequest({}, async (stage) => {
      const { desk, server, gitHost, apply } = stage;
      desk.git('switch', '--quiet', 'main');
      const send = async (one: object) =>
        void expect((await push(server, { data: [one] }, { token: 'default' })).status).toBe(200);
      const look = () => apply({ event: 'schedule', with: { 'drift-issue': 'true' } });
      const issue = () => gitHost.gitHost.issues.at(-1) as { state: string; body: string };
      await send(data);
      await look();
      const listed = issue()
        .body.replace(/^<!--.*?-->\n/, '')
        .trim();
      expect(listed).toMatch(ADVICE);
      if (data === MORE) expect(listed).not.toMatch(/restores/);
      await act({ ...stage, send });
      await look();
      expect(issue().state).toBe('closed');
      const [text = '', last] = issue().body.split(
        '<details><summary>The last list of this issue</summary>\n\n',
      );
      expect(text).toMatch(new RegExp(`\\n\\nThe drift listed below is gone\\. ${why}\\n\\n$`));
      expect(last).toBe(`${listed}\n\n</details>\n`);
    });
  });
});
