// Plan → the one request body: only what differs, in the order and grouping that the server needs (behaviour.md, section 18).
import type { Change, FileChange, KeyChange, ValueChange } from '../model/plan.ts';
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
  readme?: string;
  deprecated?: boolean;
  push?: boolean;
  values?: ValueEntry[];
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
  enableKeyCreation?: true;
  data: (KeyEntry | FileEntryBody)[];
}

export interface PushSource {
  changes: readonly Change[];
  /** Passwords are not in a plan. What only shows a body gives a mask. */
  passwordOf?: PasswordOf;
}

/**
 * The body of one push of a plan: of all its changes, or of one of its phases. `data` is empty when there is
 * nothing to send.
 */
export function pushBody({ changes, passwordOf }: PushSource, changeComment: string): PushBody {
  const pairOf = pairs(passwordOf);
  const keys = groupByKey(changes);
  const creates = keys.some(({ own, mayMakeKey }) => own?.action === 'create' || mayMakeKey);
  const data = [
    ...changes.filter((change) => change.kind === 'file').flatMap((change) => fileEntries(change, pairOf)),
    ...keys.flatMap((group) => keyEntries(group, pairOf)),
  ];
  return { changeComment, ...(creates ? { enableKeyCreation: true } : {}), data };
}

interface KeyGroup {
  name: string;
  own?: KeyChange;
  upserts: ValueChange[];
  deletes: ValueChange[];
  /** The server may not have it any more: then its entry makes it. */
  mayMakeKey?: ValueChange['mayMakeKey'];
}

function groupByKey(changes: readonly Change[]): KeyGroup[] {
  const groups = new Map<string, KeyGroup>();
  let group: KeyGroup | undefined;
  for (const change of changes) {
    if (change.kind === 'file') continue;
    // Changes of one key stand together.
    if (group?.name !== change.key) {
      const id = keyId(change.key);
      group = groups.get(id) ?? { name: change.key, upserts: [], deletes: [] };
      groups.set(id, group);
    }
    if (change.kind === 'key') group.own = change;
    else if (change.action === 'delete') group.deletes.push(change);
    else group.upserts.push(change);
    if (change.kind === 'value' && change.mayMakeKey) group.mayMakeKey = change.mayMakeKey;
  }
  return [...groups.values()];
}

/** A pair goes only with what brings a key into its group; afterwards the token must carry the group (18.14). */
function keyEntries(group: KeyGroup, pairOf: PairOf): KeyEntry[] {
  const { own } = group;
  if (own?.action === 'delete') return deletedKey(group, own);
  const isNewInGroup = own !== undefined && own.before?.securityGroup !== own.after?.securityGroup;
  const pair = isNewInGroup ? pairOf(own.after?.securityGroup) : {};
  return own?.action === 'create' ? newKey(group, { own, pair }) : changedKey(group, pair);
}

/** Born with `push: true`, because a key that is born locked can never be pushed again (18.4). */
function newKey(group: KeyGroup, how: { own: KeyChange; pair: Pair }): KeyEntry[] {
  const { name, deletes, upserts } = group;
  const { own } = how;
  const isPlain = deletes.length === 0 && (!own.mayExist || upserts.length > 0);
  if (isPlain) return birth(group, how);
  // It may be there already, with values that are to go. A lock comes last, as with every change of a key.
  const made = birth(group, { ...how, own: { ...own, after: { ...own.after, push: true } } });
  const removals = deletes.length === 0 ? [] : [{ key: name, values: deletes.map(removal) }];
  return [...made, ...removals, ...(own.after?.push === false ? [lock(group, own)] : [])];
}

/** A value that is written once more, or the flag as it is by now, makes the lock stick (18.5). */
function lock(
  { name, upserts }: KeyGroup,
  { after: { vdt = 'Text', deprecated = false } = {} }: KeyChange,
): KeyEntry {
  const trigger = upserts.length === 0 ? { deprecated } : { values: upserts.slice(-1).map(upsert) };
  return { key: name, vdt, push: false, ...trigger };
}

function birth({ name, upserts }: KeyGroup, { own, pair }: { own: KeyChange; pair: Pair }): KeyEntry[] {
  const { vdt = 'Text', readme, deprecated = false, push = true } = own.after ?? {};
  const isSaid = own.mayExist ? own.after?.deprecated !== undefined : deprecated;
  const text = readme === undefined ? {} : { readme };
  const entry: KeyEntry = { key: name, vdt, ...text, ...pair, push };
  if (upserts.length > 0) {
    return [{ ...entry, ...(isSaid ? { deprecated } : {}), values: upserts.map(upsert) }];
  }
  // Whatever flags it has, if it is there: an entry that changes both of them stores neither (18.5).
  if (own.mayExist)
    return [deprecated, !deprecated, deprecated].map((flag) => ({ ...entry, deprecated: flag }));
  // A key without values is stored only when `push: false` or `deprecated: false` is in its entry (7.5).
  if (!push) return [{ ...entry, deprecated }];
  const entries: KeyEntry[] = [{ ...entry, deprecated: false }];
  if (deprecated) entries.push({ key: name, vdt, push, deprecated: true });
  return entries;
}

/**
 * A key that only lost what was ours is emptied value by value, and the server drops it with its last one: what
 * others add to it at the same moment stays.
 */
function deletedKey({ name, deletes }: KeyGroup, { whole }: KeyChange): KeyEntry[] {
  if (whole || deletes.length === 0) return [{ key: name, opp: 'delete' }];
  return [{ key: name, values: deletes.map(removal) }];
}

function changedKey({ name, own, upserts, deletes, mayMakeKey }: KeyGroup, pair: Pair): KeyEntry[] {
  const vdt = own?.after?.vdt ?? [...upserts, ...deletes][0]?.vdt ?? 'Text';
  const isTyped = own !== undefined && own.before?.vdt !== own.after?.vdt;
  // A new type or a new group makes the server save the key, as a value does; a type that is not known may be no new one.
  const isNewType = isTyped && own.before?.vdt !== undefined;
  const hasTrigger = upserts.length > 0 || isNewType || pair.securityGroup !== undefined;
  const pushComesLast = own !== undefined && needsLastEntry(own, hasTrigger);
  const written = pushComesLast ? withoutPush(own) : own;
  // A key that is made without it is locked for good (18.4).
  const unlocked = mayMakeKey === 'unlocked' && upserts.length > 0 ? { push: true } : {};
  const members = { ...unlocked, ...pair, ...metadata(written, hasTrigger) };
  const values = upserts.map(upsert);
  if (written?.anchor !== undefined && changesBoth(written) && values.length === 0 && !isTyped) {
    values.push({ context: written.anchor });
  }
  const entries: KeyEntry[] = [];
  const removals = deletes.map(removal);
  if (Object.keys(members).length > 0 || isTyped || values.length > 0) {
    // An entry that deletes a value leaves the type alone, given or not: a new type needs an entry of its own (18.6).
    const together = isTyped ? values : [...values, ...removals];
    entries.push({ key: name, vdt, ...members, ...(together.length > 0 ? { values: together } : {}) });
    if (isTyped && removals.length > 0) entries.push({ key: name, values: removals });
  } else if (removals.length > 0) {
    entries.push({ key: name, values: removals });
  }
  const { push = true, deprecated = false } = own?.after ?? {};
  return pushComesLast ? [...entries, { key: name, vdt, push, deprecated }] : entries;
}

/**
 * Locking comes last, because from then on every entry for the key is refused (18.7); and so does `push` where
 * `deprecated` changes too and there is no value to make both stick (18.5).
 */
function needsLastEntry(own: KeyChange, hasTrigger: boolean): boolean {
  if (own.before?.push === own.after?.push) return false;
  return own.after?.push === false || (changesBoth(own) && !hasTrigger && own.anchor === undefined);
}

function withoutPush(own: KeyChange): KeyChange {
  const { push: _, ...after } = own.after ?? {};
  return {
    ...own,
    after: { ...after, ...(own.before?.push === undefined ? {} : { push: own.before.push }) },
  };
}

/**
 * The members that change, with what makes them stick: the server stores metadata only when its entry also
 * holds an unchanged `push` or `deprecated`, a new type, or a value (7.4, 18.5).
 */
function metadata(own: KeyChange | undefined, hasTrigger: boolean): Partial<KeyEntry> {
  if (own === undefined) return {};
  const { before = {}, after = {} } = own;
  const changed: Partial<KeyEntry> = {};
  if (after.readme !== undefined && after.readme !== before.readme) changed.readme = after.readme;
  if (after.deprecated !== before.deprecated) changed.deprecated = after.deprecated ?? false;
  if (after.push !== before.push) changed.push = after.push ?? true;
  if (hasTrigger || Object.keys(changed).length === 0) return changed;
  if (changed.push === undefined) changed.push = before.push ?? true;
  else if (changed.deprecated === undefined) changed.deprecated = before.deprecated ?? false;
  return changed;
}

function changesBoth({ before = {}, after = {} }: KeyChange): boolean {
  return before.push !== after.push && before.deprecated !== after.deprecated;
}

function upsert(change: ValueChange): ValueEntry {
  return { context: change.context, value: change.after ?? null };
}

function removal(change: ValueChange): ValueEntry {
  return { context: change.context, opp: 'delete' };
}

/**
 * The server takes no new file into a group: it is made empty, and brought in by a second entry (18.15). Only a file
 * that is new may name a new key (18.13).
 */
function fileEntries(change: FileChange, pairOf: PairOf): FileEntryBody[] {
  const { path: file, context, securityGroup, action } = change;
  const removed: FileEntryBody = { file, context, opp: 'delete' };
  if (action === 'delete') return [removed];
  const written = { file, context, content: change.after ?? '', ...pairOf(securityGroup) };
  if (securityGroup !== undefined && action === 'create') return [{ file, context, content: '' }, written];
  return action === 'update' && change.withNewKeys ? [removed, written] : [written];
}

/** A security group with its password (behaviour.md, section 12). Both or neither: with one alone the server stores in the clear. */
interface Pair {
  securityGroup?: string;
  password?: string;
}

/** The pair of a group; nothing for no group. */
type PairOf = (group: string | undefined) => Pair;

function pairs(passwordOf: PasswordOf | undefined): PairOf {
  return (securityGroup) => {
    if (securityGroup === undefined) return {};
    const password = passwordOf?.(securityGroup);
    // A guard refuses such a plan; if it ever did not, nothing may be stored in the clear.
    if (password === undefined) throw new Error(`no password of the security group ${securityGroup}`);
    return { securityGroup, password };
  };
}
