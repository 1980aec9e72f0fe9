// Compares two states: the changes that lead from live to desired. It takes no options and forgives nothing.
import { compareContexts, fullContext } from '../model/context.ts';
import { type Change, compareChanges, type FileChange, type KeyChange, type ValueChange } from '../model/plan.ts';
import { type FileEntry, type Key, KEY_METADATA, type KeyMetadata, type State, type Value } from '../model/state.ts';

type Item = Value | FileEntry;

interface Comparing {
  depth: number;
  /** Whether an item is kept as it is on the other side, even if its text is unknown. */
  isKept: (item: Item, other: Item) => boolean;
}

/**
 * The sorted changes from live to what is planned. Kept items are no changes.
 * @param depth number of context levels, to write contexts in full
 */
export function diff(planned: State, live: State, depth: number): Change[] {
  return changesBetween(planned, live, { depth, isKept: ({ kept }) => kept === true });
}

/** The same between two planned states. Items that both keep are no changes. */
export function diffOfPlans(planned: State, other: State, depth: number): Change[] {
  const isKept = (item: Item, other: Item) => item.kept === true && other.kept === true;
  return changesBetween(planned, other, { depth, isKept });
}

function changesBetween(desired: State, live: State, comparing: Comparing): Change[] {
  const { depth } = comparing;
  const changes: Change[] = [];
  for (const [id, key] of desired.keys) diffKey(changes, { key, live: live.keys.get(id), comparing });
  for (const [id, key] of live.keys) if (!desired.keys.has(id)) deleteKey(changes, key, depth);
  for (const [id, file] of desired.files) diffFile(changes, { file, live: live.files.get(id), comparing });
  for (const [id, file] of live.files) if (!desired.files.has(id)) deleteFile(changes, file, depth);
  return changes.sort(compareChanges);
}

interface Pair<Item> {
  live: Item | undefined;
  comparing: Comparing;
}

function diffKey(changes: Change[], { key, live, comparing }: Pair<Key> & { key: Key }): void {
  const { depth } = comparing;
  const own = keyChange(key, live, depth);
  if (own !== undefined) changes.push(own);
  for (const [id, value] of key.values) {
    const change = valueChange(key, { value, live: live?.values.get(id), comparing });
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
  // Rows have no order (behaviour.md, section 13), so choose the same one every time.
  const stays = [...live.values].flatMap(([id, { context }]) => (key.values.has(id) ? [context] : []));
  const [broadest] = stays.sort(compareContexts);
  const anchor = broadest === undefined ? {} : { anchor: fullContext(broadest, depth) };
  return { ...own, action: 'update', before: metadata(live), after: metadata(key), values: 0, ...anchor };
}

function valueChange(key: Key, { value, live, comparing }: Pair<Value> & { value: Value }): ValueChange | undefined {
  const isSame = live?.text === value.text && !live.unknown && !value.unknown;
  if (isSame && !live.duplicates) return undefined;
  if (live !== undefined && comparing.isKept(value, live)) return undefined;
  return {
    ...valueAt(key, value, comparing.depth),
    after: value.text,
    ...surplusOf(live?.duplicates ? live : value),
    ...effectOf(value, live),
  };
}

function effectOf(value: Value, live: Value | undefined): Pick<ValueChange, 'action' | 'rewritten' | 'before'> {
  if (live === undefined) return { action: 'create' };
  if (live.differs && !value.unknown) return { action: 'update' };
  if (live.unknown || value.unknown) return { action: 'update', rewritten: true };
  return { action: 'update', before: live.text };
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

function diffFile(changes: Change[], { file, live, comparing }: Pair<FileEntry> & { file: FileEntry }): void {
  if (live !== undefined && comparing.isKept(file, live)) return;
  const { securityGroup, content: after } = file;
  const address = { ...fileAt(file, comparing.depth), ...(securityGroup !== undefined && { securityGroup }) };
  const change = { ...address, after };
  if (live === undefined) changes.push({ ...change, action: 'create' });
  else if (live.differs && !file.unknown) changes.push({ ...change, action: 'update' });
  // Drift is compared in the other direction.
  else if (file.drifted && !live.unknown) changes.push({ ...address, action: 'update', before: live.content });
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

export function keyChanges(changes: readonly Change[]): KeyChange[] {
  return changes.filter((change) => change.kind === 'key');
}

export function valueChanges(changes: readonly Change[]): ValueChange[] {
  return changes.filter((change) => change.kind === 'value');
}

export function fileChanges(changes: readonly Change[]): FileChange[] {
  return changes.filter((change) => change.kind === 'file');
}

/** The first change of each key, without files. */
export function firstOfEachKey<Of extends Change>(changes: readonly Of[]): Exclude<Of, FileChange>[] {
  const first = new Map<string, Exclude<Of, FileChange>>();
  for (const change of changes.filter(isOfKey)) if (!first.has(change.key)) first.set(change.key, change);
  return [...first.values()];
}

function isOfKey<Of extends Change>(change: Of): change is Exclude<Of, FileChange> {
  return change.kind !== 'file';
}
