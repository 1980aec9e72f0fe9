// Why the server refused: its reason, read from the `ETag`, without the values that it quotes.

/** A refusal in words that may be shown: never a value, a content or a password. */
export interface Reason {
  /** The server's own sentence, or a sentence that says that there is none. */
  message: string;
  hint?: string;
  /** The same push may be taken later: somebody else wrote at the same moment (behaviour.md, section 17). */
  isPassing?: true;
  /** What the refused entry names. */
  key?: string;
  file?: string;
  context?: string;
}

/** Beginnings of the server's sentences (behaviour.md, section 5.1) and what to do about each. */
const ADVICE: readonly (readonly [begins: string, hint: string])[] = [
  ['Invalid API token', 'Check CONFIGHUB_TOKEN (input `token`): the server does not know it.'],
  ['API token has expired', "Make a new token in the server's pages."],
  ['API token is not active', "Activate the token in the server's pages, or use another."],
  [
    'This repository does not allow API P',
    "Give a token (CONFIGHUB_TOKEN, input `token`), or allow token-free access in the repository's settings.",
  ],
  ['Property key creation is disabled', 'The key does not exist on the server (any more): plan again.'],
  [
    'Push updates are disabled',
    "The key is locked (`push: false`): use a token that may force it, or unlock it in the server's pages.",
  ],
  ['Context items specified are outside', 'The number of context elements does not fit the repository.'],
  ['Value specified is not valid format', 'The value does not fit the type of its key.'],
  ['Specified file is not found', 'A FileRef or FileEmbed value names a file that is not in the repository.'],
  [
    'Another value with the same context exists',
    'The server holds this value twice: delete the surplus in its pages.',
  ],
  ['Required parameters not specified', 'The file names a key that does not exist yet: apply the key first.'],
  ['This key is used in at least one file', 'Take the placeholder out of the file, or keep the key.'],
  ['Invalid password specified', 'The item belongs to a security group: a token of that group is needed.'],
  ['You do not have write access', "The access rules of the token's team forbid this."],
  [
    'A relationship to another item exists',
    'Somebody else may have changed the repository just now: plan again.',
  ],
  [
    'Posted data is not in expected JSON',
    'The server could not read the push; the account or the repository may not exist.',
  ],
];

/** Beginnings of the sentences behind which a lost race may be. */
const PASSING = ['A relationship to another item exists', 'We have encountered an error'];

/** Reads an `ETag` as the server writes it: `"<sentence>; {entry}"`, its inner quotes not escaped. */
export function readReason(etag: string | undefined): Reason {
  if (etag === undefined || etag.trim() === '') return { message: 'The server gave no reason.' };
  const inner = etag.replace(/^(?:W\/)?"/, '').replace(/"$/, '');
  const split = inner.indexOf('; {');
  const message = (split === -1 ? inner : inner.slice(0, split)).replace(/\s+/g, ' ').trim();
  const known = ADVICE.find(([begins]) => message.startsWith(begins));
  // A sentence that is not known could hold anything, a value too.
  const shown =
    known === undefined && split === -1 && !isPlainSentence(message)
      ? 'The server gave a reason that is not known.'
      : message;
  return {
    message: shown,
    ...(known && { hint: known[1] }),
    ...(PASSING.some((begins) => message.startsWith(begins)) && { isPassing: true as const }),
    ...(split === -1 ? {} : names(inner.slice(split + 2))),
  };
}

function isPlainSentence(message: string): boolean {
  return message.length <= 200 && !/["{}=]/.test(message);
}

/** Key, file and context of the refused entry; one value entry names no key. */
function names(json: string): Pick<Reason, 'key' | 'file' | 'context'> {
  try {
    const entry: unknown = JSON.parse(json);
    if (entry === null || typeof entry !== 'object') return {};
    const found = Object.entries(entry).filter(
      ([name, value]) => /^(key|file|context)$/.test(name) && typeof value === 'string',
    );
    return Object.fromEntries(found);
  } catch {
    return {};
  }
}
