// What `show --html` lays out: what applications get in each column, an element of one level or a context. A plain value.
import type { ComparedRow } from './comparison.ts';
import type { ContextPattern } from './context.ts';
import type { RowChange } from './plan.ts';
import type { ShownSource } from './shown.ts';
import type { RepositoryName } from './targets.ts';

/** Masked. Keys before files, by name. */
export interface SideBySide {
  source: ShownSource;
  repository?: RepositoryName | undefined;
  /** Of the server that was read. */
  url?: string | undefined;
  /** The level whose elements are the columns; absent: each column is a context. */
  level?: string | undefined;
  /** Elements, with `*` for any other one; or contexts. */
  columns: readonly string[];
  /** How many more elements there are, which have no column. */
  left: number;
  items: readonly SideItem[];
}

export interface SideItem {
  kind: RowChange['kind'];
  name: string;
  /** Of a key. */
  vdt: RowChange['vdt'];
  /** Declared with `opp: delete`. */
  isAbsent: boolean;
  /** `promote.keep` names it: it differs on purpose. */
  isKept: boolean;
  /** Each with the applications that get it; `undefined`: rows in too many contexts to say. */
  rows: readonly { row: ComparedRow; applications: readonly ContextPattern[] | undefined }[];
  /** One for each column; absent: not known, as with rows in too many contexts. */
  cells?: readonly SideCell[] | undefined;
}

export interface SideCell {
  /** What any other application than those below gets; `undefined`: nothing. */
  row: ComparedRow | undefined;
  /** The applications that get something else, without the element of the column. */
  others: readonly { applications: ContextPattern; row: ComparedRow }[];
  /** From the column before: what any other application gets, and what the others get. */
  differs: { row: SideVerdict; others: SideVerdict };
}

/** `unknown`: nothing but secrets may differ, which are not compared. */
export type SideVerdict = 'same' | 'differs' | 'unknown';

/** Whether an application gets something else in a column than in the one before, and is not meant to. */
export function isDifferent({ cells = [], isKept }: SideItem): boolean {
  return !isKept && cells.some(cellDiffers);
}

export function cellDiffers({ differs }: SideCell): boolean {
  return differs.row === 'differs' || differs.others === 'differs';
}
