// A server that misbehaves on a real socket, in front of a built-in server that does not.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { closeAll, listen } from './listen.ts';
import { request as send, type SentRequest } from './server.ts';

/** What becomes of one request. */
export type Fault =
  /** It goes to the server behind, and its answer comes back. */
  | 'pass'
  /** The same, but not before. */
  | { held: Promise<unknown> }
  /** The same, with another JSON in place of the one that came back. */
  | { changed: (json: unknown) => unknown }
  /** There is never an answer. */
  | 'hang'
  /** The connection is cut without an answer. */
  | 'cut'
  /** These bytes are sent, then the connection is cut; something may come before. */
  | { bytes: string | Buffer; stay?: boolean; first?: () => Promise<unknown> }
  /** These bytes, one after the other, until they end or nobody listens any longer. */
  | { pour: () => Iterable<string | Buffer> | AsyncIterable<string | Buffer> }
  /** The first answer to the same request, again and again. */
  | { cached: { get: () => Buffer | undefined; set: (answer: Buffer) => void } }
  /** These bytes are sent at once, and the request goes to the server behind only later. */
  | { bytes: string | Buffer; later: Promise<unknown>; arrived: () => void }
  /** Like these bytes, but the request went to the server behind before, and something may follow it. */
  | { passed: string | Buffer; after?: () => Promise<unknown> };

export interface Request {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** How many requests of the same method and path came before. A read that avoids caches counts as any other. */
  before: number;
}

export interface FaultyServer {
  url: string;
  /** `POST /rest/push` and so on, in the order in which they came. */
  requests: string[];
  /** From now on it refuses connections. */
  leave: () => void;
}

export interface FaultyOptions {
  behind?: { url: string };
  fault: (request: Request) => Fault;
  tls?: TlsOptions;
}

/** Starts it on a free port, and ends it with all its connections. */
export async function withFaults<T>(
  options: FaultyOptions,
  use: (server: FaultyServer) => Promise<T>,
): Promise<T> {
  const requests: string[] = [];
  const listener = (incoming: IncomingMessage) => {
    // As a proxy it is asked for whole addresses.
    incoming.url = incoming.url?.replace(/^http:\/\/[^/]+/, '');
    const { method = '', url: path = '', headers } = incoming;
    const name = `${method} ${path.replace(/\?fresh=.*/, '')}`;
    const before = requests.filter((one) => one === name).length;
    requests.push(name);
    // A client that gives up cuts its side: that is its own affair.
    incoming.socket.on('error', () => undefined);
    misbehave(incoming, options.fault({ method, path, headers, before }), options.behind).catch(
      () => incoming.socket.destroy(),
    );
  };
  const server: Server =
    options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  const port = await listen(server);
  const scheme = options.tls === undefined ? 'http' : 'https';
  try {
    return await use({
      url: `${scheme}://127.0.0.1:${port}`,
      requests,
      leave: () => void server.close(),
    });
  } finally {
    await closeAll(server);
  }
}

async function misbehave(
  incoming: IncomingMessage,
  fault: Fault,
  behind: { url: string } | undefined,
): Promise<void> {
  const { socket } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }))
    chunks.push(chunk as Buffer);
  if (fault === 'hang') return;
  if (fault === 'cut') socket.destroy();
  else if (fault === 'pass')
    write(socket, { bytes: await passed(incoming, chunks, behind), stay: false });
  else if ('held' in fault) {
    await fault.held;
    write(socket, { bytes: await passed(incoming, chunks, behind), stay: false });
  } else if ('changed' in fault) {
    write(socket, { bytes: await passed(incoming, chunks, behind, fault.changed) });
  } else if ('cached' in fault) {
    const bytes = fault.cached.get() ?? (await passed(incoming, chunks, behind));
    fault.cached.set(bytes);
    write(socket, { bytes });
  } else if ('later' in fault) {
    write(socket, fault);
    await fault.later;
    await passed(incoming, chunks, behind);
    fault.arrived();
  } else if ('bytes' in fault) {
    await fault.first?.();
    write(socket, fault);
  } else if ('pour' in fault)
    // As fast as the other side reads; that it hangs up is what is meant.
    await pipeline(Readable.from(fault.pour()), socket).catch(() => undefined);
  else {
    await passed(incoming, chunks, behind);
    await fault.after?.();
    write(socket, { bytes: fault.passed });
  }
}

/** What is written before the end arrives; then the connection is over, whatever was announced. */
function write(socket: Socket, { bytes, stay }: { bytes: string | Buffer; stay?: boolean }): void {
  if (stay) socket.write(bytes);
  else socket.end(bytes);
}

/** The answer of the server behind, as bytes. */
async function passed(
  { method, url, headers }: IncomingMessage,
  chunks: Buffer[],
  behind: { url: string } | undefined,
  changed?: (json: unknown) => unknown,
): Promise<Buffer> {
  if (behind === undefined) throw new Error('there is no server behind');
  const { host: _, connection: __, ...own } = headers;
  const sent: SentRequest = {
    method: method ?? '',
    path: url ?? '',
    headers: own,
    body: Buffer.concat(chunks),
  };
  const { status, headers: answered, body } = await send(behind, sent);
  const told = changed === undefined ? body : JSON.stringify(changed(JSON.parse(body)));
  return answer(status, { headers: answered, body: told });
}

/** One HTTP answer, byte by byte; texts of headers are Latin-1. */
export function answer(
  status: number,
  { headers = {}, body = '' }: { headers?: object; body?: string } = {},
): Buffer {
  const fixed = {
    ...headers,
    connection: 'close',
    ...(status === 304 ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(fixed).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** What a fault waits for, until somebody opens it. */
export function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A page as gateways and the real server send them. */
export function page(status: number): Buffer {
  return answer(status, {
    headers: { 'content-type': 'text/html' },
    body: '<!DOCTYPE html><html><body><h1>Something</h1></body></html>\n',
  });
}

export function json(value: unknown): Buffer {
  return answer(200, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });
}
