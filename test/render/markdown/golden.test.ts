// The comment of every kind of plan, as a file that a person can read.
import { expect, test } from 'vitest';
import { planComment } from '../../helpers/comments.ts';
import { rowsComment } from '../../../src/render/markdown/page.ts';
import { loadDocument } from '../../helpers/project.ts';
import { KINDS } from './kinds.ts';

test.each(Object.entries(KINDS))('%s', async (name, { plan, options }) => {
  await expect(planComment(plan, options)).toMatchFileSnapshot(`${name}.md`);
});

test('mistakes', async () => {
  const { diagnostics } = loadDocument(
    'keys: { pool.size: { vdt: Intger, value: 1 }, "@octocat www.x.com": [] , a: 1, A: 2}\nfile: 1\n',
  );
  await expect(rowsComment([{ kind: 'failed', diagnostics }], { status: {} })).toMatchFileSnapshot('mistakes.md');
});
