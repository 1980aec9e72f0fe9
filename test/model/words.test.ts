// The nouns: contexts, places, nearest words, equal JSON, addresses.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareContexts, contextOf, elementsOf, fullContext } from '../../src/model/context.ts';
import { meant, nearest } from '../../src/lib/text.ts';
import { Place, Source } from '../../src/model/diagnostic.ts';
import { parseRepository, parseUrl } from '../../src/model/project.ts';
import { sameJson } from '../../src/lib/json.ts';

describe('a context', () => {
  it('in which every level is any is written `*`, and in full with its depth', () => {
    expect(contextOf(elementsOf(' * ; * ;*'))).toBe('*');
    expect(fullContext('*', 3)).toBe('*;*;*');
    expect(fullContext('P;*', 2)).toBe('P;*');
    expect(fullContext('*', 0)).toBe('*');
  });

  it('is sorted broad first, names without regard to case', () => {
    const sorted = '* *;Web dev;* Dev;Web Production;* production;billing Staging;*'.split(' ');
    for (const order of [[...sorted].reverse(), [...sorted.slice(3), ...sorted.slice(0, 3)]]) {
      expect(order.sort(compareContexts)).toEqual(sorted);
    }
  });
});

describe('a place', () => {
  it('counts lines and columns from one, and columns as editors do', () => {
    const source = new Source('a.yaml', 'é😀x\r\n\n  last');
    const positions = [0, 1, 3, 6, 7, 9, 13].map((offset) => String(new Place(source, offset)));
    expect(positions).toEqual([
      'a.yaml:1:1',
      'a.yaml:1:2',
      'a.yaml:1:4',
      'a.yaml:2:1',
      'a.yaml:3:1',
      'a.yaml:3:3',
      'a.yaml:3:7',
    ]);
    expect(JSON.stringify(new Place(source, 9))).toBe('{"file":"a.yaml","line":3,"column":3}');
  });

  it('agrees with counting, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r') }), fc.nat(30), (text, at) => {
        const offset = Math.min(at, text.length);
        const lines = text.slice(0, offset).split('\n');
        const expected = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
        expect(new Source('f', text).position(offset)).toEqual(expected);
      }),
      { seed: 1 },
    );
  });
});

describe('the nearest word', () => {
  const words = ['Text', 'Integer', 'Production', 'keys'];
  it.each([
    ['Integr', 'Integer'],
    ['INTEGER', 'Integer'],
    ['Prodution', 'Production'],
    ['kesy', 'keys'],
    ['Staging', undefined],
    ['x', undefined],
    ['', undefined],
  ])('to %s is %s', (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
    if (expected === undefined)
      expect(meant(word, words)).toBe('Known: Text, Integer, Production, keys.');
    else expect(meant(word, words)).toBe(`Did you mean \`${expected}\`?`);
  });

  it('of no words is none', () => {
    expect(nearest('x', [])).toBe(undefined);
  });
});

describe('two JSON texts', () => {
  it.each([
    ['{"a":1,"b":2}', ' { "b" : 2 , "a" : 1 } ', true],
    ["{'a':[1,true,null]}", '{"a":[1,true,null]}', true],
    ['{"a":{"c":1,"b":2}}', '{"a":{"b":2,"c":1}}', true],
    ['[1,2]', '[2,1]', false],
    ['["a","b"]', '["b","a"]', false],
    ['[1.50]', '[1.5]', false],
    ['[1]', '["1"]', false],
    ['[12345678901234567890]', '[12345678901234567891]', false],
    ['{"a":null}', '{}', false],
    ['[', '[', true],
    ['[', '[ ', false],
    ['{"__proto__":1}', '{}', false],
    [undefined, undefined, false],
    [null, 'null', false],
  ])('%s and %s: the same is %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });
});

describe('an address', () => {
  it.each([
    ['https://config.example.com/', 'https://config.example.com'],
    ['HTTP://Config.Example.com:80/Base//', 'http://config.example.com/Base'],
    ['http://[::1]:7080', 'http://[::1]:7080'],
    ['https://user@host', undefined],
    ['https://host/?a=1', undefined],
    ['https://host/#x', undefined],
    ['ftp://host', undefined],
    ['host:80', undefined],
    ['', undefined],
  ])('%s is %s', (text, url) => expect(parseUrl(text)).toBe(url));

  it('of a repository is account/name, with case', () => {
    expect(parseRepository('Acme/Shop')).toEqual({ account: 'Acme', name: 'Shop' });
    for (const text of ['shop', '/shop', 'acme/', 'a/b/c', 'a b/c', ''])
      expect(parseRepository(text)).toBe(undefined);
  });
});
