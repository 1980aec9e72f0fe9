// The name under which a push is sent: ASCII, whatever it was written in.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationName } from '../../src/world/change-comment.ts';
import { CODE_POINT } from '../random/code-points.ts';

const DEFAULT = 'confighub-sync';

test.for([
  ['ASCII', 'Deploy #1 (eu)', 'Deploy #1 (eu)'],
  ['question marks', '???', '???'],
  ['accents', 'Größere', 'Gr??ere'],
  ['an accent that is a character of its own', 'Cafe\u0301', 'Cafe?'],
  ['another script', '設定を適用', '?????'],
  ['emoji between words', '🎉 Deploy now', '? Deploy now'],
  ['half a character', '\ud83c', '?'],
  ['control characters', 'a\0b\r\n\tc\u0085d', 'a b c d'],
  ['spaces', '  a \u00a0 \u3000 b  ', 'a b'],
  ['nothing', undefined, DEFAULT],
  ['only spaces', ' \n\u00a0', DEFAULT],
] as const)('%s', ([, text, name]) => {
  expect(applicationName(text)).toBe(name);
});

test('the limit applies to the sent name, which has no trailing space', () => {
  expect(applicationName('ß'.repeat(300))).toBe('?'.repeat(255));
  expect(applicationName(`${'x'.repeat(254)} y`)).toBe('x'.repeat(254));
});

test('every name is valid in a header', () => {
  const name = fc.string({ unit: CODE_POINT, maxLength: 300 });
  fc.assert(
    fc.property(name, (text) => {
      expect(applicationName(text)).toMatch(/^[!-~](?:[ -~]{0,253}[!-~])?$/);
    }),
  );
});
