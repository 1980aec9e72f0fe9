// The changes of a plan by what they are about: sorted out once, however many rules ask.
import type { Change, FileChange, KeyChange, ValueChange } from '../model/plan.ts';

interface Kinds {
  keys: KeyChange[];
  values: ValueChange[];
  files: FileChange[];
  /** The first change of each key, of the key itself or of a value. */
  ofEachKey: (KeyChange | ValueChange)[];
}

const SORTED = new WeakMap<readonly Change[], Kinds>();

export function kindsOf(changes: readonly Change[]): Readonly<Kinds> {
  const kinds = SORTED.get(changes) ?? sorted(changes);
  SORTED.set(changes, kinds);
  return kinds;
}

function sorted(changes: readonly Change[]): Kinds {
  const kinds: Kinds = { keys: [], values: [], files: [], ofEachKey: [] };
  for (const change of changes) {
    if (change.kind === 'key') kinds.keys.push(change);
    else if (change.kind === 'value') kinds.values.push(change);
    else kinds.files.push(change);
  }
  kinds.ofEachKey = firstOfEach(changes);
  return kinds;
}

/** The first change of each key; of files none. */
export function firstOfEach<Of extends Change>(changes: readonly Of[]): Exclude<Of, FileChange>[] {
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
