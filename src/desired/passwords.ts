// `passwords:` of the project file: which variable holds the password of which security group. Never the password itself.
import { Passwords } from '../model/passwords.ts';
import { type ContentReader, isShown } from './content.ts';
import type { Fields } from './fields.ts';
import type { Entry } from './tree.ts';

const HINT = 'Write `{ env: NAME_OF_A_VARIABLE }`, and set that variable where the program runs.';

export function readPasswords(fields: Fields, entry: Entry, reader: ContentReader): Passwords {
  const passwords = new Passwords();
  for (const one of fields.mapping(entry.value, '`passwords`')?.entries ?? []) {
    const password = readPassword(fields, one, reader);
    if (password === undefined) continue;
    passwords.variables.set(one.key.text, password.variable);
    if (password.text !== undefined) passwords.set(one.key.text, password.text);
  }
  return passwords;
}

interface Password {
  variable: string;
  /** Absent: not known here. */
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
  const message = 'It is not said where the password of this group comes from.';
  return fields.error({ code: 'missing-field', at: entry.key, message, hint: HINT });
}

/** For a password in the text of a file, wherever one could be written. */
export function refusePassword(fields: Fields, entry: Entry | undefined): undefined {
  if (entry === undefined) return undefined;
  return fields.error({
    code: 'password-in-file',
    at: entry.key,
    message: 'A password does not belong into a file: whoever can read the repository, now or later, has it.',
    hint:
      entry.key.text === 'password'
        ? 'Remove it, and name its variable in confighub.yaml: `passwords: { <group>: { env: … } }`.'
        : HINT,
  });
}
