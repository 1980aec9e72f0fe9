// `Application-Name` as the server can store it: never blank, printable ASCII, at most 255 characters.

const DEFAULT_NAME = 'confighub-sync';
const MAX_LENGTH = 255;

/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Accents are dropped, other characters beyond ASCII become `?`, line breaks and blanks one blank.
 */
export function applicationName(text: string | undefined): string {
  const plain = (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .slice(0, MAX_LENGTH)
    .trim();
  return /[^? ]/.test(plain) ? plain : DEFAULT_NAME;
}
