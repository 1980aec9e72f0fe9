// Comments on a pull request from first plan to apply, in a real step with the API of a Git host.
import { describe, expect } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import type { Proposed } from '../helpers/pull-requests.ts';
import { representatives } from '../helpers/suite.ts';
import {
  change,
  CHANGED,
  comments,
  counts,
  driftIssue,
  having,
  look,
  outcome,
  REPOSITORY,
  test,
} from './stage.ts';

describe.each(representatives(['github', 'gitea'] as const, 2))('on %s', (flavour) => {
  test.override({ options: { flavour } });

  test.concurrent('the comment is the same from errors and plan to apply', async ({ stage }) => {
    const { desk, propose, plan, merge, apply } = stage;
    const head = propose({ 'config/shop.yaml': 'keys: { "a b": 1 }\n' });
    const mistaken = await plan();
    expect(mistaken).toMatchObject({ status: 1, outputs: { 'failure-reason': 'invalid' } });
    const place = `/acme/shop/blob/${head}/config/shop.yaml#L1) \`key-name\``;
    expect(comments(stage)[0]).toContain(place);
    expect(comments(stage)[0]).toContain(`/commit/${head}), [workflow run](`);

    const changed = propose(CHANGED);
    const sentence = 'No token is set: the apply will need one,';
    const withoutToken = await plan({ with: { token: '' } });
    expect(outcome(withoutToken)).toBe('0 planned');
    expect(withoutToken.log.shown.join('\n')).toContain(sentence);
    expect(comments(stage)).toEqual([expect.stringContaining(sentence)]);

    const base = desk.git('rev-parse', 'main');
    const before = Date.now();
    const first = await plan();
    expect([outcome(first), first.outputs.changes]).toEqual(['0 planned', 'true']);
    const [body = '', ...others] = comments(stage);
    expect(others).toEqual([]);
    const [, ...where] =
      /^Commit \[`(\w{7})`\]\(\S+\) onto `main` at \[`(\w{7})`\]\((\S+)\), planned (\S+ \S+ UTC), \[workflow run\]/m.exec(
        body,
      ) ?? [];
    const commit = `https://github.com/acme/shop/commit/${base}`;
    expect(where.slice(0, 3)).toEqual([changed.slice(0, 7), base.slice(0, 7), commit]);
    expect(Date.parse(where[3] ?? '')).toBeGreaterThan(before - 60_000);
    expect(body).toMatch(/^### Plan: `acme\/shop` at `.+`\n/);
    expect(body).not.toContain(sentence);
    expect(body).toContain('`"Corner Shop"` → `"Corner Store"`');
    expect(body).toMatch(/^Merging into `main` applies this: \*\*\d+ to create/m);
    const id = String(stage.gitHost.gitHost.comments[0]?.id);
    expect(first.outputs['comment-id']).toBe(id);
    expect(first.summary.trimEnd()).toBe(body.trimEnd());

    propose(SMALL);
    expect((await plan()).outputs).toMatchObject({ changes: 'false', 'comment-id': id });
    expect(comments(stage)).toEqual([expect.stringMatching(/^### No changes: /)]);

    propose(CHANGED);
    await plan();
    const merged = merge();
    expect(outcome(await apply())).toBe('0 applied');
    const [applied] = comments(stage);
    expect(comments(stage)).toHaveLength(1);
    expect(applied).toMatch(/^### ✅ Applied and verified: `acme\/shop` at `.+`\n/);
    expect(applied).toContain(`/commit/${merged})`);
    expect(applied).toContain('/actions/runs/42)');
  });
});

describe('where the Git host checks out a branch that is behind', () => {
  test.override({ options: { flavour: 'gitea' } });

  test.concurrent('the comment shows what the merge changes', async ({ stage }) => {
    const { desk, gitHost, pull, propose, plan } = stage;
    propose(CHANGED);
    const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
    const payloadOf = (base: string) => ({
      pull_request: { ...json, base: { ...json.base, sha: base } },
      repository: REPOSITORY,
      sender: { login: 'ada' },
    });
    desk.git('switch', '--quiet', 'main');
    const payload = payloadOf(desk.commit('Late', { 'config/late.yaml': 'keys: { late: 1 }\n' }));
    await desk.cli(['apply']);
    desk.git('switch', '--quiet', 'feature');
    for (const env of [{}, { INPUT_TOKEN: '', CONFIGHUB_TOKEN: '' }]) {
      expect(counts(await plan({ payload, env }))).toEqual([0, 1, 0]);
      const [body] = comments(stage);
      expect(body).toContain(
        'Merging into `main` applies this: **0 to create, 1 to update, 0 to delete.**',
      );
      expect(body).toContain('This branch is 1 commit behind `main`: planned as merged with it.');
    }
    // Both change the same line.
    desk.git('switch', '--quiet', 'main');
    const market = CHANGED['config/shop.yaml'].replace('Store', 'Market');
    const conflict = payloadOf(desk.commit('Other', { 'config/shop.yaml': market }));
    desk.git('switch', '--quiet', 'feature');
    expect((await plan({ payload: conflict })).outputs).toMatchObject({ 'to-delete': '1' });
    expect(comments(stage)[0]).toMatch(
      /^### Plan.*\n\n\*\*This branch is 2 commits behind `main`, and this plan shows them as undone\..*\*\*\n\nThe outcome of merging into `main` is unknown: this run could not merge the branch with its base\.\n\n\*\*0 to create/,
    );
  });
});

describe('where the merge that is checked out will not be made, the comment shows what will', () => {
  const LATE = { 'config/late.yaml': 'keys: { late: 1 }\n' };

  /** Checks out the merge into this branch, after which this is committed and applied on `main`. */
  async function checkOutOldMerge(
    { desk, propose }: Pick<Proposed, 'desk' | 'propose'>,
    base: string,
    later: Record<string, string>,
  ): Promise<void> {
    const origin = desk.sandbox.path('origin');
    desk.git('clone', '--quiet', '--mirror', '.', origin);
    desk.git('remote', 'add', 'origin', origin);
    propose(CHANGED);
    desk.git('switch', '--quiet', '--force-create', base, 'main');
    if (base === 'develop') desk.commit('Develop', LATE);
    const tree = desk.git('merge-tree', '--write-tree', base, 'feature');
    const merge = desk.git('commit-tree', '-p', base, '-p', 'feature', '-m', 'Merge', tree);
    if (base === 'main') desk.commit('Late', later);
    desk.git('push', '--quiet', 'origin', 'main');
    if (base === 'main') await desk.cli(['apply']);
    desk.git('checkout', '--quiet', merge);
  }

  test.concurrent.for([
    ['the job runs again after another merge', 'main', 'This branch is 1 commit behind `main`'],
    ['the base was another branch', 'develop', 'The merge that is checked out is not the one into'],
  ] as const)('%s', async ([, base, note], { stage }) => {
    await checkOutOldMerge(stage, base, LATE);
    expect(counts(await stage.plan())).toEqual([0, 1, 0]);
    const [body] = comments(stage);
    expect(body).toContain(
      'Merging into `main` applies this: **0 to create, 1 to update, 0 to delete.**',
    );
    expect(body).toContain(note);
  });

  test.concurrent('or that nobody knows', async ({ stage }) => {
    const market = CHANGED['config/shop.yaml'].replace('Store', 'Market');
    await checkOutOldMerge(stage, 'main', { 'config/shop.yaml': market });
    await stage.plan();
    expect(comments(stage)[0]).toContain('The outcome of merging into `main` is unknown');
  });
});

test.concurrent('a comment is created for changes, unless it is never wanted, and else if it is always wanted', async ({
  stage,
}) => {
  const planning = async (files: Record<string, string>, comment = 'changes') => {
    stage.propose(files);
    await stage.plan({ with: { comment } });
    return comments(stage);
  };
  expect(await planning({ 'README.md': 'A shop.\n' })).toEqual([]);
  expect(await planning(CHANGED, 'never')).toEqual([]);
  expect(await planning(SMALL, 'always')).toEqual([expect.stringMatching(/^### No changes/)]);
});

// A later check of the same files would say nothing, so that a comment would never be right again.
test.concurrent('a check writes no comment, and asks for no permission to write one', async ({
  stage,
}) => {
  stage.propose({ 'config/shop.yaml': 'keys: { "a b": 1 }\n' });
  for (const given of [{ command: 'validate' }, { command: 'drift', config: 'none.yaml' }]) {
    const failed = await stage.plan({ with: given });
    expect(outcome(failed)).toMatch(/^1 failed/);
    expect(failed.log.annotations.map(({ kind }) => kind)).not.toContain('warning');
  }
  expect(comments(stage)).toEqual([]);
  expect(stage.gitHost.requests).toEqual([]);
});

describe('from a fork', () => {
  test.override({ options: { from: 'mallory/shop' } });

  test.concurrent('it is planned without the server, also by a review', async ({ stage }) => {
    const { gitHost, requests, propose, plan } = stage;
    propose(CHANGED);
    const planned = await plan({ env: { INPUT_TOKEN: '' } });
    const { summary, log } = planned;
    expect(outcome(planned)).toBe('0 planned');
    expect(log.annotations).toEqual([
      { kind: 'notice', title: 'confighub-sync', text: expect.stringContaining('has no secrets') },
    ]);
    expect(summary).toMatch(/^### Plan without the server/);
    expect(summary).toMatch(
      /^- This pull request is from a fork or Dependabot, so this run has no secrets: /m,
    );
    expect(summary).toContain('`"Corner Shop"` → `"Corner Store"`');
    expect(log.shown.join('\n')).toMatch(/~ shop\.title .*"Corner Shop" → "Corner Store"/);

    const review = await plan({ event: 'pull_request_review' });
    expect(outcome(review)).toBe('0 planned');
    expect(review.summary).toMatch(/^### Plan without the server/);

    propose({ ...having('protect: [shop.title]'), 'config/shop.yaml': 'keys: {}\n' });
    const refused = await plan({ env: { INPUT_TOKEN: '' } });
    expect(outcome(refused)).toBe('3 refused');
    const why = 'would be deleted, but the setting `protect` covers it';
    const text = expect.stringContaining(why);
    expect(refused.log.shown.join('\n')).toContain(why);
    expect(refused.log.annotations).toContainEqual(
      expect.objectContaining({ kind: 'error', text }),
    );
    expect(refused.summary).toContain(why);
    expect([...requests, ...gitHost.requests]).toEqual([]);
  });
});

describe.concurrent('a closed drift issue keeps its last list, and says why it was closed', () => {
  const APPLIED =
    'Commit `[0-9a-f]{10}` has been applied by ada since then \\(\\[run `?42`?\\]\\(\\S+/actions/runs/42\\)\\)\\.';
  /** Applies a commit with other files. */
  const applying =
    (files: Record<string, string>) =>
    ({ desk, apply }: Proposed): Promise<unknown> => {
      desk.commit('Change', files);
      return apply();
    };
  const titled = (value: string) => ({
    'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', value),
  });
  test.for<[string, context: string, act: (stage: Proposed) => Promise<unknown>, why: string]>([
    [
      'changed back on the server',
      '*;*',
      ({ server }) => change(server, 'Corner Shop'),
      'Nothing has been applied since then, so somebody changed the server back, or `confighub\\.yaml` now leaves these items out\\.',
    ],
    [
      'restored by an apply',
      '*;*',
      applying({ 'README.md': 'A shop.\n' }),
      `${APPLIED} Its documents are the same as before, so it restored these items, unless somebody had already changed them back\\.`,
    ],
    [
      'declared now',
      '*;*',
      applying(titled('Theirs')),
      `${APPLIED} It restored these items, or its documents now declare what was on the server\\.`,
    ],
    [
      'an override that was declared',
      'Production;*',
      applying(titled('{ values: { "*": Corner Shop, Production;*: Theirs } }')),
      `${APPLIED} That apply may have left some of the drift alone\\. If so, somebody changed the rest back on the server, or the files now declare it or leave it out\\.`,
    ],
  ])('%s', async ([, context, act, why], { stage }) => {
    stage.desk.git('switch', '--quiet', 'main');
    await change(stage.server, 'Theirs', { context });
    await look(stage);
    const listed = driftIssue(stage)?.body.trim();
    expect(listed).toMatch(
      /^If you close this issue while there is still drift, the next run opens a new one\..*`ignore` in `confighub\.yaml`/m,
    );
    if (context !== '*;*') expect(listed).not.toMatch(/restores/);
    await act(stage);
    await look(stage);
    const { state, body = '' } = driftIssue(stage) ?? {};
    expect(state).toBe('closed');
    const [text, last] = body.split('<details><summary>The last list of this issue</summary>\n\n');
    expect(text).toMatch(new RegExp(`\\n\\nThe drift listed below is gone\\. ${why}\\n\\n$`));
    expect(last).toBe(`${listed}\n\n</details>\n`);
  });
});
