// YAML and JSON as such: anchors, aliases, `<<`, tabs, duplicates, tags, several documents, and what must not exhaust anything.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf } from '../helpers/project.ts';
import { loadMarked, said } from './marked.ts';
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
    loadMarked(
      'keys:\n  a: &a { values: { «context-depth»«context-depth»P: 1 } }\n  b: { <<: *a }\n',
    );
    const document = 'keys:\n  a: { values: &v { P;*: 1 } }\n  b: { values: { <<: *v, Q;*: 2 } }\n';
    const rows = [...(stateOf(document).items.get('b')?.rows.values() ?? [])];
    expect(rows.map(({ place }) => String(place))).toEqual([
      'config/doc.yaml:2:21',
      'config/doc.yaml:3:26',
    ]);
  });

  it.each([
    'keys: { a: «yaml-alias»*nothing }',
    'keys: { a: «yaml-alias»*x, b: &x 1 }',
    'keys: { a: &x 1 }\n---\nkeys: { b: «yaml-alias»*x }\n',
    'keys: { a: { vdt: JSON, value: &x [1, «yaml-alias»*x] } }',
    'keys: &x { a: 1, «wrong-type»<<: «yaml-alias»*x }',
    'keys: { a: &x 1, b: { «wrong-type»<<: *x, value: 1 } }',
  ])('%j is an error at its mark', (document) => void loadMarked(document));
});

describe('what would exhaust a reader', () => {
  /** Each level has the one before it ten times. */
  const laughs = (leaf: string, levels: number) =>
    Array.from({ length: levels }, (_, i) => {
      const inner = i === 0 ? leaf : `${`*l${i - 1}, `.repeat(9)}*l${i - 1}`;
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
    ['an open bracket', 'keys: { a: 1\n'],
    ['text after a value', 'keys: {}\nrubbish\n'],
    ['binary rubbish', '\u0001\u0002PK\u0003'],
  ])('%s is reported once', (_, text) => {
    expect(fileErrors(loadDocument(text).diagnostics)).toEqual([
      expect.stringMatching(/^config\/doc\.yaml:\d+:\d+ yaml-syntax$/),
    ]);
  });

  it.each([
    ['a«:1\n  b: 2', /space is missing/, /^Write `name: value`/],
    ['a«:1', /space is missing/, /^Write `name: value`/],
    ['a:\n«\tb: 1', /tab/, /spaces.*tabs/],
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
    expect(said(diagnostics[0])).not.toContain('hunter2');
    if (after !== undefined) expect(diagnostics[0]?.place?.offset).toBe(before.length);
  });

  it.each([
    '«wrong-type»42',
    '«wrong-type»[1]',
    'keys: { a: «yaml-tag»!secret x }',
    'keys: { ? «wrong-type»{ x: 1 } : 1 }',
    'keys: { a: «bad-text»"x\\0y" }',
    'keys: { a: «bad-text»"\\uD83D" }',
    'keys: {}\n«unknown-field»key: {}\n',
    'keys: { a: 1 }\n«duplicate-field»keys: { b: 1 }\n',
    'keys: { a: { vdt: Map, value: { <<: { x: 1 }, «duplicate-field»<<: { x: 2 } } } }\n',
    'keys: «wrong-type»[a]',
  ])('%j is an error at its mark', (document) => void loadMarked(document));
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
    expect(diagnostics.map(said).join()).not.toContain('hunter2');
  });

  it('matter in a source only where a name is declared', () => {
    const text = 'a: &x !vault s3cret\nb: 1\nc: !vault { d: 1 }\ne: [!vault x]\n';
    const ignoring = (names: string) => fileErrors(source(names, text));
    expect(ignoring('a, "c*", e')).toEqual([]);
    expect(ignoring('e')).toEqual(['a.yaml:1:7 yaml-tag', 'a.yaml:3:4 yaml-tag']);
    expect(ignoring('a, c')).toEqual(['a.yaml:4:5 yaml-tag']);
  });

  it.each([
    'a: &x !vault s3cret\nb: *x\n',
    'a: &x !vault { c: 1 }\nb: { <<: *x }\n',
    'a: &x !vault { c: 1 }\nb: { <<: [*x] }\n',
  ])('cannot be lost by an alias of an ignored name: %j', (text) => {
    expect(fileErrors(source('a', text))).toEqual(['a.yaml:1:7 yaml-tag']);
  });

  /** What is reported of a source of which some names are ignored. */
  function source(ignore: string, text: string) {
    const project = `levels: [E]\nsources: [{ path: a.yaml, ignore: [${ignore}] }]\n`;
    return load({ 'confighub.yaml': project, 'a.yaml': text }).diagnostics;
  }
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

  it('may begin with a byte order mark', () => {
    expect(linesOf(stateOf('\ufeffkeys: { a: 1 }\n'))).toEqual(['a [*] "1"']);
  });

  it('gives the same state in whatever order the files are named', () => {
    const one = 'keys: { b: 1, a: { values: { P;*: 1 } } }\nfiles: { y: { "*": { content: 1 } } }';
    const two = 'keys: { a: 2, c: 3 }\nfiles: { x: { "*": { content: 2 } } }';
    const forth = stateOf({ 'config/1.yaml': one, 'config/2.yaml': two });
    const back = stateOf({ 'config/1.yaml': two, 'config/2.yaml': one });
    expect(linesOf(back).sort()).toEqual(linesOf(forth).sort());
    expect([...back.items.keys()]).toEqual([...forth.items.keys()]);
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
