// What a plan says of the time that a large push takes, against what real servers were measured at.
import { expect, test } from 'vitest';
import { duration, expectedSeconds } from '../../src/semantics/push-time.ts';

test.each([
  [1000, 4],
  [1200, 65],
  [3000, 28],
  [3000, 61],
  [10_000, 310],
])('%i new values in one request took %i seconds, within what is said', (count, seconds) => {
  const { fast, slow } = expectedSeconds(count);
  expect(fast).toBeLessThanOrEqual(seconds);
  expect(slow).toBeGreaterThanOrEqual(seconds);
});

test('durations are in seconds up to two minutes', () => {
  expect([5, 119, 120, 682].map(duration)).toEqual([
    '5 seconds',
    '119 seconds',
    '2 minutes',
    '12 minutes',
  ]);
});
