// One entry in the apply history.
import type { Counts } from './plan.ts';

/** A commit, as people know it. */
export interface AppliedCommit {
  commit: string;
  parents: string[];
  author: string;
  subject: string;
}

export interface ApplyEntry {
  /** ISO 8601. */
  time: string;
  commit?: string | undefined;
  /** The stage that was applied; absent: everything. */
  stage?: string | undefined;
  /** Of the commit; absent: neither this clone nor origin has it. */
  author?: string | undefined;
  subject?: string | undefined;
  /** What was applied before is newer. */
  rollback?: true | undefined;
  /** It has begun, and is not done: it is running, or it did not finish. */
  unfinished?: true | undefined;
  actor?: string | undefined;
  /** URL of the workflow run. */
  run?: string | undefined;
  counts?: Counts | undefined;
  /** The approval of a refused plan: its digest and protected names, and who gave it. */
  approved?: { approval: string; by?: string | undefined } | undefined;
  /** The apply runs that did not finish, and whose work it took over. */
  tookOver?: Pick<ApplyEntry, 'commit' | 'actor' | 'run'>[] | undefined;
  /** The command that undoes it in Git, if there is one. */
  undo?: string | undefined;
}

/** `2026-11-20 10:00:00 UTC`, of an ISO 8601 time. */
export function shownTime(time: string): string {
  return time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

/** `2026-11-20 10:00 UTC`. */
export function shownMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whether a text is a full commit SHA, SHA-1 or SHA-256: what a record, an option or another run names may be anything. */
export function isCommitSha(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
