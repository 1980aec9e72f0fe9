// What every output lays out: the numbers of the sections add up, and findings that are alike are one.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AffectedRegion,
  CAUSES,
  type Change,
  type Counts,
  countChanges,
  countDrift,
  countOverrides,
  LIVE_SOURCES,
} from '../../src/model/plan.ts';
import { PRUNE_MODES } from '../../src/model/project.ts';
import { entries } from '../../src/render/change-lines.ts';
import { mask, type MaskedPlan } from '../../src/render/mask.ts';
import { together } from '../../src/render/problems.ts';
import { affectedTable } from '../../src/render/affected-text.ts';
import { applyQuestion, textPlan } from '../../src/render/text.ts';
import { closingLine, doneLine, withDone } from '../../src/render/sentences.ts';
import { driftViewOf, viewOf } from '../../src/render/view.ts';
import { casesOf } from '../helpers/suite.ts';
import { keyChange, placeAt, shownPlan, valueChange, warning } from '../helpers/plans.ts';
import { change } from './markdown/arbitrary.ts';

const RUNS = { seed: 3, numRuns: casesOf(400) };

function sumOf(all: readonly Counts[]): Counts {
  const sum = (action: keyof Counts) => all.reduce((total, counts) => total + counts[action], 0);
  return { create: sum('create'), update: sum('update'), delete: sum('delete') };
}

/** Of all numbers in a sentence. */
function sumIn(sentence = ''): number {
  return [...sentence.matchAll(/[\d,]+/g)].reduce(
    (sum, [digits]) => sum + Number(digits.replaceAll(',', '') || 0),
    0,
  );
}

const ofKey = fc
  .tuple(fc.nat(5), fc.boolean())
  .map(([values, whole]) =>
    keyChange({ key: 'k', action: whole ? 'delete' : 'create', values, ...(whole && { whole }) }),
  );
const marked = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: change }, { weight: 1, arbitrary: ofKey }),
    fc.constantFrom('', 'pending', 'rewritten'),
    fc.constantFrom(...CAUSES),
  )
  .map(([one, mark, cause]): Change => ({ ...one, cause, ...(mark !== '' && { [mark]: true }) }));
const plans = fc
  .tuple(
    fc.array(marked, { maxLength: 30 }),
    fc.array(marked, { maxLength: 4 }),
    fc.constantFrom(...LIVE_SOURCES),
    fc.constantFrom(...PRUNE_MODES),
  )
  .map(([changes, drift, live, prune]) => mask(shownPlan({ changes, drift, live, prune })));

describe('the sections of a plan', () => {
  it('add up to the closing line, and each change is in one of them', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { sections, closing } = viewOf(plan);
        expect(sumOf(sections.map(({ counts }) => counts))).toEqual(countChanges(plan.changes));
        // What a reader counts: the listed changes, rewritten ones too, are as many as the numbers say.
        expect([closing, sumIn(closing)]).toEqual([closing, entries(plan.changes).length]);
        expect(sumIn(doneLine(plan).split('.')[0])).toBe(entries(plan.changes).length);
      }),
      RUNS,
    );
  });
});

test('rewritten items are counted apart, with the reason', () => {
  const change = valueChange({ key: 'b', after: '1' });
  const [a, c] = ['a', 'c'].map((key) =>
    valueChange({ key, after: 's', secret: true, rewritten: true }),
  ) as [Change, Change];
  const [only, both] = [[a], [change, a]].map((changes) => shownPlan({ changes })) as [
    MaskedPlan,
    MaskedPlan,
  ];
  const verified = (plan: MaskedPlan) =>
    withDone('Applied and verified.', { outcome: 'verified', plan });
  expect([
    closingLine(only),
    closingLine({ changes: [], unset: ['A', 'B'] }),
    closingLine({ changes: [change, a, c] }),
    doneLine(both),
    verified(both),
    verified(only),
    applyQuestion(both).replace(/ to .* and/, ' … and'),
  ]).toEqual([
    'No changes. An apply would rewrite 1 item, because it cannot be compared.',
    'No changes in what was compared: 2 variables are not set.',
    'Plan: 1 to create, 0 to update, 0 to delete, and 2 to rewrite because they cannot be compared.',
    '1 created, 0 updated, 0 deleted; 1 rewritten, which cannot be verified.',
    'Applied and verified: 1 created; 1 rewritten, which cannot be verified.',
    'Applied: 1 rewritten, which cannot be verified.',
    'Apply this change … and rewrite 1 item?',
  ]);
});

test('overrides count neither as drift nor as what an apply restores', () => {
  const more = { cause: 'override', overrides: { context: '*;*' } } as const;
  const a = valueChange({ key: 'a', after: '9', ...more });
  const drifted = valueChange({ key: 'z', before: '1', after: '2', cause: 'drift' });
  const plan = shownPlan({ drift: [a, drifted], changes: [{ ...a, name: 'b' }] });
  const counts = [countDrift(plan), countOverrides(plan), countDrift({ ...plan, isDrift: true })];
  expect(counts).toEqual([1, 2, 2]);
  const { closing } = driftViewOf(shownPlan({ drift: [a] }));
  expect(closing).toBe('Drift on the server: 1 created (an override), 0 updated, 0 deleted.');
  expect(textPlan(shownPlan({ drift: [a] }), { color: false, isSummary: true })).toContain(
    '\n1 value was added on the server and overrides yours for some applications. An apply leaves it alone. `confighub-sync drift` lists it.\n\nNo changes.\n',
  );
  const pruned = viewOf(shownPlan({ prune: 'all', changes: [a], isDone: true }));
  expect(pruned.sections[0]?.title).toMatch(/\. This apply deleted it$/);
});

test('findings that differ only in a context or an element are one', () => {
  const secrets = ['a', 'b', 'c'].map((name, i) =>
    warning({
      code: 'secret-in-file',
      message: `The value of API_KEY in \`Dev;${name}\` looks like a secret.`,
      place: placeAt(i + 1),
    }),
  );
  const elements = ['auth', 'cart'].map((name) =>
    warning({
      code: 'context-new',
      message: `This would permanently create the element \`${name}\` of Application.`,
    }),
  );
  expect(together([...secrets, ...elements])).toMatchObject([
    { message: 'The value of API_KEY in 3 contexts looks like a secret.', others: 2 },
    { message: 'This would permanently create the elements `auth` and `cart` of Application.' },
  ]);
});

describe('which elements changes affect', () => {
  const elsewhere = {
    contexts: { elements: ['*', '*'], except: [['Production', '*']] },
    after: { context: '*;*', text: 'v' },
  };
  const affecting = (...regions: AffectedRegion[]) =>
    valueChange({ key: 'one', after: 'v', affects: { isExact: true, regions } });
  /** `2 *;*, 1 Production;*`: so many changes in these contexts. `nothing` and `elsewhere` say what they affect. */
  const given = (text: string): Change[] =>
    text.split(', ').flatMap((part) => {
      if (part === 'nothing') return affecting();
      if (part === 'elsewhere') return affecting(elsewhere);
      const [count, context = ''] = part.split(' ');
      return Array.from({ length: Number(count) }, (_, i) =>
        valueChange({ key: `k${i}`, context, after: 'v' }),
      );
    });
  const elements = ['Production', 'Staging'];

  it.each([
    ['1 *;*', undefined],
    ['12 *;*', 'All 12 changes affect every environment.'],
    ['2 Production;*', 'Both changes affect `Production`.'],
    ['3 Production;*', 'All 3 changes affect `Production`.'],
    [
      '1 *;*, 1 Production;*',
      'Both changes affect `Production`; 1 affects `Staging` and 1 affects any other environment.',
    ],
    [
      '1 Production;*, 1 Staging;*',
      'Of the 2 changes, 1 affects `Production` and 1 affects `Staging`.',
    ],
    ['1 *;*, nothing', '1 of the 2 changes affects every environment; the other affects none.'],
    [
      '1 *;*, 1 Production;*, elsewhere',
      'Of the 3 changes, 2 affect `Production`, 2 affect `Staging` and 2 affect any other environment.',
    ],
  ])('is one sentence for few, or where all affect all: %s', (some, sentence) => {
    expect(affectedTable(shownPlan({ changes: given(some), elements }))).toBe(sentence);
  });

  it('tells the same of more than four elements together', () => {
    const plan = shownPlan({ changes: given('2 *;*, 1 A;*, 1 B;*'), elements: [...'ABCD'] });
    expect(affectedTable(plan)).toBe(
      'Of the 4 changes, 3 affect `A`; 3 affect `B`; 2 affect `C`, `D` and any other environment.',
    );
  });

  it('is a table from ten changes on', () => {
    const plan = shownPlan({ changes: given('10 Production;*'), elements });
    expect(affectedTable(plan)).toMatchObject({
      title:
        'How many of the 10 changes add, change or remove what applications get, by environment',
      level: 'Environment',
    });
  });

  it('and what is hidden is counted', () => {
    const changes = given('2 Production;*, 3 Staging;*');
    const isListed = (one: Change) => one.kind !== 'key' && one.context === 'Production;*';
    const text = textPlan(shownPlan({ changes, drift: changes }), { color: false, isListed });
    expect(text).toContain(
      '3 changes are hidden here: an apply sends all of them.\n3 changes on the server are hidden here.\n\nPlan: 5 to create',
    );
    expect(text).not.toContain('Staging');
    const summary = textPlan(shownPlan({ changes }), { color: false, isSummary: true });
    expect(summary).toMatch(/^.*\n\nPlan: 5 to create, 0 to update, 0 to delete\.\n$/);
  });
});
