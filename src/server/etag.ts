// The ETag in which the server gives its reasons (behaviour.md, 5.2 to 5.4).
import type { Refusal } from './refusal.ts';

/** With its quotes; a longer one does not fit the response header, and the answer is a bare 500. */
const ETAG_MAX_BYTES = 8103;

/** One character per byte; inner quotes are not escaped. `undefined`: too long to be sent. */
export function etagOf({ message, entry }: Refusal): string | undefined {
  const etag = `"${latin1(entry === undefined ? message : `${message}; ${entry}`)}"`;
  return etag.length > ETAG_MAX_BYTES ? undefined : etag;
}

/** What Latin-1 cannot say, and DEL, becomes a blank. */
function latin1(text: string): string {
  return text.replace(/[^\u0000-\u007e\u0080-\u00ff]/g, ' ');
}
