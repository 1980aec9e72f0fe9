// Targets on several servers: one question for all, and each token goes to its own server alone.
import { describe, expect, test } from 'vitest';
import { type Desk, REPOSITORY, withDesk } from '../helpers/process.ts';
import { type TestServer, withServer } from '../helpers/server.ts';

/** Each opens one repository; that of `shop` is the shared one. */
const TOKENS = {
  shop: 'tok-shop-1f6a9c2e7b3d',
  billing: 'tok-billing-8d4e0b7a5c91',
  eu: 'tok-shop-eu-3c5b7e9f1a2d',
} as const;
type Name = keyof typeof TOKENS;

interface Targets {
  desk: Desk;
  /** Has acme/shop and acme/billing. */
  main: TestServer;
  /** Has an acme/shop of its own. */
  eu: TestServer;
  /** The tokens that each server received, and how many pushes. */
  seen: Record<'main' | 'eu', { tokens: Set<Name>; pushes: number }>;
}

function withTargets(use: (targets: Targets) => Promise<void>): Promise<void> {
  const nothing = () => ({ tokens: new Set<Name>(), pushes: 0 });
  const seen: Targets['seen'] = { main: nothing(), eu: nothing() };
  const settings = (where: 'main' | 'eu', repositories: Record<string, Name>) => ({
    repositories: Object.entries(repositories).map(([repository, name]) => ({
      ...REPOSITORY,
      repository,
      tokens: { default: { value: TOKENS[name] } },
    })),
    onRequest: (request: { method: string }) => {
      for (const name of Object.keys(TOKENS) as Name[])
        if (JSON.stringify(request).includes(TOKENS[name])) seen[where].tokens.add(name);
      if (request.method === 'POST') seen[where].pushes++;
    },
  });
  return withServer(settings('main', { shop: 'shop', billing: 'billing' }), (main) =>
    withServer(settings('eu', { shop: 'eu' }), (eu) =>
      withDesk({}, async (desk) => {
        desk.commit('Open the shops', {
          'confighub.yaml': `url: ${main.url}
levels: [Environment, Application]
targets:
  shop: { repository: acme/shop, include: [shop.yaml] }
  billing: { repository: acme/billing, include: [billing.yaml] }
  shop-eu: { url: ${eu.url}, repository: acme/shop, include: [shop.yaml] }
`,
          'shop.yaml': 'keys: { db.host: { values: { "*": db.dev, Production;*: db.prod } } }\n',
          'billing.yaml': 'keys: { bill.to: me }\n',
        });
        Object.assign(desk.env, {
          CONFIGHUB_TOKEN: TOKENS.shop,
          CONFIGHUB_TOKEN_BILLING: TOKENS.billing,
          CONFIGHUB_TOKEN_SHOP_EU: TOKENS.eu,
        });
        await use({ desk, main, eu, seen });
      }),
    ),
  );
}

describe.concurrent('several targets', () => {
  test('are asked about once, and each token goes to its own server', async () => {
    await withTargets(async ({ desk, main, eu, seen }) => {
      const planned = await desk.cli(['plan', '--detailed-exitcode']);
      expect(planned.status).toBe(2);
      expect(planned.stdout.match(/^(?:shop|billing|shop-eu): .*$/gm)).toEqual([
        `shop: acme/shop at ${main.url}`,
        `billing: acme/billing at ${main.url}`,
        `shop-eu: acme/shop at ${eu.url}`,
      ]);
      const no = await desk.cli(['apply'], { terminal: { input: 'n\n' } });
      expect(no.status).toBe(3);
      expect(no.stderr.match(/\[y\/N\]/g)).toHaveLength(1);
      expect([seen.main.pushes, seen.eu.pushes]).toEqual([0, 0]);
      const yes = await desk.cli(['apply'], { terminal: { input: 'y\n' } });
      expect(yes.status).toBe(0);
      expect(yes.stderr).toContain('Apply these changes to 3 targets? [y/N]');
      expect([seen.main.pushes, seen.eu.pushes]).toEqual([2, 1]);
      expect((await desk.cli(['drift'])).status).toBe(0);
      expect([...seen.main.tokens].sort()).toEqual(['billing', 'shop']);
      expect([...seen.eu.tokens]).toEqual(['eu']);
    });
  });

  test('with a server of their own never get the shared token', async () => {
    await withTargets(async ({ desk, seen }) => {
      const env = { CONFIGHUB_TOKEN_SHOP_EU: undefined };
      const { status, stderr } = await desk.cli(['apply', '--yes', '--target', 'shop-eu'], { env });
      expect(status).toBe(1);
      expect(stderr).toContain('Provide a token (CONFIGHUB_TOKEN_SHOP_EU), or allow');
      expect([...seen.eu.tokens]).toEqual([]);
    });
  });
});
