// What a scenario folder sets up: a server over HTTP, a Git repository, what is live, and the files that are applied.
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Runtime } from '../../src/apply/runtime.ts';
import { type Given, type Options, resolveOptions } from '../../src/options.ts';
import { startServer } from '../../src/server/http-server.ts';
import { UNDOCUMENTED_ENDPOINTS } from '../../src/server/service.ts';
import type { Flags, RepositorySettings } from '../../src/server/settings.ts';
import { apply } from './apply.ts';
import { GitSandbox } from './git.ts';
import { exported, push, SHOP, type TestServer } from './server.ts';

/** `setup.json` of a scenario; every field may be left out. */
export interface Setup {
  /** Over those of {@link SHOP}. */
  server?: Partial<RepositorySettings>;
  /** Options of both commands. */
  given?: Given;
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
  flags?: Partial<Flags>;
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
  const running = await startServer({
    repositories: repositoriesOf(setup, flags),
    dataFile,
    onRequest,
    now,
    without,
  });
  try {
    const server: TestServer = { ...running, token: (name, of) => tokenOf(running, name, of) };
    const secrets: string[] = [];
    const runtime = runtimeOf(git, { setup, secrets });
    const options = optionsOf(setup, server);
    const scenario = {
      folder,
      setup,
      git,
      server,
      requests,
      secrets,
      runtime,
      options,
      isDocumented,
    };
    await prepareScenario(scenario);
    return await use(scenario);
  } finally {
    await running.close();
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
export async function stored({ git, setup }: Scenario): Promise<string[]> {
  const dataFile = git.path('copy.json');
  if (existsSync(git.path('server.json'))) copyFileSync(git.path('server.json'), dataFile);
  const server = await startServer({
    repositories: repositoriesOf(setup, { tokenFreePull: true }),
    dataFile,
  });
  try {
    const entries = (await exported(server)) as { values?: { context: string }[] }[];
    for (const { values } of entries) values?.sort((a, b) => (a.context < b.context ? -1 : 1));
    return entries.map((entry) => JSON.stringify(entry)).sort();
  } finally {
    await server.close();
  }
}

/** Pushes that changed something so far. */
export function pushes({ server }: Scenario): number {
  return server.history('acme', 'shop').length;
}

export function readJson<Type>(folder: string, name: string): Type | undefined {
  const path = join(folder, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Type) : undefined;
}

function repositoriesOf({ server = {} }: Setup, flags: Partial<Flags> = {}): RepositorySettings[] {
  return [
    { ...SHOP, ...server, flags: { ...server.flags, ...flags } },
    { account: 'acme', repository: 'other', levels: ['Environment'] },
  ];
}

function runtimeOf(
  git: GitSandbox,
  { setup, secrets }: { setup: Setup; secrets: string[] },
): Runtime {
  return {
    cwd: git.init(),
    env: { ...git.env, ...setup.env },
    now: () => new Date(0),
    onSecret: (text) => secrets.push(text),
    pause: async () => undefined,
    onStep: () => undefined,
  };
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

function tokenOf(server: Pick<TestServer, 'repositories'>, name: string, of = 'acme/shop'): string {
  const value = server.repositories.find((one) => `${one.account}/${one.repository}` === of)
    ?.tokens[name];
  if (value === undefined) throw new Error(`no token ${name} of ${of}`);
  return value;
}
