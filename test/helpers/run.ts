// One way of running: the command line or the action, within the process of the tests, or as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { Console } from 'node:console';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { Host } from '../../src/cli/host.ts';
import { main } from '../../src/cli/program.ts';
import type { Environment } from './git.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CLI = `${ROOT}dist/cli/index.js`;
const ACTION = `${ROOT}dist/action/index.js`;

/** How a run ended, with everything that it printed. */
export interface Ended {
  /** `null`: ended by a signal. */
  status: number | null;
  stdout: string;
  stderr: string;
  /** Both. */
  output: string;
}

interface Start {
  cwd: string;
  env: Environment;
}

/** How something is run; within this process, nothing waits for a clock. */
export interface How {
  /** A process of its own, from dist/: for signals, crashes, and what Node.js reads as it starts. */
  isProcess?: boolean | undefined;
  /** The binary of Node.js for it, if not that of the tests. */
  node?: string;
  /** Gets that process, which may be stopped. */
  started?: (running: Running) => void;
  /** Only within this process. */
  terminal?: FakeTerminal;
  /** What a pause of the action does, only within this process. */
  pause?: Pause;
}

/** A terminal instead of pipes: its width, and what a person types once there is a question. Then the input ends. */
interface FakeTerminal {
  columns?: number;
  input?: string | (() => Promise<string>);
  /** What the first question contains. Default: that it can be answered with yes or no. */
  question?: string;
  /** Where `2>` sends errors and questions. */
  stderr?: 'file';
}

type Pause = (milliseconds: number) => Promise<void>;

/** Runs the command line with these arguments, or the action, which has none. */
export async function run(
  what: readonly string[] | 'action',
  { isProcess, node, started, terminal, pause, ...start }: Start & How,
): Promise<Ended> {
  if (isProcess || node || started) {
    const script = what === 'action' ? [ACTION] : [CLI, ...what];
    const running = new Running(node ?? process.execPath, script, start);
    started?.(running);
    return running.ended;
  }
  const ended: Ended = { status: 0, stdout: '', stderr: '', output: '' };
  const host = hostOf(ended, start, terminal);
  if (what === 'action') await runAction(host, pause);
  else
    await main(
      Object.assign(host, { argv: ['node', 'confighub-sync', ...what] }) as unknown as Host,
    );
  const { stdout } = ended;
  const [stderr, output] = [seen(ended.stderr), seen(ended.output)];
  return { stdout, stderr, output, status: Number(host.exitCode ?? 0) };
}

/** What stays on a terminal: a line of progress, which a slow machine is shown, is erased again. */
function seen(text: string): string {
  return text.replace(/\r\u001b\[2K(?:[^\r\n]*…(?=\r\u001b\[2K))?/g, '');
}

/** Runs a script of Node.js to its end. */
export function runScript(script: string, args: readonly string[], start: Start): Promise<Ended> {
  return new Running(process.execPath, [script, ...args], start).ended;
}

/** A process that is running. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** In the environment of all that it starts, too. */
  readonly mark = `CONFIGHUB_TEST_MARK=${randomUUID()}`;

  constructor(command: string, args: readonly string[], { cwd, env }: Start) {
    const [name = '', mark] = this.mark.split('=');
    this.child = spawn(command, args, {
      cwd,
      env: { ...env, [name]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Without the terminal of whoever runs the tests.
      detached: true,
    });
    const printed = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      this.child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        printed[stream] += text;
      });
    this.ended = once(this.child, 'close').then(([status]) => {
      return { status, ...printed, output: printed.stdout + printed.stderr };
    });
  }

  /** The first line of its output. Throws where it ends without one. */
  async firstLine(): Promise<string> {
    if (this.child.stdout === null) throw new Error('no output');
    const lines = createInterface(this.child.stdout);
    const [line] = await Promise.race([once(lines, 'line'), this.ended.then(() => [undefined])]);
    if (typeof line !== 'string')
      throw new Error(`ended without a line: ${(await this.ended).stderr}`);
    return line;
  }

  stop(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** What both entries use of `process`; what is printed is noted in `ended`. */
function hostOf(ended: Ended, { cwd, env }: Start, terminal: FakeTerminal | undefined) {
  let isTyped = false;
  const typed = async () =>
    typeof terminal?.input === 'function' ? terminal.input() : (terminal?.input ?? '');
  const stdin = Object.assign(new PassThrough(), terminal && { isTTY: true });
  const sink = (name: 'stdout' | 'stderr', isTerminal = terminal !== undefined) => {
    const stream = new PassThrough({ encoding: 'utf8' });
    stream.on('data', (text: string) => {
      ended[name] += text;
      ended.output += text;
      if (isTyped || !text.includes(terminal?.question ?? '[y/N]')) return;
      isTyped = true;
      void typed().then((input) => stdin.end(input));
    });
    return Object.assign(stream, isTerminal && { isTTY: true, columns: terminal?.columns ?? 100 });
  };
  return Object.assign(new EventEmitter(), {
    argv: [process.execPath, ACTION],
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    cwd: () => cwd,
    stdin,
    stdout: sink('stdout'),
    stderr: sink('stderr', terminal !== undefined && terminal.stderr !== 'file'),
    exitCode: undefined as Host['exitCode'],
    pause: async () => undefined,
  });
}

type Bundle = (
  process: unknown,
  console: Console,
  createRequire: unknown,
  url: string,
) => Promise<void>;

let bundle: Bundle | undefined;

/** Every run evaluates all modules of the bundle again, so no run knows of another; but none of them is parsed again. */
function compiled(): Bundle {
  const body = readFileSync(ACTION, 'utf8')
    .replace(/^import\{createRequire as (\w+)\}from"module";/, 'const $1=createRequire;')
    .replaceAll('import.meta.url', 'url');
  const source = `(async(process,console,createRequire,url)=>{${body}\n})`;
  return new Script(source, { filename: ACTION }).runInThisContext() as Bundle;
}

async function runAction(host: ReturnType<typeof hostOf>, pause: Pause = host.pause) {
  bundle ??= compiled();
  // What the bundle requires: modules of Node.js, and a clock that a test may give it.
  const requiring = (url: string) => {
    const require = createRequire(url);
    const clock = { ...require('node:timers/promises'), setTimeout: pause };
    return (id: string) => (id === 'node:timers/promises' ? clock : require(id));
  };
  // Everything else, such as its version, is this process's.
  const methods = Object.getOwnPropertyDescriptors(EventEmitter.prototype);
  Object.setPrototypeOf(host, Object.create(process, methods));
  await bundle(host, new Console(host), requiring, pathToFileURL(ACTION).href);
}
