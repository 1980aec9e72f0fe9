// Stands in for live if the server cannot be read: the recorded state, completed by the server's defaults.
import { mapItems } from '../lib/collections.ts';
import {
  emptyState,
  type Item,
  itemId,
  KEY_METADATA,
  type Row,
  type State,
  isPresent,
  type Vdt,
} from '../model/state.ts';
import { declares } from './find-item.ts';
import { complete } from './normalize.ts';
import { present } from './prune.ts';

export interface RecordedState {
  /** What was applied; absent: nothing known. */
  state?: State | undefined;
  /** What may have been applied since: by unfinished apply runs, or as `--last-applied` names. */
  intents: readonly State[];
  /** Types of keys that declare none, by key id. */
  types: ReadonlyMap<string, Vdt>;
}

/** A declared state, completed by the server's defaults. */
export function standIn(state: State, types: ReadonlyMap<string, Vdt> = new Map()): State {
  const items = mapItems(present(state).items, (item, id) => {
    const vdt = item.vdt ?? types.get(id);
    return vdt === undefined ? item : { ...item, vdt };
  });
  return complete({ items }, emptyState(), { vdtEnabled: true });
}

/**
 * Live as recorded. If the outcome of an apply is unknown, each item is assumed to be in the state that makes a plan
 * write it again: declared items are absent or unknown, and items no longer declared still exist.
 */
export function recordedLive(
  { state = emptyState(), intents, types }: RecordedState,
  desired: State,
): State {
  const possible = [state, ...intents].map((recorded) => standIn(recorded, types));
  const items = new Map(uncertain(possible, desired).items);
  for (const [id, item] of desired.items) {
    const before = state.items.get(id);
    const live = undeleted(item, before, items.get(id));
    const versions = possible.flatMap(({ items }) => items.get(id) ?? []);
    if (live !== undefined) items.set(id, withOpenFlags(live, item, { before, versions }));
  }
  return { items };
}

/**
 * A flag that is declared now, and was not at the last apply, is unknown, so it is written. So is one that may have been
 * changed, beside another or a readme that is written: the server stores neither of two flags that change together, and no
 * readme beside one that changes (18.5).
 */
function withOpenFlags(
  live: Item,
  now: Item,
  { before, versions }: { before: Item | undefined; versions: readonly Item[] },
): Item {
  const isNew = (name: Flag) => now[name] !== undefined && before?.[name] === undefined;
  const isWritten = (name: Flag) =>
    isNew(name) || (now[name] !== undefined && now[name] !== live[name]);
  const isUncertain = (name: Flag) => versions.some((version) => version[name] !== live[name]);
  const isReadmeWritten = now.readme !== undefined && now.readme !== live.readme;
  const item = { ...live };
  for (const [name, other] of FLAGS)
    if (isNew(name) || (isUncertain(name) && (isReadmeWritten || isWritten(other))))
      delete item[name];
  return item;
}

type Flag = 'deprecated' | 'push';

/** Each with the other one. */
const FLAGS: readonly (readonly [Flag, Flag])[] = [
  ['deprecated', 'push'],
  ['push', 'deprecated'],
];

/** With everything that is declared absent now, and was not at the last apply: it may exist. */
function undeleted(item: Item, before: Item | undefined, live: Item | undefined): Item | undefined {
  if (before?.absent) return live;
  if (item.absent) return live ?? { kind: item.kind, name: item.name, rows: new Map() };
  const rows = [...item.rows].flatMap(([at, row]): [string, Row][] => {
    const isDeleted =
      !isPresent(row) && before?.rows.get(at)?.absent !== true && !live?.rows.has(at);
    return isDeleted
      ? [[at, { context: row.context, text: item.kind === 'key' ? null : '', unknown: true }]]
      : [];
  });
  if (rows.length === 0) return live;
  const owner = live ?? assumed(item);
  return { ...owner, rows: new Map([...owner.rows, ...rows]) };
}

/** A key whose values are all declared absent is assumed to exist as declared; any other is created as a whole. */
function assumed(item: Item): Item {
  const bare = { ...item, rows: new Map() };
  if (item.kind === 'file' || [...item.rows.values()].some(isPresent))
    return { kind: item.kind, name: item.name, rows: bare.rows };
  const id = itemId(item);
  const { items } = complete({ items: new Map([[id, bare]]) }, emptyState(), { vdtEnabled: true });
  return { ...(items.get(id) ?? bare), elsewhere: true };
}

/** @param possible states that the server may be in, the recorded one first */
function uncertain(possible: readonly State[], desired: State): State {
  const [only, ...others] = possible;
  if (only !== undefined && others.length === 0) return only;
  const items = new Map<string, Item>();
  for (const id of new Set(possible.flatMap((state) => [...state.items.keys()]))) {
    const versions = possible.map((state) => state.items.get(id));
    const item = mergedItem(versions, desired.items.get(id), (context) =>
      declares(desired, { id, context }),
    );
    if (item !== undefined) items.set(id, item);
  }
  return { items };
}

function mergedItem(
  possible: readonly (Item | undefined)[],
  declared: Item | undefined,
  isDeclared: (context: string) => boolean,
): Item | undefined {
  const versions = possible.filter((version) => version !== undefined);
  const [first] = versions;
  if (first === undefined) return undefined;
  if (first.kind === 'key' && versions.length < possible.length) {
    // It may not exist: it is created again, and other values that it may have are deleted.
    const rows = new Map(versions.toReversed().flatMap((version) => [...version.rows]));
    if (!isPresent(declared)) return { ...first, rows };
    const left = [...rows].filter(([context]) => !isDeclared(context));
    return left.length === 0
      ? undefined
      : { kind: first.kind, name: first.name, rows: new Map(left) };
  }
  const rows = mergedRows(
    possible.map((version) => version?.rows ?? new Map()),
    isDeclared,
  );
  if (first.kind === 'file') return rows.size === 0 ? undefined : { ...first, rows };
  // Metadata that is declared, and differs between the states, is written again.
  const item: Item = { ...first, rows };
  for (const name of KEY_METADATA) {
    const isOpen = versions.some((version) => version[name] !== first[name]);
    if (isOpen && declared?.[name] !== undefined) delete item[name];
  }
  return item;
}

/** A row equal in all states is certain. Others are unknown if declared; otherwise they are assumed to exist. */
function mergedRows(
  possible: readonly ReadonlyMap<string, Row>[],
  isDeclared: (context: string) => boolean,
): Map<string, Row> {
  const all = new Map<string, Row>();
  for (const context of new Set(possible.flatMap((rows) => [...rows.keys()]))) {
    const versions = possible.flatMap((rows) => rows.get(context) ?? []);
    const [first] = versions;
    if (first === undefined) continue;
    const isCertain =
      versions.length === possible.length &&
      versions.every((version) => !version.unknown && version.text === first.text);
    const recorded = possible[0]?.get(context);
    if (isCertain || !isDeclared(context)) all.set(context, first);
    else if (recorded !== undefined)
      all.set(context, { ...recorded, unknown: true, differs: true });
  }
  return all;
}
