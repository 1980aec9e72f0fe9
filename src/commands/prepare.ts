// Everything up to the plan: files, baseline, server, states. Only reads.
import type { Head } from '../baseline/work-tree.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Change, Plan } from '../model/plan.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { createReader, type Connection, type Reader } from '../remote/client.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { changeComment } from './change-comment.ts';
import { connect } from './connect.ts';
import { inspect } from './inspect.ts';
import { liveOf, readExport } from './live.ts';
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

/** Throws before the first request when the files are wrong. */
export async function prepare<Result>(
  options: Options,
  { surroundings, missingEnv = 'error', use }: Preparing<Result>,
): Promise<Result> {
  const project = await openProject(options, { surroundings, missingEnv });
  const target = targetOf(options, project.project);
  const connection = connect(target.url, options, surroundings);
  try {
    surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
    return await use(await readAndPlan({ project, target, connection, options, surroundings }));
  } finally {
    connection.http.close();
  }
}

interface Opened {
  project: OpenProject;
  target: ResolvedTarget;
  connection: Connection;
  options: Options;
  surroundings: Surroundings;
}

async function readAndPlan(opened: Opened): Promise<Prepared> {
  const { project, target, connection, options, surroundings } = opened;
  const reader = createReader(connection);
  const exporting = readExport(reader, target.repository);
  const reading = readBaseline(project, { target, options });
  // What inspection finds explains the other failures, so it is waited for first.
  for (const promise of [exporting, reading]) promise.catch(() => undefined);
  const hasToken = options.token !== undefined;
  const inspection = await inspect(reader, { target, hasToken, ...project });
  const baseline = await reading;
  const pulls = pullSource(opened, { reader, inspection });
  const live = await liveOf(await exporting, {
    baseline: baseline.pushed,
    ...(hasToken && { pulls: () => pullsOf(pulls, { desired: project.state, ...baseline }) }),
  });
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
    input,
    plan,
    warnings: project.diagnostics,
    remarks: baseline.warnings,
    changeComment: await changeComment(options, { git: project.git, head, plan, surroundings }),
    ...(head && { head }),
  };
}

/** What the server has of a secret is one as well, and may still be in use. */
function announceSecrets({ changes, drift }: Plan, onSecret: (text: string) => void): void {
  const announce = (change: Change, side: 'before' | 'after') => {
    if (change.kind !== 'key' && change.secret && change[side]) onSecret(change[side]);
  };
  for (const change of changes) announce(change, 'before');
  for (const change of drift) announce(change, 'after');
}
