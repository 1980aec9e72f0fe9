// How deep JSON is nested, found before it is parsed: millions of brackets would take all memory.

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Of what is no JSON it says something, and parsing says the rest. */
export function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (OPENING.has(unit)) depth++;
    else if (CLOSING.has(unit)) depth--;
    if (depth > most) return true;
  }
  return false;
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return json.length;
}
