// Where a situation is played: a server behind a front, an origin, a Git host, and workspaces as a workflow checks them out.
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { GitHostServer } from '../github/server.ts';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { GitSandbox } from '../helpers/git.ts';
import { pausing } from '../helpers/beside.ts';
import { run } from '../helpers/run.ts';
import { REPOSITORY, TOKEN } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';
import { push, type TestServer, withServer } from '../helpers/server.ts';
import { runStep, type StepOptions, type StepResult } from '../helpers/workflow.ts';

const OTHER_TOKEN = 'tok-other-77aa19c0de5f1d7c';
const OTHER = { ...REPOSITORY, repository: 'other', tokens: { default: { value: OTHER_TOKEN } } };
/** Those of the targets, where there are two: all documents go to each. */
export const REPOSITORIES = { shop: 'acme/shop', other: 'acme/other' };

/** Variables with tokens. */
export type Tokens = Readonly<Record<string, string>>;

const TOKENS = { there: TOKEN, absent: '', 'of another repository': OTHER_TOKEN } as const;

/** What a run gets that has this token. The second target has its own, unless there is none at all. */
export function tokensOf({
  token = 'there',
  targets,
}: {
  token?: keyof typeof TOKENS;
  targets: 'one' | 'two';
}): Tokens {
  const value = TOKENS[token];
  if (value === '') return {};
  return {
    CONFIGHUB_TOKEN: value,
    ...(targets === 'two' && { CONFIGHUB_TOKEN_OTHER: OTHER_TOKEN }),
  };
}

/** What a front makes of requests: they pass, no connection comes to the server, or the answer to each push is lost. */
type Front = 'open' | 'closed' | 'pushes cut' | 'pushes lost';

export const MAIN = 'refs/heads/main';

/** What becomes of a request of the action that is killed, or whose origin goes, at a certain step. */
export type Interruption = (request: { method: string; path: string }) => Fault | undefined;

export interface Workspace {
  dir: string;
  /** What is checked out. */
  commit: string;
}

export class Stage {
  readonly sandbox = new GitSandbox();
  readonly origin = this.sandbox.bare();
  /** Where people write. */
  readonly desk: string;
  readonly server: TestServer;
  /** Its address as the project file has it. */
  readonly url: string;
  readonly gitHost: GitHostServer;
  /** Of requests to the server behind the front. */
  interruption: Interruption | undefined;
  front: Front = 'open';
  #workspaces = 0;

  constructor(server: TestServer, gitHost: GitHostServer, url: string) {
    this.server = server;
    this.gitHost = gitHost;
    this.url = url;
    this.sandbox.write(join(this.origin, 'config'), CONFIG);
    this.desk = this.sandbox.clone(this.origin, 'desk');
    // One store of objects for both: to publish a commit, only its ref is written.
    rmSync(join(this.desk, '.git/objects'), { recursive: true });
    symlinkSync(join(this.origin, 'objects'), join(this.desk, '.git/objects'));
    gitHost.gitHost.commitsBetween = (older, newer) =>
      this.sandbox
        .git(this.desk, 'rev-list', '--reverse', `${older}..${newer}`)
        .split('\n')
        .filter((id) => id !== '');
  }

  /** As a push does it, or the Git host. */
  publish(ref: string, commit: string): void {
    this.sandbox.write(join(this.origin, ref), `${commit}\n`);
    if (ref === MAIN)
      this.sandbox.write(join(this.desk, '.git/refs/remotes/origin/main'), `${commit}\n`);
  }

  faultOf(request: { method: string; path: string }): Fault {
    const interrupted = this.interruption?.(request);
    if (interrupted !== undefined) return interrupted;
    if (this.front === 'closed') return 'cut';
    if (request.method !== 'POST' || this.front === 'open') return 'pass';
    return this.front === 'pushes cut' ? 'cut' : { passed: '' };
  }

  /** Without it, Git finds no repository there. Returns what brings it back. */
  hideOrigin(): () => void {
    const [there, away] = [join(this.origin, 'HEAD'), join(this.origin, 'HEAD.away')];
    renameSync(there, away);
    return () => renameSync(away, there);
  }

  /** Commands of a shell where people write; what they print. */
  sh(script: string, ...args: string[]): string {
    return this.sandbox.script(this.desk, script, ...args);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files))
      this.sandbox.write(join(this.desk, path), text);
  }

  /** As actions/checkout does it: a new folder, detached, with the history or without. */
  checkout(commit: string, { hasHistory = false, submodules = false } = {}): Workspace {
    const name = `workspace-${++this.#workspaces}`;
    const dir = this.sandbox.init(name);
    appendFileSync(join(dir, '.git/config'), `[remote "origin"]\n\turl = file://${this.origin}\n`);
    const depth = hasHistory ? '' : '--depth=1';
    this.sandbox.script(
      dir,
      `git fetch --quiet --no-tags ${depth} origin "$1" '+refs/heads/*:refs/remotes/origin/*'
       git checkout --quiet --detach "$1"; ${submodules ? 'git submodule --quiet update --init' : ''}`,
      commit,
    );
    return { dir, commit };
  }

  /** A step of a workflow in a workspace. */
  step({ dir, commit }: Workspace, options: StepOptions): Promise<StepResult> {
    const tmp = this.sandbox.path('tmp');
    mkdirSync(tmp, { recursive: true });
    const env = {
      GITHUB_API_URL: this.gitHost.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: commit,
      ...pausing(this, 'at once'),
    };
    return runStep(
      { sandbox: this.sandbox, dir, env: { ...this.sandbox.env, TMPDIR: tmp } },
      {
        ...options,
        with: { 'github-token': 'workflow', ...options.with },
        env: { ...env, ...options.env },
      },
    );
  }

  /** The command line, where a person is. */
  cli(dir: string, args: readonly string[], tokens: Tokens): Promise<Ended> {
    return run(args, { cwd: dir, env: { ...this.sandbox.env, CI: undefined, ...tokens } });
  }

  /** What others send to the server. */
  async others(data: readonly object[], repository: string = REPOSITORIES.shop): Promise<void> {
    await push(this.server, { data }, { token: 'default', repository });
  }
}

const CONFIG = `[core]
	repositoryFormatVersion = 0
	bare = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[receive]
	autoGC = false
`;

export function withStage<Result>(use: (stage: Stage) => Promise<Result>): Promise<Result> {
  return withServer({ repositories: [REPOSITORY, OTHER] }, (server) => {
    let stage: Stage | undefined;
    const fault = (request: Request) => stage?.faultOf(request) ?? 'pass';
    return withFaults({ behind: server, fault }, async ({ url }) => {
      const gitHost = await new GitHostServer('github').start();
      stage = new Stage(server, gitHost, url);
      try {
        return await use(stage);
      } finally {
        await gitHost.stop();
        stage.sandbox.dispose();
      }
    });
  });
}
