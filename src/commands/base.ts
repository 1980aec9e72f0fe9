// `--base <revision>`: the commit that a branch goes to, read by the same parser, and what its own plan would be.
import { findCommit } from '../baseline/find-commit.ts';
import { GitError } from '../baseline/git.ts';
import type { Loaded } from '../desired/load.ts';
import type { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { withPending } from '../plan/pending.ts';
import { safetyChanges } from '../plan/safety.ts';
import { firstMistake } from './first-mistake.ts';
import { policyOf } from './policy.ts';
import type { Prepared } from './prepare.ts';
import { announceSecrets, type OpenProject, type Surroundings } from './project.ts';
import { loadCommit, unknownRevision } from './revision.ts';

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
  env: Surroundings['env'];
  onSecret: Surroundings['onSecret'];
}

export async function readBase(
  project: OpenProject,
  { revision, env, onSecret }: BaseReading,
): Promise<BaseAnswer> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined)
    return { unknown: unknownRevision(git, `The base is to be the commit \`${revision}\``) };
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

/** The plan with what its base says of it. A base that cannot be read is a warning. */
export function withBase(prepared: Prepared, options: Options): { plan: Plan; remarks: string[] } {
  const { plan, project, base: answer } = prepared;
  if (answer === undefined) return { plan, remarks: [] };
  if (!('base' in answer)) return { plan, remarks: [noBase(answer)] };
  const { base } = answer;
  const before = changesOf(base, { ...prepared, options });
  return {
    plan: { ...withPending(plan, { commit: base.commit, before }), safety: safetyChanges(base, project) },
    remarks: [],
  };
}

function noBase(answer: Exclude<BaseAnswer, { base: Base }>): string {
  if ('unreadable' in answer) return `There is no base: ${answer.unreadable}.`;
  return [answer.unknown.message, answer.unknown.hint].join(' ');
}

/** What an apply of the base would push now. */
function changesOf(
  base: Base,
  { input, target, options }: Pick<Prepared, 'input' | 'target'> & { options: Options },
): readonly Change[] {
  const { url, repository } = { ...base.project, ...options };
  const isSameTarget =
    url === target.url &&
    repository?.account === target.repository.account &&
    repository.name === target.repository.name;
  const depth = base.depth?.levels ?? input.target.levels.length;
  if (base.isEmpty || !isSameTarget || depth !== input.target.levels.length) return [];
  const { batch: _, ...common } = input;
  const own: PlanInput = { ...common, ...policyOf(base, options), desired: base.state, notes: [] };
  return makePlan(own).changes;
}
