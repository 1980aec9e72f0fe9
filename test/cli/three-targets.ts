// A project with three targets on two servers, and what each server was asked with which token.
import { type Desk, withDesk } from '../helpers/process.ts';
import { type TestServer, withServer } from '../helpers/server.ts';

const LEVELS = ['Environment', 'Application'];

/** Each opens one repository. */
export const TOKENS = {
  shop: 'tok-shop-1f6a9c2e7b3d',
  billing: 'tok-billing-8d4e0b7a5c91',
  eu: 'tok-shop-eu-3c5b7e9f1a2d',
} as const;

export interface Targets {
  desk: Desk;
  /** Has acme/shop and acme/billing. */
  main: TestServer;
  /** Has an acme/shop of its own. */
  eu: TestServer;
  /** The tokens that each server received, without repetition, and the pushes. */
  seen: Record<'main' | 'eu', { tokens: Set<string>; pushes: string[] }>;
}

/** The project file, with more lines at the end of each target. */
export function projectFile(
  { main, eu }: Pick<Targets, 'main' | 'eu'>,
  {
    common = '',
    billing = '',
    more = '',
  }: { common?: string; billing?: string; more?: string } = {},
): string {
  return `version: 1
url: ${main.url}
levels: [Environment, Application]
${common}targets:
  shop: { repository: acme/shop, include: ["shop/**/*.yaml"] }
  billing: { repository: acme/billing, include: ["billing/**/*.yaml"]${billing} }
  shop-eu: { url: ${eu.url}, repository: acme/shop, include: ["shop/**/*.yaml"] }
${more}`;
}

export const SHOP_DOCUMENT = `keys:
  db.host:
    values:
      "*": db.dev
      Production;*: db.prod
`;
export const BILLING_DOCUMENT = 'keys:\n  bill.to: me\n';

export function withTargets<T>(use: (targets: Targets) => Promise<T>): Promise<T> {
  const seen: Targets['seen'] = {
    main: { tokens: new Set(), pushes: [] },
    eu: { tokens: new Set(), pushes: [] },
  };
  const settings = (where: 'main' | 'eu', repositories: Record<string, string>) => ({
    repositories: Object.entries(repositories).map(([repository, value]) => ({
      account: 'acme',
      repository,
      levels: LEVELS,
      tokens: { default: { value } },
    })),
    onRequest: ({ method, path, headers }: { method: string; path: string; headers: object }) => {
      for (const token of Object.values(TOKENS))
        if (JSON.stringify([path, headers]).includes(token)) seen[where].tokens.add(token);
      if (method === 'POST') seen[where].pushes.push(path);
    },
  });
  return withServer(settings('main', { shop: TOKENS.shop, billing: TOKENS.billing }), (main) =>
    withServer(settings('eu', { shop: TOKENS.eu }), (eu) =>
      withDesk({}, async (desk) => {
        desk.write({
          'confighub.yaml': projectFile({ main, eu }),
          'shop/a.yaml': SHOP_DOCUMENT,
          'billing/a.yaml': BILLING_DOCUMENT,
        });
        Object.assign(desk.env, {
          CONFIGHUB_TOKEN: TOKENS.shop,
          CONFIGHUB_TOKEN_BILLING: TOKENS.billing,
          CONFIGHUB_TOKEN_SHOP_EU: TOKENS.eu,
        });
        return use({ desk, main, eu, seen });
      }),
    ),
  );
}
