// [edge] Questions about commits and branches: which one a name means, its parents, and which came first.
import { promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigEntry, withConfig } from './git-credentials.ts';
import type { Ancestry, GitRepository } from './git-repository.ts';
import { bytesOf, type Environment, GitError, type GitResult, reasonOf, textOf } from './git.ts';
import { FETCH_OPTIONS, fetchCommits, refValues } from './refs.ts';

// A repository that is thrown away, to look into the history at origin and leave this clone as it is.

export interface Temporary {
  git(args: readonly string[]): Promise<GitResult>;
  /** Fetches from the clone's origin the commits and their history, without trees. */
  fetchHistory(commits: readonly string[], options?: readonly string[]): Promise<GitResult>;
}

/** Throws GitError where there can be none. */
export async function inTemporary<Result>(
  repository: GitRepository,
  use: (temporary: Temporary) => Promise<Result>,
): Promise<Result> {
  const dir = await promises.mkdtemp(join(tmpdir(), 'confighub-sync-'));
  try {
    const env = withConfig(aloneIn(repository.networkEnv), await remoteSettings(repository), 'first');
    // From the clone's top, because the address of origin may be relative to it.
    const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
    const git = (args: readonly string[], network = false) =>
      repository.run([...place, ...args], { env, network });
    textOf('Cannot create a temporary repository', await git(['init', '--quiet', '--bare', '--template=']));
    return await use({
      git: (args) => git(args),
      fetchHistory: (commits, options = []) =>
        git(['fetch', ...FETCH_OPTIONS, '--filter=tree:0', ...options, 'origin', ...commits], true),
    });
  } finally {
    await promises.rm(dir, { recursive: true, force: true });
  }
}

const TEMPORARY: Environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** The clone's settings are handed over whole: read twice, a header would be sent twice. */
function aloneIn(env: Environment): Environment {
  return { ...env, ...TEMPORARY };
}

const NEEDED =
  /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;

/**
 * The settings with which the clone reaches origin, from all files that hold some for it: includes
 * that depend on the clone's place (as `actions/checkout` uses them) would not count elsewhere.
 */
async function remoteSettings(repository: GitRepository): Promise<ConfigEntry[]> {
  const listed = await repository.git(['config', '--list', '-z', '--show-scope']);
  const fields = bytesOf('Cannot read the settings of this clone', listed).toString().split('\0');
  const entries: ConfigEntry[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
    if (fields[i] === 'command' || !NEEDED.test(key)) continue;
    entries.push([key, value.length === 0 ? 'true' : value.join('\n')]);
  }
  return entries;
}

// Any commit that a person names: in this clone, or at origin where its whole id is given.

/** `undefined`: there is no such commit. */
export async function findCommit(repository: GitRepository, revision: string): Promise<string | undefined> {
  // What looks like an option is no name of a commit.
  if (revision.startsWith('-')) return undefined;
  const here = await resolve(repository, revision);
  if (here !== undefined || !repository.origin || !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision))
    return here;
  const fetched = await fetchCommits(repository, [revision]);
  return fetched.status === 0 ? resolve(repository, revision) : undefined;
}

async function resolve(repository: GitRepository, revision: string): Promise<string | undefined> {
  const found = await repository.git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  return found.status === 0 ? found.stdout.toString().trim() : undefined;
}

// The parents of a commit as the commit names them: a shallow clone hides them from `git log` and `HEAD^1`.

/** Empty where there is no such commit. */
export async function parentsOf(repository: GitRepository, revision: string): Promise<string[]> {
  const found = await repository.git(['cat-file', 'commit', revision]);
  if (found.status !== 0) return [];
  const [head = ''] = found.stdout.toString().split('\n\n', 1);
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = '']) => id);
}

// The branch that is checked out.

/** `undefined` where a commit is checked out and no branch, as on a tag or a pull request. */
export async function currentBranch(git: GitRepository): Promise<string | undefined> {
  const found = await git.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return found.status === 0 ? found.stdout.toString().trim() : undefined;
}

// The newest commit of a branch: at origin, or in this clone where there is no origin.

/** `undefined`: there is no such branch, or it cannot be had. */
export function branchHead(git: GitRepository, branch: string): Promise<string | undefined> {
  return newestOf(git, `refs/heads/${branch}`);
}

/** The same of any ref; `HEAD` is the default branch of origin. */
export async function newestOf(git: GitRepository, ref: string): Promise<string | undefined> {
  try {
    const found = await refValues(git, { where: git.origin ? 'origin' : 'local', refs: [ref] });
    const commit = 'values' in found ? found.values.get(ref) : undefined;
    return commit === undefined ? undefined : await findCommit(git, commit);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

// Was one commit made before another? Asked of origin where this clone is too shallow to know.

/** Is commit `older` an ancestor of commit `newer`? The clone stays as it is. Never throws. */
export async function isAncestor(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  const odd = [older, newer].find((id) => !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(id));
  if (odd !== undefined) return unknown(`'${odd.slice(0, 80)}' is not a commit ID`);
  if (older === newer) return { answer: 'yes' };
  const pair = `${older} ${newer}`;
  const known = repository.ancestries.get(pair);
  if (known !== undefined) return known;
  const asking = ask(repository, older, newer).catch((error: unknown) =>
    unknown(error instanceof Error ? error.message : String(error)),
  );
  repository.ancestries.set(pair, asking);
  return asking;
}

function unknown(reason: string): Ancestry {
  return { answer: 'unknown', reason };
}

async function ask(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  const answer = await repository.git(['merge-base', '--is-ancestor', older, newer]);
  if (answer.status === 0) return { answer: 'yes' };
  if (answer.failure !== undefined) return unknown(reasonOf(answer));
  const hasNewer = await repository.git(['cat-file', '-e', `${newer}^{commit}`]);
  if (hasNewer.status !== 0) return unknown(`commit ${newer} is not in this clone`);
  if (repository.shallow) return askOrigin(repository, older, newer);
  // All ancestors of a commit are in a full clone: what is missing is none of them.
  return { answer: 'no' };
}

/** Fetches the history behind the clone's own, without trees, into a repository that is then thrown away. */
async function askOrigin(repository: GitRepository, older: string, newer: string): Promise<Ancestry> {
  if (!repository.origin) return unknown('this clone is shallow and has no origin');
  const ends = await endsOfHistory(repository, newer);
  return inTemporary(repository, async ({ fetchHistory, git }) => {
    const fetched = await fetchHistory(ends);
    if (fetched.status !== 0)
      return unknown(`could not fetch the history from origin (${reasonOf(fetched)})`);
    // Nothing but the ancestors of those commits was asked for, so that to be there is to be one.
    const there = await git(['cat-file', '-e', `${older}^{commit}`]);
    return { answer: there.status === 0 ? 'yes' : 'no' };
  });
}

/** Where the clone's history of a commit breaks off: origin has these, even where the commit is not pushed yet. */
async function endsOfHistory(repository: GitRepository, newer: string): Promise<string[]> {
  const ends = await repository.git(['rev-list', '--max-parents=0', newer]);
  return textOf('Cannot read the history of this clone', ends).split('\n');
}
