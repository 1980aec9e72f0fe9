// [edge] One HTTP request and its answer over node:http(s), bounded in size and time whatever the server sends.
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import type { Route } from './routes.ts';

/** The server puts its reasons, up to whole entries, in a header. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Bytes a second below which nobody waits for the rest: 80 kbit/s is less than any network that carries exports. */
const SLOWEST = 10_000;

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds without a sign of the server after which the request is given up. */
  timeout: number;
  /** The longest body that an answer may have. */
  maxBytes: number;
  /** Aborted: the answer is not waited for any longer. */
  signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A kept connection that the server had closed meanwhile. */
export class StaleConnection extends Error {}

/** Rejects with an error that has a `code`; network-error.ts has the words for each. */
export function exchange(request: HttpRequest, route: Route): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const giveUp = (code: string) => {
      // Destroying alone says nothing while the connection is still being made.
      reject(failure(code));
      outgoing.destroy();
    };
    const collecting = { maxBytes: request.maxBytes, giveUp, onBytes: (count: number) => (received = count) };
    const outgoing = route.send(optionsOf(request, route), (answer) =>
      collect(answer, collecting).then(resolve, reject),
    );
    const stopWatching = watch({
      patience: () => patience(request, received),
      onLate: () => giveUp(received === 0 ? 'TIMEOUT' : 'TOO_SLOW'),
    });
    const onAbort = () => giveUp('LEFT');
    request.signal?.addEventListener('abort', onAbort);
    outgoing.on('close', () => {
      stopWatching();
      request.signal?.removeEventListener('abort', onAbort);
    });
    outgoing.on('timeout', () => giveUp('TIMEOUT'));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      stopWatching();
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection('closed', { cause: error }) : error);
    });
    outgoing.end(request.body);
  });
}

function optionsOf({ method, headers, body = '', timeout }: HttpRequest, route: Route): RequestOptions {
  const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const own = {
    Accept: 'application/json',
    // A compressed answer could be a thousand times as long as what is counted here.
    'Accept-Encoding': 'identity',
  };
  return {
    ...route.options,
    method,
    headers: { ...own, ...headers, ...length, ...route.headers },
    maxHeaderSize: MAX_HEADER_BYTES,
    timeout,
  };
}

/** Milliseconds for a whole answer. The announcement of an apply counts on it that nobody waits longer for a push. */
function patience({ method, timeout }: HttpRequest, received: number): number {
  return method === 'POST' ? timeout : 2 * timeout + (received / SLOWEST) * 1000;
}

interface Watched {
  patience: () => number;
  onLate: () => void;
}

/** A server that sends a byte now and then is never silent: its deadline moves with its bytes. */
function watch({ patience, onLate }: Watched): () => void {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const left = begun + patience() - performance.now();
    if (left <= 0) onLate();
    else timer = setTimeout(look, left);
  };
  look();
  return () => clearTimeout(timer);
}

interface Collecting {
  maxBytes: number;
  giveUp: (code: string) => void;
  onBytes: (count: number) => void;
}

function collect(answer: IncomingMessage, { maxBytes, giveUp, onBytes }: Collecting): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = answer;
  return new Promise((resolve, reject) => {
    const announced = Number(headers['content-length'] ?? 0);
    if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) giveUp('ENCODED');
    if (announced > maxBytes) giveUp('TOO_BIG');
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      onBytes(size);
      if (size > maxBytes) giveUp('TOO_BIG');
      else chunks.push(chunk);
    });
    answer.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }));
    answer.on('aborted', () => reject(failure('TRUNCATED')));
    answer.on('error', reject);
  });
}

/** An error of ours with a `code`, as those of Node have one. */
export function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
