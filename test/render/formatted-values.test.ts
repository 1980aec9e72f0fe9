// What a plan shows of a changed Map, List or JSON value: a short one as it is, a long one as lines that differ.
import { describe, expect, test } from 'vitest';
import type { Vdt } from '../../src/model/state.ts';
import { Comparisons, lineOf } from '../../src/render/change-lines.ts';
import { valueChange } from '../helpers/plans.ts';

function shownOf(before: string, after: string, vdt: Vdt = 'JSON') {
  const change = valueChange({ key: 'a', vdt, before, after });
  const { text, diff } = lineOf({ change }, 'none', new Comparisons());
  return { text, lines: diff?.lines };
}

const FILLER = 'x'.repeat(60);

describe('a value with members', () => {
  test('is shown by the lines that differ', () => {
    const [before, after] = [
      `{"DE":10,"text":"${FILLER}","list":["eu","us"]}`,
      `{"DE":12,"text":"${FILLER}","list":["eu","asia","us"]}`,
    ];
    const lines = `@@ -1,8 +1,9 @@
 {
-  "DE": 10,
+  "DE": 12,
   "text": "${FILLER}",
   "list": [
     "eu",
+    "asia",
     "us"
   ]
 }`;
    const text = { kind: 'words', text: '8 lines → 9 lines' };
    expect(shownOf(before, after)).toEqual({ text, lines: lines.split('\n') });
  });

  test('keeps numbers as they are written, and tells apart what looks the same', () => {
    const json = (id: string, name: string) => `{"id":${id},"text":"${FILLER}","name":"${name}"}`;
    const [before, after] = [json('12345678901234567890', 'a b'), json('1.50', 'a\u00a0b')];
    expect(shownOf(before, after).lines?.filter((line) => /^[-+]/.test(line))).toEqual([
      '-  "id": 12345678901234567890,',
      '+  "id": 1.50,',
      '-  "name": "a b"',
      '+  "name": "a\\u{a0}b"',
    ]);
  });

  test.for<[string, string, string, Vdt?]>([
    ['both texts are short', '{"DE":10}', '{"DE":12}'],
    ['only the form differs', `{"a":"${FILLER}"}`, `{ "a": "${FILLER}" }`],
    ['one has no members', `{"a":"${FILLER}"}`, `"${FILLER}"`],
    ['one is no JSON', `{"a":"${FILLER}"}`, `{"b":"${FILLER}`],
    ['it is a text', `{"a":"${FILLER}"}`, `{"b":"${FILLER}"}`, 'Text'],
  ])('is shown as it is if %s', ([, before, after, vdt]) => {
    expect(shownOf(before, after, vdt)).toEqual({ text: { kind: 'pair', before, after } });
  });
});
