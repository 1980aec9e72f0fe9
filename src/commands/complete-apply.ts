// Completes the record of an earlier apply with an unknown outcome, if the server has all that it announced.
import type { Applying } from '../baseline/announcement.ts';
import { writeApplied } from '../baseline/applied-record.ts';
import { ignoreGitError } from '../baseline/git.ts';
import { countsOf, descriptionIn, readsText, withFacts } from '../baseline/record-format.ts';
import type { Loaded } from '../documents/load-project.ts';
import { withCommas } from '../lib/text.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Change, type Counts, isCounted, isRead, type Plan } from '../model/plan.ts';
import { emptyState, type State } from '../model/state.ts';
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
import { reportSecrets } from './project.ts';
import { recordFacts } from './record.ts';
import { replan, type PlanSource } from './replan.ts';
import { firstMistake } from './revision.ts';
import type { Runtime } from './runtime.ts';
import { isVisible } from './send.ts';

/** An apply that is now known to have succeeded. */
interface CompletedApply extends Pick<Applying, 'source' | 'actor'> {
  counts: Counts;
}

interface Completing {
  options: Options;
  runtime: Pick<Runtime, 'now' | 'onSecret' | 'actor' | 'run'>;
}

/**
 * Records it with its own files, commit, run, actor and counts. `undefined`, with the record unchanged: there is no such
 * apply, not all of its changes are on the server, or that cannot be determined.
 */
export async function completeApply(
  prepared: Prepared,
  { options, runtime }: Completing,
): Promise<CompletedApply | undefined> {
  const { checkout, input } = prepared;
  const { project, baseline } = checkout;
  const { git } = project;
  const { ref, applied } = baseline;
  const now = runtime.now();
  const dead = deadApplying(applied?.applying, now);
  // Another baseline does not tell what was applied.
  const isRecordUsed = options.baseline === undefined && !baseline.isUnknown;
  if (git === undefined || ref === undefined || applied === undefined || !isRecordUsed) return undefined;
  if (dead === undefined || !isRead(input.liveSource) || applied.movedFrom !== undefined) return undefined;
  const { source, actor, summary = '' } = dead;
  const counts = countsOf(summary);
  if (counts === undefined || counts.create + counts.update + counts.delete === 0) return undefined;
  const files = dead.own;
  if (!files.has(project.projectFile)) return undefined;
  const loaded = loadFiles(project, { files, projectFile: dead.projectFile });
  if (firstMistake(loaded) !== undefined) return undefined;
  reportSecrets(loaded, runtime.onSecret);
  const announced = announcedInput(input, { loaded, options });
  const plan = announcedPlan(announced, baseline.recorded ?? emptyState());
  if (!(await isApplied({ ...prepared, input: announced }, plan))) return undefined;
  const written = await writeApplied(git, {
    ...descriptionIn({ ...dead, summary }),
    completedBy: runtime.actor,
    completedIn: runtime.run,
    reads: readsText(prepared.reads),
    ref,
    previous: applied,
    applying: dead,
    files: withFacts(files, recordFacts(loaded.state, input)),
    now,
  }).catch(ignoreGitError);
  // With the record unchanged, this apply continues and takes over.
  return written === undefined || written.conflict ? undefined : { source, actor, counts };
}

/** The input of the announced apply: with its own settings. */
function announcedInput(input: PlanInput, { loaded, options }: { loaded: Loaded; options: Options }): PlanInput {
  const { counted: _, force: __, ...known } = input;
  return {
    ...known,
    ...policyOf(loaded, options),
    passwordOf: input.passwordOf,
    desired: loaded.state,
    notes: [],
  };
}

/** From what was recorded before to what was announced. */
function announcedPlan({ announced: _, ...input }: PlanInput, before: State): Plan {
  const live = standIn(before);
  return makePlan({
    ...input,
    desired: withSameVariables(input.desired, live),
    live,
    liveSource: 'base',
    baseline: before,
    isOffline: true,
    isAfterwards: true,
  });
}

/**
 * Whether the server has all that was announced, and nothing that was to be deleted. A change that a read does not show
 * is known only if it was in the same push as one that is shown.
 * @param source with the input of the announced apply
 */
async function isApplied(source: PlanSource, plan: Plan): Promise<boolean> {
  const { input } = source;
  // An unmanaged item may be one that was to be deleted.
  const prune = input.prune === 'none' ? 'managed' : input.prune;
  const again = { ...source, input: { ...input, prune, onDrift: 'overwrite' as const } };
  // Pulls did not read contexts that only the announced files use.
  const left = input.liveSource === 'export' ? makePlan(again.input) : await replan(again, {}).catch(() => undefined);
  if (left === undefined) return false;
  const isShown = (change: Change) => isVisible(change, input.liveSource);
  if (left.changes.some(isShown)) return false;
  if ([...left.changes, ...plan.changes].every(isShown)) return true;
  return phasesOf(plan).length === 1 && plan.changes.some((change) => isCounted(change) && isShown(change));
}

export function completedText({ source, actor, counts }: CompletedApply): string {
  const { create, update, delete: deleted } = counts;
  const commit = source === undefined ? '' : ` of commit ${shortCommit(source)}`;
  const by = actor === undefined ? '' : ` by ${actor}`;
  return `The outcome of the apply${commit}${by} was unknown. It succeeded: ${withCommas(create)} created, ${withCommas(update)} updated, ${withCommas(deleted)} deleted. It is now recorded.`;
}
