// Everything up to the plan: files, baseline, server, states. Only reads.
import { basename } from 'node:path';
import { type AppliedBaseline, readApplied } from '../baseline/applied-record.ts';
import type { GitRepository, Head } from '../baseline/git-repository.ts';
import { NO_FACTS } from '../baseline/record-format.ts';
import { CommandError } from '../errors.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { type Change, isRead, type Plan } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import type { ServerRead } from '../model/server-reads.ts';
import type { State } from '../model/state.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { type RecordedLive, recordedLive } from '../plan/stand-in.ts';
import { type Connection, createReader, type Reader } from '../remote/client.ts';
import { type Exported, pullsOf, type PullSource, readExport } from '../remote/read-live.ts';
import { type BaseAnswer, readBase } from './base.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { changeComment } from './change-comment.ts';
import { connect } from './connect.ts';
import { ask, type Asked, inspect, type Listing, readsToRecord, refuseLost } from './inspect.ts';
import { liveOf, pullsFor } from './live.ts';
import { masksOf } from './masks.ts';
import { isFirstApply, planInput, planWithListing } from './plan-input.ts';
import { hasProjectFile, openAround, type OpenProject, openProject, readProjectFile } from './project.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import type { Runtime } from './runtime.ts';
import { refuseUntrustedUrl } from './trust.ts';

export interface Prepared {
  project: OpenProject;
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
  pulls: PullSource;
  /** The reads of the server that the record of an apply is to name. */
  reads: ServerRead[];
  /** Absent where nothing that it says decided anything. */
  listing?: Listing;
  baseline: Baseline;
  /** What `--base` names. */
  base?: BaseAnswer;
  input: PlanInput;
  plan: Plan;
  /** Doubts about the files, and what could not be read; shown, never in the way. */
  warnings: Diagnostic[];
  /** Sentences about the baseline. */
  remarks: string[];
  /** The commit that is checked out; absent outside Git and before the first commit. */
  head?: Head;
  /** The comment that a push of this plan carries. */
  changeComment: string;
}

interface Preparing<Result> {
  runtime: Runtime;
  /** What a variable that is not set means. Default: `error`. */
  missingEnv?: 'error' | 'warning';
  /** Gets what was prepared; connections end with it. */
  use: (prepared: Prepared) => Promise<Result>;
}

/** Throws where the files are wrong: nothing but reads was asked for then. */
export async function prepare<Result>(
  options: Options,
  { runtime, missingEnv = 'error', use }: Preparing<Result>,
): Promise<Result> {
  await refuseUntrustedUrl(options, runtime);
  // Git looks around while the project file is read.
  const opening = openAround(options, runtime);
  let started = await startEarly(options, { runtime, opening });
  try {
    const project = await openProject(options, {
      runtime,
      missingEnv,
      opening,
    });
    started ??= await startReading(project.project, options, { runtime, opening });
    const { account, name } = started.target.repository;
    runtime.onStep(`Reading ${account}/${name}`);
    return await use(await readAndPlan({ ...started, project, options, runtime }));
  } finally {
    started?.connection.http.close();
  }
}

interface Opened extends Early {
  project: OpenProject;
  options: Options;
  runtime: Runtime;
}

async function readAndPlan(opened: Opened): Promise<Prepared> {
  const { project, target, connection, reader, options, runtime } = opened;
  const reading = readBaseline(project, { target, options, applied: opened.applied });
  // What inspection finds explains the other failures, so it is waited for first.
  reading.catch(() => undefined);
  const basing = readBaseOf(opened, reading);
  basing.catch(() => undefined);
  const hasToken = options.token !== undefined;
  const inspection = await inspect(opened.asked, { target, ...project });
  const baseline = await reading;
  const pulls = pullsFor(opened, inspection);
  // A first apply needs the counts: they are asked for side by side with the export.
  if (isFirstApply(baseline, options)) inspection.listing().catch(() => undefined);
  const live = await liveOf(await opened.exporting, {
    recorded: () => recordedOf(baseline, { ...opened, desired: project.state }),
    ...(hasToken && { pulls: () => pullsOf(pulls, { desired: project.state, ...baseline }) }),
  });
  const base = await basing;
  // Pulls were refused otherwise.
  const tokenProblem = hasToken && live.source === 'export' ? await reader.tokenProblem() : undefined;
  const { note, ...masks } = await masksOf({ project, options, runtime, baseline, base });
  const basis = await planInput({
    ...opened,
    inspection,
    baseline,
    live,
    reader,
    ...(tokenProblem && { tokenProblem }),
  });
  const notes = [...basis.input.notes, ...(note === undefined ? [] : [note])];
  const { listing, input, plan } = await planWithListing(
    { ...basis.input, ...masks, notes },
    { project, target, baseline, options, inspection, ...(basis.listing && { listing: basis.listing }) },
  );
  const compared = {
    before: baseline.reads,
    mode: connection.reads ?? 'all',
    isLiveRead: isRead(live.source),
    isRecorded: baseline.applied?.found === true && baseline.problem === undefined,
    used: [...(listing?.answered ?? []), ...basis.used],
    missing: [...(listing?.missing ?? []), ...basis.missing],
  };
  refuseLost(compared);
  const head = await project.git?.head();
  announceSecrets(plan, runtime.onSecret);
  return {
    project,
    target,
    connection,
    reader,
    pulls,
    reads: readsToRecord(compared),
    ...(listing && { listing }),
    baseline,
    ...(base && { base }),
    input,
    plan,
    warnings: project.diagnostics,
    remarks: baseline.warnings,
    changeComment: await changeComment(options, { git: project.git, head, plan, runtime }),
    ...(head && { head }),
  };
}

/** After the baseline: two fetches at a time are in each other's way in a shallow clone. */
async function readBaseOf(
  { project, options, runtime }: Opened,
  reading: Promise<Baseline>,
): Promise<BaseAnswer | undefined> {
  if (options.base === undefined) return undefined;
  await reading;
  return readBase(project, { ...runtime, revision: options.base });
}

/** What stands in for live where nothing can be read. */
function recordedOf(
  { recorded: state, intents: unfinished = [], chosen, applied }: Baseline,
  { options, desired }: { options: Options; desired: State },
): RecordedLive & { source: 'baseline' | 'none' } {
  const source = state === undefined && unfinished.length === 0 ? 'none' : 'baseline';
  const intents = [...unfinished, ...(chosen ? [chosen] : [])];
  const { types, secrets } = applied?.found ? applied.facts : NO_FACTS;
  const digestKey = options.rewriteSecrets ? undefined : options.digestKey;
  const known = recordedLive({ types, secrets, intents, ...(state && { state }) }, { desired, digestKey });
  return { ...known, source };
}

/** What the server has of a secret is one as well, and may still be in use. */
function announceSecrets({ changes, drift }: Plan, onSecret: (text: string) => void): void {
  const announce = (change: Change, side: 'before' | 'after') => {
    if (change.kind !== 'key' && change.secret && change[side]) onSecret(change[side]);
  };
  for (const change of changes) announce(change, 'before');
  for (const change of drift) announce(change, 'after');
}

interface Early {
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
  asked: Asked;
  exporting: Promise<Exported>;
  /** What was last applied; `undefined` outside Git. */
  applied: Promise<AppliedBaseline | undefined>;
}

interface Beginning {
  runtime: Runtime;
  opening: Promise<GitRepository | undefined>;
}

/** Only reads. What is wrong with the target or the way to it is thrown. */
async function startReading(
  project: Project,
  options: Options,
  { runtime, opening }: Beginning,
): Promise<Early> {
  const target = targetOf(options, project);
  const { clientVersion } = project;
  const reads = options.reads ?? project.reads;
  const connection = await connect(target.url, { ...options, clientVersion, reads }, runtime);
  const reader = createReader(connection);
  const exporting = readExport(reader, target.repository);
  exporting.catch(() => undefined);
  const asked = ask(reader, { target, hasToken: options.token !== undefined });
  const applied = opening.then((git) => {
    // Wanted later: Git reads it meanwhile.
    git?.head().catch(() => undefined);
    return git && readApplied(git, recordRefs(target, pathInGit(git, basename(options.config))));
  });
  applied.catch(() => undefined);
  return { target, connection, reader, asked, exporting, applied };
}

/** `undefined` where something is wrong: whoever reads the whole project finds and tells it. */
async function startEarly(options: Options, beginning: Beginning): Promise<Early | undefined> {
  const { runtime } = beginning;
  try {
    if (!hasProjectFile(options, runtime)) return undefined;
    return await startReading(readProjectFile(options, runtime), options, beginning);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}
