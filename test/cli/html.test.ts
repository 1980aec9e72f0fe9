// plan --html: the page is written for every plan, and changes nothing else.
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const SECRET = { 'config/secret.yaml': 'keys:\n  db.password: { value: { env: PASSWORD } }\n' };

describe.concurrent('plan --html', () => {
  test('writes the page, masked, and prints the same as without', async () => {
    await withShop({ ...SMALL, ...SECRET }, async ({ desk }) => {
      const commit = desk.commit('Open the shop');
      const env = { PASSWORD: 'hunter-one' };
      const plain = await desk.cli(['plan'], { env });
      const { stdout, stderr } = await desk.cli(
        ['plan', '--html', 'plan.html', '--out', 'plan.json'],
        { env },
      );
      expect([stdout, stderr]).toEqual([plain.stdout, 'Wrote plan.json.\nWrote plan.html.\n']);
      expect(plain.status).toBe(0);
      expect(statSync(desk.path('plan.html')).mode & 0o777).toBe(0o600);
      const page = readFileSync(desk.path('plan.html'), 'utf8');
      expect(page).toMatch(/^<!doctype html>\n/);
      expect(page).toContain('<title>Plan: acme/shop</title>');
      expect(page).toContain(`<code>${commit.slice(0, 10)}</code>`);
      expect(page).toContain('Plan: 4 to create');
      expect(page).toContain('(secret, created)');
      expect(page).not.toContain('hunter');
      await desk.cli(['plan', '--json', '--html', 'again.html'], { env });
      const made = /<dt>Created<\/dt><dd>\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/dd>/;
      expect(page).toMatch(made);
      expect(page).toContain('<dt>Program</dt><dd>confighub-sync ');
      const again = readFileSync(desk.path('again.html'), 'utf8');
      expect(again.replace(made, '')).toBe(page.replace(made, ''));
    });
  });

  test('shows what the same flags show as text, and a refusal, and keeps each exit code', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop');
      const args = ['plan', '--detailed-exitcode', '--html', 'plan.html'];
      expect(await desk.cli(args)).toMatchObject({ status: 2, stderr: 'Wrote plan.html.\n' });
      await desk.cli(['apply']);
      expect(await desk.cli(args)).toMatchObject({ status: 0, stderr: 'Wrote plan.html.\n' });
      expect(readFileSync(desk.path('plan.html'), 'utf8')).toContain('No changes');
      const shop = 'keys: { shop.title: Shop, db.host: db.dev.internal }\n';
      desk.commit('Rename the shop', { 'config/shop.yaml': shop });
      const pageWith = async (...args: string[]) => {
        await desk.cli(['plan', '--html', 'plan.html', ...args]);
        return readFileSync(desk.path('plan.html'), 'utf8');
      };
      const all = await pageWith();
      expect(all).toContain('falls back to');
      expect(all).toContain('Corner Shop');
      expect(await pageWith('--show-affected', 'none')).not.toContain('falls back to');
      const named = await pageWith('db.host');
      expect(named).toContain('falls back to');
      expect(named).not.toContain('Corner Shop');
      expect(named).toContain('1 change is hidden here');
      expect(await pageWith('--affecting', 'Staging')).not.toContain('falls back to');

      const limits = `${SMALL['confighub.yaml']}limits: { maxUpdates: 0 }\n`;
      desk.commit('At most nothing', { 'confighub.yaml': limits });
      const { status } = await desk.cli(['plan', '--html', 'plan.html']);
      expect(status).toBe(3);
      const page = readFileSync(desk.path('plan.html'), 'utf8');
      expect(page).toContain(
        '<h2 id="refusals">This plan is refused: neither an apply nor a merge would change anything on the server</h2>',
      );
      expect(page).toContain('<code>max-updates</code>');
    });
  });

  test('is named in a terminal below a plan of more than 1,000 changes', async () => {
    const keys = (count: number) =>
      Array.from({ length: count }, (_, index) => `  key.${index}: 1\n`).join('');
    const hint = 'confighub-sync plan --html plan.html';
    await withShop({ ...SMALL, 'config/shop.yaml': `keys:\n${keys(1001)}` }, async ({ desk }) => {
      expect((await desk.cli(['plan'], { terminal: {} })).stdout).toContain(hint);
      expect((await desk.cli(['plan'])).stdout).not.toContain(hint);
      desk.write({ 'config/shop.yaml': `keys:\n${keys(900)}` });
      expect((await desk.cli(['plan'], { terminal: {} })).stdout).not.toContain(hint);
    });
  });

  test('to a path that cannot be written is an error, before the server is read', async () => {
    await withShop(SMALL, async ({ desk, requests }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['plan', '--html', 'no/such/plan.html'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr:
          'error file-system: Cannot write no/such/plan.html: its folder does not exist.\n  Create the folder, or use another path.\n',
      });
      expect(await desk.cli(['plan', '--html', 'config'])).toMatchObject({
        status: 1,
        stdout: '',
        stderr: 'error file-system: Cannot write config: it is a folder.\n  Name a file.\n',
      });
      expect(requests).toEqual([]);
    });
  });
});
