// [edge] One HTTP exchange: turns the request of Node.js into ours, and our answer into its response.
import type http from 'node:http';
import { isIP, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { codeOf } from '../lib/system.ts';
import type { ServedAnswer, ServedRequest } from './answer.ts';

const COMPRESS_FROM_BYTES = 2048;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** A quality of 0 excludes it. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

export function requestOf(incoming: http.IncomingMessage): ServedRequest {
  const { method = '', url: target = '', headers } = incoming;
  return { method, target, header: (name) => headers[name]?.toString().trim() };
}

/** The body, UTF-8 unless Latin-1 is declared, or the answer if it is too large. @param hold false: all are too large */
export async function readBody(
  incoming: http.IncomingMessage,
  { maxBytes, hold }: { maxBytes: number; hold: (bytes: number) => boolean },
): Promise<string | ServedAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not close the connection: the answer still has to be sent.
  for await (const chunk of incoming.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { status: 413, close: true };
    if (!hold(chunk.length)) return { status: 503, close: true };
    chunks.push(chunk);
  }
  const charset = CHARSET.exec(incoming.headers['content-type'] ?? '')?.[1] ?? '';
  return Buffer.concat(chunks).toString(
    /^(?:iso-8859-1|latin1)$/i.test(charset) ? 'latin1' : 'utf8',
  );
}

export async function send(answer: ServedAnswer, outgoing: http.ServerResponse): Promise<void> {
  outgoing.statusCode = answer.status;
  outgoing.setHeader('Server', 'TomEE');
  if (answer.close) outgoing.setHeader('Connection', 'close');
  if (answer.etag !== undefined) outgoing.setHeader('ETag', answer.etag);
  if (answer.contentType !== undefined) outgoing.setHeader('Content-Type', answer.contentType);
  const body = Buffer.from(answer.body ?? '', 'utf8');
  const takesGzip = TAKES_GZIP.test(String(outgoing.req.headers['accept-encoding']));
  if (body.length > COMPRESS_FROM_BYTES && takesGzip) {
    // Without a length, so it is sent in chunks.
    outgoing.setHeader('Content-Encoding', 'gzip');
    outgoing.setHeader('Vary', 'Accept-Encoding');
    outgoing.end(await promisify(gzip)(body));
    return;
  }
  if (answer.status !== 304 && answer.status !== 204)
    outgoing.setHeader('Content-Length', body.length);
  outgoing.end(body);
}

const UNANSWERED = new WeakMap<Socket, Set<http.IncomingMessage>>();

export function trackUnanswered(outgoing: http.ServerResponse): void {
  const { req: incoming } = outgoing;
  const requests = UNANSWERED.get(incoming.socket) ?? new Set();
  UNANSWERED.set(incoming.socket, requests.add(incoming));
  outgoing.on('close', () => requests.delete(incoming));
}

/**
 * Answers malformed HTTP, heads that are too long, and requests that take too long. After a complete but unanswered
 * request, the client would take this for its answer, so the connection is closed instead.
 */
export function rejectMalformed(problem: Error, socket: Socket): void {
  const unanswered = [...(UNANSWERED.get(socket) ?? [])];
  if (!socket.writable || unanswered.some(({ complete }) => complete)) {
    socket.destroy();
    return;
  }
  const isLate = codeOf(problem) === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nServer: TomEE\r\nConnection: close\r\n\r\n`);
}

// A web page must not reach this server by a name of its own that resolves to this machine.

/** @param header `Host` @param listening the host as configured, and the address that the connection came to */
export function isOwnHost(
  header: string | undefined,
  listening: { host: string; address: string | undefined },
): boolean {
  const { host, address = '' } = listening;
  const [, bracketed, plain = ''] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header?.trim().toLowerCase() ?? '') ?? [];
  const name = bracketed ?? plain;
  // Behind a forwarded port, clients use addresses that are not known here. A page under a name of its own sends that name.
  if (LOOPBACK_OF.has(host)) return name === 'localhost' || isIP(name) > 0;
  return (
    ['localhost', host.toLowerCase(), address.replace(/^::ffff:/, '')].includes(name) && name !== ''
  );
}

/** The loopback address for each address that stands for all. */
export const LOOPBACK_OF: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

export const OTHER_HOST: ServedAnswer = {
  status: 403,
  contentType: 'text/plain',
  body: 'This server does not answer to the name in the header `Host`. Use `localhost` or its address, or start it with `--host <name>`.\n',
  remark: 'another host',
  close: true,
};
