// Links of a comment and a summary lead to lines that are there: of the commit, or of the one that was applied last.
import { expect, test } from 'vitest';
import { readPage } from '../render/markdown/read-page.ts';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { push } from '../helpers/server.ts';

const MORE = {
  'config/old.yaml': 'keys:\n  old.key: 1\n',
  'config/files.yaml': 'files:\n  a.txt: { path: texts/a.txt }\n',
  'config/texts/a.txt': 'one\n',
};
const LEFT = {
  'config/left.yaml': 'keys: { left: 1 }\nfiles:\n  b.txt: { path: texts/b.txt }\n',
  'config/texts/b.txt': 'left\n',
};

/** The files that a page links to, none of which is missing in the commit of its link. */
function linkedFiles({ desk }: Proposed, markdown: string): string[] {
  const found = readPage(markdown).links.flatMap((url) => {
    const [, commit = '', path = ''] = /\/blob\/([0-9a-f]{40})\/(.+?)(?:#L\d+)?$/.exec(url) ?? [];
    return path === '' ? [] : [`${commit}:${path}`];
  });
  for (const one of found) desk.git('cat-file', '-e', one);
  return [...new Set(found.map((one) => one.slice(41)))].sort();
}

test('a plan leaves out what is left in the workspace', async () => {
  await withPullRequest({ files: { ...SMALL, ...MORE } }, async (stage) => {
    stage.propose({ 'config/texts/a.txt': 'two\n' });
    stage.desk.write({ ...LEFT, 'config/texts/a.txt': 'three\n' });
    const { summary, outputs } = await stage.plan();
    expect(outputs).toMatchObject({ 'to-create': '0', 'to-update': '1', 'to-delete': '0' });
    expect(linkedFiles(stage, summary)).toEqual(['config/files.yaml', 'config/texts/a.txt']);
  });
});

test('an apply is refused for it, and links to none of it', async () => {
  await withPullRequest({ files: { ...SMALL, ...MORE } }, async (stage) => {
    stage.propose({ 'config/texts/a.txt': 'two\n' });
    stage.merge();
    stage.desk.write(LEFT);
    const { status, summary } = await stage.apply();
    expect(status).toBe(3);
    expect(summary).toContain('`config/left.yaml:1`');
    expect(linkedFiles(stage, summary)).toEqual(['config/files.yaml', 'config/texts/a.txt']);
    for (const { body } of stage.gitHost.gitHost.comments) linkedFiles(stage, body);
  });
});

test('drift is linked to what was applied, whatever became of the file since', async () => {
  await withPullRequest({ files: { ...SMALL, ...MORE } }, async (stage) => {
    const { desk, server, apply, gitHost } = stage;
    desk.git('switch', '--quiet', 'main');
    desk.git('rm', '--quiet', 'config/old.yaml');
    desk.commit('Remove a key');
    const data = [{ key: 'old.key', values: [{ context: '*;*', value: '9' }] }];
    await push(server, { data }, { token: 'default' });
    const { summary } = await apply({ event: 'schedule', with: { 'drift-issue': 'true' } });
    for (const text of [summary, gitHost.gitHost.issues.at(-1)?.body ?? ''])
      expect(linkedFiles(stage, text)).toEqual(['config/old.yaml']);
  });
});
