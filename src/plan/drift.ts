// What others changed on the server and the files did not: left as it is, or overwritten.
import { contextId, contextIn } from '../model/context.ts';
import type { Change, KeyChange } from '../model/plan.ts';
import { fileId, type Key, keyId, type State } from '../model/state.ts';
import { changedMembers, memberCause } from './causes.ts';

/**
 * Desired with every drifted item as the server has it, so that comparing again leaves it alone.
 * @param drifted changes from live to desired whose cause is drift, in part or whole
 */
export function withDriftKept(
  desired: State,
  { live, baseline, changes }: { live: State; baseline: State; changes: readonly Change[] },
): State {
  const drifted = changes.filter((change) => change.cause === 'drift');
  if (drifted.length === 0 && !changes.some(({ kind }) => kind === 'key')) return desired;
  const keys = new Map(desired.keys);
  const files = new Map(desired.files);
  for (const change of drifted) {
    const short = contextIn('context' in change ? change.context : '');
    if (change.kind === 'file')
      put(files, fileId(change.path, short), live.files.get(fileId(change.path, short)));
    if (change.kind !== 'value') continue;
    const key = ownCopy(keys, { id: keyId(change.key), desired, live });
    put(key.values, contextId(short), live.keys.get(keyId(change.key))?.values.get(contextId(short)));
  }
  for (const change of changes) {
    if (change.kind === 'key') keepKey(keys, { change, desired, live, baseline });
  }
  return { keys, files };
}

function put<Item>(items: Map<string, Item>, id: string, item: Item | undefined): void {
  if (item === undefined) items.delete(id);
  else items.set(id, item);
}

/** The key that may be changed: states share what they do not change. */
function ownCopy(
  keys: Map<string, Key>,
  { id, desired, live }: { id: string; desired: State; live: State },
): Key {
  const known = keys.get(id);
  const there = live.keys.get(id);
  if (known !== undefined && known !== desired.keys.get(id)) return known;
  const template = known ?? there;
  if (template === undefined) throw new Error(`no key ${id} in either state`);
  const copy = { ...template, values: new Map(known?.values ?? []) };
  keys.set(id, copy);
  return copy;
}

/** A key that came or went only by drift goes or comes back; drifted metadata is the server's again. */
function keepKey(
  keys: Map<string, Key>,
  { change, desired, live, baseline }: { change: KeyChange; desired: State; live: State; baseline: State },
): void {
  const id = keyId(change.key);
  if (change.action === 'update') {
    const members = changedMembers(change).filter(
      (name) => memberCause(change, { baseline, name }) === 'drift',
    );
    if (members.length === 0) return;
    const key = ownCopy(keys, { id, desired, live });
    const there = live.keys.get(id);
    for (const name of members) Object.assign(key, { [name]: there?.[name] });
    return;
  }
  if (change.cause !== 'drift') return;
  if (change.action === 'create') keys.delete(id);
  else if (!keys.has(id)) put(keys, id, live.keys.get(id));
}
