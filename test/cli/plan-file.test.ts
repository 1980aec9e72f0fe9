// plan --out and apply --plan: only the reviewed plan is pushed.
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const SHOP = SMALL['config/shop.yaml'];
const SECRET = { 'config/secret.yaml': 'keys:\n  db.password: { value: { env: PASSWORD } }\n' };
const KEY = { CONFIGHUB_DIGEST_KEY: 'between-us' };

describe.concurrent('a plan file', () => {
  test('allows the plan that was reviewed, and a plan without changes; refuses one that differs, and shows what would be applied now', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['plan', '--out', 'plan.json'])).toMatchObject({
        status: 0,
        stderr: 'Wrote plan.json.\n',
      });
      expect(statSync(desk.path('plan.json')).mode & 0o777).toBe(0o600);
      const text = readFileSync(desk.path('plan.json'), 'utf8');
      expect(JSON.parse(text)).toMatchObject({
        version: 1,
        counts: { create: 3 },
        digest: expect.any(String),
      });
      // Only the digest is read.
      const { version, digest } = JSON.parse(text);
      desk.write({ 'plan.json': JSON.stringify({ version, digest }) });
      expect(await desk.cli(['apply', '--plan', 'plan.json'])).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(await desk.cli(['apply', '--plan', 'plan.json'])).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);

      desk.commit('More', { 'config/new.yaml': 'keys: { new: 1 }\n' });
      requests.length = 0;
      const { status, stdout } = await desk.cli(['apply', '--plan', 'plan.json']);
      expect(status).toBe(3);
      expect(stdout).toMatch(
        /^ {2}\+ new .*refused not-reviewed: This plan is not the one in plan\.json\.$/ms,
      );
      expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
      desk.commit('Less', {
        'config/new.yaml': 'keys: {}\n',
        'config/shop.yaml': `${SHOP}`.replace('Corner', 'My'),
      });
      expect((await desk.cli(['apply', '--plan', 'plan.json'])).stdout).toContain(
        'refused not-reviewed',
      );

      // Without a plan file; and nothing is read after the push.
      const unverified = await desk.cli(['apply', '--no-verify']);
      expect(unverified.status).toBe(0);
      expect(unverified.stdout).toMatch(/^Applied, not verified \(--no-verify\): 1 updated\.$/m);
      expect(requests.at(-1)).toBe('POST /rest/push');
    });
  });

  test('refuses a plan that changes another value on the server, or less', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.commit('Renamed', {
        'config/shop.yaml': `${SHOP}`.replace('Corner Shop', 'Corner Store'),
      });
      await desk.cli(['plan', '--out', 'plan.json']);
      const theirs = (key: string, value: string) =>
        push(
          server,
          { data: [{ key, values: [{ context: '*;*', value }] }] },
          { token: 'default' },
        );
      for (const [key, value] of [
        ['shop.title', 'Theirs'],
        ['db.host', 'theirs'],
      ] as const) {
        await theirs(key, value);
        const { status, stdout } = await desk.cli(['apply', '--plan', 'plan.json']);
        expect({ status, stdout }).toMatchObject({
          status: 3,
          stdout: expect.stringContaining(value),
        });
        expect(stdout).toContain('refused not-reviewed');
        await theirs(key, key === 'db.host' ? 'db.dev.internal' : 'Corner Shop');
      }
      expect((await desk.cli(['apply', '--plan', 'plan.json'])).status).toBe(0);
    });
  });

  test('refuses another mode of pruning, another server and another secret', async () => {
    await withShop({ ...SMALL, ...SECRET }, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const plan = async (password: string, key: object) => {
        await desk.cli(['plan', '--out', 'plan.json'], { env: { PASSWORD: password, ...key } });
        expect(readFileSync(desk.path('plan.json'), 'utf8')).not.toContain(password);
        const shown = await desk.cli(['plan', '--json', '--show-push'], {
          env: { PASSWORD: password, ...key },
        });
        expect(shown.stdout).not.toContain('digest');
      };
      const apply = (password: string, key: object, ...args: string[]) =>
        desk.cli(['apply', '--plan', 'plan.json', ...args], {
          env: { PASSWORD: password, ...key },
        });
      const refused = { status: 3, stdout: expect.stringContaining('refused not-reviewed') };
      await plan('hunter-one', KEY);
      expect(await apply('hunter-two', KEY)).toMatchObject(refused);
      expect(await apply('hunter-one', {})).toMatchObject(refused);
      expect(await apply('hunter-one', { CONFIGHUB_DIGEST_KEY: 'another' })).toMatchObject(refused);
      expect(await apply('hunter-one', KEY, '--prune', 'none')).toMatchObject(refused);
      const elsewhere = server.url.replace('127.0.0.1', 'localhost');
      expect(await apply('hunter-one', KEY, '--url', elsewhere)).toMatchObject(refused);
      await plan('hunter-one', {});
      expect(await apply('hunter-one', KEY)).toMatchObject(refused);
      // Without a key, a digest of a secret could be used to guess it.
      expect(await apply('hunter-two', {})).toMatchObject({ status: 0 });
      await plan('hunter-three', KEY);
      expect(await apply('hunter-three', KEY)).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('that is damaged or foreign is an error with its path, before anything is sent', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      const digest = 'a'.repeat(64);
      for (const text of [
        ...['{"version":1}', '{', '[]', 'null', `{"version":2,"digest":"${digest}"}`],
        ...[
          '{"version":1,"digest":"abc"}',
          `{"version":1,"targets":[{"name":"x","digest":"${digest}"}]}`,
        ],
      ]) {
        desk.write({ 'no.json': text });
        const { status, stderr } = await desk.cli(['apply', '--plan', 'no.json']);
        expect(status, text).toBe(1);
        expect(stderr).toMatch(
          /^error bad-plan-file: no\.json is not a plan file of this version\.\n.*plan --out/,
        );
      }
      const missing = await desk.cli(['apply', '--plan', 'nowhere.json']);
      expect(missing.stderr).toMatch(/^error bad-plan-file: nowhere.json cannot be read\.\n/);
      expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
      const unwritable = await desk.cli(['plan', '--out', 'no/such/folder/plan.json']);
      expect(unwritable).toMatchObject({ status: 1 });
      expect(unwritable.stderr).toMatch(
        /^error file-system: Cannot write no\/such\/folder\/plan.json: its folder does not exist\.\n/,
      );
    });
  });
});
