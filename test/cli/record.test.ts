// The record of an apply: only committed content at origin, and everything that the server accepted.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const REF = /refs\/confighub-sync\/\S+\/applied/;

describe.concurrent('the record of an apply', () => {
  test('that exists in one clone only is pushed to origin by the next apply, even without changes', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop', { '.gitignore': 'origin.git/\n' });
      await desk.cli(['apply']);
      desk.git('init', '--quiet', '--bare', 'origin.git');
      desk.git('remote', 'add', 'origin', `${desk.dir}/origin.git`);
      desk.git('push', '--quiet', 'origin', 'HEAD:main');
      expect(desk.git('ls-remote', 'origin')).not.toMatch(REF);
      expect((await desk.cli(['apply'])).stdout).toContain('No changes.');
      expect(desk.git('ls-remote', 'origin')).toMatch(REF);
    });
  });

  test('at origin contains no ignored or uncommitted file', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.git('init', '--quiet');
      desk.git('init', '--quiet', '--bare', 'origin.git');
      desk.git('remote', 'add', 'origin', `${desk.dir}/origin.git`);
      desk.commit('Open the shop', {
        ...SMALL,
        '.gitignore': 'origin.git/\nconfig/local.yaml\nconfig/tls.key\n',
        'config/files.yaml': 'files: { nginx/server.pem: { "*;*": { path: tls.key } } }\n',
      });
      desk.write({
        'config/local.yaml': 'keys: { local.note: ignored-and-private }\n',
        'config/tls.key': 'generated-and-private\n',
      });
      const first = await desk.cli(['apply']);
      expect(first.status).toBe(0);
      expect(first.stderr).toContain('config/local.yaml, config/tls.key: not committed, so not recorded');
      const [ref = ''] = REF.exec(desk.git('ls-remote', 'origin')) ?? [];
      const names = desk.git('--git-dir', 'origin.git', 'ls-tree', '-r', '--name-only', ref).trim().split('\n');
      expect(names).toEqual(['config/files.yaml', 'config/shop.yaml', 'confighub.yaml']);
      // Nor had the announcement it, which is gone by now.
      const everything = desk.git('--git-dir', 'origin.git', 'cat-file', '--batch-all-objects', '--batch');
      expect(everything).toContain('Announcement: ');
      expect(everything).not.toContain('private');
      const second = await desk.cli(['plan']);
      expect(second.stdout).toContain('No changes.');
      expect(second.stdout).not.toContain('Nothing is pruned');
      expect(existsSync(`${desk.dir}/config/tls.key`)).toBe(true);
    });
  });

  test('that cannot be read is an error: an apply might undo a newer one', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.git('remote', 'add', 'origin', 'http://127.0.0.1:9/gone.git');
      desk.git('update-ref', '-d', REF.exec(desk.git('for-each-ref'))?.[0] ?? '');
      desk.commit('Rename', { ...SMALL, 'config/shop.yaml': 'keys:\n  shop.title: Corner Store\n' });
      requests.length = 0;
      const refused = await desk.cli(['apply']);
      expect(refused.status).toBe(3);
      expect(refused.stdout).toMatch(/refused older-commit: The last applied commit is unknown/);
      expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
      expect((await desk.cli(['apply', '--allow-older'])).status).toBe(0);
    });
  });
});
