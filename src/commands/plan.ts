// plan: what an apply would change. Cannot write.
import { warnOfRecord } from '../core/unrecordable.ts';
import { asMerged as mergedWith } from '../project/git-files.ts';
import { withDeletedBefore } from '../core/deleted-before.ts';
import { withLineage } from '../core/elsewhere.ts';
import { type OpenedTarget, openOffline, openTarget } from '../world/open-target.ts';
import { offlineBase, planOffline } from '../core/offline.ts';
import { withBase } from '../core/pending.ts';
import type { PlanResult, ShownPlan } from '../core/plan-facts.ts';
import type { Owned } from '../core/owners.ts';
import { planFrom, settle } from '../core/plan.ts';
import { withReviews } from '../core/reviews.ts';
import { resultOf, shownPlan } from '../core/shown-plan.ts';
import type { ProjectContents } from '../core/applied.ts';
import {
  ProjectError,
  type TargetOptions,
  withMissingEnvOnce,
  withoutMissingEnv,
} from '../project/open-project.ts';
import { plannedOutcome, rowCalled, type TargetRow } from '../core/target-rows.ts';
import type { Runtime } from '../runtime.ts';
import { UntrustedUrl } from '../project/trust.ts';
import { ahead } from '../lib/parallel.ts';
import { isWorkflow } from '../lib/workflow.ts';
import { counted, itOrThem, someOf } from '../lib/text.ts';
import type { BehindBase, Plan } from '../model/plan.ts';
import type { NewestCommit } from '../record/git-history.ts';
import { isOutage } from '../record/outage.ts';
import { refuseUnmatched, unknownIn } from '../show/asked.ts';

/** What was read for plans, by token and merged base: stages that share both share what is read. */
export type StageReads = Map<string, Promise<ReadTarget>>;

interface ReadTarget {
  opened: OpenedTarget;
  read: Owned;
}

interface PlanCommand {
  /** Variables that are not set are errors, as in an apply and in every workflow. Default: false. */
  isStrict?: boolean;
  /** Shared by the stages of a command, so that those with the same token are read once. Default: not shared. */
  reads?: StageReads;
}

export async function planTarget(
  options: TargetOptions,
  runtime: Runtime,
  { isStrict = false, reads = new Map() }: PlanCommand = {},
): Promise<PlanResult & TargetRow> {
  const result = await planned(options, runtime, { isStrict, reads });
  const plan = asMerged(result.plan, runtime.merge);
  return { ...result, plan, ...rowCalled(options), outcome: plannedOutcome(plan) };
}

async function planned(
  options: TargetOptions,
  runtime: Runtime,
  planning: Required<PlanCommand>,
): Promise<PlanResult> {
  if (options.offline) return withoutServer(options, runtime);
  try {
    return await planWithServer(options, runtime, planning);
  } catch (error) {
    if (!(error instanceof UntrustedUrl) || error.trusted === undefined) throw error;
    const { why, hint = '', trusted } = error;
    // The base of an entry in a merge queue may itself be queued, so it may name the same URL.
    const base = options.untrusted?.commit === undefined ? trusted : (options.base ?? trusted);
    const { lastApplied: _, ...compared } = options;
    const result = await withoutServer({ ...compared, base }, runtime);
    return {
      ...result,
      remarks: [`Planned without the server: ${why}. ${hint}`, ...result.remarks],
    };
  }
}

async function withoutServer(options: TargetOptions, runtime: Runtime): Promise<PlanResult> {
  const base = offlineBase(options);
  const result = await planOffline(await openOffline(options, runtime), options, base);
  return { ...result, warnings: withoutMissingEnv(result.warnings) };
}

async function planWithServer(
  options: TargetOptions,
  runtime: Runtime,
  { isStrict, reads }: Required<PlanCommand>,
): Promise<PlanResult> {
  // The plan of a pull request has the secrets of no environment.
  const isNeeded = isWorkflow(runtime.env) && options.chosenStage === undefined;
  const missingEnv = isStrict || isNeeded ? 'error' : 'warning';
  const planned = await planRead(options, runtime, { missingEnv, reads });
  const { opened, shown } = planned;
  // What a branch is compared with its base for is applied after a merge, from another commit.
  const isOfBranch = options.base !== undefined;
  if (!isOfBranch && !options.allowOlder && shown.plan.changes.length > 0) {
    const lineage = await shown.lineage();
    if (lineage.kind === 'behind')
      return planOutOfDate(planned, lineage.trusted, { missingEnv, reads });
  }
  const { world } = opened;
  const caused = await withLineage(world, shown, { isOfBranch });
  const reviewed = await withReviews(world, caused, { isApply: false });
  return planOf({ opened, shown: reviewed }, (compared) =>
    warnOfRecord(world, { ...reviewed, plan: compared }, isOfBranch),
  );
}

interface TargetPlan {
  opened: OpenedTarget;
  shown: ShownPlan;
}

interface Reading {
  missingEnv: 'error' | 'warning';
  reads: StageReads;
}

async function planRead(
  given: TargetOptions,
  runtime: Runtime,
  { missingEnv, reads }: Reading,
): Promise<TargetPlan> {
  const { target = '', token = '', chosenStage, approve } = given;
  const key = JSON.stringify([target, token, runtime.merge?.base]);
  const reading = reads.get(key) ?? ahead(readTarget(given, runtime, missingEnv));
  // A target without stages is read once, and there may be many of them.
  if (chosenStage !== undefined) reads.set(key, reading);
  const { opened, read } = await reading;
  const { world, remarks } = opened;
  const options = { ...opened.options, ...(chosenStage && { chosenStage }), approve };
  const made = await planFrom(world, read, options);
  return {
    opened: { ...opened, options },
    shown: await shownPlan(world, made, {
      remarks,
      isApply: false,
      isStrict: missingEnv === 'error',
    }),
  };
}

/** Closes the connection to the server: questions that follow, such as about reviews, go to others. */
async function readTarget(
  options: TargetOptions,
  runtime: Runtime,
  missingEnv: 'error' | 'warning',
): Promise<ReadTarget> {
  const opened = await openTarget(options, runtime, { missingEnv });
  try {
    return { opened, read: await settle(opened.world, opened.options) };
  } finally {
    opened.close();
  }
}

/**
 * The branch lacks the last applied commit, so that its plan would undo the work of others: planned as merged where that
 * is possible. Its apply is refused, so nothing can be approved.
 */
async function planOutOfDate(
  asItIs: TargetPlan,
  { branch, commit }: NewestCommit,
  reading: Reading,
): Promise<PlanResult> {
  const { options, runtime: given } = asItIs.opened;
  const { runtime } = await mergedWith({ base: commit, into: branch }, options, given);
  const { changes, commits } = runtime.merge ?? {};
  const merged = changes && (await planRead(options, runtime, reading).catch(ifInvalid));
  const behind: BehindBase = {
    base: branch,
    commits,
    merged: merged && true,
    applyRefused: true,
  };
  const planned = merged ?? asItIs;
  const { opened, shown } = planned;
  return planOf(planned, async (compared) => {
    const told = { ...shown, plan: compared };
    const { approval: _, ...warned } = await warnOfRecord(opened.world, told, true);
    return { ...warned, behind };
  });
}

/** The files of the merge have errors, which the merge will show. */
function ifInvalid(error: unknown): undefined {
  if (!(error instanceof ProjectError)) throw error;
}

async function planOf(
  { opened: { world, runtime }, shown }: TargetPlan,
  checked: (plan: Plan) => Promise<Plan>,
): Promise<PlanResult> {
  const { options, files, commit } = shown;
  const result = resultOf(shown);
  const compared = withBase(shown);
  const warned = await withDeletedBefore(world, await checked(compared.plan), shown);
  const isSending = options.base !== undefined || result.plan.changes.length > 0;
  const noToken = isSending && options.token === undefined ? [NO_TOKEN] : [];
  const uncommitted =
    files.git !== undefined && commit === undefined ? [NOTHING_COMMITTED] : notCommitted(files);
  const waits = waitsIn(shown);
  const notes = [...warned.notes, ...noToken, ...waitNotes(waits)];
  return {
    ...result,
    plan: { ...warned, ...waits, notes, ...(await unknownOf(shown, runtime)) },
    warnings: withMissingEnvOnce(result.warnings, warned.unset),
    remarks: [...result.remarks, ...compared.remarks, ...uncommitted],
  };
}

/** As the project file of the base says. */
function waitsIn({ options, base, files }: ShownPlan): Pick<Plan, 'waitsFor'> {
  const { applyStages } = (base?.base ?? files).project;
  const waitsFor = options.chosenStage?.after.at(-1);
  return waitsFor === undefined || applyStages === 'together' ? {} : { waitsFor };
}

function waitNotes({ waitsFor }: Pick<Plan, 'waitsFor'>): string[] {
  return waitsFor === undefined
    ? []
    : [`\`applyStages: separately\`: this stage has an apply of its own, after \`${waitsFor}\`.`];
}

/** Of a branch: the record decides what is deleted, which changes are drift, and whether the apply is refused. */
async function unknownOf(
  { options, lastApplied, plan: { changes }, mergeLineage }: ShownPlan,
  runtime: Runtime,
): Promise<Pick<Plan, 'mergeUnknown'>> {
  if (options.base === undefined) return {};
  const reason = lastApplied.recorded.record?.unreachable;
  if (reason !== undefined) {
    const again = isOutage(reason, runtime.env) ? '. Run this job again' : '';
    return { mergeUnknown: `the apply record could not be read${again}` };
  }
  if (changes.length === 0 || (await mergeLineage()).kind !== 'branch') return {};
  return {
    mergeUnknown: 'the last apply was of this branch, so the outcome depends on how you merge it',
  };
}

/** Throws a {@link CommandError} for names that no target has, in its files or as something that its plan lists. */
export function refuseUnknownNames(patterns: readonly string[], rows: readonly TargetRow[]): void {
  const declared = rows.flatMap((row) => row.declared ?? []);
  const planned = rows.flatMap(({ plan }) =>
    plan === undefined ? [] : [...plan.changes, ...plan.drift, ...(plan.unmanagedItems ?? [])],
  );
  refuseUnmatched(patterns, [...declared, ...planned], [], 'The files and the plan have');
}

/**
 * Sentences about the elements of `--affecting` that no target knows. Throws {@link CommandError} if it is not a context.
 */
export function unknownElements(context: string, rows: readonly TargetRow[]): string[] {
  const known = rows.flatMap(({ plan, elements }) =>
    plan === undefined || elements === undefined ? [] : [{ levels: plan.target.levels, elements }],
  );
  const [deepest] = known.toSorted((a, b) => b.levels.length - a.levels.length);
  if (deepest === undefined) return [];
  const { levels } = deepest;
  const elements = levels.map(
    (_, level) => new Map(known.flatMap((target) => [...(target.elements[level] ?? [])])),
  );
  return unknownIn(context, { levels, depth: levels.length, elements });
}

const NOTHING_COMMITTED =
  'Nothing is committed yet. Apply runs are recorded in Git: commit the files before you apply them.';

function notCommitted({ changed = [] }: ProjectContents): string[] {
  if (changed.length === 0) return [];
  const names = someOf(changed, { most: 3, noun: 'file' });
  return [`Not committed yet: ${names}. Commit ${itOrThem(changed.length)} before you apply.`];
}

const NO_TOKEN =
  'No token is set: the apply will need one, unless the configuration repository allows pushes without one.';

/** Says what the plan is of, if the branch lacks commits of its base. */
function asMerged(plan: Plan, merge: Runtime['merge']): Plan {
  if (merge === undefined) return plan;
  const { changes, base, commits, isUpToDate } = merge;
  if (changes === undefined) {
    return {
      ...plan,
      behind: { base, commits },
      mergeUnknown: 'this run could not merge the branch with its base',
    };
  }
  const why = isUpToDate
    ? 'The merge that is checked out is not the one into'
    : `This branch is ${counted(commits ?? 0, 'commit')} behind`;
  const note = `${why} \`${base}\`: planned as merged with it.`;
  return { ...plan, notes: [note, ...plan.notes] };
}
