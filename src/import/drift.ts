// Which changes others made: what the files still say as it was last applied, and live does not.
import { contextId, contextOf, elementsOf } from '../model/context.ts';
import type { Change, KeyChange } from '../model/plan.ts';
import { type FileEntry, fileId, keyId, type KeyMetadata, type State, type Value } from '../model/state.ts';

export interface Sides {
  /** What was last applied. */
  baseline: State;
  /** What the documents declare. */
  desired: State;
}

/** Of the changes from the documents to live, those that are drift. */
export function driftOnly(changes: readonly Change[], sides: Sides): Change[] {
  const items = changes.filter((change) => change.kind !== 'key' && isDrift(change, sides));
  const keys = changes.flatMap((change) => {
    if (change.kind !== 'key') return [];
    const own = changes.filter((one) => one.kind === 'value' && keyId(one.key) === keyId(change.key));
    return keyDrift(change, { sides, isWhole: own.every((one) => items.includes(one)) });
  });
  return changes.flatMap((change): Change[] => {
    if (change.kind !== 'key') return items.includes(change) ? [change] : [];
    return keys.filter(({ key }) => key === change.key);
  });
}

function isDrift(change: Exclude<Change, KeyChange>, { baseline, desired }: Sides): boolean {
  const [before, now] = [baseline, desired].map((state) => declared(state, change));
  if (before === undefined || now === undefined || before.absent !== now.absent) return false;
  // What came from the environment is known by its name only, and that is in the same place.
  return before.unknown === true || textOf(before) === textOf(now);
}

function declared(state: State, change: Exclude<Change, KeyChange>): Value | FileEntry | undefined {
  const context = contextOf(elementsOf(change.context));
  if (change.kind === 'file') return state.files.get(fileId(change.path, context));
  return state.keys.get(keyId(change.key))?.values.get(contextId(context));
}

function textOf(item: Value | FileEntry): string | null {
  return 'content' in item ? item.content : item.text;
}

/** A key that is gone is drift with all of its values; of one that is there, the members that nobody changed in the files. */
function keyDrift(change: KeyChange, { sides, isWhole }: { sides: Sides; isWhole: boolean }): KeyChange[] {
  const [before, now] = [sides.baseline, sides.desired].map((state) => state.keys.get(keyId(change.key)));
  if (before === undefined || now === undefined || change.action === 'create') return [];
  if (change.action === 'delete') return isWhole ? [change] : [];
  const isOurs = (name: keyof KeyMetadata) => before[name] !== undefined && before[name] === now[name];
  const members = Object.entries(change.after ?? {}).map(([name, value]) => {
    const member = name as keyof KeyMetadata;
    return [name, isOurs(member) ? value : change.before?.[member]];
  });
  const after: KeyMetadata = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  const differs = Object.entries(after).some(
    ([name, value]) => change.before?.[name as keyof KeyMetadata] !== value,
  );
  return differs ? [{ ...change, after }] : [];
}
