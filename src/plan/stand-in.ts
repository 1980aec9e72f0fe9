// What stands in for live where the server lets nobody read it: what was recorded as applied, completed by the server's defaults.
import { crypto } from '../model/crypto.ts';
import {
  emptyState,
  type FileEntry,
  KEY_METADATA,
  type Key,
  type State,
  type Value,
} from '../model/state.ts';
import { storedText, type Vdt } from '../model/vdt.ts';
import { complete } from './complete.ts';
import { keepUnmanaged } from './keep.ts';

/** What a record says of the last apply. */
export interface Recorded {
  /** What was applied. Absent: nothing that is known of. */
  state?: State;
  /** What an apply announced that did not come to its end: it was pushed, or part of it, or nothing. */
  announced?: State;
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
  const { state = emptyState(), announced, types, secrets } = recorded;
  const applied = standIn(state, types);
  if (announced !== undefined)
    return { state: uncertain(applied, { begun: standIn(announced, types), desired }), sameSecrets: 0 };
  if (digestKey === undefined) return { state: applied, sameSecrets: 0 };
  return withKnownSecrets(applied, { desired, digestKey, secrets });
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

function uncertain(applied: State, { begun, desired }: { begun: State; desired: State }): State {
  const keys = new Map<string, Key>();
  for (const id of new Set([...applied.keys.keys(), ...begun.keys.keys()])) {
    const [was, now, ours] = [applied, begun, desired].map((state) => state.keys.get(id));
    const one = was ?? now;
    const key = was && now ? ofBoth(was, now, ours) : one && ofOne(one, ours);
    if (key !== undefined) keys.set(id, key);
  }
  const files = merged(applied.files, begun.files, (id) => isWanted(desired.files.get(id)));
  return { keys, files };
}

/** The key is there in any case. Metadata that is declared, and was changed by the apply, is written again. */
function ofBoth(was: Key, now: Key, ours: Key | undefined): Key {
  const values = merged(was.values, now.values, (id) => isWantedIn(ours, id));
  const key: Key = { ...was, values };
  for (const name of KEY_METADATA) {
    if (was[name] !== now[name] && ours?.[name] !== undefined) delete key[name];
  }
  return key;
}

/** Nobody knows whether the key is there: it is made again, and what else it may hold goes. */
function ofOne(key: Key, ours: Key | undefined): Key | undefined {
  if (!isWanted(ours)) return key;
  const left = [...key.values].filter(([id]) => !isWantedIn(ours, id));
  return left.length === 0 ? undefined : { name: key.name, values: new Map(left) };
}

function merged<Item extends Value | FileEntry>(
  was: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
  isDeclared: (id: string) => boolean,
): Map<string, Item> {
  const all = new Map<string, Item>();
  for (const id of new Set([...was.keys(), ...now.keys()])) {
    const [before, after] = [was.get(id), now.get(id)];
    const there = before ?? after;
    if (there === undefined) continue;
    if (before && after && isSame(before, after)) all.set(id, before);
    else if (!isDeclared(id)) all.set(id, there);
    else if (before !== undefined) all.set(id, { ...before, unknown: true });
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
  return crypto()
    .createHmac('sha256', digestKey)
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
