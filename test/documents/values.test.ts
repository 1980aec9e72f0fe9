// Values as documents write them: the source text is the value, whatever YAML would make of it.
import { describe, expect, it } from 'vitest';
import { linesOf, stateOf } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

describe('a scalar', () => {
  const AS_WRITTEN = [
    '007 1.10 123.450 1e3 0x1F 0o17 1_000 99999999999999999999 -0 .inf .NaN 2024-01-01 12:30:45',
    'yes No TRUE nul << = http://a.b/c#d',
  ].flatMap((line) => line.split(' '));

  it.each([
    ...AS_WRITTEN.map((written) => [written, written]),
    ['a plain text', 'a plain text'],
    ['a #comment', 'a'],
    ["'it''s'", "it's"],
    ['"tab\\t \\u00e9 \\U0001F600"', 'tab\t é 😀'],
    ['!!str 007', '007'],
    ['""', ''],
    ["''", ''],
    ['"null"', 'null'],
    ['"~"', '~'],
  ])('written as %s arrives as %j', (written, text) => {
    expect(stateOf(`keys:\n  a: ${written}\n`).items.get('a')?.rows.get('*')?.text).toBe(text);
  });

  it.each(['null', 'Null', 'NULL', '~'])('written as %s is null', (written) => {
    expect(linesOf(stateOf(`keys:\n  a: ${written}\n  b: { value: ${written} }\n`))).toEqual([
      'a [*] null',
      'b [*] null',
    ]);
  });

  it.each([
    ['|', 'one\n  two\n'],
    ['|-', 'one\n  two'],
    ['|+', 'one\n  two\n\n'],
    ['>', 'one\n  two\n'],
    ['>-', 'one\n  two'],
    ['|2', 'one\n  two\n'],
  ])('in a block %s keeps its lines', (style, text) => {
    const document = `keys:\n  a: ${style}\n    one\n      two\n\n  b: 1\n`;
    expect(stateOf(document).items.get('a')?.rows.get('*')?.text).toBe(text);
  });

  it('keeps Windows line ends out of block scalars, as YAML says, and in quoted escapes', () => {
    const lines = linesOf(stateOf('keys:\r\n  a: |\r\n    x\r\n    y\r\n  b: "x\\r\\n"\r\n'));
    expect(lines).toEqual(['a [*] "x\\ny\\n"', 'b [*] "x\\r\\n"']);
  });
});

describe('a missing value', () => {
  it('is an error that asks whether an empty text or null was meant', () => {
    const { diagnostics } = loadMarked(`keys:
  «empty-value»a:
  b:
    values:
      «empty-value»"*;*":
  c: { «empty-value»value: }
`);
    for (const { hint } of diagnostics) expect(hint).toMatch(/`""`.*`null`/);
  });
});

describe('a native mapping or list', () => {
  it.each([
    ['Map', '{ DE: 10, FR: 12 }', '{"DE":10,"FR":12}'],
    ['Map', '{}', '{}'],
    ['List', '[eu, us]', '["eu","us"]'],
    ['List', '[]', '[]'],
    [
      'List',
      '[1, 1.50, 1e3, -0.5, 007, 0x1F, .5, 5., +1]',
      '[1,1.50,1e3,-0.5,"007","0x1F",".5","5.","+1"]',
    ],
    ['List', '[true, false, True, yes, null, ~, Null]', '[true,false,"True","yes",null,null,null]'],
    ['List', '["1", \'true\', "null", ""]', '["1","true","null",""]'],
    ['List', '[2024-01-01, 99999999999999999999]', '["2024-01-01",99999999999999999999]'],
    ['JSON', '{ a: { b: [1, { c: "x\\ny" }] } }', '{"a":{"b":[1,{"c":"x\\ny"}]}}'],
    ['JSON', '[{ a: }]', '[{"a":null}]'],
    [
      'Map',
      '{ __proto__: 1, constructor: 2, toString: 3 }',
      '{"__proto__":1,"constructor":2,"toString":3}',
    ],
    ['Map', '{ 1: a, null: b, true: c }', '{"1":"a","null":"b","true":"c"}'],
  ])('of type %s, %s, becomes the compact JSON %s', (vdt, written, json) => {
    expect(linesOf(stateOf(`keys:\n  a: { vdt: ${vdt}, value: ${written} }\n`))).toEqual([
      `a vdt ${vdt}`,
      `a [*] ${JSON.stringify(json)} native`,
    ]);
  });

  it('may come right after the key where another document declares the type', () => {
    const files = {
      'config/a.yaml': 'keys: { regions: [eu, us] }',
      'config/b.yaml': 'keys: { regions: { vdt: List } }',
    };
    expect(linesOf(stateOf(files))).toEqual([
      'regions vdt List',
      'regions [*] "[\\"eu\\",\\"us\\"]" native',
    ]);
  });

  it.each([
    'a: { «vdt-required»value: [1] }',
    '«vdt-required»a: [1]',
    'a: { vdt: Text, «vdt-required»value: [1] }',
    'a: { vdt: Integer, «vdt-required»value: { x: 1 } }',
    'a: { vdt: Map, «value-type»value: [1] }',
    'a: { vdt: List, «value-type»value: { x: 1 } }',
  ])('that does not fit its type is an error: %s', (key) => void loadMarked(`keys:\n  ${key}\n`));
});

describe('a value object', () => {
  it('with `value` inside `values` is the value of that context, native ones too', () => {
    const document = [
      'keys:',
      '  a:',
      '    vdt: Map',
      '    values:',
      '      "*;*": { value: { path: x, env: y } }',
      '      P;*: { x: 1 }',
      '      Q;*: { value: \'{"x":1}\' }',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual([
      'a vdt Map',
      'a [*] "{\\"path\\":\\"x\\",\\"env\\":\\"y\\"}" native',
      'a [P;*] "{\\"x\\":1}" native',
      'a [Q;*] "{\\"x\\":1}"',
    ]);
  });

  it.each([
    ['{ vdt: Map, value: { value: 1, «value-object»DE: 10 } }', /wrap it in `value:`/],
    ['{ value: { opp: «bad-option»remove } }', /delete/],
    ['{ value: { value: 1, «deactivate»active: false } }', /opp: delete/],
    ['{ value: { value: 1, «value-object»env: B } }', undefined],
    ['{ value: { path: «wrong-type»[x] } }', undefined],
  ])('%s is an error', (key, hint) => {
    const { diagnostics } = loadMarked(`keys: { a: ${key} }`);
    if (hint !== undefined) expect(diagnostics[0]?.hint).toMatch(hint);
  });
});

describe('a value against its type', () => {
  it.each([
    ['Boolean', 'true', 'TRUE'],
    ['Boolean', 'false', '1'],
    ['Integer', '007', '1.0'],
    ['Integer', '-2147483648', '2147483648'],
    ['Integer', '+1', '0x1F'],
    ['Long', '9223372036854775807', '9223372036854775808'],
    ['Double', '1e5', '1,5'],
    ['Double', 'NaN', 'nan'],
    ['Float', '3.5f', 'abc'],
    ['Map', "'{a:1}'", 'text'],
    ['List', "'[a,b]'", "'{}'"],
    ['JSON', "'{a:1}'", '\'{"a":\''],
    ['FileRef', 'nginx/app.conf', '""'],
  ])('%s takes %s and refuses %s', (vdt, good, bad) => {
    const { diagnostics } = loadMarked(
      `keys:\n  a:\n    vdt: ${vdt}\n    values:\n      "*;*": ${good}\n      P;*: null\n      «value-type»Q;*: ${bad}\n`,
    );
    expect(diagnostics[0]?.message).toMatch(new RegExp(`a in \`Q;\\*\` .* ${vdt}`));
    expect(diagnostics[0]?.hint).toMatch(/^Expected: /);
  });

  it('never quotes the value, which may be a secret', () => {
    const document = 'keys: { a: { vdt: Integer, «value-type»value: { env: PIN } } }';
    const { diagnostics } = loadMarked(document, { env: { PIN: 's3cret' } });
    expect(JSON.stringify(diagnostics)).not.toContain('s3cret');
  });
});
