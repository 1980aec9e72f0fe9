// The types of values that are JSON: the quick reader and the lenient one say the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCutShort, parseLenientJson } from '../../src/lib/json.ts';
import { valueProblem } from '../../src/semantics/value-types.ts';

/** Against the lenient reader alone (behaviour.md, section 8). */
function check(text: string): void {
  const value = parseLenientJson(text);
  const isFitting = {
    Map: value instanceof Map,
    List: Array.isArray(value),
    JSON: !isCutShort(text),
  };
  for (const vdt of ['Map', 'List', 'JSON'] as const)
    expect(valueProblem(vdt, text) === undefined, `${vdt} ${text}`).toBe(isFitting[vdt]);
}

describe('values that are JSON', () => {
  test.each([
    ...['5', '-0', '"x"', 'null', 'true', '{}', '[]', '{"a":1}', '[1', '{', '[1]x'],
    ...["{'a':1}", '[a;b]'],
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
