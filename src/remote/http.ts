// [edge] HTTP requests to the server: limited in size and time, and repeated where that is safe.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { CommandError } from '../errors.ts';
import { codeOf } from '../lib/system.ts';
import { withCommas } from '../lib/text.ts';
import { timed } from '../lib/trace.ts';
import { type ConnectionRoute, Routes, type Transport } from './connections.ts';

/** The server explains a rejection in a header that quotes whole entries. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Bytes per second below which a response is given up: 80 kbit/s. */
const SLOWEST = 10_000;

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds without a byte from the server after which the request is given up. */
  timeout: number;
  /** The maximum length of the response body. */
  maxBytes: number;
  /** Aborts waiting for the answer. */
  signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request. Rejects with an error that has a `code`, which {@link networkError} explains. */
function exchange(request: HttpRequest, route: ConnectionRoute): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const progress = { begun: performance.now(), received: 0 };
    const giveUp = (code: string) => {
      // Destroying a request that is still connecting raises no error.
      reject(failure(code));
      outgoing.destroy();
    };
    let isAnswered = false;
    const outgoing = route.send(optionsOf(request, route), (answer) => {
      isAnswered = true;
      collect(answer, { maxBytes: request.maxBytes, progress, giveUp }).then(resolve, reject);
    });
    const stopWatching = watch(request, { progress, giveUp });
    const onAbort = () => giveUp('LEFT');
    request.signal?.addEventListener('abort', onAbort);
    outgoing.on('close', () => {
      stopWatching();
      request.signal?.removeEventListener('abort', onAbort);
      if (!isAnswered) reject(failure('ECONNRESET'));
    });
    // Without a listener, Node.js closes the connection, and tells nobody.
    outgoing.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
      socket.destroy();
      resolve({ status, headers, body: Buffer.alloc(0) });
    });
    outgoing.on('timeout', () => giveUp('TIMEOUT'));
    outgoing.on('error', (error) => {
      stopWatching();
      reject(error);
    });
    outgoing.end(request.body);
  });
}

function optionsOf(
  { method, headers, body = '', timeout }: HttpRequest,
  route: ConnectionRoute,
): RequestOptions {
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const always = {
    Accept: 'application/json',
    // The limits count compressed bytes.
    'Accept-Encoding': 'identity',
  };
  return {
    ...route.options,
    method,
    headers: { ...always, ...headers, ...length, ...route.headers },
    maxHeaderSize: MAX_HEADER_BYTES,
    timeout,
  };
}

interface ReadLimits {
  progress: { readonly begun: number; received: number };
  giveUp: (code: string) => void;
}

/** Gives up on a server that sends a byte now and then: the deadline moves with the bytes received. */
function watch({ method, timeout }: HttpRequest, { progress, giveUp }: ReadLimits): () => void {
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    // The record of an apply relies on the limit of a push.
    const limit = method === 'POST' ? timeout : 2 * timeout + (progress.received / SLOWEST) * 1000;
    const left = progress.begun + limit - performance.now();
    if (left <= 0) giveUp(progress.received === 0 ? 'TIMEOUT' : 'TOO_SLOW');
    else timer = setTimeout(check, left);
  };
  check();
  return () => clearTimeout(timer);
}

function collect(
  answer: IncomingMessage,
  { maxBytes, progress, giveUp }: ReadLimits & Pick<HttpRequest, 'maxBytes'>,
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = answer;
  return new Promise((resolve, reject) => {
    const announced = Number(headers['content-length'] ?? 0);
    if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) giveUp('ENCODED');
    if (announced > maxBytes) giveUp('TOO_BIG');
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => {
      progress.received += chunk.length;
      if (progress.received > maxBytes) giveUp('TOO_BIG');
      else chunks.push(chunk);
    });
    answer.on('end', () => {
      resolve({ status, headers, body: Buffer.concat(chunks) });
      // The request is kept until its answer was read: a large one would be held twice.
      chunks.length = 0;
    });
    answer.on('aborted', () => reject(failure('TRUNCATED')));
    answer.on('close', () => reject(failure('TRUNCATED')));
    answer.on('error', reject);
  });
}

/** An error with a `code`, like those of Node.js. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const NO_SERVER = 'Check that `url` points to a configuration repository server.';
const RESTARTED = 'Try again: a proxy or the server may have restarted.';
const SET_CA =
  'Pass the CA certificate with --ca-file (input `ca-file`) or NODE_EXTRA_CA_CERTS. Verification cannot be turned off.';
const URL_GIVEN = '`url` (in confighub.yaml, CONFIGHUB_URL, --url, or the input `url`)';

/** Codes of {@link exchange}, which mean nothing to a person. */
const OWN_CODES = ['TIMEOUT', 'LEFT', 'TOO_SLOW', 'TRUNCATED', 'TOO_BIG', 'ENCODED'];

/** By the code of Node.js, or of {@link exchange}: what the server did, and what to do. The first that matches counts. */
const FAILURES: readonly (readonly [code: RegExp, message: string, hint: string])[] = [
  [
    /^ECONNREFUSED$/,
    'refused the connection',
    `Check that the server is running, and the host and port in ${URL_GIVEN}.`,
  ],
  [/^ENOTFOUND$/, 'has an unknown host name', `Check the host in ${URL_GIVEN}.`],
  [
    /^EAI_AGAIN$/,
    'could not be resolved',
    'Check the network and the host in `url`, then try again.',
  ],
  [
    /^E(?:HOST|NET)UNREACH$/,
    'cannot be reached',
    'Check the network, a VPN, or the host in `url`.',
  ],
  [
    /^ETIMEDOUT$/,
    'did not accept the connection in time',
    'Check the network and the port in `url`, then try again.',
  ],
  [/^TIMEOUT$/, 'did not answer in time', 'Try again, or allow more time with --timeout.'],
  [/^LEFT$/, 'had not answered when the request was cancelled', 'Try again.'],
  [/^TOO_SLOW$/, 'sent its response too slowly', 'Try again, or allow more time with --timeout.'],
  [/^(?:ECONNRESET|EPIPE)$/, 'closed the connection before answering', RESTARTED],
  [/^TRUNCATED$/, 'closed the connection before the end of its response', RESTARTED],
  [/^TOO_BIG$/, 'sent more than {limit} MiB', NO_SERVER],
  [
    /^ENCODED$/,
    'sent a compressed response, which was not requested',
    'Configure the gateway in front of the server to pass `Accept-Encoding: identity` on unchanged.',
  ],
  [/^HPE_HEADER_OVERFLOW$/, 'sent headers that are too large', NO_SERVER],
  [
    /ALERT_.*CERT|ALERT_UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE/,
    'rejected the TLS handshake; it may require a client certificate that it trusts',
    'Pass one with --client-cert and --client-key (inputs `client-cert`, `client-key`).',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH|^HPE_|EPROTO/,
    'did not answer with valid HTTP',
    'Check the port and the protocol (http or https) in `url`.',
  ],
  [
    /ALTNAME/,
    'has a certificate for another host name',
    'Check the host in `url`: write it as in the certificate. Otherwise the server needs a certificate for this name.',
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    'has a certificate that is not valid at this time',
    'Check the clock of this machine. If it is right, the server needs a new certificate.',
  ],
  [/CERT|TLS|SSL|SELF_SIGNED|ISSUER|VERIFY/, 'has a certificate that cannot be verified', SET_CA],
];
const OTHER = ['', 'cannot be reached', 'Check `url` and the network.'] as const;

/** Errors while connecting: to the proxy, if there is one. */
const CONNECTING = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
];
/** Nothing of the request was sent. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'PROXY'];

interface Failed extends Pick<HttpRequest, 'method' | 'maxBytes'> {
  url: URL;
  /** Host and port of the proxy, without its login. */
  proxy: string | undefined;
}

function networkError(error: unknown, request: Failed): CommandError {
  if (error instanceof CommandError) return error;
  const { code, status } = causeOf(error);
  const isOfPush = request.method === 'POST' && !UNSENT.includes(code);
  const isLate = code === 'TIMEOUT' || code === 'TOO_SLOW' || code === 'LEFT';
  return new CommandError({
    code: isOfPush ? (isLate ? 'push-timeout' : 'push-unknown') : 'server-unreachable',
    ...(status === undefined ? describe(code, request) : describeProxy(status, request)),
    cause: error,
  });
}

/** `status`: of a proxy that refused to connect; hpagent has it only in its message. */
function causeOf(error: unknown): { code: string; status?: string } {
  if (!(error instanceof Error)) return { code: '' };
  const [, status] = /^Bad response: (\d+)$/.exec(error.message) ?? [];
  if (status !== undefined) return { code: 'PROXY', status };
  if (error.message === 'Proxy timeout') return { code: 'TIMEOUT' };
  const code = codeOf(error) ?? '';
  // The reason of a TLS alert is only in the message.
  const [alert] = /alert (?:[a-z]+ ?)+/.exec(error.message) ?? [];
  if (code !== 'EPROTO' || alert === undefined) return { code };
  return { code: alert.trim().replaceAll(' ', '_').toUpperCase() };
}

function describe(
  code: string,
  { url, proxy, maxBytes }: Failed,
): { message: string; hint: string } {
  const [, what, hint] = FAILURES.find(([pattern]) => pattern.test(code)) ?? OTHER;
  const shown = code === '' ? 'no code' : code;
  const end = OWN_CODES.includes(code) ? '.' : ` (${shown}).`;
  if (proxy !== undefined && CONNECTING.includes(code))
    return { message: `The proxy ${proxy} ${what} (${shown}).`, hint: CHECK_PROXY };
  const by = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  const problem = what.replace('{limit}', String(Math.ceil(maxBytes / 1024 / 1024)));
  return { message: `${url.origin}${by} ${problem}${end}`, hint: isExample(url) ? SET_URL : hint };
}

/** Such as the address that `init` writes: the domain is reserved for examples, and has no server. */
function isExample({ hostname }: URL): boolean {
  return /(?:^|\.)example\.(?:com|net|org)$/.test(hostname);
}

const SET_URL = `This is an example address, such as the one that \`init\` writes. Set the address of your server as ${URL_GIVEN}.`;

const CHECK_PROXY =
  'Check HTTPS_PROXY (HTTP_PROXY for http), or add the host of the server to NO_PROXY if it needs no proxy.';

function describeProxy(status: string, { url, proxy }: Failed): { message: string; hint: string } {
  if (status !== '407')
    return {
      message: `The proxy ${proxy} refused to connect to ${url.host}: status ${status}.`,
      hint: CHECK_PROXY,
    };
  return {
    message: `The proxy ${proxy} requires a login, or rejected the given one.`,
    hint: 'Set it in HTTPS_PROXY, from a secret: http://<user>:<password>@<host>:<port>.',
  };
}

/** Milliseconds before the second and the third attempt of a read. */
const PAUSES = [250, 1000];
/** Too many requests, or a gateway without a server behind it. Other failures of the server are permanent. */
const PASSING_STATUS = [429, 502, 503, 504];
/** A server or a proxy that restarts, or a kept connection that it closed. A timeout is not repeated. */
const PASSING_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'TRUNCATED', 'EAI_AGAIN'];

export interface HttpOptions extends Transport {
  /** Waits between attempts. Absent: no read is repeated. */
  pause?: (milliseconds: number) => Promise<void>;
  clock?: () => Date;
}

/** Keeps connections open between the reads of a command; `close` lets the process end. */
export class Http {
  readonly #routes: Routes;
  readonly #pause: HttpOptions['pause'];
  readonly #clock: () => Date;
  /** Milliseconds by which the server's clock is ahead, as its answers say. */
  #ahead: number | undefined;
  #isClosed = false;
  #avoidsCaches = false;

  constructor({ pause, clock = () => new Date(), ...transport }: HttpOptions = {}) {
    this.#routes = new Routes(transport);
    this.#pause = pause;
    this.#clock = clock;
  }

  /** The time by the clock of the server, which all its clients share; as long as it has not told it, that of this machine. */
  now(): Date {
    return new Date(this.#clock().getTime() + (this.#ahead ?? 0));
  }

  /** From now on each read is asked for as nobody has asked before: the server ignores a query (behaviour.md, section 1). */
  avoidCaches(): void {
    this.#avoidsCaches = true;
  }

  /** Redirects are not followed, so that a token is sent only to the configured address. A push is sent once. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const url = new URL(request.url);
    try {
      return await (request.method === 'POST'
        ? this.#once(request, url)
        : this.#untilAnswered(request, url));
    } catch (error) {
      throw networkError(error, { ...request, url, proxy: this.#routes.proxyOf(url)?.host });
    }
  }

  async #untilAnswered(request: HttpRequest, url: URL): Promise<HttpAnswer> {
    for (const milliseconds of this.#pause === undefined ? [] : PAUSES) {
      const answer = await this.#once(request, url).catch((error: unknown) => {
        if (!PASSING_CODES.includes(codeOf(error) ?? '')) throw error;
      });
      if (answer !== undefined && !PASSING_STATUS.includes(answer.status)) return answer;
      await this.#pause?.(milliseconds);
      if (this.#isClosed) throw failure('LEFT');
    }
    return this.#once(request, url);
  }

  /** A push gets its own connection: a kept one that the server closes would leave its outcome unknown. */
  async #once(request: HttpRequest, url: URL): Promise<HttpAnswer> {
    const { method } = request;
    const end = timed(`${method} ${request.url}`);
    const isPast = method === 'GET' && this.#avoidsCaches;
    if (isPast) url.search = `fresh=${randomUUID()}`;
    const headers = { ...request.headers, ...(isPast && { 'Cache-Control': 'no-cache' }) };
    try {
      const answer = await exchange(
        { ...request, headers },
        this.#routes.to(url, { isKept: method === 'GET' }),
      );
      end(
        () =>
          `${method} ${request.url}: status ${answer.status}, ${withCommas(answer.body.length)} bytes`,
      );
      this.#hear(answer);
      return answer;
    } catch (error) {
      end(() => `${method} ${request.url}: ${causeOf(error).code || 'failed'}`);
      throw error;
    }
  }

  /** Of several answers the latest time counts: one from a cache tells an earlier one. */
  #hear({ status, headers }: HttpAnswer): void {
    const told = Date.parse(headers.date ?? '');
    if (status !== 200 || Number.isNaN(told)) return;
    const ahead = told - this.#clock().getTime();
    this.#ahead = Math.max(this.#ahead ?? ahead, ahead);
  }

  close(): void {
    this.#isClosed = true;
    this.#routes.close();
  }
}
