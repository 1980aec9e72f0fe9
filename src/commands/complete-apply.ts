// An apply whose outcome nobody knew: where the server holds all that it announced, its record is completed.
import type { Applying } from '../baseline/announcement.ts';
import { writeApplied } from '../baseline/applied-record.ts';
import { GitError } from '../baseline/git.ts';
import { countsOf, NO_FACTS, readsText, withFacts } from '../baseline/record-format.ts';
import type { Loaded } from '../documents/load-project.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Change, type Counts, isCounted, isRead, type Plan } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import type { Options } from '../options.ts';
import { withSameVariables } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { phasesOf } from '../plan/push-batches.ts';
import { standIn } from '../plan/stand-in.ts';
import { loadFiles } from './baseline.ts';
import { deadApplying } from './lease.ts';
import { policyOf } from './plan-input.ts';
import type { Prepared } from './prepare.ts';
import { announceSecrets } from './project.ts';
import { factsOf } from './record.ts';
import { planAgain } from './replan.ts';
import { firstMistake } from './revision.ts';
import type { Runtime } from './runtime.ts';
import { isTold } from './send.ts';

/** An apply that ended without knowing, and is known now to have come through. */
export interface CompletedApply extends Pick<Applying, 'source' | 'run' | 'actor'> {
  counts: Counts;
  /** What it changed, as its files and those of the apply before say. Not masked yet. */
  plan: Plan;
}

/**
 * Records it as the apply that it was: its files, commit, run, actor and counts. `undefined`: there is none, or not
 * all of it is there, or nothing tells. Then the record stays as it is.
 */
export async function completeApply(
  prepared: Prepared,
  { options, runtime }: { options: Options; runtime: Runtime },
): Promise<CompletedApply | undefined> {
  const { project, baseline, input } = prepared;
  const { git } = project;
  const { ref, applied } = baseline;
  const now = runtime.now();
  const dead = deadApplying(applied?.applying, now);
  // What another baseline says is no measure of what was applied.
  const isRecordUsed = options.baseline === undefined && !baseline.isUnknown;
  if (git === undefined || ref === undefined || applied === undefined || !isRecordUsed) return undefined;
  if (dead === undefined || !isRead(input.liveSource) || applied.movedFrom !== undefined) return undefined;
  const counts = countsOf(dead.summary ?? '');
  if (counts === undefined || counts.create + counts.update + counts.delete === 0) return undefined;
  const files = dead.own;
  if (!files.has(project.projectFile)) return undefined;
  const loaded = loadFiles(project, { files, projectFile: dead.projectFile });
  if (firstMistake(loaded) !== undefined) return undefined;
  announceSecrets(loaded, runtime.onSecret);
  const plan = announcedPlan(prepared, { loaded, options });
  if (!(await isThere(prepared, { loaded, options, plan }))) return undefined;
  const { source, projectFile, run, actor, summary = '' } = dead;
  const facts = factsOf({ ...prepared, project: loaded }, options);
  // What others added is news until an apply has shown it.
  const { beside } = applied.found ? applied.facts : NO_FACTS;
  const written = await writeApplied(git, {
    summary,
    source,
    projectFile,
    run,
    actor,
    completedBy: runtime.actor,
    completedIn: runtime.run,
    reads: readsText(prepared.reads),
    ref,
    previous: applied,
    applying: dead,
    files: withFacts(files, { ...facts, beside }),
    now,
  }).catch(unwritten);
  return written === undefined || written.conflict ? undefined : { source, run, actor, counts, plan };
}

/** The record says what it said: this apply goes on, and takes over. */
function unwritten(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error;
  return undefined;
}

interface Announced {
  loaded: Loaded;
  options: Options;
}

/** As it was announced: with its own settings, and masked by those of the files that are checked out as well. */
function inputOf({ input }: Prepared, { loaded, options }: Announced): PlanInput {
  const { counted: _, force: __, ...known } = input;
  const policy = policyOf(loaded, options);
  return {
    ...known,
    ...policy,
    passwordOf: input.passwordOf,
    isSecretName: (name) => input.isSecretName(name) || policy.isSecretName(name),
    desired: loaded.state,
    notes: [],
  };
}

/** From what was recorded before to what was announced. */
function announcedPlan(prepared: Prepared, announced: Announced): Plan {
  const { announced: _, ...input } = inputOf(prepared, announced);
  const before = prepared.baseline.recorded ?? emptyState();
  const live = standIn(before);
  const plan = makePlan({
    ...input,
    desired: withSameVariables(input.desired, live),
    live,
    liveSource: 'base',
    baseline: before,
    isOffline: true,
    isAfterwards: true,
  });
  return { ...plan, live: input.liveSource, unmanaged: 0 };
}

/**
 * Whether the server holds all that was announced, and nothing that was to go. What a read does not tell came in the
 * same push as what it tells; of several pushes nobody knows.
 */
async function isThere(prepared: Prepared, announced: Announced & { plan: Plan }): Promise<boolean> {
  const input = inputOf(prepared, announced);
  // An item that nobody declares any more may be what was to be deleted.
  const prune = input.prune === 'none' ? 'managed' : input.prune;
  const again = { ...prepared, input: { ...input, prune, onDrift: 'overwrite' as const } };
  // By token nothing was read of contexts that only the announced files name.
  const left =
    input.liveSource === 'export' ? makePlan(again.input) : await planAgain(again, {}).catch(() => undefined);
  if (left === undefined) return false;
  const isKnown = (change: Change) => isTold(change, input.liveSource);
  if (left.changes.some(isKnown)) return false;
  const { plan } = announced;
  if ([...left.changes, ...plan.changes].every(isKnown)) return true;
  return phasesOf(plan).length === 1 && plan.changes.some((change) => isCounted(change) && isKnown(change));
}

/** One sentence or two for whoever found out. */
export function completedText({ source, actor, counts }: CompletedApply): string {
  const { create, update, delete: deleted } = counts;
  const which = `${source === undefined ? '' : ` of commit ${shortCommit(source)}`}${actor === undefined ? '' : ` by ${actor}`}`;
  return `The outcome of the apply${which} was unknown. It succeeded: ${create} created, ${update} updated, ${deleted} deleted. It is now recorded.`;
}
