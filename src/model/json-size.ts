// How deep JSON is nested and how many items it has, found before it is parsed: both could take all memory.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Elements and members. What people keep in one repository has fewer; each may cost 200 bytes of memory. */
export const MAX_ITEMS = 5_000_000;

/** Of what is no JSON it says something: all that a parser reads before it stops is counted. */
export function exceeds(json: string, most: { depth: number; items?: number }): boolean {
  const { items: maxItems = MAX_ITEMS } = most;
  let depth = 0;
  let items = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === COMMA) items++;
    else if (OPENING.has(unit)) {
      depth++;
      items++;
    } else if (CLOSING.has(unit)) depth--;
    if (depth > most.depth || items > maxItems) return true;
  }
  return false;
}

/** The quote that closes a text: one with an even number of backslashes in front. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return json.length;
}
