// A token is never sent to a server that the trusted branch does not name for the target whose token it is.
import { expect, test } from 'vitest';
import { representatives } from '../helpers/suite.ts';
import type { Environment } from '../helpers/git.ts';
import {
  CHANGED_SHOP,
  projectFile,
  resultsOf,
  type Stage,
  targetsOf,
  TOKEN_VARIABLES,
  TOKENS,
  tokensIn,
  withTargets,
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
  tokens: Partial<Record<keyof Stage['seen'], string[]>>;
}

const ALL = { common: ['shop', 'billing'], eu: ['shop-eu'] };
const INCLUDE = 'include: ["shop/**/*.yaml"]';

const CHANGES: Change[] = [
  {
    name: 'adds a target whose variable is that of another one, with another sign in its name',
    targets: ({ theirs, ...urls }) => {
      const { 'shop-eu': _, ...others } = targetsOf(urls);
      return { ...others, shop_eu: `{ url: ${theirs}, repository: acme/shop, ${INCLUDE} }` };
    },
    offline: ['shop_eu'],
    tokens: { common: ['shop', 'billing'] },
  },
  {
    name: "changes the top-level url to the address of another target's server, for the shared token there",
    url: 'eu',
    targets: ({ common }) => ({
      shop: `{ url: ${common}, repository: acme/shop, ${INCLUDE} }`,
      'shop-eu': `{ repository: acme/shop, ${INCLUDE} }`,
    }),
    env: { CONFIGHUB_TOKEN_SHOP_EU: undefined },
    shared: TOKENS.billing,
    offline: ['shop-eu'],
    tokens: { common: ['shop'] },
  },
  {
    name: 'changes the top-level url to that of the server of another target, for the targets there',
    url: 'eu',
    targets: ({ common }) => ({
      ...targetsOf({ eu: common }),
      'shop-eu': `{ url: ${common}, repository: acme/other, ${INCLUDE} }`,
    }),
    env: { CONFIGHUB_TOKEN_SHOP: undefined, CONFIGHUB_TOKEN_BILLING: undefined },
    shared: TOKENS.shop,
    offline: ['shop', 'billing', 'shop-eu'],
    tokens: {},
  },
  {
    name: 'takes the url of a target away, for the shared token',
    targets: (urls) => ({
      ...targetsOf(urls),
      'shop-eu': `{ repository: acme/other, ${INCLUDE} }`,
    }),
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
    tokens: ALL,
  },
];

test.concurrent('a pull request sends each token only to a server for which the trusted branch has it', async () => {
  await withTargets(async (stage) => {
    for (const change of representatives(CHANGES, 2)) {
      const { name, targets, url = 'common', env, shared = '', offline, tokens } = change;
      const urls = { ...stage.urls, common: stage.urls[url] };
      const proposed = targets(stage.urls);
      stage.propose({ 'confighub.yaml': projectFile(urls, proposed), ...CHANGED_SHOP });
      for (const requests of Object.values(stage.seen)) requests.length = 0;
      const planned = await stage.plan({
        with: { token: shared },
        env: { ...TOKEN_VARIABLES, ...env },
      });
      const { status, outputs, log, stdout } = planned;
      expect({ name, status, result: outputs.result }, stdout).toEqual({
        name,
        status: 0,
        result: 'planned',
      });
      expect(Object.keys(resultsOf(planned)), name).toEqual(Object.keys(proposed));
      for (const server of ['common', 'eu', 'theirs'] as const)
        expect({ name, server, tokens: tokensIn(stage.seen[server]) }).toEqual({
          name,
          server,
          tokens: tokens[server] ?? [],
        });
      expect(stage.seen.theirs, name).toEqual([]);
      const told = log.annotations
        .map(({ text }) => text)
        .filter((text) => text.includes('Planned without the server'));
      const isOffline = (target: string) => told.some((text) => text.startsWith(`${target}: `));
      expect({ name, offline: Object.keys(proposed).filter(isOffline).sort() }).toEqual({
        name,
        offline: offline.toSorted(),
      });
    }
  });
});

test.concurrent('a pull request that changes the url of a target is applied nowhere before it is merged', async () => {
  await withTargets(async (stage) => {
    const { theirs, ...urls } = stage.urls;
    stage.propose({
      'confighub.yaml': projectFile({ ...urls, eu: theirs, theirs }),
      ...CHANGED_SHOP,
    });
    const applied = await stage.apply({ event: 'workflow_dispatch', ref: 'refs/heads/feature' });
    expect(applied).toMatchObject({
      status: 1,
      outputs: { result: 'failed', 'error-code': 'untrusted-url' },
    });
    expect(resultsOf(applied)).toMatchObject({
      shop: { result: 'skipped' },
      'shop-eu': { 'error-code': 'untrusted-url' },
    });
    expect(stage.seen.theirs).toEqual([]);
    expect(
      [...stage.seen.common, ...stage.seen.eu].filter((one) => one.includes('"POST"')),
    ).toEqual([]);
  });
});
