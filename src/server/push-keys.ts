// One key entry of a push: find or create the key, set metadata, then its values (behaviour.md, sections 3 and 7 to 9).
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { KEY_NAME } from '../model/document-fields.ts';
import { isFilePath, isVdt, type Vdt } from '../model/state.ts';
import { javaTrim, storedText, typeProblem } from '../semantics/value-types.ts';
import { Rejected } from './answer.ts';
import { type Draft, hasGroupConflict, leadsIntoCycle } from './draft.ts';
import {
  isDelete,
  nullableText,
  objectsOf,
  optionalBoolean,
  requiredText,
  resolvedContext,
} from './push-members.ts';
import type { KeyRecord, ValueRow } from './state.ts';

/** A key while one of its entries is processed (behaviour.md, 7.1 and 7.5). */
interface OpenKey {
  draft: Draft;
  /** Lower-cased, not trimmed. */
  id: string;
  /** As it was sent. */
  name: string;
  record: KeyRecord;
  /** Not stored yet: it is stored with its first value, or at the end of the entry if it is flagged. */
  isNew: boolean;
  /** Deleted with its last value. */
  isDeleted: boolean;
  entry: JsonObject;
}

/** `approve`: ignores locks. */
type Rights = { force: boolean; mayCreate: boolean };

export function applyKeyEntry(draft: Draft, entry: JsonObject, rights: Rights): void {
  const name = requiredText(entry, 'key');
  const deletes = isDelete(entry);
  if (deletes && draft.key(name.toLowerCase()) === undefined) return;
  const key = openKey(draft, name, entry, rights);
  attachGroup(key);
  if (deletes) {
    if (!draft.secrets.isOpen(key.record.group)) throw new Rejected('INVALID_PASSWORD');
    if (draft.isUsed(key.id)) throw new Rejected('KEY_USED');
    draft.removeKey(key.id);
    return;
  }
  setMetadata(key);
  if (entry.has('values'))
    for (const value of objectsOf(entry.get('values'))) writeValue(key, value);
  if (!key.record.flagged) return;
  if (key.isDeleted) throw new Rejected('CONSTRAINT');
  if (key.isNew) storeNewKey(key);
  else draft.wrote({ changed: false });
}

function openKey(draft: Draft, name: string, entry: JsonObject, rights: Rights): OpenKey {
  const id = name.toLowerCase();
  const stored = draft.editKey(id);
  if (stored === undefined && !rights.mayCreate) throw new Rejected('KEY_CREATION', entry);
  if (stored?.push === false && !rights.force) throw new Rejected('PUSH_DISABLED', lockedKey(name));
  // Everything that is not a vdt counts as Text.
  const given = entry.get('vdt');
  const vdt = typeof given === 'string' && isVdt(given) ? given : 'Text';
  const record = stored ?? { ...newRecord(javaTrim(name), vdt), flagged: draft.flagged.has(id) };
  if (draft.base.flags.vdtEnabled && vdt !== record.vdt && !deletesAValue(entry)) {
    draft.metadataChanges(id, record);
    record.vdt = vdt;
    record.flagged = true;
  }
  return { draft, id, name, record, isNew: stored === undefined, isDeleted: false, entry };
}

/** An entry with any delete, even one that finds nothing, does not change the vdt. */
function deletesAValue(entry: JsonObject): boolean {
  const values = entry.get('values');
  return Array.isArray(values) && values.some((value) => isJsonObject(value) && isDelete(value));
}

/** The entry in two messages of the server: always `push:false`. */
function lockedKey(name: string): JsonObject {
  return new Map<string, string | boolean>([
    ['key', name],
    ['push', false],
  ]);
}

export function newRecord(name: string, vdt: Vdt): KeyRecord {
  return { name, vdt, readme: null, deprecated: false, push: false, rows: new Map() };
}

function setMetadata({ draft, id, record, isNew, entry }: OpenKey): void {
  const beforeChange = () => {
    if (!isNew) draft.metadataChanges(id, record);
  };
  const readme = nullableText(entry, 'readme') ?? undefined;
  if (readme !== undefined && readme !== record.readme) {
    beforeChange();
    record.readme = readme;
  }
  for (const member of ['deprecated', 'push'] as const) {
    const given = optionalBoolean(entry, member);
    // The server saves the key if a member is given and equal. A change alone does not save it.
    if (given === record[member]) record.flagged = true;
    else if (given !== undefined) {
      beforeChange();
      record[member] = given;
    }
  }
}

/** Checks the name, and stores the key. `entry` is part of the reason if a value is being written. */
function storeNewKey(key: OpenKey, entry?: JsonObject): void {
  const { draft } = key;
  const { name } = key.record;
  if (name === '') throw new Rejected('KEY_NAME_EMPTY', entry);
  if (!KEY_NAME.test(name)) throw new Rejected('ILLEGAL', entry);
  const id = name === key.name ? key.id : name.toLowerCase();
  if (id !== key.id && draft.key(id) !== undefined) throw new Rejected('CONSTRAINT', entry);
  draft.addKey(id, key.record);
  if (key.record.flagged && id !== key.id) draft.flagged.add(key.id);
  key.id = id;
  key.isNew = false;
}

/**
 * Puts a key into a security group (behaviour.md, 12.1): read only if both members are given, applied only if neither is
 * empty. Decrypts all values, inactive ones included, with the given password, then encrypts them for the group. For the
 * latter the server uses a password that only the update of a file supplies.
 */
function attachGroup({ draft, record, entry, isNew }: OpenKey): void {
  if (!entry.has('securityGroup') || !entry.has('password')) return;
  const name = requiredText(entry, 'securityGroup');
  const password = requiredText(entry, 'password');
  const { secrets } = draft;
  secrets.supplied.set(name, password);
  if (javaTrim(name) === '' || javaTrim(password) === '') return;
  if (secrets.group(name) === undefined)
    throw new Rejected('MISSING_GROUP', new Map([['securityGroup', name]]));
  const differs = record.group !== name;
  if (differs) record.flagged = true;
  const clear = mapRows(record.rows, (row) => {
    const text = row.reference ? row.text : secrets.decrypted(row.text, record.group, password);
    if (text === undefined) throw new Rejected('DECRYPTION');
    return { ...row, text };
  });
  record.rows = mapRows(clear, ({ reference: _, ...row }) => {
    const typed = typedText(draft, record.vdt, row.text);
    const text = secrets.sealed(typed, name, secrets.opened.get(name));
    if (text === undefined) throw new Rejected('INVALID_PASSWORD');
    return { ...row, text };
  });
  record.group = name;
  if (!isNew && (differs || record.rows.size > 0)) draft.wrote({ changed: true });
}

function mapRows(rows: KeyRecord['rows'], change: (row: ValueRow) => ValueRow): KeyRecord['rows'] {
  return new Map(Array.from(rows, ([id, ofContext]) => [id, ofContext.map(change)]));
}

// One element of `values`: create, update or delete a row (behaviour.md, sections 8 and 9).

function writeValue(key: OpenKey, value: JsonObject): void {
  const deletes = isDelete(value);
  if (!value.has('context')) throw new Rejected('CONTEXT_NOT_SPECIFIED', lockedKey(key.name));
  const sent = requiredText(value, 'context');
  const text = nullableText(value, 'value');
  const active = optionalBoolean(value, 'active') ?? true;
  const context = resolvedContext(key.draft, sent, key.entry);
  if (deletes) deleteValue(key, context.toLowerCase());
  else upsertValue(key, context, text, active);
}

/** @param sent `undefined`: unchanged, or null in a new row */
function upsertValue(
  key: OpenKey,
  context: string,
  sent: string | null | undefined,
  active: boolean,
): void {
  const { draft, record } = key;
  const id = context.toLowerCase();
  const written = sent === undefined ? undefined : writtenText(key, sent);
  if (key.isDeleted) throw new Rejected('CONSTRAINT', key.entry);
  if (key.isNew) storeNewKey(key, key.entry);
  const rows = record.rows.get(id) ?? [];
  // Pushes ignore inactive rows.
  const [row, ...others] = rows.filter((candidate) => candidate.active);
  if (others.length > 0) throw new Rejected('PROP_DUPLICATION', key.entry);
  const { text, reference } = written ?? row ?? { text: null };
  const { serial, context: spelled } = row ?? { serial: draft.nextSerial(), context };
  const next = { serial, context: spelled, text, active, reference };
  const changed = row === undefined || row.text !== text || row.reference !== reference || !active;
  if (changed) {
    const isPlanted =
      row === undefined && draft.base.plantDuplicates && draft.base.keys.has(key.id);
    const added = isPlanted ? [next, { ...next, serial: draft.nextSerial() }] : [next];
    record.rows.set(
      id,
      row === undefined
        ? [...rows, ...added]
        : rows.map((stored) => (stored === row ? next : stored)),
    );
    if (active) checkRow(key, next);
  }
  draft.wrote({ changed });
}

/** What is stored for a text. Rejects a text that does not match the type, and an unknown password. */
function writtenText(
  { draft, record, entry }: OpenKey,
  sent: string | null,
): Pick<ValueRow, 'text' | 'reference'> {
  const { vdt, group } = record;
  if (isFilePath(vdt)) {
    if (sent === null || !draft.hasPath(sent)) throw new Rejected('FILE_NOT_FOUND', entry);
    return { text: sent, reference: true };
  }
  const typed = typedText(draft, vdt, sent, entry);
  const text = draft.secrets.sealed(typed, group, draft.secrets.supplied.get(group));
  if (text === undefined) throw new Rejected('INVALID_PASSWORD', entry);
  if (text?.includes('\0')) throw new Rejected('CONSTRAINT', entry);
  return { text };
}

/** What is stored for a text of this type, before encryption (behaviour.md, section 8). Rejects an invalid text. */
function typedText(draft: Draft, vdt: Vdt, text: string | null, entry?: JsonObject): string | null {
  if (text === null || !draft.base.flags.vdtEnabled || isFilePath(vdt)) return text;
  if (typeProblem(vdt, text) === undefined) return storedText(vdt, text);
  throw new Rejected(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', entry);
}

/** Checks that the server makes only when it writes an active row. */
function checkRow({ draft, record, entry }: OpenKey, row: ValueRow): void {
  const { context, text, reference } = row;
  const rows = [...record.rows.values()].flat();
  if (hasGroupConflict(draft, row, rows)) throw new Rejected('GROUP_CONFLICT', entry);
  if (!reference || text === null || record.vdt !== 'FileEmbed') return;
  if (leadsIntoCycle(draft, { context, path: text })) throw new Rejected('CIRCULAR', entry);
}

/**
 * A delete takes effect only if the text is as before the push: otherwise the server writes the row after deleting it.
 * The last row takes the key along, if no file uses it; an inactive row keeps it.
 */
function deleteValue(key: OpenKey, id: string): void {
  const { draft, record, entry } = key;
  const rows = record.rows.get(id) ?? [];
  const row = rows.find((candidate) => candidate.active);
  if (row === undefined) return;
  if (!draft.secrets.isOpen(record.group)) throw new Rejected('INVALID_PASSWORD', entry);
  const stored = draft.base.keys
    .get(key.id)
    ?.rows.get(id)
    ?.find((storedRow) => storedRow.serial === row.serial);
  const takesEffect = stored?.text === row.text;
  if (takesEffect) {
    const left = rows.filter((candidate) => candidate !== row);
    if (left.length > 0) record.rows.set(id, left);
    else record.rows.delete(id);
  }
  draft.wrote({ changed: takesEffect });
  if (record.rows.size > 0 || draft.isUsed(key.id)) return;
  draft.removeKey(key.id);
  // The server then tries to save the deleted key, and fails.
  if (record.flagged) draft.flagged.add(key.id);
  key.isDeleted = true;
}
