// Reads why the server rejected a request, from the `ETag` of its answer (behaviour.md, section 5.1).
import { isPlainObject, parseStrictObject, textAt } from '../lib/json.ts';
import { REJECTIONS, type Rejection, shownSentence } from '../semantics/rejections.ts';

/** Codes for a push and a read with an unknown reason, or none. */
export const UNKNOWN_REJECTIONS = { push: 'push-rejected', read: 'read-rejected' } as const;

/** A rejection that may be shown: without values, contents and passwords. */
export interface Reason {
  /** Absent if the reason is unknown. */
  code?: string;
  /** The server's sentence, or a sentence that says that there is none. */
  message: string;
  hint?: string;
  isPassing?: true | undefined;
  /** The key, file and context of the rejected entry, as the header spells them. */
  key?: string | undefined;
  file?: string | undefined;
  context?: string | undefined;
  /** Whether the entry quotes this value; absent if it quotes none. The quoted value itself is not exposed. */
  quotes?: (value: string | null) => boolean;
}

/** More characters than any sentence has. */
const SENTENCE_END = 400;

/**
 * Reads an `ETag` as the server writes it, `"<sentence>; {entry}"` with unescaped inner quotes, and as proxies may
 * change it: weak, escaped, without quotes, cut off.
 */
export function readReason(etag: string | undefined): Reason {
  if (etag === undefined || etag.trim() === '') return { message: 'The server gave no reason.' };
  const text = etag.replace(/^\s*(?:W\/)?["'\\\s]*/, '');
  const entry = entryOf(text);
  // Only known sentences are shown: any other could contain a value.
  const rejection = Object.values<Rejection>(REJECTIONS).find((candidate) =>
    beginsWith(text, shownSentence(candidate)),
  );
  if (rejection === undefined) return { message: 'The server gave an unknown reason.', ...entry };
  const { code, hint, isPassing } = rejection;
  return {
    code,
    message: shownSentence(rejection),
    hint,
    isPassing,
    ...entry,
  };
}

/** Whether a text begins with a complete sentence: spaces may be doubled, and only the entry or quotes may follow. */
function beginsWith(text: string, sentence: string): boolean {
  const head = text.slice(0, SENTENCE_END).replace(/\s+/g, ' ');
  return head.startsWith(sentence) && /^ ?(?:$|[;"'\\])/.test(head.slice(sentence.length));
}

function entryOf(text: string): Omit<Reason, 'message'> {
  const start = text.search(/;\s*\{/);
  if (start === -1) return {};
  const { value, ...names } = readEntry(text.slice(text.indexOf('{', start)));
  if (value === undefined) return names;
  return {
    ...names,
    quotes: (other) =>
      other === null || value === null ? other === value : isQuotedAs(other, value),
  };
}

/**
 * Whether a text, quoted in a header, reads as `quoted` (behaviour.md, section 5.3): as the server writes it, in Latin-1
 * with a space for every other character, or as UTF-8 bytes, as a server behind a gateway may write it. Node.js reads both
 * as Latin-1.
 */
export function isQuotedAs(text: string, quoted: string): boolean {
  return (
    text.replace(/[\u007f\u0100-\uffff]/g, ' ') === quoted ||
    Buffer.from(text, 'utf8').toString('latin1') === quoted
  );
}

/**
 * The entry that a reason quotes. `value` may be a secret: only compare it.
 * @param text the reason from the `{` of the entry
 */
function readEntry(
  text: string,
): Pick<Reason, 'key' | 'file' | 'context'> & { value: string | null | undefined } {
  const json = /^\{\s*\\+"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
  const entry = parseStrictObject(completeObject(json)) ?? {};
  return {
    key: textAt(entry, 'key'),
    file: textAt(entry, 'file'),
    context: textAt(entry, 'context') ?? contextOf(entry.levels),
    value: entry.value === null ? null : textAt(entry, 'value'),
  };
}

/** A string, possibly cut off, or a punctuation mark. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\],]/gs;

/**
 * The object without the text after it. If it is cut off, its complete members without the last one, because the quote
 * that ends the header may look like its own.
 */
function completeObject(json: string): string {
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

/** An access rule names the elements of a context, broadest first, and none for `*` (behaviour.md, section 5.1). */
function contextOf(levels: unknown): string | undefined {
  if (!Array.isArray(levels) || levels.length === 0) return undefined;
  const elements = levels.map((level: unknown) => {
    const name = isPlainObject(level) ? level.n : undefined;
    return typeof name === 'string' ? name : '*';
  });
  return elements.join(';');
}
