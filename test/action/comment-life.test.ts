// What becomes of comments and of the drift issue when later runs apply, and when old runs are started again.
import { expect, test, vi } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { push } from '../helpers/server.ts';

// One process after another, on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const LIMITED = { ...SMALL, 'confighub.yaml': `${SMALL['confighub.yaml']}limits: { maxDeletes: 1 }\n` };
const TITLE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test('a later apply puts a refusal right and closes the drift issue; old runs add one line', async () => {
  await withPullRequest({ files: LIMITED }, async ({ desk, server, forge, pull, propose, plan, merge, apply }) => {
    const shown = () => forge.forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
    const drifting = () => forge.forge.issues.filter((issue) => issue.pull === undefined).map(({ state }) => state);
    propose(TITLE);
    await plan();
    const first = merge();
    pull.state = 'closed';
    const { status } = await apply();
    expect(status).toBe(3);
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
    const { outputs, summary } = await apply({ with: issue });
    expect(outputs.result).toBe('refused');
    expect(drifting()).toEqual(['open']);
    const force = /^(?:confighub approve )?([0-9a-f]{32})$/m.exec(summary)?.[1] ?? '';
    const forced = await apply({ event: 'workflow_dispatch', with: { ...issue, force }, env: { GITHUB_RUN_ID: '50' } });
    expect(forced).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    const [brought = '', applied = ''] = shown();
    expect(applied).toMatch(/^### ✅ Applied and verified: `acme\/shop`/);
    expect(brought).toMatch(/^### ✅ A later commit was applied and verified: `acme\/shop`/);
    expect(brought).toContain(
      `/acme/shop/commit/${second}), which contains this pull request, was applied and verified ([workflow run]`,
    );
    expect(brought).toContain('<details><summary>Before</summary>\n\n### ⛔ Refused');
    expect(drifting()).toEqual(['closed']);
    expect(forge.forge.issues.find(({ pull }) => pull === undefined)?.body).toContain('Checked after an apply.');

    await apply({ env: { GITHUB_RUN_ID: '51' } });
    desk.git('switch', '--quiet', '--detach', first);
    const again = await apply({ env: { GITHUB_SHA: first, GITHUB_RUN_ID: '52' } });
    expect(again).toMatchObject({ status: 3, outputs: { result: 'refused' } });
    const later = (run: number, commit: string, did: string) =>
      `\n\n[A later run](https://github.com/acme/shop/actions/runs/${run}) of commit [\`${commit.slice(0, 7)}\`](https://github.com/acme/shop/commit/${commit}) ${did}. <!-- confighub-sync later -->\n`;
    expect(shown()).toEqual([
      `${brought.trimEnd()}${later(52, first, 'was refused (`older-commit`), and sent nothing')}`,
      `${applied.trimEnd()}${later(51, second, 'found nothing to change')}`,
    ]);
  });
});
