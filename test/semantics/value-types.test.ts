// Which texts are valid for a type, here and in the JSON Schema of documents, and what is stored.
import { VDTS, type Vdt, isVdt } from '../../src/model/state.ts';
import { describe, expect, it, test } from 'vitest';
import { storedText, valueProblem } from '../../src/semantics/value-types.ts';
import { loadDocument } from '../helpers/project.ts';
import { schemaErrors } from '../documents/schema.ts';

const ACCEPTED: Record<Vdt, string[]> = {
  Text: ['', ' ', 'line\nbreak', 'ü€😀'],
  Code: ['', 'if (x) {\n}'],
  JSON: ['{"a":1}', 'text', '{a:1}', '1 2', '{]', '{"a":1}}', '{"a":1,}', 'null', '"x"'],
  Boolean: ['true', 'false'],
  Integer: ['0', '-1', '+1', '007', '2147483647', '-2147483648', '٣', '0000000000000000000000001'],
  Long: ['9223372036854775807', '-9223372036854775808', '+5', '１２'],
  Double: [
    ...['1', ' 1', '1 ', '.5', '-.5', '+.5', '5.', '1E-5', '1d', '0x1p3', '1e999'],
    ...['NaN', '+NaN', '-Infinity'],
  ],
  Float: [' 1', '3.5f', '1e39', '0X.8P-1F'],
  Map: ['{}', '', '  ', '{a:1}', "{'a':'1'}", ' {"a":1} ', '{"a":1,"a":2}', '{"a":[1,{}]}'],
  List: ['[]', '', ' ', '[a,b]', "['a']", '["a",]', ' [1] '],
  FileRef: ['a/b.txt', ' '],
  FileEmbed: ['a'],
};

const REFUSED: Record<Vdt, string[]> = {
  Text: ['a\0b'],
  Code: ['\0'],
  JSON: ['', ' ', '{"a":', '[1', '"x', '\0'],
  Boolean: ['TRUE', ' true', 'true ', '1', 'yes', ''],
  Integer: [
    ...['2147483648', '-2147483649', ' 1', '1 ', '1.0', '1e3', '0x1F', '1_000', '1,000'],
    ...['', '+', '-', '𝟏'],
  ],
  Long: [
    ...['1L', ' 1', '', '9223372036854775808', '-9223372036854775809'],
    ...['9'.repeat(100_000), `-${'9'.repeat(30)}`],
  ],
  Double: ['nan', '1,5', '', '.', '1e', '0x1', '1.5.2', '١', 'Infinity1', '- 1', '1 2'],
  Float: ['abc', '', 'f', '0x.p1'],
  Map: [
    ...['[]', 'text', 'null', '{"a":"1"', '{"a":1}{"b":2}', '{"a":1} x', '{"a":1,}'],
    ...['{"a":1} // c', '{}\0'],
  ],
  List: ['{}', 'text', 'null', '["a"', '["a"] x', '1'],
  FileRef: [''],
  FileEmbed: ['', '\0'],
};

describe('valueProblem', () => {
  it.each(VDTS)('accepts and rejects what the server does as %s', (vdt) => {
    const isTaken = (text: string) => valueProblem(vdt, text) === undefined;
    expect([...ACCEPTED[vdt], ...REFUSED[vdt]].filter(isTaken)).toEqual(ACCEPTED[vdt]);
    expect(valueProblem(vdt, null)).toBeUndefined();
  });

  it('names the expected format, but not the value', () => {
    expect(valueProblem('Integer', 'hunter2')).toBe(
      'a whole number from -2147483648 to 2147483647',
    );
    expect(valueProblem('Boolean', 'hunter2')).toBe('true or false');
    for (const vdt of VDTS) expect(valueProblem(vdt, 'hunter2\0')).not.toContain('hunter2');
  });

  it('is fast on long texts, and does not recurse on deep ones', () => {
    const long = '1'.repeat(1_000_000);
    for (const vdt of VDTS) {
      valueProblem(vdt, `${long}x`);
      valueProblem(vdt, '['.repeat(1_000_000));
    }
    expect(valueProblem('List', '['.repeat(600) + ']'.repeat(600))).toBe('a JSON array');
    expect(valueProblem('List', '['.repeat(500) + ']'.repeat(500))).toBeUndefined();
  });
});

const PLACES = [
  'value: @',
  'value: { value: @ }',
  'values: { "*": @ }',
  'values: { "*": { value: @ } }',
];

function documentsWith(vdt: Vdt, written: string): string[] {
  const documentAt = (place: string) =>
    `keys: { a: { vdt: ${vdt}, ${place.replace('@', () => written)} } }`;
  return PLACES.map(documentAt);
}

function isTaken(document: string): boolean {
  return schemaErrors('document', document)?.length === 0;
}

/** In quotes, except for a whole number: in quotes, the schema does not know its size. */
function writtenOf(text: string): string {
  return /^[-+]?[0-9]+$/.test(text) ? text : JSON.stringify(text);
}

describe('the schema of documents', () => {
  const NUL = ['a\0b', '\0', '{}\0'];
  /** A pattern reads no JSON, an editor rounds numbers, and what is as rare as NUL is left to the reader. */
  const UNKNOWABLE: Record<Vdt, readonly string[]> = {
    Text: NUL,
    Code: NUL,
    JSON: REFUSED.JSON,
    Boolean: [],
    Integer: ['𝟏'],
    Double: [],
    Float: [],
    FileRef: [],
    FileEmbed: NUL,
    Map: REFUSED.Map,
    Long: ['9223372036854775808', '-9223372036854775809'],
    List: ['{}', 'text', 'null', '["a"', '["a"] x'],
  };

  it.each(VDTS)('takes what the server accepts as %s', (vdt) => {
    const documents = ACCEPTED[vdt].flatMap((text) =>
      [JSON.stringify(text), writtenOf(text)].flatMap((written) => documentsWith(vdt, written)),
    );
    expect(documents.filter((document) => !isTaken(document))).toEqual([]);
  });

  it.each(VDTS)('rejects what the server rejects as %s, where it can know', (vdt) => {
    const taken = REFUSED[vdt].filter((text) => documentsWith(vdt, writtenOf(text)).some(isTaken));
    expect(taken).toEqual(REFUSED[vdt].filter((text) => UNKNOWABLE[vdt].includes(text)));
  });

  it.each(VDTS)('takes of other kinds of values what the reader takes as %s', (vdt) => {
    const documents = ['[1]', '{ x: 1 }', '1', '1.5', 'true'].flatMap((written) =>
      documentsWith(vdt, written),
    );
    const read = documents.filter((document) => loadDocument(document).diagnostics.length === 0);
    expect(documents.filter(isTaken)).toEqual(read);
  });
});

describe('storedText', () => {
  it.each([
    ['Double', '.5', '0.5'],
    ['Float', '.5', '0.5'],
    ['Double', '-.5', '-.5'],
    ['Double', ' .5', ' .5'],
    ['Map', '  ', '{}'],
    ['List', '', '[]'],
    ['Map', ' {a:1} ', ' {a:1} '],
    ['Text', '', ''],
    ['Text', null, null],
    ['Map', null, null],
  ] as const)('%s %j becomes %j', (vdt, text, stored) =>
    expect(storedText(vdt, text)).toBe(stored),
  );
});

test('the name of a type is exact', () => {
  expect([...VDTS, 'text', 'Map ', '', 'constructor'].filter(isVdt)).toEqual(VDTS);
});
