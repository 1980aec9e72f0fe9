// The comment of every kind of plan, as a file that a person can read.
import { expect, test } from 'vitest';
import { mistakesComment, planComment } from '../../../src/render/markdown/comment.ts';
import { broughtComment, laterLine } from '../../../src/render/markdown/later.ts';
import { readPage, strangeIn } from '../../helpers/markdown.ts';
import { shownPlan } from '../../helpers/plans.ts';
import { loadDocument } from '../../helpers/project.ts';
import { KINDS } from './kinds.ts';

test.each(Object.entries(KINDS))('%s', async (name, { plan, options }) => {
  await expect(planComment(plan, options)).toMatchFileSnapshot(`${name}.md`);
});

const RUN = { commit: { sha: 'c'.repeat(40), url: 'https://x.example/c' }, run: 'https://x.example/run/7' };

test('brought', async () => {
  const plan = KINDS.refused ?? KINDS.empty;
  const before = plan === undefined ? '' : planComment(plan.plan, plan.options);
  await expect(broughtComment({ ...RUN, by: 'verified', target: shownPlan().target, before })).toMatchFileSnapshot(
    'brought.md',
  );
});

test('a comment of a pull request that a later commit may have reverted does not say that it was applied', () => {
  const headings = (['verified', 'unverified', 'nothing'] as const).map((by) => {
    const [heading = '', , sentence] = broughtComment({ ...RUN, by, target: shownPlan().target, before: '' }).split(
      '\n',
    );
    expect(sentence).toMatch(/ If a commit in between changed or reverted it, the server has the later state\.$/);
    return /^### ([^:]*):/.exec(heading)?.[1];
  });
  expect(headings).toEqual([
    '✅ A later commit was applied and verified',
    '⚠️ A later commit was applied, not verified',
    'A later commit found no changes',
  ]);
});

test('later', async () => {
  const kinds = ['planned', 'unchanged', 'refused', 'applied', 'uncertain', 'failed', 'mistakes'] as const;
  const shown = { refused: KINDS.refused?.plan, applied: KINDS.applied?.plan, planned: KINDS.updates?.plan };
  const plansOf = (kind: string) => [shown[kind as keyof typeof shown]].filter((plan) => plan !== undefined);
  const lines = kinds.map((kind) => laterLine(kind, { ...RUN, plans: plansOf(kind) }));
  const page = readPage(lines.join('\n\n'));
  expect(strangeIn(page, new Set(page.links.filter((url) => url.startsWith('https://x.example/'))))).toEqual([]);
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('later.md');
});

test('mistakes', async () => {
  const { diagnostics } = loadDocument(
    'keys: { pool.size: { vdt: Intger, value: 1 }, "@octocat www.x.com": [] , a: 1, A: 2}\nfile: 1\n',
  );
  await expect(mistakesComment(diagnostics)).toMatchFileSnapshot('mistakes.md');
});
