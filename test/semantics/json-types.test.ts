// The types of values that are JSON: the quick reader and the lenient one say the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCutShort, parseLenientJson } from '../../src/lib/json.ts';
import { valueProblem } from '../../src/semantics/value-types.ts';

/** As the lenient reader alone would have it (behaviour.md, section 8). */
function kindOf(text: string): { isMap: boolean; isList: boolean; isTruncated: boolean } {
  const value = parseLenientJson(text);
  return {
    isMap: value instanceof Map,
    isList: Array.isArray(value),
    isTruncated: isCutShort(text),
  };
}

function check(text: string): void {
  const { isMap, isList, isTruncated } = kindOf(text);
  expect(valueProblem('Map', text) === undefined, `Map ${text}`).toBe(isMap);
  expect(valueProblem('List', text) === undefined, `List ${text}`).toBe(isList);
  expect(valueProblem('JSON', text) === undefined, `JSON ${text}`).toBe(!isTruncated);
}

describe('values that are JSON', () => {
  test.each([
    '5',
    '-0',
    '"x"',
    'null',
    'true',
    '{}',
    '[]',
    '{"a":1}',
    '[1',
    '{',
    '[1]x',
    "{'a':1}",
    '[a;b]',
  ])('are told by %s as the server tells them', check);

  test('are told alike, whatever JSON they are', () => {
    fc.assert(fc.property(fc.json(), check));
  });

  test('are told alike where JSON is cut short or has something behind it', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string(), (json, end, behind) => {
        const text = `${json.slice(0, end % (json.length + 1))}${behind}`;
        fc.pre(text.trim() !== '' && !text.includes('\0'));
        check(text);
      }),
    );
  });

  test('may be nested as deep as the server reads them, and not deeper', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const depth of [200, 256, 257, 512, 513, 514]) check(nested(depth));
  });
});
