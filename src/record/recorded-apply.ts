// What an apply record holds, and whether an apply in it may still be running.
import { isDeepStrictEqual } from 'node:util';
import type { FileError } from '../model/diagnostic.ts';
import type { Stage } from '../model/stages.ts';
import type { FileContents } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import {
  type ApplyDescription,
  type ApplyMessage,
  FACTS_PATH,
  keptFolder,
  KEPT_FOLDER,
  NO_STAGE,
  parseFacts,
  type KeptApply,
  parseKept,
  parseMessage,
} from './record-format.ts';
import type { RefValues } from './refs.ts';

/** Where a project's apply runs are recorded. */
export interface RecordName {
  ref: string;
  /** The folder of the records of all projects that apply to the same configuration repository. */
  folder: string;
  /** Path of the project file within the Git repository. */
  projectFile: string;
}

/** The same, in a clone and at its origin. */
export interface RecordPlace extends RecordName {
  repository: GitRepository;
}

/** An apply, as its commit says, without the contents of its documents. */
export interface ListedApply extends KeptApply {
  parent: string | undefined;
  tree: string;
  /** Ids of the documents by path relative to the folder of the project file. */
  ids: ReadonlyMap<string, string>;
  /** Earlier apply runs that still count beside it, newest first: of other stages, and of the whole commit. */
  kept: readonly ListedApply[];
}

/**
 * What a commit of a record says, with the apply runs that it keeps. Throws an Error that completes "the commit …".
 * @param commit.ids of all files in its tree
 */
export function applyOf({
  message,
  facts,
  ids,
}: {
  message: string;
  facts: string | undefined;
  ids: ListedApply['ids'];
}): Omit<ListedApply, 'commit' | 'parent' | 'tree' | 'time'> {
  const said = parseMessage(message);
  const read = parseFacts(facts);
  if (said.stageName !== read.stage?.name) throw new Error(NO_STAGE);
  const below = (folder: string) =>
    [...ids].flatMap(([path, id]): [string, string][] =>
      path.startsWith(folder) ? [[path.slice(folder.length), id]] : [],
    );
  const kept = parseKept(facts).map((apply, index): ListedApply => {
    const ownIds = new Map(below(keptFolder(index)));
    // Nothing needs where its commit was. Written before the project file was renamed, it is of the former name.
    return {
      ...ofProject(apply, said.projectFile),
      parent: undefined,
      tree: '',
      ids: ownIds,
      kept: [],
    };
  });
  const ownIds = [...ids].filter(([path]) => path !== FACTS_PATH && !path.startsWith(KEPT_FOLDER));
  return { ...said, ...read, ids: new Map(ownIds), kept };
}

export interface RecordedApply extends ListedApply {
  /** The same documents, as they were read. */
  files: FileContents;
  /** Those of them that cannot be read here. */
  unread: ReadonlyMap<string, FileError>;
  kept: readonly RecordedApply[];
}

/** Where the record was before its project file was renamed. */
export interface FormerRecord {
  ref: string;
  head: string;
  projectFile: string;
  /** How many of what has begun, the newest, are only there: they began after an apply was killed while it moved the record. */
  begun?: number;
}

export interface ApplyRecord {
  /** Every ref below the folder of the project's record, its own included. */
  refs: RefValues;
  /** What the ref is; absent: there is no record. */
  head: string | undefined;
  done?: RecordedApply | undefined;
  /** Those that began after it, newest first: what they declare may be on the server. With a problem, only the last one. */
  begun: RecordedApply[];
  /** Whose record it is until the next apply begins: that of the name that the project file had before. */
  former?: FormerRecord;
  /** Why a record that exists cannot be read, as a sentence. */
  problem?: string;
  /** Why origin did not answer: there may be a record. */
  unreachable?: string;
}

/** What began, and what was done before it. @param applies of a record, newest first, up to the last one that is done */
export function doneAndBegun(
  applies: readonly RecordedApply[],
): Pick<ApplyRecord, 'done' | 'begun'> {
  return {
    done: applies.find(({ state }) => state === 'done'),
    begun: applies.filter(({ state }) => state === 'begun'),
  };
}

/** Every apply that counts, newest first: unfinished ones, the last one that is done, and those that it keeps. */
export function countingIn({ done, begun }: Pick<ApplyRecord, 'done' | 'begun'>): RecordedApply[] {
  return done === undefined ? begun : [...begun, done, ...done.kept];
}

/** The newest finished apply of a stage, under its name or with its contexts; without a stage, of anything. */
export function lastOfStage(
  { done }: Pick<ApplyRecord, 'done'>,
  stage: Stage | undefined,
): RecordedApply | undefined {
  if (done === undefined || stage === undefined) return done;
  const finished = [done, ...done.kept].filter(({ state }) => state === 'done');
  return finished.find((apply) => apply.stage && isSameStage(apply.stage, stage));
}

/**
 * Those whose work an apply continued, newest first: of a stage, its last one or the last of everything; of everything, the
 * last of each stage. None: it is not known, or there was none.
 * @param before the one before it, which counts as finished
 */
export function followedIn<Apply extends Pick<KeptApply, 'state' | 'stage'>>(
  before: Apply & { kept: readonly Apply[] },
  stage: Stage | undefined,
): Apply[] {
  const counting = [before, ...before.kept.filter(({ state }) => state === 'done')];
  const isOf = (followed: Stage) => (apply: Apply) =>
    apply.stage === undefined || isSameStage(apply.stage, followed);
  if (stage !== undefined) return counting.filter(isOf(stage)).slice(0, 1);
  return counting.filter((apply, i) => {
    const newer = counting.slice(0, i);
    return apply.stage === undefined || !newer.some(isOf(apply.stage));
  });
}

/** The one of them to which a revert of all commits since leads back; `undefined`: none, or nobody can tell. */
export function revertedTo<Apply extends Pick<KeptApply, 'source' | 'stage'>>(
  followed: readonly Apply[],
  stage: Stage | undefined,
): Apply | undefined {
  const [last] = followed;
  const isOneCommit = followed.every(({ source }) => source === last?.source);
  const hasSameContexts = isDeepStrictEqual(last?.stage?.contexts, stage?.contexts);
  return isOneCommit && (!last?.stage || !stage || hasSameContexts) ? last : undefined;
}

/** One that was renamed has the same contexts. */
function isSameStage(stage: Stage, other: Stage): boolean {
  return stage.name === other.name || isDeepStrictEqual(stage.contexts, other.contexts);
}

const DAY = 24 * 3_600_000;

/**
 * The apply that may still push, by the clock of the configuration server; without `until` if its end is not readable or
 * more than a day ahead, which counts as running. A later attempt of the same run takes over at once.
 */
export function runningApply(
  { begun, former }: Pick<ApplyRecord, 'begun' | 'former'>,
  attempt: { now: Date } & Pick<ApplyDescription, 'run' | 'attempt'>,
): { apply: RecordedApply; until?: Date } | undefined {
  // Each name of a project file that was renamed has a lock of its own.
  const tops = former?.begun ? [begun[0], begun[former.begun]] : [begun[0]];
  return tops.map((top) => top && runningOf(top, attempt)).find((running) => running);
}

function runningOf(
  top: RecordedApply,
  { now, run, attempt }: { now: Date } & Pick<ApplyDescription, 'run' | 'attempt'>,
): { apply: RecordedApply; until?: Date } | undefined {
  if (isUnlocked(top)) return undefined;
  const isSameRun = run !== undefined && top.run === run;
  if (isSameRun && attempt !== undefined && Number(attempt) > Number(top.attempt ?? NaN))
    return undefined;
  const left = Date.parse(top.until ?? '') - now.getTime();
  if (!(left <= DAY)) return { apply: top };
  return left > 0 ? { apply: top, until: new Date(top.until ?? '') } : undefined;
}

/** Whether somebody unlocked it, or it said itself that it has ended. */
export function isUnlocked(apply: ApplyMessage): boolean {
  return apply.until === beginningOf(apply);
}

/** As the end of an apply: it has ended, whatever the clock says. */
export function beginningOf({ since }: ApplyMessage): string {
  return Number.isNaN(Date.parse(since)) ? new Date(0).toISOString() : since;
}

/** The same record under the name of another project file. */
export function carried(applies: readonly RecordedApply[], projectFile: string): RecordedApply[] {
  return applies.map((apply) => ({
    ...ofProject(apply, projectFile),
    kept: carried(apply.kept, projectFile),
  }));
}

/** An apply of another project file is one of its former name, which a plan checks before it deletes what was applied. */
function ofProject<Apply extends KeptApply>(apply: Apply, projectFile: string): Apply {
  const { projectFile: former, formerFile = former } = apply;
  return former === projectFile ? apply : { ...apply, projectFile, formerFile };
}

/**
 * With what began under the former name after an apply was killed while it moved the record. Whatever became of it, it
 * counts as begun: this record says what was done before.
 * @param left the newest first
 */
export function withLeft(
  record: ApplyRecord,
  former: FormerRecord,
  left: readonly RecordedApply[],
): ApplyRecord {
  const [{ projectFile = '' } = {}] = [...record.begun, ...(record.done ? [record.done] : [])];
  const count = record.begun.length + left.length;
  const begun = carried(left, projectFile).map((apply, index): RecordedApply => {
    const until = apply.state === 'done' ? beginningOf(apply) : apply.until;
    return { ...apply, state: 'begun', until, open: String(count - index) };
  });
  return {
    ...record,
    begun: [...begun, ...record.begun],
    former: { ...former, begun: left.length },
  };
}

/** The ids of the apply runs that a record has from the former name of its project file. */
export function idsOfFormer({ begun, done }: Pick<ApplyRecord, 'begun' | 'done'>): Set<string> {
  const applies = [...begun, ...(done ? [done] : [])];
  return new Set(applies.flatMap(({ id, formerFile }) => (formerFile === undefined ? [] : [id])));
}
