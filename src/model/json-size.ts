// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

/** What there is too much of. Of what is no JSON, all that a parser reads before it stops is counted. */
export function excessOf(
  json: string,
  most: { depth: number; items?: number },
): 'depth' | 'items' | undefined {
  const { items: maxItems = MAX_ITEMS } = most;
  let depth = 0;
  let items = 0;
  let isText = false;
  // Unit by unit: looking for the next quote would cost a call for each of many short texts.
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (isText) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isText = false;
    } else if (unit === QUOTE) isText = true;
    else if (unit === COMMA) items++;
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      items++;
      if (++depth > most.depth) return 'depth';
    }
    if (items > maxItems) return 'items';
  }
  return undefined;
}
