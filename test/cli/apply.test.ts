// The comment of an apply as the server stores it, whatever a commit or a flag says.
import { expect } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { test } from '../helpers/test.ts';

const MAX = 100_000;

test('sends a commit message of 100 KB completely', async ({ shop: { desk, server } }) => {
  const message = `Großes Update\n\n${'Zeile mit Ümläuten und 絵文字 🎉\n'.repeat(2500)}Ende`;
  expect(Buffer.byteLength(message)).toBeGreaterThan(MAX);
  desk.git('init', '--quiet');
  desk.sandbox.write('message', message);
  desk.git('add', '.');
  desk.git('commit', '--quiet', '--file', desk.sandbox.path('message'));
  expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
  const [revision] = server.history('acme', 'shop');
  expect(revision?.comment === message).toBe(true);
});

const COMMENTS: [what: string, comment: string, stored: string][] = [
  ['NUL', 'a\0b', 'ab'],
  ['outer spaces', ' \n a\n b \n', 'a\n b'],
  ['NUL between outer spaces', ' \0 a', 'a'],
  ['half a character', 'a\ud83cb 🎉', 'a\ufffdb 🎉'],
  ['nothing that can be seen', ' \0\n', 'confighub-sync apply'],
  ['as long as can be', 'x'.repeat(MAX), 'x'.repeat(MAX)],
  ['longer', 'x'.repeat(MAX + 1), `${'x'.repeat(MAX - 1)}…`],
  ['two halves at the cut', `${'x'.repeat(MAX - 2)}🎉🎉`, `${'x'.repeat(MAX - 2)}…`],
  ['spaces at the cut', `${'x'.repeat(MAX - 3)}   y`, `${'x'.repeat(MAX - 3)}…`],
];

test.each(COMMENTS)('sends a comment that the server can store: %s', async (_, text, stored) => {
  await withShop(SMALL, async ({ desk, server }) => {
    const args = ['apply', '--yes', '--change-comment', text];
    expect(await desk.cli(args)).toMatchObject({ status: 0 });
    expect(server.history('acme', 'shop').map(({ comment }) => comment === stored)).toEqual([true]);
  });
});
