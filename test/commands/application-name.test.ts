// The name under which a push is sent: readable ASCII, whatever it was written in.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applicationName } from '../../src/commands/change-comment.ts';

const DEFAULT = 'confighub-sync';

test.for([
  ['ASCII', 'Deploy #1 (eu)', 'Deploy #1 (eu)'],
  ['question marks', '???', '???'],
  ['accents and ligatures', 'Größere Œuvre', 'Grossere OEuvre'],
  ['accents that are characters of their own', 'Cafe\u0301', 'Cafe'],
  ['a letter that has no parts', 'Søn', 'Son'],
  ['Chinese and Japanese', '設定を適用', 'She Ding woShi Yong'],
  ['Korean', '배포', 'baepo'],
  ['Cyrillic', 'Развернуть', 'Razvernut'],
  ['Greek', 'Δοκιμή', 'Dokimi'],
  ['Arabic', 'نشر', 'nshr'],
  ['typography', 'a – “b”…', 'a - "b"...'],
  ['wide letters and circled digits', 'Ｄeploy ①', 'Deploy 1'],
  ['emoji between words', '🎉 Deploy 👩‍🚀 now', 'Deploy now'],
  ['control characters', 'a\0b\r\n\tc\u0085d', 'a b c d'],
  ['blanks', '  a \u00a0 \u3000 b  ', 'a b'],
  ['nothing', undefined, DEFAULT],
  ['blank', ' \n\u00a0', DEFAULT],
  ['emoji alone', '🎉', DEFAULT],
  ['half a character', '\ud83c', DEFAULT],
] as const)('%s', async ([, text, name]) => {
  expect(await applicationName(text)).toBe(name);
});

test('the limit applies to the sent name, which has no trailing space', async () => {
  expect(await applicationName('ß'.repeat(200))).toBe('s'.repeat(255));
  expect(await applicationName(`${'x'.repeat(254)} y`)).toBe('x'.repeat(254));
});

test('every name is valid in a header', async () => {
  const name = fc.string({ unit: 'binary', maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(name, async (text) => {
      expect(await applicationName(text)).toMatch(/^[!-~](?:[ -~]{0,253}[!-~])?$/);
    }),
  );
});
