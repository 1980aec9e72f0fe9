// The built program as a child process: in folders of its own, with nothing of this process's environment but PATH.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Environment, GitSandbox } from './git.ts';
import { type FakeTerminal, runInProcess } from './in-process.ts';
import { type TestServer, withServer } from './server.ts';
import type { ServerOptions } from '../../src/server/http-server.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CLI = `${ROOT}dist/cli/index.js`;
export const ACTION = `${ROOT}dist/action/index.js`;

/** How a process ended, with everything that it printed. */
export interface Ended {
  /** `null`: ended by a signal. */
  status: number | null;
  stdout: string;
  stderr: string;
  /** Both. */
  output: string;
}

export interface Start {
  cwd: string;
  env: Environment;
  /** The binary that runs the script; this process's own unless told otherwise. */
  node?: string;
}

/** A process that is running. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** In the environment of all that it starts, too. */
  readonly mark = `CONFIGHUB_TEST_MARK=${randomUUID()}`;
  #out = '';
  #err = '';

  constructor(command: string, args: readonly string[], { cwd, env }: Omit<Start, 'node'>) {
    const [name = '', mark] = this.mark.split('=');
    this.child = spawn(command, args, {
      cwd,
      env: { ...env, [name]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Without the terminal of whoever runs the tests.
      detached: true,
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
    });
    this.ended = once(this.child, 'close').then(([status]) => ({
      status: status as number | null,
      stdout: this.#out,
      stderr: this.#err,
      output: this.#out + this.#err,
    }));
  }

  /** The first line of its output. Throws where it ends without one. */
  async firstLine(): Promise<string> {
    if (this.child.stdout === null) throw new Error('no output');
    const lines = createInterface(this.child.stdout);
    const [line] = await Promise.race([once(lines, 'line'), this.ended.then(() => [undefined])]);
    if (typeof line !== 'string') throw new Error(`ended without a line: ${this.#err}`);
    return line;
  }

  stop(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Runs a script to its end. */
export function run(
  script: string,
  args: readonly string[],
  { node, ...start }: Start,
): Promise<Ended> {
  return new Running(node ?? process.execPath, [script, ...args], start).ended;
}

type Files = Record<string, string | Buffer>;

export interface CliOptions {
  /** Above the desk's own; `undefined` takes a variable away. */
  env?: Environment;
  /** Relative to the project. */
  cwd?: string;
  node?: string;
  /** Only within this process. */
  terminal?: FakeTerminal;
}

/** Folders for one person at work: a project, a home and a place for temporary files. */
export class Desk {
  readonly sandbox = new GitSandbox();
  /** The project's folder. */
  readonly dir = this.sandbox.path('project');
  /** Where temporary files go; what is left there was left behind. */
  readonly tmp = this.sandbox.path('tmp');
  env: Environment;

  constructor(files: Files = {}) {
    for (const dir of [this.dir, this.tmp]) mkdirSync(dir, { recursive: true });
    this.env = {
      PATH: process.env.PATH,
      HOME: this.sandbox.env.HOME,
      TMPDIR: this.tmp,
      GIT_CONFIG_NOSYSTEM: '1',
      // Windows has no network without it.
      ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    };
    this.write(files);
  }

  path(...parts: string[]): string {
    return this.sandbox.path('project', ...parts);
  }

  /** Writes files of the project. */
  write(files: Files): void {
    for (const [path, content] of Object.entries(files))
      this.sandbox.write(this.path(path), content);
  }

  git(...args: string[]): string {
    return this.sandbox.git(this.dir, ...args);
  }

  /** Makes the project a Git repository, unless it is one, and commits everything; the commit's id. */
  commit(message: string, files: Files = {}): string {
    if (!existsSync(this.path('.git'))) this.sandbox.init('project');
    return this.sandbox.commit(this.dir, message, files);
  }

  /** That of a CI system, where nobody can be asked; outside Git, which is no place for a workflow, that of a person's shell. */
  environment(extra: Environment = {}): Environment {
    return { ...(existsSync(this.path('.git')) && { CI: 'true' }), ...this.env, ...extra };
  }

  /** Within this process. */
  cli(
    args: readonly string[],
    { env, cwd = '', terminal }: Omit<CliOptions, 'node'> = {},
  ): Promise<Ended> {
    if (terminal === undefined)
      return runInProcess(args, { cwd: this.path(cwd), env: this.environment(env) });
    return runInProcess(args, {
      cwd: this.path(cwd),
      env: this.environment({ CI: undefined, ...env }),
      terminal,
    });
  }

  /** As a process of its own, from dist/. */
  spawn(
    args: readonly string[],
    { env, cwd = '', node }: Omit<CliOptions, 'terminal'> = {},
  ): Promise<Ended> {
    return run(CLI, args, {
      cwd: this.path(cwd),
      env: this.environment(env),
      ...(node && { node }),
    });
  }

  start(args: readonly string[], { env, cwd = '' }: Pick<CliOptions, 'env' | 'cwd'> = {}): Running {
    return new Running(process.execPath, [CLI, ...args], {
      cwd: this.path(cwd),
      env: this.environment(env),
    });
  }

  dispose(): void {
    this.sandbox.dispose();
  }
}

/** A desk that is cleared whatever happens. */
export async function withDesk<T>(files: Files, use: (desk: Desk) => Promise<T>): Promise<T> {
  const desk = new Desk(files);
  try {
    return await use(desk);
  } finally {
    desk.dispose();
  }
}

export const TOKEN = 'tok-5f1d7c0a9b3e4826aa17';

/** The repository of a test: readable without a token, with one token that may write. */
export const REPOSITORY: RepositorySettings = {
  account: 'acme',
  repository: 'shop',
  levels: ['Environment', 'Application'],
  tokens: { default: { value: TOKEN }, force: { value: `${TOKEN}-force`, forceKeyPush: true } },
};

export interface Shop {
  desk: Desk;
  server: TestServer;
  /** `GET /rest/info/all` and so on, in the order in which they came. */
  requests: string[];
}

/** A desk whose environment points at a running server. */
export function withShop<T>(
  files: Files,
  use: (shop: Shop) => Promise<T>,
  options: Partial<ServerOptions> = {},
): Promise<T> {
  const requests: string[] = [];
  const settings = {
    repositories: [REPOSITORY],
    ...options,
    onRequest: ({ method, path }: { method: string; path: string }) =>
      requests.push(`${method} ${path}`),
  };
  return withServer(settings, (server) =>
    withDesk(files, (desk) => {
      desk.env.CONFIGHUB_URL = server.url;
      desk.env.CONFIGHUB_REPOSITORY = 'acme/shop';
      desk.env.CONFIGHUB_TOKEN = TOKEN;
      return use({ desk, server, requests });
    }),
  );
}

/** A small project: `confighub.yaml` and one document with two keys, one of them with two values. */
export const SMALL = {
  'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  shop.title: Corner Shop
  db.host:
    values:
      "*": db.dev.internal
      Production;*: db.prod.internal
`,
};
