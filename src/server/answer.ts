// Requests and answers as values: rejections, and JSON text in the server's two layouts (behaviour.md, section 5).
import { type Json, type JsonNode, jsonText } from '../lib/json.ts';
import { escapedUnit } from '../lib/text.ts';
import { REJECTIONS, type RejectionName } from '../semantics/rejections.ts';

export interface ServedRequest {
  method: string;
  /** As in the request line, with query string. */
  target: string;
  /** A header by its lower-cased name, read as Latin-1 and trimmed. */
  header: (name: string) => string | undefined;
}

export interface ServedAnswer {
  status: number;
  /** With its quotes. */
  etag?: string | undefined;
  contentType?: string;
  /** Absent: `Content-Length: 0`, or no such header with 304. */
  body?: string;
  /** For the log: where the answer of the real server is undefined. */
  remark?: string | undefined;
  /** For the log, instead of the status, where that looks like a failure. */
  logged?: string | undefined;
  close?: true;
}

/** Rejects a push or a read. Caught by `push` and `readAnswer` only: the draft of a push needs no cleaning up. */
export class Rejected extends Error {
  /** Compact JSON of the entry that caused it. */
  readonly entry: string | undefined;
  constructor(name: RejectionName, entry?: JsonNode) {
    super(REJECTIONS[name].sentence);
    this.entry = entry === undefined ? undefined : jsonText(entry);
  }
}

export type ReadRejection = Pick<Rejected, 'message' | 'entry'>;

/** Ends a read like an unexpected error of the server. Its message, if any, goes into the ETag. */
export class Crashed extends Error {}

/** A reason that does not fit a header is lost. */
export function reject(status: 304 | 406 | 417, reason: ReadRejection): ServedAnswer {
  const etag = etagOf(reason);
  return etag === undefined ? crashed() : { status, etag };
}

export function crashed(): ServedAnswer {
  return { status: 500, close: true };
}

export function answerOf(value: unknown, request: ServedRequest): ServedAnswer {
  return jsonAnswer(JSON.stringify(value, null, indentFor(request)));
}

/** For values that contain parsed JSON, whose numbers stay as written. */
export function jsonNode(value: Json, request: ServedRequest): ServedAnswer {
  return jsonAnswer(jsonText(value, indentFor(request)));
}

function indentFor(request: ServedRequest): string {
  return isTrue(request.header('pretty')) ? '  ' : '';
}

/** The escaped characters occur only inside strings of a JSON text, so the whole text can be replaced. */
function jsonAnswer(text: string): ServedAnswer {
  const body = text.replace(/[<>&='\u2028\u2029]/g, escapedUnit);
  return { status: 200, contentType: 'application/json', body };
}

export function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

/** With its quotes. A longer one does not fit the response header, and the answer is a bare 500. */
const ETAG_MAX_BYTES = 8103;

/** In Latin-1, with a space for every other character; inner quotes are not escaped. `undefined`: too long. */
export function etagOf({ message, entry }: ReadRejection): string | undefined {
  const reason = entry === undefined ? message : `${message}; ${entry}`;
  const etag = `"${reason.replace(/[^\u0000-\u007e\u0080-\u00ff]/g, ' ')}"`;
  return etag.length > ETAG_MAX_BYTES ? undefined : etag;
}
