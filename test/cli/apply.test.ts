// An apply of a long commit message. What an apply prints and refuses is in test/transcripts/apply.
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

test('sends a commit message of 100 KB completely', async () => {
  await withShop(SMALL, async ({ desk, server }) => {
    const message = `Großes Update\n\n${'Zeile mit Ümläuten und 絵文字 🎉\n'.repeat(2500)}Ende`;
    expect(Buffer.byteLength(message)).toBeGreaterThan(100_000);
    desk.git('init', '--quiet');
    desk.sandbox.write('message', message);
    desk.git('add', '.');
    desk.git('commit', '--quiet', '--file', desk.sandbox.path('message'));
    expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
    const [revision] = server.history('acme', 'shop');
    expect(revision?.comment === message).toBe(true);
  });
});
