// A token is never sent to a server that the trusted branch does not name for the target whose token it is.
import { expect } from 'vitest';
import { representatives } from '../helpers/suite.ts';
import type { Environment } from '../helpers/git.ts';
import { outcome } from './stage.ts';
import {
  CHANGED_SHOP,
  projectFile,
  pushesIn,
  resultsOf,
  type Stage,
  targetsOf,
  test,
  TOKEN_VARIABLES,
  TOKENS,
  tokensIn,
} from './three-targets.ts';

interface Change {
  name: string;
  /** The targets of the project file that the pull request proposes. */
  targets: (urls: Stage['urls']) => Record<string, string>;
  /** The top-level URL that it proposes. */
  url?: keyof Stage['urls'];
  /** Tokens besides those of the targets of `main`, or instead of them. */
  env?: Environment;
  /** Input `token`. */
  shared?: string;
  /** The targets that are planned from the files. */
  offline: string[];
  /** The tokens that each server may see. */
  tokens: Partial<Record<'common' | 'eu', string[]>>;
}

const shop = (repository: string, url?: string) =>
  `{ ${url ? `url: ${url}, ` : ''}repository: acme/${repository}, include: ["shop/**/*.yaml"] }`;

const CHANGES: Change[] = [
  {
    name: 'adds a target whose variable is that of another one, with another sign in its name',
    targets: ({ theirs, ...urls }) => {
      const { 'shop-eu': _, ...others } = targetsOf(urls);
      return { ...others, shop_eu: shop('shop', theirs) };
    },
    offline: ['shop_eu'],
    tokens: { common: ['shop', 'billing'] },
  },
  {
    name: "changes the top-level url to the address of another target's server, for the shared token there",
    url: 'eu',
    targets: ({ common }) => ({ shop: shop('shop', common), 'shop-eu': shop('shop') }),
    env: { CONFIGHUB_TOKEN_SHOP_EU: undefined },
    shared: TOKENS.billing,
    offline: ['shop-eu'],
    tokens: { common: ['shop'] },
  },
  {
    name: 'changes the top-level url to that of the server of another target, for the targets there',
    url: 'eu',
    targets: ({ common }) => ({ ...targetsOf({ eu: common }), 'shop-eu': shop('other', common) }),
    env: { CONFIGHUB_TOKEN_SHOP: undefined, CONFIGHUB_TOKEN_BILLING: undefined },
    shared: TOKENS.shop,
    offline: ['shop', 'billing', 'shop-eu'],
    tokens: {},
  },
  {
    name: 'takes the url of a target away, for the shared token',
    targets: (urls) => ({ ...targetsOf(urls), 'shop-eu': shop('other') }),
    env: { CONFIGHUB_TOKEN_SHOP_EU: undefined },
    shared: TOKENS['shop-eu'],
    offline: ['shop-eu'],
    tokens: { common: ['shop', 'billing'] },
  },
  {
    name: 'renames a target, and gives it the token that it had',
    targets: (urls) => {
      const { billing, 'shop-eu': eu, shop } = targetsOf(urls);
      return { shop, invoices: billing, 'shop-eu': eu };
    },
    env: { CONFIGHUB_TOKEN_INVOICES: TOKENS.billing },
    offline: [],
    tokens: { common: ['shop', 'billing'], eu: ['shop-eu'] },
  },
];

test.concurrent('a pull request sends each token only to a server for which the trusted branch has it', async ({
  targets: stage,
}) => {
  for (const change of representatives(CHANGES, 2)) {
    const { name, targets, url = 'common', env, shared = '', offline, tokens } = change;
    const urls = { ...stage.urls, common: stage.urls[url] };
    const proposed = targets(stage.urls);
    stage.propose({ 'confighub.yaml': projectFile(urls, proposed), ...CHANGED_SHOP });
    for (const requests of Object.values(stage.seen)) requests.length = 0;
    const own = { ...TOKEN_VARIABLES, ...env };
    const planned = await stage.plan({ with: { token: shared }, env: own });
    expect(outcome(planned), planned.stdout).toBe('0 planned');
    expect(Object.keys(resultsOf(planned)), name).toEqual(Object.keys(proposed));
    const { common, eu, theirs } = stage.seen;
    const sent = { common: tokensIn(common), eu: tokensIn(eu), theirs };
    expect(sent, name).toEqual({ common: [], eu: [], theirs: [], ...tokens });
    const told = planned.log.annotations.filter(({ text }) =>
      text.includes('Planned without the server'),
    );
    const isOffline = (target: string) => told.some(({ text }) => text.startsWith(`${target}: `));
    expect(Object.keys(proposed).filter(isOffline).sort(), name).toEqual(offline.toSorted());
  }
});

test.concurrent('a pull request that changes the url of a target is applied nowhere before it is merged', async ({
  targets: stage,
}) => {
  const { theirs, ...urls } = stage.urls;
  const changed = { 'confighub.yaml': projectFile({ ...urls, eu: theirs, theirs }) };
  stage.propose({ ...changed, ...CHANGED_SHOP });
  const applied = await stage.apply({ event: 'workflow_dispatch', ref: 'refs/heads/feature' });
  expect(outcome(applied)).toBe('1 failed untrusted-url');
  const results = { shop: 'skipped', 'shop-eu': expect.stringMatching(/ untrusted-url$/) };
  expect(resultsOf(applied)).toMatchObject(results);
  expect(stage.seen.theirs).toEqual([]);
  expect(pushesIn([...stage.seen.common, ...stage.seen.eu])).toBe(0);
});
