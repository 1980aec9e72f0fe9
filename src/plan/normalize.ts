// Prepares states for the diff: decrypts secrets where possible, completes desired from live, and keeps what is not known here.
import { mapItems, withMembers } from '../lib/collections.ts';
import { sameJson } from '../lib/json.ts';
import { type PasswordOf, type Passwords, shownVariable } from '../model/secrets.ts';
import {
  groupOf,
  type Item,
  type Row,
  rowAt,
  type State,
  type Vdt,
  withRows,
} from '../model/state.ts';
import { isSealOf, looksSealed, opened } from '../semantics/ciphers.ts';
import { javaTrim, storedText } from '../semantics/value-types.ts';
import type { PlanInput, ServerSettings } from './input.ts';

/**
 * Live, decrypted. Text that no known password decrypts is marked unknown: it never equals a declared text.
 * @param source.isPulled the texts of a group that the token carries are decrypted already
 */
export function decrypted(
  live: State,
  source: { desired: State; passwordOf: PasswordOf; isPulled?: boolean },
): State {
  const { desired, passwordOf, isPulled } = source;
  return withRows(live, (row, { id, context, item }) => {
    const group = groupOf(item, row);
    if (group === undefined || row.text === null || (row.unknown && item.kind === 'file'))
      return row;
    const declared = rowAt(desired, { id, context })?.text;
    // Encryption drops spaces. Pulls do not show whether the group has a cipher; if not, this may hide a difference.
    if (isPulled && row.text === '' && declared != null && javaTrim(declared) === '')
      return { ...row, text: declared };
    return { ...row, ...decryptText(row.text, declared, passwordOf(group)) };
  });
}

/** A group without a cipher is returned as plain text. Null is never encrypted, so it differs from all texts. */
function decryptText(
  shown: string,
  declared?: string | null,
  password?: string,
): Pick<Row, 'text' | 'unknown'> {
  if (shown === declared || declared === null || !looksSealed(shown)) return { text: shown };
  if (password === undefined) return { text: shown, unknown: true };
  // Compare with the declared text first: encryption drops spaces, so decryption may not return the text that was sent.
  if (declared !== undefined && isSealOf(shown, { clear: declared, password }))
    return { text: declared };
  const text = opened(shown, password);
  return text === undefined ? { text: shown, unknown: true } : { text };
}

/** Desired in the form that the server stores, with undeclared metadata from live or the server's defaults. */
export function complete(desired: State, live: State, settings: ServerSettings): State {
  return {
    items: mapItems(desired.items, (item, id) => {
      const liveItem = live.items.get(id);
      const completed = item.kind === 'key' ? completeKey(item, liveItem, settings) : item;
      const rows = mapItems(item.rows, (row, context) =>
        completeRow(row, liveItem?.rows.get(context), completed),
      );
      return rows === item.rows ? completed : { ...completed, rows };
    }),
  };
}

function completeKey(key: Item, live: Item | undefined, settings: ServerSettings): Item {
  const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
  const readme = key.readme ?? live?.readme;
  const securityGroup = key.securityGroup ?? live?.securityGroup;
  return withMembers(key, {
    name: live?.name ?? key.name,
    vdt: declared ?? live?.vdt ?? 'Text',
    deprecated: key.deprecated ?? live?.deprecated ?? false,
    // A key created with `push: false` could never be changed by a push.
    push: key.push ?? live?.push ?? true,
    readme,
    securityGroup,
  });
}

/** The state with the texts of keys as the server stores them under other types than those that the state declares. */
export function storedAs(state: State, types: ReadonlyMap<string, Vdt>, live: State): State {
  if (types.size === 0) return state;
  return withRows(state, (row, { id, context, item }) => {
    const vdt = types.get(id);
    if (vdt === undefined) return row;
    const text = item.vdt === undefined ? row.text : storedText(item.vdt, row.text);
    return completeRow({ ...row, text }, rowAt(live, { id, context }), { ...item, vdt });
  });
}

/** The row of a file keeps its security group, as a key does. */
function completeRow(row: Row, live: Row | undefined, { kind, vdt }: Item): Row {
  const context = live?.context ?? row.context;
  const text = vdt === undefined ? row.text : storedText(vdt, row.text);
  if (live && (row.native || live.native) && sameJson(text, live.text))
    return { ...row, context, text: live.text };
  const securityGroup = kind === 'file' ? (row.securityGroup ?? live?.securityGroup) : undefined;
  if (context === row.context && text === row.text && securityGroup === row.securityGroup)
    return row;
  return { ...row, context, text, securityGroup };
}

// Variables that are not set where a plan is made: what the server has for them cannot be compared, so it stays.

/**
 * What cannot be compared stays as it is on the server, and a password that is not set counts as known. The variables are
 * in the order of the files, named as in messages.
 */
export function withoutUnset(
  input: PlanInput,
  { state, passwords }: { state: State; passwords: Passwords },
): PlanInput {
  const isClosed = (group = '') =>
    passwords.variables.has(group) && passwords.of(group) === undefined;
  const unset = new Set<string>();
  for (const { rows } of state.items.values()) {
    for (const row of rows.values()) {
      const variable = unsetOf(row);
      if (variable !== undefined) unset.add(variable);
    }
  }
  for (const [group, name] of passwords.variables)
    if (isClosed(group)) unset.add(shownVariable(name));
  if (unset.size === 0) return input;
  const passwordOf = (group: string) => (isClosed(group) ? 'not set' : passwords.of(group));
  return {
    ...input,
    unset: [...unset],
    secrets: { ...input.secrets, passwordOf },
    desired: keptIn(input, isClosed),
  };
}

/** The variable that keeps a text from being known here; `undefined`: none. */
export function unsetOf({
  unknown,
  variable,
}: {
  unknown?: true | undefined;
  variable?: string | undefined;
}): string | undefined {
  return unknown && variable !== undefined ? shownVariable(variable) : undefined;
}

function keptIn({ desired, live }: PlanInput, isClosed: (group?: string) => boolean): State {
  return withRows(desired, (row, { id, context, item }) => {
    const [other, liveRow] = [live.items.get(id), rowAt(live, { id, context })];
    if (liveRow === undefined || row.absent) return row;
    const group = groupOf(item, row) ?? (other && groupOf(other, liveRow));
    return unsetOf(row) !== undefined || isClosed(group) ? { ...row, kept: true } : row;
  });
}
