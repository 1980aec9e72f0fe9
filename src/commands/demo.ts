// [edge] demo: runs real commands against an embedded server, from the first apply to the import of drift.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError, EXIT, type ExitStatus } from '../errors.ts';

/** Drift: a value that the files declare differently. */
const DRIFT = {
  data: [
    {
      key: 'storefront.page.size',
      vdt: 'Integer',
      values: [{ context: '*;Storefront', value: '48' }],
    },
  ],
};

/** Throws {@link CommandError} if a step fails. */
export async function demo(out: (text: string) => void): Promise<ExitStatus> {
  await withStage(out, async (stage) => {
    await first(stage);
    await change(stage);
    await drift(stage);
  });
  return EXIT.done;
}

async function first(stage: Stage): Promise<void> {
  stage.heading('1. The server is empty: the first apply creates everything the files declare.');
  await stage.git('init', '--quiet', '.');
  await stage.git('add', '.');
  await stage.git('commit', '--quiet', '--message', 'The shop');
  await stage.sync('apply');
}

async function change(stage: Stage): Promise<void> {
  stage.heading('2. A change in Git: a new key, an updated value, and a deleted key, value and file.');
  await stage.git('apply', '--index', stage.patch);
  await stage.git('commit', '--quiet', '--message', 'Gift cards instead of the wishlist');
  await stage.sync('plan');
  await stage.sync('apply');
}

async function drift(stage: Stage): Promise<void> {
  stage.heading(
    '3. Drift: a value is changed directly on the server. The plan shows it first; an apply would restore the value from Git.',
  );
  await stage.post('/rest/push', DRIFT);
  await stage.sync('plan');
  stage.heading('4. The drift is imported into the files: one line of one document changes.');
  await stage.sync('import', '--only', 'drift', '--yes');
  await stage.git('diff', '--unified=0');
  await stage.git('commit', '--quiet', '--all', '--message', 'Larger pages');
  await stage.sync('plan');
}

const IDENTITY = ['user.name=Demo', 'user.email=demo@example.com', 'init.defaultBranch=main'];
const SERVE = 'serve --repository acme/shop --levels Environment,Application --port 0 --json'.split(' ');

/** Longer output is abridged to its first and last lines. */
const MOST_LINES = 18;
const [HEAD, TAIL] = [8, 4];

type Out = (text: string) => void;

interface Stage {
  /** A change of the example, as a patch. */
  patch: string;
  heading: (text: string) => void;
  /** Runs this program. */
  sync: (...args: string[]) => Promise<void>;
  git: (...args: string[]) => Promise<void>;
  /** Sends JSON to the server directly. */
  post: (path: string, body: object) => Promise<void>;
}

/** Starts the server in a temporary folder, and always removes both afterwards. */
async function withStage(out: Out, use: (stage: Stage) => Promise<void>): Promise<void> {
  const script = realpathSync(process.argv[1] ?? '');
  const examples = join(dirname(script), '../../examples');
  if (!existsSync(examples)) throw failed('The folder examples/ is missing next to dist/.');
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'confighub-sync-demo-')));
  const folder = join(temporary, 'shop');
  cpSync(join(examples, 'shop'), folder, { recursive: true });
  let server: ChildProcess | undefined;
  try {
    out(`\`confighub-sync\` is short for: node ${script}\nThe folder is deleted at the end.\n\n`);
    out(`$ cp -r ${join(examples, 'shop')} ${folder}; cd ${folder}\n$ confighub-sync ${SERVE.join(' ')} &\n`);
    server = spawn(process.execPath, [script, ...SERVE], {
      cwd: temporary,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const target = await targetOf(server);
    for (const [name, value] of Object.entries(target)) out(`$ export ${name}=${value}\n`);
    const patch = join(examples, 'shop-change.patch');
    await use({ patch, ...actions({ out, script, folder, target }) });
  } finally {
    await stop(server);
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Environment variables for the server. */
interface ServerTarget extends Record<string, string> {
  CONFIGHUB_URL: string;
  CONFIGHUB_TOKEN: string;
}

interface Scene {
  out: Out;
  /** The running script, which is started again for each command. */
  script: string;
  folder: string;
  target: ServerTarget;
}

function actions({ out, script, folder, target }: Scene): Omit<Stage, 'patch'> {
  const env = { ...ownEnvironment(), ...target };
  let last: string[] = [];
  const show = async (command: string, args: string[]) => {
    const lines = (await run({ command, args, folder, env })).split('\n');
    out(abridged(lines, last).join('\n'));
    last = lines;
  };
  /** Prints a command, after an empty line if there was output before. */
  const prompt = (line: string) => out(`${last.length > 1 ? '\n' : ''}$ ${line}\n`);
  return {
    heading: (text) => {
      out(`\n# ${text}\n`);
      last = [];
    },
    sync: async (...args) => {
      prompt(`confighub-sync ${args.join(' ')}`);
      await show(process.execPath, [script, ...args]);
    },
    git: async (...args) => {
      prompt(`git ${args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')}`);
      await show('git', [...IDENTITY.flatMap((setting) => ['-c', setting]), ...args]);
    },
    post: async (path, body) => {
      const json = JSON.stringify(body);
      out(`POST ${target.CONFIGHUB_URL}${path}\n${json}\n`);
      await send(target, { path, json });
    },
  };
}

/** Without the user's target and Git settings. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:CONFIGHUB|GIT)_/.test(name));
  return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}

interface Command {
  command: string;
  args: string[];
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Returns the output. */
async function run({ command, args, folder, env }: Command): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw failed(`${command} could not be started: ${error.code}.`);
  });
  if (status !== 0) throw failed(`\`${command} ${args.join(' ')}\` ended with status ${status}: ${output}`);
  return output;
}

/** Leaves out what the previous command has just shown, and the middle of long output. */
function abridged(lines: readonly string[], last: readonly string[]): string[] {
  const differs = lines.findIndex((line, i) => line !== last[i]);
  if (differs > HEAD / 2) return ['    … the same plan …', ...lines.slice(differs)];
  if (lines.length <= MOST_LINES) return [...lines];
  const left = lines.length - HEAD - TAIL;
  return [...lines.slice(0, HEAD), `    … ${left} more lines …`, ...lines.slice(-TAIL)];
}

async function send(target: ServerTarget, { path, json }: { path: string; json: string }): Promise<void> {
  const headers = { 'Client-Token': target.CONFIGHUB_TOKEN, 'Content-Type': 'application/json' };
  const { status } = await fetch(`${target.CONFIGHUB_URL}${path}`, { method: 'POST', headers, body: json });
  if (status !== 200) throw failed(`The server answered ${status}.`);
}

async function targetOf(server: ChildProcess): Promise<ServerTarget> {
  if (server.stdout === null) throw failed('The embedded server has no output.');
  const lines = createInterface(server.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(server, 'exit').then(() => [''])]);
  if (line === '') throw failed('The embedded server did not start.');
  const { url, repositories } = JSON.parse(String(line));
  return { CONFIGHUB_URL: String(url), CONFIGHUB_TOKEN: String(repositories[0].tokens.default) };
}

async function stop(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

function failed(message: string): CommandError {
  return new CommandError({ code: 'demo-failed', message });
}
