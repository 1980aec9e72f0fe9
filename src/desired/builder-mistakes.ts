// What can be wrong between two declarations, or with the name of one, as it is said to people.
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Place } from '../model/place.ts';
import type { Key } from '../model/state.ts';

interface Both {
  place: Place | undefined;
  related: Place | undefined;
}

export function badName(name: string, place: Place): Diagnostic {
  const why =
    name.trim() === ''
      ? 'is blank'
      : name.length > 120
        ? 'is longer than 120 characters'
        : 'has other characters';
  return {
    severity: 'error',
    code: 'key-name',
    message: `The server does not take \`${name.length > 130 ? `${name.slice(0, 60)}…` : name}\` as the name of a key: it ${why}.`,
    hint: 'Letters, digits and [ ] ( ) * - . _ +, at most 120 characters.',
    place,
  };
}

export function keyCase(name: string, { place, known }: { place: Place; known: Key }): Diagnostic {
  return {
    severity: 'error',
    code: 'key-case',
    message: `\`${name}\` and \`${known.name}\` are one key to the server, which compares without case.`,
    hint: 'Write it in one way.',
    ...placed({ place, related: known.place }),
  };
}

export function twice(code: 'duplicate-value' | 'duplicate-file', what: string, both: Both): Diagnostic {
  const message = `A second declaration of ${what}.`;
  return { severity: 'error', code, message, hint: 'Keep one of the two.', ...placed(both) };
}

export function conflict(message: string, both: Both): Diagnostic {
  return { severity: 'error', code: 'conflict', message, hint: 'Keep one of the two.', ...placed(both) };
}

function placed({ place, related }: Both): Pick<Diagnostic, 'place' | 'related'> {
  return { ...(place && { place }), ...(related && { related }) };
}
