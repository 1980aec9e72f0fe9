// A project with three targets on two servers, its pull request, and steps that plan and apply it.
import { test as plain } from 'vitest';
import { GitHostServer } from '../github/server.ts';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import type { Environment } from '../helpers/git.ts';
import { type Desk, withDesk } from '../helpers/process.ts';
import { type TestServer, withServer } from '../helpers/server.ts';
import { type Branch, openBranch } from '../helpers/pull-requests.ts';
import type { StepResult } from '../helpers/workflow.ts';

const NAMES = ['shop', 'billing', 'shop-eu'] as const;

/** The token of each target, which only its own server may see. */
export const TOKENS = {
  shop: 'tok-canary-of-shop-5f1d7c0a',
  billing: 'tok-canary-of-billing-9b3e4826',
  'shop-eu': 'tok-canary-of-shop-eu-aa17c0de',
} as const;

export const TOKEN_VARIABLES: Environment = {
  CONFIGHUB_TOKEN_SHOP: TOKENS.shop,
  CONFIGHUB_TOKEN_BILLING: TOKENS.billing,
  CONFIGHUB_TOKEN_SHOP_EU: TOKENS['shop-eu'],
};

const DOCUMENTS = {
  'shop/shop.yaml': 'keys:\n  shop.title: Corner Shop\n  shop.size: small\n',
  'billing/billing.yaml': 'keys:\n  billing.currency: EUR\n  billing.due: 14 days\n',
};
export const CHANGED_SHOP = {
  'shop/shop.yaml': DOCUMENTS['shop/shop.yaml'].replace('Corner Shop', 'Corner Store'),
};
export const CHANGED_BILLING = {
  'billing/billing.yaml': DOCUMENTS['billing/billing.yaml'].replace('EUR', 'CHF'),
};

export interface Stage extends Branch {
  desk: Desk;
  gitHost: GitHostServer;
  /** Of `shop` and `billing`. */
  common: TestServer;
  eu: TestServer;
  /** Everything that a server was sent: method, path and headers. `theirs` is one that no trusted file names. */
  seen: Record<'common' | 'eu' | 'theirs', string[]>;
  urls: Record<'common' | 'eu' | 'theirs', string>;
  /** What becomes of the requests to the common server. */
  faults: { common: (request: Request) => Fault };
}

/** A project file with these targets; those of {@link NAMES} unless said otherwise. */
export function projectFile(
  urls: Stage['urls'],
  targets: Record<string, string> = targetsOf(urls),
  more = '',
): string {
  const lines = Object.entries(targets).map(([name, settings]) => `  ${name}: ${settings}\n`);
  return `version: 1\nurl: ${urls.common}\nlevels: [Environment, Application]\n${more}targets:\n${lines.join('')}`;
}

export function targetsOf({
  eu,
}: Pick<Stage['urls'], 'eu'>): Record<(typeof NAMES)[number], string> {
  return {
    shop: '{ repository: acme/shop, include: ["shop/**/*.yaml"] }',
    billing:
      '{ repository: acme/billing, include: ["billing/**/*.yaml"], limits: { maxDeletes: 1 } }',
    'shop-eu': `{ url: ${eu}, repository: acme/shop, include: ["shop/**/*.yaml"] }`,
  };
}

function settingsOf(repository: string, value: string) {
  const levels = ['Environment', 'Application'];
  return { account: 'acme', repository, levels, tokens: { default: { value } } };
}

/** All targets are applied, as those of main; the branch begins without a change. */
export const test = plain.extend<{ targets: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  targets: ({}, use) => withTargets(use),
});

async function withTargets(use: (stage: Stage) => Promise<void>): Promise<void> {
  const seen: Stage['seen'] = { common: [], eu: [], theirs: [] };
  const noting = (name: keyof typeof seen, ...repositories: ReturnType<typeof settingsOf>[]) => ({
    repositories,
    onRequest: (request: object) => seen[name].push(JSON.stringify(request)),
  });
  const faults: Stage['faults'] = { common: () => 'pass' };
  const ours = [settingsOf('shop', TOKENS.shop), settingsOf('billing', TOKENS.billing)];
  const gitHost = await new GitHostServer('github').start();
  try {
    await withServer(noting('common', ...ours), (common) =>
      withServer(noting('eu', settingsOf('shop', TOKENS['shop-eu'])), (eu) =>
        withServer(noting('theirs', settingsOf('shop', 'theirs')), (theirs) =>
          withFaults({ behind: common, fault: (request) => faults.common(request) }, ({ url }) =>
            withDesk({}, async (desk) => {
              const urls = { common: url, eu: eu.url, theirs: theirs.url };
              const project = await open({ desk, gitHost, urls });
              for (const requests of Object.values(seen)) requests.length = 0;
              await use({ ...project, desk, gitHost, common, eu, seen, urls, faults });
            }),
          ),
        ),
      ),
    );
  } finally {
    await gitHost.stop();
  }
}

async function open({
  desk,
  gitHost,
  urls,
}: Pick<Stage, 'desk' | 'gitHost' | 'urls'>): Promise<Branch> {
  Object.assign(desk.env, TOKEN_VARIABLES);
  desk.commit('Open the shops', { 'confighub.yaml': projectFile(urls), ...DOCUMENTS });
  desk.git('remote', 'add', 'origin', `file://${desk.sandbox.bare()}`);
  desk.git('push', '--quiet', 'origin', 'main');
  const applied = await desk.cli(['apply']);
  if (applied.status !== 0) throw new Error(applied.output);
  const branch = openBranch({ desk, gitHost, inputs: { token: '' } });
  const merge = () => {
    const commit = branch.merge();
    desk.git('push', '--quiet', 'origin', 'main');
    return commit;
  };
  return { ...branch, merge };
}

/** Of the output `targets`, by name: the result, and the code of an error. */
export function resultsOf({ outputs }: StepResult): Record<string, string> {
  const listed: Record<string, string>[] = JSON.parse(outputs.targets ?? '[]');
  const results = listed.map(({ name, result, 'error-code': code }) => [
    name,
    `${result} ${code}`.trim(),
  ]);
  return Object.fromEntries(results);
}

/** The tokens that a server was sent, by target. */
export function tokensIn(seen: readonly string[]): string[] {
  return NAMES.filter((name) => seen.some((request) => request.includes(TOKENS[name])));
}

export function pushesIn(seen: readonly string[]): number {
  return seen.filter((request) => request.startsWith('{"method":"POST"')).length;
}
