// The server's JSON as states, and what is no answer of such a server.
import { describe, expect, it } from 'vitest';
import {
  readDetail,
  readExport,
  readKeyData,
  readRepositories,
  ShapeError,
} from '../../src/remote/wire.ts';

const mapOf = <Value>(entries: Record<string, Value>) => new Map(Object.entries(entries));
const KEY = { key: 'A.b', readme: null, deprecated: false, vdt: 'Text', push: true };

describe('an export', () => {
  it('takes keys without values, and names of every object', () => {
    const data = ['__proto__', 'constructor'].map((key) => ({ ...KEY, key }));
    expect([...readExport({ data }).items.keys()]).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ...[null, [], {}, { data: {} }, { data: [null] }, { data: [{}] }],
    ...[{ vdt: 'text' }, { values: {} }, { values: [{ value: 'x' }] }].map((wrong) => ({
      data: [{ ...KEY, ...wrong }],
    })),
    { data: [{ file: 'f', content: 'x' }] },
  ])('is not %j', (json) => expect(() => readExport(json)).toThrow(ShapeError));
});

describe('other answers', () => {
  it('contain nothing about unlisted levels', () => {
    const detail = { account: 'a', repository: 'r', context: ['constructor'], contextElements: {} };
    expect(readDetail(detail).elements).toEqual([new Map()]);
  });

  it('name the repositories, their levels and their elements by lower-cased name', () => {
    const facts = { account: 'acme', name: 'shop', vdtEnabled: true, securityEnabled: false };
    const counted = { ...facts, keyCount: 2, valueCount: 3 };
    const listed = { ...counted, description: '', isPrivate: false, levels: ['E', 'A'] };
    expect(readRepositories([{ ...counted, description: null, context: ['E', 'A'] }])).toEqual([
      listed,
    ]);
    const detail = {
      account: 'acme',
      repository: 'shop',
      context: ['E', 'A'],
      contextElements: { A: ['Web'], E: ['Prod', 'QA'] },
      files: [
        { name: 'f', path: 'd/f', secureGroup: 'G' },
        { name: 'f', path: 'd/f' },
        { name: 'g', path: 'g' },
      ],
    };
    expect(readDetail(detail)).toEqual({
      account: 'acme',
      name: 'shop',
      levels: ['E', 'A'],
      elements: [{ prod: 'Prod', qa: 'QA' }, { web: 'Web' }].map(mapOf),
      files: mapOf({ 'd/f': { count: 2, securityGroup: 'G' }, g: { count: 1 } }),
    });
    expect(readDetail({ ...detail, contextElements: undefined }).elements).toBe(undefined);
  });

  it('say that there is no key', () => {
    expect(readKeyData({})).toBe(undefined);
    const flags = { deprecated: false, push: true };
    expect(readKeyData({ ...KEY, vdt: 'Map' })).toEqual({
      kind: 'key',
      name: 'A.b',
      vdt: 'Map',
      ...flags,
    });
  });

  it.each([
    [() => readRepositories({})],
    [() => readRepositories([{ account: 'a' }])],
    [() => readDetail([])],
    [() => readKeyData(null)],
  ])('of another shape are rejected: %s', (read) => expect(read).toThrow(ShapeError));
});
