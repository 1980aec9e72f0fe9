// `--base <revision>`: the commit that a branch goes to, read by the same parser, and what its own plan would be.
import { dirname, resolve } from 'node:path';
import { findCommit, parentsOf } from '../baseline/git-history.ts';
import { openRepository } from '../baseline/git-repository.ts';
import { GitError } from '../baseline/git.ts';
import type { Loaded } from '../documents/load-project.ts';
import type { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import { announceSecrets, gitProblem, type OpenProject } from './project.ts';
import { firstMistake, loadCommit, unknownRevision } from './revision.ts';
import type { Runtime } from './runtime.ts';

export interface Base extends Loaded {
  commit: string;
  /** There is no project, or none that could ever be applied: everything is the work of the branch. */
  isEmpty: boolean;
}

/** `unknown`: there is no such commit. `unreadable`: it is there, and this is wrong with it; `loaded` is what could be read. */
export type BaseAnswer =
  | { base: Base }
  | { unknown: CommandError }
  | { unreadable: string; loaded: Loaded }
  | { unreadable: string };

/** A project that is yet to begin is no mistake of the base. */
function isBeginning({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' || code === 'no-project-file' || code === 'no-documents';
}

export interface BaseReading {
  revision: string;
  /** That the documents take values from. */
  env: Runtime['env'];
  onSecret: Runtime['onSecret'];
}

export async function readBase(
  project: OpenProject,
  { revision, env, onSecret }: BaseReading,
): Promise<BaseAnswer> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined)
    return { unknown: unknownRevision(git, `base \`${revision}\``) };
  try {
    const loaded = await loadCommit(git, { commit, project, env, missingEnv: 'warning' });
    announceSecrets(loaded, onSecret);
    const mistake = firstMistake(loaded);
    const isEmpty = mistake !== undefined && loaded.diagnostics.every(isBeginning);
    if (mistake === undefined || isEmpty) return { base: { ...loaded, commit, isEmpty } };
    return { unreadable: `the documents of ${shortCommit(commit)} cannot be read (${mistake})`, loaded };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { unreadable: error.message };
  }
}

// The base of a pull request: what a forge merged the branch into for this run, or what it named when the run began.

/**
 * The first parent of the merge that is checked out, if the second one is the head of the pull request: the forge may
 * have merged into a newer commit than the event names, and what came in between is not the work of the branch.
 *
 * @param named the base and the head as the event names them
 */
export async function pullRequestBase(
  named: { base: string; head: string },
  { config }: Pick<Options, 'config'>,
  { cwd, env, forge }: Runtime,
): Promise<string> {
  const git = await openRepository(dirname(resolve(cwd, config)), { env: { ...env }, forge }).catch(
    gitProblem,
  );
  const [base, head] = git === undefined ? [] : await parentsOf(git, 'HEAD');
  return base !== undefined && head === named.head ? base : named.base;
}
