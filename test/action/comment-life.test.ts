// What becomes of comments and of the drift issue when later runs apply, and when old runs are started again.
import { describe, expect } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import type { StepResult } from '../helpers/workflow.ts';
import {
  beginApply,
  change,
  comments,
  driftIssue,
  having,
  look,
  nightly,
  outcome,
  test,
  WITHOUT_DATABASE,
} from './stage.ts';

describe('with a limit', () => {
  test.override({ options: { files: having('limits: { maxDeletes: 1 }') } });

  test('a comment says what became of its merge; drift alone closes its issue', async ({
    stage,
  }) => {
    const { desk, server, pull, propose, plan, merge, apply } = stage;
    const { gitHost } = stage.gitHost;
    const drift = gitHost.issues;
    const drifting = () => drift.filter((issue) => !issue.pull).map(({ state }) => state);
    propose(WITHOUT_DATABASE);
    await plan();
    const first = merge();
    pull.state = 'closed';
    expect(outcome(await apply())).toBe('3 refused');
    expect(comments(stage)).toEqual([expect.stringMatching(/^### ⛔ Refused: `acme\/shop`/)]);

    await change(server, 'Theirs');
    await look(stage);
    expect(drifting()).toEqual(['open']);

    const second = desk.commit('One more (#3)', { 'config/more.yaml': 'keys: { more: 1 }\n' });
    gitHost.pullsOfCommit.set(second, [gitHost.merged(second).number]);
    const issue = { 'drift-issue': 'true' };
    const { summary } = await apply({ with: issue });
    const approve = /^(?:confighub approve )?([0-9a-f]{32})$/m.exec(summary)?.[1] ?? '';
    const approved = await apply({ event: 'workflow_dispatch', with: { ...issue, approve } });
    expect(outcome(approved)).toBe('0 applied');
    const applied = comments(stage);
    const both = /^### ✅ Applied and verified: `acme\/shop`[\s\S]*This apply contains #1 and #3\./;
    expect(applied).toEqual([expect.stringMatching(both), expect.stringMatching(both)]);
    expect(drifting()).toEqual(['open']);
    await look(stage);
    expect(drifting()).toEqual(['closed']);

    expect(outcome(await apply())).toBe('0 nothing');
    desk.git('switch', '--quiet', '--detach', first);
    const again = await apply({ env: { GITHUB_SHA: first } });
    expect(outcome(again)).toBe('3 refused');
    expect(again.summary).toContain('`older-commit`');
    expect(comments(stage)).toEqual(applied);
  });
});

nightly(
  'a push that restores drift says so where people look, and that no file asked for it',
  async ({ stage }) => {
    const { desk, server, propose, plan, merge, apply } = stage;
    const title =
      '1 item was changed on the server since the last apply. This apply replaced it with what the files declare (server → files)';
    const cause =
      'This change undoes drift: somebody had changed the server directly, without a commit or pull request.';
    const expectTrace = ({ summary, log }: StepResult) => {
      expect(summary).toContain(`\n\n**0 created, 1 updated, 0 deleted.** ${cause}\n\n`);
      expect(summary).toContain(`\n\n#### ${title}\n\n`);
      expect(summary).not.toMatch(/applying|restores/);
      const annotation = { kind: 'warning', title: 'confighub-sync: drift', text: `${title}.` };
      expect(log.annotations).toEqual([annotation]);
    };
    propose({ 'README.md': 'A shop.\n' });
    await plan();
    expect(comments(stage)).toEqual([]);
    await change(server, 'Theirs');
    merge();
    const merged = await apply();
    expectTrace(merged);
    expect(comments(stage).map((body) => body.trim())).toEqual([merged.summary.trim()]);

    // Without a pull request.
    desk.commit('Describe the shop', { 'README.md': 'A nice shop.\n' });
    await change(server, 'Theirs again');
    expectTrace(await apply());
    expect(comments(stage)).toHaveLength(1);
  },
);

nightly('an apply that runs neither opens nor closes the drift issue', async ({ stage }) => {
  const { desk, server, merge } = stage;
  merge();
  const shop = SMALL['config/shop.yaml'].replace('Corner Shop', 'Theirs');
  const begins = () => beginApply(stage, 0, desk.commit('Rename', { 'config/shop.yaml': shop }));
  const ends = begins();
  await change(server, 'Theirs');
  const running = await look(stage);
  expect([outcome(running), running.outputs.drift]).toEqual(['0 checked', '0']);
  const said = expect.stringContaining('Another apply may still be running');
  expect(running.summary).toEqual(said);
  expect(running.log.annotations).toMatchObject([{ kind: 'warning', text: said }]);
  expect(driftIssue(stage)).toBeUndefined();

  ends();
  await look(stage);
  expect(driftIssue(stage)?.state).toBe('open');
  const endsToo = begins();
  await look(stage);
  expect(driftIssue(stage)?.state).toBe('open');
  endsToo();
  await change(server, 'Corner Shop');
  await look(stage);
  expect(driftIssue(stage)?.state).toBe('closed');
});
