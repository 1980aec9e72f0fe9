// What an apply record holds, and whether an apply in it may still be running.
import type { FileError } from '../model/diagnostic.ts';
import type { FileContents } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import type { ApplyDescription, ApplyMessage, RecordFacts } from './record-format.ts';
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
  done?: RecordedApply | undefined;
  /** Those that began after it, newest first: what they declare may be on the server. With a problem, only the last one. */
  begun: RecordedApply[];
  /** Whose record it is until the next apply begins: that of the name that the project file had before. */
  former?: { ref: string; head: string; projectFile: string };
  /** Why a record that exists cannot be read, as a sentence. */
  problem?: string;
  /** Why origin did not answer: there may be a record. */
  unreachable?: string;
}

const DAY = 24 * 3_600_000;

/**
 * The apply that may still push, by the clock of the configuration server; without `until` if its end is not readable or
 * more than a day ahead, which counts as running. A later attempt of the same run takes over at once.
 */
export function runningApply(
  { begun: [top] }: Pick<ApplyRecord, 'begun'>,
  { now, run, attempt }: { now: Date } & Pick<ApplyDescription, 'run' | 'attempt'>,
): { apply: RecordedApply; until?: Date } | undefined {
  if (top === undefined || isUnlocked(top)) return undefined;
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
