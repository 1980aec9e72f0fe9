// The entry that a reason quotes: what it names, also where its JSON is escaped once more or cut off.

/** `value` is for comparing only: it may be a secret. */
export interface QuotedEntry {
  key?: string;
  file?: string;
  context?: string;
  value?: string | null;
}

/** @param text begins at the `{` of the entry, and goes to the end of the reason */
export function readEntry(text: string): QuotedEntry {
  const json = /^\{\s*\\+"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
  const { key, file, context, value, levels } = parsed(whole(json));
  return {
    ...(typeof key === 'string' && { key }),
    ...(typeof file === 'string' && { file }),
    ...(typeof context === 'string' ? { context } : contextOf(levels)),
    ...((typeof value === 'string' || value === null) && { value }),
  };
}

/** A whole text, or all that is left of one that is cut off; or a mark. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],]/gs;

/**
 * The object without what follows it. Of one that is cut off, the members that are whole: of the last one nobody
 * can say, because the quote that ends the header may look like its own.
 */
function whole(json: string): string {
  let depth = 0;
  let end = 1;
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (token === ',' && depth === 1) end = index;
    if (depth === 0) return json.slice(0, index + 1);
  }
  return `${json.slice(0, end)}}`;
}

function parsed(json: string): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(json);
    return entry !== null && typeof entry === 'object' ? { ...entry } : {};
  } catch {
    return {};
  }
}

/** An access rule names no context but its elements, broad first, and none for `*` (behaviour.md, section 5.1). */
function contextOf(levels: unknown): Pick<QuotedEntry, 'context'> {
  if (!Array.isArray(levels) || levels.length === 0) return {};
  const elements = levels.map((level: unknown) => {
    const name = level !== null && typeof level === 'object' && 'n' in level ? level.n : '*';
    return typeof name === 'string' ? name : '*';
  });
  return { context: elements.join(';') };
}
