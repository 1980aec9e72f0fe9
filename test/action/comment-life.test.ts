// What becomes of comments and of the drift issue when later runs apply, and when old runs are started again.
import { expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { withPullRequest } from '../helpers/pull-requests.ts';
import { push } from '../helpers/server.ts';
import { nightly } from '../helpers/test.ts';

const LIMITED = {
  ...SMALL,
  'confighub.yaml': `${SMALL['confighub.yaml']}limits: { maxDeletes: 1 }\n`,
};
const TITLE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

test('a comment says what became of its merge, and only drift closes the drift issue', async () => {
  await withPullRequest(
    { files: LIMITED },
    async ({ desk, server, gitHost, pull, propose, plan, merge, apply }) => {
      const shown = () =>
        gitHost.gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
      const drifting = () =>
        gitHost.gitHost.issues
          .filter((issue) => issue.pull === undefined)
          .map(({ state }) => state);
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
      const other = gitHost.gitHost.pullRequest({
        head: second,
        isMerged: true,
        mergeCommit: second,
      });
      other.state = 'closed';
      gitHost.gitHost.pullsOfCommit.set(second, [other.number]);
      const { summary } = await apply({ with: issue });
      const approval = /^(?:confighub approve )?([0-9a-f]{32})$/m.exec(summary)?.[1] ?? '';
      const approved = await apply({
        event: 'workflow_dispatch',
        with: { ...issue, approve: approval },
      });
      expect(approved).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      const applied = shown();
      const both =
        /^### ✅ Applied and verified: `acme\/shop`[\s\S]*This apply contains #1 and #3\./;
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
    },
  );
});

nightly(
  'a push that restores drift says so where people look, and that no file asked for it',
  async () => {
    await withPullRequest(
      { files: SMALL },
      async ({ desk, server, gitHost, propose, plan, merge, apply }) => {
        const theirs = async (value: string) => {
          const data = [{ key: 'shop.title', values: [{ context: '*;*', value }] }];
          await push(server, { data }, { token: 'default' });
        };
        const TITLE =
          '1 item was changed on the server since the last apply. This apply replaced it with what the files declare (server → files)';
        const CAUSE =
          'This change undoes drift: somebody had changed the server directly, without a commit or pull request.';
        const expectTrace = (
          { summary, log }: Awaited<ReturnType<typeof apply>>,
          count: string,
        ) => {
          expect(summary).toContain(`\n\n**${count}.** ${CAUSE}\n\n`);
          expect(summary).toContain(`\n\n#### ${TITLE}\n\n`);
          expect(summary).not.toMatch(/applying|restores/);
          const annotation = { kind: 'warning', title: 'confighub-sync: drift', text: `${TITLE}.` };
          expect(log.annotations).toEqual([annotation]);
        };
        propose({ 'README.md': 'A shop.\n' });
        await plan();
        expect(gitHost.gitHost.comments).toEqual([]);
        await theirs('Theirs');
        merge();
        const merged = await apply();
        expectTrace(merged, '0 created, 1 updated, 0 deleted');
        expect(
          gitHost.gitHost.comments.map(({ issue, body }) => [
            issue,
            body.replace(/^<!--.*?-->\n/, '').trim(),
          ]),
        ).toEqual([[1, merged.summary.trim()]]);

        // Without a pull request.
        desk.commit('Describe the shop', { 'README.md': 'A nice shop.\n' });
        await theirs('Theirs again');
        expectTrace(await apply(), '0 created, 1 updated, 0 deleted');
        expect(gitHost.gitHost.comments).toHaveLength(1);
      },
    );
  },
);

nightly('an apply that runs neither opens nor closes the drift issue', async () => {
  await withPullRequest({ files: SMALL }, async ({ desk, server, gitHost, merge, apply }) => {
    const issues = () =>
      gitHost.gitHost.issues.filter((issue) => issue.pull === undefined).map(({ state }) => state);
    const look = () => apply({ event: 'schedule', with: { 'drift-issue': 'true' } });
    const send = (value: string) =>
      push(
        server,
        { data: [{ key: 'shop.title', values: [{ context: '*;*', value }] }] },
        { token: 'default' },
      );
    merge();
    const ref = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
    const done = desk.git('rev-parse', ref);
    /** The record of an apply of the last commit that is on its way. */
    const begins = (title: string) => {
      const commit = desk.commit('Rename', {
        'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', title),
      });
      const until = new Date(Date.now() + 600_000).toISOString();
      const message = desk
        .git('log', '-1', '--format=%B', done)
        .trim()
        .replace('State: done', 'State: begun')
        .replace(/^Source-Commit: .*$/m, `Source-Commit: ${commit}`)
        .replace(/^Since: .*$/m, `Since: ${new Date().toISOString()}\nUntil: ${until}\nOpen: 1`);
      desk.git(
        'update-ref',
        ref,
        desk.git('commit-tree', `${commit}^{tree}`, '-p', done, '-m', message),
      );
    };
    begins('Theirs');
    await send('Theirs');
    const running = await look();
    expect(running).toMatchObject({ status: 0, outputs: { result: 'checked', drift: '0' } });
    expect(running.summary).toContain('Another apply may still be running');
    expect(running.log.annotations).toEqual([
      expect.objectContaining({
        kind: 'warning',
        text: expect.stringContaining('Another apply may still be running'),
      }),
    ]);
    expect(issues()).toEqual([]);

    desk.git('update-ref', ref, done);
    await look();
    expect(issues()).toEqual(['open']);
    begins('Theirs');
    await look();
    expect(issues()).toEqual(['open']);
    desk.git('update-ref', ref, done);
    await send('Corner Shop');
    await look();
    expect(issues()).toEqual(['closed']);
  });
});
