// The plan of an import: files to write, and what is left out and why.
import type { Counts, Target } from './plan.ts';

/** `before` is absent for a new file, `after` for a deleted one. */
export interface FileWrite {
  /** Relative to the folder of the project file, with `/`. */
  path: string;
  before?: string | undefined;
  after?: string | undefined;
  /** Both sides with secrets masked; absent if the content may not be shown. */
  shown?: { before: string; after: string } | undefined;
}

export function writeAction({ before, after }: Pick<FileWrite, 'before' | 'after'>) {
  if (before === undefined) return 'create';
  return after === undefined ? 'remove' : 'edit';
}

export interface LeftOut {
  /** `db.host [Production;*]`. */
  item: string;
  reason: string;
  /** `config/shop.yaml:12`, where it is declared. */
  at?: string | undefined;
  /** The value on the server, masked if it is secret; what is not shown in full is described. */
  live?: string | undefined;
}

/** What the files declare, the server lacks and an import leaves as it is. */
export type KeptItem = Pick<LeftOut, 'item' | 'at'>;

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
  kept: KeptItem[];
  variables: NewVariable[];
  /** Facts about the new files, in full sentences. */
  notes: string[];
}
