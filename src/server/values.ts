// One element of `values`: create, update or delete a row (behaviour.md, sections 8 and 9).
import type { JsonObject } from '../model/lenient-json.ts';
import { storedText, typeProblem } from '../model/vdt.ts';
import { isDelete, nullableText, optionalBoolean, requiredText } from './body.ts';
import { resolveContext } from './contexts.ts';
import { isStoredPath } from './files.ts';
import { type KeyInHand, lockedKey, storeNewKey } from './key-in-hand.ts';
import { Refused } from './refusal.ts';
import type { ValueRow } from './state.ts';

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
  const text = upsert.text === undefined ? undefined : checkedText(key, upsert.text);
  if (key.isGone) throw new Refused('CONSTRAINT', key.entry);
  if (key.isNew) storeNewKey(key, key.entry);
  const row = onlyActiveRow(key, upsert.context);
  const next: ValueRow = {
    serial: row?.serial ?? key.draft.nextSerial(),
    context: row?.context ?? upsert.context,
    text: text === undefined ? (row?.text ?? null) : text,
    active: upsert.active ?? true,
  };
  const changed = row === undefined || row.text !== next.text || !next.active;
  if (changed) putRow(key, { row, next });
  key.draft.wrote({ changed });
}

/** What is stored for a text, if the type in force allows it. */
function checkedText(key: KeyInHand, text: string | null): string | null {
  const { draft } = key;
  const { vdt } = key.record;
  if (vdt === 'FileRef' || vdt === 'FileEmbed') {
    if (text === null || !isStoredPath(draft, text)) throw new Refused('FILE_NOT_FOUND', key.entry);
    return text;
  }
  if (text === null) return null;
  const checked = draft.base.flags.vdtEnabled;
  if (checked && typeProblem(vdt, text) !== undefined) {
    throw new Refused(vdt === 'JSON' ? 'GENERIC' : 'INVALID_VALUE', key.entry);
  }
  if (text.includes('\0')) throw new Refused('CONSTRAINT', key.entry);
  return checked ? storedText(vdt, text) : text;
}

/** Inactive rows cannot be seen by a push. Two active rows of one context cannot be told apart. */
function onlyActiveRow(key: KeyInHand, context: string): ValueRow | undefined {
  const rows = activeRows(key, context);
  if (rows.length > 1) throw new Refused('PROP_DUPLICATION', key.entry);
  return rows[0];
}

function activeRows(key: KeyInHand, context: string): ValueRow[] {
  return (key.record.rows.get(context.toLowerCase()) ?? []).filter((row) => row.active);
}

function putRow(key: KeyInHand, { row, next }: { row: ValueRow | undefined; next: ValueRow }): void {
  const id = next.context.toLowerCase();
  const rows = key.record.rows.get(id) ?? [];
  key.record.rows.set(
    id,
    row === undefined ? [...rows, next] : rows.map((one) => (one === row ? next : one)),
  );
}

function deleteValue(key: KeyInHand, context: string): void {
  const row = activeRows(key, context)[0];
  if (row === undefined) return;
  const takesEffect = isAsBefore(key, row);
  if (takesEffect) removeRow(key, row);
  key.draft.wrote({ changed: takesEffect });
  if (key.record.rows.size === 0) removeEmptyKey(key);
}

/**
 * A delete takes effect only on a row that stood there before the push and still has its text: the
 * server writes a row that this push made or changed again after deleting it.
 */
function isAsBefore(key: KeyInHand, row: ValueRow): boolean {
  const stored = key.draft.base.keys.get(key.id)?.rows.get(row.context.toLowerCase());
  return stored?.find((one) => one.serial === row.serial)?.text === row.text;
}

function removeRow(key: KeyInHand, row: ValueRow): void {
  const id = row.context.toLowerCase();
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
