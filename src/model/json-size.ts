// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.

/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const [BRACE, OPEN, CLOSE] = [0x20, 0x7b, 0x7d];

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
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at++] as number;
    if (code === QUOTE) at = behindText(bytes, at);
    else if (code === COMMA) items++;
    else if ((code | BRACE) === OPEN) {
      items++;
      if (++depth > most.depth) return 'depth';
    } else if ((code | BRACE) === CLOSE) depth--;
    if (items > maxItems) return 'items';
  }
  return undefined;
}

/** Behind the quote that ends the text. Byte by byte: looking for it would cost a call for each of many short texts. */
function behindText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const code = bytes[at++] as number;
    if (code === QUOTE) break;
    if (code === BACKSLASH) at++;
  }
  return at;
}
