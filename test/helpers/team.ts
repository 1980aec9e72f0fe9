// People who apply to one server from clones of one origin, with clocks of their own; in this process.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planTarget } from '../../src/commands/plan.ts';
import type { PlanResult } from '../../src/core/plan-facts.ts';
import type { Runtime } from '../../src/runtime.ts';
import { type GivenOptions, resolveOptions } from '../../src/options.ts';
import type { ServerOptions } from '../../src/server/http-server.ts';
import { type ApplyResult, apply, applyApproved, runtimeIn } from './apply.ts';
import { COMMIT, GitSandbox, PERSON, refNamesIn } from './git.ts';
import { committed, isUnchanged } from './git-commit.ts';
import { REPOSITORY, TOKEN } from './process.ts';
import { type FaultyOptions, type FaultyServer, withFaults } from './faulty-server.ts';
import { type ExportedEntry, rowsIn } from './memory.ts';
import { CLI, type Ended, Running, run } from './run.ts';
import { exported, push, type TestServer, withServer } from './server.ts';

/** When everything begins. */
export const START = new Date('2024-05-06T07:08:09Z');

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';

/** A project file with limits that refuse nothing. */
export const UNLIMITED = `${PROJECT}limits: { deletes: 100%, updates: 100% }\n`;

/** One document that declares these keys, each with its own name as its value. */
export function declaring(...keys: string[]): Record<string, string> {
  const lines = keys.map((key) => `  ${key}: ${key}\n`);
  return {
    'confighub.yaml': PROJECT,
    'config/shop.yaml': lines.length === 0 ? 'keys: {}\n' : `keys:\n${lines.join('')}`,
  };
}

/**
 * A project with these limits, and one document.
 * @param keys as YAML, behind `keys: `
 * @param settings more lines of the project file
 */
export function withKeys(keys: string, settings = ''): Record<string, string> {
  return { 'confighub.yaml': UNLIMITED + settings, 'config/shop.yaml': `keys: ${keys}\n` };
}

export interface TeamOptions extends Partial<ServerOptions> {
  /** Another address than the server's, for example of something that stands in front of it. */
  url?: string;
  /** Folder of the project within the repository. */
  folder?: string;
  /** Of each plan and apply of its members, unless it is given something else. */
  given?: GivenOptions;
  /** What becomes of each request: members ask a server that stands in front of the server. */
  fault?: FaultyOptions['fault'];
}

export class Member {
  /** Minutes after {@link START}. The server's clock is as late as the latest of them. */
  minutes = 0;
  readonly dir: string;
  readonly #team: Team;
  readonly #actor: string;
  /** The commit that {@link commit} made last. */
  #pushed?: string;

  constructor(team: Team, dir: string, actor: string) {
    this.dir = dir;
    this.#team = team;
    this.#actor = actor;
  }

  /** Commits these files on top of what is at origin, and pushes them. */
  commit(files: Record<string, string>): string {
    const { sandbox, folder, origin } = this.#team;
    const main = join(origin, 'refs/heads/main');
    const there = existsSync(main) ? readFileSync(main, 'utf8').trim() : undefined;
    const isOnTop = there === this.#pushed && isUnchanged(this.dir);
    // What it pushed last is fetched from nobody.
    const fetch = there === this.#pushed ? '' : 'git fetch --quiet origin main;';
    if (there !== undefined && !isOnTop)
      sandbox.script(this.dir, `${fetch} git reset --quiet --hard ${there}`);
    for (const [path, text] of Object.entries(files))
      sandbox.write(join(this.dir, folder, path), text);
    this.#pushed =
      committed(this.dir, { message: 'Change', person: PERSON, origin }) ??
      sandbox.script(this.dir, `${COMMIT}; git push --quiet origin HEAD:main`, 'Change');
    return this.#pushed;
  }

  runtime(more: Partial<Runtime> = {}): Runtime {
    return runtimeIn(`${this.dir}/${this.#team.folder}`, this.#team.sandbox.env, {
      now: () => new Date(START.getTime() + this.minutes * 60_000),
      actor: this.#actor,
      run: `https://git.example.com/runs/${this.#actor}`,
      ...more,
    });
  }

  /** From now on its clock is so many minutes after the clock of this machine. */
  minutesFromNow(minutes: number): this {
    this.minutes = (Date.now() - START.getTime()) / 60_000 + minutes;
    return this;
  }

  options(given: GivenOptions = {}) {
    const { url, given: usual } = this.#team;
    return resolveOptions({ url, repository: 'acme/shop', token: TOKEN, ...usual, ...given }, {});
  }

  apply(
    given: GivenOptions = {},
    onPlan: (planned: PlanResult) => Promise<void> = async () => undefined,
  ): Promise<ApplyResult> {
    return apply(this.options(given), this.runtime(), onPlan);
  }

  applyApproved(given: GivenOptions = {}): Promise<ApplyResult> {
    return applyApproved(this.options(given), this.runtime());
  }

  /** The command line, with the clock of this machine; in this process. */
  cli(...args: string[]): Promise<Ended> {
    return run(args, this.#start());
  }

  /** The built program in a process of its own. */
  start(...args: string[]): Running {
    return new Running(process.execPath, [CLI, ...args], this.#start());
  }

  #start() {
    const { url, sandbox } = this.#team;
    const named = { CONFIGHUB_URL: url, CONFIGHUB_REPOSITORY: 'acme/shop', CONFIGHUB_TOKEN: TOKEN };
    return { cwd: this.runtime().cwd, env: { ...sandbox.env, ...named } };
  }

  plan(given: GivenOptions = {}): Promise<PlanResult> {
    return planTarget(this.options(given), this.runtime());
  }

  /** As the files of a pull request are planned. */
  planUntrusted(base: string): Promise<PlanResult> {
    const options = { ...this.options({ base }), untrusted: { commit: base } };
    return planTarget(options, this.runtime());
  }
}

export class Team {
  readonly sandbox = new GitSandbox();
  readonly origin = this.sandbox.bare();
  readonly folder: string;
  readonly given: GivenOptions;
  readonly server: TestServer;
  readonly members: Member[] = [];
  url: string;
  /** For a server in front of the server's: whether it misbehaves. */
  isFaulty = false;
  isGone = false;
  /** Whether it answers no read, because a push was lost. */
  isBlind = false;

  constructor(server: TestServer, { url, folder, given = {} }: TeamOptions) {
    this.server = server;
    this.given = given;
    this.url = url ?? server.url;
    this.folder = folder === undefined ? '' : `${folder}/`;
    appendFileSync(join(this.origin, 'config'), '[uploadpack]\n\tallowAnySHA1InWant = true\n');
  }

  member(name: string, ...options: string[]): Member {
    const member = new Member(this, this.sandbox.clone(this.origin, name, ...options), name);
    this.members.push(member);
    return member;
  }

  /** Names of the refs of what was last applied at origin, without what is before the last slash. */
  refs(): string[] {
    return this.refNames().map((name) => name.slice(name.lastIndexOf('/') + 1));
  }

  /** In full. */
  refNames(): string[] {
    return refNamesIn(this.origin);
  }

  /** The states of the apply runs in the only record at origin, the newest first, down to the last that is done. */
  refStates(): string[] {
    const [ref, ...others] = this.refNames();
    if (ref === undefined || others.length > 0) return others;
    const log = this.sandbox.git(
      this.origin,
      'log',
      '--format=%(trailers:key=State,valueonly,separator=%x2C)',
      ref,
    );
    const states = log.split('\n');
    return states.includes('done') ? states.slice(0, states.indexOf('done') + 1) : states;
  }

  /** Names of the keys that the server has. */
  async keys(): Promise<string[]> {
    const entries = (await exported(this.server)) as { key?: string }[];
    return entries.flatMap(({ key }) => key ?? []).sort();
  }

  /** Every row that the server has, sorted: `k Production;*: 1`. */
  async rows(): Promise<string[]> {
    return rowsIn((await exported(this.server)) as ExportedEntry[]);
  }

  /** Members ask a server that misbehaves, in front of the server. */
  withFault<T>(
    fault: FaultyOptions['fault'],
    use: (front: FaultyServer) => Promise<T>,
  ): Promise<T> {
    return withFaults({ behind: this.server, fault }, (front) => {
      this.url = front.url;
      return use(front);
    });
  }

  pushes(): number {
    return this.server.history('acme', 'shop').length;
  }

  /** Somebody else writes, with a token that may write locked keys. */
  async push(...data: object[]): Promise<void> {
    const body = { enableKeyCreation: true, data };
    const { status, etag } = await push(this.server, body, { token: 'force' });
    if (status !== 200) throw new Error(`The push of others was rejected: ${etag}`);
  }
}

/** A server, an origin, and nobody yet. */
export function withTeam<T>(
  use: (team: Team) => Promise<T>,
  options: TeamOptions = {},
): Promise<T> {
  const { url: _, folder: __, given: ___, fault, ...server } = options;
  let members: readonly Member[] = [];
  const now = () =>
    new Date(START.getTime() + Math.max(0, ...members.map(({ minutes }) => minutes)) * 60_000);
  return withServer({ repositories: [REPOSITORY], now, ...server }, async (running) => {
    const team = new Team(running, options);
    members = team.members;
    try {
      return await (fault === undefined ? use(team) : team.withFault(fault, () => use(team)));
    } finally {
      team.sandbox.dispose();
    }
  });
}
