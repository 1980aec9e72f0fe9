// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.

/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [1, 2, 3, 4, 5];
/** What each byte is; most are nothing, and one look tells. */
const KINDS = new Uint8Array(256);
for (const [kind, characters] of Object.entries({
  [QUOTE]: '"',
  [BACKSLASH]: '\\',
  [COMMA]: ',',
  [OPEN]: '[{',
  [CLOSE]: ']}',
})) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = Number(kind);
}

/**
 * What there is too much of. Of what is no JSON, all that a parser reads before it stops is counted.
 *
 * @param json text, or the same in UTF-8, of which nothing is copied
 */
export function excessOf(
  json: string | Uint8Array,
  most: { depth: number; items?: number },
): 'depth' | 'items' | undefined {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  const { items: maxItems = MAX_ITEMS } = most;
  let depth = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; at++) {
    const kind = KINDS[bytes[at] as number];
    if (kind === 0) continue;
    if (kind === QUOTE) at = endOfText(bytes, at + 1);
    else if (kind === COMMA) items++;
    else if (kind === CLOSE) depth--;
    else if (kind === OPEN) {
      items++;
      if (++depth > most.depth) return 'depth';
    }
    if (items > maxItems) return 'items';
  }
  return undefined;
}

/** Where the quote stands that ends the text. Byte by byte: looking for it would cost a call for each of many short texts. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const kind = KINDS[bytes[at] as number];
    if (kind === QUOTE) return at;
    if (kind === BACKSLASH) at++;
  }
  return bytes.length;
}
