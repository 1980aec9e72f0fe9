// Reads the passwords of security groups: the variables that have them. A password in a file is refused.
import type { Passwords } from '../model/secrets.ts';
import { type ContentReader, isShown } from './content.ts';
import type { Fields } from './fields.ts';
import type { Entry } from './syntax-tree.ts';

const HINT = 'Use `{ env: NAME_OF_A_VARIABLE }`, and set that variable where the program runs.';

/** Adds them to those that are known. */
export function readPasswords(
  fields: Fields,
  entry: Entry,
  { reader, passwords }: { reader: ContentReader; passwords: Passwords },
): void {
  for (const one of fields.mapping(entry.value, '`passwords`')?.entries ?? []) {
    const password = readPassword(fields, one, reader);
    if (password === undefined) continue;
    passwords.variables.set(one.key.text, password.variable);
    if (password.text !== undefined) passwords.set(one.key.text, password.text);
  }
}

interface Password {
  variable: string;
  /** Absent if unknown here. */
  text?: string;
}

function readPassword(fields: Fields, entry: Entry, reader: ContentReader): Password | undefined {
  if (entry.value.kind !== 'mapping') return refusePassword(fields, entry);
  const { env } = fields.known(entry.value, ['env'], 'A password');
  if (env !== undefined) {
    const content = reader.password(fields, env);
    const name = env.value.kind === 'scalar' ? env.value.text : '';
    const variable = isShown(name) ? name : '…';
    return content && { variable, ...(content.text !== null && { text: content.text }) };
  }
  if (entry.value.entries.length > 0) return undefined;
  const message = 'The password of this group has no source.';
  return fields.error({ code: 'missing-field', at: entry.key, message, hint: HINT });
}

/** Reports a password written in a file. */
export function refusePassword(fields: Fields, entry: Entry | undefined): undefined {
  if (entry === undefined) return undefined;
  return fields.error({
    code: 'password-in-file',
    at: entry.key,
    message: 'Passwords must not be stored in files: anyone who can read the repository could see them.',
    hint:
      entry.key.text === 'password'
        ? 'Remove it and name its variable in confighub.yaml: `passwords: { <group>: { env: … } }`.'
        : HINT,
  });
}
