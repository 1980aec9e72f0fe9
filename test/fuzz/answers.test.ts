// What a server may answer, changed at will: a sentence, a state, or an error with a name. Never a crash, never a value.
import { expect, test } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { emptyState } from '../../src/model/state.ts';
import { jsonText, isJsonObject, parseLenientJson } from '../../src/lib/json.ts';
import { readJson } from '../../src/remote/answer.ts';
import type { HttpAnswer } from '../../src/remote/http.ts';
import {
  readDetail,
  readExport,
  readKeyData,
  readPull,
  readRepositories,
} from '../../src/remote/wire.ts';
import { pulledState } from '../../src/remote/pulled-state.ts';
import { readReason } from '../../src/remote/rejections.ts';
import { etagOf, Rejected } from '../../src/server/answer.ts';
import { REJECTIONS, shownSentence } from '../../src/semantics/rejections.ts';
import { fuzz, FUZZ_TIMEOUT, kept, prototypes, recordedSteps } from './fuzz.ts';
import { mutated } from './mutate.ts';
import { mutatedJson } from './mutate-json.ts';
import type { Random } from './random.ts';

const steps = recordedSteps();
const etags = [...new Set(steps.flatMap(({ response }) => response.etag ?? []))].map((etag) =>
  Buffer.from(etag, 'latin1'),
);
const bodies = [...new Set(steps.flatMap(({ response }) => bodyOf(response.body)))].map((body) =>
  Buffer.from(body),
);
const before = prototypes();

function bodyOf(body: unknown): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return text.startsWith('{') || text.startsWith('[') ? [text] : [];
}

test('reasons', { timeout: FUZZ_TIMEOUT }, async () => {
  expect(etags.length).toBeGreaterThan(50);
  const words = [
    ...Object.values(REJECTIONS).map(({ sentence }) => sentence),
    ...['; {', '"key":"', '"value":"', 'W/', '\\"', '"levels":[', '"context":"a;b"'],
  ];
  const material = { inputs: [...etags, ...kept('reasons')], words };
  const sentences = new Set<string>();
  await fuzz({
    name: 'reasons',
    runs: 2000,
    make: (random) => mutated(random, material),
    check: (input) => {
      const { message, hint = '', quotes } = readReason(input.toString('latin1'));
      quotes?.('x');
      sentences.add(message);
      expect(message).toMatch(/^[ -~]{1,300}$/);
      expect(hint).toMatch(/^[ -~]{0,300}$/);
    },
  });
  // Only those of the closed list, whatever was sent.
  expect(sentences.size).toBeLessThanOrEqual(Object.keys(REJECTIONS).length + 2);
});

test('reasons that the built-in server writes', { timeout: FUZZ_TIMEOUT }, async () => {
  const words = [
    ...['"key":"x",', '"value":"é",', '"context":"a;b"', '"file":"f"', '\\u2028', '\\"', '; {'],
  ];
  const entries = [
    '{"key":"a","values":[{"context":"*;*","value":"1"}]}',
    '{"file":"a/b","context":"P;*","content":"x"}',
  ];
  const material = { inputs: entries.map((entry) => Buffer.from(entry)), words };
  const names = Object.keys(REJECTIONS) as (keyof typeof REJECTIONS)[];
  await fuzz({
    name: 'written-reasons',
    runs: 1500,
    make: (random: Random) =>
      Buffer.concat([Buffer.from([random.below(names.length)]), mutated(random, material)]),
    check: (input) => {
      const parsed = parseLenientJson(input.subarray(1).toString());
      const name = names[(input[0] ?? 0) % names.length] ?? 'GENERIC';
      const entry = isJsonObject(parsed) ? parsed : undefined;
      const etag = etagOf(new Rejected(name, entry));
      if (etag === undefined) return;
      expect(etag).toMatch(/^[\u0020-\u007e\u0080-\u00ff]*$/);
      const { message, key, code } = readReason(etag);
      expect(message).toBe(shownSentence(REJECTIONS[name]));
      expect(code).toBeDefined();
      const sent = entry?.get('key');
      // What Latin-1 cannot say is a space in the header, so only plain names come back as they were.
      const isPlain = typeof sent === 'string' && /^[\w.]+$/.test(sent);
      if (isPlain && !jsonText(entry ?? null).includes('\\')) expect(key).toBe(sent);
    },
  });
});

const REPOSITORY = { account: 'acme', name: 'shop' };
const values = { context: 'x;x', content: 'values' } as const;
const all = { context: 'x;x', content: 'values and files' } as const;
const READERS: ((json: unknown, text: string) => unknown)[] = [
  ...[readExport, readRepositories, readDetail, readKeyData],
  (json, text) => readPull(json, { text, repository: REPOSITORY, request: values }),
  (json, text) => {
    const pull = readPull(json, { text, repository: REPOSITORY, request: all });
    const known = { desired: emptyState(), presumed: 'desired', listedFiles: new Map() } as const;
    return pull && pulledState(new Map([['*', pull]]), known);
  },
];

test('answers', { timeout: FUZZ_TIMEOUT }, async () => {
  expect(bodies.length).toBeGreaterThan(50);
  const words = [
    ...['"data":[', '"values":[', 'null', '{}', '[]', '"active":false', '"vdt":"Map"'],
    ...['"properties":{', '"val":', '1e400', '"context":["a","b"]'],
  ];
  const material = { inputs: [...bodies, ...kept('answers')], words };
  let understood = 0;
  await fuzz({
    name: 'answers',
    runs: 1500,
    make: (random) => mutatedJson(random, material),
    check: (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer: HttpAnswer = { status: 200, headers, body };
      for (const read of READERS) {
        try {
          readJson(answer, { url: 'http://h', read });
          understood++;
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
          expect((error as CommandError).message.length).toBeLessThan(5000);
        }
      }
      expect(prototypes()).toBe(before);
    },
  });
  expect(understood).toBeGreaterThan(0);
});
