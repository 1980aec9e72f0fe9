// A person at work with the command line: in folders of their own, with nothing of this process's environment but PATH.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, GitSandbox } from './git.ts';
import { type Fault, type FaultyOptions, type Request, withFaults } from './faulty-server.ts';
import { CLI, type Ended, type How, ROOT, Running, run } from './run.ts';
import { type TestServer, withServer } from './server.ts';
import type { ServerOptions } from '../../src/server/http-server.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';

type Files = Record<string, string | Buffer>;

export interface CliOptions extends How {
  /** Above the desk's own; `undefined` takes a variable away. */
  env?: Environment;
  /** Relative to the project. */
  cwd?: string;
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

  cli(args: readonly string[], { env, cwd = '', ...how }: CliOptions = {}): Promise<Ended> {
    const own = how.terminal === undefined ? env : { CI: undefined, ...env };
    return run(args, { ...how, cwd: this.path(cwd), env: this.environment(own) });
  }

  /** A process that goes on until it is stopped. */
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

export interface FaultyShop extends Shop {
  /** `POST /rest/push` and so on, as they reached the server that misbehaves. */
  seen: string[];
}

/** A shop whose program talks to a server that misbehaves, in front of one that does not. */
export function withFaultyShop<T>(
  { files = SMALL, fault, ...more }: { files?: Files; fault: FaultOf } & Pick<FaultyOptions, 'tls'>,
  use: (shop: FaultyShop) => Promise<T>,
): Promise<T> {
  return withShop(files, (shop) => {
    const options = { behind: shop.server, fault: (request: Request) => fault(request, shop) };
    return withFaults({ ...options, ...more }, ({ url, requests }) => {
      shop.desk.env.CONFIGHUB_URL = url;
      return use({ ...shop, seen: requests });
    });
  });
}

type FaultOf = (request: Request, shop: Shop) => Fault;

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

/** A clone of the tool as it is built, and its commit: what jobs of CI systems without actions fetch. */
export function clonedTool(sandbox: GitSandbox): Record<string, string> {
  const tool = sandbox.path('tool');
  if (!existsSync(tool)) {
    sandbox.init('tool');
    for (const name of ['dist', 'package.json'])
      cpSync(join(ROOT, name), join(tool, name), { recursive: true });
    sandbox.commit(tool, 'Tool');
  }
  return {
    CONFIGHUB_SYNC_FROM: tool,
    CONFIGHUB_SYNC_COMMIT: sandbox.git(tool, 'rev-parse', 'HEAD'),
  };
}
