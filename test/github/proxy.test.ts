// Comments and issues on a network where only a proxy reaches the Git host.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Api } from '../../src/github/api.ts';

const API = 'http://git.invalid/api/v3';

test('the API is reached through the proxy of the environment', async () => {
  const asked: unknown[] = [];
  const proxy = createServer((request, response) =>
    response.end(JSON.stringify({ path: request.url })),
  );
  // A tunnel, at whose end the proxy itself answers as the Git host.
  proxy.on('connect', (request, socket) => {
    asked.push(request.url);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    proxy.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    proxy.closeAllConnections();
    proxy.close();
  });
  // Read once, when the client is loaded: this file is a process of its own.
  vi.stubEnv('GITHUB_API_URL', API);
  vi.stubEnv('http_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  vi.stubEnv('no_proxy', '');
  const clock = { now: () => new Date(0), pause: async () => undefined };
  const api = new Api({ apiUrl: API, token: 'x', repository: 'acme/shop' }, clock);
  await api.ask({ method: 'GET', path: '/user' });
  expect(asked).toEqual(['git.invalid:80']);
});
