// A server that means harm, on real sockets: whatever it sends, one sentence, soon, and in little memory.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../src/remote/client.ts';
import { Http } from '../../src/remote/http.ts';
import { pausing } from '../helpers/beside.ts';
import {
  answer,
  type Fault,
  json,
  page,
  type Request,
  withFaults,
} from '../helpers/faulty-server.ts';
import { TOKEN, withFaultyShop } from '../helpers/process.ts';

/** Writes the most memory that the process ever had, in KiB, when it ends. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));",
)}`;
const MAX_PEAK = 400 * 1024;
/** Milliseconds; nothing here takes more than a few seconds on an idle machine. */
const MAX_TIME = 40_000;

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const MIB = 1024 * 1024;
const block = Buffer.alloc(MIB, ' ');
const FILLERS = 'X-Filler: 0123456789\r\n'.repeat(100);

function* endless(head: string, chunk: string | Buffer): Generator<string | Buffer> {
  yield head;
  for (;;) yield chunk;
}

/** Never silent for long, and never at an end. */
async function* dripping(head: string, drop: string): AsyncGenerator<string> {
  yield head;
  for (;;) {
    await setTimeout(50);
    yield drop;
  }
}

const text = (body: string): Fault => ({
  bytes: answer(200, { headers: { 'content-type': 'application/json' }, body }),
});
const pouring = (head: string, chunk: string | Buffer): Fault => ({
  pour: () => endless(head, chunk),
});
const dropping = (head: string, drop: string): Fault => ({ pour: () => dripping(head, drop) });

/** What a user is told, and what to do. */
type Told = [sentence: RegExp, hint: RegExp];
const TOO_LARGE: Told = [/sent more than 64 MiB/, /Check that `url`/];
const TOO_SLOW: Told = [/sent its response too slowly/, /--timeout/];
const SILENT: Told = [/did not answer in time/, /--timeout/];
const LARGE_HEADERS: Told = [/sent headers that are too large/, /Check that `url`/];
const NO_HTTP: Told = [/did not answer with valid HTTP/, /Check the port/];
const NO_JSON: Told = [/something other than JSON/, /Check the address/];
const TOO_SHORT: Told = [/answer with valid HTTP|other than JSON/, /Check the (?:port|address)/];
const COMPRESSED: Told = [/a compressed response, which was not requested/, /Accept-Encoding/];
const TOO_DEEP: Told = [/returned JSON nested deeper than 1000\./, /Check the address/];
const TOO_MANY: Told = [/returned JSON with more than 5 million items\./, /Check the address/];

const BOMB = gzipSync(Buffer.alloc(100 * MIB, '['));
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 13) % 256));
const ANSWERS: [name: string, fault: Fault, ...Told][] = [
  ['an endless body', pouring(`${HEAD}\r\n`, block), ...TOO_LARGE],
  ['an endless body in chunks', pouring(CHUNKED, `100000\r\n${block}\r\n`), ...TOO_LARGE],
  [
    'a body that is announced as a terabyte',
    { bytes: `${HEAD}Content-Length: ${1024 ** 4}\r\n\r\n[`, stay: true },
    ...TOO_LARGE,
  ],
  ['a body byte by byte', dropping(`${HEAD}\r\n[`, ' '), ...TOO_SLOW],
  ['a head byte by byte', dropping(`${HEAD}X-Slow: `, 'x'), ...SILENT],
  ['endless promises', pouring('', 'HTTP/1.1 102 Processing\r\n\r\n'), ...SILENT],
  ['endless headers', pouring(HEAD, FILLERS), ...LARGE_HEADERS],
  ['one endless header', pouring(`${HEAD}ETag: "`, 'x'.repeat(10_000)), ...LARGE_HEADERS],
  ['endless headers behind it', pouring(`${CHUNKED}2\r\n[]\r\n0\r\n`, FILLERS), ...LARGE_HEADERS],
  ['an endless extension', pouring(`${CHUNKED}2;a=`, 'x'.repeat(10_000)), ...NO_HTTP],
  [
    'a compressed bomb',
    { bytes: Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), BOMB]) },
    ...COMPRESSED,
  ],
  ['deep JSON', text(`${'['.repeat(MIB)}${']'.repeat(MIB)}`), ...TOO_DEEP],
  [
    'deep JSON behind texts that look like its end',
    text(`["]]]\\"]]]\\\\",${'{"a":'.repeat(2000)}`),
    ...TOO_DEEP,
  ],
  ['JSON of very many items', text(`[${'[],'.repeat(6 * MIB)}0]`), ...TOO_MANY],
  ['a text that never ends', text(`["${'\\'.repeat(10 * MIB)}`), ...NO_JSON],
  ['a length that is too short', { bytes: `${HEAD}Content-Length: 1\r\n\r\n[]` }, ...TOO_SHORT],
  ['two lengths', { bytes: `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]` }, ...NO_HTTP],
  [
    'a length and chunks',
    { bytes: `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n[]` },
    ...NO_HTTP,
  ],
  ['a chunk without a size', { bytes: `${CHUNKED}zz\r\n[]\r\n` }, ...NO_HTTP],
  ['noise', { bytes: NOISE }, ...NO_HTTP],
];

describe('every answer is hostile', () => {
  test.for(ANSWERS)('%s', async ([, fault, sentence, hint]) => {
    await withFaultyShop({ fault: () => fault }, async ({ desk, requests }) => {
      const peak = desk.path('peak');
      const env = { NODE_OPTIONS: `--import=${WATCH}`, PEAK_FILE: peak };
      const begun = performance.now();
      // Only what a clock ends is given little time: a busy machine must not look like a slow server.
      const isTimed = hint.source === '--timeout';
      const args = ['info', '--timeout', isTimed ? '1' : '50'];
      const ended = await desk.cli(args, { isProcess: true, env });
      expect(performance.now() - begun).toBeLessThan(MAX_TIME);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(/^error [a-z-]+: .*\.\n {2}\S.*[.`]\n$/);
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr).toMatch(hint);
      expect(Number(readFileSync(peak, 'utf8'))).toBeLessThan(MAX_PEAK);
      expect(requests).toEqual([]);
    });
  });
});

describe.concurrent('a push with a hostile answer', () => {
  test.for([
    ['an endless body', pouring(`${HEAD}\r\n`, block)],
    ['endless headers', pouring(HEAD, FILLERS)],
    ['something compressed', { bytes: answer(200, { headers: { 'content-encoding': 'gzip' } }) }],
  ] as [string, Fault][])('%s: looked for, not found, and not sent again', async ([, fault]) => {
    const onPush = ({ method }: Request) => (method === 'POST' ? fault : 'pass');
    await withFaultyShop({ fault: onPush }, async ({ desk, seen }) => {
      desk.commit('Open the shop');
      const env = pausing(desk, 'at once');
      const ended = await desk.cli(['apply', '--yes'], { isProcess: true, env });
      expect(ended.status).toBe(4);
      expect(ended.stderr).toMatch(/error push-unknown: The outcome of the push is unknown: /);
      expect(ended.output).not.toContain(TOKEN);
      expect(seen.filter((one) => one.startsWith('POST'))).toHaveLength(1);
    });
  });
});

test('no compression is requested', async () => {
  const fault = ({ headers }: Request): Fault => ({
    bytes: headers['accept-encoding'] === 'identity' ? json([]) : page(406),
  });
  await withFaultyShop({ fault }, async ({ desk }) =>
    expect(await desk.cli(['info'], { isProcess: true })).toMatchObject({ status: 0 }),
  );
});

describe.concurrent('an answer about another item', () => {
  test('another key than the requested one', async () => {
    const other = { key: 'other', vdt: 'Text', deprecated: false, push: true };
    await withFaults({ fault: () => ({ bytes: json(other) }) }, async ({ url }) => {
      const http = new Http();
      const repository = { account: 'acme', name: 'shop' };
      const reader = createReader({ http, url, timeout: 50_000 }, repository);
      try {
        await expect(reader.keyData('OTHER')).resolves.toMatchObject({ name: 'other' });
        await expect(reader.keyData('db.host')).rejects.toMatchObject({
          code: 'unexpected-response',
          message: expect.stringContaining('it describes another key'),
        });
      } finally {
        http.close();
      }
    });
  });

  test.for([
    ['another repository', 'bank', /belongs to the repository acme\/bank, not to acme\/shop\./],
    ['a name that fills the screen', 'b\u001b[2J'.repeat(100_000), /repository acme\/b.{1,9}\[2J/],
  ] as const)('%s', async ([, name, sentence]) => {
    const detail = { account: 'acme', repository: name, context: ['Environment', 'Application'] };
    const fault = ({ path }: Request): Fault =>
      path === '/rest/info' ? { bytes: json(detail) } : 'pass';
    await withFaultyShop({ fault }, async ({ desk, seen }) => {
      const ended = await desk.cli(['apply', '--yes'], { isProcess: true });
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr.length).toBeLessThan(20_000);
      expect(ended.stderr).not.toContain('\u001b');
      expect(seen.filter((one) => one.startsWith('POST'))).toEqual([]);
    });
  });
});
