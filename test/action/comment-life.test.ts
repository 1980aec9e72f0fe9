// What becomes of comments and of the drift issue when later runs apply, and when old runs are started again.
import { expect, test, vi } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { push } from '../helpers/server.ts';

// One process after another, on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const LIMITED = { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}limits: { maxDeletes: 1 }\n` };
const TITLE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test('a comment says what became of its merge, and only drift closes the drift issue', async () => {
  await withPullRequest({ files: LIMITED }, async ({ desk, server, forge, pull, propose, plan, merge, apply }) => {
    const shown = () => forge.forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
    const drifting = () => forge.forge.issues.filter((issue) => issue.pull === undefined).map(({ state }) => state);
    propose(TITLE);
    await plan();
    const first = merge();
    pull.state = 'closed';
    expect(await apply()).toMatchObject({ status: 3 });
    expect(shown()).toEqual([expect.stringMatching(/^### ⛔ Refused: `acme\/shop`/)]);

    const data = [{ key: 'shop.title', values: [{ context: '*;*', value: 'Theirs' }] }];
    await push(server, { data }, { token: 'default' });
    const issue = { 'drift-issue': 'true' };
    await apply({ event: 'schedule', with: issue });
    expect(drifting()).toEqual(['open']);

    const second = desk.commit('One more (#3)', { 'config/more.yaml': 'keys: { more: 1 }\n' });
    const other = forge.forge.pullRequest({ head: second, isMerged: true, mergeCommit: second });
    other.state = 'closed';
    forge.forge.pullsOfCommit.set(second, [other.number]);
    const { summary } = await apply({ with: issue });
    const force = /^(?:confighub approve )?([0-9a-f]{32})$/m.exec(summary)?.[1] ?? '';
    const forced = await apply({ event: 'workflow_dispatch', with: { ...issue, force } });
    expect(forced).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    const applied = shown();
    const both = /^### ✅ Applied and verified: `acme\/shop`[\s\S]*This apply contains #1 and #3\./;
    expect(applied).toEqual([expect.stringMatching(both), expect.stringMatching(both)]);
    expect(drifting()).toEqual(['open']);
    await apply({ event: 'schedule', with: issue });
    expect(drifting()).toEqual(['closed']);

    expect(await apply()).toMatchObject({ status: 0, outputs: { result: 'nothing' } });
    expect(shown()).toEqual(applied);
    desk.git('switch', '--quiet', '--detach', first);
    const again = await apply({ env: { GITHUB_SHA: first } });
    expect(again).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    expect(again.summary).toContain('`older-commit`');
    expect(shown()).toEqual(applied);
  });
});
