// Pulls of contexts → State. A pull shows neither the context of a file nor its text before rendering: both are inferred.
import { type Context, contextId, contextIn, EVERYWHERE } from '../model/context.ts';
import {
  addFileRow,
  type Address,
  emptyState,
  filesIn,
  fileId,
  isParsed,
  type Item,
  itemId,
  keyId,
  keysIn,
  type Row,
  rowAt,
  type State,
  isPresent,
} from '../model/state.ts';
import { rendered, renderedIn } from '../semantics/placeholders.ts';
import type { ListedFile, Pull, PulledValue } from './wire.ts';

/** What is declared, and everything that may have been applied. */
export interface PullKnowledge {
  desired: State;
  lastApplied?: State | undefined;
  /** What the last apply declared that is done: what it declared absent is gone. */
  done?: State | undefined;
  /** The source for what a pull does not show: which files exist, and the groups of keys. */
  presumed: 'last-applied' | 'desired';
}

/** What is known from other sources than pulls. */
export interface FileKnowledge extends PullKnowledge {
  /** The files in `info`, by path. */
  listedFiles: ReadonlyMap<string, ListedFile>;
  /** Of the files that the last apply deleted, those that are certainly there again; by {@link placeId}. */
  restored?: ReadonlySet<string>;
}

/** By {@link contextId} of the requested contexts. */
export type Pulls = ReadonlyMap<string, Pull>;

/** A file in one context. */
export interface FilePlace {
  path: string;
  context: Context;
}

export function placeId({ path, context }: FilePlace): string {
  return `${path}\0${contextId(context)}`;
}

function addressOf({ path, context }: FilePlace): Address {
  return { id: fileId(path), context: contextId(context) };
}

function addFiles(state: State, pulls: Pulls, knowledge: FileKnowledge): void {
  const contents = contentsFrom(pulls, knowledge);
  const add = (file: FilePlace) => addFileRow(state, file.path, contents(file));
  // A file may exist if its context shows the path, or if its files could not be pulled.
  const places = placesIn(pulls, knowledge).filter(({ path, context }) => {
    const pull = pulls.get(contextId(context));
    return pull !== undefined && (pull.files?.has(path) ?? true);
  });
  const certain = new Set(places.filter((file) => isPresumed(file, pulls, knowledge)));
  for (const file of certain) add(file);
  for (const file of places)
    if (!certain.has(file) && mayBeThere(file, state, knowledge)) add(file);
}

/** The files of desired, the last applied state and the broadest context. */
function placesIn(pulls: Pulls, { desired, lastApplied }: FileKnowledge): FilePlace[] {
  const declared = [lastApplied ?? emptyState(), desired].flatMap((state) =>
    filesIn(state).flatMap(({ name, rows }) =>
      [...rows.values()].map(({ context }) => ({ path: name, context })),
    ),
  );
  const everywhere = [...(pulls.get(EVERYWHERE)?.files?.keys() ?? [])];
  const all = [...declared, ...everywhere.map((path) => ({ path, context: EVERYWHERE }))];
  return [...new Map(all.map((file) => [placeId(file), file])).values()];
}

/** Whether the file is assumed to exist. In the broadest context a pull shows no other files, so it is certain. */
function isPresumed(file: FilePlace, pulls: Pulls, knowledge: FileKnowledge): boolean {
  if (file.context === EVERYWHERE && pulls.get(EVERYWHERE)?.files !== undefined) return true;
  const presumed = knowledge.presumed === 'desired' ? knowledge.desired : knowledge.lastApplied;
  return presumed !== undefined && isPresent(rowAt(presumed, addressOf(file)));
}

/** Files to delete that the last apply deleted, and whose contexts show their paths. */
export function knownDeleted(
  pulls: Pulls,
  { desired, done, presumed }: PullKnowledge,
): FilePlace[] {
  if (done === undefined || presumed === 'desired') return [];
  const places = filesIn(desired).flatMap(({ name: path, rows }) =>
    Array.from(rows.values(), ({ context }) => ({ path, context })),
  );
  return places.filter((file) => {
    const isShown = pulls.get(contextId(file.context))?.files?.has(file.path) === true;
    return isShown && isAbsentIn(desired, file) && isAbsentIn(done, file);
  });
}

function isAbsentIn(declared: State, file: FilePlace): boolean {
  return rowAt(declared, addressOf(file))?.absent === true;
}

/**
 * Whether a file to delete may exist, because `info` lists more files with its path than are known otherwise. Once it was
 * deleted, those are in contexts that are not read, unless it is there again.
 */
function mayBeThere(file: FilePlace, state: State, knowledge: FileKnowledge): boolean {
  const { desired, done, presumed, restored } = knowledge;
  const wasDeleted = done !== undefined && isAbsentIn(done, file);
  const isDeleted = presumed === 'desired' || (wasDeleted && restored?.has(placeId(file)) !== true);
  if (isDeleted || !isAbsentIn(desired, file)) return false;
  const others = state.items.get(fileId(file.path))?.rows.size ?? 0;
  return (knowledge.listedFiles.get(file.path)?.count ?? 0) > others;
}

/**
 * The last applied content if it renders to the pulled text, else that of desired if it does, else unknown. Two contents
 * may render to one text, for example if their placeholders have no value. After a push, desired is expected.
 */
function contentsFrom(pulls: Pulls, knowledge: FileKnowledge): (file: FilePlace) => Row {
  const { desired, lastApplied, listedFiles, presumed } = knowledge;
  const comparers = new Map([...pulls].map(([id, pull]) => [id, comparerOf(pull)]));
  return ({ path, context }) => {
    const at = addressOf({ path, context });
    // After a push, the list in `info` is older than desired.
    const newGroup = presumed === 'desired' ? rowAt(desired, at)?.securityGroup : undefined;
    const group = newGroup ?? listedFiles.get(path)?.securityGroup;
    const row = { context, securityGroup: group };
    const compare = (text: string) => comparers.get(at.context)?.(path, text) ?? 'unknown';
    const [declared, applied] = [desired, lastApplied].map(
      (state) => state && knownText(rowAt(state, at)),
    );
    for (const text of presumed === 'desired' ? [declared, applied] : [applied, declared]) {
      if (text !== undefined && compare(text) === 'same') return { ...row, text };
    }
    // Encrypted content cannot be compared.
    const isOther = (text: string | undefined) =>
      group === undefined && text !== undefined && compare(text) === 'different';
    return {
      ...row,
      text: '',
      unknown: true,
      differs: isOther(declared) || undefined,
      drifted: isOther(applied) || undefined,
    };
  };
}

function knownText(row: Row | undefined): string | undefined {
  return row === undefined || row.absent || row.unknown ? undefined : (row.text ?? undefined);
}

type PulledComparison = 'same' | 'different' | 'unknown';

/** Compares a rendered file with a source content, by the values that apply in the same context. */
export function comparerOf({
  values,
  files,
}: Pull): (path: string, content: string) => PulledComparison {
  const byKey = new Map(values.map((value) => [keyId(value.name), value]));
  const sources = {
    standingFor: (name: string) => {
      const value = byKey.get(keyId(name));
      return value && { vdt: value.vdt, text: value.text ?? null };
    },
    embedded: (path: string) => files?.get(path),
  };
  return (path, content) => {
    const pulled = files?.get(path);
    if (pulled === undefined) return 'unknown';
    if (rendered(content, sources) === pulled) return 'same';
    const isSure =
      !content.includes('\\${') &&
      renderedIn(content).every((name) => isSureOf(byKey.get(keyId(name))));
    return isSure ? 'different' : 'unknown';
  };
}

/** Whether the rendered text is known: a pull does not show the text of Maps and Lists, and an embedded file may be encrypted. */
function isSureOf(value: PulledValue | undefined): boolean {
  return value === undefined || !(isParsed(value.vdt) || value.vdt === 'FileEmbed');
}

/** The rows of each requested context itself, and the files that are assumed to exist. */
export function pulledState(pulls: Pulls, knowledge: FileKnowledge): State {
  const state = emptyState();
  for (const [id, { values }] of pulls) {
    for (const value of values) {
      const keyAt = keyId(value.name);
      const key = state.items.get(keyAt) ?? newKey(value, knowledge);
      state.items.set(keyAt, key);
      if (value.securityGroup !== undefined) key.sealed = true;
      const row = pulledRow(value);
      const at = contextId(row.context);
      // A row of a broader context shows that the requested context has none, and that the key exists.
      if (at === id) key.rows.set(id, row);
      else if (!pulls.has(at)) key.elsewhere = true;
    }
  }
  const unread = [...pulls].flatMap(([id, { isUnread }]) => (isUnread ? [id] : []));
  if (unread.length > 0) addUnread(state, unread, knowledge);
  addFiles(state, pulls, knowledge);
  return state;
}

/**
 * In contexts that the server cannot show, what was applied and what is declared absent is presumed to exist, and any
 * key may have more.
 */
function addUnread(state: State, unread: readonly string[], knowledge: FileKnowledge): void {
  const { desired, lastApplied } = knowledge;
  const add = (declared: State, isPresumed: (key: Item, row: Row) => boolean): void => {
    for (const item of keysIn(declared)) {
      const id = itemId(item);
      const key = state.items.get(id) ?? {
        kind: 'key',
        name: item.name,
        ...presumedGroup(id, knowledge),
        rows: new Map(),
      };
      const rows = unread
        .flatMap((at) => item.rows.get(at) ?? [])
        .filter((row) => isPresumed(item, row));
      for (const { context } of rows)
        key.rows.set(contextId(context), { context, text: null, unknown: true });
      if (rows.length > 0) state.items.set(id, key);
    }
  };
  if (lastApplied !== undefined) add(lastApplied, (key, row) => isPresent(key) && isPresent(row));
  add(desired, (_, row) => !isPresent(row));
  for (const key of keysIn(state)) key.elsewhere = true;
}

function newKey(value: PulledValue, knowledge: FileKnowledge): Item {
  const push = presumedPush(keyId(value.name), knowledge);
  return { ...pulledKey(value, knowledge), push, rows: new Map() };
}

/** A key as a pull shows it, without rows. @param knowledge of groups; absent: only what is shown */
export function pulledKey(
  { name, vdt, deprecated, readme, securityGroup }: PulledValue,
  knowledge?: PullKnowledge,
): Omit<Item, 'rows'> {
  // With the password, a token is shown the decrypted text and no group.
  const group =
    securityGroup === undefined
      ? knowledge && presumedGroup(keyId(name), knowledge)
      : { securityGroup };
  const shown = { kind: 'key', name, vdt, deprecated, ...group } as const;
  return readme === undefined ? shown : { ...shown, readme };
}

/** The keys of one pull, each with the row that wins in the requested context. */
export function pulledKeys({ values }: Pull, knowledge: PullKnowledge): State['items'] {
  return new Map(
    values.map((value): [string, Item] => {
      const row = pulledRow(value);
      return [
        keyId(value.name),
        { ...pulledKey(value, knowledge), rows: new Map([[contextId(row.context), row]]) },
      ];
    }),
  );
}

/** The group of a key that no read shows: that of the last apply, or of desired for keys that were not in it (import). */
export function presumedGroup(
  id: string,
  { desired, lastApplied, presumed }: PullKnowledge,
): Pick<Item, 'securityGroup' | 'groupPresumed'> {
  const applied = presumed === 'last-applied' ? lastApplied?.items.get(id) : undefined;
  const securityGroup = (applied ?? desired.items.get(id))?.securityGroup;
  if (securityGroup === undefined) return {};
  const isGuess = presumed === 'last-applied' && applied === undefined;
  return { securityGroup, groupPresumed: isGuess || undefined };
}

/** `undefined` if desired differs from the last apply: then the key must be read. */
function presumedPush(id: string, { desired, lastApplied }: FileKnowledge): boolean | undefined {
  const before = lastApplied?.items.get(id)?.push;
  const declared = desired.items.get(id)?.push;
  return declared === undefined || declared === before ? (before ?? true) : undefined;
}

/** The row that wins where the value was pulled. */
export function pulledRow({ vdt, text, context: full }: PulledValue): Row {
  const context = contextIn(full);
  if (text === undefined) return { context, text: null, unknown: true };
  // As in an export, so that the same state compares as the same.
  return isParsed(vdt) && text !== null ? { context, text, native: true } : { context, text };
}
