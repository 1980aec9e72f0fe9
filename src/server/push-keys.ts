// One key entry of a push: find or create the key, set metadata, then values (behaviour.md, sections 3 and 7).
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { javaTrim } from '../semantics/value-types.ts';
import type { Draft } from './draft.ts';
import {
  isDelete,
  type OpenKey,
  lockedKey,
  newRecord,
  nullableText,
  objectsOf,
  optionalBoolean,
  requiredText,
  storeNewKey,
  typedText,
  vdtOf,
} from './push-members.ts';
import { writeValue } from './push-values.ts';
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
  const isKnown = draft.key(id) !== undefined;
  if (deletes && !isKnown) return;
  const request = { id, name, entry, rights };
  const key = isKnown ? knownKey(draft, request) : newKey(draft, request);
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

function knownKey(draft: Draft, { id, name, entry, rights }: KeyRequest): OpenKey {
  const record = draft.editKey(id);
  if (record === undefined) throw new Error(`the key ${id} is known, and is not`);
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
