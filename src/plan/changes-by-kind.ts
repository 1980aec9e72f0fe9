// The changes of a plan by what they are about.
import type { Change, FileChange, KeyChange, ValueChange } from '../model/plan.ts';

export function keyChanges(changes: readonly Change[]): KeyChange[] {
  return changes.filter((change) => change.kind === 'key');
}

export function valueChanges(changes: readonly Change[]): ValueChange[] {
  return changes.filter((change) => change.kind === 'value');
}

export function fileChanges(changes: readonly Change[]): FileChange[] {
  return changes.filter((change) => change.kind === 'file');
}

/** The first change of each key; of files none. */
export function firstOfEachKey<Of extends Change>(changes: readonly Of[]): Exclude<Of, FileChange>[] {
  const seen = new Set<string>();
  const first: Exclude<Of, FileChange>[] = [];
  for (const change of changes) {
    if (!isOfKey(change) || seen.has(change.key)) continue;
    seen.add(change.key);
    first.push(change);
  }
  return first;
}

function isOfKey<Of extends Change>(change: Of): change is Exclude<Of, FileChange> {
  return change.kind !== 'file';
}
