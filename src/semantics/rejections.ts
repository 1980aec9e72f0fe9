// The rejections by the server (behaviour.md, section 5.1): a sentence, and the code and advice for it.

export interface Rejection {
  /** The code of the error; the same as that of a guard that predicts the rejection. */
  code: string;
  /** The full sentence, as the server writes it. */
  sentence: string;
  hint: string;
  /** The push may have lost a race, and may succeed later (behaviour.md, section 17). */
  isPassing?: true;
}

/** The client reads by it, and the built-in server writes by it. In the order of the page about them. */
export const REJECTIONS = {
  INVALID_TOKEN: {
    code: 'token-unknown',
    sentence: 'Invalid API token.',
    hint: 'Check CONFIGHUB_TOKEN (input `token`): the server does not know this token.',
  },
  EXPIRED_TOKEN: {
    code: 'token-expired',
    sentence: 'API token has expired.',
    hint: "Create a new token in the server's web interface.",
  },
  INACTIVE_TOKEN: {
    code: 'token-inactive',
    sentence: 'API token is not active.',
    hint: "Activate the token in the server's web interface, or use another one.",
  },
  NO_PUSH_WITHOUT_TOKEN: {
    code: 'push-needs-token',
    sentence: 'This repository does not allow API Push without specifying a token',
    hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the repository settings on the server.',
  },
  NO_PULL_WITHOUT_TOKEN: {
    code: 'read-needs-token',
    sentence: 'This repository does not allow API Pull without specifying a token',
    hint: 'Provide a token (CONFIGHUB_TOKEN, input `token`), or allow access without one in the repository settings on the server.',
  },
  ACCESS_DENIED: {
    code: 'access-denied',
    sentence: 'You do not have write access for specified context.',
    hint: "The access rules of the token's team forbid this: change them, or use a token of another team.",
  },
  KEY_CREATION: {
    code: 'key-creation-off',
    sentence:
      'Property key creation is disabled by default for API Push requests.  See documentation for options.',
    hint: 'The key does not exist on the server, or no longer does: plan again.',
  },
  PUSH_DISABLED: {
    code: 'key-locked',
    sentence: 'Push updates are disabled for specified key.',
    hint: "The key is locked (`push: false`): use a token that may override the lock, or unlock the key in the server's web interface.",
  },
  KEY_USED: {
    code: 'key-used',
    sentence: 'This key is used in at least one file, and cannot be deleted.',
    hint: 'Remove the placeholder from the file, or keep the key.',
  },
  KEY_NAME_EMPTY: {
    code: 'key-name-empty',
    sentence: 'Key cannot be blank.',
    hint: 'Give the key a name.',
  },
  ILLEGAL: {
    code: 'name-illegal',
    sentence:
      'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
    hint: 'The name of a key or context element contains characters that the server does not accept: rename it.',
  },
  CONTEXT_NOT_SPECIFIED: {
    code: 'context-missing',
    sentence: 'Value context not specified.',
    hint: 'A value has no context: add one.',
  },
  SCOPE: {
    code: 'context-shape',
    sentence: 'Context items specified are outside of repository context scope.',
    hint: 'The number of context elements does not match the repository: write one for each level.',
  },
  INVALID_TYPE: {
    code: 'context-shape',
    sentence: 'Invalid type specified.',
    hint: 'A context has more elements than the server accepts: write one for each level.',
  },
  INVALID_VALUE: {
    code: 'value-type',
    sentence: 'Value specified is not valid format for key specified Value-Data-Type.',
    hint: 'The value is not valid for the type of its key: correct the value, or the type (`vdt`).',
  },
  GROUP_CONFLICT: {
    code: 'group-conflict',
    sentence: 'Group-Member conflict.',
    hint: 'Two context groups with a common member both have a value: keep one.',
  },
  PROP_DUPLICATION: {
    code: 'duplicate-row',
    sentence: 'Another value with the same context exists.',
    hint: 'The server stores this value twice, and deleting it removes only one copy. An apply does this first if it can export the repository.',
  },
  FILE_DUPLICATION: {
    code: 'duplicate-row',
    sentence: 'Another file with the same context exists.',
    hint: 'The server stores this file twice: delete the duplicate in its web interface.',
  },
  EMPTY_NAME: {
    code: 'file-path',
    sentence: 'Name cannot be empty.',
    hint: 'The path of a file ends with `/` or is empty: add the file name.',
  },
  MISSING_PARAMS: {
    code: 'file-new-key',
    sentence: 'Required parameters not specified.',
    hint: 'The file refers to a key that does not exist yet: apply the key first.',
  },
  FILE_NOT_FOUND: {
    code: 'file-unknown',
    sentence: 'Specified file is not found.',
    hint: 'A FileRef or FileEmbed value refers to a file that is not in the repository: correct the path.',
  },
  CIRCULAR: {
    code: 'file-cycle',
    sentence:
      'Circular reference found among files referenced by resolved values of keys defined within the files.',
    hint: 'A file embeds itself through its keys: break the cycle.',
  },
  MISSING_GROUP: {
    code: 'security-group-unknown',
    sentence: 'Security profile specified is no longer available.',
    hint: "The security group does not exist: correct its name, or create the group in the server's web interface.",
  },
  INVALID_PASSWORD: {
    code: 'secret-locked',
    sentence: 'Invalid password specified.',
    hint: 'The password of the security group is wrong, or the token does not carry the security group of the item.',
  },
  DECRYPTION: {
    code: 'secret-unreadable',
    sentence: 'Unable to decrypt specified value with provided password.',
    hint: 'The item is encrypted with another password: use a token of its security group.',
  },
  CONSTRAINT: {
    code: 'constraint',
    sentence: 'A relationship to another item exists, preventing this transaction.',
    hint: 'Another client may have changed the repository at the same time: plan again.',
    isPassing: true,
  },
  SERVER_ERROR: {
    code: 'server-error',
    sentence:
      'We have encountered an error - please try again. If the problem persists please contact support.',
    hint: 'Another client may have changed the repository at the same time: plan again.',
    isPassing: true,
  },
  GENERIC: {
    code: 'push-not-understood',
    sentence:
      'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
    hint: 'The server could not read the push: check that the account and the repository exist.',
  },
  NOT_QUALIFIED: {
    code: 'context-not-full',
    sentence: 'Specified context not fully qualified.',
    hint: 'The request names a context with a wildcard: use one element for each level.',
  },
  TAG_NOT_FOUND: {
    code: 'tag-unknown',
    sentence: 'Specified repository tag not found.',
    hint: 'confighub-sync never sends a tag, so this is a bug. Please report it.',
  },
  // Sic: without the closing quote.
  DATE_FORMAT: {
    code: 'date-format',
    sentence: "Invalid date format.  Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
    hint: 'confighub-sync never sends a time, so this is a bug. Please report it.',
  },
} as const satisfies Record<string, Rejection>;
export type RejectionName = keyof typeof REJECTIONS;

/** The sentence as it is shown, and as a proxy may shorten it: with one space where the server writes two. */
export function shownSentence({ sentence }: Pick<Rejection, 'sentence'>): string {
  return sentence.replace(/ {2,}/g, ' ');
}
