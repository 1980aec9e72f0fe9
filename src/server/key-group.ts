// Bringing a key under a security group (behaviour.md, 12.1).
import { javaTrim } from '../model/vdt.ts';
import { requiredText } from './body.ts';
import type { KeyInHand } from './key-in-hand.ts';
import { Refused } from './refusal.ts';
import type { ValueRow } from './state.ts';
import { typedText } from './typed-text.ts';

/** The pair is read only when both members are there, and works only when neither is blank. */
export function attachGroup(key: KeyInHand): void {
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
