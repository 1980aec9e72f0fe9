// The server over HTTP: unusual requests, limits, connections, log.
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/server/http-server.ts';
import { raw } from './raw.ts';
import { exported, push, read, request, SHOP, withServer } from '../helpers/server.ts';

const BODY = {
  enableKeyCreation: true,
  data: [{ key: 'a', push: true, values: [{ context: '*;*', value: '<ü>' }] }],
};
const HEAD = 'GET /rest/info/all HTTP/1.1\r\nHost: localhost\r\n';
/** A whole request, after which the connection ends. */
const get = (path: string, host = 'localhost') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

describe('over HTTP', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a bad header', `${HEAD}bad header\r\n\r\n`],
    ['a bad length', 'POST /rest/push HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n'],
    ['a head above 8 KiB', `${HEAD}X: ${'x'.repeat(9000)}\r\n\r\n`],
  ])('answers 400 to %s and lives on', async (_, bytes) => {
    await withServer(SHOP, async (server) => {
      expect(await raw(server, bytes)).toMatch(/^HTTP\/1.1 400 /);
      expect((await push(server, BODY)).status).toBe(200);
    });
  });

  it('rejects a body above its limit', async () => {
    await withServer({ repositories: [SHOP], bounds: { maxBodyBytes: 1000 } }, async (server) => {
      expect((await push(server, ' '.repeat(1001))).status).toBe(413);
      expect((await push(server, BODY)).status).toBe(200);
    });
  });

  it('accepts a body of 60 MB', async () => {
    await withServer(SHOP, async (server) => {
      const value = 'x'.repeat(60_000_000);
      const data = [{ key: 'a', push: true, values: [{ context: '*;*', value }] }];
      expect((await push(server, { enableKeyCreation: true, data })).status).toBe(200);
    });
  });

  it('applies concurrent pushes one after another', async () => {
    await withServer(SHOP, async (server) => {
      const values = Array.from({ length: 30 }, (_, i) => ({ context: `E${i};*`, value: `${i}` }));
      await push(server, BODY);
      const answers = await Promise.all(
        values.map((one) => push(server, { data: [{ key: 'a', values: [one] }] })),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(await exported(server)).toMatchObject([{ key: 'a', values: { length: 31 } }]);
    });
  });

  it('keeps the connection after a rejection, and closes it if the reason is too long', async () => {
    await withServer(SHOP, async (server) => {
      const { status, headers } = await push(server, { data: [{ key: 'x' }] });
      expect([status, headers['content-length']]).toEqual([304, undefined]);
      const large = await push(server, { data: [{ key: 'x', readme: 'y'.repeat(9000) }] });
      const closed = { headers: { connection: 'close' } };
      expect(large).toMatchObject({ status: 500, etag: null, body: '', ...closed });
    });
  });

  it('escapes JSON for HTML, indents it on request, and compresses it if long', async () => {
    await withServer(SHOP, async (server) => {
      await push(server, BODY);
      const path = '/rest/export/acme/shop';
      expect((await request(server, { path })).body).toContain('"value":"\\u003cü\\u003e"');
      expect((await request(server, { path, headers: { Pretty: 'TRUE' } })).body).toMatch(
        /^\{\n {2}"data": \[/,
      );
      await push(server, { data: [{ file: 'f', context: '*;*', content: 'x'.repeat(5000) }] });
      const packed = await new Promise<http.IncomingMessage>((resolve) => {
        http.get(server.url + path, { headers: { 'Accept-Encoding': 'gzip' } }, resolve);
      });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(await buffer(packed)).toString()).toContain('x'.repeat(5000));
    });
  });
});

describe('a path with an escaped NUL, slash or backslash', () => {
  it.each([
    ...['/rest/info/acme/shop%00', '/rest/rawFile/acme/..%2fshop', '/rest/info/acme%5Cshop'],
    '/rest/%2F/x',
  ])('%s is 400', async (path) => {
    await withServer(SHOP, async (server) => {
      expect(await raw(server, get(path))).toMatch(/^HTTP\/1.1 400 /);
      expect(await raw(server, get('/rest/info/all?x=%2f'))).toMatch(/^HTTP\/1.1 200 /);
    });
  });
});

describe('a running server', () => {
  it('closes at once despite an idle connection', async () => {
    const agent = new http.Agent({ keepAlive: true });
    const server = await startServer({ repositories: [SHOP] });
    await request(server, { path: '/rest/info/all', agent });
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(500);
    agent.destroy();
  });

  it('reports a port in use', async () => {
    await withServer(SHOP, async ({ port }) => {
      const another = startServer({ repositories: [SHOP], port });
      await expect(another).rejects.toThrow('EADDRINUSE');
    });
  });

  it('names an address that clients can use when it listens on all', async () => {
    await withServer({ repositories: [SHOP], host: '0.0.0.0' }, async (server) => {
      expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
      expect((await push(server, BODY)).status).toBe(200);
    });
  });

  it.each([
    ['127.0.0.1', 'localhost', 200],
    ['127.0.0.1', 'LOCALHOST:80', 200],
    ['127.0.0.1', '127.0.0.1', 200],
    ['127.0.0.1', 'rebound.example.com', 403],
    ['127.0.0.1', 'localhost.example.com:80', 403],
    ['127.0.0.1', '192.0.2.1', 403],
    ['127.0.0.1', '', 403],
    ['localhost', 'localhost', 200],
    ['0.0.0.0', 'rebound.example.com', 403],
    // What a container is reached by is not an address of its own.
    ['0.0.0.0', '192.0.2.1:7080', 200],
    ['0.0.0.0', '[2001:db8::1]:7080', 200],
  ])('on %s, answers to the host `%s` with %i', async (host, named, status) => {
    await withServer({ repositories: [SHOP], host }, async (server) => {
      const answer = await raw(server, get('/rest/info/all', named));
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.includes('`--host <name>`')).toBe(status === 403);
    });
  });

  it('pushes nothing for another host', async () => {
    await withServer(SHOP, async (server) => {
      const head =
        'POST /rest/push HTTP/1.1\r\nHost: rebound.example.com\r\nContent-Length: 2\r\nConnection: close';
      expect(await raw(server, `${head}\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 403 /);
    });
  });

  it('takes no push behind an answer that ends the connection', async () => {
    await withServer(SHOP, async (server) => {
      const body = JSON.stringify(BODY);
      const token = `Client-Token: ${server.token('plain')}`;
      const head = `POST /rest/push HTTP/1.1\r\nHost: localhost\r\n${token}\r\nContent-Length: `;
      const sent = `${head}${Buffer.byteLength(body)}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
      const statusesIn = (answer: string) => answer.match(/(?<=HTTP\/1.1 )\d+/g);
      const bad = get('/rest/%2F/x').replace('Connection: close\r\n', '');
      expect(statusesIn(await raw(server, `${bad}${sent}`))).toEqual(['400']);
      expect(await exported(server)).toEqual([]);
    });
  });

  it('reports requests, and logs them without content', async () => {
    const [seen, lines] = [[] as string[], [] as string[]];
    const log = (line: string) => void lines.push(line);
    const onRequest = (one: { method: string; path: string }) =>
      void seen.push(`${one.method} ${one.path}`);
    await withServer({ repositories: [SHOP], log, onRequest }, async (server) => {
      const values = [{ context: '*;*', value: 'secretvalue' }];
      await push(server, { data: [{ key: 'secretname', values }] });
      await request(server, { path: '/rest/info/all' });
      const headers = { 'Client-Token': server.token('plain'), Context: ';' };
      expect((await request(server, { path: '/rest/pull', headers })).status).toBe(406);
    });
    expect(seen).toEqual(['POST /rest/push', 'GET /rest/info/all', 'GET /rest/pull']);
    expect(lines).toEqual([
      expect.stringMatching(/^POST \/rest\/push 304 Property key creation is disabled /),
      'GET /rest/info/all 200',
      // The check of a token is no failure.
      'GET /rest/pull token accepted',
    ]);
    expect(lines.join()).not.toContain('secret');
  });

  it('serves several repositories, each with its own tokens', async () => {
    const other = { ...SHOP, repository: 'other', levels: ['One'] };
    await withServer({ repositories: [SHOP, other] }, async (server) => {
      expect(server.token('plain')).not.toBe(server.token('plain', 'acme/other'));
      await push(server, BODY);
      const token = { 'Client-Token': server.token('plain', 'acme/other') };
      const info = { repository: 'other', context: ['One'] };
      expect(await read(server, '/rest/info', token)).toMatchObject(info);
      expect(await exported(server, 'acme/other')).toEqual([]);
      const counts = [{ keyCount: 1 }, { keyCount: 0 }];
      expect(await read(server, '/rest/info/all')).toMatchObject(counts);
    });
  });
});
