// Elements of `plan --affecting` that nothing names: of several targets, those that none of them knows.
import { expect, test } from 'vitest';
import { unknownElements } from '../../src/commands/plan.ts';
import { shownPlan } from '../helpers/plans.ts';

/** A target with these environments. */
const rowOf = (...names: string[]) => ({
  outcome: 'planned' as const,
  plan: shownPlan(),
  elements: [new Map(names.map((name) => [name.toLowerCase(), name])), new Map<string, string>()],
});

test.for([
  ['Test', []],
  ['dev;*', []],
  ['Tset', ['No value or file exists for `Tset` (Environment). Did you mean `Test`?']],
] as const)('of two targets: %s', ([context, sentences]) => {
  expect(unknownElements(context, [rowOf('Test'), rowOf('Dev')])).toEqual(sentences);
  expect(unknownElements(context, [{ outcome: 'failed' }])).toEqual([]);
});
