// One element of `values`: create, update or delete a row (behaviour.md, sections 8 and 9).
import type { JsonObject } from '../model/json-node.ts';
import { isDelete, nullableText, optionalBoolean, requiredText } from './body.ts';
import { resolveContext } from './contexts.ts';
import { type KeyInHand, lockedKey, storeNewKey } from './key-in-hand.ts';
import { isStoredPath } from './paths.ts';
import { Refused } from './refusal.ts';
import type { ValueRow } from './state.ts';
import { isFileType, typedText } from './typed-text.ts';
import { hasGroupConflict, leadsIntoCircle } from './usage.ts';

export function writeValue(key: KeyInHand, value: JsonObject): void {
  const deletes = isDelete(value);
  if (!value.has('context')) throw new Refused('CONTEXT_NOT_SPECIFIED', lockedKey(key.name));
  const sent = requiredText(value, 'context');
  const text = nullableText(value, 'value');
  const active = optionalBoolean(value, 'active');
  const context = resolveContext(key.draft, { text: sent, entry: key.entry });
  if (deletes) deleteValue(key, context);
  else upsertValue(key, { context, text, active });
}

interface Upsert {
  context: string;
  /** `undefined`: kept, or null in a new row. */
  text: string | null | undefined;
  active: boolean | undefined;
}

function upsertValue(key: KeyInHand, upsert: Upsert): void {
  const written = upsert.text === undefined ? undefined : writtenText(key, upsert.text);
  if (key.isGone) throw new Refused('CONSTRAINT', key.entry);
  if (key.isNew) storeNewKey(key, key.entry);
  const row = onlyActiveRow(key, upsert.context);
  const { text, reference } = written ?? keptText(row);
  const serial = row?.serial ?? key.draft.nextSerial();
  const context = row?.context ?? upsert.context;
  const active = upsert.active ?? true;
  const next: ValueRow = reference
    ? { serial, context, text, active, reference }
    : { serial, context, text, active };
  const changed =
    row === undefined || row.text !== next.text || row.reference !== next.reference || !next.active;
  if (changed) {
    putRow(key, { row, next });
    if (next.active) checkRow(key, next);
  }
  key.draft.wrote({ changed });
}

type Written = Pick<ValueRow, 'text' | 'reference'>;

function keptText(row: ValueRow | undefined): Written {
  if (row === undefined) return { text: null };
  return row.reference ? { text: row.text, reference: true } : { text: row.text };
}

/** What is stored for a text, if the type in force allows it and the password of the key's group is known. */
function writtenText({ draft, record, entry }: KeyInHand, sent: string | null): Written {
  const { vdt, group } = record;
  if (isFileType(vdt)) {
    if (sent === null || !isStoredPath(draft, sent)) throw new Refused('FILE_NOT_FOUND', entry);
    return { text: sent, reference: true };
  }
  const typed = typedText(draft, { vdt, text: sent, entry });
  const text = draft.secrets.sealed(typed, { group, password: draft.secrets.passwordFor(group) });
  if (text === undefined) throw new Refused('INVALID_PASSWORD', entry);
  if (text?.includes('\0')) throw new Refused('CONSTRAINT', entry);
  return { text };
}

/** What the server finds out only when it writes an active row. */
function checkRow({ draft, record, entry }: KeyInHand, row: ValueRow): void {
  const { context, text } = row;
  if (draft.base.flags.contextGroupsEnabled) {
    const others = [...record.rows.values()].flat().filter((one) => one !== row);
    if (hasGroupConflict(context, { others, groups: draft.groups })) {
      throw new Refused('GROUP_CONFLICT', entry);
    }
  }
  if (!row.reference || text === null || record.vdt !== 'FileEmbed') return;
  if (leadsIntoCircle(draft, { context, start: { path: text } })) throw new Refused('CIRCULAR', entry);
}

/** Inactive rows cannot be seen by a push. Two active rows of one context cannot be told apart. */
function onlyActiveRow(key: KeyInHand, context: string): ValueRow | undefined {
  if (!key.record.rows.has(key.draft.contextId(context))) return undefined;
  const rows = activeRows(key, context);
  if (rows.length > 1) throw new Refused('PROP_DUPLICATION', key.entry);
  return rows[0];
}

function activeRows(key: KeyInHand, context: string): ValueRow[] {
  return (key.record.rows.get(key.draft.contextId(context)) ?? []).filter((row) => row.active);
}

function putRow(key: KeyInHand, { row, next }: { row: ValueRow | undefined; next: ValueRow }): void {
  const { draft } = key;
  const id = draft.contextId(next.context);
  const rows = key.record.rows.get(id);
  if (row !== undefined && rows !== undefined) {
    const replaced = rows.map((one) => (one === row ? next : one));
    key.record.rows.set(id, replaced);
    return;
  }
  const twice = draft.base.plantDuplicates && draft.base.keys.has(key.id);
  const added = twice ? [next, { ...next, serial: draft.nextSerial() }] : [next];
  key.record.rows.set(id, rows === undefined ? added : [...rows, ...added]);
}

function deleteValue(key: KeyInHand, context: string): void {
  const row = activeRows(key, context)[0];
  if (row === undefined) return;
  const { draft, record } = key;
  const password = draft.secrets.passwordFor(record.group);
  if (!draft.secrets.isRight({ group: record.group, password })) {
    throw new Refused('INVALID_PASSWORD', key.entry);
  }
  const takesEffect = isAsBefore(key, row);
  if (takesEffect) removeRow(key, row);
  draft.wrote({ changed: takesEffect });
  if (record.rows.size === 0 && !draft.isUsed(key.id)) removeEmptyKey(key);
}

/**
 * A delete takes effect only on a row that stood there before the push and still has its text: the
 * server writes a row that this push made or changed again after deleting it.
 */
function isAsBefore(key: KeyInHand, row: ValueRow): boolean {
  const stored = key.draft.base.keys.get(key.id)?.rows.get(key.draft.contextId(row.context));
  return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}

function removeRow(key: KeyInHand, row: ValueRow): void {
  const id = key.draft.contextId(row.context);
  const left = (key.record.rows.get(id) ?? []).filter((one) => one !== row);
  if (left.length === 0) key.record.rows.delete(id);
  else key.record.rows.set(id, left);
}

/** Inactive rows count as rows, and keep a key. */
function removeEmptyKey(key: KeyInHand): void {
  const flagged = key.draft.isFlagged(key.id);
  key.draft.removeKey(key.id);
  // The server goes on to save the key that is no longer there, and fails.
  if (flagged) key.draft.flag(key.id);
  key.isGone = true;
}
