// What `show --against` prints: what applications in one context get differently from those in another. A plain value.
import type { ContextPattern } from './context.ts';
import type { Place } from './diagnostic.ts';
import type { RowChange } from './plan.ts';

/** What an application in one of the contexts gets: the text as it may be shown. */
export interface ComparedRow {
  text: string | null;
  /** The most specific context that it comes from, in full. */
  context: string;
  /** The text, or a part of it, is masked. */
  isMasked: boolean;
  /** The environment variable that the text comes from. */
  variable: string | undefined;
  place: Place | undefined;
}

export interface Difference {
  kind: RowChange['kind'];
  name: string;
  /** Of a key. */
  vdt: RowChange['vdt'];
  /** The applications, in each of the contexts. */
  contexts: readonly [ContextPattern, ContextPattern];
  /** What they get, in each of the contexts; `undefined`: nothing. */
  rows: readonly [ComparedRow | undefined, ComparedRow | undefined];
  /** Nothing differs but what is masked, if that does: secrets are not compared. */
  isUnknown: boolean;
}

/** Masked. What only one context has comes first, then by name: keys before files. */
export interface Comparison {
  contexts: readonly [string, string];
  /** How many keys and files were compared. */
  compared: { keys: number; files: number };
  differences: readonly Difference[];
  /** Names of items that `promote.keep` names and that differ: on purpose, so they are only counted. */
  kept: readonly string[];
  /** Names of items that could not be compared, because too many contexts have rows of them. */
  tooMany: readonly string[];
}
