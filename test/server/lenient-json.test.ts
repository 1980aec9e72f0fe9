// The lenient JSON of the server: what it accepts, rejects, and writes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../random/code-points.ts';
import { jsonText, isCutShort, parseLenientJson } from '../../src/lib/json.ts';

function rewritten(text: string): string {
  const node = parseLenientJson(text);
  return node === undefined ? '(none)' : jsonText(node);
}

describe('lenient JSON', () => {
  it.each([
    ['{a:b}', '{"a":"b"}'],
    ["{'a':'it\\'s'}", '{"a":"it\'s"}'],
    ['{"a"=1;"b"=>2}', '{"a":1,"b":2}'],
    ['/* c */ {"a":1, // x\n # y\n "b":2}', '{"a":1,"b":2}'],
    ['{"a":1, // x\r "b":2, # y\r\n "c":3}', '{"a":1,"b":2,"c":3}'],
    ['{"a":1, // x\u2028 y\n "b":2}', '{"a":1,"b":2}'],
    ['\ufeff{}', '{}'],
    ['[a,]', '["a",null]'],
    ['[,]', '[null,null]'],
    ['[]', '[]'],
    ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
    ['[1.50,1e3,-0,12345678901234567890123]', '[1.50,1e3,0,12345678901234567890123]'],
    ['[007,0x1F,NaN,+1,.5,1.]', '["007","0x1F","NaN","+1",".5","1."]'],
    ['[TRUE,Null,False]', '[true,null,false]'],
    ['{constructor:toString,__proto__:x}', '{"constructor":"toString","__proto__":"x"}'],
    ['"a\nb\tc\u0001"', '"a\\nb\\tc\\u0001"'],
    ['"\\u00fc\\/\u2028<&"', '"ü/\\u2028<&"'],
    [' \r\n\t1 ', '1'],
  ])('%s is %s', (text, written) => expect(rewritten(text)).toBe(written));

  it.each([
    ['truncated', ['', '  ', '{', '{"a":', '[1', '"x', '"\\u12', '/* c']],
    ['malformed', ['{]', '{"a":1,}', '{"a" 1}', '[1 2]', '"\\u12g4"', '}']],
    ['trailing', ['1 2', '{} // end', '{}{}']],
    ['too deep', ['['.repeat(100_000), '{a:'.repeat(100_000)]],
  ])('is none if %s', (failure, texts) => {
    for (const text of texts) {
      expect(parseLenientJson(text), text.slice(0, 20)).toBe(undefined);
      expect(isCutShort(text), text.slice(0, 20)).toBe(failure === 'truncated');
    }
  });

  it('reads strict JSON like `JSON.parse`', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: CODE_POINT }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(rewritten(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(...'{}[]"\'\\u:,;=/*#\na1');
    fc.assert(fc.property(fc.array(pieces), (parts) => void parseLenientJson(parts.join(''))));
  });
});
