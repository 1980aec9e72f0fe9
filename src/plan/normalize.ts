// Prepares states for the diff: decrypts secrets where possible, and completes desired from live.
import { changed } from '../lib/collections.ts';
import { sameJson } from '../lib/strict-json.ts';
import type { PasswordOf } from '../model/secrets.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';
import { isSealOf, looksSealed, opened } from '../semantics/ciphers.ts';
import { storedText } from '../semantics/value-types.ts';

export interface UnsealOptions {
  desired: State;
  passwordOf: PasswordOf;
}

/** Live, decrypted. Text that no known password decrypts is marked unknown: it never equals a declared text. */
export function decrypted(live: State, { desired, passwordOf }: UnsealOptions): State {
  const keys = changed(live.keys, (key, id) => {
    const { securityGroup: group } = key;
    return group === undefined ? key : decryptKey(key, { group, declared: desired.keys.get(id), passwordOf });
  });
  const files = changed(live.files, (file, id) => {
    const { securityGroup: group, unknown } = file;
    if (group === undefined || unknown) return file;
    return decryptFile(file, { group, declared: desired.files.get(id), passwordOf });
  });
  return { keys, files };
}

interface ItemPair<Item> {
  group: string;
  declared: Item | undefined;
  passwordOf: PasswordOf;
}

function decryptKey(key: Key, { group, declared, passwordOf }: ItemPair<Key>): Key {
  const password = passwordOf(group);
  const values = Array.from(key.values, ([id, value]): [string, Value] => {
    const shown = value.text;
    if (shown === null) return [id, value];
    const { text, ...mark } = decryptText(shown, { declared: declared?.values.get(id)?.text, password });
    return [id, { ...value, text, ...mark }];
  });
  return { ...key, values: new Map(values) };
}

function decryptFile(file: FileEntry, { group, declared, passwordOf }: ItemPair<FileEntry>): FileEntry {
  const password = passwordOf(group);
  const { text, ...mark } = decryptText(file.content, { declared: declared?.content, password });
  return { ...file, content: text, ...mark };
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
  const keys = changed(desired.keys, (key, id) => completeKey(key, live.keys.get(id), settings));
  const files = changed(desired.files, (file, id) => completeFile(file, live.files.get(id)));
  return { keys, files };
}

/** A file keeps its security group, as a key does. */
function completeFile(file: FileEntry, live: FileEntry | undefined): FileEntry {
  if (live === undefined) return file;
  const securityGroup = file.securityGroup ?? live.securityGroup;
  return { ...file, context: live.context, ...(securityGroup !== undefined && { securityGroup }) };
}

function completeKey(key: Key, live: Key | undefined, settings: ServerSettings): Key {
  const declared = live !== undefined && !settings.vdtEnabled ? live.vdt : key.vdt;
  const vdt = declared ?? live?.vdt ?? 'Text';
  const readme = key.readme ?? live?.readme;
  const completed: Key = {
    ...key,
    name: live?.name ?? key.name,
    vdt,
    deprecated: key.deprecated ?? live?.deprecated ?? false,
    // A key created with `push: false` could never be changed by a push.
    push: key.push ?? live?.push ?? true,
  };
  const securityGroup = key.securityGroup ?? live?.securityGroup;
  if (readme !== undefined) completed.readme = readme;
  if (securityGroup !== undefined) completed.securityGroup = securityGroup;
  completed.values = changed(key.values, (value, id) => completeValue(value, live?.values.get(id), completed));
  return completed;
}

function completeValue(value: Value, live: Value | undefined, key: Key): Value {
  const context = live?.context ?? value.context;
  const text = key.vdt === undefined ? value.text : storedText(key.vdt, value.text);
  if ((value.native || live?.native) && text !== null && live?.text != null && sameJson(text, live.text)) {
    return { ...value, context, text: live.text };
  }
  return context === value.context && text === value.text ? value : { ...value, context, text };
}
