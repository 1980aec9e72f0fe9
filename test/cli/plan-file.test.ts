// plan --out and apply --plan: only reviewed changes are pushed.
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const SHOP = SMALL['config/shop.yaml'];
const SECRET = { 'config/secret.yaml': 'keys:\n  db.password: { value: { env: PASSWORD } }\n' };
const KEY = { CONFIGHUB_DIGEST_KEY: 'between-us' };

describe.concurrent('a plan file', () => {
  test('allows reviewed changes, or a part of them', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['plan', '--out', 'plan.json'])).toMatchObject({ status: 0, stderr: '' });
      expect(statSync(desk.path('plan.json')).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(desk.path('plan.json'), 'utf8'))).toMatchObject({
        version: 1,
        counts: { create: 3 },
        review: { items: expect.any(Array) },
      });
      // Somebody did a part of it meanwhile, exactly so.
      const data = [{ key: 'shop.title', push: true, values: [{ context: '*;*', value: 'Corner Shop' }] }];
      await push(server, { enableKeyCreation: true, data }, { token: 'default' });
      const applied = await desk.cli(['apply', '--plan', 'plan.json']);
      expect(applied).toMatchObject({ status: 0, stderr: '' });
      expect(applied.stdout).toContain('Plan: 2 to create, 0 to update, 0 to delete.');
    });
  });

  test('refuses changes that are new or differ from the review', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      await desk.cli(['plan', '--out', 'plan.json']);
      desk.write({ 'config/shop.yaml': `${SHOP}`.replace('Corner Shop', 'Other') });
      desk.write({ 'config/new.yaml': 'keys: { new: 1 }\n' });
      desk.commit('More');
      requests.length = 0;
      const { status, stdout } = await desk.cli(['apply', '--plan', 'plan.json']);
      expect(status).toBe(3);
      expect(stdout).toContain(
        'config/new.yaml:1:9 refused not-reviewed: create of new in `*;*` is not in the reviewed plan.',
      );
      expect(stdout).toContain(
        'config/shop.yaml:2:3 refused not-reviewed: create of shop.title in `*;*` differs from the reviewed plan.',
      );
      expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
    });
  });

  test('identifies secrets by address and action, or by a keyed digest', async () => {
    await withShop({ ...SMALL, ...SECRET }, async ({ desk }) => {
      desk.commit('Open the shop');
      const plan = async (password: string, key: object) => {
        await desk.cli(['plan', '--out', 'plan.json'], { env: { PASSWORD: password, ...key } });
        expect(readFileSync(desk.path('plan.json'), 'utf8')).not.toContain(password);
        const shown = await desk.cli(['plan', '--json', '--show-push'], { env: { PASSWORD: password, ...key } });
        expect(shown.stdout).not.toContain('digest');
      };
      const apply = (password: string, key: object) =>
        desk.cli(['apply', '--plan', 'plan.json'], { env: { PASSWORD: password, ...key } });
      await plan('hunter-one', KEY);
      expect((await apply('hunter-two', KEY)).stdout).toContain('create of db.password in `*;*` differs from');
      expect((await apply('hunter-one', {})).status).toBe(3);
      expect((await apply('hunter-one', { CONFIGHUB_DIGEST_KEY: 'another' })).status).toBe(3);
      await plan('hunter-one', {});
      expect((await apply('hunter-two', {})).status).toBe(0);
      await plan('hunter-three', KEY);
      expect(await apply('hunter-three', KEY)).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('that is invalid, or for another target, is an error before anything is sent', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      desk.write({ 'no.json': '{"version":1}' });
      const none = await desk.cli(['apply', '--plan', 'no.json']);
      expect(none).toMatchObject({ status: 1 });
      expect(none.stderr).toMatch(/^error bad-plan-file: no.json is not a plan of this version\.\n/);
      const missing = await desk.cli(['apply', '--plan', 'nowhere.json']);
      expect(missing.stderr).toMatch(/^error bad-plan-file: nowhere.json cannot be read\.\n/);
      await desk.cli(['plan', '--prune', 'none', '--out', 'plan.json']);
      const other = await desk.cli(['apply', '--plan', 'plan.json']);
      expect(other.status).toBe(3);
      expect(other.stdout).toContain('refused not-reviewed: The reviewed plan is for another repository');
      expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
      const unwritable = await desk.cli(['plan', '--out', 'no/such/folder/plan.json']);
      expect(unwritable).toMatchObject({ status: 1 });
      expect(unwritable.stderr).toMatch(
        /^error file-system: Cannot write no\/such\/folder\/plan.json: its folder does not exist\.\n/,
      );
    });
  });

  test('`--no-verify` skips the read after the push', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      const { status, stdout } = await desk.cli(['apply', '--no-verify']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Applied, not verified \(--no-verify\)\.$/m);
      expect(requests.at(-1)).toBe('POST /rest/push');
    });
  });
});
