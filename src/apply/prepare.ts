// Prepares a plan: reads the project, what was last applied, and the server, and looks for an approval. Never writes.
import { basename } from 'node:path';
import { settingsIn } from '../documents/project-file.ts';
import { ahead } from '../lib/parallel.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type Approval, parseApproval, type ReviewAnswer } from '../model/approval.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { FormerSecrets } from '../model/secret-rows.ts';
import type { IsSecretName } from '../model/secrets.ts';
import type { ServerRead } from '../model/server-reads.ts';
import type { Named, State } from '../model/state.ts';
import { repositoryText } from '../model/targets.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { recordedLive } from '../plan/stand-in.ts';
import { withoutUnset } from '../plan/normalize.ts';
import { parentsOf } from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository, Head } from '../record/git-repository.ts';
import { readsOf } from '../record/record-format.ts';
import { type ApplyRecord, readRecord } from '../record/record.ts';
import { agreed } from '../remote/agreement.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import { readLastApplied } from './last-applied.ts';
import { changeComment } from './change-comment.ts';
import { clearTextIn } from './clear-text.ts';
import { type Connected, connectTarget } from './connect.ts';
import { leavesOutUncommitted } from './committed-files.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { gitProblem, openAround } from './git-files.ts';
import {
  ask,
  type Asked,
  inspect,
  type Listing,
  readsToRecord,
  refuseLost,
  refuseUnanswered,
} from '../core/inspect.ts';
import { type Lineage, lineageOf, type MergeLineage, mergeLineageOf } from './lineage.ts';
import { liveOf, type Sources, withPulls } from './live.ts';
import { withMovedOut } from './moved-out.ts';
import { isFirstApply, planInput, planWithListing } from './plan-input.ts';
import {
  type Differences,
  differences,
  type OpenProject,
  openProject,
  ProjectError,
  projectFileOf,
  type TargetOptions,
} from './project.ts';
import { pathInGit, placeFor, unfinishedRemarks } from './records.ts';
import { readBase } from './revision.ts';
import type { Runtime } from './runtime.ts';
import { masksOf } from './secret-sources.ts';
import {
  refuseUntrustedUrl,
  refuseWithoutGit,
  trustedApprovals,
  trustedSettings,
} from './trust.ts';
import type { BaseAnswer, LastApplied, OtherProjects } from '../core/applied.ts';

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

/** A plan, and everything that it was made from. Open until it is closed. */
export interface Prepared extends Sources {
  otherProjects: OtherProjects;
  /** What was secret in this project, and may still be on the server. */
  formerSecrets: FormerSecrets;
  /** The commit that is checked out; absent outside Git and before the first commit. */
  head?: Head | undefined;
  /** How the files differ from it; absent without it, and where nothing is applied. */
  differences?: Differences | undefined;
  /** What `--base` names. */
  base?: BaseAnswer | undefined;
  /** What the plan in `result` was made from. */
  input: PlanInput;
  result: PlanResult;
  /** Reads of the server to be named in the record of an apply. */
  reads: ServerRead[];
  /** When the last read of the server ended. */
  readAt: Date;
  /** Absent if `info/all` could not affect the plan. */
  listing?: Listing | undefined;
  /** How the applied commits relate to the one that is checked out. Never throws. */
  lineage: () => Promise<Lineage>;
  /** The same for the merge of a branch into its base; asked once. */
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
  const opening = openAround(given.config, runtime);
  await refuseUntrustedUrl(given, runtime, opening);
  const { remarks, ...trusted } = await trustedSettings(given, runtime, opening);
  const options = { ...given, ...trusted };
  // Git and the first requests run while the project is read, whose errors are told before those of the connection.
  const starting = ahead(startReading(options, runtime, opening));
  try {
    const project = await openProject(options, {
      runtime,
      missingEnv,
      opening,
      asCommitted: true,
      onlyCommitted: !isApply && leavesOutUncommitted(options, runtime.env),
      outcome: 'nothing was sent',
    });
    // After the files were read, so that a change of them before is noticed.
    const comparing = ahead(isApply ? differences(project) : Promise.resolve(undefined));
    const started = await starting;
    runtime.onStep(`Reading ${repositoryText(started.target.repository)}`);
    const opened = { ...started, project, comparing, options, runtime, remarks, isApply };
    return await agreed(
      () => readAndPlan(opened),
      () => readAndPlan({ ...opened, ...askServer(started, options) }),
    );
  } catch (error) {
    await starting.then(({ connection }) => connection.http.close()).catch(() => undefined);
    throw error;
  }
}

/** @param opened.remarks sentences about the settings */
async function readAndPlan(
  opened: Started &
    Pick<Sources, 'project' | 'options' | 'runtime'> & {
      comparing: Promise<Differences | undefined>;
      remarks: string[];
      isApply: boolean;
    },
): Promise<Prepared> {
  const { project, target, connection, reader, server, options, runtime, isApply } = opened;
  const readingLastApplied = ahead(readLastApplied(project, target, options, opened.reading));
  const { base: revision } = options;
  // Two simultaneous fetches conflict in a shallow clone, so this waits until what was last applied is read.
  const readingBase = ahead(
    readingLastApplied.then(() =>
      revision === undefined ? undefined : readBase(project, { ...runtime, revision }),
    ),
  );
  // What inspection finds explains the other failures, so it is awaited first.
  const inspection = await inspect(opened.asked, { target, ...project });
  const lastApplied = await readingLastApplied;
  const sources = withPulls({
    project,
    options,
    runtime,
    target,
    connection,
    reader,
    server,
    inspection,
    lastApplied,
  });
  // A first apply needs the counts: they are read in parallel with the export.
  if (isFirstApply(lastApplied, options)) void ahead(inspection.listing());
  const read = await liveOf(await opened.exporting, sources, { mayBeUnread: true });
  const live =
    read.source === 'none' ? { ...read, ...standInFor(lastApplied, project.state) } : read;
  const base = await readingBase;
  // Pulls with a bad token would have failed.
  const hasToken = options.token !== undefined;
  const tokenProblem =
    hasToken && live.source === 'export' ? await server.tokenProblem() : undefined;
  const compared = await withFormerFile(
    await opened.comparing.catch(gitProblem),
    lastApplied,
    project,
  ).catch(gitProblem);
  const isCommitted =
    compared?.uncommitted.length === 0 && contentElsewhere(project, runtime.merge).length === 0;
  const { otherProjects, former, ...masks } = await masksOf({ ...sources, base, isCommitted });
  const basis = await planInput(sources, live, tokenProblem);
  const notes = [...basis.input.notes, ...masks.notes];
  const clearText = clearTextIn(project, { base: base?.base, ...basis.input });
  const secrets = { ...basis.input.secrets, ...masks.secrets, clearText };
  const { listing, input, plan } = await planWithListing(
    withoutUnset({ ...basis.input, secrets, notes }, project),
    sources,
    otherProjects,
    basis.listing,
  );
  const told = await withMovedOut(plan, {
    project,
    applied: appliedFiles(lastApplied),
    merge: runtime.merge,
  });
  const done = lastApplied.record?.done;
  const reads = {
    before: (done && readsOf(done)) ?? [],
    mode: connection.reads ?? 'all',
    used: [...(listing?.answered ?? []), ...basis.used],
    missing: [...(listing?.missing ?? []), ...basis.missing],
  };
  if (live.source === 'none' && !lastApplied.isUnknown)
    refuseUnanswered(reads, { target, project: project.project });
  refuseLost(reads);
  const readAt = runtime.now();
  const head = await project.git?.head();
  const history = { git: project.git, head, record: lastApplied.record, options };
  reportPlannedSecrets(plan, runtime.onSecret, input.secrets.isSecretName);
  const comment = await changeComment(options, { git: project.git, head, plan, runtime });
  return {
    ...sources,
    otherProjects,
    formerSecrets: former,
    head,
    differences: compared,
    base,
    input,
    result: {
      plan: told,
      warnings: project.diagnostics,
      remarks: [
        ...opened.remarks,
        ...lastApplied.warnings,
        ...unfinishedRemarks(
          { begun: lastApplied.record?.begun ?? [] },
          { now: connection.http.now(), isApply },
        ),
      ],
      changeComment: comment,
      commit: head?.commit,
      lastAppliedCommit: done?.source,
      declared: [...project.state.items.values()],
      untracked: project.untracked,
      // Otherwise some of the lines that a plan removes are those of another commit.
      removedAt:
        lastApplied.begun.length === 0 && options.lastApplied === undefined
          ? done?.source
          : undefined,
    },
    reads: readsToRecord(reads),
    readAt,
    listing,
    lineage: onlyOnce(() => lineageOf(history)),
    mergeLineage: onlyOnce(() => mergeLineageOf(history, base?.commit)),
    close: () => connection.http.close(),
  };
}

/** A project file whose removal is not committed was not renamed. */
async function withFormerFile(
  compared: Differences | undefined,
  { record }: LastApplied,
  { git }: Pick<OpenProject, 'git'>,
): Promise<Differences | undefined> {
  const head = await git?.head();
  const { projectFile = '' } = record?.former ?? {};
  if (compared === undefined || git === undefined || head === undefined || projectFile === '')
    return compared;
  const isThere = (await listFolder(git, head.commit, '')).some(({ path }) => path === projectFile);
  return isThere
    ? { ...compared, uncommitted: [...compared.uncommitted, `${projectFile} (removed)`] }
    : compared;
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

/** Stands in for live if the server cannot be read. */
function standInFor({ done: state, begun, chosen, record }: LastApplied, desired: State) {
  const source: 'last-applied' | 'none' =
    state === undefined && begun.length === 0 ? 'none' : 'last-applied';
  const intents = [...begun, ...(chosen ? [chosen] : [])];
  const types = record?.done?.types ?? new Map();
  return { state: recordedLive({ types, intents, state }, desired), source };
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

interface Started extends Connected {
  asked: Asked;
  exporting: Promise<Offered<State>>;
  /** The apply record; `undefined` outside Git, and where the project has none. */
  reading: Promise<ApplyRecord | undefined>;
}

/** Throws if there is no project file, or the target or the connection settings are invalid. */
async function startReading(
  options: TargetOptions,
  runtime: Runtime,
  opening: Promise<GitRepository | undefined>,
): Promise<Started> {
  const file = projectFileOf(options, runtime);
  // Reading the project says so, with everything else that is wrong.
  if (!file.isReadable) throw new ProjectError([...file.diagnostics]);
  const { project } = settingsIn(file, { name: options.target });
  const connected = await connectTarget(project, options, runtime);
  const { target } = connected;
  const asking = askServer(connected, options);
  const readingRecord = async () => {
    const git = await opening;
    if (git === undefined) return undefined;
    // Needed later: Git reads it meanwhile.
    void ahead(git.head());
    if (!(options.record ?? project.record)) return undefined;
    return readRecord(placeFor(git, target, pathInGit(git, basename(options.config))));
  };
  return { ...connected, ...asking, reading: ahead(readingRecord()) };
}

/** Sends the first requests. */
function askServer(
  { server }: Connected,
  { token }: TargetOptions,
): Pick<Started, 'asked' | 'exporting'> {
  const exporting = ahead(ifOffered('export', server.exported()));
  return { exporting, asked: ask(server, token !== undefined) };
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
