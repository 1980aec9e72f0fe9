// Answers of pulls, those of a real server among them, as rows and files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Recording } from '../server/recording.ts';
import { type ContextPull, readPull, ShapeError } from '../../src/remote/wire.ts';
import { pulledState } from '../../src/remote/pulled-state.ts';
import { emptyState, rowsIn } from '../../src/model/state.ts';

const REPOSITORY = { account: 'acme', name: 'shop' };

function pulled(json: unknown, content: ContextPull['content'] = 'values and files') {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return readPull(JSON.parse(text), {
    text,
    repository: REPOSITORY,
    request: { context: 'x;x', content },
  });
}

const ANSWER = { account: 'acme', repo: 'shop', context: 'x;x', properties: {}, files: {} };

describe('the pulls of a real server', () => {
  const path = join(import.meta.dirname, '../fixtures/recorded/97-read-by-token.json');
  const { steps } = JSON.parse(readFileSync(path, 'utf8')) as Recording;
  /** By the context that was asked for, its fresh name back to `*`. */
  const pulls = new Map(
    steps.flatMap(({ request: { path, headers }, response }) => {
      const isPull = path === '/rest/pull' && 'Include-Value-Context' in headers;
      const pull = isPull ? pulled(response.body) : undefined;
      const id = headers.Context?.toLowerCase().replaceAll('zz9', '*') ?? '';
      return pull === undefined ? [] : [[id === '*;*' ? '*' : id, pull] as const];
    }),
  );

  test('give only the rows of the requested contexts', () => {
    const presumed = 'last-applied';
    const state = pulledState(pulls, { desired: emptyState(), presumed, listedFiles: new Map() });
    const found = [...rowsIn(state)].filter(({ item }) => item.kind === 'key');
    const rows = found.map(({ item, row }) => `${item.name} ${row.context} ${row.text}`);
    expect(rows.sort()).toEqual([
      ...['a * 1', 'a *;Web 3', 'a AllProd;* 5', 'a Prod;* 22', 'a Prod;Web 4', 'b * d'],
      ...['b AllProd;* g', 'c Prod;Web null', 'm * {"x":1.5,"y":[1000,true,null]}', 'off * y'],
    ]);
  });
});

describe('an answer', () => {
  test('keeps the text of numbers in Maps and Lists, and the order of members', () => {
    const val = '{"b":1.50,"1":1e3,"a":[12345678901234567890]}';
    const property = `{"type":"Map","val":${val},"context":["*","*"]}`;
    const text = JSON.stringify(ANSWER).replace(
      '"properties":{}',
      `"properties":{"m":${property}}`,
    );
    expect(pulled(text)?.values).toEqual([
      { name: 'm', vdt: 'Map', deprecated: false, text: val, context: '*;*' },
    ]);
  });

  test('gives the available metadata of a key', () => {
    const properties = {
      a: { deprecated: true, comment: 'of it', val: null, context: ['P', '*'] },
      s: { encryption: 'G', cipher: 'AES/CBC/PKCS5Padding', val: 'x==', context: ['*', '*'] },
    };
    const a = { name: 'a', deprecated: true, readme: 'of it', text: null, context: 'P;*' };
    const s = { name: 's', deprecated: false, securityGroup: 'G', text: 'x==', context: '*;*' };
    expect(pulled({ ...ANSWER, properties })?.values).toEqual([
      { ...a, vdt: 'Text' },
      { ...s, vdt: 'Text' },
    ]);
  });

  test.for([
    ['of another account', { ...ANSWER, account: 'other' }],
    ['of another repository', { ...ANSWER, repo: 'other' }],
    ['without contexts of values', { ...ANSWER, properties: { a: { val: '1' } } }],
    ['without properties', { ...ANSWER, properties: undefined }],
    ['without files', { ...ANSWER, files: undefined }],
  ] as const)('%s is one that a cache kept for others', ([, json]) =>
    expect(pulled(json)).toBeUndefined(),
  );

  test('needs no files if none were requested', () => {
    expect(pulled({ ...ANSWER, files: undefined }, 'values')).toEqual({ values: [] });
  });

  const DATE = { type: 'Date', val: '1', context: ['*', '*'] };
  test.for([
    ['a list', []],
    ['an unknown type', { ...ANSWER, properties: { a: DATE } }],
    ['a file without content', { ...ANSWER, files: { f: {} } }],
  ] as const)('%s is no pull', ([, json]) => expect(() => pulled(json)).toThrow(ShapeError));
});
