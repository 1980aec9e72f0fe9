// How a read ends early: refused with a message, or as a crash of the server.
import type { MessageName } from './refusal.ts';

export type ReadFailure =
  | { refused: MessageName }
  /** The text, if any, goes into the ETag of a bare 500. */
  | { crash: string | undefined };

/** Leaves a read from wherever it is; thrown by reads and caught by `readAnswer` alone. */
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
