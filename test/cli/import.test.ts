// import of much, and what import and promote ask in a terminal; what else they print and write is in test/transcripts.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Shop, SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

/** What others have on the server: keys with one value each. */
function withLive(names: readonly string[], use: (shop: Shop) => Promise<void>, files = {}) {
  const values = [{ context: '*;*', value: 'x' }];
  const data = names.map((key) => ({ key, vdt: 'Text', push: true, values }));
  return withShop(files, async (shop) => {
    await push(shop.server, { enableKeyCreation: true, data }, { token: 'force' });
    await use(shop);
  });
}

const many = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

describe.concurrent('import into an empty folder', () => {
  test('lists two hundred variables at most', () =>
    withLive(
      many(205, (i) => `db${i}.password`),
      async ({ desk }) => {
        const { stdout } = await desk.cli(['import', '--dry-run']);
        expect(stdout).toMatch(/^ {2}… and 5 more$/m);
      },
    ));

  test('of much is split by the first part of the names', () =>
    withLive(
      [...many(60, (i) => `db.${i}`), ...many(60, (i) => `shop.${i}`), 'alone'],
      async ({ desk }) => {
        const { status, stdout, stderr } = await desk.cli(['import', '--yes']);
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        expect(stdout.match(/(?<=^ {2}\+ )\S+/gm)).toEqual([
          ...['config/db.yaml', 'config/shop.yaml', 'confighub.yaml'],
        ]);
        expect(readFileSync(desk.path('config/shop.yaml'), 'utf8')).toMatch(
          /^keys:\n {2}alone: x\n {2}shop\.0: x\n/,
        );
      },
    ));
});

test.for([
  ['import', 'y\n', 'Wrote 1 file.'],
  ['import', '\n', 'Nothing was written.'],
  ['promote --from Staging --to Production', 'y\n', 'Wrote 1 file.'],
  ['promote --from Staging --to Production', 'n\n', 'Nothing was written.'],
] as const)('`%s` asks in a terminal before it writes: %j', ([line, input, end]) =>
  withLive(
    ['theirs'],
    async ({ desk }) => {
      desk.commit('Open the shop');
      const { status, output } = await desk.cli(line.split(' '), { terminal: { input } });
      expect(status).toBe(0);
      expect(output).toContain('Write 1 file? [y/N]');
      expect(output).toContain(end);
      expect(desk.git('status', '--short') === '').toBe(end.startsWith('Nothing'));
    },
    { ...SMALL, 'config/shop.yaml': 'keys: { a: { values: { Staging;*: 1 } } }\n' },
  ),
);
