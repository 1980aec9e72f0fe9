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

const TOKEN_HINT =
  "Give a token (CONFIGHUB_TOKEN, input `token`), or allow token-free access in the repository's settings.";

/** The server's sentences (behaviour.md, section 5.1), whole, and what to do about each. */
const SENTENCES: readonly (readonly [sentence: string, hint?: string])[] = [
  ['Invalid API token.', 'Check CONFIGHUB_TOKEN (input `token`): the server does not know it.'],
  ['API token has expired.', "Make a new token in the server's pages."],
  ['API token is not active.', "Activate the token in the server's pages, or use another."],
  ['This repository does not allow API Push without specifying a token', TOKEN_HINT],
  ['This repository does not allow API Pull without specifying a token', TOKEN_HINT],
  [
    'Property key creation is disabled by default for API Push requests. See documentation for options.',
    'The key does not exist on the server (any more): plan again.',
  ],
  [
    'Push updates are disabled for specified key.',
    "The key is locked (`push: false`): use a token that may force it, or unlock it in the server's pages.",
  ],
  ['Value context not specified.'],
  [
    'Context items specified are outside of repository context scope.',
    'The number of context elements does not fit the repository.',
  ],
  ['Invalid type specified.', 'A context has more elements than the server takes.'],
  [
    'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
    'A name has characters that the server does not take.',
  ],
  ['Key cannot be blank.'],
  ['Name cannot be empty.'],
  [
    'Value specified is not valid format for key specified Value-Data-Type.',
    'The value does not fit the type of its key.',
  ],
  [
    'Specified file is not found.',
    'A FileRef or FileEmbed value names a file that is not in the repository.',
  ],
  [
    'Another file with the same context exists.',
    'The server holds this file twice: delete the surplus in its pages.',
  ],
  [
    'Another value with the same context exists.',
    'The server holds this value twice: delete the surplus in its pages.',
  ],
  [
    'Required parameters not specified.',
    'The file names a key that does not exist yet: apply the key first.',
  ],
  [
    'This key is used in at least one file, and cannot be deleted.',
    'Take the placeholder out of the file, or keep the key.',
  ],
  [
    'Circular reference found among files referenced by resolved values of keys defined within the files.',
    'A file embeds itself by way of its keys: break the circle.',
  ],
  ['Group-Member conflict.', 'Two context groups that share a member both have a value: keep one.'],
  ['Security profile specified is no longer available.', 'There is no security group of that name.'],
  [
    'Invalid password specified.',
    'The password of the security group is wrong, or the item needs a token that carries its group.',
  ],
  [
    'Unable to decrypt specified value with provided password.',
    'The item belongs to a security group: a token of that group is needed.',
  ],
  [
    'You do not have write access for specified context.',
    "The access rules of the token's team forbid this.",
  ],
  [
    'A relationship to another item exists, preventing this transaction.',
    'Somebody else may have changed the repository just now: plan again.',
  ],
  [
    'We have encountered an error - please try again. If the problem persists please contact support.',
    'Somebody else may have changed the repository just now: plan again.',
  ],
  [
    'Posted data is not in expected JSON format. Consult the API documentation for formatting specifications.',
    'The server could not read the push; the account or the repository may not exist.',
  ],
  ['Specified context not fully qualified.'],
  ['Specified repository tag not found.'],
];

/** The sentences behind which a lost race may be. */
const PASSING = /^(A relationship to another item exists|We have encountered an error)/;

/** Reads an `ETag` as the server writes it: `"<sentence>; {entry}"`, its inner quotes not escaped. */
export function readReason(etag: string | undefined): Reason {
  if (etag === undefined || etag.trim() === '') return { message: 'The server gave no reason.' };
  const inner = etag.replace(/^(?:W\/)?"/, '').replace(/"$/, '');
  const split = inner.indexOf('; {');
  const message = (split === -1 ? inner : inner.slice(0, split)).replace(/\s+/g, ' ').trim();
  // Only sentences of the closed list are shown: any other could hold a value.
  const [known, hint] = SENTENCES.find(([sentence]) => sentence === message) ?? [];
  return {
    message: known ?? 'The server gave a reason that is not known.',
    ...(hint !== undefined && { hint }),
    ...(known !== undefined && PASSING.test(known) && { isPassing: true as const }),
    ...(split === -1 ? {} : names(inner.slice(split + 2))),
  };
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
