// One key entry of a push: look up or create, set metadata, then values (behaviour.md, sections 3 and 7).
import { isJsonObject, type JsonObject } from '../model/json-node.ts';
import { javaTrim } from '../model/vdt.ts';
import { isDelete, nullableText, objectsOf, optionalBoolean, requiredText, vdtOf } from './body.ts';
import type { Draft } from './draft.ts';
import { attachGroup } from './key-group.ts';
import { type KeyInHand, lockedKey, storeNewKey } from './key-in-hand.ts';
import { Refused } from './refusal.ts';
import { writeValue } from './values.ts';

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
