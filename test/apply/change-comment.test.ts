// The push comment as the server can store it.
import { expect, test } from 'vitest';
import { storable } from '../../src/apply/change-comment.ts';

const MAX = 100_000;

test.for([
  ['NUL', 'a\0b', 'ab'],
  ['outer spaces', ' \n a\n b \n', 'a\n b'],
  ['NUL between outer spaces', ' \0 a', 'a'],
  ['half a character', 'a\ud83cb 🎉', 'a\ufffdb 🎉'],
  ['nothing', '', 'confighub-sync apply'],
  ['nothing that can be seen', ' \0\n', 'confighub-sync apply'],
  ['as long as can be', 'x'.repeat(MAX), 'x'.repeat(MAX)],
  ['longer', 'x'.repeat(MAX + 1), `${'x'.repeat(MAX - 1)}…`],
  [
    'longer, with a character of two halves at the cut',
    `${'x'.repeat(MAX - 2)}🎉🎉`,
    `${'x'.repeat(MAX - 2)}…`,
  ],
  ['longer, with spaces at the cut', `${'x'.repeat(MAX - 3)}   y`, `${'x'.repeat(MAX - 3)}…`],
] as const)('%s', ([, text, stored]) => {
  expect(storable(text) === stored).toBe(true);
});
