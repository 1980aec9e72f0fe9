// What the server shows of security groups, opened as far as the passwords reach, so that it can be compared.
import { isSealOf, looksSealed, opened } from '../model/ciphers.ts';
import { changed } from '../model/changed.ts';
import type { PasswordOf } from '../model/passwords.ts';
import type { FileEntry, Key, State, Value } from '../model/state.ts';

export interface UnsealOptions {
  desired: State;
  passwordOf: PasswordOf;
}

/** Live with clear texts. What no known password opens is marked unknown: it is never equal to what is declared. */
export function unsealed(live: State, { desired, passwordOf }: UnsealOptions): State {
  const keys = changed(live.keys, (key, id) => {
    const { securityGroup: group } = key;
    return group === undefined ? key : unsealKey(key, { group, declared: desired.keys.get(id), passwordOf });
  });
  const files = changed(live.files, (file, id) => {
    const { securityGroup: group, unknown } = file;
    if (group === undefined || unknown) return file;
    return unsealFile(file, { group, declared: desired.files.get(id), passwordOf });
  });
  return { keys, files };
}

interface Beside<Item> {
  group: string;
  declared: Item | undefined;
  passwordOf: PasswordOf;
}

function unsealKey(key: Key, { group, declared, passwordOf }: Beside<Key>): Key {
  const password = passwordOf(group);
  const values = Array.from(key.values, ([id, value]): [string, Value] => {
    const shown = value.text;
    if (shown === null) return [id, value];
    const { text, ...mark } = unsealText(shown, { declared: declared?.values.get(id)?.text, password });
    return [id, { ...value, text, ...mark }];
  });
  return { ...key, values: new Map(values) };
}

function unsealFile(file: FileEntry, { group, declared, passwordOf }: Beside<FileEntry>): FileEntry {
  const password = passwordOf(group);
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
