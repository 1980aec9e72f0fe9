// The Git repository that a project lies in: where, which commit, what of it is checked out. [edge]
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareText } from '../model/diagnostic.ts';
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

/** What the index has and the work tree has not: a document itself, or a place that may hold some. */
export interface Missing {
  path: string;
  kind: 'document' | 'submodule' | 'link';
}

export interface DocumentSearch {
  isDocument: (path: string) => boolean;
  /** Whether documents would be looked for in a folder or below it. */
  isSearched: (folder: string) => boolean;
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

  /**
   * Paths, relative to the folder that was opened, that the index has and the work tree has not: left
   * out by a sparse checkout, deleted without `git rm`, behind a link to what was left out, or in a
   * submodule that nobody fetched. Sorted. Throws GitError.
   */
  async missingDocuments(search: DocumentSearch): Promise<Missing[]> {
    const dir = join(this.topLevel, this.folder);
    const listed = await this.run(['-C', dir, 'ls-files', '--stage', '-z'], { env: this.env });
    const lines = bytesOf('The index cannot be read', listed).toString().split('\0');
    const entries = new Map(lines.flatMap((line) => entryOf(line, search)));
    const found = [...entries].map(([path, kind]) => ({ path, kind }));
    const missing = await Promise.all(found.map(({ path, kind }) => IS_MISSING[kind](join(dir, path))));
    return found.filter((_, i) => missing[i]).sort((a, b) => compareText(a.path, b.path));
  }
}

/** `<mode> <object> <stage>\t<path>` → what to look for, or nothing. */
function entryOf(line: string, { isDocument, isSearched }: DocumentSearch): [string, Missing['kind']][] {
  const tab = line.indexOf('\t');
  const [mode, path] = [line.slice(0, 6), line.slice(tab + 1)];
  if (tab === -1) return [];
  if (mode === SUBMODULE) return isSearched(path) ? [[path, 'submodule']] : [];
  if (isDocument(path)) return [[path, 'document']];
  return mode === LINK && isSearched(path) ? [[path, 'link']] : [];
}

const SUBMODULE = '160000';
const LINK = '120000';

const IS_MISSING = {
  document: (path) => fails(lstat(path)),
  link: (path) => fails(stat(path)),
  submodule: async (path) => (await fails(stat(path))) || (await readdir(path)).length === 0,
} satisfies Record<Missing['kind'], (path: string) => Promise<boolean>>;

async function fails(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}
