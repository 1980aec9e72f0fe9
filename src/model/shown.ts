// What `show` prints: the rows of keys and files, or those that an application gets. A plain value.
import type { Context, ContextPattern } from './context.ts';
import type { RowChange } from './plan.ts';
import type { RepositoryName } from './targets.ts';

export type ShownSource = 'files' | 'live';

export interface ShownRow {
  /** The text is its `after`, absent if it is not known; its marks say what is secret, and `place` where it is declared. */
  change: RowChange;
  /** In full; absent for a file of which the server tells only that an application gets it. */
  context?: Context;
  /** The environment variable with the text, which is not set here. */
  unset?: string | undefined;
  /** Declared with `opp: delete`. */
  absent?: true | undefined;
  /** Who gets it; absent if only one application was asked for, or if there are too many contexts. */
  applications?: ContextPattern[];
}

/** Rows of keys, then of files, by name; those of one item by precedence. Not masked yet. */
export interface Shown {
  /** Of an application, if one was asked for: then each item has one row. */
  context?: Context | undefined;
  source: ShownSource;
  target?: { url: string; repository: RepositoryName } | undefined;
  rows: ShownRow[];
}
