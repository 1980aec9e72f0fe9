// What a plan looks like in terminals of 60 to 200 columns: width/*.txt. Values are cut where the line ends.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const GOLDEN = fileURLToPath(new URL('width/', import.meta.url));

const WORDS = 'the quick brown fox jumps over the lazy dog '.repeat(6);
const wide = '構成の値は表示幅で切られます。'.repeat(8);
const combining = 'e\u0301a\u0308'.repeat(60);

function documents(version: 'before' | 'after'): string {
  const isAfter = version === 'after';
  const value = {
    'a.short': isAfter ? '20' : '10',
    'b.long.changed': `${WORDS}${version} ${WORDS}`,
    'c.escaped': `${version}\t\u001b[31m\u202e"quoted"`,
    'd.wide': `${wide}${version}`,
    'e.combining': `${combining}${version}`,
    'f.long.name.of.a.key.that.takes.most.of.a.narrow.terminal': version,
    'g.lines': `server {\n  listen ${isAfter ? 443 : 80};\n  root /srv;\n}\n`,
    ...(isAfter ? { 'h.created': `${WORDS}${WORDS}` } : { 'i.deleted': WORDS }),
  };
  const files = { 'app/app.conf': { 'Production;Storefront': { content: `a\nb ${version}\nc\n` } } };
  const keys = Object.fromEntries(
    Object.entries(value).map(([name, text]) => [name, { values: { 'Production;Storefront': text } }]),
  );
  return JSON.stringify({ keys, files }, null, 1);
}

test('a plan fits the terminal, and without one it is always the same', async () => {
  await withShop({ ...SMALL, 'config/shop.yaml': documents('before') }, async ({ desk, server }) => {
    desk.commit('Before');
    expect((await desk.cli(['apply'])).status).toBe(0);
    desk.commit('After', { 'config/shop.yaml': documents('after') });
    const planned = async (columns?: number) => {
      const { stdout, stderr } = await desk.cli(['plan', '--no-color'], columns ? { terminal: { columns } } : {});
      expect(stderr).toBe('');
      return stdout.replaceAll(server.url, 'http://config.example.com');
    };
    for (const columns of [60, 80, 120, 200]) {
      const text = await planned(columns);
      await expect(text).toMatchFileSnapshot(join(GOLDEN, `${columns}.txt`));
      const lines = text.split('\n').filter((line) => line.startsWith('  '));
      expect(lines.filter((line) => stringWidth(line) > columns && !line.includes('f.long.name'))).toEqual([]);
    }
    const piped = await planned();
    expect(piped).toBe(await planned(120));
    expect([await planned(20), await planned(500)]).toEqual([await planned(60), await planned(200)]);
  });
});
