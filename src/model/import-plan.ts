// What an import would write, and what it leaves out and why. A plain value that every output and the writing share.
import type { Counts, Target } from './plan.ts';

/** How the documents of a new project are cut: not at all, by the first level of contexts, by the prefix of keys. */
export const SPLITS = ['none', 'context', 'prefix'] as const;
export type Split = (typeof SPLITS)[number];

/** `before` is absent for a new file, `after` for one that nothing names any more. */
export interface FileWrite {
  /** Relative to the folder of the project file, with `/`. */
  path: string;
  before?: string;
  after?: string;
  /** Both sides as they may be shown, secrets masked; absent: only that it changes. */
  shown?: { before: string; after: string };
}

/** Something of the server that the documents do not get, in words. */
export interface LeftOut {
  /** `db.host [Production;*]`. */
  item: string;
  reason: string;
}

/** An environment variable that the documents name from now on, for a secret that is in no file. */
export interface NewVariable {
  name: string;
  item: string;
}

export interface Import {
  target: Target;
  /** Values and files that the documents get, get anew, or lose. */
  counts: Counts;
  /** Contents before the documents that name them, removals last. */
  writes: FileWrite[];
  leftOut: LeftOut[];
  variables: NewVariable[];
  /** Facts that somebody who keeps these files in Git needs, in whole sentences. */
  notes: string[];
}
