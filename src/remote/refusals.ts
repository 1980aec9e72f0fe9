// The server's refusals (behaviour.md, section 5.1): a code and advice for each sentence, and reading them from the `ETag`.

export interface Refusal {
  /** The code of the error; the same as that of a guard that predicts the refusal. */
  code: string;
  /** The full sentence, with one blank where the server writes two. */
  sentence: string;
  hint: string;
  /** The push may have lost a race, and may succeed later (behaviour.md, section 17). */
  isPassing?: true;
}

/** In the order of the README. */
export const REFUSALS: readonly Refusal[] = [
  {
    code: 'token-unknown',
    sentence: 'Invalid API token.',
    hint: 'Check CONFIGHUB_TOKEN (input `token`): the server does not know this token.',
  },
  {
    code: 'token-expired',
    sentence: 'API token has expired.',
    hint: "Create a new token in the server's web interface.",
  },
  {
    code: 'token-inactive',
    sentence: 'API token is not active.',
    hint: "Activate the token in the server's web interface, or use another one.",
  },
  {
    code: 'push-needs-token',
    sentence: 'This repository does not allow API Push without specifying a token',
    hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the settings of the repository.',
  },
  {
    code: 'read-needs-token',
    sentence: 'This repository does not allow API Pull without specifying a token',
    hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the settings of the repository.',
  },
  {
    code: 'access-denied',
    sentence: 'You do not have write access for specified context.',
    hint: "The access rules of the token's team forbid this: change them, or use a token of another team.",
  },
  {
    code: 'key-creation-off',
    sentence: 'Property key creation is disabled by default for API Push requests. See documentation for options.',
    hint: 'The key does not exist on the server, or no longer does: plan again.',
  },
  {
    code: 'key-locked',
    sentence: 'Push updates are disabled for specified key.',
    hint: "The key is locked (`push: false`): use a token that may override the lock, or unlock the key in the server's web interface.",
  },
  {
    code: 'key-used',
    sentence: 'This key is used in at least one file, and cannot be deleted.',
    hint: 'Remove the placeholder from the file, or keep the key.',
  },
  {
    code: 'key-blank',
    sentence: 'Key cannot be blank.',
    hint: 'Give the key a name.',
  },
  {
    code: 'name-illegal',
    sentence:
      'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
    hint: 'The name of a key or context element contains characters that the server does not accept: rename it.',
  },
  {
    code: 'context-missing',
    sentence: 'Value context not specified.',
    hint: 'A value has no context: add one.',
  },
  {
    code: 'context-shape',
    sentence: 'Context items specified are outside of repository context scope.',
    hint: 'The number of context elements does not match the repository: write one for each level.',
  },
  {
    code: 'context-shape',
    sentence: 'Invalid type specified.',
    hint: 'A context has more elements than the server accepts: write one for each level.',
  },
  {
    code: 'value-type',
    sentence: 'Value specified is not valid format for key specified Value-Data-Type.',
    hint: 'The value is not valid for the type of its key: correct the value or the `vdt`.',
  },
  {
    code: 'group-conflict',
    sentence: 'Group-Member conflict.',
    hint: 'Two context groups with a common member both have a value: keep one.',
  },
  {
    code: 'duplicate-row',
    sentence: 'Another value with the same context exists.',
    hint: 'The server stores this value twice, and deleting it removes one copy. An apply does this first if it can export the repository.',
  },
  {
    code: 'duplicate-row',
    sentence: 'Another file with the same context exists.',
    hint: 'The server stores this file twice: delete the duplicate in its web interface.',
  },
  {
    code: 'file-path',
    sentence: 'Name cannot be empty.',
    hint: 'The path of a file ends with `/` or is blank: add the file name.',
  },
  {
    code: 'file-new-key',
    sentence: 'Required parameters not specified.',
    hint: 'The file refers to a key that does not exist yet: apply the key first.',
  },
  {
    code: 'file-unknown',
    sentence: 'Specified file is not found.',
    hint: 'A FileRef or FileEmbed value refers to a file that is not in the repository: correct the path.',
  },
  {
    code: 'file-circle',
    sentence: 'Circular reference found among files referenced by resolved values of keys defined within the files.',
    hint: 'A file embeds itself through its keys: break the cycle.',
  },
  {
    code: 'security-group-unknown',
    sentence: 'Security profile specified is no longer available.',
    hint: "The security group does not exist: correct its name, or create the group in the server's web interface.",
  },
  {
    code: 'secret-locked',
    sentence: 'Invalid password specified.',
    hint: 'The password of the security group is wrong, or the token does not have the group of the item.',
  },
  {
    code: 'secret-unreadable',
    sentence: 'Unable to decrypt specified value with provided password.',
    hint: 'The item is encrypted with another password: use a token of its security group.',
  },
  {
    code: 'constraint',
    sentence: 'A relationship to another item exists, preventing this transaction.',
    hint: 'Another client may have changed the repository at the same time: plan again.',
    isPassing: true,
  },
  {
    code: 'server-error',
    sentence: 'We have encountered an error - please try again. If the problem persists please contact support.',
    hint: 'Another client may have changed the repository at the same time: plan again.',
    isPassing: true,
  },
  {
    code: 'push-not-understood',
    sentence:
      'Posted data is not in expected JSON format. Consult the API documentation for formatting specifications.',
    hint: 'The server could not read the push: check that the account and the repository exist.',
  },
  {
    code: 'context-not-full',
    sentence: 'Specified context not fully qualified.',
    hint: 'A read names a context with a wildcard: use one element for each level.',
  },
  {
    code: 'tag-unknown',
    sentence: 'Specified repository tag not found.',
    hint: 'A read names a tag that the repository does not have: correct it.',
  },
  {
    code: 'date-format',
    sentence: "Invalid date format. Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
    hint: 'A read names a time in another format: use the one that the server expects.',
  },
];

/** Codes for a push and a read with an unknown reason, or none. */
export const UNKNOWN_REFUSALS = { push: 'push-refused', read: 'read-refused' } as const;

/** A refusal that may be shown: without values, contents and passwords. */
export interface Reason {
  /** Absent if the reason is unknown. */
  code?: string;
  /** The server's sentence, or a sentence that says that there is none. */
  message: string;
  hint?: string;
  isPassing?: true;
  /** The key, file and context of the refused entry, as the header spells them. */
  key?: string;
  file?: string;
  context?: string;
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
  const known = REFUSALS.find(({ sentence }) => beginsWith(text, sentence));
  if (known === undefined) return { message: 'The server gave an unknown reason.', ...entry };
  const { code, sentence, hint, isPassing } = known;
  return { code, message: sentence, hint, ...(isPassing && { isPassing }), ...entry };
}

/** Whether a text begins with a complete sentence: blanks may be doubled, and only the entry or quotes may follow. */
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

/** Whether a text, quoted in a header, reads as `quoted`. */
export function isQuotedAs(text: string, quoted: string): boolean {
  return headerForms(text).includes(quoted);
}

/**
 * How a text may appear in a header (behaviour.md, section 5.3): as the server writes it, in Latin-1 with a blank for
 * every other character, or as UTF-8 bytes, as a server behind a gateway may write it. Node reads both as Latin-1.
 */
function headerForms(text: string): [latin1: string, utf8: string] {
  return [text.replace(/[\u007f\u0100-\uffff]/g, ' '), Buffer.from(text, 'utf8').toString('latin1')];
}

/** The entry that a reason quotes. `value` may be a secret: only compare it. */
interface QuotedEntry {
  key?: string;
  file?: string;
  context?: string;
  value?: string | null;
}

/** @param text the reason from the `{` of the entry */
function readEntry(text: string): QuotedEntry {
  const json = /^\{\s*\\+"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
  const { key, file, context, value, levels } = parsed(completeObject(json));
  return {
    ...(typeof key === 'string' && { key }),
    ...(typeof file === 'string' && { file }),
    ...(typeof context === 'string' ? { context } : contextOf(levels)),
    ...((typeof value === 'string' || value === null) && { value }),
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

function parsed(json: string): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(json);
    return entry !== null && typeof entry === 'object' ? { ...entry } : {};
  } catch {
    return {};
  }
}

/** An access rule names the elements of a context, broadest first, and none for `*` (behaviour.md, section 5.1). */
function contextOf(levels: unknown): Pick<QuotedEntry, 'context'> {
  if (!Array.isArray(levels) || levels.length === 0) return {};
  const elements = levels.map((level: unknown) => {
    const name = level !== null && typeof level === 'object' && 'n' in level ? level.n : '*';
    return typeof name === 'string' ? name : '*';
  });
  return { context: elements.join(';') };
}
