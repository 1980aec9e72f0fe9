// Where a situation is played: a server behind a front, an origin, a forge, and workspaces as a workflow checks them out.
import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ForgeServer } from '../github/server.ts';
import { withFaults } from '../helpers/faulty-server.ts';
import { GitSandbox } from '../helpers/git.ts';
import { runInProcess } from '../helpers/in-process.ts';
import { type Ended, REPOSITORY, TOKEN } from '../helpers/process.ts';
import { push, type TestServer, withServer } from '../helpers/server.ts';
import { runStep, type StepOptions, type StepResult } from '../helpers/workflow.ts';

const OTHER_TOKEN = 'tok-other-77aa19c0de5f1d7c';
const OTHER = { ...REPOSITORY, repository: 'other', tokens: { default: { value: OTHER_TOKEN } } };
export const TOKENS = { there: TOKEN, absent: '', 'of another repository': OTHER_TOKEN } as const;

/** What a front makes of requests: they pass, no connection comes to the server, or the answer to each push is lost. */
type Front = 'open' | 'closed' | 'pushes cut' | 'pushes lost';

export const MAIN = 'refs/heads/main';

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
  readonly forge: ForgeServer;
  readonly #setFront: (front: Front) => void;
  #workspaces = 0;

  constructor(server: TestServer, forge: ForgeServer, front: { url: string; set: (front: Front) => void }) {
    this.server = server;
    this.forge = forge;
    this.url = front.url;
    this.#setFront = front.set;
    this.sandbox.write(join(this.origin, 'config'), CONFIG);
    this.desk = this.sandbox.clone(this.origin, 'desk');
    // One store of objects for both: to publish a commit, only its ref is written.
    rmSync(join(this.desk, '.git/objects'), { recursive: true });
    symlinkSync(join(this.origin, 'objects'), join(this.desk, '.git/objects'));
    forge.forge.commitsBetween = (older, newer) =>
      this.sandbox.git(this.desk, 'rev-list', '--reverse', `${older}..${newer}`).split('\n');
  }

  /** As a push does it, or the Git host. */
  publish(ref: string, commit: string): void {
    this.sandbox.write(join(this.origin, ref), `${commit}\n`);
    if (ref === MAIN) this.sandbox.write(join(this.desk, '.git/refs/remotes/origin/main'), `${commit}\n`);
  }

  set front(front: Front) {
    this.#setFront(front);
  }

  /** Commands of a shell where people write; what they print. */
  sh(script: string, ...args: string[]): string {
    return this.sandbox.script(this.desk, script, ...args);
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) this.sandbox.write(join(this.desk, path), text);
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
    const env = { GITHUB_API_URL: this.forge.url, GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: commit };
    return runStep(
      { sandbox: this.sandbox, dir, env: { ...this.sandbox.env, TMPDIR: tmp } },
      { ...options, with: { 'github-token': 'workflow', ...options.with }, env: { ...env, ...options.env } },
    );
  }

  /** The command line, where a person is. */
  cli(dir: string, args: readonly string[], token: string): Promise<Ended> {
    const env = { ...this.sandbox.env, CI: undefined, ...(token !== '' && { CONFIGHUB_TOKEN: token }) };
    return runInProcess(args, { cwd: dir, env });
  }

  /** What others send to the server. */
  async others(data: readonly object[]): Promise<void> {
    await push(this.server, { data }, { token: 'default' });
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
  let front: Front = 'open';
  return withServer({ repositories: [REPOSITORY, OTHER] }, (server) =>
    withFaults(
      {
        behind: server,
        fault: ({ method }) => {
          if (front === 'closed') return 'cut';
          if (method !== 'POST' || front === 'open') return 'pass';
          return front === 'pushes cut' ? 'cut' : { passed: '' };
        },
      },
      async ({ url }) => {
        const forge = await new ForgeServer('github').start();
        const stage = new Stage(server, forge, {
          url,
          set: (next) => {
            front = next;
          },
        });
        try {
          return await use(stage);
        } finally {
          await forge.stop();
          stage.sandbox.dispose();
        }
      },
    ),
  );
}
