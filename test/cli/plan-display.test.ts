// What a plan displays of its changes: a summary, or those that affect applications somewhere; it stays the same plan.
import { expect, test } from 'vitest';
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

test('a plan displays what one element gets, or only a summary, and says what is hidden; it stays the same plan', async () => {
  await withShop(SMALL, async ({ desk }) => {
    desk.commit('Open the shop');
    await desk.cli(['apply']);
    const allowed = `${SMALL['confighub.yaml']}allowNewContexts: [Test]\n`;
    desk.write({ 'config/shop.yaml': TWO, 'confighub.yaml': allowed });
    const plan = (...flags: string[]) => desk.cli(['plan', ...flags]);
    const all = await plan();
    expect(changesIn(all.stdout)).toHaveLength(3);
    const production = await plan('--affecting', 'production');
    expect(changesIn(production.stdout).map((line) => line.split(/ +/)[2])).toEqual([
      'db.host',
      'shop.title',
    ]);
    expect(production.stdout).toContain('\n1 change is hidden here: an apply sends all of them.\n');
    expect(production.stdout).toContain('\nPlan: 1 to create, 2 to update, 0 to delete.\n');
    const named = await plan('--affecting', 'Test', 'shop.*', 'pool.*');
    expect(changesIn(named.stdout).map((line) => line.split(/ +/)[2])).toEqual([
      'pool.size',
      'shop.title',
    ]);
    expect(await plan('--affecting', 'Production', '--detailed-exitcode')).toMatchObject({
      status: 2,
    });
    const { stdout } = await plan('--summary');
    expect(stdout.split('\n').slice(1)).toEqual([
      'This permanently creates the element `Test` of Environment.',
      '',
      expect.stringMatching(/^Of the 3 changes, 2 affect `Production`/),
      '',
      'Plan: 1 to create, 2 to update, 0 to delete.',
      '',
    ]);
    // The same digest and JSON, whatever is displayed.
    const [one, other] = [await plan('--json'), await plan('--json', 'shop.*')];
    const undated = ({ stdout }: typeof one) => stdout.replace(/"createdAt": ".*"/, '');
    expect(undated(other)).toBe(undated(one));
    expect(await plan('shop.titel')).toMatchObject({
      status: 1,
      stdout: '',
      stderr:
        'error no-match: The files and the plan have no key or file `shop.titel`. Did you mean `shop.title`?\n',
    });
  });
});
