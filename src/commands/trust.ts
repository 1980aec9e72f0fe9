// What files that nobody merged may not decide for themselves: where the token goes, and which reads are done without.
import { basename, dirname, resolve } from 'node:path';
import { branchHead, findCommit, newestOf } from '../baseline/git-history.ts';
import { type GitRepository, openRepository } from '../baseline/git-repository.ts';
import { listFolder, readContents } from '../baseline/git-snapshot.ts';
import { GitError } from '../baseline/git.ts';
import { loadProjectFile } from '../documents/load-project.ts';
import { filesInMemory } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Project } from '../model/project.ts';
import type { ReadMode } from '../model/server-reads.ts';
import type { Options, Untrusted } from '../options.ts';
import { readProjectFile } from './project.ts';
import type { Runtime } from './runtime.ts';

/** Only the files name the address: neither the token nor what an apply pushes goes there. */
export class UntrustedUrl extends CommandError {
  /** Why, as a sentence without its beginning. */
  readonly why: string;
  /** A commit of the trusted branch to compare with; absent: there is none here. */
  readonly trusted?: string;

  constructor(why: string, { hint, trusted }: { hint: string; trusted?: string | undefined }) {
    super({ code: 'untrusted-url', message: `Nothing was sent: ${why}.`, hint });
    this.why = why;
    if (trusted !== undefined) this.trusted = trusted;
  }
}

/**
 * Throws {@link UntrustedUrl} where the address of the server is neither the workflow's (`options.url`) nor what the
 * project file of the trusted branch names. `options.untrusted` is absent in a terminal: people trust their checkout.
 */
export async function refuseUntrustedUrl(options: Options, runtime: Runtime): Promise<void> {
  const { untrusted } = options;
  if (untrusted === undefined || options.url !== undefined) return;
  const { url } = readProjectFile(options, runtime);
  if (url === undefined) return;
  const git = await openAt(options, runtime);
  const commits = trustedCommits(git, untrusted);
  let trusted: string | undefined;
  for await (const commit of commits) {
    if ((await projectAt(git, { commit, options, runtime }))?.url === url) return;
    trusted = commit;
  }
  throw untrustedUrl(options, trusted);
}

function untrustedUrl({ config, untrusted = {} }: Options, trusted: string | undefined): UntrustedUrl {
  const file = basename(config);
  const { branch = untrusted.commit && shortCommit(untrusted.commit) } = untrusted;
  if (branch === undefined) {
    const why = `the server URL comes only from ${file}, and no trusted branch is configured`;
    return new UntrustedUrl(why, { hint: 'Set the input `url` or the input `branch` in the workflow.' });
  }
  const why =
    trusted === undefined
      ? `the server URL in ${file} could not be checked against \`${branch}\`, which could not be fetched`
      : `the server URL in ${file} is not the one on \`${branch}\``;
  const hint = `Set the input \`url\` in the workflow, or merge the URL into \`${branch}\` first.`;
  return new UntrustedUrl(why, { hint, trusted });
}

/**
 * The reads that may be used for files of a pull request: those of its base, so that a change does not plan itself with
 * its eyes shut. A sentence says so where the two differ.
 */
export async function trustedReads(
  options: Options,
  runtime: Runtime,
): Promise<{ reads?: ReadMode; remarks: string[] }> {
  const commit = options.untrusted?.commit;
  if (commit === undefined || options.reads !== undefined) return { remarks: [] };
  const { reads: proposed } = readProjectFile(options, runtime);
  const git = await openAt(options, runtime);
  const { reads } = (await projectAt(git, { commit, options, runtime })) ?? { reads: 'all' };
  if (reads === proposed) return { remarks: [] };
  const remark = `This branch sets \`reads\` to \`${proposed}\`. Planned with \`${reads}\`, as set on the base branch; the change takes effect when it is merged.`;
  return { reads, remarks: [remark] };
}

/** The commits whose project file is trusted, as far as they can be had: the one of the event, then the newest. */
export async function* trustedCommits(
  git: GitRepository | undefined,
  { commit, branch }: Untrusted,
): AsyncGenerator<string> {
  if (git === undefined) return;
  const named = commit && (await findCommit(git, commit));
  if (named !== undefined) yield named;
  const newest = branch && (await branchHead(git, branch));
  if (newest !== undefined && newest !== named) yield newest;
}

/**
 * The newest commit of the branch that everybody trusts: that of the event, or in a terminal the default branch of
 * origin. Nothing where it cannot be had.
 */
export async function* trustedHistory(
  git: GitRepository,
  untrusted: Untrusted | undefined,
): AsyncGenerator<string> {
  if (untrusted !== undefined) yield* trustedCommits(git, untrusted);
  else {
    const newest = git.origin ? await newestOf(git, 'HEAD') : undefined;
    if (newest !== undefined) yield newest;
  }
}

async function openAt({ config }: Options, { cwd, env, forge }: Runtime): Promise<GitRepository | undefined> {
  try {
    return await openRepository(dirname(resolve(cwd, config)), { env: { ...env }, forge });
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

interface At {
  commit: string;
  options: Pick<Options, 'config'>;
  runtime: Pick<Runtime, 'cwd'>;
}

/** The project file as a commit has it. */
async function projectAt(
  git: GitRepository | undefined,
  { commit: revision, options, runtime }: At,
): Promise<Project | undefined> {
  const name = basename(resolve(runtime.cwd, options.config));
  try {
    const commit = git && (await findCommit(git, revision));
    if (git === undefined || commit === undefined) return undefined;
    const listed = await listFolder(git, { commit, folder: git.folder });
    const entries = listed.filter(({ path }) => path === name);
    return loadProjectFile(filesInMemory(await readContents(git, { commit, entries })), name);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
