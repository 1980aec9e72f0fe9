// Real Git in temporary directories: repositories with a bare `origin`, in an environment of their own.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { committed } from './git-commit.ts';

export type Environment = Record<string, string | undefined>;

/** A temporary folder with what Git needs. `dispose` removes it all. */
export class GitSandbox {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'confighub-git-')));
  /** Nothing of this machine's configuration, nothing of a surrounding Git hook; no person is there to be asked. */
  readonly env: Environment;

  constructor() {
    const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
    this.env = {
      ...Object.fromEntries(clean),
      HOME: this.path('home'),
      GIT_CONFIG_NOSYSTEM: '1',
      CI: 'true',
    };
    delete this.env.XDG_CONFIG_HOME;
    this.write('home/.gitconfig', SETTINGS);
  }

  path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  /** Writes a file below the sandbox (`path` may be absolute) and makes its folders. */
  write(path: string, content: string | Buffer): void {
    const file = path.startsWith(this.dir) ? path : this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Runs git in a folder; its output without the last newline. Throws where git does. */
  git(cwd: string, ...args: string[]): string {
    return this.#run(cwd, 'git', args);
  }

  /** A shell script, for several git commands: a process started from one as large as that of the tests takes long. */
  script(cwd: string, script: string, ...args: string[]): string {
    return this.#run(cwd, 'sh', ['-ec', script, 'sh', ...args]);
  }

  #run(cwd: string, program: string, args: readonly string[]): string {
    const env = { ...this.env, ...IDENTITY };
    return execFileSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd();
  }

  /** A bare repository that allows filters, as Git hosts do. */
  bare(name = 'origin.git'): string {
    this.#repository(name, '\tbare = true\n[uploadpack]\n\tallowFilter = true\n');
    return this.path(name);
  }

  /** A repository without an origin and without a commit. */
  init(name = 'work'): string {
    this.#repository(join(name, '.git'), '\tbare = false\n\tlogAllRefUpdates = true\n');
    return this.path(name);
  }

  /** What `git init` makes, without its start. */
  #repository(dir: string, config: string): void {
    this.write(join(dir, 'config'), `[core]\n\trepositoryFormatVersion = 0\n${config}`);
    this.write(join(dir, 'HEAD'), 'ref: refs/heads/main\n');
    for (const name of ['objects', 'refs']) mkdirSync(this.path(dir, name));
  }

  /** A clone over `file://`, so that depth and filters count. */
  clone(origin: string, name: string, ...options: string[]): string {
    if (options.length === 0 && readdirSync(join(origin, 'refs')).length === 0)
      return this.#cloneEmpty(origin, name);
    this.git(this.dir, 'clone', '--quiet', ...options, `file://${origin}`, name);
    return this.path(name);
  }

  /** What `git clone` makes of a repository without a commit. */
  #cloneEmpty(origin: string, name: string): string {
    const dir = this.init(name);
    const remote = `[remote "origin"]\n\turl = file://${origin}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    appendFileSync(
      join(dir, '.git/config'),
      `${remote}[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`,
    );
    return dir;
  }

  /** A commit of everything in the working tree; its id. */
  commit(dir: string, message: string, files: Record<string, string | Buffer> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(join(dir, path), content);
    const windows = process.platform === 'win32';
    const id = windows ? undefined : committed(dir, { message, person: PERSON });
    if (id !== undefined) return id;
    if (!windows) return this.script(dir, COMMIT, message);
    // Git for Windows puts no `sh` into PATH, unless told to.
    this.git(dir, 'add', '--all');
    this.git(dir, 'commit', '--quiet', '--allow-empty', '--message', message);
    return this.git(dir, 'rev-parse', 'HEAD');
  }

  /** A bare origin with as many commits on `main`, and a full clone of it. */
  withOrigin(commits = 3): { origin: string; work: string; ids: string[] } {
    const origin = this.bare();
    const work = this.clone(origin, 'work');
    const ids = Array.from({ length: commits }, (_, i) =>
      this.commit(work, `Commit ${i}`, { 'a.yaml': `n: ${i}\n` }),
    );
    this.git(work, 'push', '--quiet', 'origin', 'HEAD:main');
    return { origin, work, ids };
  }

  /** The newest commit of a branch; `undefined`: there is no such branch. */
  headOf(dir: string, branch: string): string | undefined {
    const ref = `refs/heads/${branch}`;
    return this.git(dir, 'for-each-ref', '--format=%(objectname)', ref) || undefined;
  }

  /** Gives a bare repository a hook, as a shell script. */
  hook(bare: string, name: string, script: string): void {
    this.write(join(bare, 'hooks', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bare, 'hooks', name), 0o755);
  }

  /** An environment whose `git` notes every command line it is called with, and those lines. */
  spy(): { env: Environment; calls: () => string[] } {
    const log = this.path('calls.log');
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    this.write(
      'spy/git',
      // In one write, because several run at once.
      `#!/bin/sh\nline=$(printf '%s\\037' "$@" | tr '\\n' ' ')\nprintf '%s\\n' "$line" >> '${log}'\nexec '${real}' "$@"\n`,
    );
    chmodSync(this.path('spy/git'), 0o755);
    this.write(log, '');
    const env = { ...this.env, PATH: `${this.path('spy')}:${this.env.PATH ?? ''}` };
    return { env, calls: () => readFileSync(log, 'utf8').trimEnd().split('\n') };
  }

  dispose(): void {
    // On Windows, a folder cannot be removed while a process that is ending is in it.
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * Nothing is packed behind a test's back: that starts two more processes for every commit, fetch and push. A repository
 * gets no examples of hooks.
 */
const SETTINGS = `[init]
	defaultBranch = main
	templateDir =
[protocol "file"]
	allow = always
[maintenance]
	auto = false
[receive]
	autoGC = false
`;

/** Names of what was last applied in a bare repository, sorted: the refs that Git wrote, of which none is packed. */
export function refNamesIn(bare: string): string[] {
  const below = 'refs/confighub-sync';
  if (!existsSync(join(bare, below))) return [];
  return readdirSync(join(bare, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map(({ parentPath, name }) => relative(bare, join(parentPath, name)))
    .sort();
}

/** Commits everything with the message in `$1`, and prints the id. */
export const COMMIT =
  'git add --all; git commit --quiet --allow-empty --message "$1"; git rev-parse HEAD';

export const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export const PERSON = `${IDENTITY.GIT_AUTHOR_NAME} <${IDENTITY.GIT_AUTHOR_EMAIL}>`;
