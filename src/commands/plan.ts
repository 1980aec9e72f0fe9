// plan: what an apply would change. Cannot write.
import { CommandError } from '../errors.ts';
import { isWorkflow } from '../lib/system.ts';
import { counted } from '../lib/text.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Change, Plan, Target } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import { urlOf } from '../options.ts';
import { safetyChanges } from '../documents/project-fields.ts';
import { offlinePlan, withPending, withSameVariables } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { standIn } from '../plan/stand-in.ts';
import { withoutUnset } from '../plan/unset.ts';
import { warnOfRecord } from '../apply/apply-record.ts';
import { withReviews } from '../apply/approval.ts';
import { changeComment } from '../apply/change-comment.ts';
import { USUAL_SETTINGS } from '../apply/inspect.ts';
import { declaredName, policyOf, secretRulesOf } from '../apply/plan-input.ts';
import { type PlanResult, type Prepared, prepare } from '../apply/prepare.ts';
import {
  type OpenProject,
  openProject,
  type TargetOptions,
  withMissingEnvOnce,
  withoutMissingEnv,
} from '../apply/project.ts';
import { type Base, readBase } from '../apply/revision.ts';
import { plannedOutcome, type Row } from '../apply/rows.ts';
import type { Runtime } from '../apply/runtime.ts';
import { masksOf } from '../apply/secret-sources.ts';
import { UntrustedUrl } from '../apply/trust.ts';

/** @param isStrict variables that are not set are errors, as in an apply and in every workflow */
export async function plan(
  options: TargetOptions,
  runtime: Runtime,
  { isStrict = false } = {},
): Promise<PlanResult & Row> {
  const result = await planned(options, runtime, isStrict);
  return { ...result, name: options.target, outcome: plannedOutcome(result.plan) };
}

async function planned(options: TargetOptions, runtime: Runtime, isStrict: boolean): Promise<PlanResult> {
  if (options.offline) return planOffline(options, runtime);
  try {
    return await planWithServer(options, runtime, isStrict);
  } catch (error) {
    if (!(error instanceof UntrustedUrl) || error.trusted === undefined) throw error;
    const { why, hint = '', trusted } = error;
    // The base of an entry in a merge queue may itself be queued, so it may name the same URL.
    const into = options.untrusted?.commit === undefined ? trusted : (options.into ?? trusted);
    const { baseline: _, ...compared } = options;
    const result = await planOffline({ ...compared, into }, runtime);
    return { ...result, remarks: [`Planned without the server: ${why}. ${hint}`, ...result.remarks] };
  }
}

async function planWithServer(options: TargetOptions, runtime: Runtime, isStrict: boolean): Promise<PlanResult> {
  const missingEnv = isStrict || isWorkflow(runtime.env) ? 'error' : 'warning';
  const unreviewed = await prepare(options, runtime, { missingEnv });
  unreviewed.close();
  const prepared = await withReviews(unreviewed, { isApply: false });
  const { result } = prepared;
  const compared = withBase(prepared, options);
  // What a branch is compared with its base for is applied after a merge, from another commit.
  const isOfBranch = options.into !== undefined;
  const warned = await warnOfRecord(compared.plan, prepared, isOfBranch);
  const notes = options.token === undefined ? [NO_TOKEN, ...warned.notes] : warned.notes;
  const plan = isOfBranch ? withMerge({ ...warned, notes }, runtime.merge) : warned;
  const isUncommitted = prepared.project.git !== undefined && prepared.head === undefined;
  const uncommitted = isUncommitted ? [NOTHING_COMMITTED] : [];
  const warnings = withMissingEnvOnce(result.warnings, plan.unset);
  return { ...result, plan, warnings, remarks: [...result.remarks, ...compared.remarks, ...uncommitted] };
}

const NOTHING_COMMITTED =
  'Nothing is committed yet. Applies are recorded in Git: commit the files before you apply them.';

const NO_TOKEN = 'No token is set: the apply will need one, unless the repository allows pushes without a token.';

/** Says what the plan is of, if the branch lacks commits of its base. */
function withMerge(plan: Plan, merge: Runtime['merge']): Plan {
  if (merge === undefined) return plan;
  const { changes, into, commits } = merge;
  if (changes === undefined) return { ...plan, behind: { into, ...(commits !== undefined && { commits }) } };
  const note = `This branch is ${counted(commits ?? 0, 'commit')} behind \`${into}\`: planned as merged with it.`;
  return { ...plan, notes: [note, ...plan.notes] };
}

/** Marks changes that were already pending at the base. A base that cannot be read is a warning. */
function withBase(
  { project, input, base: answer, result: { plan } }: Prepared,
  options: TargetOptions,
): { plan: Plan; remarks: string[] } {
  if (answer === undefined) return { plan, remarks: [] };
  if ('unreadable' in answer) return { plan, remarks: [notCompared(answer.unreadable)] };
  if ('unknown' in answer) return { plan, remarks: [[answer.unknown.message, answer.unknown.hint].join(' ')] };
  const { base } = answer;
  const pending = withPending(plan, { commit: base.commit, before: changesOf(base, input, options) });
  return { plan: { ...pending, safety: safetyChanges(base, project) }, remarks: [] };
}

function notCompared(why: string): string {
  return `Cannot compare with the base: ${why}.`;
}

/** What an apply of the base would push now. */
function changesOf(base: Base, input: PlanInput, options: TargetOptions): readonly Change[] {
  const { target } = input;
  const { repository } = { ...base.project, ...options };
  const isSameTarget =
    urlOf(options, base.project) === target.url &&
    repository?.account === target.account &&
    repository.name === target.name;
  const depth = base.depth?.levels ?? target.levels.length;
  if (base.isEmpty || !isSameTarget || depth !== target.levels.length) return [];
  const secrets = { ...input.secrets, ...secretRulesOf(base) };
  const own: PlanInput = { ...input, policy: policyOf(base, options), secrets, desired: base.state, notes: [] };
  return makePlan(withoutUnset(own, base)).changes;
}

// `plan --offline` compares head with base, without a server or token: for pull requests that have no secrets.

/** A fork does not see the values of variables, so only their names are compared. */
const NO_VALUES = {};

/** Throws {@link CommandError} without a base, or if there is no such commit. */
async function planOffline(options: TargetOptions, runtime: Runtime): Promise<PlanResult> {
  const { into: revision } = options;
  if (revision === undefined)
    throw badOption('An offline plan needs a commit to compare with.', 'Pass --into <revision>.');
  if (options.baseline !== undefined)
    throw badOption('An offline plan is compared with its base and takes no baseline.', 'Remove --baseline.');
  const project = await openProject(options, { runtime, missingEnv: 'warning', values: NO_VALUES });
  const { git } = project;
  const offline = { env: NO_VALUES, onSecret: runtime.onSecret };
  const answer = await readBase(project, { ...offline, revision });
  if ('unknown' in answer) throw answer.unknown;
  const base = 'base' in answer ? answer.base : undefined;
  const known = { project, options: {}, runtime: offline, baseline: { versions: [] }, base: answer };
  const masks = await masksOf(known);
  const input = offlineInput(project, options, base);
  const secrets = { ...input.secrets, ...masks.secrets };
  const made = offlinePlan(makePlan({ ...input, secrets, notes: [...input.notes, ...masks.notes] }));
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, project) };
  const head = await git?.head();
  return {
    plan: withMerge({ ...made, ...compared }, runtime.merge),
    warnings: withoutMissingEnv(project.diagnostics),
    remarks: 'unreadable' in answer ? [notCompared(answer.unreadable)] : [],
    changeComment: await changeComment(options, { git, head, runtime }),
    commit: head?.commit,
    removedAt: base?.commit,
  };
}

/** @param base absent: it cannot be read */
function offlineInput(project: OpenProject, options: TargetOptions, base: Base | undefined): PlanInput {
  const applied = base?.isEmpty ? undefined : base;
  const live = applied === undefined ? emptyState() : standIn(applied.state);
  return {
    target: offlineTarget(project, options, applied),
    policy: policyOf(project, options),
    secrets: {
      ...secretRulesOf(project),
      // A password that is missing here may be set where the apply runs.
      passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
    },
    desired: withSameVariables(project.state, live),
    live,
    liveSource: base === undefined ? 'none' : 'base',
    applied: applied === undefined ? {} : { baseline: applied.state },
    server: { settings: USUAL_SETTINGS, hasToken: true, typesKnown: true },
    listUnmanaged: false,
    notes: [
      base === undefined
        ? 'Planned offline without a readable base: every declared item is shown as new.'
        : `Planned offline against commit ${shortCommit(base.commit)}: the state of the server and the values of variables are not checked.`,
    ],
    purpose: 'offline',
  };
}

/** A pull request from a fork may not even know the URL. */
function offlineTarget(
  { project, depth, choice }: OpenProject,
  options: TargetOptions,
  base: Base | undefined,
): Target {
  const url = urlOf(options, project) ?? '';
  const { repository = { account: '', name: '' } } = { ...project, ...options };
  const count = depth?.levels ?? base?.depth?.levels ?? 1;
  const levels = project.levels ?? Array.from({ length: count }, (_, i) => `Level ${i + 1}`);
  return { url, ...repository, levels, ...declaredName(choice) };
}

function badOption(message: string, hint: string): CommandError {
  return new CommandError({ code: 'bad-option', message, hint });
}
