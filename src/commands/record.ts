// Records applies, and refuses to apply a commit older than the last applied one.
import { type Held, markOver, takenOverWith, withdraw } from '../record/announcement.ts';
import { type AppliedBaseline, writeApplied } from '../record/applied-record.ts';
import { renameRecord } from '../record/former-record.ts';
import { isAncestor } from '../record/git-history.ts';
import type { GitRepository, Head } from '../record/git-repository.ts';
import { sameFiles } from '../record/git-snapshot.ts';
import { gitErrorOf } from '../record/git.ts';
import {
  type ApplyRecord,
  readsText,
  type RecordFacts,
  summaryOf,
  takenOverText,
  withFacts,
} from '../record/record-format.ts';
import type { Where } from '../record/refs.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { countChanges, type Finding, type Plan, withFindings } from '../model/plan.ts';
import type { State, Vdt } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import type { Baseline } from './baseline.ts';
import { actorOf } from './change-comment.ts';
import { deadApplying, isRunning } from './lease.ts';
import type { Checkout, Prepared } from './prepare.ts';
import { pathInGit } from './record-place.ts';
import type { Runtime } from './runtime.ts';
import { recordable, type Recordable } from './work-tree.ts';

/** The last applied commit must be an ancestor of this one, so that re-running an old job does not undo newer applies. */
export async function refuseOlder(plan: Plan, checkout: Checkout, options: Pick<Options, 'allowOlder'>): Promise<Plan> {
  const why = await olderCommit(plan, checkout, options);
  return why === undefined ? plan : withFindings(plan, { severity: 'refusal', ...older(why) });
}

/** The same as a warning, for a plan. */
export async function warnOfOlder(plan: Plan, checkout: Checkout, options: Pick<Options, 'allowOlder'>): Promise<Plan> {
  const why = await olderCommit(plan, checkout, options);
  if (why === undefined) return plan;
  return withFindings(plan, { severity: 'warning', ...older(`An apply of this commit will be refused. ${why}`) });
}

function older(message: string): Omit<Finding, 'severity'> {
  const hint =
    'Apply the newest commit. To go back on purpose, apply once with --allow-older (input `allow-older: true`).';
  return { code: 'older-commit', message, hint };
}

async function olderCommit(
  plan: Plan,
  { project, baseline, head }: Checkout,
  options: Pick<Options, 'allowOlder'>,
): Promise<string | undefined> {
  if (plan.changes.length === 0 || options.allowOlder || project.git === undefined || head === undefined)
    return undefined;
  return olderBecause(project.git, baseline, head);
}

/** Why a commit with nothing to push is not recorded: it must not replace a newer record. */
async function notRecorded(
  { project, baseline, head }: Checkout,
  options: Pick<Options, 'allowOlder'>,
): Promise<string | undefined> {
  const { git } = project;
  // A record that cannot be read is replaced.
  if (options.allowOlder || git === undefined || head === undefined || baseline.isUnknown) return undefined;
  const why = await olderBecause(git, baseline, head);
  return why && `${why} The record is left unchanged.`;
}

/** A sentence if this commit is, or may be, older than the last applied one. An unreadable record is not the same as none. */
async function olderBecause(
  git: GitRepository,
  { source, isUnknown, problem, applied }: Baseline,
  head: Head,
): Promise<string | undefined> {
  // A record with a `problem` is refused by a rule of its own.
  if (source === undefined && isUnknown && problem === undefined)
    return `The last applied commit is unknown, so applying ${shortCommit(head.commit)} may undo a newer one.`;
  const why = source && (await mayBeNewer(git, { source, head, what: 'last applied commit' }));
  if (why !== undefined) return why;
  for (const begun of applied?.applying?.sources ?? []) {
    const newer = begun && (await mayBeNewer(git, { source: begun, head, what: 'commit of an unfinished apply' }));
    if (newer !== undefined) return newer;
  }
  return undefined;
}

async function mayBeNewer(
  git: GitRepository,
  { source, head, what }: { source: string; head: Head; what: string },
): Promise<string | undefined> {
  const ancestry = await isAncestor(git, source, head.commit);
  if (ancestry.answer === 'yes') return undefined;
  const last = `The ${what}, ${shortCommit(source)},`;
  const commit = `this commit, ${shortCommit(head.commit)}`;
  return 'reason' in ancestry
    ? `${last} may be newer than ${commit} (${ancestry.reason}).`
    : `${last} is not an ancestor of ${commit}.`;
}

type RecordOptions = Pick<Options, 'allowOlder'>;
type Recording = Pick<Runtime, 'now' | 'actor' | 'run'>;

interface Applied extends Pick<Prepared, 'checkout' | 'input' | 'reads'> {
  plan: Plan;
}

export interface Recorded {
  /** Where a record was written; absent: nowhere, or a remark says where. */
  where?: Where;
  /** Sentences about problems. */
  remarks: string[];
}

/** Records an apply and ends its announcement. Writes nothing if nothing changed. */
export async function record(
  done: Applied,
  { runtime, held, options }: { runtime: Recording; held: Held | undefined; options: RecordOptions },
): Promise<Recorded> {
  const { git } = done.checkout.project;
  const { ref, applied } = done.checkout.baseline;
  if (git === undefined || ref === undefined || applied === undefined) return { remarks: [] };
  if (held === undefined && isRunning(applied.applying, runtime.now()))
    return { remarks: ['Another apply may still be running: nothing was recorded.'] };
  try {
    return await write(done, { git, ref, applied, held, runtime, options });
  } catch (error) {
    const { message } = gitErrorOf(error);
    if (held !== undefined) await markOver(git, { held, now: runtime.now() });
    return { remarks: [`This apply could not be recorded: ${message}`] };
  }
}

/** Moves a record from a former name to its own, before anything else is written. If that fails, announcing reports it. */
export async function withRecordRenamed(checkout: Checkout, now: Date): Promise<Checkout> {
  const { project, baseline } = checkout;
  const { applied, ref } = baseline;
  if (project.git === undefined || ref === undefined || applied?.movedFrom === undefined) return checkout;
  if (isRunning(applied.applying, now)) return checkout;
  const { movedFrom, atOrigin: _, ...rest } = applied;
  const moved = await renameRecord(project.git, { applied: { ...applied, movedFrom }, ref });
  return moved.outcome === 'moved' ? { ...checkout, baseline: { ...baseline, applied: rest } } : checkout;
}

interface Writing {
  git: GitRepository;
  ref: string;
  applied: AppliedBaseline;
  held: Held | undefined;
  runtime: Recording;
  options: RecordOptions;
}

async function write(done: Applied, writing: Writing): Promise<Recorded> {
  const { checkout, input, plan } = done;
  const { project } = checkout;
  const { git, ref, applied, held, runtime, options } = writing;
  const now = runtime.now();
  const dead = deadApplying(applied.applying, now);
  const reads = readsText(done.reads);
  const { remarks, left: _, ...entry } = await entryOf(done, { git, applied, runtime });
  if (!entry.files.has(project.projectFile)) {
    if (held !== undefined) await withdraw(git, { held, now });
    return { remarks };
  }
  const facts = recordFacts(project.state, input);
  let previous = applied;
  let { source } = entry;
  if (plan.changes.length === 0) {
    // A record that only this clone has must still go to origin.
    const isShared = applied.where === 'origin' || !git.origin;
    const isInPlace = isShared && applied.movedFrom === undefined;
    // A record names the unfinished apply that it takes over, also if nothing was left to do.
    if (applied.found && isInPlace && dead === undefined && saysTheSame(applied, { entry, reads }))
      return { remarks: [] };
    const why = await notRecorded(checkout, options);
    if (why !== undefined) return { remarks: [why] };
    // Nothing was applied: a commit of another branch would make the next one of this branch look older.
    const isClean = applied.found && !applied.isDirty;
    if (isClean && dead === undefined && sameFiles(applied.files, entry.files)) source = applied.source ?? source;
    previous = (await withRecordRenamed(checkout, now)).baseline.applied ?? applied;
  }
  const files = withFacts(entry.files, facts);
  const applying = held ?? dead;
  const written = await writeApplied(git, { ...entry, source, files, reads, ref, previous, applying, now });
  // An apply that was not recorded where it was announced stays announced, so that its items stay managed.
  if (held !== undefined && (written.conflict || written.where !== held.where)) {
    await markOver(git, { held, now });
  }
  if (written.conflict)
    return { remarks: ['Another apply was recorded at the same time, and its record was kept. Plan again.'] };
  const { where, warning } = written;
  return warning === undefined ? { where, remarks } : { remarks: [...remarks, warning] };
}

function saysTheSame(
  applied: Extract<AppliedBaseline, { found: true }>,
  { entry, reads }: { entry: Pick<Recordable, 'files'> & ApplyRecord; reads: string },
): boolean {
  return (
    sameFiles(applied.files, entry.files) &&
    applied.isDirty === (entry.dirty !== undefined) &&
    applied.reads !== undefined &&
    readsText(applied.reads) === reads
  );
}

/** What later plans need if the server cannot be read: types that no document declares. */
function recordFacts(state: State, { live }: Pick<PlanInput, 'live'>): RecordFacts {
  const types = [...state.items].flatMap(([id, item]): [string, Vdt][] => {
    const vdt = item.vdt === undefined && !item.absent ? live.items.get(id)?.vdt : undefined;
    return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
  });
  return { types: new Map(types) };
}

/** What is announced before an apply, and recorded after it. */
export async function entryOf(
  { checkout, plan }: Pick<Applied, 'checkout' | 'plan'>,
  { git, applied, runtime }: Pick<Writing, 'git' | 'applied' | 'runtime'>,
): Promise<ApplyRecord & Recordable> {
  const { now } = runtime;
  const { project, head, differences } = checkout;
  const what = head === undefined ? 'files' : shortCommit(head.commit);
  const entry = await recordable(git, { ...checkout, applied });
  const dead = deadApplying(applied.applying, now());
  const actor = (await actorOf(runtime, git)) ?? 'unknown';
  return {
    ...entry,
    source: head?.commit,
    ...(differences?.isDirty && { dirty: 'yes' }),
    projectFile: pathInGit(git, project.projectFile),
    run: runtime.run,
    actor,
    ...(plan.forced !== undefined && {
      approved: plan.forced,
      approvedBy: (plan.approvedBy ?? [actor]).join(', '),
    }),
    ...(dead !== undefined && { takenOver: takenOverText(takenOverWith(dead)) }),
    summary: summaryOf(what, countChanges(plan.changes)),
  };
}
