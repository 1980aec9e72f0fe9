// Adding, renaming, merging, splitting and removing `stages` loses nothing: the union of what they applied is managed.
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Count, property } from './random/runs.ts';
import { StagedShop } from './stages/applies.ts';

/** Each with the names of its stages. */
const FORMS: readonly [stages: string, names: readonly string[]][] = [
  ['', []],
  ['[Staging, Production]', ['Staging', 'Production']],
  ['[Production, Staging]', ['Production', 'Staging']],
  [
    '[{ name: first, contexts: ["Staging;**"] }, { name: rest, contexts: ["Production;**", "Test;**", "*;**"] }]',
    ['first', 'rest'],
  ],
  [
    '[{ name: first, contexts: ["Staging;**"] }, { name: test, contexts: ["Test;**"] }, { name: last, contexts: ["Production;**", "*;**"] }]',
    ['first', 'test', 'last'],
  ],
  ['[{ name: all, contexts: ["**;**"] }]', ['all']],
];
/** Every element has a row that stays, so that short names are always there. */
const STAYS = '  stays: { values: { "Staging;*": 1, "Production;*": 1, "Test;*": 1 } }\n';
const CONTEXTS = ['*;*', 'Staging;*', 'Production;*', 'Test;*', '*;Billing', 'Staging;Billing'];

type Rows = Readonly<Record<string, string>>;

const rows: fc.Arbitrary<Rows> = fc.dictionary(
  fc.constantFrom(...CONTEXTS),
  fc.constantFrom('1', '2'),
  { maxKeys: 4 },
);

interface Step {
  form: number;
  a: Rows;
  b: Rows;
  /** How many of the stages are applied, one after the other. */
  applied: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  form: fc.nat(FORMS.length - 1),
  a: rows,
  b: rows,
  applied: fc.nat(3),
});

function keysOf({ a, b }: Pick<Step, 'a' | 'b'>): string {
  const keys = Object.entries({ a, b }).filter(([, own]) => Object.keys(own).length > 0);
  const lines = keys.map(([name, own]) => {
    const values = Object.entries(own).map(([context, text]) => `"${context}": ${text}`);
    return `  ${name}: { values: { ${values.join(', ')} } }\n`;
  });
  return `${STAYS}${lines.join('')}`;
}

function rowsOf({ a, b }: Pick<Step, 'a' | 'b'>): string[] {
  const own = Object.entries({ a, b }).flatMap(([name, some]) =>
    Object.entries(some).map(([context, text]) => `${name} ${context}: ${text}`),
  );
  const stays = ['Staging', 'Production', 'Test'].map((element) => `stays ${element};*: 1`);
  return [...own, ...stays].sort();
}

async function check(steps: readonly Step[], count: Count): Promise<void> {
  const shop = new StagedShop();
  const apply = async (name?: string) => {
    const { code, rows } = await shop.approved(name);
    expect([code, rows[0]?.error?.message]).toEqual([0, undefined]);
    return rows[0]?.plan?.changes.length ?? 0;
  };
  for (const { form, applied, ...keys } of steps) {
    const [stages, names] = FORMS[form] ?? ['', []];
    shop.commit(keysOf(keys), stages);
    if (names.length === 0) await apply();
    for (const name of names.slice(0, applied)) await apply(name);
  }
  const last = steps.at(-1);
  if (last === undefined) return;
  shop.commit(keysOf(last), '');
  if ((await apply()) > 0) count('waiting');
  expect(shop.rows()).toEqual(rowsOf(last));
}

property(
  'whatever the stages were, the server has in the end what the last commit declares, and nothing else',
  fc.array(step, { minLength: 2, maxLength: 4 }),
  { check, share: 1 / 10, least: 25, enough: { waiting: 0 } },
);
