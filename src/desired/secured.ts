// Cipher texts in documents, as an export shows them: pushed as they stand, they would be encrypted a second time.
import { opened } from '../model/ciphers.ts';
import type { Report } from '../model/diagnostic.ts';
import type { Passwords } from '../model/passwords.ts';
import type { Place } from '../model/place.ts';
import type { State } from '../model/state.ts';

export function checkCipherTexts(state: State, passwords: Passwords, report: Report): void {
  // Without a password no text can be told from a cipher text.
  if (passwords.all().length === 0) return;
  const check = ({ group, text, ...at }: Secured) => {
    const password = passwords.of(group);
    if (text === null || password === undefined || opened(text, password) === undefined) return;
    report({
      severity: 'error',
      code: 'cipher-text',
      ...cipherText(at.what),
      ...(at.place && { place: at.place }),
    });
  };
  for (const { name, securityGroup: group, values } of state.keys.values()) {
    if (group === undefined) continue;
    for (const { text, place } of values.values())
      check({ group, text, place, what: `The value of ${name}` });
  }
  for (const { path, securityGroup: group, content: text, place } of state.files.values()) {
    if (group !== undefined) check({ group, text, place, what: `The content of ${path}` });
  }
}

interface Secured {
  group: string;
  text: string | null;
  what: string;
  place: Place | undefined;
}

function cipherText(what: string): { message: string; hint: string } {
  return {
    message: `${what} is the cipher text that the server shows, and would be encrypted once more.`,
    hint: 'Declare the clear text, best from the environment: `{ env: … }`.',
  };
}
