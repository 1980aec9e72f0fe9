// plan: what an apply would change. Has nothing that could write.
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Change, Plan, Target } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import type { Options } from '../options.ts';
import { offlinePlan, safetyChanges, withPending, withSameVariables } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { standIn } from '../plan/stand-in.ts';
import { type Base, type BaseAnswer, readBase } from './base.ts';
import { changeComment } from './change-comment.ts';
import { withRunningWarning } from './lease.ts';
import { policyOf } from './plan-input.ts';
import { prepare, type Prepared } from './prepare.ts';
import { type OpenProject, openProject } from './project.ts';
import type { Runtime } from './runtime.ts';
import { trustedReads, UntrustedUrl } from './trust.ts';

/** What is shown of a plan; not masked yet. */
export type PlanResult = Pick<Prepared, 'plan' | 'warnings' | 'remarks' | 'changeComment'>;

export async function plan(options: Options, runtime: Runtime): Promise<PlanResult> {
  if (options.offline) return planOffline(options, runtime);
  const { reads, remarks } = await trustedReads(options, runtime);
  const use = async (prepared: Prepared) => {
    const compared = withBase(prepared, options);
    const now = runtime.now();
    const plan = withRunningWarning(compared.plan, { baseline: prepared.baseline, now });
    return resultOf({ ...prepared, plan, remarks: [...remarks, ...prepared.remarks, ...compared.remarks] });
  };
  try {
    return await prepare({ ...options, ...(reads && { reads }) }, { runtime, use });
  } catch (error) {
    if (error instanceof UntrustedUrl && error.trusted !== undefined)
      return planWithoutServer(error, { options, runtime, trusted: error.trusted });
    throw error;
  }
}

/** What can be said of files that name an address which is not trusted. */
async function planWithoutServer(
  { why, hint = '' }: UntrustedUrl,
  { options, runtime, trusted }: { options: Options; runtime: Runtime; trusted: string },
): Promise<PlanResult> {
  const { baseline: _, base = trusted, ...compared } = options;
  const result = await planOffline({ ...compared, base }, runtime);
  return { ...result, remarks: [`Planned without the server: ${why}. ${hint}`, ...result.remarks] };
}

export function resultOf({ plan, warnings, remarks, changeComment }: Prepared): PlanResult {
  return { plan, warnings, remarks, changeComment };
}

/** The plan with what its base says of it. A base that cannot be read is a warning. */
function withBase(prepared: Prepared, options: Options): { plan: Plan; remarks: string[] } {
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
  if ('unreadable' in answer) return `Cannot compare with the base: ${answer.unreadable}.`;
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

// `plan --offline`: head against base, without a server and without a token; for pull requests that have no secrets.

/** Values of variables differ between those who may see them and those who may not; their names do not. */
const NO_VALUES = {};

/** Throws {@link CommandError} without a base, or with one that is not there: nothing could be compared. */
async function planOffline(options: Options, runtime: Runtime): Promise<PlanResult> {
  const { base: revision } = options;
  if (revision === undefined || options.baseline !== undefined) throw badOptions(options);
  const project = await openProject(options, { runtime, missingEnv: 'warning', values: NO_VALUES });
  const { onSecret } = runtime;
  const answer = await readBase(project, { revision, env: NO_VALUES, onSecret });
  if ('unknown' in answer) throw answer.unknown;
  const made = offlinePlan(makePlan(inputOf({ project, options, answer })));
  const base = 'base' in answer ? answer.base : undefined;
  const { git } = project;
  const head = await git?.head();
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, project) };
  return {
    plan: { ...made, ...compared },
    warnings: project.diagnostics.filter(({ code }) => code !== 'env-missing'),
    remarks: 'unreadable' in answer ? [`Cannot compare with the base: ${answer.unreadable}.`] : [],
    changeComment: await changeComment(options, { git, head, runtime }),
  };
}

interface Compared {
  project: OpenProject;
  options: Options;
  answer: Exclude<BaseAnswer, { unknown: unknown }>;
}

function inputOf({ project, options, answer }: Compared): PlanInput {
  const base = 'base' in answer && !answer.base.isEmpty ? answer.base : undefined;
  const live = base === undefined ? emptyState() : standIn(base.state);
  return {
    ...policyOf(project, options),
    // A password that is missing here is not missing where an apply runs.
    passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
    target: targetOf({ project, options, base }),
    settings: { vdtEnabled: true },
    desired: withSameVariables(project.state, live),
    live,
    liveSource: 'base' in answer ? 'base' : 'none',
    ...(base && { baseline: base.state }),
    listUnmanaged: false,
    hasToken: true,
    notes: [noteOf(answer)],
    isOffline: true,
    typesKnown: true,
  };
}

/** A pull request from elsewhere may lack even the address. */
function targetOf({ project, options, base }: Omit<Compared, 'answer'> & { base: Base | undefined }): Target {
  const { url = '', repository = { account: '', name: '' } } = { ...project.project, ...options };
  const depth = project.depth?.levels ?? base?.depth?.levels ?? 1;
  const levels = project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
  return { url, ...repository, levels };
}

function noteOf(answer: Compared['answer']): string {
  if ('unreadable' in answer)
    return 'Planned offline without a readable base: every declared item is shown as new.';
  return `Planned offline against commit ${shortCommit(answer.base.commit)}: the state of the server and the values of variables are not checked.`;
}

function badOptions({ base }: Options): CommandError {
  const message =
    base === undefined
      ? 'An offline plan needs a base.'
      : 'An offline plan is compared with its base and takes no baseline.';
  const hint = base === undefined ? 'Pass --base <revision>.' : 'Remove --baseline or --no-baseline.';
  return new CommandError({ code: 'bad-option', message, hint });
}
