// The head of a comparison of two contexts: how many differ, and what could not be compared.
import { expect, test } from 'vitest';
import type { Comparison } from '../../src/model/comparison.ts';
import { textComparison } from '../../src/render/comparison.ts';

const pattern = (element: string) => ({ elements: [element], except: [] });
const row = (text: string, context: string) => ({
  text,
  context,
  isMasked: false,
  variable: undefined,
  place: undefined,
});

function head(keys: readonly string[], more: Partial<Comparison> = {}): string | undefined {
  const comparison: Comparison = {
    contexts: ['Staging', 'Production'],
    compared: { keys: 3, files: 0 },
    differences: keys.map((name) => ({
      kind: 'value',
      name,
      vdt: undefined,
      contexts: [pattern('Staging'), pattern('Production')],
      rows: [row('1', 'Staging'), row('2', 'Production')],
      isUnknown: false,
    })),
    kept: [],
    tooMany: [],
    ...more,
  };
  return textComparison(comparison, { color: false, width: 200 }).split('\n')[0];
}

test('agrees in number, and says what could not be compared', () => {
  const between = 'between Staging and Production';
  expect(head([])).toBe(`As declared (the server was not read), nothing differs ${between}.`);
  expect(head(['a'])).toBe(
    `As declared (the server was not read), 1 of 3 keys differs ${between}:`,
  );
  expect(head(['a', 'b'])).toBe(
    `As declared (the server was not read), 2 of 3 keys differ ${between}:`,
  );
  expect(head(['a'], { compared: { keys: 3, files: 2 } })).toBe(
    `As declared (the server was not read), 1 of 3 keys and 0 of 2 files differ ${between}:`,
  );
  expect(head(['a', 'b'], { tooMany: ['x'] })).toBe(
    `As declared (the server was not read), 2 of 3 keys differ ${between}, and x has values in too many contexts to be compared:`,
  );
  expect(head([], { tooMany: ['x', 'y'] })).toBe(
    `As declared (the server was not read), 0 of 3 keys differ ${between}, and x and y have values in too many contexts to be compared.`,
  );
});
