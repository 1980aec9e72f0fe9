// What others changed on the server and the files did not: left as it is, or overwritten.
import { contextId, contextIn } from '../model/context.ts';
import type { Change, KeyChange } from '../model/plan.ts';
import { type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';
import {
  type AppliedItem,
  appliedFile,
  appliedValue,
  type CauseInput,
  changedMembers,
  isSame,
  memberCause,
  type PresentItem,
} from './causes.ts';

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
  const planned = copied(desired, changes);
  for (const change of drifted) {
    const short = contextIn('context' in change ? change.context : '');
    if (change.kind === 'file') {
      const id = fileId(change.path, short);
      keep(planned.files, id, live.files.get(id));
    }
    if (change.kind !== 'value') continue;
    const there = live.keys.get(keyId(change.key));
    const { values } = keyIn(planned, { id: keyId(change.key), there });
    keep(values, contextId(short), there?.values.get(contextId(short)));
  }
  for (const change of changes) {
    if (change.kind === 'key') keepKey(planned, { change, live, baseline });
  }
  return planned;
}

/** The same state, in which the keys that change may be written. */
function copied({ keys, files }: State, changes: readonly Change[]): State {
  const all = new Map(keys);
  for (const change of changes) {
    const key = change.kind === 'file' ? undefined : keys.get(keyId(change.key));
    if (key !== undefined) all.set(keyId(key.name), { ...key, values: new Map(key.values) });
  }
  return { keys: all, files: new Map(files) };
}

/** As live has it: not there, or there with whatever it holds. */
function keep<Item extends Value | FileEntry>(
  items: Map<string, Item>,
  id: string,
  item: Item | undefined,
): void {
  if (item === undefined) items.delete(id);
  else items.set(id, { ...item, kept: true });
}

/** A key that the files no longer declare comes back with what live says of it, and no values yet. */
function keyIn({ keys }: State, { id, there }: { id: string; there: Key | undefined }): Key {
  const known = keys.get(id);
  if (known !== undefined) return known;
  if (there === undefined) throw new Error(`no key ${id} in either state`);
  const key = { ...there, values: new Map() };
  keys.set(id, key);
  return key;
}

/** A key that came or went only by drift goes or comes back; drifted metadata is the server's again. */
function keepKey(
  planned: State,
  { change, live, baseline }: { change: KeyChange; live: State; baseline: State },
): void {
  const id = keyId(change.key);
  const there = live.keys.get(id);
  if (change.action === 'update') {
    const drifted = changedMembers(change).filter(
      (name) => memberCause(change, { baseline, name }) === 'drift',
    );
    const key = drifted.length === 0 ? undefined : keyIn(planned, { id, there });
    for (const name of drifted) Object.assign(key ?? {}, { [name]: there?.[name] });
    return;
  }
  if (change.cause !== 'drift') return;
  if (change.action === 'create') planned.keys.delete(id);
  else if (!planned.keys.has(id) && there !== undefined) planned.keys.set(id, there);
}

// Items that changed the same way in the files and on the server since the last apply: already in sync, only counted.

/** How many items desired and live hold, or lack, alike, where the last apply had it otherwise. */
export function countConverged(
  desired: State,
  live: State,
  { baseline }: Pick<CauseInput, 'baseline'>,
): number {
  if (baseline === undefined) return 0;
  let count = 0;
  const compare = (now: { ours: PresentItem; theirs: PresentItem }, then: AppliedItem) => {
    const isAgreed = now.ours?.text === now.theirs?.text;
    if (isAgreed && then !== 'unknown' && !isSame(then, now.ours)) count++;
  };
  const compareKey = (id: string, ours: Key | undefined) => {
    const theirs = live.keys.get(id);
    const was = baseline.keys.get(id);
    const vdt = ours?.vdt ?? was?.vdt ?? theirs?.vdt ?? 'Text';
    for (const context of idsOf(ours?.values, was?.values)) {
      const then = appliedValue(baseline, { key: id, context, vdt });
      compare({ ours: presentText(ours, context), theirs: theirs?.values.get(context) }, then);
    }
  };
  for (const [id, ours] of desired.keys) compareKey(id, ours);
  for (const id of baseline.keys.keys()) if (!desired.keys.has(id)) compareKey(id, undefined);
  for (const id of idsOf(desired.files, baseline.files)) {
    const [ours, theirs] = [desired.files.get(id), live.files.get(id)];
    const now = { ours: ours?.absent ? undefined : textOf(ours), theirs: textOf(theirs) };
    compare(now, appliedFile(baseline, id));
  }
  return count;
}

function presentText(key: Key | undefined, context: string): PresentItem {
  const value = key?.values.get(context);
  return key?.absent || value?.absent ? undefined : value;
}

function textOf(file: FileEntry | undefined): PresentItem {
  return file === undefined ? undefined : { text: file.content };
}

/** The ids of both, each once. */
function* idsOf(
  a: ReadonlyMap<string, unknown> | undefined,
  b: ReadonlyMap<string, unknown> | undefined,
): Generator<string> {
  if (a !== undefined) yield* a.keys();
  if (b !== undefined) for (const id of b.keys()) if (!a?.has(id)) yield id;
}
