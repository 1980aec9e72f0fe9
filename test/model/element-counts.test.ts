// Counts by element of the first level, for plans of any size.
import { expect, test } from 'vitest';
import { countsByElement } from '../../src/model/element-counts.ts';
import type { ReceivedIn } from '../../src/model/plan.ts';
import { valueChange } from '../helpers/plans.ts';

const region = (elements: string[], except: string[][] = []): ReceivedIn => ({
  contexts: { elements, except },
  after: { context: '*;*' },
});

test('a change counts once in each element that it reaches, whatever the case of its name', () => {
  const one = { ...valueChange({ key: 'a', after: '1' }) };
  const received = { isExact: true, regions: [region(['*', '*'], [['PROD', '*']]), region(['Test', 'Web'])] };
  const changes = [{ ...one, received }, { ...one, context: 'prod;*' }, one];
  expect(countsByElement({ changes, elements: ['Prod', 'Test'] })).toEqual([
    { element: 'Prod', create: 2, update: 0, delete: 0 },
    { element: 'Test', create: 2, update: 0, delete: 0 },
    { element: '*', create: 2, update: 0, delete: 0 },
  ]);
});

test('ten thousand changes in as many elements are counted quickly', () => {
  const elements = Array.from({ length: 10_000 }, (_, i) => `e${i}`);
  const changes = elements.map((element) => ({
    ...valueChange({ key: element, after: '1' }),
    received: { isExact: true, regions: [region([element, '*'])] },
  }));
  const start = performance.now();
  expect(countsByElement({ changes, elements })).toHaveLength(10_000);
  expect(performance.now() - start).toBeLessThan(2000);
});
