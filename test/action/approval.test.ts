// A refused plan from the pull request to the record: refused, approved by a review, merged, applied.
import { describe, expect } from 'vitest';
import type { StepResult } from '../helpers/workflow.ts';
import { comments, having, nightly, outcome, REPOSITORY, test, WITHOUT_DATABASE } from './stage.ts';

const files = having('protect: [db.*]\nlimits: { maxDeletes: 0 }');
test.override({ options: { files } });

/** The last annotation, on one line. */
const said = ({ log }: StepResult) => log.annotations.at(-1)?.text.replace(/\n */g, ' ') ?? '';

test('a review approves a refused plan; the apply of the merge names who did', async ({
  stage,
}) => {
  const { desk, server, propose, plan, merge, apply } = stage;
  const { gitHost } = stage.gitHost;
  const comment = () => comments(stage).join('\n\n');
  propose(WITHOUT_DATABASE);
  const refused = await plan();
  expect(outcome(refused)).toBe('3 refused');
  const [line = '', approval = ''] =
    /^confighub approve ([0-9a-f]{32} db\..+)$/m.exec(comment()) ?? [];
  expect(comment()).toMatch(
    /^#### How to approve this plan\n\n.*to submit a review of this pull request/m,
  );
  expect(said(refused)).toContain(
    `in a review of the pull request that has only the line: ${line}`,
  );

  const review = gitHost.review(`\r\n${line} \r\n\r\n`, { state: 'APPROVED' });
  expect(outcome(await plan({ event: 'pull_request_review' }))).toBe('0 planned');
  expect(comment()).toContain('Approved in a review by bob.');
  expect(comment()).not.toContain('How to approve');

  // What was approved is looked up again, when it matters.
  review.isEdited = true;
  merge();
  const late = await apply();
  expect(outcome(late)).toBe('3 refused');
  expect(said(late)).toContain(
    `approve this one plan: run the workflow \`Apply configuration\` on \`main\`, with \`command\` set to \`apply\` and this text as \`approve\`: ${approval}`,
  );
  expect(comment()).toContain('it was edited');
  expect(server.history('acme', 'shop')).toHaveLength(1);

  gitHost.review(line);
  expect(outcome(await apply())).toBe('0 applied');
  expect(comment()).toContain('Approved in a review by bob.');
  expect(server.history('acme', 'shop').at(-1)?.comment).toBe(
    `Change the shop (#1)\n\nApproved: ${approval} (by bob)`,
  );
  const { applies } = JSON.parse((await desk.cli(['history', '--json'])).stdout);
  expect(applies[0]).toMatchObject({ approved: { approval, by: 'bob' } });
  expect((await desk.cli(['history'])).stdout).toContain('ada, approved by bob');
});

nightly(
  'an approval that was only planned is red, and says what to choose; what an apply sent stays in the comment',
  async ({ stage }) => {
    const { server, propose, merge, apply } = stage;
    const comment = () => comments(stage).join('\n\n');
    /** Started by hand with a form, whose values the workflow may give to other inputs. */
    const start = (workflow: string, form: Record<string, string>, given: Record<string, string>) =>
      apply({
        event: 'workflow_dispatch',
        workflow,
        with: { ...given, ...(form.approve && { approve: form.approve }) },
        payload: { repository: REPOSITORY, inputs: form },
      });
    const applying = (command: string, approve: string) => {
      const form = { command, approve, 'on-drift': '', 'allow-older': 'false' };
      return start('Apply it', form, { command });
    };
    propose(WITHOUT_DATABASE);
    merge();
    const refused = await apply();
    const [, approval = ''] = /as `approve`: ([0-9a-f]{32} db\..+)$/m.exec(refused.output) ?? [];
    expect(comment()).toContain(
      'run the workflow `Apply configuration` on `main` (**Actions** → **Run workflow**)',
    );

    const planned = await applying('plan', approval);
    const says =
      'Only planned: nothing was sent. To apply, run the workflow `Apply it` on `main` again, with `command` set to `apply` and the same text as `approve`.';
    expect(outcome(planned)).toBe('1 failed only-planned');
    expect(planned.outputs).toMatchObject({ 'failure-reason': 'error', 'to-delete': '2' });
    expect(said(planned)).toContain(says);
    for (const where of [planned.summary, comment()]) {
      expect(where).toMatch(/^### ❌ Not applied: `acme\/shop`/m);
      expect(where).toContain(says);
      expect(where).toContain(`\n\`\`\`\n${approval}\n\`\`\`\n`);
      expect(where).toContain(
        '\nThe approval covers all changes in this plan. The line names the protected items',
      );
    }
    const back = await start(
      'Roll back',
      { commit: 'main', 'dry-run': 'true', approve: approval },
      { command: 'apply', 'dry-run': 'true', comment: 'never' },
    );
    expect(outcome(back)).toBe('1 failed only-planned');
    expect(said(back)).toContain(
      'run the workflow `Roll back` on `main` again, with the values of this run, but with `dry-run` set to `false` and the same text as `approve`.',
    );
    // Of another plan: the text to use is the only one.
    const other = await applying('plan', `${'0'.repeat(32)} db.host`);
    expect(outcome(other)).toBe('3 refused');
    for (const where of [other.summary, comment(), other.log.shown.join('\n'), said(other)])
      expect(/\b[0-9a-f]{32}\b.*$/m.exec(where)?.[0]).toMatch(approval);
    expect(server.history('acme', 'shop')).toHaveLength(1);

    // Without an approval, a plan is what was asked for.
    expect(await applying('plan', '')).toMatchObject({ status: 3 });
    expect(outcome(await applying('apply', approval))).toBe('0 applied');
    const applied = comment();
    expect(applied).toContain('### ✅ Applied and verified');
    expect(outcome(await applying('plan', approval))).toBe('1 failed only-planned');
    expect(comment()).toBe(applied);
    expect(outcome(await applying('plan', ''))).toBe('0 planned');
  },
);

describe('an apply of one stage', () => {
  const poolOf = (rows: string) => ({
    'config/shop.yaml': `keys: { pool: { values: ${rows} } }\n`,
  });
  const settings = 'stages: [Staging, Production]\nlimits: { maxDeletes: 0 }';
  const both = { ...having(settings), ...poolOf('{ Staging;*: 1, Production;*: 1 }') };
  test.override({ options: { files: both } });

  test('says which stage to choose in the form, and takes the text it prints', async ({
    stage,
  }) => {
    stage.propose(poolOf('{ Staging;*: 1 }'));
    stage.merge();
    const apply = (approve = '') => stage.apply({ with: { stage: 'Production', approve } });
    const refused = await apply();
    expect(outcome(refused)).toBe('3 refused');
    const form = '`command` set to `apply`, `stage` set to `Production` and this text as `approve`';
    expect(said(refused)).toContain(
      `run the workflow \`Apply configuration\` on \`main\`, with ${form}`,
    );
    expect(comments(stage).at(-1)).toContain(form);
    const [approval] = /Production: [0-9a-f]{32}$/.exec(said(refused)) ?? [];
    expect(outcome(await apply(approval))).toBe('0 applied');
  });
});

describe('where a review cannot approve', () => {
  test.override({ options: { files, flavour: 'gitea' } });

  test('the pull request says what to do after the merge', async ({ stage }) => {
    stage.propose(WITHOUT_DATABASE);
    const refused = await stage.plan({ env: { GITEA_ACTIONS: 'true' } });
    expect(said(refused)).toMatch(
      /If all of this is intended, approve this one plan after the merge: run the workflow `Apply configuration` on `main`, with `command` set to `apply` and this text as `approve`: [0-9a-f]{32} db\./,
    );
    expect(comments(stage)[0]).toContain(
      'If all of this is intended, merge it, then run the workflow',
    );
  });
});
