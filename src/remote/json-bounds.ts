// Whether JSON is of a size that may be parsed: counted over its bytes, before anything is made of them.

/** Far above what a value may hold (512), far below what a function that calls itself survives. */
const MAX_DEPTH = 1000;
/** Elements and members. A million values in one repository have fewer; each may cost 200 bytes of memory. */
const MAX_ITEMS = 5_000_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What is wrong with it, as the end of a sentence. What is no JSON is left to the parser. */
export function excessOf(json: Buffer): string | undefined {
  let depth = 0;
  let items = 0;
  let isText = false;
  // By bytes: looking for the next quote would cost a call for each of many short texts.
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) items++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      items++;
      if (++depth > MAX_DEPTH) return `JSON that is nested deeper than ${MAX_DEPTH}`;
    }
  }
  return items > MAX_ITEMS ? `JSON of more than ${MAX_ITEMS / 1_000_000} million items` : undefined;
}
