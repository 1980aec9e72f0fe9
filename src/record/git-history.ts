// [edge] Looks up commits and branches: the commit that a name refers to, whether one is an ancestor of another, and their merge.
import { shortCommit } from '../model/apply-entry.ts';
import { promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCommitSha } from '../model/apply-entry.ts';
import { type ConfigEntry, withConfig } from './git-credentials.ts';
import { ObjectReader, readCommit, writeCommit } from './git-objects.ts';
import type { Ancestry, GitRepository } from './git-repository.ts';
import { start } from './git.ts';
import { type GitResult, ignoreGitError, reasonOf, textOf } from './git-result.ts';
import { FETCH_OPTIONS, fetchCommits, refValue } from './refs.ts';

/** An empty repository beside the clone. */
export interface Temporary {
  git(args: readonly string[]): Promise<GitResult>;
  /** Fetches the commits and their history, without trees, from the clone's origin. */
  fetchHistory(
    commits: readonly string[],
    how?: { filter?: string; options?: readonly string[] },
  ): Promise<GitResult>;
  /** Fetches these objects alone. */
  fetchObjects(ids: readonly string[]): Promise<GitResult>;
  objects: ObjectReader;
}

const READ_TIMEOUT_MS = 60_000;

/** Uses and deletes an empty repository, to read the history at origin without changing this clone. Throws GitError. */
export async function inTemporary<Result>(
  repository: GitRepository,
  use: (temporary: Temporary) => Promise<Result>,
): Promise<Result> {
  const dir = await promises.mkdtemp(join(tmpdir(), 'confighub-sync-'));
  let objects: ObjectReader | undefined;
  try {
    // The settings are passed in full: git reading them again would send a header twice.
    const alone = {
      ...repository.networkEnv,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    };
    const env = withConfig(alone, remoteSettings(repository), 'first');
    // Run in the clone's top folder, because the address of origin may be relative to it.
    const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
    const git: Temporary['git'] = (args) => repository.run([...place, ...args], { env });
    // What makes a folder a repository for Git.
    await Promise.all(['objects', 'refs'].map((name) => promises.mkdir(join(dir, name))));
    await promises.writeFile(join(dir, 'HEAD'), 'ref: refs/heads/none\n');
    const fetch = (options: readonly string[], input?: string) =>
      repository.run([...place, 'fetch', ...FETCH_OPTIONS, ...options], {
        env,
        input,
        network: true,
      });
    objects = new ObjectReader(
      () => start({ args: [...place, 'cat-file', '--batch'], env }),
      READ_TIMEOUT_MS,
    );
    return await use({
      git,
      fetchHistory: (commits, { filter = 'tree:0', options = [] } = {}) =>
        fetch([`--filter=${filter}`, ...options, 'origin', ...commits]),
      fetchObjects: (ids) => fetch(['--filter=blob:none', '--stdin', 'origin'], ids.join('\n')),
      objects,
    });
  } finally {
    objects?.close();
    await promises.rm(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const NEEDED =
  /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;

/**
 * The settings that the clone uses to reach origin. They are copied, because an include that depends on the clone's
 * path (as `actions/checkout` writes) does not apply elsewhere.
 */
function remoteSettings({ settings }: GitRepository): ConfigEntry[] {
  const needed = settings.filter(({ scope, key }) => scope !== 'command' && NEEDED.test(key));
  return needed.map(({ key, value }) => [key, value]);
}

/** The commit of a revision in this clone, or at origin if it is a full commit SHA. `undefined`: not found. */
export async function findCommit(
  repository: GitRepository,
  revision: string,
): Promise<string | undefined> {
  if (revision === (await repository.head())?.commit) return revision;
  const { objects, origin } = repository;
  const here = await objects.read(`${revision}^{commit}`);
  if (here !== undefined || !origin || !isCommitSha(revision)) return here?.id;
  const fetched = await fetchCommits(repository, [revision]);
  return fetched.status === 0 ? (await objects.read(`${revision}^{commit}`))?.id : undefined;
}

/** The parents of a commit; none if it does not exist. */
export async function parentsOf({ objects }: GitRepository, revision: string): Promise<string[]> {
  const commit = await readCommit(objects, revision).catch(ignoreGitError);
  return commit?.parents ?? [];
}

/** The checked-out branch; `undefined` for a detached HEAD, as on a tag or a pull request. */
export async function currentBranch(git: GitRepository): Promise<string | undefined> {
  const answer = await git.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return answer.status === 0 ? answer.stdout.toString().trim() : undefined;
}

/**
 * The newest commit of a ref at origin, or in this clone if there is no origin. `HEAD` is the default branch of origin.
 * `undefined`: not found.
 */
export async function newestOf(git: GitRepository, ref: string): Promise<string | undefined> {
  try {
    const refRead = await refValue(git, ref);
    const commit = 'value' in refRead ? refRead.value : undefined;
    return commit === undefined ? undefined : await findCommit(git, commit);
  } catch (error) {
    return ignoreGitError(error);
  }
}

/** The newest commit of a branch. */
export interface NewestCommit {
  branch: string;
  commit: string;
}

/** What origin says of its branches; `head`: its default branch, if it says which. Throws GitError. */
export async function branchesAtOrigin(
  git: GitRepository,
  ...patterns: readonly string[]
): Promise<{ head: { branch: string; tip: string } | undefined; tips: ReadonlySet<string> }> {
  const listed = await git.git(
    ['ls-remote', '--quiet', '--symref', 'origin', 'HEAD', ...patterns],
    { network: true },
  );
  const text = textOf('Cannot read the branches of origin', listed);
  const branch = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1];
  const tip = /^([0-9a-f]{40,})\tHEAD$/m.exec(text)?.[1];
  const tips = new Set(
    [...text.matchAll(/^([0-9a-f]{40,})\trefs\/heads\//gm)].flatMap(([, id]) => id ?? []),
  );
  return { head: branch === undefined || tip === undefined ? undefined : { branch, tip }, tips };
}

/** Whether a ref below this folder, in this clone, has the commit in its history. */
export async function isOnBranch(
  git: GitRepository,
  commit: string,
  folder: string,
): Promise<boolean> {
  const newest = await git.git([
    'for-each-ref',
    '--count=1',
    `--contains=${commit}`,
    '--format=%(refname)',
    folder,
  ]);
  return newest.status === 0 && newest.stdout.length > 0;
}

/** Whether `older` is an ancestor of `newer`, by the history at origin if this clone is too shallow. Never throws. */
export async function isAncestor(
  repository: GitRepository,
  older: string,
  newer: string,
): Promise<Ancestry> {
  const odd = [older, newer].find((id) => !isCommitSha(id));
  if (odd !== undefined) return unknown(`'${odd.slice(0, 80)}' is not a commit SHA`);
  if (older === newer) return { answer: 'yes' };
  const pair = `${older} ${newer}`;
  const remembered = repository.ancestries.get(pair);
  if (remembered !== undefined) return remembered;
  const answer = compareHere(repository, older, newer).catch((error: unknown) =>
    unknown(error instanceof Error ? error.message : String(error)),
  );
  repository.ancestries.set(pair, answer);
  void answer.then((said) => {
    if (said.answer === 'unknown') repository.ancestries.delete(pair);
  });
  return answer;
}

function unknown(reason: string): Ancestry {
  return { answer: 'unknown', reason };
}

async function compareHere(
  repository: GitRepository,
  older: string,
  newer: string,
): Promise<Ancestry> {
  if ((await repository.objects.read(`${newer}^{commit}`)) === undefined)
    return unknown(`commit ${newer} is not in this clone`);
  // As after each merge. A shallow clone knows the parents of its commits, too.
  if ((await parentsOf(repository, newer)).includes(older)) return { answer: 'yes' };
  const answer = await repository.git(['merge-base', '--is-ancestor', older, newer]);
  if (answer.status === 0) return { answer: 'yes' };
  if (answer.failure !== undefined) return unknown(reasonOf(answer));
  if (repository.shallow) return compareAtOrigin(repository, older, newer);
  // A full clone has all ancestors of its commits.
  return { answer: 'no' };
}

/** Fetches the history that the clone lacks into a temporary repository. */
async function compareAtOrigin(
  repository: GitRepository,
  older: string,
  newer: string,
): Promise<Ancestry> {
  if (!repository.origin) return unknown('this clone is shallow and has no origin');
  const ends = await endsOfHistory(repository, newer);
  return inTemporary(repository, async ({ fetchHistory, git }) => {
    const fetched = await fetchHistory(ends);
    if (fetched.status !== 0)
      return unknown(`could not fetch the history from origin (${reasonOf(fetched)})`);
    // Only ancestors of those commits were fetched.
    const answer = await git(['cat-file', '-e', `${older}^{commit}`]);
    return { answer: answer.status === 0 ? 'yes' : 'no' };
  });
}

/** The oldest commits in the clone's history of a commit: origin has them, even if the commit is not pushed yet. */
export async function endsOfHistory(
  repository: GitRepository,
  ...newer: string[]
): Promise<string[]> {
  const ends = await repository.git(['rev-list', '--max-parents=0', ...newer]);
  return textOf('Cannot read the history of this clone', ends).split('\n');
}

/**
 * Short ids of the commits since one that change something in the folder of the repository, newest first, without the one
 * that is checked out; none if this clone does not know them.
 */
export async function commitsSince(repository: GitRepository, older: string): Promise<string[]> {
  const head = (await repository.head())?.commit;
  if (head === undefined || !/^[0-9a-f]{40,64}$/.test(older)) return [];
  const range = [
    '--end-of-options',
    `${older}..${head}`,
    '--',
    `:(top,literal)${repository.folder}`,
  ];
  const { status, stdout } = await repository.git(['rev-list', ...range]);
  const commits = status === 0 ? stdout.toString().split('\n').filter(Boolean) : [];
  return commits.filter((commit) => commit !== head).map((commit) => shortCommit(commit));
}

// --- Merges without a working tree, to see what a merge of a branch would contain ---------------------------------------

/** A branch that lacks commits of its base. */
export interface Behind {
  /** How many commits it lacks; absent: unknown, perhaps none. */
  commits?: number;
  /** The tree of the merge; absent: there are conflicts, this Git cannot merge so (before 2.38), or too little is known. */
  tree?: string | undefined;
}

/** `undefined`: the branch has all commits of its base. Throws GitError. */
export async function behind(
  repository: GitRepository,
  head: string,
  base: string,
): Promise<Behind | undefined> {
  if (head === base || (await parentsOf(repository, head)).includes(base)) return undefined;
  if (repository.shallow) return behindAtOrigin(repository, head, base);
  const commits = await countMissing((args) => repository.git(args), head, base);
  if (commits === 0) return undefined;
  return { commits, tree: await merged(repository, base, head) };
}

/** How many commits of its base a branch lacks. */
async function countMissing(git: Temporary['git'], head: string, base: string): Promise<number> {
  const counted = await git(['rev-list', '--count', `${head}..${base}`]);
  return Number(textOf('Cannot compare the branch with its base', counted));
}

/**
 * A shallow clone does not know where the branch began: origin does. The merge is then one of three commits without
 * further history.
 */
async function behindAtOrigin(
  repository: GitRepository,
  head: string,
  base: string,
): Promise<Behind | undefined> {
  const difference = await inTemporary(repository, async ({ git, fetchHistory }) => {
    const fetched = await fetchHistory([base, head]);
    if (fetched.status !== 0) return undefined;
    const commits = await countMissing(git, head, base);
    // Git finds none in histories that have nothing in common.
    const { stdout } = await git(['merge-base', '--all', base, head]);
    return { commits, starts: stdout.toString().split('\n').filter(Boolean) };
  }).catch(ignoreGitError);
  if (difference === undefined) return {};
  const { commits, starts } = difference;
  const [start] = starts;
  if (commits === 0) return undefined;
  if (start === undefined || starts.length > 1) return { commits };
  try {
    if ((await repository.objects.read(`${start}^{tree}`)) === undefined)
      await fetchCommits(repository, [start]);
    const root = await commitOf(repository, start);
    const [ours, theirs] = [
      await commitOf(repository, base, root),
      await commitOf(repository, head, root),
    ];
    return { commits, tree: await merged(repository, ours, theirs) };
  } catch (error) {
    ignoreGitError(error);
    return { commits };
  }
}

/** A commit with the tree of another one, on no ref. */
async function commitOf(
  repository: GitRepository,
  commit: string,
  parent?: string,
): Promise<string> {
  const { tree } = await readCommit(repository.objects, commit);
  return writeCommit(repository, { message: 'For a plan', parent, now: new Date(0), tree });
}

/** The tree of the merge; `undefined` if they cannot be merged. The new objects are on no ref. */
async function merged(
  repository: GitRepository,
  ours: string,
  theirs: string,
): Promise<string | undefined> {
  // Drivers are commands, which no Git host runs either: what they would merge is a conflict.
  const drivers = repository.settings.filter(({ key }) => /^merge\..+\.driver$/.test(key));
  const isolated = [
    ['merge.renormalize', 'false'],
    ...drivers.map(({ key }) => [key, 'false']),
  ] as [string, string][];
  const call = { env: withConfig(repository.networkEnv, isolated), network: true };
  const { status, stdout } = await repository.git(
    ['merge-tree', '--write-tree', '--no-messages', ours, theirs],
    call,
  );
  const [tree = ''] = stdout.toString().split('\n');
  return status === 0 && /^[0-9a-f]{40,}$/.test(tree) ? tree : undefined;
}
