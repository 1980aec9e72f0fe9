// What a guard rule is, and how rules look things up.
import { contextId, contextOf, elementsOf } from '../model/context.ts';
import type { Change, FileChange, Finding, KeyChange, ValueChange } from '../model/plan.ts';
import { fileId, type FileEntry, type Key, keyId, type State, type Value } from '../model/state.ts';
import type { PlanInput } from './input.ts';

export interface GuardInput extends PlanInput {
  /** The state after the push. */
  after: State;
  changes: readonly Change[];
  /** What others changed, and the push leaves as it is. */
  drift: readonly Change[];
}

/** One thing that a rule found; its code is the rule's, and so is its severity unless it says otherwise. */
export type Found = Omit<Finding, 'code' | 'severity'> & Partial<Pick<Finding, 'severity'>>;

export interface Rule {
  code: string;
  severity: Finding['severity'];
  /** What it finds, as the end of the sentence "The plan …". */
  detects: string;
  check: (input: GuardInput) => Found[];
}

export function at(change: Change): Pick<Found, 'place'> {
  return change.place === undefined ? {} : { place: change.place };
}

export function keys(changes: readonly Change[]): KeyChange[] {
  return changes.filter((change) => change.kind === 'key');
}

export function values(changes: readonly Change[]): ValueChange[] {
  return changes.filter((change) => change.kind === 'value');
}

/** Files that the plan creates or updates. */
export function writtenFiles(changes: readonly Change[]): (FileChange & { after: string })[] {
  return changes.filter((change) => change.kind === 'file' && change.after !== undefined) as (FileChange & {
    after: string;
  })[];
}

export function liveKey(live: State, change: KeyChange | ValueChange): Key | undefined {
  return live.keys.get(keyId(change.key));
}

export function liveValue(live: State, change: ValueChange): Value | undefined {
  return liveKey(live, change)?.values.get(contextId(contextOf(elementsOf(change.context))));
}

export function liveFile(live: State, change: FileChange): FileEntry | undefined {
  return live.files.get(fileId(change.path, contextOf(elementsOf(change.context))));
}
