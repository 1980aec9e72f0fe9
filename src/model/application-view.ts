// What an application receives in one context, from the files or the server, or the difference. A plain value.
import type { Context } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { FileChange, ValueChange } from './plan.ts';
import type { RepositoryName } from './targets.ts';

/** `desired`: as the files declare it. `live`: as the server answers now. */
export const VIEW_SOURCES = ['desired', 'live'] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** `table` and `json` say where each value comes from; the others have only names and values. */
export const VIEW_FORMATS = ['table', 'json', 'yaml', 'properties', 'dotenv'] as const;
export type ViewFormat = (typeof VIEW_FORMATS)[number];

/** The row that wins. */
export interface WinningRow {
  /** In full; absent for a file on the server, which does not tell it. */
  context?: Context;
  /** The line that declares this row; absent: the files do not declare it. */
  place?: Place;
  /** The environment variable with the text, which is not set here, so the text is unknown. */
  unset?: string;
}

/**
 * `after` is what is received; in a difference, `before` is received from the server, and `after` would be from the files.
 * The texts are those of the change, whose marks say what is secret.
 */
interface Viewed<Change> {
  change: Change;
  before?: WinningRow;
  after?: WinningRow;
  /** Set by masking: a text that is shown is not the one that is received. */
  isMasked?: true;
}

export type ViewedValue = Viewed<ValueChange>;
export type ViewedFile = Viewed<FileChange>;

/** What the files of one side are made of, so that they can be rendered again with masked values. */
export interface ViewSide {
  /** By key id. `after` of the change is the text of the value. */
  values: ReadonlyMap<string, ValueChange>;
  /** All files that are received, by path. `after` of the change is the content. */
  files: ReadonlyMap<string, FileChange>;
  /** Contents before placeholders are replaced, by path; absent where only the rendered content is known. */
  sources: ReadonlyMap<string, string>;
  /** Whether `sources` has every file that is received. */
  isWhole: boolean;
}

/** How many items are left out, and why. */
export interface LeftOut {
  /** The server has them, and no file declares them. */
  undeclared: number;
  /** One of the two texts is unknown. */
  incomparable: number;
}

/** Values sorted by key, files by path. Not masked yet. */
export interface ApplicationView {
  /** As asked for. */
  context: Context;
  /** `difference`: live against desired; only items that differ. */
  source: ViewSource | 'difference';
  target?: { url: string; repository: RepositoryName };
  /** What is shown. */
  kind: 'values' | 'files';
  values: ViewedValue[];
  files: ViewedFile[];
  sides: { before?: ViewSide; after: ViewSide };
  /** Only of a difference. */
  leftOut?: LeftOut;
}
