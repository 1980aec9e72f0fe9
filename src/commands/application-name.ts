// The header `Application-Name` of a push, as the server can store it: printable ASCII, never blank.

const DEFAULT_NAME = 'confighub-sync';
const MAX_NAME_LENGTH = 255;

/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Other scripts are transliterated; unknown characters such as emoji are removed. Control characters and repeated spaces
 * become one space.
 */
export async function applicationName(text: string | undefined): Promise<string> {
  const plain = await inAscii((text ?? '').replace(/[\s\p{Cc}]+/gu, ' '));
  // A safeguard: a header with characters beyond ASCII could not be sent.
  const name = plain
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trimEnd();
  return name === '' ? DEFAULT_NAME : name;
}

/** Loads `transliteration` (190 KB) only if needed. Alternatives are larger or do not support Chinese. */
async function inAscii(text: string): Promise<string> {
  if (!/[^\x20-\x7e]/.test(text)) return text;
  const { transliterate } = await import(/* webpackMode: "eager" */ 'transliteration');
  // NFKC turns wide letters, ligatures and circled digits into plain ones.
  return transliterate(text.normalize('NFKC'));
}
