// Everything that is known of one key or file: its rows in the order of precedence. A plain value.
import type { ApplyEntry } from './apply-entry.ts';
import type { Context, ContextPattern } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { FileChange, ValueChange } from './plan.ts';
import type { KeyMetadata } from './state.ts';

/** A row compared with what the files declare, or with live if they do not declare it. */
export type RowState = 'same' | 'different' | 'missing' | 'unknown';

/** The apply that last changed a row, with what Git knows of its commit. */
export interface LastChange {
  apply: ApplyEntry;
  /** First line of the commit's message; absent if this clone does not have the commit. */
  subject?: string | undefined;
  /** Number of the pull request, if the message names one. */
  pullRequest?: string | undefined;
}

export interface ExplainedRow {
  /** In full. */
  context: Context;
  /** The line that declares it; absent: the files do not. */
  place?: Place | undefined;
  /** The file with the text, as shown to users, if the line names one. */
  contentPath?: string | undefined;
  /** Declared with `opp: delete`. */
  absent?: true | undefined;
  /** The environment variable with the text, which is not set here. */
  unset?: string | undefined;
  /**
   * The texts, with marks of what is secret; `after` is absent if there is none. `declared` is absent unless the files
   * declare the row.
   */
  declared?: ValueChange | FileChange | undefined;
  live?: ValueChange | FileChange | undefined;
  applied?: ValueChange | FileChange | undefined;
  /** Absent if live was not read, or there is no record. */
  liveState?: RowState | undefined;
  appliedState?: RowState | undefined;
  /** Which applications receive it after an apply. */
  received: ContextPattern[];
  /** An apply deletes it: `received` is what applications receive now. */
  isLeaving?: true | undefined;
  /** `before`: it is older than the oldest apply that was read. Absent: not in the record. */
  lastChange?: LastChange | { before: ApplyEntry } | undefined;
  /** The settings that exclude it, such as `ignore.contexts: Test;*`. */
  excludedBy?: string | undefined;
}

export interface Explanation {
  kind: 'key' | 'file';
  /** In the spelling of the files, else of the server. */
  name: string;
  /** Where the key is declared first. */
  place?: Place | undefined;
  /** By the files, and on the server. */
  declared?: (KeyMetadata & { absent?: true }) | undefined;
  live?: KeyMetadata | undefined;
  /** `export`: every row; `pulls`: only rows in declared contexts. */
  liveRead: 'export' | 'pulls' | { not: string };
  /** Whether there is a record; the reason why there is none, as the end of a sentence. */
  record: 'read' | { not: string };
  /** Globs of `protect`. */
  protectedBy: string[];
  /** The setting that puts it out of scope, such as `ignore.keys: cache.*`. */
  excludedBy?: string | undefined;
  /** Paths of declared files whose placeholders name the key. */
  usedIn: string[];
  /** Keys that the declared contents of the file name. */
  uses: string[];
  /** Broad rows last. */
  rows: ExplainedRow[];
}
