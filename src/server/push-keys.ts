// One key entry of a push: look up or create, set metadata, then values (behaviour.md, sections 3 and 7).
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { javaTrim } from '../semantics/value-types.ts';
import type { Draft } from './draft.ts';
import {
  isDelete,
  type KeyInHand,
  lockedKey,
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
  /** Locks do not count. */
  force: boolean;
  mayCreate: boolean;
}

export function applyKeyEntry(
  draft: Draft,
  { entry, rights }: { entry: JsonObject; rights: KeyRights },
): void {
  const name = requiredText(entry, 'key');
  const id = name.toLowerCase();
  const deletes = isDelete(entry);
  const isKnown = draft.key(id) !== undefined;
  if (deletes && !isKnown) return;
  const key = isKnown
    ? knownKey(draft, { id, name, entry, rights })
    : newKey(draft, { id, name, entry, rights });
  attachGroup(key);
  if (deletes) deleteKey(key);
  else updateKey(key);
}

function updateKey(key: KeyInHand): void {
  const { entry } = key;
  setMetadata(key);
  if (entry.has('values')) {
    for (const value of objectsOf(entry.get('values'))) writeValue(key, value);
  }
  saveIfFlagged(key);
}

interface Named {
  id: string;
  name: string;
  entry: JsonObject;
  rights: KeyRights;
}

function newKey(draft: Draft, { id, name, entry, rights }: Named): KeyInHand {
  if (!rights.mayCreate) throw new Refused('KEY_CREATION', entry);
  const record = {
    name: javaTrim(name),
    vdt: vdtOf(entry),
    readme: null,
    deprecated: false,
    push: false,
    flagged: draft.isFlagged(id),
    rows: new Map(),
  };
  return { draft, id, name, record, isNew: true, isGone: false, entry };
}

function knownKey(draft: Draft, { id, name, entry, rights }: Named): KeyInHand {
  const record = draft.editKey(id);
  if (record === undefined) throw new Error(`the key ${id} is known, and is not`);
  if (!record.push && !rights.force) throw new Refused('PUSH_DISABLED', lockedKey(name));
  const vdt = vdtOf(entry);
  if (draft.base.flags.vdtEnabled && vdt !== record.vdt && !deletesAValue(entry)) {
    draft.metadataChanges(id, record);
    record.vdt = vdt;
    record.flagged = true;
  }
  return { draft, id, name, record, isNew: false, isGone: false, entry };
}

/** Any delete, also one that finds nothing, holds the vdt. */
function deletesAValue(entry: JsonObject): boolean {
  const values = entry.get('values');
  return Array.isArray(values) && values.some((value) => isJsonObject(value) && isDelete(value));
}

function deleteKey({ draft, id, record }: KeyInHand): void {
  const password = draft.secrets.passwordFor(record.group);
  if (!draft.secrets.isRight({ group: record.group, password })) throw new Refused('INVALID_PASSWORD');
  if (draft.isUsed(id)) throw new Refused('KEY_USED');
  draft.removeKey(id);
}

function setMetadata(key: KeyInHand): void {
  const { record, entry } = key;
  const readme = nullableText(entry, 'readme') ?? undefined;
  if (readme !== undefined && readme !== record.readme) {
    pending(key);
    record.readme = readme;
  }
  for (const member of ['deprecated', 'push'] as const) {
    const given = optionalBoolean(entry, member);
    if (given === undefined) continue;
    // Only what is given and equal makes the server save the key. A change alone does not.
    if (given === record[member]) record.flagged = true;
    else {
      pending(key);
      record[member] = given;
    }
  }
}

function pending(key: KeyInHand): void {
  if (!key.isNew) key.draft.metadataChanges(key.id, key.record);
}

function saveIfFlagged(key: KeyInHand): void {
  if (!key.record.flagged) return;
  if (key.isGone) throw new Refused('CONSTRAINT');
  if (key.isNew) storeNewKey(key);
  else key.draft.wrote({ changed: false });
}

/** Brings a key under a security group (behaviour.md, 12.1). The pair is read only when both members are there, and works only when neither is blank. */
function attachGroup(key: KeyInHand): void {
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
 * All values, also inactive ones, are decrypted with the given password and brought under the group. For the
 * latter the server looks for a password that only the update of a file leaves behind.
 */
function resealed(key: KeyInHand, { name, password }: { name: string; password: string }) {
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

function clearText(key: KeyInHand, { row, password }: { row: ValueRow; password: string }): string | null {
  if (row.reference) return row.text;
  const text = key.draft.secrets.unsealed(row.text, { group: key.record.group, password });
  if (text === undefined) throw new Refused('DECRYPTION');
  return text;
}
