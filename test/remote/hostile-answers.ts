// Answers that mean harm, and what a user is told of each.
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answer, type Fault } from '../helpers/faulty-server.ts';

export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const MIB = 1024 * 1024;

export function* endless(head: string, chunk: string | Buffer): Generator<string | Buffer> {
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

export interface Case {
  name: string;
  fault: Fault;
  sentence: RegExp;
  hint: RegExp;
  /** Only what a clock ends is given little time: a busy machine must not look like a slow server. */
  isTimed?: true;
}

const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
export const block = Buffer.alloc(MIB, ' ');
const text = (body: string) =>
  answer(200, { headers: { 'content-type': 'application/json' }, body });

export const CASES: Case[] = [
  {
    name: 'an endless body',
    fault: { pour: () => endless(`${HEAD}\r\n`, block) },
    sentence: /sent more than 64 MiB/,
    hint: /Check that `url`/,
  },
  {
    name: 'an endless body in chunks',
    fault: { pour: () => endless(chunked, `100000\r\n${block}\r\n`) },
    sentence: /sent more than 64 MiB/,
    hint: /Check that `url`/,
  },
  {
    name: 'a body that is announced as a terabyte',
    fault: { bytes: `${HEAD}Content-Length: ${1024 ** 4}\r\n\r\n[`, stay: true },
    sentence: /sent more than 64 MiB/,
    hint: /Check that `url`/,
  },
  {
    name: 'a body byte by byte',
    fault: { pour: () => dripping(`${HEAD}\r\n[`, ' ') },
    sentence: /sent its response too slowly/,
    hint: /--timeout/,
    isTimed: true,
  },
  {
    name: 'a head byte by byte',
    fault: { pour: () => dripping(`${HEAD}X-Slow: `, 'x') },
    sentence: /did not answer in time/,
    hint: /--timeout/,
    isTimed: true,
  },
  {
    name: 'endless promises of an answer',
    fault: { pour: () => endless('', 'HTTP/1.1 102 Processing\r\n\r\n') },
    sentence: /did not answer in time/,
    hint: /--timeout/,
    isTimed: true,
  },
  {
    name: 'endless headers',
    fault: { pour: () => endless(HEAD, 'X-Filler: 0123456789\r\n'.repeat(100)) },
    sentence: /sent headers that are too large/,
    hint: /Check that `url`/,
  },
  {
    name: 'one endless header',
    fault: { pour: () => endless(`${HEAD}ETag: "`, 'x'.repeat(10_000)) },
    sentence: /sent headers that are too large/,
    hint: /Check that `url`/,
  },
  {
    name: 'endless headers behind the body',
    fault: {
      pour: () => endless(`${chunked}2\r\n[]\r\n0\r\n`, 'X-Filler: 0123456789\r\n'.repeat(100)),
    },
    sentence: /sent headers that are too large/,
    hint: /Check that `url`/,
  },
  {
    name: 'an endless extension of a chunk',
    fault: { pour: () => endless(`${chunked}2;a=`, 'x'.repeat(10_000)) },
    sentence: /did not answer with valid HTTP/,
    hint: /Check the port/,
  },
  {
    name: 'a compressed bomb',
    fault: {
      bytes: Buffer.concat([
        Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`),
        gzipSync(Buffer.alloc(100 * MIB, '[')),
      ]),
    },
    sentence: /sent a compressed response, which was not requested/,
    hint: /Accept-Encoding/,
  },
  {
    name: 'deep JSON',
    fault: { bytes: text(`${'['.repeat(MIB)}${']'.repeat(MIB)}`) },
    sentence: /returned JSON nested deeper than 1000\./,
    hint: /Check the address/,
  },
  {
    name: 'deep JSON behind texts that look like its end',
    fault: { bytes: text(`["]]]\\"]]]\\\\",${'{"a":'.repeat(2000)}`) },
    sentence: /returned JSON nested deeper than 1000\./,
    hint: /Check the address/,
  },
  {
    name: 'JSON of very many items',
    fault: { bytes: text(`[${'[],'.repeat(6 * MIB)}0]`) },
    sentence: /returned JSON with more than 5 million items\./,
    hint: /Check the address/,
  },
  {
    name: 'a text that never ends',
    fault: { bytes: text(`["${'\\'.repeat(10 * MIB)}`) },
    sentence: /something other than JSON/,
    hint: /Check the address/,
  },
  {
    name: 'a length that is too short',
    fault: { bytes: `${HEAD}Content-Length: 1\r\n\r\n[]` },
    sentence: /did not answer with valid HTTP|something other than JSON/,
    hint: /Check the (?:port|address)/,
  },
  {
    name: 'two lengths',
    fault: { bytes: `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]` },
    sentence: /did not answer with valid HTTP/,
    hint: /Check the port/,
  },
  {
    name: 'a length and chunks',
    fault: { bytes: `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n[]` },
    sentence: /did not answer with valid HTTP/,
    hint: /Check the port/,
  },
  {
    name: 'a chunk without a size',
    fault: { bytes: `${chunked}zz\r\n[]\r\n` },
    sentence: /did not answer with valid HTTP/,
    hint: /Check the port/,
  },
  {
    name: 'noise',
    fault: {
      bytes: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 13) % 256)),
    },
    sentence: /did not answer with valid HTTP/,
    hint: /Check the port/,
  },
];
