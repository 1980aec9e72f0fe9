// Requests that no client would send: the server answers or hangs up, lives on, and keeps what it has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/server/http-server.ts';
import { connect } from '../server/raw.ts';
import { request, SHOP } from '../helpers/server.ts';
import { fuzz, FUZZ_TIMEOUT, kept, recordedSteps } from './fuzz.ts';
import { mutated } from './mutate.ts';
import { mutatedJson } from './mutate-json.ts';

const TOKEN = 'token-of-the-fuzzer';
const shop = { ...SHOP, tokens: { plain: { value: TOKEN, forceKeyPush: true } } };
let server: RunningServer;
const failures: string[] = [];
beforeAll(async () => {
  // Only what breaks off may fail: everything else is an error of the server.
  const log = (line: string) => {
    if (/ failed: (?!Error \(ECONNRESET\))/.test(line)) failures.push(line);
  };
  server = await startServer({ repositories: [shop], log });
});
afterAll(() => server.close());

const pushes = recordedSteps().flatMap(({ request: { method, body } }) =>
  method === 'POST' && body !== undefined
    ? [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))]
    : [],
);

const BODY =
  '{"enableKeyCreation":true,"data":[{"key":"a","values":[{"context":"*;*","value":"1"}]}]}';
const head = (method: string, path: string, ...headers: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const push = (...headers: string[]) =>
  head(
    'POST',
    '/rest/push',
    'Content-Type: application/json',
    `Client-Token: ${TOKEN}`,
    ...headers,
  );
const [LENGTH, CONTEXT] = [`Content-Length: ${BODY.length}`, 'Context: a;b'];
const REQUESTS = [
  head('GET', '/rest/info/all'),
  head('GET', '/rest/export/acme/shop', 'Pretty: true', 'Accept-Encoding: gzip'),
  head('GET', '/rest/pull/acme/shop', CONTEXT, 'Include-Value-Context: true', 'Tag: x'),
  head(
    'GET',
    '/rest/rawFile/acme/shop',
    CONTEXT,
    'File: x',
    'Repository-Date: 2020-01-01T00:00:00Z',
  ),
  head('GET', '/rest/keyData/acme/shop', 'KeyName: a'),
  head('GET', '/rest/info/acme/shop', 'Files-Glob: a*b*c', 'Context-Elements: true'),
  `${push(LENGTH)}${BODY}`,
  `${push('Transfer-Encoding: chunked')}${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  `${push('Expect: 100-continue', LENGTH)}${BODY}`,
  head('OPTIONS', '*'),
  head('CONNECT', 'h:1'),
  head('GET', '/rest/info/all', 'Upgrade: websocket', 'Connection: Upgrade'),
];
const WORDS = [
  ...['%', '%zz', '%00', '%ff', '%2e%2e/', 'HTTP/1.0', 'HTTP/9.9', '\r\n', '\r\n\r\n', '\t'],
  ...['Content-Length: 5\r\n', 'Content-Length: -1\r\n', 'Transfer-Encoding: chunked\r\n'],
  ...['Content-Length: 99999999999999999999\r\n', 'ffffffff\r\n', '0\r\n\r\n', 'X: y\r\n'],
  ...[' : \r\n', 'HEAD ', 'PUT ', 'PATCH ', 'rubbish', ';a=b', '?x#y', 'http://h/'],
];

const history = () => server.history('acme', 'shop').length;

async function check(input: Buffer): Promise<void> {
  const before = history();
  const { socket, ended } = connect(server);
  socket.end(input);
  const received = await ended;
  if (received !== '')
    expect(received).toMatch(/^HTTP\/1\.1 \d{3} [A-Za-z -]+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n/);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  // Without any answer nobody was told anything; 100 is none.
  if (statuses.some((status) => status !== '100') && !statuses.includes('200'))
    expect(history()).toBe(before);
  expect((await request(server, { path: '/rest/info/all' })).status).toBe(200);
  expect(failures).toEqual([]);
}

test('requests of changed bytes', { timeout: FUZZ_TIMEOUT }, async () => {
  const material = {
    inputs: [...REQUESTS.map((text) => Buffer.from(text)), ...kept('requests')],
    words: WORDS,
  };
  await fuzz({
    name: 'requests',
    runs: 200,
    make: (random) => {
      const isFollowed = random.oneIn(5);
      const first = mutated(random, material);
      return isFollowed ? Buffer.concat([first, random.pick(material.inputs)]) : first;
    },
    check,
  });
});

test('bodies of pushes', { timeout: FUZZ_TIMEOUT }, async () => {
  expect(pushes.length).toBeGreaterThan(100);
  const words = [
    ...['"key":"a"', '"file":"f"', '"opp":"delete"', '"values":[', '"context":"*;*"', '${a}'],
    ...['"vdt":"FileEmbed"', '/*', "'"],
  ];
  const material = { inputs: [...pushes, ...kept('bodies')], words };
  let taken = 0;
  await fuzz({
    name: 'bodies',
    runs: 200,
    make: (random) => mutatedJson(random, material),
    check: async (body) => {
      const before = history();
      const headers = { 'Content-Type': 'application/json', 'Client-Token': TOKEN };
      const { status, etag } = await request(server, {
        method: 'POST',
        path: '/rest/push',
        headers,
        body,
      });
      expect([200, 304, 500]).toContain(status);
      // A reason that does not fit its header is the one thing that the server fails over.
      if (status === 500) expect(etag).toBeNull();
      if (status !== 200) expect(history()).toBe(before);
      else taken++;
      expect((await request(server, { path: '/rest/export/acme/shop' })).status).toBe(200);
      expect(failures).toEqual([]);
    },
  });
  expect(taken).toBeGreaterThan(0);
});
