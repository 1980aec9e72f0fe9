// The quick reader of pulls: what it takes it reads as JSON is read, and what the server writes it takes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readRows } from '../../src/remote/rows.ts';
import { usualRows } from '../../src/remote/usual-rows.ts';
import { FUZZ_TIMEOUT, fuzz } from '../fuzz/fuzz.ts';
import { mutatedJson } from '../fuzz/mutate-json.ts';
import type { Recording } from '../helpers/recording.ts';

const REPOSITORY = { account: 'acme', name: 'shop' };

/** Whether it was taken. */
function isTakenAsJson(text: string, context: string): boolean {
  const asked = { repository: REPOSITORY, context };
  const rows = usualRows(text, asked);
  if (rows === undefined) return false;
  const json: unknown = JSON.parse(text);
  const others = readRows(json, { text, ...asked });
  const sorted = (list = others) => list?.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const isTwice = new Set(rows.map(({ key }) => key)).size < rows.length;
  if (!isTwice) expect({ text, rows: sorted(rows) }).toEqual({ text, rows: sorted() });
  return true;
}

function answer(properties: string): string {
  return `{"properties":{${properties}},"account":"acme","repo":"shop","context":"Dev;x","generatedOn":"x"}`;
}

const PLAIN = '"a":{"val":"1","context":["Dev","x"]}';

describe('takes', () => {
  it.each([
    ['a text', PLAIN],
    ['null', '"a":{"val":null,"context":["Dev","x"]}'],
    ['a type', '"a":{"type":"Integer","val":"1","context":["Dev","x"]}'],
    ['a deprecated key', '"a":{"deprecated":true,"val":"1","context":["Dev","x"]}'],
    [
      'what a cipher guards',
      '"a":{"type":"JSON","encryption":"Sec","cipher":"AES/CBC/PKCS5Padding","val":"x\\u003d","context":["Dev","x"]}',
    ],
    ['escapes', String.raw`"a":{"val":"\"\\\/\b\f\n\r\t\u003c\ud83d\ude00","context":["Dev","x"]}`],
    [
      'a list and a map',
      '"l":{"type":"List","val":["]","\\"",[]],"context":["Dev","x"]},"m":{"type":"Map","val":{"}":{"b":"\\u003c"}},"context":["Dev","x"]}',
    ],
    [
      'numbers as they are written',
      '"m":{"type":"Map","val":{"b":1.50,"1":1e3,"a":[12345678901234567890]},"context":["Dev","x"]}',
    ],
    [
      'rows of other contexts',
      `"b":{"val":"1","context":["*","*"]},${PLAIN},"c":{"val":"1","context":["Dev","*"]}`,
    ],
    ['another spelling', '"a":{"val":"1","context":["DEV","X"]}'],
    [
      'odd names',
      '"__proto__":{"val":"1","context":["Dev","x"]},"7":{"val":"2","context":["Dev","x"]},"":{"val":"3","context":["Dev","x"]}',
    ],
  ])('%s', (_, properties) => expect(isTakenAsJson(answer(properties), 'Dev;x')).toBe(true));

  it('every answer of a real server', () => {
    const path = join(import.meta.dirname, '../fixtures/recorded/97-read-by-token.json');
    const { steps } = JSON.parse(readFileSync(path, 'utf8')) as Recording;
    const taken = steps.flatMap(({ request, response: { body } }) => {
      if (!('Include-Value-Context' in request.headers) || typeof body !== 'object') return [];
      // Neither files nor comments are asked for where rows are.
      const { files: _, ...rest } = body as Record<string, unknown>;
      const text = JSON.stringify(rest).replaceAll(/"comment":"[^"]*",/g, '');
      return [isTakenAsJson(text, request.headers.Context?.replaceAll('zz9', '*') ?? '')];
    });
    expect(taken.length).toBeGreaterThan(5);
    expect(taken).not.toContain(false);
  });
});

describe('leaves to JSON', () => {
  it.each([
    ['nothing', answer('')],
    ['blanks', answer(`${PLAIN} `)],
    ['another order', answer('"a":{"context":["Dev","x"],"val":"1"}')],
    ['unknown members', answer('"a":{"val":"1","context":["Dev","x"],"x":1}')],
    ['a number', answer('"a":{"val":1,"context":["Dev","x"]}')],
    ['an element that is no text', answer('"a":{"val":"1","context":["Dev",1]}')],
    ['a row without a context', answer('"a":{"val":"1"}')],
    ['an escaped name', answer('"\\u0061":{"val":"1","context":["Dev","x"]}')],
    ['a line break in a text', answer('"a":{"val":"1\n","context":["Dev","x"]}')],
    ['what is no escape', answer('"a":{"val":"\\x","context":["Dev","x"]}')],
    ['an open text', '{"properties":{"a":{"val":"1\\'],
    ['an open list', '{"properties":{"a":{"val":[["1"]'],
    ['brackets that do not match', answer('"a":{"val":["1"},"context":["Dev","x"]}')],
    ['a million brackets', answer(`"a":{"val":${'['.repeat(1e6)}${']'.repeat(1e6)},"context":["Dev","x"]}`)],
    ['another repository', answer(PLAIN).replace('shop', 'other')],
    ['properties for the second time', answer(PLAIN).replace('"account"', '"properties":{},"account"')],
    ['the same as null', answer(PLAIN).replace('"account"', '"properties":null,"account"')],
    ['the same, escaped', answer(PLAIN).replace('"account"', '"\\u0070roperties":null,"account"')],
    ['a name twice, once in another context', answer(`${PLAIN},"a":{"val":"2","context":["*","*"]}`)],
    ['a very long context', answer(`"a":{"val":"1","context":[${'"",'.repeat(100_000)}""]}`)],
    ['a context of a million brackets', `{"properties":{"a":{"val":"1","context":${'['.repeat(1e6)}]`],
    ['more rows than JSON may have items', answer(Array(1_000_001).fill(PLAIN).join(','))],
    [
      'more rows of other contexts',
      answer(Array.from({ length: 1_000_001 }, (_, at) => `"${at}":{"val":null,"context":["*"]}`).join(',')),
    ],
    ['files', answer(PLAIN).replace('{', '{"files":{},')],
    ['an end that is cut off', answer(PLAIN).slice(0, -1)],
    ['more behind the end', `${answer(PLAIN)}]`],
    ['a very long end', answer(PLAIN).replace('"generatedOn":"x"', `"generatedOn":"${'x'.repeat(1e6)}"`)],
  ])('%s', (_, text) =>
    expect(usualRows(text, { repository: REPOSITORY, context: 'Dev;x' })).toBeUndefined(),
  );
});

test('what it takes of changed answers, it reads as JSON is read', { timeout: FUZZ_TIMEOUT }, async () => {
  const row = (name: string, val: string, context = '["Dev","x"]') =>
    `"${name}":{"val":${val},"context":${context}}`;
  const inputs = [
    answer(PLAIN),
    answer(
      [row('a', '"1"'), row('b', 'null'), row('c', '["x","y"]'), row('d', '"x"', '["*","*"]')].join(','),
    ),
    answer(
      `"a":{"type":"Map","deprecated":true,"val":{"a":"1","b":2.50},"context":["dev","X"]},${row('b', '"\\n"')}`,
    ),
  ].map((text) => Buffer.from(text));
  const words = [
    '"val":',
    'null',
    ',"context":',
    '["Dev","x"]',
    '"type":"List",',
    '"properties":',
    '\\u0041',
    '\\"',
  ];
  let taken = 0;
  await fuzz({
    name: 'usual-rows',
    runs: 6000,
    make: (random) => mutatedJson(random, { inputs, words }),
    check: (input) => {
      if (isTakenAsJson(input.toString(), 'Dev;x')) taken++;
    },
  });
  expect(taken).toBeGreaterThan(200);
});
