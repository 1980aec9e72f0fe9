// The comment of every kind of plan, as a file that a person can read.
import { expect, test } from 'vitest';
import { rowsComment } from '../../../src/render/markdown/page.ts';
import type { TargetPage } from '../../../src/render/markdown/targets.ts';
import { loadDocument } from '../../helpers/project.ts';

test('fileErrors', async () => {
  const { diagnostics } = loadDocument(
    'keys: { pool.size: { vdt: Intger, value: 1 }, "@octocat www.x.com": [] , a: 1, A: 2}\nfile: 1\n',
  );
  await expect(rowsComment([{ kind: 'failed', diagnostics }], { status: {} })).toMatchFileSnapshot(
    'errors.md',
  );
});

test.each([
  [
    'keys: { a: { value: { env: A } }, b: { value: { env: B } } }\n',
    'Variables missing in the `env` of the workflow',
  ],
  [
    'keys: { a: { value: { env: A } }, "b c": 1 }\n',
    "Errors in the project's files, and variables missing in the `env` of the workflow",
  ],
  ['keys: { "b c": 1 }\n', "Errors in the project's files"],
])('a variable that is not set is no error in the files: %j', (text, title) => {
  const { diagnostics } = loadDocument(text);
  const page = rowsComment([{ kind: 'failed', diagnostics }], { status: { isApply: true } });
  expect(page.split('\n')[0]).toBe(`### ❌ ${title}: nothing was sent`);
});

test('of an apply without a plan: that the merge is not applied, and not lost', () => {
  const failed = { kind: 'failed', reason: 'The server is away.', hint: 'Try again.' } as const;
  const lost = 'These changes are not lost: run this job again, or leave them to the next apply.\n';
  const of = (targets: readonly TargetPage[], isApply: boolean) =>
    rowsComment(targets, { status: { isApply } });
  expect(of([failed], true)).toBe(
    `### ❌ Not applied: nothing was sent\n\nThe server is away. Try again.\n\n${lost}`,
  );
  expect(of([failed], false)).toBe(
    '### ❌ No plan: nothing was sent\n\nThe server is away. Try again.\n',
  );
  const several = ['eu', 'us'].map((name) => ({ ...failed, name }));
  expect(of(several, true).split('\n\n').slice(0, 2)).toEqual([
    '### ❌ Not applied: 2 targets, nothing was sent to any target',
    lost.trim(),
  ]);
  expect(of(several, true)).not.toContain('No plan');
  // Errors need another commit.
  const { diagnostics } = loadDocument('keys: { "b c": 1 }\n');
  const mistaken = { kind: 'failed', diagnostics } as const;
  expect(of([mistaken], true)).not.toContain('not lost');
  expect(of([...several, { ...mistaken, name: 'asia' }], true)).not.toContain('not lost');
  expect(of(several, false)).toMatch(/^### ❌ No plan: 2 targets, nothing is applied\n\n\|/);
});
