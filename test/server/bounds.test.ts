// Limits: clients that exceed them are rejected, and others are still served.
import { networkInterfaces } from 'node:os';
import net from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/server/http-server.ts';
import { connect, raw } from './raw.ts';
import { exported, push, request, SHOP, type TestServer, withServer } from '../helpers/server.ts';
import { representatives } from '../helpers/suite.ts';

const BODY = {
  enableKeyCreation: true,
  data: [{ key: 'a', push: true, values: [{ context: '*;*', value: '1' }] }],
};
const HEAD = 'POST /rest/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

function bounded<T>(bounds: Partial<Bounds>, use: (server: TestServer) => Promise<T>): Promise<T> {
  const quick = { connectionsCheckingInterval: 10, ...bounds };
  return withServer({ repositories: [SHOP], bounds: quick }, use);
}

const isServed = async (server: TestServer) => (await push(server, BODY)).status === 200;
const LIST = '/rest/info/all';
const GET = `GET ${LIST} HTTP/1.1\r\nHost: localhost\r\n`;
/** The status of an answer, or 0 where there is none. */
const statusOf = (answer: Promise<{ status: number }>) =>
  answer.then(({ status }) => status).catch(() => 0);
const connected = (sockets: { socket: net.Socket }[]) =>
  Promise.all(sockets.map(({ socket }) => once(socket, 'connect')));

describe('rejects a client that is too slow', () => {
  const TIMES: [what: string, bytes: string, bounds: Partial<Bounds>, answer: RegExp][] = [
    ['and says nothing', '', { headersTimeout: 50 }, /^HTTP\/1.1 408 |^$/],
    ['in its head', 'GET /rest/info', { headersTimeout: 50 }, /^HTTP\/1.1 408 /],
    ['in its headers', `${HEAD}X: y\r\n`, { headersTimeout: 50 }, /^HTTP\/1.1 408 /],
    [
      'in its body',
      `${HEAD}Content-Length: 100\r\n\r\n{`,
      { headersTimeout: 50, requestTimeout: 60 },
      /^HTTP\/1.1 408 /,
    ],
    [
      'in its chunks',
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      { headersTimeout: 50, requestTimeout: 60 },
      /^HTTP\/1.1 408 /,
    ],
    ['with its next request', `${GET}\r\n`, { keepAliveTimeout: 20 }, /^HTTP\/1.1 200 /],
  ];

  it.each(TIMES)('%s', async (_, bytes, bounds, answer) => {
    await bounded(bounds, async (server) => {
      expect(await raw(server, bytes)).toMatch(answer);
      expect(await isServed(server)).toBe(true);
    });
  });

  it('even if it sends a byte now and then', async () => {
    await bounded({ headersTimeout: 50, requestTimeout: 60 }, async (server) => {
      const { socket, ended } = connect(server);
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
      const drip = setInterval(() => socket.write(' '), 5);
      expect(await ended).toMatch(/^HTTP\/1.1 408 /);
      clearInterval(drip);
    });
  });

  it('in reading the answer', async () => {
    await bounded({ silence: 400, maxConnections: 1 }, async (server) => {
      for (const key of ['a', 'b', 'c']) {
        const values = [{ context: '*;*', value: 'x'.repeat(7_000_000) }];
        const body = { enableKeyCreation: true, data: [{ key, push: true, values }] };
        await expect.poll(() => statusOf(push(server, body))).toBe(200);
      }
      const { socket } = connect(server);
      socket.pause();
      socket.write('GET /rest/export/acme/shop HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const next = () => statusOf(request(server, { path: LIST }));
      await expect.poll(next, { timeout: 10_000 }).toBe(200);
      socket.destroy();
    });
  });
});

describe('rejects a client that exceeds a limit', () => {
  it('of connections, until others are closed', async () => {
    await bounded({ maxConnections: 3 }, async (server) => {
      const held = [1, 2, 3].map(() => connect(server));
      await connected(held);
      expect(await raw(server, `${GET}\r\n`)).toBe('');
      for (const { socket } of held) socket.destroy();
      await expect.poll(() => statusOf(request(server, { path: LIST }))).toBe(200);
    });
  });

  it('of headers', async () => {
    await bounded({}, async (server) => {
      const headers = (count: number) =>
        Array.from({ length: count }, (_, i) => `a${i}: 1\r\n`).join('');
      const get = (count: number) => `${GET}Connection: close\r\n${headers(count)}\r\n`;
      expect(await raw(server, get(98))).toMatch(/^HTTP\/1.1 200 /);
      expect(await raw(server, get(99))).toMatch(/^HTTP\/1.1 400 /);
      expect(await raw(server, get(700))).toMatch(/^HTTP\/1.1 400 /);
      expect(await isServed(server)).toBe(true);
    });
  });

  it('of bodies of concurrent pushes, and frees the memory afterwards', async () => {
    await bounded({ maxHeldBytes: 1000 }, async (server) => {
      const waiting = connect(server);
      waiting.socket.write(`${HEAD}Content-Length: 900\r\n\r\n${' '.repeat(600)}`);
      await expect.poll(async () => (await push(server, ' '.repeat(500))).status).toBe(503);
      waiting.socket.destroy();
      await expect.poll(() => isServed(server)).toBe(true);
    });
  });

  const large = [
    ['brackets', `{"data":${'['.repeat(3_000_000)}`],
    ['braces', '{"a":'.repeat(1_000_000)],
    ['numbers', `{"data":[${'1,'.repeat(5_000_000)}1]}`],
    ['nothings', `{data:[${','.repeat(5_000_001)}]}`],
    ['brackets behind a quote', `{'"':${'['.repeat(3_000_000)}`],
  ] as const;
  it.each(representatives(large, 4))('in the %s of its JSON', async (_, body) => {
    await bounded({}, async (server) => {
      const { status, etag } = await push(server, body);
      expect([status, etag]).toEqual([
        304,
        expect.stringMatching(/^"Posted data is not in expected JSON format/),
      ]);
      expect(await exported(server)).toEqual([]);
    });
  });
});

describe('the server', () => {
  it('listens on the loopback interface by default', async () => {
    const others = Object.values(networkInterfaces()).flat();
    const other =
      others.find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.2';
    await withServer(SHOP, async (server) => {
      const outcome = await new Promise((resolve) => {
        const socket = net.connect(server.port, other, () => resolve('connected'));
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
      expect(outcome).toBe('ECONNREFUSED');
    });
  });

  it('serves despite hundreds of idle connections', async () => {
    await bounded({}, async (server) => {
      const idle = Array.from({ length: 500 }, () => connect(server));
      await connected(idle);
      expect(await isServed(server)).toBe(true);
      for (const { socket } of idle) socket.destroy();
    });
  });

  it('never answers a push with the rejection of a later request', async () => {
    await bounded({}, async (server) => {
      const body = JSON.stringify(BODY);
      const pushed = `${HEAD}Client-Token: ${server.token('plain')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      expect(await raw(server, `${pushed}rubbish\r\n\r\n`)).not.toMatch(/^HTTP\/1.1 400/);
    });
  });
});
