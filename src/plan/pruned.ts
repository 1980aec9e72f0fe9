// Deletions that no line of the files asks for: what is known to be ours only from what was applied before.
import { contextId, contextIn } from '../model/context.ts';
import type { Change } from '../model/plan.ts';
import { fileId, type Key, keyId, type State } from '../model/state.ts';
import type { PlanInput } from './input.ts';

/** Values, files, and keys without values; a key that goes with its values is told by them. */
export function prunedChanges(changes: readonly Change[], { desired }: Pick<PlanInput, 'desired'>): Change[] {
  return changes.filter((change) => {
    if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0)) return false;
    return !isNamedIn(desired, change);
  });
}

/** Whether a state has an item, and wants it to be there. */
export function isDeclaredIn(state: State, change: Change): boolean {
  const { key, item } = found(state, change);
  return item !== undefined && item.absent !== true && key?.absent !== true;
}

/** Whether a state speaks of an item at all. */
function isNamedIn(state: State, change: Change): boolean {
  const { key, item } = found(state, change);
  return item !== undefined || key?.absent === true;
}

function found({ keys, files }: State, change: Change) {
  if (change.kind === 'file') return { item: files.get(fileId(change.path, contextIn(change.context))) };
  const key = keys.get(keyId(change.key));
  if (change.kind === 'key') return { key, item: key };
  return { key, item: key?.values.get(contextId(contextIn(change.context))) };
}

/** A state without the values, files and keys without values that another one declares. */
export function withoutItems(state: State, other: State): State {
  const keys = [...state.keys].flatMap(([id, key]): [string, Key][] => {
    const there = other.keys.get(id);
    const values = [...key.values].filter(([context]) => there?.values.get(context) === undefined);
    const isTheirs = there !== undefined && values.length === 0;
    return isTheirs ? [] : [[id, { ...key, values: new Map(values) }]];
  });
  const files = [...state.files].filter(([id]) => !other.files.has(id));
  return { keys: new Map(keys), files: new Map(files) };
}
