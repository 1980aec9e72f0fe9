// Drift that a plan leaves alone, and items already in sync.
import { contextId, contextIn } from '../model/context.ts';
import type { Cause, Change, KeyChange, Plan } from '../model/plan.ts';
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

interface Keeping {
  live: State;
  baseline: State;
  /** From live to desired, with their causes. */
  changes: readonly Change[];
  /** Causes of the items to keep. Default: drift only. */
  causes?: readonly (Cause | undefined)[];
}

/** Desired with every drifted item as in live, so that comparing again leaves it alone. */
export function withDriftKept(desired: State, { live, baseline, changes, causes = ['drift'] }: Keeping): State {
  const drifted = changes.filter(({ cause }) => causes.includes(cause));
  if (drifted.length === 0 && !changes.some(({ kind }) => kind === 'key')) return desired;
  const planned = copied(desired, changes);
  for (const change of drifted) {
    if (change.kind === 'key') continue;
    const context = contextIn(change.context);
    if (change.kind === 'file') {
      const id = fileId(change.path, context);
      keep(planned.files, id, live.files.get(id));
    } else {
      const found = live.keys.get(keyId(change.key));
      const { values } = keyIn(planned, keyId(change.key), found);
      keep(values, contextId(context), found?.values.get(contextId(context)));
    }
  }
  for (const change of changes) {
    if (change.kind === 'key') keepKey(planned, { change, live, baseline, causes });
  }
  return planned;
}

/** A copy in which the changing keys may be modified. */
function copied({ keys, files }: State, changes: readonly Change[]): State {
  const all = new Map(keys);
  for (const change of changes) {
    const key = change.kind === 'file' ? undefined : keys.get(keyId(change.key));
    if (key !== undefined) all.set(keyId(key.name), { ...key, values: new Map(key.values) });
  }
  return { keys: all, files: new Map(files) };
}

/** Sets or deletes the item as in live. */
function keep<Item extends Value | FileEntry>(items: Map<string, Item>, id: string, item: Item | undefined): void {
  if (item === undefined) items.delete(id);
  else items.set(id, { ...item, kept: true });
}

/** The planned key. A key that is no longer declared is planned again as in live, without values. */
function keyIn({ keys }: State, id: string, live: Key | undefined): Key {
  const known = keys.get(id);
  if (known !== undefined) return known;
  if (live === undefined) throw new Error(`no key ${id} in either state`);
  const key = { ...live, values: new Map() };
  keys.set(id, key);
  return key;
}

/** Undoes the creation or deletion of a key that drifted, and changes drifted metadata back to that of live. */
function keepKey(
  planned: State,
  { change, live, baseline, causes }: Omit<Required<Keeping>, 'changes'> & { change: KeyChange },
): void {
  const id = keyId(change.key);
  const found = live.keys.get(id);
  if (change.action === 'update') {
    const drifted = changedMembers(change).filter((name) => causes.includes(memberCause(change, { baseline, name })));
    for (const name of drifted) Object.assign(keyIn(planned, id, found), { [name]: found?.[name] });
    return;
  }
  if (!causes.includes(change.cause)) return;
  if (change.action === 'create') planned.keys.delete(id);
  else if (!planned.keys.has(id) && found !== undefined) planned.keys.set(id, found);
}

/** How many items changed the same way in the files and on the server since the last apply, and who sent them. */
export function countConverged(
  desired: State,
  live: State,
  { baseline, announced }: Pick<CauseInput, 'baseline' | 'announced'>,
): Pick<Plan, 'converged' | 'alreadySent'> {
  if (baseline === undefined) return { converged: 0 };
  let [converged, alreadySent] = [0, 0];
  const compare = (declared: PresentItem, there: PresentItem, appliedIn: (state: State) => AppliedItem) => {
    const applied = appliedIn(baseline);
    if (declared?.text !== there?.text || applied === 'unknown' || isSame(applied, declared)) return;
    // What an unfinished apply announced is its own work.
    if (announced?.some((state) => isSame(appliedIn(state), declared))) alreadySent++;
    else converged++;
  };
  for (const id of idsOf(desired.keys, baseline.keys)) {
    const [declared, there, before] = [desired, live, baseline].map(({ keys }) => keys.get(id));
    const vdt = declared?.vdt ?? before?.vdt ?? there?.vdt ?? 'Text';
    for (const context of idsOf(declared?.values, before?.values)) {
      const applied = (state: State) => appliedValue(state, { key: id, context, vdt });
      compare(presentText(declared, context), there?.values.get(context), applied);
    }
  }
  for (const id of idsOf(desired.files, baseline.files)) {
    const declared = desired.files.get(id);
    const present = declared?.absent ? undefined : textOf(declared);
    compare(present, textOf(live.files.get(id)), (state) => appliedFile(state, id));
  }
  return { converged, ...(alreadySent > 0 && { alreadySent }) };
}

function presentText(key: Key | undefined, context: string): PresentItem {
  const value = key?.values.get(context);
  return key?.absent || value?.absent ? undefined : value;
}

function textOf(file: FileEntry | undefined): PresentItem {
  return file === undefined ? undefined : { text: file.content };
}

/** The ids of both maps, each once. */
function* idsOf(
  a: ReadonlyMap<string, unknown> | undefined,
  b: ReadonlyMap<string, unknown> | undefined,
): Generator<string> {
  if (a !== undefined) yield* a.keys();
  if (b !== undefined) for (const id of b.keys()) if (!a?.has(id)) yield id;
}
