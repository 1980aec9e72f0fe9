// Elements of `plan --affecting` that nothing names: of several targets, those that none of them knows.
import { expect, test } from 'vitest';
import { unknownElements } from '../../src/commands/plan.ts';
import { shownPlan } from '../helpers/plans.ts';

/** A target with an environment, and an application. */
const rowOf = (...names: string[]) => ({
  outcome: 'planned' as const,
  plan: shownPlan(),
  elements: names.map((name) => new Map([[name.toLowerCase(), name]])),
});

test.for([
  ['Test', []],
  ['dev;*', []],
  ['Test;Shop', []],
  ['Tset', ['No value or file exists for `Tset` (Environment). Did you mean `Test`?']],
] as const)('of two targets: %s', ([context, sentences]) => {
  expect(unknownElements(context, [rowOf('Test', 'Web'), rowOf('Dev', 'Shop')])).toEqual(sentences);
  expect(unknownElements(context, [{ outcome: 'failed' }])).toEqual([]);
});
