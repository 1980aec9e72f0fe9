// The Git repository that a project lies in: where, which commit, what of it is checked out. [edge]
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ForgeAccess, basicCredential, forgeEntries, isOnForge, withConfig } from './credentials.ts';
import { type Environment, type GitCall, runGit, withoutRepository } from './git.ts';
import { bytesOf, type GitResult, textOf } from './git-answer.ts';

export interface RepositoryOptions {
  /** Of the children; the process's own when left out. */
  env?: Environment;
  /** Used where `origin` is on this forge; otherwise git finds its credentials as always. */
  forge?: ForgeAccess | undefined;
  /** For each conversation with `origin`; two minutes when left out. */
  timeoutMs?: number | undefined;
}

/** The commit that is checked out. */
export interface Head {
  commit: string;
  /** Whole, without its last newline. */
  message: string;
}

/** A call in the repository's top folder; `network` brings the credentials along. */
export type RepositoryCall = Pick<GitCall, 'input' | 'network'> & { env?: Environment };

const NETWORK_TIMEOUT_MS = 120_000;

/**
 * Opens the repository whose work tree holds `dir`. `undefined`: there is none, or no git.
 * Throws GitError where there is one and git refuses to read it (another owner, broken settings).
 */
export async function openRepository(
  dir: string,
  options: RepositoryOptions = {},
): Promise<GitRepository | undefined> {
  const env = withoutRepository(options.env ?? process.env);
  const git = (...args: string[]): Promise<GitResult> => runGit({ args: ['-C', dir, ...args], env });
  const [inside, top, origin] = await Promise.all([
    git('rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-prefix'),
    git('rev-parse', '--show-toplevel'),
    git('remote', 'get-url', 'origin'),
  ]);
  if (inside.failure === 'missing' || /not a git repository|cannot change to/.test(inside.stderr))
    return undefined;
  const [isInside, shallow, ...prefix] = textOf('The Git repository cannot be read', inside).split('\n');
  if (isInside !== 'true') return undefined;
  return new GitRepository({
    topLevel: textOf('The top of the Git repository cannot be found', top),
    folder: prefix.join('\n').replace(/\/$/, ''),
    shallow: shallow === 'true',
    originUrl: origin.status === 0 ? origin.stdout.toString().trim() : undefined,
    options: { ...options, env },
  });
}

interface Opened {
  topLevel: string;
  folder: string;
  shallow: boolean;
  originUrl: string | undefined;
  options: RepositoryOptions & { env: Environment };
}

/** A Git repository with a work tree. Made by {@link openRepository}. */
export class GitRepository {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** The folder that was opened, relative to the top, with `/`; `''` for the top itself. */
  readonly folder: string;
  /** Was cloned without its whole history. */
  readonly shallow: boolean;
  /** Has a remote of the name `origin`. */
  readonly origin: boolean;
  /** Of the children. */
  readonly env: Environment;
  /** The same with the credentials for `origin`. */
  readonly networkEnv: Environment;
  readonly #timeoutMs: number;
  readonly #secrets: readonly string[];

  constructor({ topLevel, folder, shallow, originUrl, options }: Opened) {
    const { env, forge, timeoutMs } = options;
    const usable = forge !== undefined && forge.token !== '' && isOnForge(originUrl ?? '', forge.serverUrl);
    this.topLevel = topLevel;
    this.folder = folder;
    this.shallow = shallow;
    this.origin = originUrl !== undefined;
    this.env = env;
    this.networkEnv = usable ? withConfig(env, forgeEntries(forge)) : env;
    this.#timeoutMs = timeoutMs ?? NETWORK_TIMEOUT_MS;
    this.#secrets = forge === undefined ? [] : [forge.token, basicCredential(forge.token)];
  }

  /** Runs git in the top folder, with the credentials only where it may use them. */
  git(
    args: readonly string[],
    { input, network = false, env = {} }: RepositoryCall = {},
  ): Promise<GitResult> {
    const own = network ? this.networkEnv : this.env;
    return this.run(['-C', this.topLevel, ...args], {
      env: { ...own, ...env },
      network,
      ...(input && { input }),
    });
  }

  /** Runs git anywhere, with this repository's time limits and masks. */
  run(args: readonly string[], call: Omit<GitCall, 'args' | 'secrets' | 'timeoutMs'>): Promise<GitResult> {
    const limit = call.network ? { timeoutMs: this.#timeoutMs } : {};
    return runGit({ ...call, ...limit, args, secrets: this.#secrets });
  }

  /** `undefined` on a branch without a commit. Throws GitError. */
  async head(): Promise<Head | undefined> {
    const found = await this.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    if (found.status === 1) return undefined;
    const commit = textOf('The commit that is checked out cannot be found', found);
    const format = ['--no-show-signature', '--encoding=UTF-8', '--format=%B'];
    const log = await this.git(['log', '-1', ...format, commit]);
    return { commit, message: textOf(`Commit ${commit} cannot be read`, log).trimEnd() };
  }

  /** Of the given paths, relative to the folder that was opened: those that differ from the commit. Throws GitError. */
  async uncommitted(paths: Iterable<string>): Promise<string[]> {
    const dir = join(this.topLevel, this.folder);
    const args = [
      '-C',
      dir,
      'status',
      '--porcelain',
      '-z',
      '--no-renames',
      '--untracked-files=all',
      '--',
      '.',
    ];
    const listed = await this.run(args, { env: this.env });
    const entries = bytesOf('The work tree cannot be compared', listed).toString().split('\0');
    const prefix = this.folder === '' ? '' : `${this.folder}/`;
    const changed = new Set(entries.map((entry) => entry.slice(3)));
    return [...paths].filter((path) => changed.has(`${prefix}${path}`)).sort();
  }

  /**
   * Paths, relative to the folder that was opened, that the index has and the work tree has not: left
   * out by a sparse checkout, or deleted without `git rm`. Sorted. Throws GitError.
   */
  async missingDocuments(isDocument: (path: string) => boolean): Promise<string[]> {
    const dir = join(this.topLevel, this.folder);
    const listed = await this.run(['-C', dir, 'ls-files', '-z'], { env: this.env });
    const paths = bytesOf('The index cannot be read', listed).toString().split('\0');
    const documents = [...new Set(paths)].filter((path) => path !== '' && isDocument(path));
    const missing = await Promise.all(documents.map((path) => isMissing(join(dir, path))));
    return documents.filter((_, i) => missing[i]).sort();
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
