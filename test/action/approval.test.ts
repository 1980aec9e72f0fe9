// A refused plan from the pull request to the record: refused, approved by a review, merged, applied.
import { expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';

const GUARDED = {
  ...SMALL,
  'confighub.yaml': `${SMALL['confighub.yaml']}protect: [db.*]\nlimits: { maxDeletes: 0 }\n`,
};
const WITHOUT_DATABASE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test('a refused plan is approved by a review; the apply of the merge accepts it, and names who approved', async () => {
  await withPullRequest({ files: GUARDED }, async ({ desk, server, forge, propose, plan, merge, apply }) => {
    const comment = () => forge.forge.comments.map(({ body }) => body).join('\n\n');
    propose(WITHOUT_DATABASE);
    const refused = await plan();
    expect(refused, refused.output).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    const [line = '', force = ''] = /^confighub approve ([0-9a-f]{32} db\..+)$/m.exec(comment()) ?? [];
    expect(comment()).toMatch(/^#### How to approve this plan\n\n.*to submit a review of this pull request/m);
    expect(refused.log.annotations.at(-1)?.text).toContain(`in a review of the pull request, with the line: ${line}`);

    const review = forge.forge.review(`Looks right.\r\n\r\n${line}\r\n`, { state: 'APPROVED' });
    const event = { event: 'pull_request_review' };
    const approved = await plan(event);
    expect(approved, approved.output).toMatchObject({ status: 0, outputs: { result: 'planned' } });
    expect(comment()).toContain('Approved in a review by bob.');
    expect(comment()).not.toContain('How to approve');

    // What was approved is looked up again, when it matters.
    review.isEdited = true;
    merge();
    const late = await apply();
    expect(late, late.output).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    expect(late.log.annotations.at(-1)?.text).toContain(
      `approve this one plan: run the workflow \`Apply configuration\` on \`main\`, with \`command\` set to \`apply\` and this text as \`force\`: ${force}`,
    );
    expect(comment()).toContain('it was edited');
    expect(server.history('acme', 'shop')).toHaveLength(1);

    forge.forge.review(line);
    const applied = await apply();
    expect(applied, applied.output).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    expect(comment()).toContain('Approved in a review by bob.');
    expect(server.history('acme', 'shop').at(-1)?.comment).toBe(
      `Change the shop (#1)\n\nForced: ${force} (approved by bob)`,
    );
    const { stdout } = await desk.cli(['history', '--json']);
    expect(JSON.parse(stdout)[0] ?? JSON.parse(stdout).applies?.[0]).toMatchObject({ approved: { force, by: 'bob' } });
    expect((await desk.cli(['history'])).stdout).toContain('ada, approved by bob');
  });
});
