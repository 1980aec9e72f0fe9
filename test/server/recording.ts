// Recorded exchanges with a real server: how they are written, and how answers are compared.
import type { RepositorySettings } from '../../src/server/settings.ts';
import type { Received, SentRequest } from '../helpers/server.ts';

export interface Step {
  note?: string;
  /** What was done manually in the server's own pages just then. */
  before?: string;
  newRevisions?: number;
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: unknown;
    bodyText?: string;
    bodyIsBytes?: boolean;
  };
  response: {
    status: number;
    etag: string | null;
    etagTruncatedInRecording?: boolean;
    etagLength?: number;
    contentType: string | null;
    body: unknown;
    bodyText?: string;
  };
}

export interface Recording {
  about: string;
  setup: RepositorySettings;
  steps: Step[];
}

export function requestOf(step: Step, token: (name: string) => string): SentRequest {
  const { method, path, headers, body, bodyText, bodyIsBytes } = step.request;
  const expand = (text: string) =>
    expanded(text).replace(/\$\{token:([^}]+)\}/g, (_, name: string) => token(name));
  const text = bodyText ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method,
    path,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, bytesOf(expand(value))]),
    ),
    ...(text === undefined
      ? {}
      : { body: Buffer.from(expand(text), bodyIsBytes ? 'latin1' : 'utf8') }),
  };
}

/** Headers are recorded as text, and were sent as its UTF-8 bytes. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

export function expanded(text: string): string {
  return text
    .replace(/\$\{now\}/g, () => new Date().toISOString())
    .replace(/\$\{repeat:(.+?):(\d+)\}/g, (_, unit: string, count: string) =>
      unit.repeat(Number(count)),
    );
}

/** What the comparison looks at, of the recorded answer and of the one received. */
export interface Comparable {
  status: number;
  etag: string | null;
  contentType: string | null;
  body: unknown;
}

export function expectedOf({ response }: Step): Comparable {
  const { status, contentType } = response;
  if (isPage(response.body)) return { status, contentType, etag: null, body: 'page' };
  const etag = response.etag === null ? null : expanded(response.etag);
  const body = response.bodyText ?? normalized(JSON.parse(expanded(JSON.stringify(response.body))));
  return { status, contentType, etag, body };
}

export function receivedOf(received: Received, { response }: Step): Comparable {
  const { status, contentType, body } = received;
  const etag = comparableEtag(received.etag, response);
  if (isPage(response.body))
    return { status, contentType, etag: null, body: body === '' ? null : 'page' };
  if (response.bodyText !== undefined) return { status, contentType, etag, body };
  return { status, contentType, etag, body: body === '' ? null : normalized(parsed(body)) };
}

/** Of some only the beginning and the length are recorded. */
function comparableEtag(
  etag: string | null,
  { etagTruncatedInRecording, ...recorded }: Step['response'],
) {
  if (!etagTruncatedInRecording || etag === null || recorded.etag === null) return etag;
  return etag.length === recorded.etagLength ? etag.slice(0, recorded.etag.length) : etag;
}

/** What can be compared with a server that keeps context elements, in the spelling of their first use, for ever. */
export function withoutElements(answer: Comparable): Comparable {
  return { ...answer, body: normalized(lowerContexts(answer.body)) };
}

function lowerContexts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'context' ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((element) => lowerContexts(element, name));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([member]) => member !== 'contextElements');
  return Object.fromEntries(members.map(([member, one]) => [member, lowerContexts(one, member)]));
}

function isPage(body: unknown): boolean {
  return typeof body === 'string' && body.startsWith('<html page of ');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const TIMES = new Set(['generatedOn', 'created', 'date', 'repoDate', 'ts']);
const UNORDERED = new Set(['data', 'values', 'files', 'tags', 'contextElements', '']);

/** Times starred, members sorted, arrays without order sorted. */
function normalized(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => normalized(element, UNORDERED.has(name) ? '?' : name));
    return UNORDERED.has(name) ? elements.sort(byText) : elements;
  }
  if (typeof value !== 'object' || value === null) return TIMES.has(name) ? '*' : value;
  const inner = (member: string) => (name === 'contextElements' ? name : member);
  const members = Object.entries(value).map(([member, one]) => [
    member,
    normalized(one, inner(member)),
  ]);
  return Object.fromEntries(members.sort(byText));
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
