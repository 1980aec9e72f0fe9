// Requests and answers as values, and answers as JSON text in the server's two layouts.
import { type Json, jsonText } from '../lib/json.ts';
import type { RefusalName } from '../semantics/refusals.ts';
import { type Refusal, refusal } from './refusal.ts';

export interface Request {
  method: string;
  /** As in the request line, with query string. */
  target: string;
  /** A header by its lower-cased name, read as Latin-1 and trimmed. */
  header: (name: string) => string | undefined;
}

export interface HttpAnswer {
  status: number;
  /** With its quotes. */
  etag?: string;
  contentType?: string;
  /** Absent: `Content-Length: 0`, or no such header with 304. */
  body?: string;
  /** For the log: where the answer of the real server is undefined. */
  remark?: string;
  /** Closes the connection. */
  close?: true;
}

/** A reason that does not fit a header is lost. */
export function refuse(status: 304 | 406 | 417, reason: RefusalName | Refusal): HttpAnswer {
  const etag = etagOf(typeof reason === 'string' ? refusal(reason) : reason);
  return etag === undefined ? crashed() : { status, etag };
}

/** How the server answers after an unexpected error. */
export function crashed(): HttpAnswer {
  return { status: 500, close: true };
}

export function json(value: unknown, request: Request): HttpAnswer {
  return jsonAnswer(JSON.stringify(value, null, indentFor(request)));
}

/** For values that contain parsed JSON, whose numbers stay as written. */
export function jsonNode(value: Json, request: Request): HttpAnswer {
  return jsonAnswer(jsonText(value, indentFor(request)));
}

function indentFor(request: Request): string {
  return isTrue(request.header('pretty')) ? '  ' : '';
}

function jsonAnswer(text: string): HttpAnswer {
  return { status: 200, contentType: 'application/json', body: htmlSafe(text) };
}

export function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

/** These characters occur only inside strings of a JSON text, so the whole text can be replaced. */
function htmlSafe(json: string): string {
  return json.replace(
    /[<>&='\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** With its quotes. A longer one does not fit the response header, and the answer is a bare 500. */
const ETAG_MAX_BYTES = 8103;

/** In Latin-1; inner quotes are not escaped. `undefined`: too long. */
export function etagOf({ message, entry }: Refusal): string | undefined {
  const etag = `"${latin1(entry === undefined ? message : `${message}; ${entry}`)}"`;
  return etag.length > ETAG_MAX_BYTES ? undefined : etag;
}

/** Replaces DEL and characters outside Latin-1 with spaces. */
function latin1(text: string): string {
  return text.replace(/[^\u0000-\u007e\u0080-\u00ff]/g, ' ');
}
