// Prepares states for the diff: decrypts secrets where possible, and completes desired from live.
import { changed } from '../lib/collections.ts';
import { sameJson } from '../lib/json.ts';
import type { PasswordOf } from '../model/secrets.ts';
import { groupOf, type Item, type Row, rowAt, type State, withRows } from '../model/state.ts';
import { isSealOf, looksSealed, opened } from '../semantics/ciphers.ts';
import { storedText } from '../semantics/value-types.ts';

/** Live, decrypted. Text that no known password decrypts is marked unknown: it never equals a declared text. */
export function decrypted(live: State, { desired, passwordOf }: { desired: State; passwordOf: PasswordOf }): State {
  return withRows(live, (row, { id, context, item }) => {
    const group = groupOf(item, row);
    if (group === undefined || row.text === null || (row.unknown && item.kind === 'file')) return row;
    const declared = rowAt(desired, { id, context })?.text;
    return { ...row, ...decryptText(row.text, { declared, password: passwordOf(group) }) };
  });
}

/** A group without a cipher is returned as plain text. Null is never encrypted, so it differs from all texts. */
function decryptText(
  shown: string,
  { declared, password }: { declared: string | null | undefined; password: string | undefined },
): { text: string; unknown?: true } {
  if (shown === declared || declared === null || !looksSealed(shown)) return { text: shown };
  if (password === undefined) return { text: shown, unknown: true };
  // Compare with the declared text first: encryption drops blanks, so decryption may not return the text that was sent.
  if (declared !== undefined && isSealOf(shown, { clear: declared, password })) return { text: declared };
  const text = opened(shown, password);
  return text === undefined ? { text: shown, unknown: true } : { text };
}

export interface ServerSettings {
  /** If false, the type of an existing key never changes (behaviour.md, section 7.3). */
  vdtEnabled: boolean;
  /** If false, items of security groups are stored unencrypted (behaviour.md, section 12.1). */
  securityEnabled?: boolean;
}

/** Desired in the form that the server stores, with undeclared metadata from live or the server's defaults. */
export function complete(desired: State, live: State, settings: ServerSettings): State {
  return {
    items: changed(desired.items, (item, id) => {
      const there = live.items.get(id);
      const completed = item.kind === 'key' ? completeKey(item, there, settings) : item;
      const rows = changed(item.rows, (row, context) => completeRow(row, there?.rows.get(context), completed));
      return completed === item && rows === item.rows ? item : { ...completed, rows };
    }),
  };
}

function completeKey(key: Item, live: Item | undefined, settings: ServerSettings): Item {
  const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
  const readme = key.readme ?? live?.readme;
  const securityGroup = key.securityGroup ?? live?.securityGroup;
  return {
    ...key,
    name: live?.name ?? key.name,
    vdt: declared ?? live?.vdt ?? 'Text',
    deprecated: key.deprecated ?? live?.deprecated ?? false,
    // A key created with `push: false` could never be changed by a push.
    push: key.push ?? live?.push ?? true,
    ...(readme !== undefined && { readme }),
    ...(securityGroup !== undefined && { securityGroup }),
  };
}

/** The row of a file keeps its security group, as a key does. */
function completeRow(row: Row, live: Row | undefined, { kind, vdt }: Item): Row {
  const context = live?.context ?? row.context;
  const text = vdt === undefined ? row.text : storedText(vdt, row.text);
  if ((row.native || live?.native) && text !== null && live?.text != null && sameJson(text, live.text)) {
    return { ...row, context, text: live.text };
  }
  const securityGroup = kind === 'file' ? (row.securityGroup ?? live?.securityGroup) : undefined;
  if (context === row.context && text === row.text && securityGroup === row.securityGroup) return row;
  return { ...row, context, text, ...(securityGroup !== undefined && { securityGroup }) };
}
