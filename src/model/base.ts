// What a plan says of the branch that its commits are to go to: which changes were pending there, which guards change.
import type { Place } from './place.ts';

/** What a plan was told of its base (`--base`). */
export interface BaseSummary {
  commit: string;
  /** How many of the counted changes the plan of the base has too. Absent where only an offline plan was made. */
  pending?: number;
  /** How many items the plan of the base changes, and this one does not. Absent where live is not known well enough. */
  dropped?: number;
}

/** Settings of the project file that protect what is on the server, or say where that is. */
export const SAFETY_SETTINGS = [
  'url',
  'repository',
  'include',
  'prune',
  'onDrift',
  'reads',
  'protect',
  'scope',
  'ignore',
  'deletes',
  'updates',
  'existing',
  'maxDeletes',
  'maxUpdates',
  'forceKeyPush',
  'allowNewContexts',
  'redact',
  'passwords',
  'batch',
] as const;
export type SafetySetting = (typeof SAFETY_SETTINGS)[number];

/** A setting that head has otherwise than base; absent `before` or `after`: nothing is set. */
export interface SafetyChange {
  setting: SafetySetting;
  before?: string;
  after?: string;
  /** Whether less or more is guarded afterwards, where that is certain. */
  effect?: 'looser' | 'stricter';
  place?: Place;
  /** The line of the base, where head has none. */
  removedFrom?: Place;
}
