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

test.each<[keys: string[], more: Partial<Comparison>, text: string]>([
  [[], {}, 'nothing differs between Staging and Production.'],
  [['a'], {}, '1 of 3 keys differs between Staging and Production:'],
  [['a', 'b'], {}, '2 of 3 keys differ between Staging and Production:'],
  [
    ['a'],
    { compared: { keys: 3, files: 2 } },
    '1 of 3 keys and 0 of 2 files differ between Staging and Production:',
  ],
  [
    ['a', 'b'],
    { tooMany: ['x'] },
    '2 of 3 keys differ between Staging and Production, and x has values in too many contexts to be compared:',
  ],
  [
    [],
    { tooMany: ['x', 'y'] },
    '0 of 3 keys differ between Staging and Production, and x and y have values in too many contexts to be compared.',
  ],
])('agrees in number, and says what could not be compared: %j %j', (keys, more, text) => {
  expect(head(keys, more)).toBe(`As declared (the server was not read), ${text}`);
});
