// How requests are refused: the messages of the server (behaviour.md, section 5), and the errors that carry them.
import { compactJson, type JsonNode } from '../lib/json.ts';

export const MESSAGES = {
  GENERIC: 'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
  KEY_CREATION: 'Property key creation is disabled by default for API Push requests.  See documentation for options.',
  PUSH_DISABLED: 'Push updates are disabled for specified key.',
  CONTEXT_NOT_SPECIFIED: 'Value context not specified.',
  SCOPE: 'Context items specified are outside of repository context scope.',
  INVALID_TYPE: 'Invalid type specified.',
  ILLEGAL: 'Names may only contain alphanumeric characters or single hyphens, and cannot begin or end with a hyphen.',
  KEY_BLANK: 'Key cannot be blank.',
  BLANK_NAME: 'Name cannot be empty.',
  INVALID_VALUE: 'Value specified is not valid format for key specified Value-Data-Type.',
  FILE_NOT_FOUND: 'Specified file is not found.',
  FILE_DUPLICATION: 'Another file with the same context exists.',
  PROP_DUPLICATION: 'Another value with the same context exists.',
  MISSING_PARAMS: 'Required parameters not specified.',
  KEY_USED: 'This key is used in at least one file, and cannot be deleted.',
  CIRCULAR: 'Circular reference found among files referenced by resolved values of keys defined within the files.',
  GROUP_CONFLICT: 'Group-Member conflict.',
  MISSING_GROUP: 'Security profile specified is no longer available.',
  INVALID_PASSWORD: 'Invalid password specified.',
  DECRYPTION: 'Unable to decrypt specified value with provided password.',
  CONSTRAINT: 'A relationship to another item exists, preventing this transaction.',
  INVALID_TOKEN: 'Invalid API token.',
  EXPIRED_TOKEN: 'API token has expired.',
  INACTIVE_TOKEN: 'API token is not active.',
  NOT_QUALIFIED: 'Specified context not fully qualified.',
  TAG_NOT_FOUND: 'Specified repository tag not found.',
  // Sic: without the closing quote.
  DATE_FORMAT: "Invalid date format.  Expected 'ISO 8601' format: 'YYYY-MM-DDTHH:MM:SSZ",
  NO_PUSH_WITHOUT_TOKEN: 'This repository does not allow API Push without specifying a token',
  NO_PULL_WITHOUT_TOKEN: 'This repository does not allow API Pull without specifying a token',
} as const;
export type MessageName = keyof typeof MESSAGES;

export interface Refusal {
  message: string;
  /** Compact JSON of the entry that caused it. */
  entry?: string;
}

export function refusal(name: MessageName, entry?: JsonNode): Refusal {
  const message = MESSAGES[name];
  return entry === undefined ? { message } : { message, entry: compactJson(entry) };
}

/** Refuses a push. Thrown anywhere in a push, and caught by `push` only: its draft needs no cleaning up. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(name: MessageName, entry?: JsonNode) {
    super(MESSAGES[name]);
    this.refusal = refusal(name, entry);
  }
}

export type ReadFailure =
  | { refused: MessageName }
  /** The text, if any, goes into the ETag of a bare 500. */
  | { crash: string | undefined };

/** Ends a read. Thrown by reads, and caught by `readAnswer` only. */
export class ReadFailed extends Error {
  readonly failure: ReadFailure;
  constructor(failure: ReadFailure) {
    super('refused' in failure ? failure.refused : (failure.crash ?? 'crash'));
    this.failure = failure;
  }
}

export function refuseRead(refused: MessageName): ReadFailed {
  return new ReadFailed({ refused });
}

export function crashRead(text?: string): ReadFailed {
  return new ReadFailed({ crash: text });
}
