// Secrets where nothing can be read: sent with every apply.
import { describe, expect, test } from 'vitest';
import { type Documented, withDocumented } from './stage.ts';

const DOCUMENT = `keys:
  db.password: { value: { env: DB_PASSWORD } }
  db.host: dev
files:
  secret.conf: { "*;*": { env: FILE_SECRET } }
`;
const SECRETS = { DB_PASSWORD: 'correct-horse-battery', FILE_SECRET: 'staple-of-the-file' };
const KEY = { digestKey: 'a key for digests of secrets' };

/** The record, every file of it as text. */
function record({ git, dir }: Documented): string {
  const ref = git.git(dir, 'ls-remote', 'origin', 'refs/confighub-sync/*').split('\t')[0] ?? '';
  git.git(dir, 'fetch', '--quiet', 'origin', ref);
  const files = git.git(dir, 'ls-tree', '-r', '--name-only', ref).split('\n');
  return files.map((file) => `${file}\n${git.git(dir, 'show', `${ref}:${file}`)}`).join('\n');
}

describe.concurrent('secrets, where nothing can be read', () => {
  test('are sent with every apply, and no digest of them is recorded, whether there is a digest key or not', async () => {
    await withDocumented({ env: SECRETS }, async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply(KEY);
      expect(record(shop)).not.toContain('record.json');
      shop.commit(DOCUMENT.replace('dev', 'prod'));
      const { plan } = await shop.plan(KEY);
      expect(plan.changes.filter(({ rewritten }) => rewritten)).toHaveLength(2);
      await shop.apply();
      expect(JSON.stringify(shop.server.pushes.at(-1))).toContain(SECRETS.DB_PASSWORD);
    });
  });

  test.for([true, false])(
    'where they are all there is to send, a 304 is no failure (a reason: %s)',
    async (reasons) => {
      await withDocumented({ env: SECRETS, reasons }, async (shop) => {
        shop.commit(DOCUMENT);
        await shop.apply();
        const { outcome, remarks } = await shop.apply();
        expect(outcome).toBe('unverified');
        expect(remarks).toEqual([expect.stringMatching(/^The push changed nothing\. /)]);
      });
    },
  );

  test('are sent after a push whose outcome is unknown', async () => {
    await withDocumented({ env: SECRETS }, async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply(KEY);
      Object.assign(shop.runtime.env, { DB_PASSWORD: 'another-password' });
      shop.server.onPush = () => 'lose';
      await expect(shop.apply(KEY)).rejects.toMatchObject({ code: 'push-unknown' });
      shop.server.onPush = undefined;
      await shop.apply(KEY);
      const password = { key: 'db.password', values: { '*;*': 'another-password' } };
      expect(shop.server.keys()).toContainEqual(expect.objectContaining(password));
    });
  });
});
