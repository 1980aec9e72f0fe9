// Secrets where nothing can be read: sent with every apply, or compared with the keyed digests of the record.
import { describe, expect, test } from 'vitest';
import { type Documented, withDocumented } from '../helpers/documented.ts';

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

function withSecrets<T>(use: (shop: Documented) => Promise<T>): Promise<T> {
  return withDocumented({ env: SECRETS }, use);
}

describe.concurrent('secrets, where nothing can be read', () => {
  test('are sent with every apply, and no digest without a key is recorded', async () => {
    await withSecrets(async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply();
      expect(record(shop)).not.toContain('record.json');
      shop.commit(DOCUMENT.replace('dev', 'prod'));
      const { plan } = await shop.plan();
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

  test('with a digest key only those that changed are sent', async () => {
    await withSecrets(async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply(KEY);
      const recorded = record(shop);
      expect(recorded.match(/[0-9a-f]{64}/g)).toHaveLength(2);
      for (const secret of Object.values(SECRETS)) expect(recorded).not.toContain(secret);

      const same = await shop.plan(KEY);
      expect(same.plan.changes).toEqual([]);
      expect(same.plan.notes).toContain(
        '2 secrets are unchanged since the last push, according to the digests in the record. Pass `--rewrite-secrets` to send secrets anyway.',
      );
      Object.assign(shop.runtime.env, { DB_PASSWORD: 'another-password' });
      await shop.apply(KEY);
      expect(shop.server.pushes.at(-1)).toMatchObject({
        data: [{ key: 'db.password', values: [{ context: '*;*', value: 'another-password' }] }],
      });
      expect((await shop.plan(KEY)).plan.changes).toEqual([]);
    });
  });

  test.for([
    ['asked to', { ...KEY, rewriteSecrets: true }],
    ['the key is another one', { digestKey: 'another key' }],
    ['there is no key', {}],
  ] as const)('are sent all the same where %s', async ([, given]) => {
    await withSecrets(async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply(KEY);
      const { plan } = await shop.plan(given);
      expect(plan.changes.map(({ rewritten }) => rewritten)).toEqual([true, true]);
    });
  });

  test('are sent after a push whose outcome is unknown', async () => {
    await withSecrets(async (shop) => {
      shop.commit(DOCUMENT);
      await shop.apply(KEY);
      Object.assign(shop.runtime.env, { DB_PASSWORD: 'another-password' });
      shop.server.onPush = () => 'lose';
      await expect(shop.apply(KEY)).rejects.toMatchObject({ code: 'push-unknown' });
      shop.server.onPush = undefined;
      await shop.apply(KEY);
      expect(shop.server.keys()).toContainEqual(
        expect.objectContaining({ key: 'db.password', values: { '*;*': 'another-password' } }),
      );
    });
  });
});
