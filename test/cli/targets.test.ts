// Targets on several servers: one question for all, and each token goes to its own server alone.
import { expect } from 'vitest';
import {
  CHANGED_BILLING,
  CHANGED_SHOP,
  pushesIn,
  type Stage,
  test,
  TOKENS,
  tokensIn,
} from '../action/three-targets.ts';

/** A commit changes what each of the targets has. The token of `shop` is the shared one. */
function change({ desk }: Stage): void {
  Object.assign(desk.env, { CONFIGHUB_TOKEN: TOKENS.shop, CONFIGHUB_TOKEN_SHOP: undefined });
  desk.git('switch', '--quiet', 'main');
  desk.commit('Change all', { ...CHANGED_SHOP, ...CHANGED_BILLING });
}

test.concurrent('several targets are asked about once, and each token goes to its own server', async ({
  targets: stage,
}) => {
  const { desk, urls, seen } = stage;
  change(stage);
  const planned = await desk.cli(['plan', '--detailed-exitcode']);
  expect(planned.status).toBe(2);
  expect(planned.stdout.match(/^(?:shop|billing|shop-eu): .*$/gm)).toEqual([
    `shop: acme/shop at ${urls.common}`,
    `billing: acme/billing at ${urls.common}`,
    `shop-eu: acme/shop at ${urls.eu}`,
  ]);
  const pushes = () => [pushesIn(seen.common), pushesIn(seen.eu)];
  const no = await desk.cli(['apply'], { terminal: { input: 'n\n' } });
  expect(no.status).toBe(3);
  expect(no.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
  expect(pushes()).toEqual([0, 0]);
  const yes = await desk.cli(['apply'], { terminal: { input: 'y\n' } });
  expect(yes.status).toBe(0);
  expect(yes.stderr).toContain('Apply these changes to 3 targets? [y/N]');
  expect(pushes()).toEqual([2, 1]);
  expect((await desk.cli(['drift'])).status).toBe(0);
  expect(tokensIn(seen.common)).toEqual(['shop', 'billing']);
  expect(tokensIn(seen.eu)).toEqual(['shop-eu']);
});

test.concurrent('a target with a server of its own never gets the shared token', async ({
  targets: stage,
}) => {
  const { desk, seen } = stage;
  change(stage);
  const env = { CONFIGHUB_TOKEN_SHOP_EU: undefined };
  const { status, stderr } = await desk.cli(['apply', '--yes', '--target', 'shop-eu'], { env });
  expect(status).toBe(1);
  expect(stderr).toContain('Provide a token (CONFIGHUB_TOKEN_SHOP_EU), or allow');
  expect(tokensIn(seen.eu)).toEqual([]);
});
