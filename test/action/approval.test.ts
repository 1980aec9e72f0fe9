// A refused plan from the pull request to the record: refused, approved by a review, merged, applied.
import { expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { nightly } from '../helpers/test.ts';

const GUARDED = {
  ...SMALL,
  'confighub.yaml': `${SMALL['confighub.yaml']}protect: [db.*]\nlimits: { maxDeletes: 0 }\n`,
};
const WITHOUT_DATABASE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test('a refused plan is approved by a review; the apply of the merge accepts it, and names who approved', async () => {
  await withPullRequest(
    { files: GUARDED },
    async ({ desk, server, gitHost, propose, plan, merge, apply }) => {
      const comment = () => gitHost.gitHost.comments.map(({ body }) => body).join('\n\n');
      propose(WITHOUT_DATABASE);
      const refused = await plan();
      expect(refused, refused.output).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      const [line = '', approval = ''] =
        /^confighub approve ([0-9a-f]{32} db\..+)$/m.exec(comment()) ?? [];
      expect(comment()).toMatch(
        /^#### How to approve this plan\n\n.*to submit a review of this pull request/m,
      );
      expect(refused.log.annotations.at(-1)?.text).toContain(
        `in a review of the pull request that has only the line: ${line}`,
      );

      const review = gitHost.gitHost.review(`\r\n${line} \r\n\r\n`, {
        state: 'APPROVED',
      });
      const event = { event: 'pull_request_review' };
      const approved = await plan(event);
      expect(approved, approved.output).toMatchObject({
        status: 0,
        outputs: { result: 'planned' },
      });
      expect(comment()).toContain('Approved in a review by bob.');
      expect(comment()).not.toContain('How to approve');

      // What was approved is looked up again, when it matters.
      review.isEdited = true;
      merge();
      const late = await apply();
      expect(late, late.output).toMatchObject({ status: 3, outputs: { result: 'refused' } });
      expect(late.log.annotations.at(-1)?.text).toContain(
        `approve this one plan: run the workflow \`Apply configuration\` on \`main\`, with \`command\` set to \`apply\` and this text as \`approve\`: ${approval}`,
      );
      expect(comment()).toContain('it was edited');
      expect(server.history('acme', 'shop')).toHaveLength(1);

      gitHost.gitHost.review(line);
      const applied = await apply();
      expect(applied, applied.output).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(comment()).toContain('Approved in a review by bob.');
      expect(server.history('acme', 'shop').at(-1)?.comment).toBe(
        `Change the shop (#1)\n\nApproved: ${approval} (by bob)`,
      );
      const { stdout } = await desk.cli(['history', '--json']);
      expect(JSON.parse(stdout)[0] ?? JSON.parse(stdout).applies?.[0]).toMatchObject({
        approved: { approval, by: 'bob' },
      });
      expect((await desk.cli(['history'])).stdout).toContain('ada, approved by bob');
    },
  );
});

nightly(
  'an approval that was only planned is red, and says what to choose; what an apply sent stays in the comment',
  async () => {
    await withPullRequest(
      { files: GUARDED },
      async ({ server, gitHost, propose, merge, apply }) => {
        const comment = () => gitHost.gitHost.comments.map(({ body }) => body).join('\n\n');
        const start = (
          workflow: string,
          inputs: Record<string, string>,
          given: Record<string, string>,
        ) =>
          apply({
            ...{
              event: 'workflow_dispatch',
              workflow,
              with: { ...given, ...(inputs.approve && { approve: inputs.approve }) },
            },
            payload: { repository: { full_name: 'acme/shop', default_branch: 'main' }, inputs },
          });
        const applying = (command: string, approval: string) =>
          start(
            'Apply it',
            { command, approve: approval, 'on-drift': '', 'allow-older': 'false' },
            { command },
          );
        propose(WITHOUT_DATABASE);
        merge();
        const refused = await apply();
        const [, approval = ''] =
          /as `approve`: ([0-9a-f]{32} db\..+)$/m.exec(refused.output) ?? [];
        expect(comment()).toContain(
          'run the workflow `Apply configuration` on `main` (**Actions** → **Run workflow**)',
        );

        const planned = await applying('plan', approval);
        const says =
          'Only planned: nothing was sent. To apply, run the workflow `Apply it` on `main` again, with `command` set to `apply` and the same text as `approve`.';
        const outputs = {
          result: 'failed',
          'failure-reason': 'error',
          'error-code': 'only-planned',
          'to-delete': '2',
        };
        expect(planned, planned.output).toMatchObject({ status: 1, outputs });
        const failureOf = ({ log }: typeof planned) =>
          log.annotations.at(-1)?.text.replace(/\n */g, ' ');
        expect(failureOf(planned)).toContain(says);
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
        expect(back, back.output).toMatchObject({ status: 1, outputs });
        expect(failureOf(back)).toContain(
          'run the workflow `Roll back` on `main` again, with the values of this run, but with `dry-run` set to `false` and the same text as `approve`.',
        );
        // Of another plan: the text to use is the only one.
        const other = await applying('plan', `${'0'.repeat(32)} db.host`);
        expect(other, other.output).toMatchObject({ status: 3, outputs: { result: 'refused' } });
        for (const where of [
          other.summary,
          comment(),
          other.log.shown.join('\n'),
          other.log.annotations.at(-1)?.text,
        ])
          expect(/\b[0-9a-f]{32}\b.*$/m.exec(where ?? '')?.[0]).toMatch(approval);
        expect(server.history('acme', 'shop')).toHaveLength(1);

        // Without an approval, a plan is what was asked for.
        expect(await applying('plan', '')).toMatchObject({ status: 3 });
        expect(await applying('apply', approval)).toMatchObject({
          status: 0,
          outputs: { result: 'applied' },
        });
        const applied = comment();
        expect(applied).toContain('### ✅ Applied and verified');
        expect(await applying('plan', approval)).toMatchObject({
          status: 1,
          outputs: { 'error-code': 'only-planned' },
        });
        expect(comment()).toBe(applied);
        expect(await applying('plan', '')).toMatchObject({
          status: 0,
          outputs: { result: 'planned' },
        });
      },
    );
  },
);

test('where a review cannot approve, the pull request says what to do after the merge', async () => {
  await withPullRequest(
    { files: GUARDED, flavour: 'gitea' },
    async ({ gitHost, propose, plan }) => {
      propose(WITHOUT_DATABASE);
      const refused = await plan({ env: { GITEA_ACTIONS: 'true' } });
      expect(refused.log.annotations.at(-1)?.text).toMatch(
        /If all of this is intended, approve this one plan after the merge: run the workflow `Apply configuration` on `main`, with `command` set to `apply` and this text as `approve`: [0-9a-f]{32} db\./,
      );
      expect(gitHost.gitHost.comments[0]?.body).toContain(
        'If all of this is intended, merge it, then run the workflow',
      );
    },
  );
});
