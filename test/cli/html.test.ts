// A large plan in a terminal names the HTML page.
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

test('plan --html is named in a terminal below a plan of more than 1,000 changes', async () => {
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
