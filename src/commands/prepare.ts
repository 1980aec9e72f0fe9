// Everything up to the plan: files, baseline, server, states. Only reads.
import type { Head } from '../baseline/work-tree.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { type Connection, createReader, type Reader } from '../remote/client.ts';
import { type BaseAnswer, readBase } from './base.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { changeComment } from './change-comment.ts';
import { type Early, startEarly, startReading } from './early.ts';
import { infoOf, inspect } from './inspect.ts';
import { type Exported, liveOf, readExport } from './live.ts';
import { readInPieces } from './pieces.ts';
import { planInput } from './plan-input.ts';
import { type OpenProject, openProject, type Surroundings } from './project.ts';
import { type PullSource, pullsOf, pullSource } from './pulls.ts';

export interface Prepared {
  project: OpenProject;
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
  pulls: PullSource;
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
  surroundings: Surroundings;
  /** What a variable that is not set means. Default: `error`. */
  missingEnv?: 'error' | 'warning';
  /** Gets what was prepared; connections end with it. */
  use: (prepared: Prepared) => Promise<Result>;
}

/** Throws where the files are wrong: nothing but reads was asked for then. */
export async function prepare<Result>(
  options: Options,
  { surroundings, missingEnv = 'error', use }: Preparing<Result>,
): Promise<Result> {
  let started = await startEarly(options, surroundings);
  try {
    const project = await openProject(options, {
      surroundings,
      missingEnv,
      ...(started && { opening: started.opening }),
    });
    started ??= await startReading(project.project, options, surroundings);
    const { account, name } = started.target.repository;
    surroundings.onStep(`Reading ${account}/${name}`);
    return await use(await readAndPlan({ ...started, project, options, surroundings }));
  } finally {
    started?.connection.http.close();
  }
}

interface Opened extends Early {
  project: OpenProject;
  options: Options;
  surroundings: Surroundings;
}

async function readAndPlan(opened: Opened): Promise<Prepared> {
  const { project, target, connection, reader, options, surroundings } = opened;
  const reading = readBaseline(project, { target, options, applied: opened.applied });
  // What inspection finds explains the other failures, so it is waited for first.
  reading.catch(() => undefined);
  const basing = readBaseOf(opened, reading);
  basing.catch(() => undefined);
  const exporting = readExported(opened, { reading, basing });
  exporting.catch(() => undefined);
  const hasToken = options.token !== undefined;
  const inspection = await inspect(opened.asked, { target, ...project });
  const baseline = await reading;
  const pulls = pullSource(opened, { reader, inspection });
  const live = await liveOf(await exporting, {
    baseline: baseline.pushed,
    ...(hasToken && { pulls: () => pullsOf(pulls, { desired: project.state, ...baseline }) }),
  });
  const base = await basing;
  const input = await planInput({ ...opened, inspection, baseline, live, reader });
  const head = await project.git?.head();
  const plan = makePlan(input);
  announceSecrets(plan, surroundings.onSecret);
  return {
    project,
    target,
    connection,
    reader,
    pulls,
    baseline,
    ...(base && { base }),
    input,
    plan,
    warnings: project.diagnostics,
    remarks: baseline.warnings,
    changeComment: await changeComment(options, { git: project.git, head, plan, surroundings }),
    ...(head && { head }),
  };
}

/** After the baseline: two fetches at a time are in each other's way in a shallow clone. */
async function readBaseOf(
  { project, options, surroundings }: Opened,
  reading: Promise<Baseline>,
): Promise<BaseAnswer | undefined> {
  if (options.base === undefined) return undefined;
  await reading;
  return readBase(project, { ...surroundings, revision: options.base });
}

interface Comparing {
  reading: Promise<Baseline>;
  basing: Promise<BaseAnswer | undefined>;
}

/** In pieces where these are all there is, as a whole otherwise. */
async function readExported(opened: Opened, { reading, basing }: Comparing): Promise<Exported> {
  const { project, target, reader, exporting, asked, surroundings } = opened;
  const { repository } = target;
  const exported = await exporting.answer;
  if (exporting.what === 'everything' || 'refusal' in exported) return exported;
  const { state: baseline, announced } = await reading;
  const answer = await basing;
  const base = answer && 'base' in answer ? answer.base.state : undefined;
  const info = infoOf(await asked.repositories, repository);
  const others = [announced, base].filter((state) => state !== undefined);
  const declared = { desired: project.state, ...(baseline && { baseline }), others };
  // Who may export may pull without the token: what a cipher guards stays sealed, also for whoever is given a kept answer.
  const { token: _, ...open } = opened.connection;
  const pieces = { ...declared, keys: exported, reader: createReader(open), repository };
  const read = info && (await readInPieces({ ...pieces, info, now: surroundings.now }));
  return read ?? readExport(reader, repository);
}

/** What the server has of a secret is one as well, and may still be in use. */
function announceSecrets({ changes, drift }: Plan, onSecret: (text: string) => void): void {
  const announce = (change: Change, side: 'before' | 'after') => {
    if (change.kind !== 'key' && change.secret && change[side]) onSecret(change[side]);
  };
  for (const change of changes) announce(change, 'before');
  for (const change of drift) announce(change, 'after');
}
