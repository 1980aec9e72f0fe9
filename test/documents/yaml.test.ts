// YAML and JSON as such: anchors, aliases, `<<`, tabs, duplicates, tags, several documents, and what must not exhaust anything.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

describe('anchors, aliases and `<<`', () => {
  it('share values, mappings and lists', () => {
    const document = [
      'keys:',
      '  a: &text shared',
      '  b: *text',
      '  c: { vdt: List, value: &list [1, *text] }',
      '  d: { vdt: JSON, value: { x: *list, y: &y { z: *text } } }',
      '  e: &key { vdt: Integer, values: { "*;*": 1, P;*: 2 } }',
      '  f: *key',
      '  *text : by alias',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual([
      'a [*] "shared"',
      'b [*] "shared"',
      'c vdt List',
      'c [*] "[1,\\"shared\\"]" native',
      'd vdt JSON',
      'd [*] "{\\"x\\":[1,\\"shared\\"],\\"y\\":{\\"z\\":\\"shared\\"}}" native',
      'e vdt Integer',
      'e [*] "1"',
      'e [P;*] "2"',
      'f vdt Integer',
      'f [*] "1"',
      'f [P;*] "2"',
      'shared [*] "by alias"',
    ]);
  });

  it('merge so that what is written there wins over what is merged, and the first of a list over the second', () => {
    const document = [
      'keys:',
      '  a: &a { vdt: Integer, readme: of a, value: 1 }',
      '  b: &b { vdt: Text, readme: of b, deprecated: true, values: { P;*: x } }',
      '  c: { readme: of c, <<: *a }',
      '  d: { <<: *a, readme: of d }',
      '  e: { <<: [*b, *a] }',
      '  f: { vdt: Map, value: { <<: &m { x: 1, y: 2 }, y: 3, "<<": text } }',
    ].join('\n');
    expect(linesOf(stateOf(document)).filter((line) => /^[c-f]/.test(line))).toEqual([
      'c vdt Integer',
      'c readme of c',
      'c [*] "1"',
      'd vdt Integer',
      'd readme of d',
      'd [*] "1"',
      'e vdt Text',
      'e readme of b',
      'e deprecated true',
      'e [*] "1"',
      'e [P;*] "x"',
      'f vdt Map',
      'f [*] "{\\"y\\":3,\\"<<\\":\\"text\\",\\"x\\":1}" native',
    ]);
  });

  it('keep the place of what they name', () => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      'keys:\n  a: &a { vdt: Text, values: { «context-depth»P: 1 } }\n  b: { <<: *a }\n',
    );
    const found = new Set(fileErrors(loadDocument(text).diagnostics));
    expect([...found]).toEqual(expected);
    const merged = stateOf(
      'keys:\n  a: { values: &v { P;*: 1 } }\n  b: { values: { <<: *v, Q;*: 2 } }\n',
    );
    const places = [...(merged.items.get('b')?.rows.values() ?? [])].map(({ place }) =>
      String(place),
    );
    expect(places).toEqual(['config/doc.yaml:2:21', 'config/doc.yaml:3:26']);
  });

  it.each([
    ['an alias without an anchor', 'keys: { a: «yaml-alias»*nothing }'],
    ['an alias of a later anchor', 'keys: { a: «yaml-alias»*x, b: &x 1 }'],
    ['an alias of an earlier document', 'keys: { a: &x 1 }\n---\nkeys: { b: «yaml-alias»*x }\n'],
    ['an alias inside what it names', 'keys: { a: { vdt: JSON, value: &x [1, «yaml-alias»*x] } }'],
    ['a mapping that merges itself', 'keys: &x { a: 1, «wrong-type»<<: «yaml-alias»*x }'],
    ['a merge of a text', 'keys: { a: &x 1, b: { «wrong-type»<<: *x, value: 1 } }'],
  ])('%s is an error', (_, marked) => {
    const { text, expected } = unmark('config/doc.yaml', marked);
    expect(fileErrors(loadDocument(text).diagnostics)).toEqual(expected);
  });
});

describe('what would exhaust a reader', () => {
  const laughs = (leaf: string, levels: number) =>
    Array.from({ length: levels }, (_, i) => {
      const inner =
        i === 0
          ? leaf
          : Array(10)
              .fill(`*l${i - 1}`)
              .join(', ');
      return `  k${i}: { vdt: JSON, value: &l${i} [${inner}] }`;
    }).join('\n');

  it.each([
    ['a billion laughs', `keys:\n${laughs('lol', 12)}\n`],
    ['fewer, longer laughs', `keys:\n${laughs('x'.repeat(10_000), 6)}\n`],
    ['laughs by `<<`', `keys:\n  k: { vdt: JSON, value: ${mergeLaughs(20)} }\n`],
    ['aliases that nest', `keys:\n  k: { vdt: JSON, value: [${nested(120)}] }\n`],
  ])('such as %s is refused', (_, text) => {
    const { diagnostics } = loadDocument(text);
    expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(['alias-expansion']);
    expect(diagnostics.length).toBeLessThanOrEqual(2);
  });

  it('leaves room for what people write', () => {
    const values = Array.from({ length: 2000 }, (_, i) => `  k${i}: { <<: *base, value: ${i} }`);
    const { state, diagnostics } = loadDocument(
      `keys:\n  base: &base { vdt: Integer, readme: r }\n${values.join('\n')}\n`,
    );
    expect(diagnostics).toEqual([]);
    expect(state.items.get('k1999')).toMatchObject({ vdt: 'Integer', readme: 'r' });
  });

  it.each([
    ['brackets', `keys: { a: ${'['.repeat(100_000)}`],
    ['braces', `keys: ${'{a: '.repeat(100_000)}`],
    ['indentation', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['dashes', `keys: \n  ${'- '.repeat(100_000)}a`],
  ])('such as a hundred thousand %s is refused', (_, text) => {
    expect(loadDocument(text).diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
  });
});

function mergeLaughs(levels: number): string {
  let text = '&m0 { x: [1, 2, 3] }';
  for (let i = 1; i <= levels; i++) text = `&m${i} { a: ${text}, b: *m${i - 1}, c: *m${i - 1} }`;
  return text;
}

function nested(levels: number): string {
  return Array.from({ length: levels }, (_, i) =>
    i === 0 ? '&n0 [1]' : `&n${i} [*n${i - 1}]`,
  ).join(', ');
}

describe('invalid YAML', () => {
  it.each([
    ['a tab as indentation', 'keys:\n«yaml-syntax»\ta: 1\n', /spaces.*tabs/],
    ['an open bracket', 'keys: { a: 1\n', undefined],
    ['text after a value', 'keys: {}\nrubbish\n', undefined],
    ['binary rubbish', '\u0001\u0002PK\u0003', undefined],
  ])('%s is reported once, with its line', (_, marked, hint) => {
    const { text, expected } = unmark('config/doc.yaml', marked);
    const { diagnostics } = loadDocument(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
    expect(diagnostics[0]?.place?.file).toBe('config/doc.yaml');
    if (hint !== undefined) expect(diagnostics[0]?.hint).toMatch(hint);
    if (expected.length > 0) expect(diagnostics[0]?.place?.line).toBe(2);
  });

  it.each([
    ['a«:1\n  b: 2', /space is missing/, /^Write `name: value`/],
    ['a«:1', /space is missing/, /^Write `name: value`/],
    ['u: http://x\n  a«:1\n  b: 2', /space is missing/, /^Write `name: value`/],
    ['a: «"hunter2\n  b: 2', /`"` is not closed/, /closing `"`/],
    ['a: { b: «"hunter2, c: 1 }\n  b: "x"', /`"` is not closed/, /closing `"`/],
    ['a: x # "q\n  b: «\'q', /`'` is not closed/, /closing `'`/],
    ['a: «@hunter2', /`@` cannot begin a text/, /`name: "@value"`/],
    ['a: «`hunter2`', /cannot begin a text/, /Quote the text/],
    ['a: «%hunter2', /`%` cannot begin a text/, /`name: "%value"`/],
    ['a: [«@hunter2]', /`@` cannot begin a text/, /`name: "@value"`/],
    ['a: «? hunter2', /`\?` cannot begin a text/, /`name: "\?value"`/],
    ['a: hunter2«: c', /second colon/, /`name: "a: b"`/],
    ['a: ${hunter2«: c}', /second colon/, /`name: "a: b"`/],
    ['a: "hunter2"«: c', /second colon/, /`name: "a: b"`/],
    ["a: 'it«'s hunter2'".replace("«'", "'«"), /follows the closing quote/, /`name: "it's"`/],
    ['a: "hunter2" «b', /follows the closing quote/, /`name: '"a" b'`/],
    ['a: {{ hunter2 }}«:{{ y }}', /follows a closing bracket/, /`name: "\{\{ a \}\}:\{\{ b \}\}"`/],
    ['a: [1] «hunter2', /follows a closing bracket/, /quote it/],
    ['a: «} hunter2', /closing bracket has no opening one/, /quote it/],
    ['a: «- hunter2', /list begins on the line of its name/, /`- item`/],
    ['a: «[hunter2, {', /`\[` is not closed/, /Add the closing `\]`/],
    ['a: "hunter2\\«d"', /backslash/, /single quotes/],
    ['a: { b: hunter2 "c"«: 1 }', /comma/, /commas/],
    ['a: hunter2\n    b«: 1', /indentation/, /same indentation/],
    ['a: x«\u0001hunter2', /non-printable/, /Remove/],
    ['b: 1\n«<<<<<<< hunter2\n  a: 1', /merge conflict/, /^Keep the lines of one side/],
  ])('`%s` is explained without quoting the text', (marked, message, hint) => {
    const [before = '', after] = `keys:\n  k: 1\n  ${marked}\n  l: 2\n`.split('«');
    const { diagnostics } = loadDocument(before + (after ?? ''));
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.hint).toMatch(hint);
    expect(`${diagnostics[0]?.message}${diagnostics[0]?.hint}`).not.toContain('hunter2');
    if (after !== undefined) expect(diagnostics[0]?.place?.offset).toBe(before.length);
  });

  it.each([
    ['a number', '42', 'wrong-type'],
    ['a list', '[1]', 'wrong-type'],
    ['a tag', 'keys: { a: «yaml-tag»!secret x }', undefined],
    ['a mapping as a key', 'keys: { ? «wrong-type»{ x: 1 } : 1 }', undefined],
    ['a NUL character', 'keys: { a: «bad-text»"x\\0y" }', undefined],
    ['half a character', 'keys: { a: «bad-text»"\\uD83D" }', undefined],
    ['an unknown field', 'keys: {}\n«unknown-field»key: {}\n', undefined],
    ['a field twice', 'keys: { a: 1 }\n«duplicate-field»keys: { b: 1 }\n', undefined],
    ['keys that are a list', 'keys: «wrong-type»[a]', undefined],
  ])('a document with %s is an error', (_, marked, code) => {
    const { text, expected } = unmark('config/doc.yaml', marked);
    const found = fileErrors(loadDocument(text).diagnostics);
    if (code === undefined) expect(found).toEqual(expected);
    else expect(found).toEqual([`config/doc.yaml:1:1 ${code}`]);
  });
});

describe('tags', () => {
  it.each([
    ['!!str 007', 'a [*] "007"'],
    ['!!str null', 'a [*] "null"'],
    ['! 007', 'a [*] "007"'],
    ['!!int "3"', 'a [*] "3"'],
    ['!<tag:yaml.org,2002:int> 0x1F', 'a [*] "0x1F"'],
    ['!!bool "true"', 'a [*] "true"'],
    ['!!float 1.50', 'a [*] "1.50"'],
    ['!!null ""', 'a [*] null'],
    [
      '{ vdt: JSON, value: !!map { x: !!int "3", y: !!seq [!!str 4] } }',
      'a [*] "{\\"x\\":3,\\"y\\":[\\"4\\"]}" native',
    ],
  ])('%s is what it says', (value, line) => {
    expect(linesOf(stateOf(`keys: { a: ${value} }`))).toContain(line);
  });

  it.each([
    ['!vault hunter2', /another program/],
    ['!hunter2', /another program/],
    ['!!set { x }', /another program/],
    ['!!null hunter2', /does not fit its tag/],
    ['!!int x', /does not fit its tag/],
    ['!!map x', /another program/],
    ['!!binary aHVudGVyMg==', /bytes/],
  ])('%s is an error at its value, without its text', (value, problem) => {
    const { diagnostics } = loadDocument(`keys: { a: ${value} }`);
    expect(fileErrors(diagnostics)).toContain('config/doc.yaml:1:12 yaml-tag');
    expect(diagnostics[0]?.message).toMatch(problem);
    expect(JSON.stringify(diagnostics.map(({ message, hint }) => [message, hint]))).not.toContain(
      'hunter2',
    );
  });

  it('matter in a source only where a name is declared', () => {
    const ofSource = (ignore: string) =>
      load({
        'confighub.yaml': `levels: [E]\nsources: [{ path: a.yaml, ignore: [${ignore}] }]\n`,
        'a.yaml': 'a: &x !vault s3cret\nb: 1\nc: !vault { d: 1 }\ne: [!vault x]\n',
      });
    expect(fileErrors(ofSource('a, "c*", e').diagnostics)).toEqual([]);
    expect(fileErrors(ofSource('e').diagnostics)).toEqual([
      'a.yaml:1:7 yaml-tag',
      'a.yaml:3:4 yaml-tag',
    ]);
    expect(fileErrors(ofSource('a, c').diagnostics)).toEqual(['a.yaml:4:5 yaml-tag']);
  });

  it.each([
    'a: &x !vault s3cret\nb: *x\n',
    'a: &x !vault { c: 1 }\nb: { <<: *x }\n',
    'a: &x !vault { c: 1 }\nb: { <<: [*x] }\n',
  ])('cannot be lost by an alias of an ignored name: %j', (text) => {
    const { diagnostics } = load({
      'confighub.yaml': 'levels: [E]\nsources: [{ path: a.yaml, ignore: [a] }]\n',
      'a.yaml': text,
    });
    expect(fileErrors(diagnostics)).toEqual(['a.yaml:1:7 yaml-tag']);
  });
});

describe('something else than a mapping', () => {
  it.each([
    ['a colon without a space', 'keys:\n  a:1\n', 'Write a space after the colon: `name: value`.'],
    ['a list', 'keys:\n  - a: 1\n', 'Write its entries as `name: value`, without a leading `-`.'],
    ['a text', 'keys: "a:1"\n', 'Write its entries as `name: value`.'],
    ['a key twice', 'keys: { a: 1, a: 2 }\n', 'Keep one of them.'],
  ])('%s: the hint says what to write', (_, text, hint) => {
    expect(loadDocument(text).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });
});

describe('a file of documents', () => {
  it('may hold several, each with a context of its own', () => {
    const document = [
      '# a comment',
      '---',
      'keys: { a: 1 }',
      '---',
      'context: P;*',
      'keys: { a: 2 }',
      '---',
      '# nothing',
      '---',
      'keys: { b: 3 }',
      '...',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual(['a [*] "1"', 'a [P;*] "2"', 'b [*] "3"']);
  });

  it('may be JSON with tabs, and duplicates in it are errors all the same', () => {
    const json =
      '{\n\t"keys": {\n\t\t"a":\t1.10,\n\t\t"b": {"vdt": "Map", "value": {"x": [1e3, null]}}\n\t}\n}\n';
    const { state, diagnostics } = load({ 'config/a.json': json });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'a [*] "1.10"',
      'b vdt Map',
      'b [*] "{\\"x\\":[1e3,null]}" native',
    ]);
    const twice = load({ 'config/a.json': '{"keys": {"a": 1,\n"a": 2}}' });
    expect(fileErrors(twice.diagnostics)).toEqual(['config/a.json:2:1 duplicate-field']);
  });

  it('may begin with a byte order mark', () => {
    expect(linesOf(stateOf('\ufeffkeys: { a: 1 }\n'))).toEqual(['a [*] "1"']);
  });

  it('gives the same state in whatever order the files are named', () => {
    const one = 'keys: { b: 1, a: { values: { P;*: 1 } } }\nfiles: { y: { "*": { content: 1 } } }';
    const two = 'keys: { a: 2, c: 3 }\nfiles: { x: { "*": { content: 2 } } }';
    const forth = load({ 'config/1.yaml': one, 'config/2.yaml': two });
    const back = load({ 'config/1.yaml': two, 'config/2.yaml': one });
    expect(linesOf(back.state).sort()).toEqual(linesOf(forth.state).sort());
    expect([...back.state.items.keys()]).toEqual([...forth.state.items.keys()]);
  });

  it('reports every error of every document at once, sorted by place', () => {
    const { diagnostics } = load({
      'config/b.yaml': 'keys:\n  "b b": 1\n  a: { vdt: Txt }\n',
      'config/a.yaml': 'keys: { x: { values: { P: 1 } } }\n---\nkesy: {}\n',
    });
    expect(fileErrors(diagnostics)).toEqual([
      'config/a.yaml:1:24 context-depth',
      'config/a.yaml:3:1 unknown-field',
      'config/b.yaml:2:3 key-name',
      'config/b.yaml:3:13 unknown-vdt',
    ]);
    expect(diagnostics[1]?.hint).toBe('Did you mean `keys`?');
  });
});
