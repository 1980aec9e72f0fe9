// What stands in for live where the server lets nobody read it: what was recorded as applied, completed by the server's defaults.
import { createHmac } from 'node:crypto';
import {
  emptyState,
  type FileEntry,
  type Key,
  KEY_METADATA,
  type State,
  type Value,
  type Vdt,
} from '../model/state.ts';
import { storedText } from '../semantics/value-types.ts';
import { complete } from './normalize.ts';
import { keepUnmanaged } from './prune.ts';

/** What a record says of the last apply. */
export interface Recorded {
  /** What was applied. Absent: nothing that is known of. */
  state?: State;
  /** What may have been applied besides: by applies that did not come to their end, or as `--baseline` says. */
  intents: readonly State[];
  /** Types of keys that no document names, by key id. */
  types: ReadonlyMap<string, Vdt>;
  /** Keyed digests of the secrets that were pushed. */
  secrets: ReadonlySet<string>;
}

/** What a state declares, with the server's defaults for what it leaves open. */
export function standIn(state: State, types: ReadonlyMap<string, Vdt> = new Map()): State {
  const declared = keepUnmanaged(state, { live: emptyState(), prune: 'managed' });
  const keys = Array.from(declared.keys, ([id, key]): [string, Key] => {
    const vdt = key.vdt ?? types.get(id);
    return [id, vdt === undefined ? key : { ...key, vdt }];
  });
  return complete({ keys: new Map(keys), files: declared.files }, emptyState(), { vdtEnabled: true });
}

/**
 * Live as the record tells it. Where the outcome of an apply is not known, each item is taken for what makes a plan
 * write it again: what is declared is not there, or unknown, and what is no longer declared is still there.
 */
export function recordedLive(recorded: Recorded, { desired, digestKey }: Declared): RecordedLive {
  const { state = emptyState(), intents, types, secrets } = recorded;
  const possible = [state, ...intents].map((one) => standIn(one, types));
  const certain = uncertain(possible, desired);
  const known = withOpenFlags(withUndone(certain, { desired, applied: state }), { desired, applied: state });
  if (intents.length > 0 || digestKey === undefined) return { state: known, sameSecrets: 0 };
  return withKnownSecrets(known, { desired, digestKey, secrets });
}

const FLAGS = ['deprecated', 'push'] as const;

/** A flag that is declared now, and was not at the last apply, is not known: it is written. */
function withOpenFlags(live: State, { desired, applied }: { desired: State; applied: State }): State {
  const keys = new Map(live.keys);
  for (const [id, key] of desired.keys) {
    const there = keys.get(id);
    const was = applied.keys.get(id);
    const open = FLAGS.filter((name) => key[name] !== undefined && was?.[name] === undefined);
    if (there === undefined || open.length === 0) continue;
    const copy = { ...there };
    for (const name of open) delete copy[name];
    keys.set(id, copy);
  }
  return { keys, files: live.files };
}

/**
 * With everything that is declared absent and was not at the last apply: nothing says that it is not there.
 * @param applied as it was declared then
 */
function withUndone(live: State, { desired, applied }: { desired: State; applied: State }): State {
  const [keys, files] = [new Map(live.keys), new Map(live.files)];
  for (const [id, key] of desired.keys) {
    const was = applied.keys.get(id);
    if (was?.absent) continue;
    const there = keys.get(id);
    if (key.absent) keys.set(id, there ?? { name: key.name, values: new Map() });
    const undone = [...key.values].filter(([context, { absent }]) => {
      return absent && !was?.values.get(context)?.absent && !there?.values.has(context);
    });
    if (undone.length === 0 || key.absent) continue;
    const values = undone.map(([context, value]) => [context, unread(value)] as const);
    const home = there ?? homeOf(key);
    keys.set(id, { ...home, values: new Map([...home.values, ...values]) });
  }
  for (const [id, file] of desired.files) {
    const isUndone = file.absent && !applied.files.get(id)?.absent && !files.has(id);
    if (isUndone) files.set(id, { path: file.path, context: file.context, content: '', unknown: true });
  }
  return { keys, files };
}

function unread({ context }: Value): Value {
  return { context, text: null, unknown: true };
}

/** A key of which only values are declared absent is left as it is; one with others is made as a whole. */
function homeOf(key: Key): Key {
  const bare = { ...key, values: new Map() };
  if ([...key.values.values()].some(({ absent }) => !absent)) return { name: key.name, values: bare.values };
  const { keys } = complete({ keys: new Map([['', bare]]), files: new Map() }, emptyState(), {
    vdtEnabled: true,
  });
  return { ...(keys.get('') ?? bare), elsewhere: true };
}

export interface RecordedLive {
  state: State;
  /** How many secrets are, by their digests, what was pushed. */
  sameSecrets: number;
}

interface Declared {
  desired: State;
  /** Absent: secrets are not compared. */
  digestKey?: string | undefined;
}

/** @param possible what the server may hold, first what was recorded */
function uncertain(possible: readonly State[], desired: State): State {
  const [only, ...others] = possible;
  if (only !== undefined && others.length === 0) return only;
  const keys = new Map<string, Key>();
  for (const id of new Set(possible.flatMap((state) => [...state.keys.keys()]))) {
    const ours = desired.keys.get(id);
    const there = possible.flatMap((state) => state.keys.get(id) ?? []);
    const key = there.length === possible.length ? ofAll(there, ours) : ofSome(there, ours);
    if (key !== undefined) keys.set(id, key);
  }
  const files = merged(
    possible.map((state) => state.files),
    (id) => isWanted(desired.files.get(id)),
  );
  return { keys, files };
}

/** The key is there in any case. Metadata that is declared, and was changed by an apply, is written again. */
function ofAll(there: readonly Key[], ours: Key | undefined): Key | undefined {
  const [first] = there;
  if (first === undefined) return undefined;
  const values = merged(
    there.map((one) => one.values),
    (id) => isWantedIn(ours, id),
  );
  const key: Key = { ...first, values };
  for (const name of KEY_METADATA) {
    const isOpen = there.some((one) => one[name] !== first[name]);
    if (isOpen && ours?.[name] !== undefined) delete key[name];
  }
  return key;
}

/** Nobody knows whether the key is there: it is made again, and what else it may hold goes. */
function ofSome(there: readonly Key[], ours: Key | undefined): Key | undefined {
  const [first] = there;
  if (first === undefined) return undefined;
  const values = new Map(there.toReversed().flatMap((one) => [...one.values]));
  if (!isWanted(ours)) return { ...first, values };
  const left = [...values].filter(([id]) => !isWantedIn(ours, id));
  return left.length === 0 ? undefined : { name: first.name, values: new Map(left) };
}

/** What is the same in all of them is certain; other items are declared and unknown, or still there. */
function merged<Item extends Value | FileEntry>(
  possible: readonly ReadonlyMap<string, Item>[],
  isDeclared: (id: string) => boolean,
): Map<string, Item> {
  const all = new Map<string, Item>();
  for (const id of new Set(possible.flatMap((items) => [...items.keys()]))) {
    const there = possible.flatMap((items) => items.get(id) ?? []);
    const [first] = there;
    if (first === undefined) continue;
    const isCertain = there.length === possible.length && there.every((one) => isSame(first, one));
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

/** A secret whose digest was recorded is what was pushed. */
function withKnownSecrets(
  applied: State,
  {
    desired,
    digestKey,
    secrets,
  }: Required<Pick<Recorded, 'secrets'>> & { desired: State; digestKey: string },
): RecordedLive {
  let sameSecrets = 0;
  const isPushed = (address: string, text: string | null) => {
    const isSecret = text !== null && secrets.has(secretDigest(address, { text, digestKey }));
    if (isSecret) sameSecrets++;
    return isSecret;
  };
  const keys = Array.from(applied.keys, ([id, key]): [string, Key] => {
    const ours = desired.keys.get(id)?.values;
    const values = Array.from(key.values, ([context, value]): [string, Value] => {
      const text = ours?.get(context)?.text ?? null;
      if (!value.unknown || !isPushed(valueAddress(id, context), text)) return [context, value];
      const { unknown: _, ...known } = value;
      return [context, { ...known, text: storedText(key.vdt ?? 'Text', text) }];
    });
    return [id, { ...key, values: new Map(values) }];
  });
  const files = Array.from(applied.files, ([id, file]): [string, FileEntry] => {
    const content = desired.files.get(id)?.content ?? null;
    if (!file.unknown || content === null || !isPushed(fileAddress(id), content)) return [id, file];
    const { unknown: _, ...known } = file;
    return [id, { ...known, content }];
  });
  return { state: { keys: new Map(keys), files: new Map(files) }, sameSecrets };
}

/** Digests of everything that the environment gives, sorted: a record without them writes it with every apply. */
export function secretDigests({ keys, files }: State, digestKey: string): string[] {
  const digests: string[] = [];
  const add = (address: string, { variable, unknown, ...item }: Value | FileEntry) => {
    const text = textOf(item);
    if (variable !== undefined && !unknown && text !== null)
      digests.push(secretDigest(address, { text, digestKey }));
  };
  for (const [id, { values }] of keys)
    for (const [context, value] of values) add(valueAddress(id, context), value);
  for (const [id, file] of files) add(fileAddress(id), file);
  return digests.sort();
}

/** With the address: that two secrets are equal is a secret too. */
function secretDigest(address: string, { text, digestKey }: { text: string; digestKey: string }): string {
  return createHmac('sha256', digestKey)
    .update(JSON.stringify([address, text]))
    .digest('hex');
}

function valueAddress(key: string, context: string): string {
  return `value ${key}\0${context}`;
}

function fileAddress(id: string): string {
  return `file ${id}`;
}

function textOf(item: Pick<Value, 'text'> | Pick<FileEntry, 'content'>): string | null {
  return 'text' in item ? item.text : item.content;
}
