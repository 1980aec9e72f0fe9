// Stands in for live if the server cannot be read: the recorded state, completed by the server's defaults.
import { changed } from '../lib/collections.ts';
import {
  emptyState,
  type FileEntry,
  type Key,
  KEY_METADATA,
  type State,
  type Value,
  type Vdt,
} from '../model/state.ts';
import { complete } from './normalize.ts';
import { keepUnmanaged } from './prune.ts';

/** The record of the last apply. */
export interface Recorded {
  /** What was applied; absent: nothing known. */
  state?: State;
  /** What may have been applied since: by unfinished applies, or as `--baseline` names. */
  intents: readonly State[];
  /** Types of keys that declare none, by key id. */
  types: ReadonlyMap<string, Vdt>;
}

/** A declared state, completed by the server's defaults. */
export function standIn(state: State, types: ReadonlyMap<string, Vdt> = new Map()): State {
  const declared = keepUnmanaged(state, { live: emptyState(), prune: 'managed' });
  const keys = changed(declared.keys, (key, id) => {
    const vdt = key.vdt ?? types.get(id);
    return vdt === undefined ? key : { ...key, vdt };
  });
  return complete({ keys, files: declared.files }, emptyState(), { vdtEnabled: true });
}

/**
 * Live as recorded. If the outcome of an apply is unknown, each item is assumed to be in the state that makes a plan
 * write it again: declared items are absent or unknown, and items no longer declared still exist.
 */
export function recordedLive({ state = emptyState(), intents, types }: Recorded, desired: State): State {
  const possible = [state, ...intents].map((one) => standIn(one, types));
  const declared = { desired, applied: state };
  return withOpenFlags(withUndeleted(uncertain(possible, desired), declared), declared);
}

const FLAGS = ['deprecated', 'push'] as const;

/** A flag that is declared now, and was not at the last apply, is unknown, so it is written. */
function withOpenFlags(live: State, { desired, applied }: { desired: State; applied: State }): State {
  const keys = changed(live.keys, (key, id) => {
    const [now, before] = [desired.keys.get(id), applied.keys.get(id)];
    const open = FLAGS.filter((name) => now?.[name] !== undefined && before?.[name] === undefined);
    const copy = { ...key };
    for (const name of open) delete copy[name];
    return open.length === 0 ? key : copy;
  });
  return { keys, files: live.files };
}

/** With every item that is declared absent now, and was not at the last apply: it may exist. */
function withUndeleted(live: State, { desired, applied }: { desired: State; applied: State }): State {
  const [keys, files] = [new Map(live.keys), new Map(live.files)];
  for (const [id, key] of desired.keys) {
    const [before, known] = [applied.keys.get(id), keys.get(id)];
    if (before?.absent) continue;
    if (key.absent) {
      keys.set(id, known ?? { name: key.name, values: new Map() });
      continue;
    }
    const values = [...key.values].flatMap(([id, { context, absent }]): [string, Value][] => {
      const isDeleted = !absent || before?.values.get(id)?.absent || known?.values.has(id);
      return isDeleted ? [] : [[id, { context, text: null, unknown: true }]];
    });
    if (values.length === 0) continue;
    const owner = known ?? assumedKey(key);
    keys.set(id, { ...owner, values: new Map([...owner.values, ...values]) });
  }
  for (const [id, { path, context, absent }] of desired.files) {
    if (absent && !applied.files.get(id)?.absent && !files.has(id))
      files.set(id, { path, context, content: '', unknown: true });
  }
  return { keys, files };
}

/** A key whose values are all declared absent is assumed to exist as declared; any other is created as a whole. */
function assumedKey(key: Key): Key {
  const bare = { ...key, values: new Map() };
  if ([...key.values.values()].some(({ absent }) => !absent)) return { name: key.name, values: bare.values };
  const { keys } = complete({ keys: new Map([['', bare]]), files: new Map() }, emptyState(), {
    vdtEnabled: true,
  });
  return { ...(keys.get('') ?? bare), elsewhere: true };
}

/** @param possible states that the server may be in, the recorded one first */
function uncertain(possible: readonly State[], desired: State): State {
  const [only, ...others] = possible;
  if (only !== undefined && others.length === 0) return only;
  const keys = new Map<string, Key>();
  for (const id of new Set(possible.flatMap((state) => [...state.keys.keys()]))) {
    const declared = desired.keys.get(id);
    const found = possible.flatMap((state) => state.keys.get(id) ?? []);
    const key = found.length === possible.length ? existingKey(found, declared) : doubtfulKey(found, declared);
    if (key !== undefined) keys.set(id, key);
  }
  const files = merged(
    possible.map((state) => state.files),
    (id) => isWanted(desired.files.get(id)),
  );
  return { keys, files };
}

/** A key that exists in every state. Metadata that is declared, and differs between them, is written again. */
function existingKey(found: readonly Key[], declared: Key | undefined): Key | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = merged(
    found.map((one) => one.values),
    (id) => isWantedIn(declared, id),
  );
  const key: Key = { ...first, values };
  for (const name of KEY_METADATA) {
    const isOpen = found.some((one) => one[name] !== first[name]);
    if (isOpen && declared?.[name] !== undefined) delete key[name];
  }
  return key;
}

/** A key that may not exist: it is created again, and other values that it may have are deleted. */
function doubtfulKey(found: readonly Key[], declared: Key | undefined): Key | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = new Map(found.toReversed().flatMap((one) => [...one.values]));
  if (!isWanted(declared)) return { ...first, values };
  const left = [...values].filter(([id]) => !isWantedIn(declared, id));
  return left.length === 0 ? undefined : { name: first.name, values: new Map(left) };
}

/** An item equal in all states is certain. Others are unknown if declared; otherwise they are assumed to exist. */
function merged<Item extends Value | FileEntry>(
  possible: readonly ReadonlyMap<string, Item>[],
  isDeclared: (id: string) => boolean,
): Map<string, Item> {
  const all = new Map<string, Item>();
  for (const id of new Set(possible.flatMap((items) => [...items.keys()]))) {
    const found = possible.flatMap((items) => items.get(id) ?? []);
    const [first] = found;
    if (first === undefined) continue;
    const isCertain = found.length === possible.length && found.every((one) => isSame(first, one));
    const recorded = possible[0]?.get(id);
    if (isCertain || !isDeclared(id)) all.set(id, first);
    else if (recorded !== undefined) all.set(id, { ...recorded, unknown: true, differs: true });
  }
  return all;
}

function isSame(a: Value | FileEntry, b: Value | FileEntry): boolean {
  return !a.unknown && !b.unknown && textOf(a) === textOf(b);
}

function isWanted(item: { absent?: true } | undefined): boolean {
  return item !== undefined && item.absent !== true;
}

function isWantedIn(key: Key | undefined, context: string): boolean {
  return isWanted(key) && isWanted(key?.values.get(context));
}

function textOf(item: Pick<Value, 'text'> | Pick<FileEntry, 'content'>): string | null {
  return 'text' in item ? item.text : item.content;
}
