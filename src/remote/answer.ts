// Reads the server's answer to a request: the expected JSON, or an error that explains what is wrong.
import { CommandError } from '../errors.ts';
import { excessOf, MAX_ITEMS } from '../lib/json.ts';
import { withFullStop } from '../lib/text.ts';
import type { MissingRead, ServerRead } from '../model/server-reads.ts';
import type { HttpAnswer } from './http.ts';
import { readReason, UNKNOWN_REJECTIONS } from './rejections.ts';
import { ShapeError } from './wire.ts';

/** Far above the nesting of a value (512), far below the limit of recursion. */
const MAX_DEPTH = 1000;
const EXCESSES = {
  depth: `JSON nested deeper than ${MAX_DEPTH}`,
  items: `JSON with more than ${MAX_ITEMS / 1_000_000} million items`,
};

/** A read that the server does not offer to this client; `reason` is part of a sentence: `status 404`. */
export class ReadNotOffered extends CommandError {
  readonly reason: string;
  /**
   * `rejected`: by the server itself: 406 or 417 with a reason in the `ETag` (behaviour.md, section 1). `elsewhere`: by a
   * redirect to another server, which is not followed.
   */
  readonly kind: 'rejected' | 'elsewhere' | undefined;

  constructor(
    error: ConstructorParameters<typeof CommandError>[0],
    reason: string,
    kind?: ReadNotOffered['kind'],
  ) {
    super(error);
    this.reason = reason;
    this.kind = kind;
  }
}

/** The result of a read, or why it is missing. `elsewhere`: the server redirects to another one. */
export type Offered<Result> =
  | { answer: Result }
  | { missing: MissingRead; elsewhere?: CommandError | undefined };

/** Awaits a read that may not be offered. Rejects with every other error. */
export async function ifOffered<Result>(
  read: ServerRead,
  reading: Promise<Result>,
): Promise<Offered<Result>> {
  try {
    return { answer: await reading };
  } catch (error) {
    if (!(error instanceof ReadNotOffered)) throw error;
    const { reason, kind } = error;
    return {
      missing: { read, reason, isRejected: kind === 'rejected' || undefined },
      elsewhere: kind === 'elsewhere' ? error : undefined,
    };
  }
}

/** The server fails because it cannot show something that it stores (behaviour.md, sections 8 and 11). */
export class ReadCrashed extends CommandError {
  /** A value may not fit its type Map or List. A gateway would send a page. */
  readonly isOfValue: boolean;

  constructor(error: CommandError, { headers: { etag = '' }, body }: HttpAnswer) {
    super(error);
    this.isOfValue = body.length === 0 && /^("?Expected a com\.google\.gson\..*)?$/.test(etag);
  }
}

export interface AnswerReading<Result> {
  url: string;
  read: (json: unknown, text: string) => Result;
}

/** Parses an answer, and passes its JSON to `read`. Throws a {@link CommandError} for anything else. */
export function readJson<Result>(answer: HttpAnswer, what: AnswerReading<Result>): Result {
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
    throw isJson(answer.headers) ? error : new ReadNotOffered(error, 'no JSON');
  }
  try {
    return what.read(json, text);
  } catch (cause) {
    if (!(cause instanceof ShapeError)) throw cause;
    const error = notTheApi(
      what.url,
      `returned JSON of an unexpected shape (${cause.message})`,
      cause,
    );
    throw new ReadNotOffered(error, 'JSON of an unexpected shape');
  }
}

/** With these a server or gateway says that the read does not exist, or is not allowed. */
const NOT_OFFERED: readonly number[] = [401, 403, 404, 405, 410, 501];

function checkAnswer(answer: HttpAnswer, url: string): void {
  const { status, headers } = answer;
  if (status === 406 || status === 417) throw rejected(headers.etag, url);
  if (status === 200 && !isHtml(headers)) return;
  if (status === 200)
    throw new ReadNotOffered(notTheApi(url, 'returned a web page'), 'answered with a web page');
  const error = unexpectedStatus(answer, url);
  if (NOT_OFFERED.includes(status)) throw new ReadNotOffered(error, `status ${status}`);
  if (status >= 300 && status < 400) {
    const other = otherOrigin(headers.location, url);
    if (other === undefined) throw new ReadNotOffered(error, 'a redirect');
    throw new ReadNotOffered(error, `a redirect to ${other}`, 'elsewhere');
  }
  throw status === 500 ? new ReadCrashed(error, answer) : error;
}

/** Where a redirect leads, if it leaves the server. */
function otherOrigin(location: string | undefined, url: string): string | undefined {
  if (location === undefined) return undefined;
  const origin = URL.canParse(location, url) ? new URL(location, url).origin : 'another address';
  return origin === new URL(url).origin ? undefined : origin;
}

/** The error for a status that neither a read nor a push expects. */
export function unexpectedStatus(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  url: string,
): CommandError {
  const page = isHtml(headers) ? ' and a web page' : '';
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const other = otherOrigin(headers.location, url);
    const hint =
      other === undefined
        ? 'Redirects are not followed. Check the base path in `url`, and whether a gateway requires a login.'
        : `Redirects are not followed, so that the token goes nowhere else. If ${other} is the right server, set \`url\` to its address.`;
    const message = `${url} redirects to ${other ?? 'another page of the same server'}.`;
    return new CommandError({ code: 'redirect', message, hint });
  }
  return new CommandError({
    code: 'http-status',
    message: `${url} returned status ${status}${page}.`,
    hint: STATUSES[status] ?? OTHER_STATUS,
  });
}

const OTHER_STATUS = 'Check that `url` points to a configuration repository server.';
const DOWN = 'The server behind the gateway is down or too slow: try again later.';
const STATUSES: Readonly<Record<number, string>> = {
  401: 'A gateway in front of the server requires its own login: ask its administrator how a program can log in.',
  403: 'A gateway or firewall in front of the server denied access: ask its administrator to allow this request.',
  404: 'Check the base path in `url`.',
  407: 'A proxy requires a login: set it in HTTP_PROXY (HTTPS_PROXY for https), from a secret.',
  413: 'A gateway in front of the server rejects requests of this size: raise its limit, or set `batch: 100` in confighub.yaml to send smaller requests, which are no longer atomic together.',
  429: 'Too many requests: wait a few minutes, then run the command again.',
  500: 'The server failed: check its log.',
  502: DOWN,
  503: DOWN,
  504: DOWN,
};

export function notTheApi(url: string, what: string, cause?: unknown): CommandError {
  return new CommandError({
    code: 'unexpected-response',
    message: `${url} ${what}.`,
    hint: 'Check the address and base path in `url`: it must point to a configuration repository server. Check also whether a gateway in front of the server requires a login.',
    cause,
  });
}

function isJson({ 'content-type': type = '' }: HttpAnswer['headers']): boolean {
  return /^application\/json\b/i.test(type);
}

export function isHtml({ 'content-type': type = '' }: HttpAnswer['headers']): boolean {
  return /^text\/html\b/i.test(type);
}

function rejected(etag: string | undefined, url: string): ReadNotOffered {
  const { code = UNKNOWN_REJECTIONS.read, message, hint } = readReason(etag);
  const error = { code, message: `${url} rejected the request: ${withFullStop(message)}`, hint };
  return new ReadNotOffered(error, message.replace(/\.$/, ''), 'rejected');
}
