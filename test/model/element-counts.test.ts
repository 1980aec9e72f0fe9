// Counts by element of the first level, for plans of any size.
import { expect, test } from 'vitest';
import { countsByElement } from '../../src/model/element-counts.ts';
import type { AffectedRegion } from '../../src/model/plan.ts';
import { valueChange } from '../helpers/plans.ts';

const region = (elements: string[], except: string[][] = []): AffectedRegion => ({
  contexts: { elements, except },
  after: { context: '*;*' },
});

test('a change counts once in each element that it affects, whatever the case of its name', () => {
  const one = { ...valueChange({ key: 'a', after: '1' }) };
  const affects = {
    isExact: true,
    regions: [region(['*', '*'], [['PROD', '*']]), region(['Test', 'Web'])],
  };
  const changes = [{ ...one, affects }, { ...one, context: 'prod;*' }, one];
  expect(countsByElement({ changes, elements: ['Prod', 'Test'] })).toEqual([
    { element: 'Prod', create: 2, update: 0, delete: 0 },
    { element: 'Test', create: 2, update: 0, delete: 0 },
    { element: '*', create: 2, update: 0, delete: 0 },
  ]);
});

// Comparing each change with each element took minutes.
test('forty thousand changes in as many elements are counted', () => {
  const elements = Array.from({ length: 40_000 }, (_, i) => `e${i}`);
  const changes = elements.map((element) => ({
    ...valueChange({ key: element, after: '1' }),
    affects: { isExact: true, regions: [region([element, '*'])] },
  }));
  expect(countsByElement({ changes, elements })).toHaveLength(40_000);
});
