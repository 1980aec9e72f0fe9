// Whether what is checked out may be applied: not older than what was applied last, and committed.
import type { Vdt } from '../model/state.ts';
import { type Held, markOver, removeApplying, withdraw } from '../baseline/announcement.ts';
import { type AppliedBaseline, writeApplied } from '../baseline/applied-record.ts';
import { renameRecord } from '../baseline/former-record.ts';
import { isAncestor } from '../baseline/git-history.ts';
import type { GitRepository, Head } from '../baseline/git-repository.ts';
import { sameFiles } from '../baseline/git-snapshot.ts';
import { GitError } from '../baseline/git.ts';
import {
  type ApplyRecord,
  countsOf,
  readsText,
  type RecordFacts,
  summaryOf,
  withFacts,
} from '../baseline/record-format.ts';
import { committedPaths, untrackedPaths } from '../baseline/work-tree-status.ts';
import type { Loaded } from '../documents/load-project.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { countChanges, type Counts, isRead, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { rowsLeft } from '../plan/overrides.ts';
import { secretDigests } from '../plan/stand-in.ts';
import type { Baseline } from './baseline.ts';
import { actorOf } from './change-comment.ts';
import { deadApplying, isRunning } from './lease.ts';
import type { Prepared } from './prepare.ts';
import { pathInGit } from './record-place.ts';
import type { Runtime } from './runtime.ts';

/** A re-run of last week's job must not undo this week's: the commit last applied must be an ancestor of this one. */
export async function refuseOlder(
  { plan, project, baseline, head }: Prepared,
  options: Pick<Options, 'allowOlder'>,
): Promise<Plan> {
  if (plan.changes.length === 0 || options.allowOlder || project.git === undefined || head === undefined)
    return plan;
  const why = await olderBecause(project.git, baseline, head);
  if (why === undefined) return plan;
  const refusal = {
    severity: 'refusal',
    code: 'older-commit',
    message: why,
    hint: 'Apply the newest commit. To go back on purpose, apply once with --allow-older (input `allow-older: true`).',
  } as const;
  return { ...plan, findings: [...plan.findings, refusal] };
}

/** Why a commit that has nothing to push is not to be recorded: the record says what is ours, and a newer one says more. */
async function notRecorded(
  { project, baseline, head }: Prepared,
  options: Pick<Options, 'allowOlder'>,
): Promise<string | undefined> {
  const { git } = project;
  // A record that cannot be read is replaced.
  if (options.allowOlder || git === undefined || head === undefined || baseline.isUnknown) return undefined;
  const why = await olderBecause(git, baseline, head);
  return why && `${why} The record is left unchanged.`;
}

/** Why this commit is, or may be, older than the one last applied. A record that cannot be read is not the same as none. */
async function olderBecause(
  git: GitRepository,
  { source, isUnknown, problem }: Baseline,
  head: Head,
): Promise<string | undefined> {
  if (source === undefined) {
    // A record that is there and cannot be read has a rule of its own.
    return isUnknown && problem === undefined
      ? `The last applied commit is unknown, so applying ${shortCommit(head.commit)} may undo a newer one.`
      : undefined;
  }
  const ancestry = await isAncestor(git, source, head.commit);
  if (ancestry.answer === 'yes') return undefined;
  const last = `The last applied commit, ${shortCommit(source)},`;
  const commit = `this commit, ${shortCommit(head.commit)}`;
  return 'reason' in ancestry
    ? `${last} may be newer than ${commit} (${ancestry.reason}).`
    : `${last} is not an ancestor of ${commit}.`;
}

/** What is applied otherwise than committed, though the record names the commit. What Git does not track, others tell. */
export async function uncommitted({ project, head, plan }: Prepared): Promise<string[]> {
  if (project.git === undefined || head === undefined || plan.changes.length === 0) return [];
  const committed = await committedPaths(project.git, project.files.keys());
  const others = [...project.files.keys()].filter((path) => !committed.has(path));
  if (others.length === 0) return [];
  const unknown = new Set(untrackedPaths(await project.git.index(), others));
  const paths = others.filter((path) => !unknown.has(path)).sort();
  if (paths.length === 0) return [];
  const names = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
  return [
    `${names}: uncommitted changes, so what is applied differs from commit ${shortCommit(head.commit)}. Commit before you apply.`,
  ];
}

// Recording what was applied, so that the next plan knows what is ours; the announcement ends with it.

type RecordOptions = Pick<Options, 'allowOlder' | 'digestKey'>;
type Recording = Pick<Runtime, 'now' | 'actor' | 'run'>;

/** Nothing is written when nothing changed. Sentences say where recording did not work. */
export async function record(
  prepared: Prepared,
  { runtime, held, options }: { runtime: Recording; held: Held | undefined; options: RecordOptions },
): Promise<string[]> {
  const { git } = prepared.project;
  const { ref, applied } = prepared.baseline;
  if (git === undefined || ref === undefined || applied === undefined) return [];
  if (held === undefined && isRunning(applied.applying, runtime.now()))
    return ['Another apply may still be running: nothing was recorded.'];
  try {
    return await write(prepared, { git, ref, applied, held, runtime, options });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (held !== undefined) await markOver(git, { held, now: runtime.now() });
    return [`This apply could not be recorded: ${error.message}`];
  }
}

/** A record under a former name gets its own, before anything else is written. Where that fails, announcing says why. */
export async function withRecordRenamed(prepared: Prepared, now: Date): Promise<Prepared> {
  const { project, baseline } = prepared;
  const { applied, ref } = baseline;
  if (project.git === undefined || ref === undefined || applied?.movedFrom === undefined) return prepared;
  if (isRunning(applied.applying, now)) return prepared;
  const { movedFrom, atOrigin: _, ...rest } = applied;
  const moved = await renameRecord(project.git, { applied: { ...applied, movedFrom }, ref });
  return moved.outcome === 'moved' ? { ...prepared, baseline: { ...baseline, applied: rest } } : prepared;
}

interface Writing {
  git: GitRepository;
  ref: string;
  applied: AppliedBaseline;
  held: Held | undefined;
  runtime: Recording;
  options: RecordOptions;
}

async function write(prepared: Prepared, writing: Writing): Promise<string[]> {
  const { git, ref, applied, held, runtime, options } = writing;
  const now = runtime.now();
  const dead = deadApplying(applied.applying, now);
  const reads = readsText(prepared.reads);
  const { remarks, left: _, ...entry } = await entryOf(prepared, { git, applied, runtime });
  if (!entry.files.has(prepared.project.projectFile)) {
    if (held !== undefined) await withdraw(git, { held, now });
    return remarks;
  }
  const facts = factsOf(prepared, options);
  let previous = applied;
  if (prepared.plan.changes.length === 0) {
    // A record that this clone alone has is news to origin.
    const isShared = applied.where === 'origin' || !git.origin;
    const isInPlace = isShared && applied.movedFrom === undefined;
    if (applied.found && isInPlace && saysTheSame(applied, { entry, reads, facts })) {
      if (dead !== undefined) await removeApplying(git, { ref, applying: dead });
      return [];
    }
    const why = await notRecorded(prepared, options);
    if (why !== undefined) return [why];
    previous = (await withRecordRenamed(prepared, now)).baseline.applied ?? applied;
  }
  const files = withFacts(entry.files, facts);
  const written = await writeApplied(git, {
    ...entry,
    files,
    reads,
    ref,
    previous,
    applying: held ?? dead,
    now,
  });
  // What is not recorded where it was announced stays announced, so that it stays ours.
  if (held !== undefined && (written.conflict || written.where !== held.where)) {
    await markOver(git, { held, now });
  }
  if (written.conflict)
    return ['Another apply was recorded at the same time, and its record was kept. Plan again.'];
  return written.warning === undefined ? remarks : [...remarks, written.warning];
}

function saysTheSame(
  applied: Extract<AppliedBaseline, { found: true }>,
  { entry, reads, facts }: { entry: { files: Files }; reads: string; facts: RecordFacts },
): boolean {
  return (
    sameFiles(applied.files, entry.files) &&
    applied.reads !== undefined &&
    readsText(applied.reads) === reads &&
    // What others added is news until an apply has shown it.
    isSameSet(applied.facts.beside, facts.beside)
  );
}

type Files = ReadonlyMap<string, Uint8Array>;

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}

type FactSource = Pick<Prepared, 'input' | 'plan' | 'baseline'> & { project: Pick<Loaded, 'state'> };

/**
 * What a later plan needs where the server lets nobody read: types, and digests of secrets where there is a key for them.
 * What others have beside what is declared, as far as it was read.
 */
export function factsOf(
  { project, input, plan, baseline }: FactSource,
  { digestKey }: Pick<RecordOptions, 'digestKey'>,
): RecordFacts {
  const types = [...project.state.keys].flatMap(([id, key]): [string, Vdt][] => {
    const vdt = key.vdt === undefined && !key.absent ? input.live.keys.get(id)?.vdt : undefined;
    return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
  });
  const isLiveRead = isRead(input.liveSource);
  const isWanted = digestKey !== undefined && !isLiveRead;
  const before = baseline.applied?.found ? baseline.applied.facts.beside : new Set<string>();
  return {
    types: new Map(types),
    secrets: new Set(isWanted ? secretDigests(project.state, digestKey) : []),
    beside: isLiveRead ? rowsLeft(project.state, { live: input.live, changes: plan.changes }) : before,
  };
}

/** What is recorded of an apply, and announced before it. */
export async function entryOf(
  { project, plan, head, input }: Prepared,
  { git, applied, runtime }: Pick<Writing, 'git' | 'applied' | 'runtime'>,
): Promise<ApplyRecord & Recordable> {
  const { now } = runtime;
  const what = head === undefined ? 'files' : shortCommit(head.commit);
  const entry = await recordable(git, { files: project.files, applied });
  // A plan without a read, or without what was announced, does not tell that all of it is there afterwards.
  const isKnown = isRead(input.liveSource) && input.announced !== undefined;
  const dead = isKnown ? deadApplying(applied.applying, now()) : undefined;
  const isSame = dead !== undefined && dead.source === head?.commit && sameFiles(dead.own, entry.files);
  const counts = countChanges(plan.changes);
  return {
    ...entry,
    source: head?.commit,
    projectFile: pathInGit(git, project.projectFile),
    run: runtime.run,
    actor: (await actorOf(runtime, git)) ?? 'unknown',
    summary: summaryOf(what, isSame ? countsOfBoth(counts, countsOf(dead.summary ?? '')) : counts),
  };
}

/** Of an apply that died on the way, and of the one that does the rest: what both changed, each item once. */
function countsOfBoth(rest: Counts, begun: Counts | undefined): Counts {
  return {
    create: Math.max(rest.create, begun?.create ?? 0),
    update: Math.max(rest.update, begun?.update ?? 0),
    delete: Math.max(rest.delete, begun?.delete ?? 0),
  };
}

interface Recordable {
  files: Map<string, Uint8Array>;
  /** Paths of files that are not committed, and so not recorded; `remarks` say so. */
  left: string[];
  remarks: string[];
}

/**
 * What may go into the record. At `origin` it is there for everybody who can read the repository, so it holds nothing
 * that is not committed there already: an ignored or generated file may hold a secret. Of a document that is changed it
 * has what is committed, of one that Git does not have what was recorded before.
 */
async function recordable(
  git: GitRepository,
  { files, applied }: { files: ReadonlyMap<string, Uint8Array>; applied: AppliedBaseline },
): Promise<Recordable> {
  const all = new Map(files);
  if (!git.origin) return { files: all, left: [], remarks: [] };
  const committed = await committedPaths(git, all.keys());
  const left = [...all.keys()].filter((path) => !committed.has(path)).sort();
  for (const path of left) {
    const committed = await committedContent(git, path);
    const before = committed ?? (applied.found ? applied.files.get(path) : undefined);
    if (before === undefined) all.delete(path);
    else all.set(path, before);
  }
  const remark = `${someOf(left)}: not committed, so not recorded. Items declared only there are not pruned later.`;
  return { files: all, left, remarks: left.length === 0 ? [] : [remark] };
}

/** `undefined`: the commit that is checked out has no such file. */
async function committedContent(git: GitRepository, path: string): Promise<Buffer | undefined> {
  const name = `HEAD:${pathInGit(git, path)}`;
  return name.includes('\n') ? undefined : (await git.objects.read(name))?.content;
}

/** The first names of many. */
export function someOf(names: readonly string[]): string {
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}
