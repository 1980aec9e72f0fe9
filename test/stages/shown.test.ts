// How plans of stages are shown: a section for each, and one sum that counts a key once.
import { expect, it } from 'vitest';
import { htmlPlan } from '../../src/render/html/page.ts';
import { jsonRows, planMembers } from '../../src/render/json.ts';
import { rowsComment } from '../../src/render/markdown/page.ts';
import { pageOf } from '../../src/render/markdown/targets.ts';
import { mask } from '../../src/render/mask.ts';
import { planTotal } from '../../src/render/sentences.ts';
import { textPlan } from '../../src/render/text.ts';
import type { TargetRow } from '../../src/core/target-rows.ts';
import { printedErrors } from '../helpers/json-schemas.ts';
import { StagedShop } from './applies.ts';

/** Planned, and not sent. */
async function planned(): Promise<TargetRow[]> {
  const shop = new StagedShop();
  shop.commit('  a: { push: false, values: { "Staging;*": 1, "Production;*": 1 } }\n  kept: 1\n');
  await shop.apply(['Staging', 'Production'], { given: {} });
  shop.commit('  a: { push: true, readme: text, values: { "Staging;*": 1, "Production;*": 2 } }\n');
  const { rows } = await shop.apply(['Staging', 'Production']);
  return rows.map((row) => ({ ...row, outcome: 'planned' }));
}

it('has a section for each stage, and counts a key once that two of them change', async () => {
  const rows = await planned();
  const changes = rows.map(({ plan }) =>
    plan?.changes.map(({ kind, action }) => `${action} ${kind}`),
  );
  // Unlocked with the first stage, and described with the last.
  expect(changes).toEqual([
    ['update key'],
    ['update key', 'update value', 'delete key', 'delete value'],
  ]);
  expect(planTotal(rows)).toContain('2 stages:');
  expect(planTotal(rows)).toMatch(/Plan: 0 to create, 2 to update, 1 to delete\.$/);
  const [first] = rows;
  expect(first?.plan && textPlan(mask(first.plan), { color: false })).toMatch(
    /^Staging: acme\/shop/,
  );
  expect(first?.plan && htmlPlan(mask(first.plan), { status: {} })).toContain('Staging');
  const json = JSON.parse(jsonRows(rows, (masked) => planMembers(masked)));
  expect(json.stages.map(({ name }: { name: string }) => name)).toEqual(['Staging', 'Production']);
  expect(printedErrors('plan', json)).toEqual([]);
});

it('says in the comment which stages a merge applies, and which wait', async () => {
  const [staging, production] = await planned();
  if (staging === undefined || production?.plan === undefined) throw new Error('There is no plan.');
  const together = rowsComment([staging, production].map(pageOf), {
    status: { mergeInto: 'main' },
  });
  expect(together).toContain('2 stages');
  expect(together).toMatch(/^\| Stage \|/m);
  expect(together).toContain('Merging into `main` applies this: ');
  const waiting = { ...production, plan: { ...production.plan, waitsFor: 'Staging' } };
  expect(rowsComment([staging, waiting].map(pageOf), { status: { mergeInto: 'main' } })).toContain(
    'Merging into `main` applies `Staging`; `Production` waits for an apply of its own. Together: **',
  );
});
