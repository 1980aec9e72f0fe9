// [edge] The Git repository of a project: its folders, checked-out commit and index.
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { attempt } from '../lib/attempt.ts';
import {
  basicCredential,
  type GitHostAccess,
  gitHostEntries,
  isOnGitHost,
  withConfig,
} from './git-credentials.ts';
import { messageOf, ObjectReader } from './git-objects.ts';
import { failure, type GitCall, NOT_HERE, runGit, start, withoutRepository } from './git.ts';
import {
  type Environment,
  bytesOf,
  GitError,
  type GitResult,
  outageOf,
  textOf,
} from './git-result.ts';

/** `reason` is the part of a sentence after a colon. A commit counts as its own ancestor. */
export type Ancestry = { answer: 'yes' } | { answer: 'no' } | { answer: 'unknown'; reason: string };

export interface RepositoryOptions {
  /** Environment of git. Default: that of this process. */
  env?: Readonly<Environment>;
  /** Used if `origin` is on this Git host; otherwise git uses its own credentials. */
  gitHost?: GitHostAccess | undefined;
  /** Waits before another try. Absent: what origin does not answer is not tried again. */
  pause?: ((milliseconds: number, stop?: AbortSignal) => Promise<void>) | undefined;
}

/** The commit that is checked out. */
export interface Head {
  commit: string;
  /** The full message, without its last newline. */
  message: string;
}

/** An entry of the index; `path` is relative to the top folder. */
export interface IndexEntry {
  /** Six octal digits. */
  mode: string;
  /** The id of the blob, or of the commit of a submodule. */
  id: string;
  path: string;
}

/** A setting of Git. Of several with the same key the last counts. */
export interface GitSetting {
  /** Where it is from: `system`, `global`, `local`, `worktree` or `command`. */
  scope: string;
  /** In lower case, except for a subsection. */
  key: string;
  value: string;
}

/** Limit of each command that talks to `origin`. */
const NETWORK_TIMEOUT_MS = 120_000;
/** Milliseconds before each further try of what an outage of origin stopped. */
const PAUSES = [1000, 3000];

/**
 * Opens the repository whose working tree contains `dir`; `undefined`: there is none. Throws GitError if there is a `.git`
 * that git does not accept (another owner, broken settings or files), or git is not installed (`git-missing`).
 */
export async function openRepository(
  dir: string,
  options: RepositoryOptions = {},
): Promise<GitRepository | undefined> {
  const env = withoutRepository(options.env ?? process.env);
  const git = (...args: string[]): Promise<GitResult> =>
    runGit({ args: ['-C', dir, ...args], env });
  const [inside, listed] = await Promise.all([
    git(
      'rev-parse',
      KNOWN_SINCE_2_31,
      '--is-inside-work-tree',
      '--is-shallow-repository',
      '--show-cdup',
      '--show-prefix',
    ),
    git('config', '--list', '-z', '--show-scope'),
  ]);
  if (/cannot change to/.test(inside.stderr)) return undefined;
  const dotGit = nearestDotGit(existsSync(dir) ? realpathSync(dir) : dir);
  if (inside.failure === 'missing' && dotGit !== undefined)
    throw new GitError('Cannot read the Git repository of this project', inside);
  const isNone = inside.failure === 'missing' || /not a git repository/.test(inside.stderr);
  if (isNone) return noneUnless(dotGit, inside);
  if (inside.stdout.toString().startsWith(KNOWN_SINCE_2_31)) throw await tooOld(git);
  const [isInside, shallow, up = '', prefix = '', ...more] = textOf(
    'Cannot read the Git repository',
    inside,
  ).split('\n');
  if (isInside !== 'true')
    return noneUnless(dotGit, failure('failed', 'it has no working tree (`core.bare`)'));
  if (more.length > 0)
    throw new GitError(
      'Cannot read what is committed of this project',
      failure('failed', 'the name of a folder above it has a line break'),
    );
  const topLevel = resolve(realpathSync(dir), up);
  // Git passes over what it does not accept.
  if (dotGit?.startsWith(join(topLevel, sep)) && dirname(dotGit) !== topLevel)
    return noneUnless(dotGit, failure('failed', `it uses the repository at ${topLevel} instead`));
  const settings = settingsIn(bytesOf('Cannot read the settings of this clone', listed));
  return new GitRepository({
    topLevel,
    folder: prefix.replace(/\/$/, ''),
    shallow: shallow === 'true',
    settings,
    originUrl: await originOf(settings, { dotGit, git }),
    env,
    gitHost: options.gitHost,
    pause: options.pause,
  });
}

/** Git before 2.31 prints this option instead of following it. It changes nothing about the paths that are asked for. */
const KNOWN_SINCE_2_31 = '--path-format=relative';

async function tooOld(git: (...args: string[]) => Promise<GitResult>): Promise<GitError> {
  const said = (await git('version')).stdout.toString();
  const version = /\d+(?:\.\d+)+/.exec(said)?.[0] ?? 'of an unknown version';
  const old = failure(
    'too-old',
    `this is Git ${version}, and confighub-sync needs Git 2.31 or newer`,
  );
  return new GitError('Cannot read the Git repository of this project', old);
}

/** The folder itself, or the nearest parent that exists. */
export function nearestFolder(dir: string): string {
  return existsSync(dir) ? dir : nearestFolder(dirname(dir));
}

/** Whether a `.git` is in a folder or above it: with none, {@link openRepository} finds no repository either. Starts no process. */
export function hasDotGit(dir: string): boolean {
  return nearestDotGit(existsSync(dir) ? realpathSync(dir) : dir) !== undefined;
}

/** Throws if there is a `.git`: no repository would mean no record, no lock, and no drift. */
function noneUnless(dotGit: string | undefined, said: GitResult): undefined {
  if (dotGit === undefined) return undefined;
  throw new GitError(`Git does not accept ${dotGit}, so the apply record cannot be read`, said);
}

/** The `.git` in a folder, or in the nearest one above it, whatever it is. Works without git. */
function nearestDotGit(dir: string): string | undefined {
  const path = join(dir, '.git');
  // A broken link too.
  if (attempt(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined) return path;
  const above = dirname(dir);
  return above === dir ? undefined : nearestDotGit(above);
}

function settingsIn(listed: Buffer): GitSetting[] {
  const fields = listed.toString().split('\0');
  const settings: GitSetting[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
    settings.push({
      scope: fields[i] ?? '',
      key,
      value: value.length === 0 ? 'true' : value.join('\n'),
    });
  }
  return settings;
}

/** The address of `origin`. If it is rewritten, or may be outside of the settings of the clone, Git is asked for it. */
async function originOf(
  settings: readonly GitSetting[],
  { dotGit, git }: { dotGit: string | undefined; git: (...args: string[]) => Promise<GitResult> },
): Promise<string | undefined> {
  const named = settings.filter(({ key }) => key.startsWith('remote.origin.'));
  // For Git, a remote in the settings of a person or a process alone is not one of the clone: it gets no record, no token.
  const own = named.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  if (own.length === 0 && dotGit !== undefined && hasNoOldRemotes(dotGit)) return undefined;
  const isUrl = ({ key }: GitSetting) => key === 'remote.origin.url';
  const urls = named.filter(isUrl).map(({ value }) => value);
  const isRewritten = settings.some(({ key }) => /^url\..*\.insteadof$/s.test(key));
  if (own.some(isUrl) && !urls.includes('') && !isRewritten) return urls[0];
  const answer = await git('remote', 'get-url', 'origin');
  return answer.status === 0 ? answer.stdout.toString().trim() : undefined;
}

/** Whether no `origin` is in the files that Git read before it had settings, and still reads. Unknown where `.git` is a file. */
function hasNoOldRemotes(dotGit: string): boolean {
  const isFolder = lstatSync(dotGit, { throwIfNoEntry: false })?.isDirectory() === true;
  return (
    isFolder && !['remotes', 'branches'].some((name) => existsSync(join(dotGit, name, 'origin')))
  );
}

type OpenRepository = Pick<GitRepository, 'topLevel' | 'folder' | 'shallow' | 'settings' | 'env'> &
  Pick<RepositoryOptions, 'gitHost' | 'pause'> & { originUrl: string | undefined };

/** By clone: several targets open the same one, and which commit follows which never changes. */
const ancestries = new Map<string, Map<string, Promise<Ancestry>>>();

type Call = Pick<GitCall, 'env' | 'input' | 'network'> & {
  /** Milliseconds before each further try after an outage of origin; those that were waited for are taken out. */
  pauses?: number[] | undefined;
};

/** A Git repository with a working tree. Made by {@link openRepository}. */
export class GitRepository {
  /** Absolute path of the working tree. */
  readonly topLevel: string;
  /** The folder that was opened, relative to the top, with `/`; `''` for the top itself. */
  readonly folder: string;
  /** Whether the clone lacks a part of the history. */
  readonly shallow: boolean;
  /** Whether there is a remote named `origin`. */
  readonly origin: boolean;
  readonly originUrl: string | undefined;
  /** Whether the clone lacks contents of its commits, which Git fetches one by one where they are read. */
  readonly partial: boolean;
  /** All settings, as when it was opened. */
  readonly settings: readonly GitSetting[];
  readonly env: Environment;
  /** `env` with the credentials for `origin`. */
  readonly networkEnv: Environment;
  /** Answers by the two commits, cached because a shallow clone fetches history to find them. */
  get ancestries(): Map<string, Promise<Ancestry>> {
    const remembered = ancestries.get(this.topLevel) ?? new Map();
    ancestries.set(this.topLevel, remembered);
    return remembered;
  }

  readonly objects: ObjectReader;
  /** Why origin did not answer last, if that passes by itself: what depends on its answer is not known. */
  outage: string | undefined;
  /** Ends the pauses, and the tries after them. */
  stop: AbortSignal | undefined;
  readonly #pause: RepositoryOptions['pause'];
  readonly #secrets: readonly string[];
  #head: Promise<Head | undefined> | undefined;

  constructor({
    topLevel,
    folder,
    shallow,
    settings,
    originUrl,
    env,
    gitHost,
    pause,
  }: OpenRepository) {
    const usable =
      gitHost !== undefined &&
      gitHost.token !== '' &&
      isOnGitHost(originUrl ?? '', gitHost.serverUrl);
    this.topLevel = topLevel;
    this.folder = folder;
    this.shallow = shallow;
    this.origin = originUrl !== undefined;
    this.originUrl = originUrl;
    this.partial = settings.some(({ key }) =>
      /^(?:extensions\.partialclone|remote\..*\.promisor)$/.test(key),
    );
    this.settings = settings;
    this.env = env;
    this.networkEnv = usable ? withConfig(env, gitHostEntries(gitHost)) : env;
    // With the network, because a partial clone may have to fetch contents from origin.
    const call = {
      args: ['-C', topLevel, 'cat-file', '--batch'],
      env: this.networkEnv,
      network: true,
    };
    this.objects = new ObjectReader(() => start(call), NETWORK_TIMEOUT_MS);
    this.#pause = pause;
    this.#secrets = gitHost === undefined ? [] : [gitHost.token, basicCredential(gitHost.token)];
  }

  /** Runs git in the top folder, with the credentials only if `network` is set. */
  git(args: readonly string[], { env = {}, ...call }: Partial<Call> = {}): Promise<GitResult> {
    const callEnv = call.network ? this.networkEnv : this.env;
    return this.run(['-C', this.topLevel, ...args], { env: { ...callEnv, ...env }, ...call });
  }

  /** Runs git anywhere, with this repository's time limits and masked secrets; again after an outage of origin. */
  async run(args: readonly string[], call: Call): Promise<GitResult> {
    const { network, pauses = this.outage === undefined ? [...PAUSES] : [], ...given } = call;
    const gitCall = { ...given, args, secrets: this.#secrets };
    if (!network) return runGit(gitCall);
    for (;;) {
      const result = await runGit({ ...gitCall, network, timeoutMs: NETWORK_TIMEOUT_MS });
      this.outage = this.outageOf(result);
      if (!(await this.mayRetry(result, pauses))) return result;
    }
  }

  /** Why origin did not answer, if that passes by itself. */
  outageOf(result: GitResult): string | undefined {
    return outageOf(result, this.env);
  }

  /** Takes and waits the next of these pauses; `false`: there is none, or it was no outage. */
  async mayRetry(result: GitResult, pauses: number[]): Promise<boolean> {
    const next = this.#pause && this.outageOf(result) !== undefined ? pauses.shift() : undefined;
    if (next === undefined || this.stop?.aborted) return false;
    // Each of these tries takes two minutes.
    if (result.failure === 'timeout') pauses.length = 0;
    await this.#pause?.(next, this.stop);
    return !this.stop?.aborted;
  }

  /** The checked-out commit at the first call; `undefined` on a branch without a commit. Throws GitError. */
  head(): Promise<Head | undefined> {
    this.#head ??= this.#readHead();
    return this.#head;
  }

  async #readHead(): Promise<Head | undefined> {
    const commit = await this.objects.read('HEAD^{commit}');
    if (commit !== undefined)
      return { commit: commit.id, message: messageOf(commit.content).trimEnd() };
    const answer = await this.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    if (answer.status === 1) return undefined;
    const id = textOf('Cannot find the checked-out commit', answer);
    throw new GitError(`Cannot read commit ${id}`, NOT_HERE);
  }

  /**
   * Which of these paths Git ignores, relative to the folder. What it tracks is not ignored. Throws GitError.
   * @param by `everyone`: not by the settings of this user
   */
  async ignored(paths: readonly string[], by: 'everyone' | 'this user'): Promise<Set<string>> {
    const settings = by === 'everyone' ? ['-c', 'core.excludesFile='] : [];
    const before = this.folder === '' ? '' : `${this.folder}/`;
    const input = paths.map((path) => `${before}${path}\0`).join('');
    const ignored = await this.git([...settings, 'check-ignore', '-z', '--stdin'], { input });
    // 1: none of them.
    if (ignored.status !== 0 && ignored.status !== 1)
      throw new GitError('Git cannot tell which files it ignores', ignored);
    return new Set(
      ignored.stdout
        .toString()
        .split('\0')
        .slice(0, -1)
        .map((path) => path.slice(before.length)),
    );
  }

  async #indexPath(): Promise<string> {
    const answer = await this.git(['rev-parse', '--git-path', 'index']);
    return resolve(this.topLevel, answer.stdout.toString().trim() || '.git/index');
  }

  /** The whole index. Throws GitError. */
  async index(): Promise<IndexEntry[]> {
    const listed = await this.git(['ls-files', '--stage', '-z']);
    if (listed.status !== 0)
      throw new GitError(`Git cannot read its index, ${await this.#indexPath()}`, listed);
    const lines = listed.stdout.toString().split('\0');
    return lines.slice(0, -1).map((line) => {
      const [mode = '', id = ''] = line.split(' ', 2);
      return { mode, id, path: line.slice(line.indexOf('\t') + 1) };
    });
  }
}

/** The entries in a folder and below it, with paths relative to it. */
export function inFolder<Entry extends { path: string }>(
  index: readonly Entry[],
  folder: string,
): (Omit<Entry, 'path'> & { path: string })[] {
  if (folder === '') return [...index];
  return index.flatMap(({ path, ...entry }) =>
    path.startsWith(`${folder}/`) ? [{ ...entry, path: path.slice(folder.length + 1) }] : [],
  );
}
