// The stage of a sequence: a server behind a front that offers as much of it as wanted, an origin, and people with clones.
import { execFileSync } from 'node:child_process';
import { answer, type Fault, type Request } from '../helpers/faulty-server.ts';
import { randomOf } from '../crash/kills.ts';
import { exported } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';
import { fileItem, type Items, type Project, projectsIn, type Tree } from './items.ts';
import { Ledger } from './oracle/ledger.ts';

/** What the server lets the program read: everything; by token alone; the documented interface alone. */
export const READS = ['export', 'token', 'documented'] as const;
export type Reads = (typeof READS)[number];

export const CLONES = {
  plain: [],
  shallow: ['--depth=1'],
  partial: ['--filter=blob:none'],
} as const;
export type CloneKind = keyof typeof CLONES;

export interface Ref {
  name: string;
  commit: string;
  /** Of an apply that has begun and was not unlocked: when it is over. */
  until: string;
  /** The stage that was applied; absent: everything. */
  stage: string | undefined;
}

/** The choices of one step: always the same for its seed, whatever happened before. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomOf(seed);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<One>(list: Iterable<One>): One | undefined {
    const all = [...list];
    return all[this.below(all.length)];
  }
}

export class World {
  readonly reads: Reads;
  readonly ledger = new Ledger();
  /** Number of the step that is under way: what it writes is told by it. */
  step = 0;
  /** What was done so far, a line for each step. */
  readonly told: string[] = [];
  /** How many minutes the clocks of people are ahead of this machine's. */
  waited = 0;
  /** What becomes of the next requests, pushes too. */
  onRequest: ((isPush: boolean) => Fault) | undefined;
  readonly team: Team;
  /** Where people write: a whole clone. */
  readonly desk: Member;
  readonly #clones = new Map<CloneKind, Member>();
  /** What is checked out in each, as it is committed. */
  readonly #commits = new Map<CloneKind, string>();
  readonly #ancestors = new Map<string, ReadonlySet<string>>();
  readonly #trees = new Map<string, Tree>();

  constructor(team: Team, reads: Reads) {
    this.team = team;
    this.reads = reads;
    this.desk = team.member('desk');
  }

  /** Adds to the line of the step that is under way. */
  tell(words: string): void {
    const line = this.told.pop() ?? '';
    this.told.push(line === '' ? words : `${line} ${words}`);
  }

  /** In the clone where people write. Throws where Git does. */
  git(...args: string[]): string {
    return this.team.sandbox.git(this.desk.dir, ...args);
  }

  /** The same with an input. */
  gitWith(input: string, ...args: string[]): string {
    const env = { ...this.team.sandbox.env, GIT_INDEX_FILE: undefined };
    const options = { cwd: this.desk.dir, env, input, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', args, options).trimEnd();
  }

  /** A variable that people have put into the environments of all jobs. Its text. */
  newVariable(): string {
    const text = `s${this.step}`;
    this.team.sandbox.env[text.toUpperCase()] = text;
    return text;
  }

  tries(...args: string[]): boolean {
    try {
      this.git(...args);
      return true;
    } catch {
      return false;
    }
  }

  /** All files of a commit, which may be named by a branch. */
  tree(name: string): Tree {
    const commit = this.commit(name);
    const known = this.#trees.get(commit) ?? this.#readTree(commit);
    this.#trees.set(commit, known);
    return known;
  }

  /** Each line of each file, as `<commit>:<path>:<line>`: one process, whatever their number. */
  #readTree(commit: string): Tree {
    const files = new Map<string, string>();
    for (const found of this.git('grep', '--full-name', '', commit).split('\n')) {
      const [path = '', ...line] = found.slice(commit.length + 1).split(':');
      files.set(path, `${files.get(path) ?? ''}${line.join(':')}\n`);
    }
    return files;
  }

  /** The projects of a commit, by path of the project file; none where a merge left files that are not whole. */
  projects(name: string): ReadonlyMap<string, Project> {
    try {
      return projectsIn(this.tree(name));
    } catch {
      return new Map();
    }
  }

  /** Records at origin. */
  refs(): Ref[] {
    const { sandbox, origin } = this.team;
    const format = '%(refname) %(objectname)%0a%(contents)%00';
    const listed = sandbox
      .git(origin, 'for-each-ref', `--format=${format}`, 'refs/confighub-sync')
      .split('\0');
    return listed.slice(0, -1).map((text) => {
      const [name = '', commit = ''] = text.trimStart().split('\n', 1)[0]?.split(' ') ?? [];
      const [since, until = '', stage] = ['Since', 'Until', 'Stage'].map(
        (field) => new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1],
      );
      return { name, commit, until: until === since ? '' : until, stage };
    });
  }

  /** By the clocks of people. */
  now(): Date {
    return new Date(Date.now() + this.waited * 60_000);
  }

  isAncestor(older: string, newer: string): boolean {
    const known = this.#ancestors.get(newer) ?? new Set(this.git('rev-list', newer).split('\n'));
    this.#ancestors.set(newer, known);
    return known.has(older);
  }

  /** The commit that a name stands for. */
  commit(name = 'HEAD'): string {
    if (/^[0-9a-f]{40}$/.test(name)) return name;
    return this.git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  }

  /** Branches beside main, sorted. */
  topics(): string[] {
    const listed = this.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/topic-*');
    return listed === '' ? [] : listed.split('\n');
  }

  /** A clone with this commit checked out, as an apply finds it. */
  checkout(kind: CloneKind, commit: string): Member {
    const { sandbox } = this.team;
    const known = this.#clones.get(kind);
    const clone = known ?? this.team.member(kind, ...CLONES[kind]);
    this.#clones.set(kind, clone);
    clone.minutesFromNow(this.waited);
    if (this.#commits.get(kind) === commit) return clone;
    this.#commits.set(kind, commit);
    const depth = kind === 'shallow' ? '--depth=1' : '';
    sandbox.script(
      clone.dir,
      `git fetch --quiet --no-write-fetch-head ${depth} origin $1
      git checkout --quiet --force --detach $1
      git clean --quiet --force -d`,
      commit,
    );
    return clone;
  }

  /** Somebody wrote into a clone. */
  noteChange(kind: CloneKind): void {
    this.#commits.delete(kind);
  }

  /** What the server holds, whatever it lets the program read. */
  async live(): Promise<Items> {
    const items = new Map<string, string>();
    for (const entry of (await exported(this.team.server)) as Exported[])
      if ('file' in entry) items.set(fileItem(entry.file, entry.context), entry.content);
      else
        for (const { context, value } of entry.values)
          items.set(`${entry.key} ${context}`, String(value));
    return items;
  }
}

type Exported =
  | { file: string; context: string; content: string }
  | { key: string; values: { context: string; value: string | number }[] };

/** A world with nothing in it yet. */
export function withWorld<T>(reads: Reads, use: (world: World) => Promise<T>): Promise<T> {
  let world: World | undefined;
  const fault = ({ method, path }: Request): Fault => {
    const isRead = method !== 'POST';
    if (isRead && !isOffered(path, reads)) return { bytes: answer(reads === 'token' ? 406 : 404) };
    return world?.onRequest?.(!isRead) ?? 'pass';
  };
  const begin = (team: Team) => {
    world = new World(team, reads);
    return use(world);
  };
  return withTeam(begin, { fault });
}

function isOffered(path: string, reads: Reads): boolean {
  if (reads === 'documented') return path === '/rest/info/all';
  return reads === 'export' || !path.startsWith('/rest/export/');
}
