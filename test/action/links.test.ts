// Links of a comment and a summary lead to lines that are there: of the commit, or of the one that was applied last.
import { expect } from 'vitest';
import { readPage } from '../render/markdown/read-page.ts';
import { SMALL } from '../helpers/process.ts';
import type { Proposed } from '../helpers/pull-requests.ts';
import { change, comments, counts, driftIssue, look, test } from './stage.ts';

const MORE = {
  'config/old.yaml': 'keys:\n  old.key: 1\n',
  'config/files.yaml': 'files:\n  a.txt: { path: texts/a.txt }\n',
  'config/texts/a.txt': 'one\n',
};
const LEFT = {
  'config/left.yaml': 'keys: { left: 1 }\nfiles:\n  b.txt: { path: texts/b.txt }\n',
  'config/texts/b.txt': 'left\n',
};
const CHANGED = { 'config/texts/a.txt': 'two\n' };
test.override({ options: { files: { ...SMALL, ...MORE } } });

/** The files that a page links to, none of which is missing in the commit of its link. */
function linkedFiles({ desk }: Proposed, markdown: string): string[] {
  const found = readPage(markdown).links.flatMap((url) => {
    const [, commit = '', path = ''] = /\/blob\/([0-9a-f]{40})\/(.+?)(?:#L\d+)?$/.exec(url) ?? [];
    return path === '' ? [] : [`${commit}:${path}`];
  });
  for (const one of found) desk.git('cat-file', '-e', one);
  return [...new Set(found.map((one) => one.slice(41)))].sort();
}

test('a plan leaves out what is left in the workspace', async ({ stage }) => {
  stage.propose(CHANGED);
  stage.desk.write({ ...LEFT, 'config/texts/a.txt': 'three\n' });
  const planned = await stage.plan();
  expect(counts(planned)).toEqual([0, 1, 0]);
  expect(linkedFiles(stage, planned.summary)).toEqual(['config/files.yaml', 'config/texts/a.txt']);
});

test('an apply is refused for it, and links to none of it', async ({ stage }) => {
  stage.propose(CHANGED);
  stage.merge();
  stage.desk.write(LEFT);
  const { status, summary } = await stage.apply();
  expect(status).toBe(3);
  expect(summary).toContain('`config/left.yaml:1`');
  expect(linkedFiles(stage, summary)).toEqual(['config/files.yaml', 'config/texts/a.txt']);
  for (const body of comments(stage)) linkedFiles(stage, body);
});

test('drift is linked to what was applied, whatever became of it', async ({ stage }) => {
  const { desk, server } = stage;
  desk.git('switch', '--quiet', 'main');
  desk.git('rm', '--quiet', 'config/old.yaml');
  desk.commit('Remove a key');
  await change(server, '9', { key: 'old.key' });
  const { summary } = await look(stage);
  for (const text of [summary, driftIssue(stage)?.body ?? ''])
    expect(linkedFiles(stage, text)).toEqual(['config/old.yaml']);
});
