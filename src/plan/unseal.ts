// What the server shows of security groups, opened as far as the passwords reach, so that it can be compared.
import { isSealOf, looksSealed, opened } from '../model/ciphers.ts';
import type { PasswordOf } from '../model/passwords.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';

export interface UnsealOptions {
  desired: State;
  passwordOf: PasswordOf;
}

/** Live with clear texts. What no known password opens is marked unknown: it is never equal to what is declared. */
export function unsealed(live: State, { desired, passwordOf }: UnsealOptions): State {
  const keys = Array.from(live.keys, ([id, key]) => {
    return [id, unsealKey(key, { declared: desired.keys.get(id), passwordOf })] as const;
  });
  const files = Array.from(live.files, ([id, file]) => {
    return [id, unsealFile(file, { declared: desired.files.get(id), passwordOf })] as const;
  });
  return { keys: new Map(keys), files: new Map(files) };
}

interface Beside<Item> {
  declared: Item | undefined;
  passwordOf: PasswordOf;
}

function unsealKey(key: Key, { declared, passwordOf }: Beside<Key>): Key {
  if (key.securityGroup === undefined) return key;
  const password = passwordOf(key.securityGroup);
  const values = Array.from(key.values, ([id, value]): [string, Value] => {
    const shown = value.text;
    if (shown === null) return [id, value];
    const { text, ...mark } = unsealText(shown, { declared: declared?.values.get(id)?.text, password });
    return [id, { ...value, text, ...mark }];
  });
  return { ...key, values: new Map(values) };
}

function unsealFile(file: FileEntry, { declared, passwordOf }: Beside<FileEntry>): FileEntry {
  if (file.securityGroup === undefined || file.unknown) return file;
  const password = passwordOf(file.securityGroup);
  const { text, ...mark } = unsealText(file.content, { declared: declared?.content, password });
  return { ...file, content: text, ...mark };
}

/** A group may have no cipher: then the server shows the clear text. Null is never encrypted, so it differs from all texts. */
function unsealText(
  shown: string,
  { declared, password }: { declared: string | null | undefined; password: string | undefined },
): { text: string; unknown?: true } {
  if (shown === declared || declared === null || !looksSealed(shown)) return { text: shown };
  if (password === undefined) return { text: shown, unknown: true };
  // First what is declared: encrypting loses blanks, so the opened text need not be the one that was sent.
  if (declared !== undefined && isSealOf(shown, { clear: declared, password })) return { text: declared };
  const text = opened(shown, password);
  return text === undefined ? { text: shown, unknown: true } : { text };
}
