// Adding, renaming, merging, splitting and removing `stages` loses nothing: the union of what they applied is managed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROPERTY_TIMEOUT, RUNS, SEED } from './random/runs.ts';
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

const counts = { sequences: 0, applies: 0, waiting: 0 };

async function check(steps: readonly Step[]): Promise<void> {
  counts.sequences++;
  const shop = new StagedShop();
  for (const { form, applied, ...keys } of steps) {
    const [stages, names] = FORMS[form] ?? ['', []];
    shop.commit(keysOf(keys), stages);
    const ends =
      names.length === 0
        ? [await shop.approved(undefined)]
        : await inTurn(names.slice(0, applied), (name) => shop.approved(name));
    counts.applies += ends.length;
    expect(ends.map(({ code, rows: [row] }) => [code, row?.error?.message])).toEqual(
      ends.map(() => [0, undefined]),
    );
  }
  const last = steps.at(-1);
  if (last === undefined) return;
  shop.commit(keysOf(last), '');
  const {
    code,
    rows: [row],
  } = await shop.approved(undefined);
  expect(code).toBe(0);
  if ((row?.plan?.changes.length ?? 0) > 0) counts.waiting++;
  expect(shop.rows()).toEqual(rowsOf(last));
}

async function inTurn<Result>(names: readonly string[], work: (name: string) => Promise<Result>) {
  const results: Result[] = [];
  for (const name of names) results.push(await work(name));
  return results;
}

it(
  'has in the end what the last commit declares, and nothing else',
  async () => {
    const steps = fc.array(step, { minLength: 2, maxLength: 4 });
    await fc.assert(fc.asyncProperty(steps, check), {
      seed: SEED,
      numRuns: Math.max(25, Math.ceil(RUNS / 10)),
      verbose: 1,
    });
    console.log(`Changed stages: ${JSON.stringify(counts)}`);
    expect(counts.waiting).toBeGreaterThan(0);
  },
  PROPERTY_TIMEOUT,
);
