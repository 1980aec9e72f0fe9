// [edge] demo: the whole way of a change, with real commands against the embedded server, in a folder that is gone afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError, EXIT, type ExitStatus } from './errors.ts';

const IDENTITY = [
  '-c',
  'user.name=Demo',
  '-c',
  'user.email=demo@example.com',
  '-c',
  'init.defaultBranch=main',
];
const SERVE = [
  'serve',
  '--repository',
  'acme/shop',
  '--levels',
  'Environment,Application',
  '--port',
  '0',
  '--json',
];

interface Story {
  out: (text: string) => void;
  /** The script that is running, to be run again for each command. */
  script: string;
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** Throws where a step does not end as it should. */
export async function demo(out: (text: string) => void): Promise<ExitStatus> {
  const script = realpathSync(process.argv[1] ?? '');
  const examples = join(dirname(script), '../../examples');
  if (!existsSync(examples)) throw failed('The folder examples/ is missing beside dist/.');
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'confighub-sync-demo-')));
  const folder = join(temporary, 'shop');
  cpSync(join(examples, 'shop'), folder, { recursive: true });
  out(`A copy of examples/shop lies in ${folder} and goes away at the end.\n`);
  out(`Below, confighub-sync stands for: node ${script}\n\n`);
  let server: ChildProcess | undefined;
  try {
    server = startServer(script, temporary);
    const env = { ...ownEnvironment(), ...(await addressOf(server, out)) };
    await tell({ out, script, folder, env }, join(examples, 'shop-change.patch'));
    return EXIT.done;
  } finally {
    await stop(server);
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function tell(story: Story, patch: string): Promise<void> {
  const { out } = story;
  out(`$ cd ${story.folder}\n`);
  await git(story, ['init', '--quiet', '.']);
  await git(story, ['add', '.']);
  await git(story, ['commit', '--quiet', '--message', 'The shop']);
  heading(out, 'The server is empty: everything is to be created.');
  await sync(story, 'plan');
  await sync(story, 'apply');
  heading(out, 'A change in Git: an update, a new key, and a key, a value and a file that are gone.');
  await git(story, ['apply', '--index', patch]);
  await git(story, ['commit', '--quiet', '--message', 'Gift cards instead of the wishlist']);
  await sync(story, 'plan');
  await sync(story, 'apply');
  heading(out, 'The server is what the files declare.');
  await sync(story, 'plan');
}

/** Without the reader's own target, and without a repository or settings of Git that are not the demo's. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:CONFIGHUB|GIT)_/.test(name));
  return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
}

function heading(out: Story['out'], text: string): void {
  out(`\n# ${text}\n`);
}

async function sync(story: Story, command: string): Promise<void> {
  story.out(`\n$ confighub-sync ${command}\n`);
  await run(story, { command: process.execPath, args: [story.script, command] });
}

async function git(story: Story, args: string[]): Promise<void> {
  story.out(`$ git ${args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg)).join(' ')}\n`);
  await run(story, { command: 'git', args: [...IDENTITY, ...args] });
}

async function run(
  { out, folder, env }: Story,
  { command, args }: { command: string; args: string[] },
): Promise<void> {
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
  out(abridged(output));
  if (status !== 0) throw failed(`\`${command} ${args.join(' ')}\` ended with status ${status}.`);
}

/** Long output in brief: what to expect is seen from its beginning and its end. */
function abridged(output: string): string {
  const lines = output.split('\n');
  if (lines.length <= 24) return output;
  const left = lines.length - 16;
  return [...lines.slice(0, 12), `    … ${left} more lines, left out here …`, ...lines.slice(-4)].join('\n');
}

function startServer(script: string, cwd: string): ChildProcess {
  return spawn(process.execPath, [script, ...SERVE], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function addressOf(server: ChildProcess, out: Story['out']): Promise<Record<string, string>> {
  if (server.stdout === null) throw failed('The embedded server has no output.');
  out(`$ confighub-sync ${SERVE.join(' ')} &\n`);
  const lines = createInterface(server.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(server, 'exit').then(() => [''])]);
  if (line === '') throw failed('The embedded server did not start.');
  const { url, repositories } = JSON.parse(String(line));
  const variables = { CONFIGHUB_URL: String(url), CONFIGHUB_TOKEN: String(repositories[0].tokens.default) };
  out(
    `${line}\n${Object.entries(variables)
      .map(([name, value]) => `$ export ${name}=${value}\n`)
      .join('')}`,
  );
  return variables;
}

async function stop(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}

function failed(message: string): CommandError {
  return new CommandError({ code: 'demo-failed', message });
}
