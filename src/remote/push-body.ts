// Builds the request body of a push from a plan, in the order and grouping that the server needs (behaviour.md, section 18).
import {
  type Change,
  fileChanges,
  type KeyChange,
  type KeyCreation,
  type KeyDeletion,
  type KeyUpdate,
  needsItsKey,
  type RowChange,
} from '../model/plan.ts';
import type { PasswordOf } from '../model/secrets.ts';
import { keyId } from '../model/state.ts';

interface ValueEntry {
  context: string;
  value?: string | null;
  opp?: 'delete';
}

interface KeyEntry extends Pair {
  key: string;
  vdt?: string;
  readme?: string | undefined;
  deprecated?: boolean | undefined;
  push?: boolean;
  values?: ValueEntry[] | undefined;
  opp?: 'delete';
}

interface FileEntryBody extends Pair {
  file: string;
  context: string;
  content?: string;
  opp?: 'delete';
}

export interface PushBody {
  changeComment: string;
  enableKeyCreation?: boolean | undefined;
  data: (KeyEntry | FileEntryBody)[];
}

/**
 * The body of one push: of all changes of a plan, or of one of its phases. `data` is empty if nothing is to be sent.
 * @param source.passwordOf to show a body, a function that returns a mask
 */
export function pushBody(
  { changes, passwordOf }: { changes: readonly Change[]; passwordOf?: PasswordOf },
  changeComment: string,
): PushBody {
  const keys = groupByKey(changes);
  const creates = keys.some(
    ({ keyChange, mayMakeKey }) => keyChange?.action === 'create' || mayMakeKey,
  );
  const data = [
    ...fileChanges(changes).flatMap((change) => fileEntries(change, passwordOf)),
    ...keys.flatMap((group) => keyEntries(group, passwordOf)),
  ];
  // With a token that may override locks, the server creates keys unless it is told not to (behaviour.md, section 3).
  const isUnread = changes.some((change) => 'mayExist' in change || 'mayMakeKey' in change);
  const isRefused = changes.some(needsItsKey) && (isUnread || !creates);
  const mayCreate = isRefused ? false : creates || undefined;
  return { changeComment, enableKeyCreation: mayCreate, data };
}

interface KeyGroup {
  name: string;
  keyChange?: KeyChange;
  upserts: RowChange[];
  deletes: RowChange[];
  /** Set if the key may have been deleted on the server: then its entry creates it. */
  mayMakeKey?: RowChange['mayMakeKey'];
}

function groupByKey(changes: readonly Change[]): KeyGroup[] {
  const groups = new Map<string, KeyGroup>();
  for (const change of changes) {
    if (change.kind === 'file') continue;
    const id = keyId(change.name);
    const group = groups.get(id) ?? { name: change.name, upserts: [], deletes: [] };
    groups.set(id, group);
    if (change.kind === 'key') group.keyChange = change;
    else if (change.action === 'delete') group.deletes.push(change);
    else group.upserts.push(change);
    if (change.kind === 'value' && change.mayMakeKey) group.mayMakeKey = change.mayMakeKey;
  }
  return [...groups.values()];
}

/** A pair is sent only when a key moves into its group; later the token must have the group (18.14). */
function keyEntries(group: KeyGroup, passwordOf: PasswordOf | undefined): KeyEntry[] {
  const { keyChange } = group;
  if (keyChange?.action === 'delete') return deletedKey(group, keyChange);
  const isNewInGroup =
    keyChange !== undefined && keyChange.before?.securityGroup !== keyChange.after.securityGroup;
  const pair = isNewInGroup ? pairOf(keyChange.after.securityGroup, passwordOf) : {};
  return keyChange?.action === 'create'
    ? newKey(group, keyChange, pair)
    : changedKey(group, keyChange, pair);
}

/** Created with `push: true`, because a key that is created locked can never be pushed again (18.4). */
function newKey(group: KeyGroup, keyChange: KeyCreation, pair: Pair): KeyEntry[] {
  const { name, deletes, upserts } = group;
  const isPlain = deletes.length === 0 && (!keyChange.mayExist || upserts.length > 0);
  if (isPlain) return creation(group, keyChange, pair);
  // It may exist already, with values to delete. A lock comes last, as with every change of a key.
  const created = creation(
    group,
    { ...keyChange, after: { ...keyChange.after, push: true } },
    pair,
  );
  const removals = deletes.length === 0 ? [] : [{ key: name, values: deletes.map(removal) }];
  return [
    ...created,
    ...removals,
    ...(keyChange.after.push === false ? [lock(group, keyChange)] : []),
  ];
}

/** The server stores the lock only with a value, which is repeated, or with an unchanged flag (18.5). */
function lock(
  { name, upserts }: KeyGroup,
  { after: { vdt = 'Text', deprecated = false } }: KeyCreation,
): KeyEntry {
  const trigger = upserts.length === 0 ? { deprecated } : { values: upserts.slice(-1).map(upsert) };
  return { key: name, vdt, push: false, ...trigger };
}

function creation({ name, upserts }: KeyGroup, keyChange: KeyCreation, pair: Pair): KeyEntry[] {
  const { vdt = 'Text', readme, deprecated = false, push = true } = keyChange.after;
  const isDeclared = keyChange.mayExist ? keyChange.after.deprecated !== undefined : deprecated;
  const entry: KeyEntry = { key: name, vdt, readme, ...pair, push };
  if (upserts.length > 0) {
    const flag = isDeclared ? deprecated : undefined;
    return [{ ...entry, deprecated: flag, values: upserts.map(upsert) }];
  }
  // An existing key has unknown flags, and an entry that changes both of them stores neither (18.5).
  if (keyChange.mayExist)
    return [deprecated, !deprecated, deprecated].map((flag) => ({ ...entry, deprecated: flag }));
  // A key without values is stored only if its entry has `push: false` or `deprecated: false` (7.5).
  if (!push) return [{ ...entry, deprecated }];
  const entries: KeyEntry[] = [{ ...entry, deprecated: false }];
  if (deprecated) entries.push({ key: name, vdt, push, deprecated: true });
  return entries;
}

/** Deletes a key value by value, so that values of others stay; the server deletes the key with its last value. */
function deletedKey({ name, deletes }: KeyGroup, { whole }: KeyDeletion): KeyEntry[] {
  if (whole || deletes.length === 0) return [{ key: name, opp: 'delete' }];
  return [{ key: name, values: deletes.map(removal) }];
}

function changedKey(
  { name, upserts, deletes, mayMakeKey }: KeyGroup,
  keyChange: KeyUpdate | undefined,
  pair: Pair,
): KeyEntry[] {
  const vdt = keyChange?.after.vdt ?? [...upserts, ...deletes][0]?.vdt ?? 'Text';
  const isTyped = keyChange !== undefined && keyChange.before.vdt !== keyChange.after.vdt;
  // Like a value, a new type or group makes the server save the key. An unknown type may not be new.
  const isNewType = isTyped && keyChange.before.vdt !== undefined;
  const hasTrigger = upserts.length > 0 || isNewType || pair.securityGroup !== undefined;
  const pushComesLast = keyChange !== undefined && needsLastEntry(keyChange, hasTrigger);
  const written = pushComesLast ? withoutPush(keyChange) : keyChange;
  // A key that is created without `push: true` is locked permanently (18.4).
  const unlocked = mayMakeKey === 'unlocked' && upserts.length > 0 ? { push: true } : {};
  const members = { ...unlocked, ...pair, ...metadata(written, hasTrigger) };
  const values = upserts.map(upsert);
  if (written?.anchor !== undefined && changesBoth(written) && values.length === 0 && !isTyped) {
    values.push({ context: written.anchor });
  }
  const entries: KeyEntry[] = [];
  const removals = deletes.map(removal);
  if (Object.keys(members).length > 0 || isTyped || values.length > 0) {
    // An entry that deletes a value ignores the type: a new type needs its own entry (18.6).
    const together = isTyped ? values : [...values, ...removals];
    const entry = { key: name, vdt, ...members };
    entries.push({ ...entry, values: together.length > 0 ? together : undefined });
    if (isTyped && removals.length > 0) entries.push({ key: name, values: removals });
  } else if (removals.length > 0) {
    entries.push({ key: name, values: removals });
  }
  const { push = true, deprecated = false } = keyChange?.after ?? {};
  return pushComesLast ? [...entries, { key: name, vdt, push, deprecated }] : entries;
}

/**
 * Whether `push` needs its own last entry: a lock does, because the server rejects every later entry (18.7), and so does
 * a change of `push` with `deprecated`, without a value that makes the server store both (18.5).
 */
function needsLastEntry(keyChange: KeyUpdate, hasTrigger: boolean): boolean {
  if (keyChange.before.push === keyChange.after.push) return false;
  return (
    keyChange.after.push === false ||
    (changesBoth(keyChange) && !hasTrigger && keyChange.anchor === undefined)
  );
}

function withoutPush(keyChange: KeyUpdate): KeyUpdate {
  return { ...keyChange, after: { ...keyChange.after, push: keyChange.before.push } };
}

/**
 * The metadata that changes. The server stores it only if the entry also has an unchanged `push` or `deprecated`, a new
 * type, or a value (7.4, 18.5).
 */
function metadata(keyChange: KeyUpdate | undefined, hasTrigger: boolean): Partial<KeyEntry> {
  if (keyChange === undefined) return {};
  const { before, after } = keyChange;
  const changed: Partial<KeyEntry> = {};
  if (after.readme !== undefined && after.readme !== before.readme) changed.readme = after.readme;
  if (after.deprecated !== before.deprecated) changed.deprecated = after.deprecated ?? false;
  if (after.push !== before.push) changed.push = after.push ?? true;
  if (hasTrigger || Object.keys(changed).length === 0) return changed;
  if (changed.push === undefined && before.push !== undefined) changed.push = before.push;
  else if (changed.deprecated === undefined) changed.deprecated = before.deprecated ?? false;
  return changed;
}

function changesBoth({ before, after }: KeyUpdate): boolean {
  return before.push !== after.push && before.deprecated !== after.deprecated;
}

function upsert(change: RowChange): ValueEntry {
  return { context: change.context, value: change.after ?? null };
}

function removal(change: RowChange): ValueEntry {
  return { context: change.context, opp: 'delete' };
}

/**
 * A new file cannot be created in a group: it is created empty, and moved there by a second entry (18.15). A file that may
 * be there already is deleted first, which needs no password.
 */
function fileEntries(change: RowChange, passwordOf: PasswordOf | undefined): FileEntryBody[] {
  const { name: file, context, securityGroup, action, mayExist } = change;
  const removed = { file, context, opp: 'delete' } as const;
  if (action === 'delete') return [removed];
  const written = {
    file,
    context,
    content: change.after ?? '',
    ...pairOf(securityGroup, passwordOf),
  };
  if (securityGroup === undefined || (action === 'update' && !mayExist)) return [written];
  return [...(mayExist ? [removed] : []), { file, context, content: '' }, written];
}

/** A security group with its password (behaviour.md, section 12). With only one of them the server stores unencrypted. */
interface Pair {
  securityGroup?: string;
  password?: string;
}

function pairOf(securityGroup: string | undefined, passwordOf: PasswordOf | undefined): Pair {
  if (securityGroup === undefined) return {};
  const password = passwordOf?.(securityGroup);
  // A guard refuses such a plan; this is the last check against storing unencrypted.
  if (password === undefined) throw new Error(`no password of the security group ${securityGroup}`);
  return { securityGroup, password };
}
