// [edge] The apply record: a commit `begun` before a push, and a commit `done` after it, at one ref, by compare-and-swap.
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { isDeepStrictEqual } from 'node:util';
import { shortCommit } from '../model/apply-entry.ts';
import type { FileError } from '../model/diagnostic.ts';
import { convertedFiles } from './conversions.ts';
import {
  type FileContents,
  listFolder,
  readCommit,
  readContents,
  writeCommit,
  writeCommits,
} from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { reasonOf } from './git-result.ts';
import {
  type ApplyDescription,
  type ApplyMessage,
  FACTS_PATH,
  type RecordFacts,
  formatFacts,
  formatMessage,
  parseFacts,
  parseMessage,
} from './record-format.ts';
import { beginningOf, isUnlocked, runningApply } from './running.ts';
import { fetchCommits, moveRef, type MoveResult, type RefValues, refValuesBelow } from './refs.ts';

/** Where a project's apply runs are recorded. */
export interface RecordPlace {
  repository: GitRepository;
  ref: string;
  /** The folder of the records of all projects that apply to the same configuration repository. */
  folder: string;
  /** Path of the project file within the Git repository. */
  projectFile: string;
}

/** An apply, as its commit says, without the contents of its documents. */
export interface ListedApply extends ApplyMessage, RecordFacts {
  commit: string;
  parent: string | undefined;
  tree: string;
  /** When the commit was written: an apply says before each push that it begins one. */
  time: string;
  /** Ids of the documents by path relative to the folder of the project file. */
  ids: ReadonlyMap<string, string>;
}

export interface RecordedApply extends ListedApply {
  /** The same documents, as they were read. */
  files: FileContents;
  /** Those of them that cannot be read here. */
  unread: ReadonlyMap<string, FileError>;
}

export interface ApplyRecord {
  /** Every ref below the folder of the project's record, its own included. */
  refs: RefValues;
  /** What the ref is; absent: there is no record. */
  head: string | undefined;
  done?: RecordedApply;
  /** Those that began after it, newest first: what they declare may be on the server. With a problem, only the last one. */
  begun: RecordedApply[];
  /** Whose record it is until the next apply begins: that of the name that the project file had before. */
  former?: { ref: string; head: string; projectFile: string };
  /** Why a record that exists cannot be read, as a sentence. */
  problem?: string;
  /** Why origin did not answer: there may be a record. */
  unreachable?: string;
}

/** More than these that did not say how they ended are an error in a workflow. */
const MAX_BEGUN = 20;
/** More than these take long to read. */
const MAX_READ = 200;
/** As many are looked at, for example to find the last apply of a branch: others apply in turn with it. */
const MAX_EARLIER = 20;

// --- Reading -------------------------------------------------------------------------------------------------------

/** Reads the record, and fetches all records below its folder. Throws GitError if this clone is broken. */
export async function readRecord({
  repository,
  ref,
  folder,
  projectFile,
}: RecordPlace): Promise<ApplyRecord> {
  const found = await refValuesBelow(repository, folder);
  if ('unreachable' in found) return { refs: new Map(), head: undefined, begun: [], ...found };
  const refs = found.values;
  const missing = await fetchMissing(repository, [...refs.values()]);
  const head = refs.get(ref);
  const record: ApplyRecord = { refs, head, begun: [] };
  if (head === undefined) return record;
  try {
    const applies = await readApplies(repository, head);
    const foreign = applies.find((apply) => apply.projectFile !== projectFile);
    if (foreign !== undefined) throw new Error(`it belongs to ${foreign.projectFile}`);
    const done = applies.find(({ state }) => state === 'done');
    return {
      ...record,
      ...(done && { done }),
      begun: applies.filter(({ state }) => state === 'begun'),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = missing.get(head) ?? error.message;
    const begun = await lastBegun(repository, { head, projectFile });
    return {
      ...record,
      begun,
      problem: `Cannot read the apply record, ${shortCommit(head)} (${reason}).`,
    };
  }
}

/** Of a record that cannot be read as a whole, the apply that may still be running. */
async function lastBegun(repository: GitRepository, record: { head: string; projectFile: string }) {
  const last = await readApply(repository, record.head).catch(() => undefined);
  return last?.state === 'begun' && last.projectFile === record.projectFile ? [last] : [];
}

/** Fetches what this clone does not have, even if another commit is gone. Returns the reasons of failures. */
async function fetchMissing(
  repository: GitRepository,
  commits: readonly string[],
): Promise<Map<string, string>> {
  if (!repository.origin) return new Map();
  const missing: string[] = [];
  for (const id of new Set(commits))
    if (repository.partial || !(await isHere(repository, id))) missing.push(id);
  if (missing.length === 0 || (await fetchCommits(repository, missing)).status === 0)
    return new Map();
  const reasons = new Map<string, string>();
  for (const id of missing) {
    const one = await fetchCommits(repository, [id]);
    if (one.status !== 0) reasons.set(id, reasonOf(one));
  }
  return reasons;
}

async function isHere({ objects }: GitRepository, id: string): Promise<boolean> {
  return (await objects.read(id).catch(() => undefined)) !== undefined;
}

/**
 * The apply runs of a record, newest first, down to the last one that is done. Throws an Error that completes "Cannot read
 * the record …", also for too many that are not done.
 */
export async function readApplies(
  repository: GitRepository,
  head: string,
): Promise<RecordedApply[]> {
  const applies: RecordedApply[] = [];
  for (let commit: string | undefined = head; commit !== undefined; ) {
    const apply = await readApply(repository, commit);
    applies.push(apply);
    if (apply.state === 'done') break;
    const lost = applies.filter((one) => !isUnlocked(one));
    if (lost.length > MAX_BEGUN || applies.length > MAX_READ) throw new Error(TOO_MANY);
    commit = apply.parent;
    // A shallow clone got only the newest.
    if (
      commit !== undefined &&
      repository.shallow &&
      repository.origin &&
      !(await isHere(repository, commit))
    )
      await fetchCommits(
        repository,
        [head],
        Math.min(Number(apply.open) || MAX_READ, MAX_READ) + 1,
      );
  }
  return applies;
}

/** The apply runs before the last one that is done, newest first. Throws an Error if one cannot be read. */
export async function* earlierApplies(
  repository: GitRepository,
  { head, done, begun }: ApplyRecord,
): AsyncGenerator<RecordedApply> {
  let commit = done?.parent;
  for (let left = MAX_EARLIER; commit !== undefined && left > 0; left--) {
    // A shallow clone got only the newest.
    if (
      head !== undefined &&
      repository.shallow &&
      repository.origin &&
      !(await isHere(repository, commit))
    )
      await fetchCommits(repository, [head], begun.length + MAX_EARLIER + 1);
    const apply: RecordedApply = await readApply(repository, commit);
    yield apply;
    commit = apply.parent;
  }
}

const TOO_MANY = `more than ${MAX_BEGUN} apply runs have started since the last one that finished`;

async function readApply(repository: GitRepository, commit: string): Promise<RecordedApply> {
  return withContents(repository, await listApply(repository, commit));
}

/** All apply runs of a record, newest first. Throws an Error that completes "Cannot read the record …" at one that is none. */
export async function* listApplies(
  repository: GitRepository,
  head: string,
): AsyncGenerator<ListedApply> {
  // A shallow clone got only the newest.
  if (repository.shallow && repository.origin) await fetchCommits(repository, [head], ALL);
  for (let commit: string | undefined = head; commit !== undefined; ) {
    const apply: ListedApply = await listApply(repository, commit);
    yield apply;
    commit = apply.parent;
  }
}

/** More than any record has. With the greatest number that there is, Git would fetch all of the clone's history, too. */
const ALL = 1_000_000;

async function listApply(repository: GitRepository, commit: string): Promise<ListedApply> {
  const { tree, parents, time, message } = await readCommit(repository.objects, commit);
  if (parents.length > 1) throw new Error(`${shortCommit(commit)} is a merge`);
  let said: ApplyMessage;
  try {
    said = parseMessage(message);
  } catch (error) {
    throw new Error(`${shortCommit(commit)} ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  const entries = await listFolder(repository, commit, '');
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  const own = entries.filter(({ path }) => path === FACTS_PATH);
  const facts = (await readContents(repository, commit, own)).get(FACTS_PATH);
  ids.delete(FACTS_PATH);
  return { ...said, commit, parent: parents[0], tree, time, ids, ...parseFacts(facts?.toString()) };
}

export async function withContents(
  repository: GitRepository,
  apply: ListedApply,
): Promise<RecordedApply> {
  const { commit, ids, attributes, projectFile, formerFile = projectFile } = apply;
  const entries = [...ids].map(([path, id]) => ({ path, id }));
  const files = await readContents(repository, commit, entries);
  const unread = new Map<string, FileError>();
  const converted = await convertedFiles(repository, files, attributes, dirname(formerFile));
  for (const [path, content] of converted) {
    if ('bytes' in content) files.set(path, Buffer.from(content.bytes));
    else if (files.delete(path)) unread.set(path, content.problem);
  }
  return { ...apply, files, unread };
}

// --- The five verbs ------------------------------------------------------------------------------------------------

export interface Recording extends ApplyDescription, RecordFacts {
  /** Ids of the documents by path relative to the folder of the project file. */
  ids: ReadonlyMap<string, string>;
  /** By the clock of the configuration server. */
  now: Date;
}

/** An apply that has begun, and is not done. */
export interface HeldApply {
  place: RecordPlace;
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
  place: RecordPlace,
  record: ApplyRecord,
  { until, ...apply }: Recording & { until: Date },
): Promise<BeginResult> {
  const { repository } = place;
  const running = runningApply(record, apply);
  if (running !== undefined) return { outcome: 'running', running };
  const own = await asOwn(place, record, apply.now);
  const { message: done, ...end } = doneCommit(place, own, apply);
  const [top, ...older] = own.begun;
  // An attempt at the same commit that did not finish adds nothing to this one, which takes its place.
  const isAgain = top?.source === done.source && isDeepStrictEqual(top.ids, apply.ids);
  const open = String((isAgain ? older : own.begun).length + 1);
  const tookOver = isAgain ? takenOver([top]) : [];
  const message: ApplyMessage = {
    ...done,
    state: 'begun',
    until: until.toISOString(),
    open,
    tookOver,
  };
  const parent = record.problem === undefined ? (isAgain ? top.parent : own.newest) : undefined;
  const [commit = '', last = ''] = await writeCommits(repository, [
    { ...end, message: formatMessage(message), parent },
    { ...end, message: formatMessage(done) },
  ]);
  const moved = await moveOwn(place, record, commit);
  const before = own.newest;
  if (moved.outcome === 'moved')
    return { outcome: 'begun', held: { place, message, commit, done: last, before } };
  if (moved.outcome !== 'conflict') return moved;
  const other = runningApply(await readRecord(place), apply);
  return other === undefined ? { outcome: 'overtaken' } : { outcome: 'running', running: other };
}

/**
 * Moves the ref of a record, and then removes it from where it was before the project file was renamed: a process that is
 * killed in between leaves it in both places, which the next apply finds. Throws GitError.
 */
export async function moveOwn(
  { repository, ref }: RecordPlace,
  record: ApplyRecord,
  commit: string,
) {
  const { head: expected, former } = record;
  const moved = await moveRef(repository, { ref, commit, expected });
  if (moved.outcome !== 'moved' || former === undefined) return moved;
  const removed = await moveRef(repository, {
    ref: former.ref,
    commit: undefined,
    expected: former.head,
  });
  // For example because an apply has begun under the former name.
  if (removed.outcome !== 'moved')
    await moveRef(repository, { ref, commit: expected, expected: commit });
  return removed;
}

/** Writes the commits of a record that is to change its project file; `newest` is the first of them. Throws GitError. */
export async function asOwn(
  { repository, projectFile }: RecordPlace,
  record: ApplyRecord,
  now: Date,
): Promise<Pick<ApplyRecord, 'begun' | 'done'> & { newest: string | undefined }> {
  const { done: last, begun: open, former, head } = record;
  if (former === undefined || head !== undefined) return { ...record, newest: head };
  let newest = last?.parent;
  // A shallow clone got only what it had to read.
  if (
    newest !== undefined &&
    repository.shallow &&
    repository.origin &&
    !(await isHere(repository, newest))
  )
    await fetchCommits(repository, [former.head], open.length + 2);
  const written = async (apply: RecordedApply) => {
    const { formerFile = apply.projectFile, tree } = apply;
    const message = formatMessage({ ...apply, projectFile, formerFile });
    const parent = newest;
    newest = await writeCommit(repository, { message, parent, now, tree });
    return { ...apply, commit: newest, parent };
  };
  const done = last && (await written(last));
  const begun: RecordedApply[] = [];
  for (const apply of open.toReversed()) begun.unshift(await written(apply));
  return { ...(done && { done }), begun, newest };
}

/** How an apply ends: it takes over what began before it. */
function doneCommit(
  { projectFile }: RecordPlace,
  { begun, done }: Pick<ApplyRecord, 'begun' | 'done'>,
  { ids, types, attributes, secrets, now, ...said }: Recording,
) {
  const own = { state: 'done', id: randomUUID(), projectFile, since: now.toISOString() } as const;
  const message: ApplyMessage = { ...said, ...own, tookOver: takenOver(begun) };
  const facts = ids.has(FACTS_PATH) ? undefined : formatFacts({ types, attributes, secrets });
  const texts = new Map(facts === undefined ? [] : [[FACTS_PATH, facts]]);
  return { message, parent: done?.commit, now, ids, texts };
}

/** With what these took the place of. */
function takenOver(begun: readonly RecordedApply[]): ApplyMessage['tookOver'] {
  return begun.flatMap(({ source, actor, run, tookOver }) => [{ source, actor, run }, ...tookOver]);
}

/**
 * Before a later push, and once after a lost answer. Changes `held`. Anything but `moved`: push no more. Throws GitError.
 */
export async function extend(
  held: HeldApply,
  { until, now }: { until: Date; now: Date },
): Promise<MoveResult> {
  const { repository, ref } = held.place;
  const message = { ...held.message, until: until.toISOString() };
  const { parents, tree } = await readCommit(repository.objects, held.commit);
  const [parent] = parents;
  const commit = await writeCommit(repository, {
    message: formatMessage(message),
    parent,
    now,
    tree,
  });
  const moved = await moveRef(repository, { ref, commit, expected: held.commit });
  if (moved.outcome === 'moved') Object.assign(held, { message, commit });
  return moved;
}

/** After the pushes were accepted. Throws GitError. */
export function finish(held: HeldApply): Promise<MoveResult> {
  return settle(held, held.done);
}

/** Nothing was sent: the ref is as before. Throws GitError. */
export function withdraw(held: HeldApply): Promise<MoveResult> {
  return settle(held, held.before);
}

/** Follows the id of the apply: one that was unlocked or extended meanwhile is still this one's. */
async function settle(
  { place, message, commit: own }: HeldApply,
  commit: string | undefined,
): Promise<MoveResult> {
  const { repository, ref } = place;
  for (let expected = own; ; ) {
    const moved = await moveRef(repository, { ref, commit, expected });
    if (moved.outcome !== 'conflict') return moved;
    const record = await readRecord(place);
    const [top] = record.begun;
    if (top?.id !== message.id || top.commit === expected)
      return (await isClosed(place, message, record)) ? { outcome: 'moved' } : moved;
    expected = top.commit;
  }
}

/** Whether another apply has closed this one, because all that it began was on the server. Throws GitError. */
export async function isClosed(
  place: RecordPlace,
  { id }: ApplyMessage,
  record?: ApplyRecord,
): Promise<boolean> {
  const found = record ?? (await readRecord(place));
  if (found.done?.id === id) return true;
  try {
    for await (const apply of earlierApplies(place.repository, found))
      if (apply.id === id) return true;
  } catch (error) {
    // A commit of the record may be anything.
    if (!(error instanceof Error)) throw error;
  }
  return false;
}

/**
 * Closes the apply that has begun as it would itself, because all that it began is on the server. Returns the record as
 * it is then; `undefined`: it is another one meanwhile. Throws GitError.
 */
export async function close(
  place: RecordPlace,
  record: ApplyRecord,
  now: Date,
): Promise<ApplyRecord | undefined> {
  const { former: _, ...kept } = record;
  const own = await asOwn(place, record, now);
  const [top, ...older] = own.begun;
  if (top === undefined) return undefined;
  const tookOver = [...top.tookOver, ...takenOver(older)];
  const ended = { state: 'done', until: undefined, open: undefined } as const;
  const done = { ...top, ...ended, tookOver, parent: own.done?.commit };
  const commit = await writeCommit(place.repository, {
    ...done,
    message: formatMessage(done),
    now,
  });
  const moved = await moveOwn(place, record, commit);
  return moved.outcome === 'moved'
    ? { ...kept, head: commit, done: { ...done, commit }, begun: [] }
    : undefined;
}

/** An apply that had nothing to send is done at once. Throws GitError. */
export async function recordDone(
  place: RecordPlace,
  record: ApplyRecord,
  apply: Recording,
): Promise<MoveResult> {
  const { message, ...end } = doneCommit(place, await asOwn(place, record, apply.now), apply);
  const commit = await writeCommit(place.repository, { ...end, message: formatMessage(message) });
  return moveOwn(place, record, commit);
}

/** A person says that the apply has ended. Needs no clock: its end is then its beginning. Throws GitError. */
export async function endApply(
  { repository, ref }: RecordPlace,
  apply: RecordedApply,
  now: Date,
): Promise<MoveResult> {
  const { parent, tree, commit: expected } = apply;
  const message = formatMessage({ ...apply, until: beginningOf(apply) });
  const commit = await writeCommit(repository, { message, parent, now, tree });
  return moveRef(repository, { ref, commit, expected });
}
