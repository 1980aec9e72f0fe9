// A scenario folder run for real: a server over HTTP, a Git repository, the commands, and what each of them leaves.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from '../../src/commands/apply.ts';
import { type PlanResult, plan } from '../../src/commands/plan.ts';
import { ProjectError, type Surroundings } from '../../src/commands/project.ts';
import { CommandError } from '../../src/errors.ts';
import { type Given, type Options, resolveOptions } from '../../src/options.ts';
import { phasesOf } from '../../src/plan/phases.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import { textError } from '../../src/render/error.ts';
import { json, jsonPlan } from '../../src/render/json.ts';
import { MASK, mask } from '../../src/render/redact.ts';
import { textDiagnostics, textPlan } from '../../src/render/text.ts';
import { startServer } from '../../src/server/http.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { GitSandbox } from './git.ts';
import { exported, push, SHOP, type TestServer } from './server.ts';

/** `setup.json` of a scenario; every field may be left out. */
export interface Setup {
  /** Over those of {@link SHOP}. */
  server?: Partial<RepositorySettings>;
  /** Options of both commands. */
  given?: Given;
  /** Name of the token; `null` for none. */
  token?: string | null;
  env?: Record<string, string>;
  /** Repository whose token is used, where it is another one. */
  tokenOf?: string;
}

/** What a scenario leaves, by the name of the file that it is compared with. */
export interface Outcome {
  files: Record<string, string>;
  /** Methods of the requests up to the plan. */
  planned: string[];
  /** Secret texts that the process knew; none of them may be in a file. */
  secrets: string[];
  /** The closing line of a plan after the apply. */
  again?: string;
  /** Pushes that changed something during the scenario. */
  pushes: number;
}

const ADDRESS = 'http://config.example.com';

const shownElsewhere = () => Promise.resolve();

/** Runs a scenario: `baseline/` is applied, `live.json` pushed by somebody else, then `input/` planned and applied. */
export async function runScenario(folder: string): Promise<Outcome> {
  const setup = readJson<Setup>(folder, 'setup.json') ?? {};
  const git = new GitSandbox();
  const requests: string[] = [];
  const start = (flags = {}) =>
    startServer({
      repositories: [
        { ...SHOP, ...setup.server, flags: { ...setup.server?.flags, ...flags } },
        { account: 'acme', repository: 'other', levels: ['Environment'] },
      ],
      dataFile: git.path('server.json'),
      onRequest: ({ method }) => requests.push(method),
    });
  const running = await start();
  try {
    const server: TestServer = { ...running, token: (name, of) => tokenOf(running, name, of) };
    const outcome = await run({ folder, setup, git, server, requests });
    await running.close();
    if (outcome.pushes > 0) outcome.files['live-after.json'] = await liveAfter(start);
    return outcome;
  } finally {
    await running.close();
    git.dispose();
  }
}

interface Scenario {
  folder: string;
  setup: Setup;
  git: GitSandbox;
  server: TestServer;
  requests: string[];
}

async function run(scenario: Scenario): Promise<Outcome> {
  const { folder, setup, git, server, requests } = scenario;
  const work = git.init();
  const options = optionsOf(scenario);
  const secrets: string[] = [];
  const surroundings: Surroundings = {
    cwd: work,
    env: { ...git.env, ...setup.env },
    now: () => new Date(0),
    onSecret: (text) => secrets.push(text),
    pause: async () => undefined,
    onStep: () => undefined,
  };
  if (existsSync(join(folder, 'baseline'))) {
    commit(scenario, work, 'baseline');
    await apply({ ...options, force: true }, surroundings, shownElsewhere);
  }
  const live = readJson<object>(folder, 'live.json');
  if (live !== undefined) await mustPush(server, live);
  commit(scenario, work, 'input');
  const before = pushes(server);
  const outcome: Outcome = { files: {}, planned: [], secrets, pushes: 0 };
  const clean = (text: string) => text.replaceAll(server.url, ADDRESS);
  requests.length = 0;
  const onPlan = async (planned: PlanResult) => {
    outcome.planned = [...requests];
    for (const [name, text] of Object.entries(shown(planned))) outcome.files[name] = clean(text);
    if (planned.warnings.length > 0) {
      outcome.files['warnings.txt'] = textDiagnostics(planned.warnings, { color: false });
    }
  };
  try {
    await apply(options, surroundings, onPlan);
    outcome.again = lastLine(textPlan(mask((await plan(options, surroundings)).plan), { color: false }));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (Object.keys(outcome.files).length === 0) outcome.planned = [...requests];
    if (error instanceof ProjectError) {
      outcome.files['diagnostics.txt'] = textDiagnostics(error.diagnostics, { color: false });
    }
    outcome.files['error.txt'] = clean(textError(error, { color: false }));
  }
  outcome.pushes = pushes(server) - before;
  return outcome;
}

function shown({ plan: made, changeComment }: PlanResult): Record<string, string> {
  const masked = mask(made);
  const bodies = phasesOf(masked).map((changes) =>
    pushBody({ changes, passwordOf: () => MASK }, changeComment),
  );
  const files = { 'plan.txt': textPlan(masked, { color: false }), 'plan.json': jsonPlan(masked) };
  return made.changes.length === 0 ? files : { ...files, 'push.json': bodies.map(json).join('') };
}

function optionsOf({ setup, server }: Scenario): Options {
  const { token = 'plain', tokenOf: of = 'acme/shop', given = {} } = setup;
  return resolveOptions(
    {
      url: server.url,
      repository: 'acme/shop',
      ...(token === null ? {} : { token: token === 'no such token' ? 'abc' : server.token(token, of) }),
      ...given,
    },
    {},
  );
}

function commit({ folder, git }: Scenario, work: string, name: 'baseline' | 'input'): void {
  for (const old of ['confighub.yaml', 'config', 'texts'])
    rmSync(join(work, old), { recursive: true, force: true });
  cpSync(join(folder, name), work, { recursive: true });
  git.git(work, 'add', '--all');
  git.git(work, 'commit', '--quiet', '--allow-empty', '--message', 'Change the shop');
}

async function mustPush(server: TestServer, body: object): Promise<void> {
  const { status, etag } = await push(server, body, { token: 'force' });
  if (status !== 200) throw new Error(`live.json was refused: ${etag}`);
}

function pushes(server: TestServer): number {
  return server.history('acme', 'shop').length;
}

/** The export, one line for each entry, sorted; read from a server that allows it. */
async function liveAfter(
  start: (flags: object) => Promise<{ url: string; close(): Promise<void> }>,
): Promise<string> {
  const server = await start({ tokenFreePull: true });
  try {
    const entries = (await exported(server)) as { values?: { context: string }[] }[];
    for (const { values } of entries) values?.sort((a, b) => (a.context < b.context ? -1 : 1));
    return `[\n${entries
      .map((entry) => JSON.stringify(entry))
      .sort()
      .join(',\n')}\n]\n`;
  } finally {
    await server.close();
  }
}

function tokenOf(
  server: { repositories: TestServer['repositories'] },
  name: string,
  of = 'acme/shop',
): string {
  const value = server.repositories.find((one) => `${one.account}/${one.repository}` === of)?.tokens[name];
  if (value === undefined) throw new Error(`no token ${name} of ${of}`);
  return value;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

function readJson<Type>(folder: string, name: string): Type | undefined {
  const path = join(folder, name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Type) : undefined;
}
