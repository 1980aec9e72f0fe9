// A real proxy: `CONNECT` for https, whole addresses for http. Whatever host is asked for, it is one server behind.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listen } from '../helpers/listen.ts';

export interface ProxyOptions {
  behind: { url: string };
  /** `user:password` that it wants. */
  login?: string;
  /** What it answers to `CONNECT` instead of connecting, in bytes; nothing: never. */
  connect?: string;
  tls?: { key: string; cert: string };
}

export interface TestProxy {
  url: string;
  /** `CONNECT host:443`, `GET http://host/path`, in the order in which they came. */
  requests: string[];
  /** All that went through its tunnels, towards the server. */
  tunnelled: () => string;
}

export async function withProxy<T>(
  options: ProxyOptions,
  use: (proxy: TestProxy) => Promise<T>,
): Promise<T> {
  const requests: string[] = [];
  const bytes: Buffer[] = [];
  const sockets = new Set<Socket>();
  const isKnown = ({ headers }: IncomingMessage) =>
    options.login === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(options.login).toString('base64')}`;
  const server = options.tls ? createTlsServer(options.tls) : createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (isKnown(incoming)) forward(incoming, { response, behind: options.behind });
    else response.writeHead(407).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    requests.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => undefined);
    if ('connect' in options) socket.write(options.connect ?? '');
    else if (!isKnown(incoming)) socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    else tunnel(socket, { behind: options.behind, onBytes: (chunk) => bytes.push(chunk) });
  });
  const port = await listen(server);
  try {
    const url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
    return await use({ url, requests, tunnelled: () => Buffer.concat(bytes).toString('latin1') });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

function tunnel(
  socket: Socket,
  { behind, onBytes }: { behind: { url: string }; onBytes: (chunk: Buffer) => void },
): void {
  const { hostname, port } = new URL(behind.url);
  const onward = connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.on('data', onBytes);
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}

function forward(
  incoming: IncomingMessage,
  { response, behind }: { response: ServerResponse; behind: { url: string } },
): void {
  const { pathname, search } = new URL(incoming.url ?? '');
  const { method } = incoming;
  // The server in its place answers to its own address only.
  const headers = { ...incoming.headers, host: new URL(behind.url).host };
  const onward = request(`${behind.url}${pathname}${search}`, { method, headers, agent: false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
