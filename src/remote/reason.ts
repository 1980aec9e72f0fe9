// Why the server refused: its reason, read from the `ETag`, without the values that it quotes.
import { REFUSALS } from './refusals.ts';

/** A refusal in words that may be shown: never a value, a content or a password. */
export interface Reason {
  /** Its name; absent where the reason is not known. */
  code?: string;
  /** The server's own sentence, or a sentence that says that there is none. */
  message: string;
  hint?: string;
  /** The same push may be taken later: somebody else wrote at the same moment (behaviour.md, section 17). */
  isPassing?: true;
  /** What the refused entry names, as the header spells it. */
  key?: string;
  file?: string;
  context?: string;
  /** Whether the entry quotes just this value; absent where it quotes none. The value itself stays in here. */
  quotes?: (value: string | null) => boolean;
}

/** Longer than any sentence; behind it there is nothing but the entry. */
const SENTENCE_END = 400;

/**
 * Reads an `ETag` as the server writes it, `"<sentence>; {entry}"` with its inner quotes not escaped, and as it may
 * arrive by way of others: weak, escaped, without quotes, cut off.
 */
export function readReason(etag: string | undefined): Reason {
  if (etag === undefined || etag.trim() === '') return { message: 'The server gave no reason.' };
  const text = etag.replace(/^\s*(?:W\/)?["'\\\s]*/, '');
  const entry = entryOf(text);
  // Only sentences of the closed list are shown: any other could hold a value.
  const known = REFUSALS.find(({ sentence }) => beginsWith(text, sentence));
  if (known === undefined) return { message: 'The server gave a reason that is not known.', ...entry };
  const { code, sentence, hint, isPassing } = known;
  return { code, message: sentence, hint, ...(isPassing && { isPassing }), ...entry };
}

/** Whether a sentence stands there whole: blanks may be doubled, and only the entry or quotes may follow. */
function beginsWith(text: string, sentence: string): boolean {
  const head = text.slice(0, SENTENCE_END).replace(/\s+/g, ' ');
  return head.startsWith(sentence) && /^ ?(?:$|[;"'\\])/.test(head.slice(sentence.length));
}

function entryOf(text: string): Omit<Reason, 'message'> {
  const start = text.search(/;\s*\{/);
  if (start === -1) return {};
  const { value, ...names }: QuotedEntry = readEntry(text.slice(text.indexOf('{', start)));
  if (value === undefined) return names;
  return {
    ...names,
    quotes: (other) => (other === null || value === null ? other === value : isQuotedAs(other, value)),
  };
}

/** Whether a text of ours is what the header spells so. */
export function isQuotedAs(text: string, quoted: string): boolean {
  return headerForms(text).includes(quoted);
}

/**
 * How a text comes back in a header, which has one byte for each character (behaviour.md, section 5.3): as the server
 * writes it, Latin-1 with a blank for everything above; and as its UTF-8 bytes, which is how a server
 * behind something else may write it. Both read as Latin-1, as Node does.
 */
function headerForms(text: string): [latin1: string, utf8: string] {
  return [text.replace(/[\u007f\u0100-\uffff]/g, ' '), Buffer.from(text, 'utf8').toString('latin1')];
}

/** The entry that a reason quotes. `value` is for comparing only: it may be a secret. */
interface QuotedEntry {
  key?: string;
  file?: string;
  context?: string;
  value?: string | null;
}

/** @param text begins at the `{` of the entry, and goes to the end of the reason */
function readEntry(text: string): QuotedEntry {
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
