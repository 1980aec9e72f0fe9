// [edge] One HTTP exchange: node's request to ours, and an answer onto the wire.
import type http from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer, Request } from './answer.ts';

const COMPRESS_FROM_BYTES = 2048;
const compress = promisify(gzip);

export function requestOf(incoming: http.IncomingMessage): Request {
  const header = (name: string): string | undefined => {
    const value = incoming.headers[name];
    return (Array.isArray(value) ? value.join(', ') : value)?.trim();
  };
  return { method: incoming.method ?? '', target: incoming.url ?? '', header };
}

/** `undefined`: longer than allowed. The encoding is UTF-8 unless Latin-1 is declared. */
export async function readBody(
  incoming: http.IncomingMessage,
  options: { maxBytes: number },
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not end the connection: the answer is still to be sent on it.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > options.maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString(charsetOf(incoming.headers['content-type'] ?? ''));
}

function charsetOf(contentType: string): 'latin1' | 'utf8' {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? '';
  return /^(?:iso-8859-1|latin1)$/i.test(charset) ? 'latin1' : 'utf8';
}

export interface Exchange {
  incoming: http.IncomingMessage;
  outgoing: http.ServerResponse;
}

export async function send(answer: Answer, { incoming, outgoing }: Exchange): Promise<void> {
  outgoing.statusCode = answer.status;
  outgoing.setHeader('Server', 'TomEE');
  if (answer.close) outgoing.setHeader('Connection', 'close');
  if (answer.etag !== undefined) outgoing.setHeader('ETag', answer.etag);
  if (answer.contentType !== undefined) outgoing.setHeader('Content-Type', answer.contentType);
  const body = Buffer.from(answer.body ?? '', 'utf8');
  if (body.length > COMPRESS_FROM_BYTES && takesGzip(incoming)) {
    // Without a length, so in chunks.
    outgoing.setHeader('Content-Encoding', 'gzip');
    outgoing.setHeader('Vary', 'Accept-Encoding');
    outgoing.end(await compress(body));
    return;
  }
  if (answer.status !== 304 && answer.status !== 204) outgoing.setHeader('Content-Length', body.length);
  outgoing.end(body);
}

function takesGzip(incoming: http.IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(incoming.headers['accept-encoding']));
}

/** Whatever is no HTTP, and heads that are too long. */
export function refuseMalformed(_problem: Error, socket: Socket): void {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nServer: TomEE\r\nConnection: close\r\n\r\n');
  else socket.destroy();
}
