// Why the server refused: its reason, read from the `ETag`, without the values that it quotes.
import { headerForms } from './header-forms.ts';
import { type QuotedEntry, readEntry } from './quoted-entry.ts';
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
