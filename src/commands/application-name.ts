// `Application-Name` as the server can store it: never blank, printable ASCII, at most 255 characters.

const DEFAULT_NAME = 'confighub-sync';
const MAX_LENGTH = 255;

/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Every script is written in Latin letters, as far as the library knows it; what it does not know is left out, emoji
 * among it. Line breaks, other control characters and several blanks become one blank.
 */
export async function applicationName(text: string | undefined): Promise<string> {
  const plain = await inAscii((text ?? '').replace(/[\s\p{Cc}]+/gu, ' '));
  // The library leaves nothing beyond ASCII today; a header with such a character could not be sent at all.
  const name = plain
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .trimEnd();
  return name === '' ? DEFAULT_NAME : name;
}

/**
 * `transliteration` has no dependencies, and a table of 190 KB for every script. Of those like it, one needs 550 KB and
 * leaves no blanks between Chinese words, one knows no Chinese. It is loaded only where a name needs it.
 */
async function inAscii(text: string): Promise<string> {
  if (!/[^\x20-\x7e]/.test(text)) return text;
  const { transliterate } = await import(/* webpackMode: "eager" */ 'transliteration');
  // Wide letters, ligatures and circled digits are letters and digits; accents are part of theirs.
  return transliterate(text.normalize('NFKC'));
}
