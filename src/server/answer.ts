// Answers as JSON text, with numbers as they were written and in the server's two layouts.
import { type JsonNode, JsonNumber } from '../lib/json.ts';
import { type MessageName, type Refusal, refusal } from './refusal.ts';

export type Json =
  | null
  | boolean
  | number
  | string
  | JsonNode
  | readonly Json[]
  | ReadonlyMap<string, Json>
  | { readonly [name: string]: Json };

/** As `JSON.stringify` with this indent, numbers of a parsed text unchanged. */
function jsonText(value: Json, indent: number): string {
  return written(value, indent === 0 ? { colon: ':', step: '', line: '' } : layout(indent));
}

interface Layout {
  colon: string;
  step: string;
  /** Line break and indent of the element that is written; empty: all in one line. */
  line: string;
}

function layout(indent: number): Layout {
  return { colon: ': ', step: ' '.repeat(indent), line: '\n' };
}

function written(value: Json, at: Layout): string {
  if (value instanceof JsonNumber) return value.literal;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = { ...at, line: at.line + at.step };
  if (isList(value)) return enclosed('[]', { parts: value.map((one) => written(one, inner)), at, inner });
  const members: [string, Json][] = Symbol.iterator in value ? [...value] : Object.entries(value);
  const parts = members.map(([name, one]) => JSON.stringify(name) + at.colon + written(one, inner));
  return enclosed('{}', { parts, at, inner });
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

function enclosed(
  brackets: '[]' | '{}',
  { parts, at, inner }: { parts: readonly string[]; at: Layout; inner: Layout },
): string {
  if (parts.length === 0) return brackets;
  return brackets[0] + inner.line + parts.join(`,${inner.line}`) + at.line + brackets[1];
}

// What the server answers, as a value: the HTTP adapter only writes it down.

export interface Request {
  method: string;
  /** With query string, as it stands in the request line. */
  target: string;
  /** A header by its lower-cased name, read as Latin-1 and trimmed. */
  header: (name: string) => string | undefined;
}

export interface HttpAnswer {
  status: number;
  /** With its quotes. */
  etag?: string;
  contentType?: string;
  /** Absent: `Content-Length: 0`, or none at all with 304. */
  body?: string;
  /** For the log: what the real server might have answered otherwise. */
  remark?: string;
  /** The connection ends with this answer. */
  close?: true;
}

/** Statuses with which the endpoints refuse. */
export type RefusalStatus = 304 | 406 | 417;

/** A reason that is too long for a header is lost. */
export function refuse(status: RefusalStatus, reason: MessageName | Refusal): HttpAnswer {
  const etag = etagOf(typeof reason === 'string' ? refusal(reason) : reason);
  return etag === undefined ? crashed() : { status, etag };
}

/** The server's way out of whatever it did not expect. */
export function crashed(): HttpAnswer {
  return { status: 500, close: true };
}

export function json(value: unknown, request: Request): HttpAnswer {
  return jsonAnswer(JSON.stringify(value, null, indentFor(request)));
}

/** For what holds parsed JSON: its numbers stay as they were written. */
export function jsonNode(value: Json, request: Request): HttpAnswer {
  return jsonAnswer(jsonText(value, indentFor(request)));
}

function indentFor(request: Request): number {
  return isTrue(request.header('pretty')) ? 2 : 0;
}

function jsonAnswer(text: string): HttpAnswer {
  return { status: 200, contentType: 'application/json', body: htmlSafe(text) };
}

export function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

/** These characters can stand only inside the strings of a JSON text, so the text may be replaced as a whole. */
function htmlSafe(json: string): string {
  return json.replace(
    /[<>&='\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

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
