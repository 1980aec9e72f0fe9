// Prepares a plan: reads the project, what was last applied, and the server, and looks for an approval. Never writes.
import { basename } from 'node:path';
import { settingsIn } from '../documents/project-file.ts';
import { ahead } from '../lib/parallel.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type Approval, parseApproval, type ReviewAnswer } from '../model/approval.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { IsSecretName } from '../model/secrets.ts';
import type { Named } from '../model/state.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { parentsOf } from '../record/git-history.ts';
import type { GitRepository, Head } from '../record/git-repository.ts';
import { readRecord } from '../record/record.ts';
import { type ApplyRecord, followedBy } from '../record/recorded-apply.ts';
import { actorOf, changeComment } from './change-comment.ts';
import { type Connected, connectTarget } from './connect.ts';
import { leavesOutUncommitted } from './committed-files.ts';
import { openAround } from './git-files.ts';
import { shownPlan } from '../core/shown-plan.ts';
import { mergeLineageOf } from './lineage.ts';
import type { MergeLineage } from '../core/lineage.ts';
import { withMovedOut } from './moved-out.ts';
import {
  type OpenProject,
  openProject,
  ProjectError,
  projectFileOf,
  settingsOf,
  type TargetOptions,
} from './project.ts';
import { pathInGit, placeFor } from './records.ts';
import { unfinishedRemarks } from '../core/record-sentences.ts';
import type { Runtime } from './runtime.ts';
import {
  refuseUntrustedUrl,
  refuseWithoutGit,
  trustedApprovals,
  trustedSettings,
} from './trust.ts';
import type { LastApplied } from '../core/applied.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { ShownPlan } from '../core/known.ts';
import type { Connection } from '../remote/client.ts';
import type { World } from '../core/world.ts';
import { worldOf } from './world.ts';
import { plan, type Planned } from '../core/plan.ts';

/** What a command shows of a plan. Not masked yet. */
export interface PlanResult {
  plan: Plan;
  /** Problems in the files that do not prevent a plan. */
  warnings: Diagnostic[];
  /** Sentences about what was last applied. */
  remarks: string[];
  changeComment: string;
  /** The commit that is checked out; absent outside Git and before the first commit. */
  commit?: string | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
  /** All items of the files. */
  declared: readonly Named[];
  /** Files that were read and that no commit has, as shown to users. */
  untracked?: readonly string[];
  /** The commit that was last applied before; absent: unknown. */
  lastAppliedCommit?: string | undefined;
}

/** As an apply and the warnings on its record take it. @param plan with more findings */
export function shownOf(prepared: Prepared, plan: Plan = prepared.result.plan) {
  return { ...prepared, plan, changeComment: prepared.result.changeComment };
}

/** A plan, and everything that it was made from. Open until it is closed. */
export interface Prepared extends Omit<ShownPlan, 'plan' | 'changeComment'> {
  project: OpenProject;
  runtime: Runtime;
  world: World;
  connection: Connection;
  /** The commit that is checked out; absent outside Git and before the first commit. */
  head?: Head | undefined;
  result: PlanResult;
  /** {@link ShownPlan.lineage} for the merge of a branch into its base; asked once. */
  mergeLineage: () => Promise<MergeLineage>;
  close: () => void;
}

/**
 * Throws if the files have errors; only reads were sent to the server by then. The caller closes what it gets.
 * `missingEnv` is the severity of a variable that is not set. For an apply, the files are compared with the commit.
 */
export async function prepare(
  given: TargetOptions,
  runtime: Runtime,
  {
    missingEnv = 'error',
    isApply = false,
  }: { missingEnv?: 'error' | 'warning'; isApply?: boolean } = {},
): Promise<Prepared> {
  refuseWithoutGit(given, runtime);
  const git = openAround(given.config, runtime);
  await refuseUntrustedUrl(given, runtime, git);
  const { remarks, ...trusted } = await trustedSettings(given, runtime, git);
  const options = { ...given, ...trusted };
  const connecting = ahead(connectProject(options, runtime));
  const opening = ahead(
    openProject(options, {
      runtime,
      // A stage needs the variables of its own rows alone.
      missingEnv: options.chosenStage === undefined ? missingEnv : 'warning',
      opening: git,
      asCommitted: true,
      onlyCommitted: !isApply && leavesOutUncommitted(options, runtime.env),
      outcome: 'nothing was sent',
    }),
  );
  // The errors of the project are told before those of the connection.
  const connected = await connecting.catch(async (error) => {
    await opening;
    throw error;
  });
  const { connection, target } = connected;
  // Git and the first requests run while the project is read.
  const recording = ahead(readRecordOf(options, runtime, target, git));
  const world = worldOf({ options, runtime, connected, opening, recording, isApply });
  try {
    const planned = await plan(world, options);
    const project = await opening;
    if (missingEnv === 'error') refuseUnset(project, planned.plan);
    return await withResult(planned, { world, project, connection, runtime, remarks, isApply });
  } catch (error) {
    connection.http.close();
    throw error;
  }
}

/** Throws {@link ProjectError} if variables of a stage are not set. */
function refuseUnset({ diagnostics }: OpenProject, { unset = [] }: Plan): void {
  const missing = ofVariables(diagnostics, unset).filter(({ code }) => code === 'env-missing');
  if (missing.length === 0) return;
  throw new ProjectError(
    missing.map((diagnostic) => ({ ...diagnostic, severity: 'error' })),
    'nothing was sent',
  );
}

/** Without variables that only other stages need. */
function ofVariables(
  diagnostics: readonly Diagnostic[],
  unset: readonly string[] = [],
): Diagnostic[] {
  const isOf = (message: string) =>
    unset.some((name) => message.startsWith(`The environment variable ${name} is `));
  return diagnostics.filter(({ code, message }) => code !== 'env-missing' || isOf(message));
}

/** @param opened.remarks sentences about the settings */
async function withResult(
  { known, input, plan: made, stage }: Planned,
  opened: Pick<Prepared, 'world' | 'project' | 'connection' | 'runtime'> & {
    remarks: string[];
    isApply: boolean;
  },
): Promise<Prepared> {
  const { remarks, isApply, ...given } = opened;
  const { project, connection, runtime } = given;
  const { options, lastApplied, base } = known;
  const told = await withMovedOut(made, {
    project,
    applied: appliedFiles(lastApplied),
    merge: runtime.merge,
  });
  const shown = shownPlan(given.world, { known, input, plan: told, ...(stage && { stage }) });
  const done = lastApplied.record?.done;
  const head = await project.git?.head();
  const applies = lastApplied.record ? followedBy(lastApplied.record, shown.stage) : [];
  const history = { git: project.git, head, applies, options };
  reportPlannedSecrets(made, runtime.onSecret, input.secrets.isSecretName);
  const comment = await changeComment(options, { git: project.git, head, plan: made, runtime });
  const actor = actorOf(runtime, project.git);
  return {
    ...shown,
    ...given,
    head,
    actor,
    result: {
      plan: told,
      warnings:
        stage === undefined ? project.diagnostics : ofVariables(project.diagnostics, made.unset),
      remarks: [
        ...remarks,
        ...lastApplied.warnings,
        ...unfinishedRemarks(
          { begun: [], ...lastApplied.record },
          { now: connection.http.now(), isApply, stage: shown.stage },
        ),
      ],
      changeComment: comment,
      commit: head?.commit,
      lastAppliedCommit: done?.source,
      declared: [...project.state.items.values()],
      untracked: project.untracked,
      // Otherwise some of the lines that a plan removes are those of another commit.
      removedAt:
        lastApplied.parts.length === 1 && options.lastApplied === undefined
          ? done?.source
          : undefined,
    },
    mergeLineage: onlyOnce(() => mergeLineageOf(history, base?.commit)),
    close: () => connection.http.close(),
  };
}

function appliedFiles({ parts }: LastApplied): ReadonlyMap<string, Uint8Array>[] {
  return parts.map(({ apply }) => apply.files);
}

function onlyOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}

/** Secret texts on the server may still be in use, so they are masked too. */
export function reportPlannedSecrets(
  { changes, drift, alreadySent = [] }: Pick<Plan, 'changes' | 'drift' | 'alreadySent'>,
  onSecret: Runtime['onSecret'],
  isSecretName: IsSecretName,
): void {
  const report = (change: Change, side: 'before' | 'after') => {
    if (change.kind === 'key') return;
    for (const text of change.secrets?.texts ?? []) onSecret?.(text, { isNamed: false });
    if (change.secret && change[side])
      onSecret?.(change[side], { isNamed: isSecretName(change.name) });
  };
  for (const change of [...changes, ...alreadySent]) report(change, 'before');
  for (const change of drift) report(change, 'after');
}

/** Throws if there is no project file, or the target or the connection settings are invalid. */
async function connectProject(options: TargetOptions, runtime: Runtime): Promise<Connected> {
  const file = projectFileOf(options, runtime);
  // Reading the project says so, with everything else that is wrong.
  if (!file.isReadable) throw new ProjectError([...file.diagnostics]);
  return connectTarget(settingsIn(file, { name: options.target }).project, options, runtime);
}

/** `undefined` outside Git, and where the project has none. */
async function readRecordOf(
  options: TargetOptions,
  runtime: Runtime,
  target: ResolvedTarget,
  opening: Promise<GitRepository | undefined>,
): Promise<ApplyRecord | undefined> {
  const git = await opening;
  if (git === undefined) return undefined;
  // Needed later: Git reads it meanwhile.
  void ahead(git.head());
  if (!(options.record ?? settingsOf(options, runtime).record)) return undefined;
  return readRecord(placeFor(git, target, pathInGit(git, basename(options.config))));
}

/** Approves a refused plan if reviews of its pull request do; otherwise notes where it can be approved. */
export async function withReviews(
  prepared: Prepared,
  { isApply }: { isApply: boolean },
): Promise<Prepared> {
  const { options, runtime, project } = prepared;
  const { approval: text } = prepared.result.plan;
  if (runtime.reviews === undefined || text === undefined) return prepared;
  const approval = parseApproval(text);
  // A digest that was given decides alone.
  if (approval === undefined || options.approve !== undefined)
    return withWay(prepared, { way: 'dispatch', notes: [] });
  const head = prepared.head?.commit;
  const parents =
    project.git === undefined || head === undefined ? [] : await parentsOf(project.git, head);
  const answer = await runtime.reviews({
    digest: approval.digest,
    names: approval.names,
    commits: head === undefined ? [] : [head, ...parents],
    isApply,
    approvals: (base) => trustedApprovals(base, { options, runtime }),
  });
  const { approved } = answer;
  if (approved === undefined) return withWay(prepared, answer);
  return withWay(await approvedWith(prepared, { ...approved, digest: approval.digest }), answer);
}

function withWay(
  prepared: Prepared,
  { way, notes }: Pick<ReviewAnswer, 'way' | 'notes'>,
): Prepared {
  const { result, runtime } = prepared;
  const { manualRun } = runtime;
  const plan: Plan = {
    ...result.plan,
    notes: [...result.plan.notes, ...notes],
    approvalWay: way,
    manualRun,
  };
  return { ...prepared, result: { ...result, plan } };
}

export function approvedWith(prepared: Prepared, approval: Approval): Promise<Prepared> {
  return withInput(prepared, { ...prepared.input, approval });
}

/** The plan of another input, for example one that is approved. */
export async function withInput(prepared: Prepared, input: PlanInput): Promise<Prepared> {
  const { options, runtime, head, project, lastApplied } = prepared;
  const compared = { project, applied: appliedFiles(lastApplied), merge: runtime.merge };
  const plan = await withMovedOut(makePlan(input), compared);
  const comment = await changeComment(options, { git: project.git, head, plan, runtime });
  const result: PlanResult = { ...prepared.result, plan, changeComment: comment };
  return { ...prepared, input, result };
}
