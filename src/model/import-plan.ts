// The plan of an import: files to write, and what is left out and why.
import type { Counts, Target } from './plan.ts';
import type { SourceFormat } from './sources.ts';

/** How a new project is split into documents: not at all, by the first context level, or by key prefix. */
export const SPLITS = ['none', 'context', 'prefix'] as const;
export type Split = (typeof SPLITS)[number];

/** Formats of other programs that an import can write values in. */
export const IMPORT_FORMATS = ['properties', 'dotenv'] as const satisfies SourceFormat[];
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** `before` is absent for a new file, `after` for a deleted one. */
export interface FileWrite {
  /** Relative to the folder of the project file, with `/`. */
  path: string;
  before?: string;
  after?: string;
  /** Both sides with secrets masked; absent if the content may not be shown. */
  shown?: { before: string; after: string };
}

/** An item that is not imported. */
export interface LeftOut {
  /** `db.host [Production;*]`. */
  item: string;
  reason: string;
}

/** An environment variable that the documents now refer to, for a secret that is not written to a file. */
export interface NewVariable {
  name: string;
  item: string;
}

export interface Import {
  target: Target;
  /** Values and files created, updated and deleted in the documents. */
  counts: Counts;
  /** File contents before the documents that refer to them, deletions last. */
  writes: FileWrite[];
  leftOut: LeftOut[];
  variables: NewVariable[];
  /** Facts about the new files, in full sentences. */
  notes: string[];
}
