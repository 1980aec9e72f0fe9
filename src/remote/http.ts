// [edge] One HTTP request over node:http(s), and every way in which it can fail, each as one sentence with advice.
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import { CommandError } from '../errors.ts';

/** The server puts its reasons, up to whole entries, in a header. */
const MAX_HEADER_BYTES = 256 * 1024;
/** No export that was ever measured comes near this; an endless answer must end. */
const MAX_ANSWER_BYTES = 1024 * 1024 * 1024;

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds without a sign of the server after which the request is given up. */
  timeout: number;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Keeps connections open between the reads of one command; `close` lets the process end. */
export class Http {
  readonly #agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

  /** Redirects are not followed: a token never travels to an address that nobody configured. */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const url = new URL(request.url);
    const agent = this.#agents[url.protocol === 'https:' ? 'https:' : 'http:'];
    try {
      // A push gets a connection of its own: one that the server closes just then would leave its outcome unknown.
      if (request.method === 'POST') return await exchange(request, { url, agent: false });
      return await exchange(request, { url, agent }).catch((error: unknown) => {
        if (!(error instanceof StaleConnection)) throw error;
        return exchange(request, { url, agent: false });
      });
    } catch (error) {
      throw networkError(error, request, url.origin);
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/** A kept connection that the server had closed meanwhile: asking once more on a new one is no retry. */
class StaleConnection extends Error {}

interface Route {
  url: URL;
  agent: Agent | TlsAgent | false;
}

function exchange(
  { method, headers, body, timeout }: HttpRequest,
  { url, agent }: Route,
): Promise<HttpAnswer> {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    headers: { Accept: 'application/json', ...headers, ...length },
    agent,
    maxHeaderSize: MAX_HEADER_BYTES,
    timeout,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, options, (answer) => collect(answer).then(resolve, reject));
    outgoing.on('timeout', () => outgoing.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection('closed', { cause: error }) : error);
    });
    outgoing.end(body);
  });
}

function collect(answer: IncomingMessage): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) answer.destroy(Object.assign(new Error('too big'), { code: 'TOO_BIG' }));
      chunks.push(chunk);
    });
    answer.on('end', () =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
    );
    answer.on('aborted', () => reject(Object.assign(new Error('aborted'), { code: 'TRUNCATED' })));
    answer.on('error', reject);
  });
}

/** What went wrong below HTTP, by code of Node, and what to do. */
const NETWORK: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ECONNREFUSED: ['refused the connection', 'Is the server running, and are host and port right?'],
  ENOTFOUND: ['is not known by that name', 'Check the host in `url`.'],
  EAI_AGAIN: ['could not be looked up', 'Check the network and the host in `url`, then try again.'],
  EHOSTUNREACH: ['cannot be reached', 'Check the network, a VPN, or the host in `url`.'],
  ENETUNREACH: ['cannot be reached', 'Check the network, a VPN, or the host in `url`.'],
  ETIMEDOUT: ['did not answer the connection', 'Check the network and the port in `url`, then try again.'],
  TIMEOUT: ['did not answer in time', 'Try again, or allow more time with --timeout.'],
  ECONNRESET: [
    'closed the connection before it answered',
    'Try again; a proxy or the server may have restarted.',
  ],
  EPIPE: ['closed the connection before it answered', 'Try again; a proxy or the server may have restarted.'],
  TRUNCATED: [
    'broke off in the middle of its answer',
    'Try again; a proxy or the server may have restarted.',
  ],
  TOO_BIG: ['sent more than 1 GiB', 'Check that `url` names a configuration repository server.'],
  HPE_HEADER_OVERFLOW: [
    'sent more headers than can be read',
    'Check that `url` names a configuration repository server.',
  ],
};

function networkError(error: unknown, request: HttpRequest, origin: string): CommandError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [what, hint] = NETWORK[code] ?? describeOther(code);
  const unknown = request.method === 'POST' && !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
  return new CommandError({
    code: unknown ? (code === 'TIMEOUT' ? 'push-timeout' : 'push-unknown') : 'server-unreachable',
    message: `${origin} ${what} (${code === '' ? 'no code' : code}).`,
    hint,
    cause: error,
  });
}

function describeOther(code: string): readonly [string, string] {
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER|ALTNAME/.test(code)) {
    return [
      'has a certificate that cannot be verified',
      'Name the authority in NODE_EXTRA_CA_CERTS; verification has no off switch.',
    ];
  }
  if (code.startsWith('HPE_') || code === 'EPROTO') {
    return ['does not speak HTTP as expected', 'Check the port, and http or https, in `url`.'];
  }
  return ['cannot be asked', 'Check `url` and the network.'];
}
