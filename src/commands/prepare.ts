// Everything up to the plan: files, baseline, server, states. Only reads.
import type { Head } from '../baseline/work-tree.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LiveSource, Plan } from '../model/plan.ts';
import { nameMatcher, secretNames } from '../model/secrets.ts';
import type { State } from '../model/state.ts';
import { type Options, type ResolvedTarget, targetOf } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { createReader, type Connection, type Reader } from '../remote/client.ts';
import { Http } from '../remote/http.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import { inspect, type Inspection } from './inspect.ts';
import { type Live, liveOf, readExport } from './live.ts';
import { type OpenProject, openProject, type Surroundings } from './project.ts';
import { withTouchedKeys } from './touched-keys.ts';

export interface Prepared {
  project: OpenProject;
  target: ResolvedTarget;
  connection: Connection;
  reader: Reader;
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
  const http = new Http();
  try {
    const { url } = target;
    const connection = {
      http,
      url,
      timeout: options.timeout,
      ...(options.token !== undefined && { token: options.token }),
    };
    surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
    return await use(
      await readAndPlan({ project, target, connection, options, onSecret: surroundings.onSecret }),
    );
  } finally {
    http.close();
  }
}

interface Opened {
  project: OpenProject;
  target: ResolvedTarget;
  connection: Connection;
  options: Options;
  onSecret: Surroundings['onSecret'];
}

async function readAndPlan({ project, target, connection, options, onSecret }: Opened): Promise<Prepared> {
  const reader = createReader(connection);
  const exporting = readExport(reader, target.repository);
  const reading = readBaseline(project, { target, options });
  // What inspection finds explains the other failures, so it is waited for first.
  for (const promise of [exporting, reading]) promise.catch(() => undefined);
  const inspection = await inspect(reader, { target, hasToken: options.token !== undefined, ...project });
  const baseline = await reading;
  const live = liveOf(await exporting, baseline.pushed);
  const input = await planInput({
    project,
    target,
    connection,
    options,
    onSecret,
    inspection,
    baseline,
    live,
    reader,
  });
  const head = await project.git?.head();
  const plan = makePlan(input);
  // What the server has of a secret is one as well, and may still be in use.
  for (const change of plan.changes) {
    if (change.kind !== 'key' && change.secret && change.before) onSecret(change.before);
  }
  for (const change of plan.drift) {
    if (change.kind !== 'key' && change.secret && change.after) onSecret(change.after);
  }
  return {
    project,
    target,
    connection,
    reader,
    baseline,
    input,
    plan,
    warnings: project.diagnostics,
    remarks: baseline.warnings,
    changeComment: changeComment(options, head),
    ...(head && { head }),
  };
}

/** The message of the commit; the server cannot store NUL, and a blank comment tells nobody anything. */
function changeComment(options: Options, head: Head | undefined): string {
  const message = (options.changeComment ?? head?.message ?? '').replaceAll('\0', '').trim();
  return message === '' ? 'confighub-sync apply' : message;
}

interface Known extends Opened {
  inspection: Inspection;
  baseline: Baseline;
  live: Live;
  reader: Reader;
}

async function planInput(known: Known): Promise<PlanInput> {
  const { project, target, options, inspection, baseline, live } = known;
  const prune = options.prune ?? project.project.prune;
  const input: PlanInput = {
    target: { url: target.url, ...target.repository, levels: inspection.info.levels },
    settings: {
      vdtEnabled: inspection.info.vdtEnabled,
      securityEnabled: inspection.info.securityEnabled,
    },
    desired: project.state,
    live: live.state,
    liveSource: live.source,
    prune,
    onDrift: options.onDrift ?? project.project.onDrift,
    scope: project.project.scope,
    isProtected: nameMatcher(project.project.protect),
    listUnmanaged: options.unmanaged,
    isSecretName: secretNames(project.project.redact),
    passwordOf: project.passwords.of,
    hasToken: options.token !== undefined,
    notes: [...liveNotes(live), ...[baseline.note ?? []].flat(), ...pruneNotes({ prune, live, baseline })],
    allowNewContexts: project.project.allowNewContexts,
    forceKeyPush: project.project.forceKeyPush,
    maxDeletes: project.project.maxDeletes,
    force: options.force,
    typesKnown: true,
    ...(project.project.batch !== undefined && { batch: project.project.batch }),
    ...(baseline.state && { baseline: baseline.state }),
    ...(baseline.announced && { announced: baseline.announced }),
    ...(inspection.elements && { elements: inspection.elements }),
  };
  return live.source === 'export' ? input : withTouchedKeys(input, known.reader);
}

const LIVE_NOTES: Record<Exclude<LiveSource, 'export'>, string> = {
  baseline:
    'The server does not let this project read what the repository holds, so the plan compares with what was last applied: what others changed since then is not seen.',
  none: 'The server does not let this project read what the repository holds, and nothing was applied from here before: every declared item is written.',
};

function liveNotes({ source }: Live): string[] {
  return source === 'export' ? [] : [LIVE_NOTES[source]];
}

function pruneNotes({
  prune,
  live,
  baseline,
}: {
  prune: PlanInput['prune'];
  live: Live;
  baseline: Baseline;
}): string[] {
  if (prune === 'managed' && baseline.state === undefined) return [`Nothing is pruned: ${baseline.reason}.`];
  if (prune === 'all' && live.source !== 'export') {
    return [
      '`prune: all` cannot see what else the repository holds, so it deletes only what was last applied.',
    ];
  }
  return [];
}

/** The states read anew and compared again; used after a push. */
export async function planAgain({ input, reader, target }: Prepared): Promise<Plan | undefined> {
  const exported: State | { refusal: string } = await readExport(reader, target.repository);
  if ('refusal' in exported) return undefined;
  return makePlan({ ...input, live: exported });
}
