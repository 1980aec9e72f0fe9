// What a scenario folder sets up: a server over HTTP, a Git repository, what is live, and the files that are applied.
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../../src/runtime.ts';
import { type GivenOptions, type Options, resolveOptions } from '../../src/options.ts';
import { UNDOCUMENTED_ENDPOINTS } from '../../src/server/service.ts';
import type { RepositoryFlags, RepositorySettings } from '../../src/server/settings.ts';
import { apply, runtimeIn } from './apply.ts';
import { GitSandbox } from './git.ts';
import { exported, push, SHOP, type TestServer, withServer } from './server.ts';

/** `setup.json` of a scenario; every field may be left out. */
export interface Setup {
  /** Over those of {@link SHOP}. */
  server?: Partial<RepositorySettings>;
  /** Options of both commands. */
  given?: GivenOptions;
  /** Whether the plan is approved, if limits refuse it. Without a word: where it only is the first apply. */
  approve?: boolean;
  /** Name of the token; `null` for none. */
  token?: string | null;
  env?: Record<string, string>;
  /** Repository whose token is used, where it is another one. */
  tokenOf?: string;
}

export interface Scenario {
  folder: string;
  setup: Setup;
  git: GitSandbox;
  server: TestServer;
  options: Options;
  runtime: Runtime;
  /** Methods of the requests so far. */
  requests: string[];
  /** Secret texts that the process knew so far. */
  secrets: string[];
  isDocumented: boolean;
}

/** What of a scenario is otherwise than its folder says. */
export interface Variation {
  /** Of the repository, over those of the scenario. */
  flags?: Partial<RepositoryFlags>;
  /** The server offers what the interface documents, and nothing else. */
  isDocumented?: boolean;
}

/** `applied/` is applied, `live.json` pushed by somebody else, `input/` committed; then it is used, and ended. */
export async function withScenario<T>(
  { folder, flags = {}, isDocumented = false }: Variation & { folder: string },
  use: (scenario: Scenario) => Promise<T>,
): Promise<T> {
  const setup = readJson<Setup>(folder, 'setup.json') ?? {};
  const without = isDocumented ? UNDOCUMENTED_ENDPOINTS : [];
  const git = new GitSandbox();
  const requests: string[] = [];
  const dataFile = git.path('server.json');
  const onRequest = ({ method }: { method: string }) => requests.push(method);
  const now = () => new Date(0);
  const repositories = repositoriesOf(setup, flags);
  const secrets: string[] = [];
  const onSecret = (text: string) => void secrets.push(text);
  const runtime = runtimeIn(git.init(), { ...git.env, ...setup.env }, { now, onSecret });
  const given = { folder, setup, git, requests, secrets, runtime, isDocumented };
  try {
    return await withServer({ repositories, dataFile, onRequest, now, without }, async (server) => {
      const scenario = { ...given, server, options: optionsOf(setup, server) };
      await prepareScenario(scenario);
      return await use(scenario);
    });
  } finally {
    git.dispose();
  }
}

async function prepareScenario(scenario: Scenario): Promise<void> {
  const { folder, server, options, runtime } = scenario;
  if (existsSync(join(folder, 'applied'))) {
    commit(scenario, 'applied');
    await apply(options, runtime);
  }
  const live = readJson<object>(folder, 'live.json');
  if (live !== undefined) await mustPush(server, live);
  commit(scenario, 'input');
}

/** The export, one line for each entry, sorted; read from a copy of the server that allows it. */
export function stored({ git, setup }: Scenario): Promise<string[]> {
  const dataFile = git.path('copy.json');
  if (existsSync(git.path('server.json'))) copyFileSync(git.path('server.json'), dataFile);
  const repositories = repositoriesOf(setup, { tokenFreePull: true });
  return withServer({ repositories, dataFile }, async (server) => {
    const entries = (await exported(server)) as { values?: { context: string }[] }[];
    for (const { values } of entries) values?.sort((a, b) => (a.context < b.context ? -1 : 1));
    return entries.map((entry) => JSON.stringify(entry)).sort();
  });
}

/** Pushes that changed something so far. */
export function pushes({ server }: Scenario): number {
  return server.history('acme', 'shop').length;
}

export function readJson<Type>(folder: string, name: string): Type | undefined {
  const path = join(folder, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Type) : undefined;
}

function repositoriesOf(
  { server = {} }: Setup,
  flags: Partial<RepositoryFlags> = {},
): RepositorySettings[] {
  return [
    { ...SHOP, ...server, flags: { ...server.flags, ...flags } },
    { account: 'acme', repository: 'other', levels: ['Environment'] },
  ];
}

function optionsOf(
  { token = 'plain', tokenOf: of = 'acme/shop', given = {} }: Setup,
  server: TestServer,
): Options {
  const value = token === 'no such token' ? 'abc' : token && server.token(token, of);
  const target = {
    url: server.url,
    repository: 'acme/shop',
    ...(value === null ? {} : { token: value }),
  };
  return resolveOptions({ ...target, ...given }, {});
}

function commit({ folder, git, runtime: { cwd } }: Scenario, name: 'applied' | 'input'): void {
  for (const old of ['confighub.yaml', 'config', 'texts'])
    rmSync(join(cwd, old), { recursive: true, force: true });
  cpSync(join(folder, name), cwd, { recursive: true });
  git.commit(cwd, 'Change the shop');
}

async function mustPush(server: TestServer, body: object): Promise<void> {
  const { status, etag } = await push(server, body, { token: 'force' });
  if (status !== 200) throw new Error(`live.json was refused: ${etag}`);
}
