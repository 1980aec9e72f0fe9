// The base of a plan: the commit that a branch is to be merged into.
import { findCommit, parentsOf } from '../baseline/git-history.ts';
import { GitError } from '../baseline/git.ts';
import type { Loaded } from '../documents/load-project.ts';
import type { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import { reportSecrets, gitProblem, openAround, type OpenProject } from './project.ts';
import { firstMistake, loadCommit, unknownRevision } from './revision.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

export interface Base extends Loaded {
  commit: string;
  /** The base has no project or no documents: everything is new on the branch. */
  isEmpty: boolean;
}

/** `unknown`: there is no such commit. `unreadable`: why it cannot be read; `loaded` is what could be read of it. */
export type BaseAnswer =
  | { base: Base }
  | { unknown: CommandError }
  | { unreadable: string; loaded: Loaded }
  | { unreadable: string };

/** A base without a project is not an error. */
function isHarmless({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' || code === 'no-project-file' || code === 'no-documents' || code === 'no-target';
}

interface BaseReading {
  revision: string;
  /** For values that documents take from the environment. */
  env: Runtime['env'];
  onSecret: Runtime['onSecret'];
}

export async function readBase(project: OpenProject, { revision, env, onSecret }: BaseReading): Promise<BaseAnswer> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined) return { unknown: unknownRevision(git, `base \`${revision}\``) };
  try {
    const loaded = await loadCommit(git, { commit, project, env, missingEnv: 'warning' });
    reportSecrets(loaded, onSecret);
    const mistake = firstMistake(loaded);
    const isEmpty = mistake !== undefined && loaded.diagnostics.every(isHarmless);
    if (mistake === undefined || isEmpty) return { base: { ...loaded, commit, isEmpty } };
    return { unreadable: `the documents of ${shortCommit(commit)} cannot be read (${mistake})`, loaded };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { unreadable: error.message };
  }
}

/**
 * The base of a pull request: the first parent of the checked-out merge commit, if its second parent is the head of the
 * pull request. The forge may have merged into a newer commit than the event names; changes in between do not belong to
 * the branch.
 *
 * @param named base and head as in the event
 */
export async function pullRequestBase(
  named: { base: string; head: string },
  { config }: Pick<Options, 'config'>,
  runtime: GitRuntime,
): Promise<string> {
  const git = await openAround({ config }, runtime).catch(gitProblem);
  const [base, head] = git === undefined ? [] : await parentsOf(git, 'HEAD');
  return base !== undefined && head === named.head ? base : named.base;
}
