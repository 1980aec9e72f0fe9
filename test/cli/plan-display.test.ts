// What a plan displays of its changes: a summary, or those that are received somewhere; it stays the same plan.
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const TWO = `keys:
  shop.title: { values: { "*": Corner Store } }
  db.host: { values: { "*": db.dev.internal, "Production;*": db.new.internal } }
  pool.size: { values: { "Test;*": 5 } }
`;

/** The first lines of changes. */
function changesIn(stdout: string): string[] {
  return stdout.split('\n').filter((line) => /^ {2}[+~-] /.test(line));
}

function withChanges(
  use: (plan: (...flags: string[]) => Promise<{ status: number | null; stdout: string }>) => Promise<void>,
) {
  return withShop(SMALL, async ({ desk }) => {
    desk.commit('Open the shop');
    await desk.cli(['apply']);
    const allowed = `${SMALL['confighub.yaml']}allowNewContexts: [Test]\n`;
    desk.write({ 'config/shop.yaml': TWO, 'confighub.yaml': allowed });
    await use((...flags) => desk.cli(['plan', ...flags]));
  });
}

describe.concurrent('a plan', () => {
  test('shows what applications in one element receive, and how much is hidden', async () => {
    await withChanges(async (plan) => {
      const all = await plan();
      expect(changesIn(all.stdout)).toHaveLength(3);
      const production = await plan('--received-in', 'production');
      expect(changesIn(production.stdout).map((line) => line.split(/ +/)[2])).toEqual(['db.host', 'shop.title']);
      expect(production.stdout).toContain('\n1 change is hidden here: an apply sends all of them.\n');
      expect(production.stdout).toContain('\nPlan: 1 to create, 2 to update, 0 to delete.\n');
      const named = await plan('--received-in', 'Test', 'shop.*', 'pool.*');
      expect(changesIn(named.stdout).map((line) => line.split(/ +/)[2])).toEqual(['pool.size', 'shop.title']);
      expect(await plan('--received-in', 'Production', '--detailed-exitcode')).toMatchObject({ status: 2 });
    });
  });

  test('shows the same in Markdown', async () => {
    await withShop(SMALL, async ({ desk }) => {
      desk.commit('Open the shop');
      await desk.cli(['apply']);
      desk.write({ 'config/shop.yaml': 'keys: { shop.title: Corner Store, db.host: db.dev.internal }\n' });
      const all = await desk.cli(['plan', '--markdown']);
      expect(all.stdout).toContain('shop.title');
      expect(all.stdout).toContain('falls back to');
      const { stdout } = await desk.cli(['plan', '--markdown', '--effects', 'none', 'db.*']);
      expect(stdout).toContain('db.host');
      expect(stdout).not.toContain('shop.title');
      expect(stdout).not.toContain('falls back to');
      expect(stdout).toContain('1 change is hidden here: an apply sends all of them.');
      expect(stdout).toContain('**0 to create, 1 to update, 1 to delete.**');
    });
  });

  test('has the same digest and JSON, whatever is displayed', async () => {
    await withChanges(async (plan) => {
      const [one, other] = [await plan('--json'), await plan('--json', 'nothing.like.this')];
      expect(other.stdout).toBe(one.stdout);
    });
  });

  test('prints only counts, the table and refusals as a summary', async () => {
    await withChanges(async (plan) => {
      const { stdout } = await plan('--summary');
      expect(stdout.split('\n').slice(1)).toEqual([
        '',
        expect.stringMatching(/^Changes by environment: /),
        '',
        'Plan: 1 to create, 2 to update, 0 to delete.',
        '',
      ]);
    });
  });
});
