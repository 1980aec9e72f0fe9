// Whether a state may have been what a change makes of it: then a push of the change has nothing to do there.
import { contextId, contextIn } from '../model/context.ts';
import type { Change } from '../model/plan.ts';
import { fileId, KEY_METADATA, keyId, type State } from '../model/state.ts';

/** @param state as the server holds it, without anything that is declared absent */
export function holds({ keys, files }: State, change: Change): boolean {
  if (change.kind === 'file') {
    const there = files.get(fileId(change.path, contextIn(change.context)));
    if (change.action === 'delete' || there === undefined) return change.action === 'delete' && !there;
    return there.unknown === true || there.content === change.after;
  }
  const key = keys.get(keyId(change.key));
  if (change.kind === 'value') {
    const there = key?.values.get(contextId(contextIn(change.context)));
    if (change.action === 'delete' || there === undefined) return change.action === 'delete' && !there;
    return there.unknown === true || there.text === change.after;
  }
  if (change.action === 'delete' || key === undefined) return change.action === 'delete' && !key;
  const { after = {} } = change;
  return KEY_METADATA.every(
    (name) => after[name] === undefined || key[name] === undefined || after[name] === key[name],
  );
}

/** Whether nothing that was recorded says that the server does not hold what a change makes. */
export function mayBeDone(change: Change): boolean {
  if (change.rewritten) return true;
  if (change.kind !== 'key') return change.action === 'delete' && change.before === undefined;
  const { action, before = {}, after = {} } = change;
  if (action === 'create') return false;
  if (action === 'delete') return Object.keys(before).length === 0;
  return KEY_METADATA.every((name) => before[name] === undefined || before[name] === after[name]);
}
