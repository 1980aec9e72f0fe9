// One key entry of a push: find or create the key, set metadata, then its values (behaviour.md, sections 3 and 7 to 9).
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { isFilePath } from '../model/state.ts';
import { javaTrim } from '../semantics/value-types.ts';
import { type Draft, hasGroupConflict } from './draft.ts';
import { leadsIntoCircle } from './embedding.ts';
import { resolveContext } from './push-contexts.ts';
import {
  isDelete,
  lockedKey,
  newRecord,
  nullableText,
  objectsOf,
  type OpenKey,
  optionalBoolean,
  requiredText,
  storeNewKey,
  typedText,
  vdtOf,
} from './push-members.ts';
import { Refused } from './refusal.ts';
import type { ValueRow } from './state.ts';

export interface KeyRights {
  /** Ignore locks. */
  force: boolean;
  mayCreate: boolean;
}

export function applyKeyEntry(draft: Draft, { entry, rights }: { entry: JsonObject; rights: KeyRights }): void {
  const name = requiredText(entry, 'key');
  const id = name.toLowerCase();
  const deletes = isDelete(entry);
  const record = draft.editKey(id);
  if (deletes && record === undefined) return;
  const request = { id, name, entry, rights };
  const key = record === undefined ? newKey(draft, request) : knownKey(draft, { ...request, record });
  attachGroup(key);
  if (deletes) {
    deleteKey(key);
    return;
  }
  setMetadata(key);
  if (entry.has('values')) {
    for (const value of objectsOf(entry.get('values'))) writeValue(key, value);
  }
  saveIfFlagged(key);
}

type KeyRequest = Pick<OpenKey, 'id' | 'name' | 'entry'> & { rights: KeyRights };

function newKey(draft: Draft, { id, name, entry, rights }: KeyRequest): OpenKey {
  if (!rights.mayCreate) throw new Refused('KEY_CREATION', entry);
  const record = { ...newRecord(javaTrim(name), vdtOf(entry)), flagged: draft.flagged.has(id) };
  return { draft, id, name, record, isNew: true, isDeleted: false, entry };
}

function knownKey(draft: Draft, { id, name, entry, rights, record }: KeyRequest & Pick<OpenKey, 'record'>): OpenKey {
  if (!record.push && !rights.force) throw new Refused('PUSH_DISABLED', lockedKey(name));
  const vdt = vdtOf(entry);
  if (draft.base.flags.vdtEnabled && vdt !== record.vdt && !deletesAValue(entry)) {
    draft.metadataChanges(id, record);
    record.vdt = vdt;
    record.flagged = true;
  }
  return { draft, id, name, record, isNew: false, isDeleted: false, entry };
}

/** An entry with any delete, even one that finds nothing, does not change the vdt. */
function deletesAValue(entry: JsonObject): boolean {
  const values = entry.get('values');
  return Array.isArray(values) && values.some((value) => isJsonObject(value) && isDelete(value));
}

function deleteKey({ draft, id, record }: OpenKey): void {
  const password = draft.secrets.passwordFor(record.group);
  if (!draft.secrets.isRight({ group: record.group, password })) throw new Refused('INVALID_PASSWORD');
  if (draft.isUsed(id)) throw new Refused('KEY_USED');
  draft.removeKey(id);
}

function setMetadata(key: OpenKey): void {
  const { record, entry } = key;
  const readme = nullableText(entry, 'readme') ?? undefined;
  if (readme !== undefined && readme !== record.readme) {
    beforeMetadataChange(key);
    record.readme = readme;
  }
  for (const member of ['deprecated', 'push'] as const) {
    const given = optionalBoolean(entry, member);
    if (given === undefined) continue;
    // The server saves the key if a member is given and equal. A change alone does not save it.
    if (given === record[member]) record.flagged = true;
    else {
      beforeMetadataChange(key);
      record[member] = given;
    }
  }
}

function beforeMetadataChange(key: OpenKey): void {
  if (!key.isNew) key.draft.metadataChanges(key.id, key.record);
}

function saveIfFlagged(key: OpenKey): void {
  if (!key.record.flagged) return;
  if (key.isDeleted) throw new Refused('CONSTRAINT');
  if (key.isNew) storeNewKey(key);
  else key.draft.wrote({ changed: false });
}

/** Puts a key into a security group (behaviour.md, 12.1): read only if both members are given, applied only if neither is blank. */
function attachGroup(key: OpenKey): void {
  const { draft, record, entry } = key;
  if (!entry.has('securityGroup') || !entry.has('password')) return;
  const name = requiredText(entry, 'securityGroup');
  const password = requiredText(entry, 'password');
  draft.secrets.supply(name, password);
  if (javaTrim(name) === '' || javaTrim(password) === '') return;
  if (draft.secrets.group(name) === undefined) {
    throw new Refused('MISSING_GROUP', new Map([['securityGroup', name]]));
  }
  const differs = record.group !== name;
  if (differs) record.flagged = true;
  const rows = resealed(key, { name, password });
  record.group = name;
  record.rows = rows;
  if (!key.isNew && (differs || rows.size > 0)) draft.wrote({ changed: true });
}

/**
 * Decrypts all values, inactive ones included, with the given password and encrypts them for the group. For the latter
 * the server uses a password that only the update of a file supplies.
 */
function resealed(key: OpenKey, { name, password }: { name: string; password: string }) {
  const { draft, record } = key;
  const clear = Array.from(record.rows, ([id, rows]) => {
    return [id, rows.map((row) => ({ ...row, text: clearText(key, { row, password }) }))] as const;
  });
  const lock = { group: name, password: draft.secrets.openedPassword(name) };
  return new Map(
    clear.map(([id, rows]) => [
      id,
      rows.map(({ reference: _, ...row }): ValueRow => {
        const text = draft.secrets.sealed(typedText(draft, { vdt: record.vdt, text: row.text }), lock);
        if (text === undefined) throw new Refused('INVALID_PASSWORD');
        return { ...row, text };
      }),
    ]),
  );
}

function clearText(key: OpenKey, { row, password }: { row: ValueRow; password: string }): string | null {
  if (row.reference) return row.text;
  const text = key.draft.secrets.decrypted(row.text, { group: key.record.group, password });
  if (text === undefined) throw new Refused('DECRYPTION');
  return text;
}

// One element of `values`: create, update or delete a row (behaviour.md, sections 8 and 9).

function writeValue(key: OpenKey, value: JsonObject): void {
  const { draft, entry } = key;
  const deletes = isDelete(value);
  if (!value.has('context')) throw new Refused('CONTEXT_NOT_SPECIFIED', lockedKey(key.name));
  const sent = requiredText(value, 'context');
  const text = nullableText(value, 'value');
  const active = optionalBoolean(value, 'active');
  const context = resolveContext(draft, { text: sent, entry });
  const id = context.toLowerCase();
  if (deletes) deleteValue(key, id);
  else upsertValue(key, { context, id, text, active });
}

interface Upsert {
  context: string;
  /** The lower-cased context. */
  id: string;
  /** `undefined`: unchanged, or null in a new row. */
  text: string | null | undefined;
  active: boolean | undefined;
}

function upsertValue(key: OpenKey, upsert: Upsert): void {
  const { id } = upsert;
  const written = upsert.text === undefined ? undefined : writtenText(key, upsert.text);
  if (key.isDeleted) throw new Refused('CONSTRAINT', key.entry);
  if (key.isNew) storeNewKey(key, key.entry);
  const row = onlyActiveRow(key, id);
  const { text, reference } = written ?? row ?? { text: null };
  const next: ValueRow = {
    serial: row?.serial ?? key.draft.nextSerial(),
    context: row?.context ?? upsert.context,
    text,
    active: upsert.active ?? true,
    ...(reference && { reference }),
  };
  const changed = row === undefined || row.text !== next.text || row.reference !== next.reference || !next.active;
  if (changed) {
    putRow(key, { id, row, next });
    if (next.active) checkRow(key, next);
  }
  key.draft.wrote({ changed });
}

type Written = Pick<ValueRow, 'text' | 'reference'>;

/** What is stored for a text. Refuses a text that does not match the type, and an unknown password. */
function writtenText({ draft, record, entry }: OpenKey, sent: string | null): Written {
  const { vdt, group } = record;
  if (isFilePath(vdt)) {
    if (sent === null || !draft.hasPath(sent)) throw new Refused('FILE_NOT_FOUND', entry);
    return { text: sent, reference: true };
  }
  const typed = typedText(draft, { vdt, text: sent, entry });
  const text = draft.secrets.sealed(typed, { group, password: draft.secrets.passwordFor(group) });
  if (text === undefined) throw new Refused('INVALID_PASSWORD', entry);
  if (text?.includes('\0')) throw new Refused('CONSTRAINT', entry);
  return { text };
}

/** Checks that the server makes only when it writes an active row. */
function checkRow({ draft, record, entry }: OpenKey, row: ValueRow): void {
  const { context, text } = row;
  if (hasGroupConflict(draft, { row, rows: [...record.rows.values()].flat() }))
    throw new Refused('GROUP_CONFLICT', entry);
  if (!row.reference || text === null || record.vdt !== 'FileEmbed') return;
  if (leadsIntoCircle(draft, { context, start: { path: text } })) throw new Refused('CIRCULAR', entry);
}

/** Pushes ignore inactive rows. Two active rows of one context are refused. */
function onlyActiveRow(key: OpenKey, id: string): ValueRow | undefined {
  const rows = key.record.rows.get(id)?.filter((row) => row.active);
  if (rows === undefined) return undefined;
  if (rows.length > 1) throw new Refused('PROP_DUPLICATION', key.entry);
  return rows[0];
}

function putRow(key: OpenKey, { id, row, next }: { id: string; row: ValueRow | undefined; next: ValueRow }) {
  const { draft, record } = key;
  const rows = record.rows.get(id);
  if (row !== undefined && rows !== undefined) {
    record.rows.set(
      id,
      rows.map((one) => (one === row ? next : one)),
    );
    return;
  }
  const twice = draft.base.plantDuplicates && draft.base.keys.has(key.id);
  const added = twice ? [next, { ...next, serial: draft.nextSerial() }] : [next];
  record.rows.set(id, rows === undefined ? added : [...rows, ...added]);
}

function deleteValue(key: OpenKey, id: string): void {
  const row = key.record.rows.get(id)?.find((one) => one.active);
  if (row === undefined) return;
  const { draft, record } = key;
  const password = draft.secrets.passwordFor(record.group);
  if (!draft.secrets.isRight({ group: record.group, password })) {
    throw new Refused('INVALID_PASSWORD', key.entry);
  }
  const takesEffect = isUnchanged(key, { id, row });
  if (takesEffect) removeRow(key, { id, row });
  draft.wrote({ changed: takesEffect });
  if (record.rows.size === 0 && !draft.isUsed(key.id)) removeEmptyKey(key);
}

/** Whether the row is as before the push. Otherwise a delete has no effect: the server writes the row after deleting it. */
function isUnchanged(key: OpenKey, { id, row }: { id: string; row: ValueRow }): boolean {
  const stored = key.draft.base.keys.get(key.id)?.rows.get(id);
  return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}

function removeRow(key: OpenKey, { id, row }: { id: string; row: ValueRow }): void {
  const left = (key.record.rows.get(id) ?? []).filter((one) => one !== row);
  if (left.length === 0) key.record.rows.delete(id);
  else key.record.rows.set(id, left);
}

/** Call only without rows: an inactive row keeps a key. */
function removeEmptyKey(key: OpenKey): void {
  key.draft.removeKey(key.id);
  // The server then tries to save the deleted key, and fails.
  if (key.record.flagged) key.draft.flagged.add(key.id);
  key.isDeleted = true;
}
