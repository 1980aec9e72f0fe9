// Reads the server's answer to a read: the expected JSON, or an error that explains what is wrong.
import { CommandError } from '../errors.ts';
import { excessOf, MAX_ITEMS } from '../lib/json.ts';
import { withFullStop } from '../lib/text.ts';
import type { MissingRead, ServerRead } from '../model/server-reads.ts';
import { readReason, UNKNOWN_REFUSALS } from './refusals.ts';
import { ShapeError } from './wire.ts';

/** Far above the nesting of a value (512), far below the limit of recursion. */
const MAX_DEPTH = 1000;
const EXCESSES = {
  depth: `JSON nested deeper than ${MAX_DEPTH}`,
  items: `JSON with more than ${MAX_ITEMS / 1_000_000} million items`,
};

export interface ServerAnswer {
  status: number;
  headers: { readonly [name: string]: string | string[] | undefined };
  body: Buffer;
}

/** A read that the server does not offer to this client; `reason` is part of a sentence: `status 404`. */
export class ReadNotOffered extends CommandError {
  readonly reason: string;

  constructor(options: ConstructorParameters<typeof CommandError>[0] & { reason: string }) {
    super(options);
    this.reason = options.reason;
  }
}

/** The server's own refusal of a read: 406 or 417 with a reason in the `ETag` (behaviour.md, section 1). */
export class ReadRefused extends ReadNotOffered {}

/** A redirect to another server, which is not followed. */
class ReadRedirected extends ReadNotOffered {}

/** The result of a read, or why it is missing. `elsewhere`: the server redirects to another one. */
export type Offered<Result> = { answer: Result } | { missing: MissingRead; elsewhere?: CommandError };

/** Awaits a read that may not be offered. Rejects with every other error. */
export async function ifOffered<Result>(read: ServerRead, reading: Promise<Result>): Promise<Offered<Result>> {
  try {
    return { answer: await reading };
  } catch (error) {
    if (!(error instanceof ReadNotOffered)) throw error;
    const { code, message, hint } = error;
    const elsewhere = error instanceof ReadRedirected && { elsewhere: new CommandError({ code, message, hint }) };
    const isRefused = error instanceof ReadRefused && { isRefused: true as const };
    return { missing: { read, reason: error.reason, ...isRefused }, ...elsewhere };
  }
}

/** The server fails because it cannot show something that it stores (behaviour.md, sections 8 and 11). */
export class ReadCrashed extends CommandError {
  /** A value may not fit its type Map or List. A gateway would send a page. */
  readonly isOfValue: boolean;

  constructor({ code, message, hint }: CommandError, { headers: { etag }, body }: ServerAnswer) {
    super({ code, message, hint });
    this.isOfValue = body.length === 0 && /^("?Expected a com\.google\.gson\..*)?$/.test(String(etag ?? ''));
  }
}

export interface Reading<Result> {
  url: string;
  read: (json: unknown, text: string) => Result;
}

/** Parses an answer, and passes its JSON to `read`. Throws a {@link CommandError} for anything else. */
export function readJson<Result>(answer: ServerAnswer, what: Reading<Result>): Result {
  checkAnswer(answer, what.url);
  const text = answer.body.toString('utf8');
  const excess = excessOf(answer.body, MAX_DEPTH);
  if (excess !== undefined) throw notTheApi(what.url, `returned ${EXCESSES[excess]}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const error = notTheApi(what.url, 'returned something other than JSON', cause);
    // An answer labelled as JSON was corrupted on the way: that does not mean that the read is missing.
    throw isJson(answer.headers) ? error : notOffered(error, 'no JSON');
  }
  try {
    return what.read(json, text);
  } catch (cause) {
    if (!(cause instanceof ShapeError)) throw cause;
    const error = notTheApi(what.url, `returned JSON of an unexpected shape (${cause.message})`, cause);
    throw notOffered(error, 'JSON of an unexpected shape');
  }
}

/** With these a server or gateway says that the read does not exist, or is not allowed. */
const NOT_OFFERED: readonly number[] = [401, 403, 404, 405, 410, 501];

function checkAnswer({ status, headers, body }: ServerAnswer, url: string): void {
  if (status === 406 || status === 417) throw refused(headers.etag, url);
  if (status === 200 && isHtml(headers))
    throw notOffered(notTheApi(url, 'returned a web page'), 'answered with a web page');
  if (status === 200) return;
  const error = unexpectedStatus({ status, headers, body }, url);
  if (NOT_OFFERED.includes(status)) throw notOffered(error, `status ${status}`);
  if (status >= 300 && status < 400) throw redirected(error, { location: headers.location, url });
  if (status !== 500) throw error;
  throw new ReadCrashed(error, { status, headers, body });
}

function notOffered({ code, message, hint, cause }: CommandError, reason: string): ReadNotOffered {
  return new ReadNotOffered({ code, message, hint, cause, reason });
}

function redirected(
  error: CommandError,
  { location, url }: { location: string | string[] | undefined; url: string },
): ReadNotOffered {
  const target = originOf(String(location), url);
  if (location === undefined || target === new URL(url).origin) return notOffered(error, 'a redirect');
  const { code, message, hint } = error;
  return new ReadRedirected({ code, message, hint, reason: `a redirect to ${target}` });
}

/** The error for a status that neither a read nor a push expects. */
export function unexpectedStatus({ status, headers }: ServerAnswer, url: string): CommandError {
  const page = isHtml(headers) ? ' and a web page' : '';
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const origin = originOf(String(headers.location), url);
    const isSame = origin === new URL(url).origin;
    const to = isSame ? 'another page of the same server' : origin;
    const hint = isSame
      ? 'Redirects are not followed. Check the base path in `url`, and whether a gateway requires a login.'
      : `Redirects are not followed, so that the token goes nowhere else. If ${origin} is the right server, set \`url\` to its address.`;
    return new CommandError({ code: 'redirect', message: `${url} redirects to ${to}.`, hint });
  }
  const [, , hint] = STATUSES.find(([from, to]) => status >= from && status <= to) ?? [0, 0, OTHER_STATUS];
  return new CommandError({
    code: 'http-status',
    message: `${url} returned status ${status}${page}.`,
    hint,
  });
}

const OTHER_STATUS = 'Check that `url` points to a configuration repository server.';
const STATUSES: readonly (readonly [from: number, to: number, hint: string])[] = [
  [401, 401, 'A gateway in front of the server requires its own login: ask its administrator how a program passes it.'],
  [
    403,
    403,
    'A gateway or firewall in front of the server denied access: ask its administrator to allow this request.',
  ],
  [404, 404, 'Check the base path in `url`.'],
  [407, 407, 'A proxy requires a login: set it in HTTP_PROXY (HTTPS_PROXY for https), from a secret.'],
  [
    413,
    413,
    'A gateway in front of the server rejects requests of this size: raise its limit, or set `batch: 100` in confighub.yaml to send smaller requests.',
  ],
  [429, 429, 'Too many requests: wait a few minutes, then run the command again.'],
  [500, 500, 'The server failed: check its log.'],
  [502, 504, 'The server behind the gateway is down or too slow: try again later.'],
];

export function notTheApi(url: string, what: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'not-the-api',
    message: `${url} ${what}.`,
    hint: 'Check the address and base path in `url`: it must point to a configuration repository server. Check also whether a gateway in front of the server requires a login.',
    cause,
  });
}

function isJson(headers: ServerAnswer['headers']): boolean {
  return /^application\/json\b/i.test(String(headers['content-type'] ?? ''));
}

export function isHtml(headers: ServerAnswer['headers']): boolean {
  return /^text\/html\b/i.test(String(headers['content-type'] ?? ''));
}

function refused(etag: string | string[] | undefined, url: string): ReadRefused {
  const { code = UNKNOWN_REFUSALS.read, message, hint } = readReason(Array.isArray(etag) ? etag[0] : etag);
  const reason = message.replace(/\.$/, '');
  return new ReadRefused({ code, message: `${url} refused the request: ${withFullStop(message)}`, hint, reason });
}

function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : 'another address';
}
