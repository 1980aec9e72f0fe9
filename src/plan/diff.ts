// Desired against live: the changes that lead from one to the other. No options, no forgiveness.
import { compareContexts, fullContext } from '../model/context.ts';
import { type Change, compareChanges, type KeyChange, type ValueChange } from '../model/plan.ts';
import {
  type FileEntry,
  KEY_METADATA,
  type Key,
  type KeyMetadata,
  type State,
  type Value,
} from '../model/state.ts';

/**
 * The sorted changes from live to desired.
 * @param depth number of context levels, to write contexts in full
 */
export function diff(desired: State, live: State, depth: number): Change[] {
  const changes: Change[] = [];
  if (desired === live) return changes;
  if (desired.keys !== live.keys) diffKeys(changes, { desired: desired.keys, live: live.keys, depth });
  for (const [id, file] of desired.files) diffFile(changes, { file, live: live.files.get(id), depth });
  for (const [id, file] of live.files) if (!desired.files.has(id)) deleteFile(changes, file, depth);
  return changes.sort(compareChanges);
}

function diffKeys(
  changes: Change[],
  { desired, live, depth }: { desired: Map<string, Key>; live: Map<string, Key>; depth: number },
): void {
  let known = 0;
  for (const [id, key] of desired) {
    const there = live.get(id);
    if (there !== undefined) known++;
    diffKey(changes, { key, live: there, depth });
  }
  // Mostly all of them: then nobody has to look for the others.
  if (known === live.size) return;
  for (const [id, key] of live) if (!desired.has(id)) deleteKey(changes, key, depth);
}

interface Pair<Item> {
  live: Item | undefined;
  depth: number;
}

function diffKey(changes: Change[], { key, live, depth }: Pair<Key> & { key: Key }): void {
  if (key === live) return;
  const own = keyChange(key, live, depth);
  if (own !== undefined) changes.push(own);
  for (const [id, value] of key.values) {
    const change = valueChange(key, { value, live: live?.values.get(id), depth });
    if (change !== undefined) changes.push(change);
  }
  for (const [id, value] of live?.values ?? []) {
    if (!key.values.has(id)) changes.push(deleteValue(key, value, depth));
  }
}

function keyChange(key: Key, live: Key | undefined, depth: number): KeyChange | undefined {
  const own = { kind: 'key', key: key.name } as const;
  if (live === undefined) return { ...own, action: 'create', after: metadata(key), values: key.values.size };
  if (KEY_METADATA.every((name) => key[name] === live[name])) return undefined;
  // Rows have no order (behaviour.md, section 13): always the same one.
  const stays = [...live.values].flatMap(([id, { context }]) => (key.values.has(id) ? [context] : []));
  const [broadest] = stays.sort(compareContexts);
  const anchor = broadest === undefined ? {} : { anchor: fullContext(broadest, depth) };
  return { ...own, action: 'update', before: metadata(live), after: metadata(key), values: 0, ...anchor };
}

function valueChange(
  key: Key,
  { value, live, depth }: Pair<Value> & { value: Value },
): ValueChange | undefined {
  const isSame = live?.text === value.text && !live.unknown && !value.unknown;
  if (isSame && !live.duplicates) return undefined;
  // What live holds and nobody declares stands on both sides, unknown or not.
  if (value === live) return undefined;
  return {
    ...valueAt(key, value, depth),
    after: value.text,
    ...surplusOf(live?.duplicates ? live : value),
    ...effectOf(value, live),
  };
}

const CREATED = { action: 'create' } as const;
const REWRITTEN = { action: 'update', rewritten: true } as const;

function effectOf(
  value: Value,
  live: Value | undefined,
): Pick<ValueChange, 'action' | 'rewritten' | 'before'> {
  if (live === undefined) return CREATED;
  if (live.differs && !value.unknown) return { action: 'update' };
  return live.unknown || value.unknown ? REWRITTEN : { action: 'update', before: live.text };
}

function deleteKey(changes: Change[], key: Key, depth: number): void {
  const { name, values } = key;
  changes.push({ kind: 'key', action: 'delete', key: name, before: metadata(key), values: values.size });
  for (const value of values.values()) changes.push(deleteValue(key, value, depth));
}

function deleteValue(key: Key, value: Value, depth: number): ValueChange {
  const before = value.unknown && value.text === null ? {} : { before: value.text };
  return { ...valueAt(key, value, depth), action: 'delete', ...before, ...surplusOf(value) };
}

function surplusOf({ duplicates }: Value): { surplus?: number } | undefined {
  return duplicates === undefined ? undefined : { surplus: duplicates };
}

function valueAt(key: Key, value: Value, depth: number) {
  const context = fullContext(value.context, depth);
  return { kind: 'value', key: key.name, context, vdt: key.vdt ?? 'Text' } as const;
}

function diffFile(changes: Change[], { file, live, depth }: Pair<FileEntry> & { file: FileEntry }): void {
  if (file === live) return;
  const { securityGroup, content: after } = file;
  const address = { ...fileAt(file, depth), ...(securityGroup !== undefined && { securityGroup }) };
  const change = { ...address, after };
  if (live === undefined) changes.push({ ...change, action: 'create' });
  else if (live.differs && !file.unknown) changes.push({ ...change, action: 'update' });
  // Drift is compared the other way round.
  else if (file.drifted && !live.unknown)
    changes.push({ ...address, action: 'update', before: live.content });
  else if (live.unknown || file.unknown) changes.push({ ...change, action: 'update', rewritten: true });
  else if (live.content !== after || live.securityGroup !== securityGroup)
    changes.push({ ...change, action: 'update', before: live.content });
}

function deleteFile(changes: Change[], file: FileEntry, depth: number): void {
  const before = file.unknown ? {} : { before: file.content };
  changes.push({ ...fileAt(file, depth), action: 'delete', ...before });
}

function fileAt(file: FileEntry, depth: number) {
  return { kind: 'file', path: file.path, context: fullContext(file.context, depth) } as const;
}

function metadata(key: Key): KeyMetadata {
  const known: Partial<Record<keyof KeyMetadata, unknown>> = {};
  for (const name of KEY_METADATA) if (key[name] !== undefined) known[name] = key[name];
  return known as KeyMetadata;
}
