// A plan as a command makes it, what it asked the server for, and the plan that the whole export leads to.
import { expect, test } from 'vitest';
import { apply } from '../../src/commands/apply.ts';
import { readExport } from '../../src/remote/export-read.ts';
import { type Prepared, prepare } from '../../src/commands/prepare.ts';
import type { Surroundings } from '../../src/commands/project.ts';
import type { Plan } from '../../src/model/plan.ts';
import { type Given, resolveOptions } from '../../src/options.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { jsonPlan } from '../../src/render/json.ts';
import { mask } from '../../src/render/redact.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { GitSandbox } from './git.ts';
import { push, SHOP, type TestServer, withServer } from './server.ts';

export interface Row {
  /** What the project declares, as one YAML document. */
  declares: string;
  /** What was applied before; then there is a baseline. */
  applied?: string;
  /** What others pushed since. */
  theirs?: readonly (readonly object[])[];
  server?: Partial<RepositorySettings>;
  /** Lines of the project file. */
  project?: string;
  given?: Given;
  /** `null`: none. */
  token?: string | null;
  /** What is asked for beside `info` and `info/all`. */
  asks: string;
  /** Members of the JSON plan. */
  shows?: object;
}

/** A way to a server: its address while something is done. */
export type Way = <T>(server: TestServer, act: (url: string) => Promise<T>) => Promise<T>;

const straight: Way = (server, act) => act(server.url);

export type Rows = Readonly<Record<string, Row>>;

export const NOTHING = { changes: [], drift: [] };

/** An entry of a push with one value. */
export function value(key: string, context: string, text: string | null, more: object = {}) {
  return { key, push: true, ...more, values: [{ context, value: text }] };
}

export function eachRow(rows: Rows): void {
  test.for(Object.entries(rows))('%s', async ([, row]) => {
    await withRow(row, async ({ planned }) => {
      const { asked, json, whole } = await planned();
      expect(asked).toBe(row.asks);
      if (whole !== undefined) expect(json).toBe(whole);
      expect(JSON.parse(json)).toMatchObject({ live: 'export', ...row.shows });
    });
  });
}

export interface Stage {
  server: TestServer;
  planned: () => Promise<Planned>;
  /** Applies; what became of it. */
  applied: () => Promise<string>;
}

interface Planned {
  plan: Plan;
  json: string;
  /** What the whole export leads to, read just afterwards; absent where there is none. */
  whole: string | undefined;
  /** `keys`: the export without values. In order of their names, equal ones counted. */
  asked: string;
}

const REPOSITORY = { account: SHOP.account, name: SHOP.repository };
const TOKENS = { plain: {}, rich: { securityGroups: ['S', 'O'] } };

export function withRow<T>(row: Row, use: (stage: Stage) => Promise<T>, way = straight): Promise<T> {
  const requests: string[] = [];
  const settings = { ...SHOP, tokens: { ...SHOP.tokens, ...TOKENS }, ...row.server };
  const onRequest = ({ path, headers }: { path: string; headers: object }) => {
    const [, , name = '', all] = path.split('/');
    // Whether the token works, every plan by export asks.
    if ('context' in headers && headers.context === ';') return;
    const isAll = name === 'info' && all === 'all';
    const isByToken = name === 'pull' && 'client-token' in headers;
    const isKeys = name === 'export' && 'omit-values' in headers;
    requests.push(isAll ? 'info/all' : isKeys ? 'keys' : isByToken ? 'pull by token' : name);
  };
  return withServer({ repositories: [settings], onRequest }, async (server) => {
    const git = new GitSandbox();
    try {
      return await way(server, async (url) => use(await staged(row, { server, url, git, requests })));
    } finally {
      git.dispose();
    }
  });
}

interface Parts {
  server: TestServer;
  url: string;
  git: GitSandbox;
  requests: string[];
}

async function staged(row: Row, { server, url, git, requests }: Parts): Promise<Stage> {
  const cwd = git.init();
  const surroundings: Surroundings = {
    cwd,
    env: { ...git.env, PW: 'passw0rd' },
    now: () => new Date(1_700_000_000_000),
    onSecret: () => undefined,
    pause: async () => undefined,
    onStep: () => undefined,
  };
  const token = row.token === null ? {} : { token: server.token(row.token ?? 'plain') };
  const options = resolveOptions({ url, repository: 'acme/shop', ...token, ...row.given }, {});
  const commit = (document: string) =>
    git.commit(cwd, 'one', {
      'confighub.yaml': `levels: [Environment, Application]\n${row.project ?? ''}\n`,
      'config/a.yaml': `${document}\n`,
    });
  const applied = async (): Promise<string> =>
    (await apply(options, surroundings, async () => undefined)).outcome;
  if (row.applied !== undefined) {
    commit(row.applied);
    await applied();
  }
  for (const data of row.theirs ?? []) await pushed(server, data);
  commit(row.declares);
  const planned = (): Promise<Planned> => {
    requests.length = 0;
    return prepare(options, { surroundings, use: (prepared) => compared(prepared, requests) });
  };
  return { server, planned, applied };
}

async function compared({ plan, input, reader }: Prepared, requests: readonly string[]): Promise<Planned> {
  const asked = told(requests);
  const live = await readExport(reader, REPOSITORY);
  const whole = 'refusal' in live ? undefined : jsonPlan(mask(makePlan({ ...input, live })));
  return { plan, json: jsonPlan(mask(plan)), whole, asked };
}

/** `1 export, 1 keys, 2 pull`, these without a token: without what every plan asks for once, and what others push. */
function told(requests: readonly string[]): string {
  const counts = new Map<string, number>([
    ['info', -1],
    ['info/all', -1],
  ]);
  for (const one of requests) if (one !== 'push') counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${count} ${name}`)
    .sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
    .join(', ');
}

/** A push of others. */
export async function pushed(server: TestServer, data: readonly object[]): Promise<void> {
  const { status, etag } = await push(server, { enableKeyCreation: true, data }, { token: 'force' });
  if (status !== 200) throw new Error(`${etag} ${JSON.stringify(data)}`);
}
