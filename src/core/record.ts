// The apply record: a commit `begun` before a push, and a commit `done` after it, at one ref, by compare-and-swap.
import { isDeepStrictEqual } from 'node:util';
import {
  type ApplyDescription,
  type ApplyMessage,
  FACTS_PATH,
  type KeptApply,
  type RecordFacts,
  keptFolder,
  formatFacts,
  formatMessage,
  stageFact,
} from '../record/record-format.ts';
import {
  type ApplyRecord,
  beginningOf,
  type RecordedApply,
  type RecordName,
  runningApply,
} from '../record/recorded-apply.ts';
import { ignoreGitError } from '../record/git-result.ts';
import type { MoveResult } from '../record/refs.ts';
import type { Records } from './world.ts';

export interface Recording extends ApplyDescription, RecordFacts {
  /** Ids of the documents by path relative to the folder of the project file. */
  ids: ReadonlyMap<string, string>;
  /** Apply runs of the record that still count beside this one, newest first. */
  kept: readonly (KeptApply & Pick<RecordedApply, 'ids'>)[];
  /** By the clock of the configuration server. */
  now: Date;
}

/** An apply that has begun, and is not done. */
export interface HeldApply {
  place: RecordName;
  message: ApplyMessage;
  commit: string;
  /** The commit that says that it is done. */
  done: string;
  /** What the ref was before; of a renamed project, the commits of its record under the new name. */
  before: string | undefined;
}

/** Anything but `moved`: the ref is not this apply's. */
export type BeginResult =
  | { outcome: 'begun'; held: HeldApply }
  | { outcome: 'running'; running: NonNullable<ReturnType<typeof runningApply>> }
  /** Another apply began and ended since the record was read. */
  | { outcome: 'overtaken' }
  | Extract<MoveResult, { reason: string }>;

/**
 * Before the first push: the lock, the intent, and the test of the permission. Writes the `done` commit too, so that
 * {@link finish} only moves the ref. Throws GitError.
 * @param apply.until when the push has ended at the latest
 */
export async function begin(
  world: Records,
  place: RecordName,
  record: ApplyRecord,
  { until, ...apply }: Recording & { until: Date },
): Promise<BeginResult> {
  const running = runningApply(record, apply);
  if (running !== undefined) return { outcome: 'running', running };
  const ownRecord = await asOwn(world, place, record, apply.now);
  const { message: done, ...end } = doneCommit(world, place, ownRecord, apply);
  const [top, ...older] = ownRecord.begun;
  // An attempt at the same commit that did not finish adds nothing to this one, which takes its place.
  const isAgain =
    top?.source === done.source &&
    isDeepStrictEqual([stageFact(top.stage), top.ids], [stageFact(apply.stage), apply.ids]);
  const open = String((isAgain ? older : ownRecord.begun).length + 1);
  const tookOver = isAgain ? takenOver([top]) : [];
  const message: ApplyMessage = {
    ...done,
    state: 'begun',
    until: until.toISOString(),
    open,
    tookOver,
  };
  const parent =
    record.problem === undefined ? (isAgain ? top.parent : ownRecord.newest) : undefined;
  const [commit = '', last = ''] = await world.writeCommits([
    { ...end, message: formatMessage(message), parent },
    { ...end, message: formatMessage(done) },
  ]);
  const before = ownRecord.newest;
  const moved = await moveOwn(world, place, record, { commit, carried: before });
  if (moved.outcome === 'moved')
    return { outcome: 'begun', held: { place, message, commit, done: last, before } };
  if (moved.outcome !== 'conflict') return moved;
  const other = runningApply(await world.currentRecord(), apply);
  return other === undefined ? { outcome: 'overtaken' } : { outcome: 'running', running: other };
}

/**
 * Moves the ref of a record, and then removes it from where it was before the project file was renamed: a process that is
 * killed in between leaves it in both places, which the next apply finds. Throws GitError.
 * @param to.carried the same record under the new name: what is left if nobody knows whether it is still where it was
 */
async function moveOwn(
  world: Records,
  { ref }: RecordName,
  record: ApplyRecord,
  { commit, carried }: { commit: string; carried: string | undefined },
): Promise<MoveResult> {
  const { head: expected, former } = record;
  const moved = await world.moveRef({ ref, commit, expected });
  if (moved.outcome !== 'moved' || former === undefined) return moved;
  const removed = await world.moveRef({
    ref: former.ref,
    commit: undefined,
    expected: former.head,
  });
  if (removed.outcome === 'moved') return removed;
  // Otherwise for example because an apply has begun under the former name.
  const isGone = removed.outcome === 'unreachable' && !(await isStill(world, former));
  const left = isGone ? carried : expected;
  if (left !== commit) await world.moveRef({ ref, commit: left, expected: commit });
  return removed;
}

/** Whether a record is where it was; `false` also if nobody can tell. */
async function isStill(
  world: Records,
  { ref, head }: NonNullable<ApplyRecord['former']>,
): Promise<boolean> {
  const currentRecord = await world.currentRecord().catch(ignoreGitError);
  return currentRecord?.refs.get(ref) === head;
}

/** Writes the commits of a record that is to change its project file; `newest` is the first of them. Throws GitError. */
async function asOwn(
  world: Records,
  { projectFile }: RecordName,
  record: ApplyRecord,
  now: Date,
): Promise<Pick<ApplyRecord, 'begun' | 'done'> & { newest: string | undefined }> {
  const { done: last, begun: open, former, head } = record;
  if (former === undefined) return { ...record, newest: head };
  if (head !== undefined) return withLeftWritten(world, record, { head, now });
  let newest = last?.parent;
  // A shallow clone got only what it had to read.
  if (newest !== undefined)
    await world.fetchEarlier(newest, { head: former.head, depth: open.length + 2 });
  const written = async (apply: RecordedApply) => {
    const { formerFile = apply.projectFile, tree } = apply;
    const message = formatMessage({ ...apply, projectFile, formerFile });
    const parent = newest;
    [newest = ''] = await world.writeCommits([{ message, parent, now, tree }]);
    return { ...apply, commit: newest, parent };
  };
  const done = last && (await written(last));
  const begun: RecordedApply[] = [];
  for (const apply of open.toReversed()) begun.unshift(await written(apply));
  return { done, begun, newest };
}

/** On top of the own record, what began under the former name after this one was moved. */
async function withLeftWritten(
  world: Records,
  record: ApplyRecord,
  { head, now }: { head: string; now: Date },
): Promise<Pick<ApplyRecord, 'begun' | 'done'> & { newest: string }> {
  const count = record.former?.begun ?? 0;
  const begun = record.begun.slice(count);
  let newest = head;
  for (const apply of record.begun.slice(0, count).toReversed()) {
    const { tree } = apply;
    const message = formatMessage(apply);
    const parent = newest;
    [newest = ''] = await world.writeCommits([{ message, parent, now, tree }]);
    begun.unshift({ ...apply, commit: newest, parent });
  }
  return { ...record, begun, newest };
}

/** How an apply ends: it takes over what began before it. */
function doneCommit(
  world: Records,
  { projectFile }: RecordName,
  before: Pick<ApplyRecord, 'begun' | 'done'>,
  { ids, types, attributes, secrets, stage, kept, now, ...said }: Recording,
) {
  const identity = {
    state: 'done',
    id: world.newId(),
    projectFile,
    since: now.toISOString(),
  } as const;
  const tookOver = takenOver(unfinishedIn(before, kept));
  const message: ApplyMessage = { ...said, ...identity, stageName: stage?.name, tookOver };
  const isHidden = ids.has(FACTS_PATH) && stage === undefined;
  const facts = isHidden ? undefined : formatFacts({ types, attributes, secrets, stage }, kept);
  const texts = new Map(facts === undefined ? [] : [[FACTS_PATH, facts]]);
  const idsWithKept = new Map(ids);
  for (const [index, apply] of kept.entries())
    for (const [path, id] of apply.ids) idsWithKept.set(keptFolder(index) + path, id);
  return { message, parent: before.done?.commit, now, ids: idsWithKept, texts };
}

/** Unfinished apply runs that a new one ends: all but those that it keeps. */
function unfinishedIn(
  { begun, done }: Pick<ApplyRecord, 'begun' | 'done'>,
  kept: Recording['kept'],
): RecordedApply[] {
  const unfinished = [...begun, ...(done?.kept ?? []).filter(({ state }) => state === 'begun')];
  return unfinished.filter(({ id }) => !kept.some((apply) => apply.id === id));
}

/** With what these took the place of. */
function takenOver(begun: readonly RecordedApply[]): ApplyMessage['tookOver'] {
  return begun.flatMap(({ source, actor, run, tookOver }) => [{ source, actor, run }, ...tookOver]);
}

/**
 * Before a later push, and once after a lost answer. Changes `held`. Anything but `moved`: push no more. Throws GitError.
 */
export async function extend(
  world: Records,
  held: HeldApply,
  { until, now }: { until: Date; now: Date },
): Promise<MoveResult> {
  const message = { ...held.message, until: until.toISOString() };
  const commit = await world.reword(held.commit, { message: formatMessage(message), now });
  const moved = await world.moveRef({ ref: held.place.ref, commit, expected: held.commit });
  if (moved.outcome === 'moved') Object.assign(held, { message, commit });
  return moved;
}

/** After the pushes were accepted. Throws GitError. */
export function finish(world: Records, held: HeldApply): Promise<MoveResult> {
  return settle(world, held, held.done);
}

/** Nothing was sent: the ref is as before. Throws GitError. */
export function withdraw(world: Records, held: HeldApply): Promise<MoveResult> {
  return settle(world, held, held.before);
}

/** Follows the id of the apply: one that was unlocked or extended meanwhile is still this one's. */
async function settle(
  world: Records,
  { place, message, commit: ourCommit }: HeldApply,
  commit: string | undefined,
): Promise<MoveResult> {
  const { ref } = place;
  for (let expected = ourCommit; ; ) {
    const moved = await world.moveRef({ ref, commit, expected });
    if (moved.outcome !== 'conflict') return moved;
    const record = await world.currentRecord();
    const [top] = record.begun;
    if (top?.id !== message.id || top.commit === expected)
      return (await isClosed(world, message, record)) ? { outcome: 'moved' } : moved;
    expected = top.commit;
  }
}

/** Whether another apply has closed this one, because all that it began was on the server. Throws GitError. */
export async function isClosed(
  world: Records,
  { id }: ApplyMessage,
  given?: ApplyRecord,
): Promise<boolean> {
  const record = given ?? (await world.currentRecord());
  return record.done?.id === id || world.wasApplied(id, record);
}

/**
 * Closes the apply that has begun as it would itself, because all that it began is on the server. Returns the record as
 * it is then; `undefined`: it is another one meanwhile. Throws GitError.
 */
export async function close(
  world: Records,
  place: RecordName,
  record: ApplyRecord,
  now: Date,
): Promise<ApplyRecord | undefined> {
  const { former: _, ...kept } = record;
  const ownRecord = await asOwn(world, place, record, now);
  const [top, ...older] = ownRecord.begun;
  if (top === undefined) return undefined;
  const unfinished = unfinishedIn({ ...ownRecord, begun: older }, top.kept);
  const tookOver = [...top.tookOver, ...takenOver(unfinished)];
  const ended = { state: 'done', until: undefined, open: undefined } as const;
  const done = { ...top, ...ended, tookOver, parent: ownRecord.done?.commit };
  const [commit = ''] = await world.writeCommits([{ ...done, message: formatMessage(done), now }]);
  const moved = await moveOwn(world, place, record, { commit, carried: ownRecord.newest });
  return moved.outcome === 'moved'
    ? { ...kept, head: commit, done: { ...done, commit }, begun: [] }
    : undefined;
}

/** An apply that had nothing to send is done at once. Throws GitError. */
export async function recordDone(
  world: Records,
  place: RecordName,
  record: ApplyRecord,
  apply: Recording,
): Promise<MoveResult> {
  const ownRecord = await asOwn(world, place, record, apply.now);
  const { message, ...end } = doneCommit(world, place, ownRecord, apply);
  const [commit = ''] = await world.writeCommits([{ ...end, message: formatMessage(message) }]);
  return moveOwn(world, place, record, { commit, carried: ownRecord.newest });
}

/** A person says that the apply has ended. Needs no clock: its end is then its beginning. Throws GitError. */
export async function endApply(
  world: Records,
  { ref }: RecordName,
  apply: RecordedApply,
  now: Date,
): Promise<MoveResult> {
  const { parent, tree, commit: expected } = apply;
  const message = formatMessage({ ...apply, until: beginningOf(apply) });
  const [commit = ''] = await world.writeCommits([{ message, parent, now, tree }]);
  return world.moveRef({ ref, commit, expected });
}

/**
 * Moves a record that is still as it was read to the ref of another project file, which has none: all of its apply runs say
 * from then on that they are of that file, and what it was called before. Throws GitError.
 */
export async function moveRecord(
  world: Records,
  { ref, projectFile }: RecordName,
  { to, record, head, now }: { to: RecordName; record: ApplyRecord; head: string; now: Date },
): Promise<MoveResult> {
  const moving = { ...record, head: undefined, former: { ref, head, projectFile } };
  const { newest = head } = await asOwn(world, to, moving, now);
  return moveOwn(world, to, moving, { commit: newest, carried: newest });
}
