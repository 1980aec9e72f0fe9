// How requests are refused: the errors that carry a refusal to the answer (behaviour.md, section 5).
import { jsonText, type JsonNode } from '../lib/json.ts';
import { REFUSALS, type RefusalName } from '../semantics/refusals.ts';

export interface Refusal {
  message: string;
  /** Compact JSON of the entry that caused it. */
  entry?: string;
}

export function refusal(name: RefusalName, entry?: JsonNode): Refusal {
  const message = REFUSALS[name].sentence;
  return entry === undefined ? { message } : { message, entry: jsonText(entry) };
}

/** Refuses a push. Thrown anywhere in a push, and caught by `push` only: its draft needs no cleaning up. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(name: RefusalName, entry?: JsonNode) {
    super(REFUSALS[name].sentence);
    this.refusal = refusal(name, entry);
  }
}

export type ReadFailure =
  | { refused: RefusalName }
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

export function refuseRead(refused: RefusalName): ReadFailed {
  return new ReadFailed({ refused });
}

export function crashRead(text?: string): ReadFailed {
  return new ReadFailed({ crash: text });
}
