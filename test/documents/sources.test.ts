// `sources`: files in formats of other programs, with the names, contexts, types and places that they give.
import { stringify as writeProperties } from 'dot-properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as writeYaml } from 'yaml';
import { emptyState, rowsIn, type State } from '../../src/model/state.ts';
import { CODE_POINT } from '../helpers/code-points.ts';
import { holds } from '../helpers/laws.ts';
import { type Contents, linesOf, load, mistakes, unmark } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';
import { alsoBySchema } from '../helpers/schema.ts';

alsoBySchema();

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';

function read(sources: string, files: Contents) {
  return load({ 'confighub.yaml': `${PROJECT}sources:\n${sources}`, ...files });
}

/** The state of files without mistakes; warnings are none either. */
function stateOf(sources: string, files: Contents): State {
  const { state, diagnostics } = read(sources, files);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return state;
}

/** `name file:line:column`. */
function placesOf(state: State): string[] {
  return [...rowsIn(state)].map(({ item, row }) => `${item.name} ${row.place}`);
}

describe('a source', () => {
  it.each([
    [
      'properties',
      'a.properties',
      '# comment\ndb.host=h\ndb.port : 5432\n! other\nlong = a\\\n   b\nempty\nu=\\u00e9\n',
      ['db.host [*] "h"', 'db.port [*] "5432"', 'empty [*] ""', 'long [*] "ab"', 'u [*] "é"'],
    ],
    [
      'dotenv',
      'a.env',
      '# c\nexport A=1 # c\nB="x\nC=2\ny"\nD=\'$x\\n\'\nE=\n  F: f\n',
      ['A [*] "1"', 'B [*] "x\\nC=2\\ny"', 'D [*] "$x\\\\n"', 'E [*] ""', 'F [*] "f"'],
    ],
    [
      'nested YAML',
      'a.yaml',
      'db:\n  host: h\n  port: 007\n  yes: yes\nlist: [a, 1]\nnothing:\n"null": ~\nempty: {}\n',
      [
        'db.host [*] "h"',
        'db.port [*] "007"',
        'db.yes [*] "yes"',
        'empty vdt JSON',
        'empty [*] "{}" native',
        'list vdt List',
        'list [*] "[\\"a\\",1]" native',
        'nothing [*] ""',
        'null [*] null',
      ],
    ],
    [
      'JSON',
      'a.json',
      '{ "a": { "b": true, "c": [{ "d": 1 }] } }',
      ['a.b [*] "true"', 'a.c vdt JSON', 'a.c [*] "[{\\"d\\":1}]" native'],
    ],
  ])('in %s is read as written', (_, name, text, lines) => {
    const { state, diagnostics } = read(`  - ${name}\n`, { [name]: text });
    expect(diagnostics.filter(({ code }) => code !== 'readers-differ')).toEqual([]);
    expect(linesOf(state)).toEqual(lines);
  });

  it.each([
    ['.env.yaml', '', 'A:\nB: x\n', ['A [*] ""', 'B [*] "x"']],
    ['.env.YML', '', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['.env.json', '', '{ "A": "x" }', ['A [*] "x"']],
    ['.env.prod', '', 'A: x\n', ['A [*] "x"']],
    ['env.production', 'dotenv', 'A="x"\n', ['A [*] "x"']],
    ['.env_sample', 'dotenv', 'A="x"\n', ['A [*] "x"']],
    ['.envrc', 'dotenv', 'export A=x\n', ['A [*] "x"']],
    ['app.properties.prod', 'properties', 'a : x\n', ['a [*] "x"']],
    ['values.yaml', 'dotenv', 'A=x\n', ['A [*] "x"']],
    ['.env.prod', 'yaml', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['conf', 'json', '{ "A": { "B": "x" } }', ['A.B [*] "x"']],
  ])('%s is read by its extension, or with `format: %s`', (path, format, text, lines) => {
    expect(
      linesOf(stateOf(`  - { path: ${path}, format: ${format} }\n`.replace(', format:  ', ''), { [path]: text })),
    ).toEqual(lines);
  });

  it.each([
    ['a.properties', 'x=1\n\n# c\ny : 2\n  z 3\n', ['x a.properties:1:1', 'y a.properties:4:1', 'z a.properties:5:3']],
    ['a.env', 'X=1\nexport Y="\nZ=3\n"\nZ=4\n', ['X a.env:1:1', 'Y a.env:2:8', 'Z a.env:5:1']],
    ['a.yaml', 'x: 1\ns:\n  y:\n    z: 2\n', ['s.y.z a.yaml:4:5', 'x a.yaml:1:1']],
  ])('%s gives each value its place', (name, text, places) => {
    const crlf = text.replaceAll('\n', '\r\n');
    expect(placesOf(stateOf(`  - ${name}\n`, { [name]: text }))).toEqual(places);
    expect(placesOf(stateOf(`  - ${name}\n`, { [name]: crlf }))).toEqual(places);
  });

  it.each([
    ['a.env', 'x=1\ny=2\n'],
    ['a.yaml', 'x: 1\ny: 2\n'],
    ['a.json', '{ "x": 1, "y": 2 }'],
  ])('%s may begin with a byte order mark', (path, text) => {
    expect(linesOf(stateOf(`  - ${path}\n`, { [path]: `\ufeff${text}` }))).toEqual(['x [*] "1"', 'y [*] "2"']);
  });

  it('takes elements from its path, and the others from `context`', () => {
    const state = stateOf(
      `  - path: "apps/{Application}/application-{Environment}.properties"
    elements: { prod: Production }
  - { path: "{Environment}.env", context: "*;Web", prefix: shop. }
  - { path: only/fixed.env, context: Production;* }
`,
      {
        'apps/Billing/application-prod.properties': 'a=1\n',
        'apps/Shop/application-Staging.properties': 'a=2\n',
        'Staging.env': 'B=3\nC=4\n',
        'only/fixed.env': 'D=5\n',
      },
    );
    expect(linesOf(state)).toEqual([
      'a [Production;Billing] "1"',
      'a [Staging;Shop] "2"',
      'D [Production;*] "5"',
      'shop.B [Staging;Web] "3"',
      'shop.C [Staging;Web] "4"',
    ]);
  });

  it('shares `elements` of the project, in which `*` stands for every element; its own come first', () => {
    const files = {
      'confighub.yaml': `${PROJECT}elements: { prod: Production, common: "*", shop: Shop }
sources:
  - "a/{Environment}.env"
  - { path: "b/{Application}/{Environment}.env", elements: { prod: Staging } }
`,
      'a/prod.env': 'A=1\n',
      'a/common.env': 'A=2\n',
      'b/shop/prod.env': 'B=3\n',
      'b/shop/common.env': 'B=4\n',
    };
    const { state, diagnostics } = load(files);
    expect(diagnostics).toEqual([]);
    expect(linesOf(state)).toEqual(['A [*] "2"', 'A [Production;*] "1"', 'B [*;Shop] "4"', 'B [Staging;Shop] "3"']);
  });

  it('leaves out files of its path', () => {
    const files = { 'a/one.env': 'A=1\n', 'a/local.env': 'A=2\n', 'a/b/x.env': 'A=3\n', 'a/c/x.env': 'C=4\n' };
    const state = stateOf('  - { path: "a/**/*.env", exclude: ["**/local.env", a/b] }\n', files);
    expect(linesOf(state)).toEqual(['A [*] "1"', 'C [*] "4"']);
    const both = stateOf('  - { path: "a/*.env", exclude: a/l*.env }\n  - { path: a/local.env, prefix: my. }\n', files);
    expect(linesOf(both)).toEqual(['A [*] "1"', 'my.A [*] "2"']);
  });

  it('chooses names and gives types', () => {
    const state = stateOf(
      `  - path: a.yaml
    separator: _
    types: { "*_port": Integer, "tags": JSON }
    ignore: ["x*"]
  - { path: b.properties, keys: ["only.*"] }
`,
      { 'a.yaml': 'db: { port: 1, pool: { max: 2 } }\nxa: 1\ntags: [a]\n', 'b.properties': 'only.this=1\nnot=2\n' },
    );
    expect(linesOf(state)).toEqual([
      'db_pool_max [*] "2"',
      'db_port vdt Integer',
      'db_port [*] "1"',
      'only.this [*] "1"',
      'tags vdt JSON',
      'tags [*] "[\\"a\\"]" native',
    ]);
  });

  it('gives files of the server as they are', () => {
    const { state } = read(
      `  - { path: "nginx/{Environment}/**", as: files, root: nginx, ignore: ["*.bak"] }\n  - { path: "site-{Application}.conf", as: files, prefix: etc/ }\n`,
      {
        'nginx/Staging/conf.d/site.conf': 'server {}\r\n',
        'nginx/Staging/old.bak': 'x',
        'site-Web.conf': 'web',
      },
    );
    expect(linesOf(state)).toEqual([
      'file conf.d/site.conf [Staging;*] "server {}\\r\\n"',
      'file etc/site.conf [*;Web] "web"',
    ]);
  });

  it('adds to documents, which add metadata', () => {
    const { state } = load({
      'confighub.yaml': `${PROJECT}sources: [a.properties]\n`,
      'a.properties': 'db.password=x1\n',
      'config/a.yaml': 'keys:\n  db.password: { securityGroup: Payment }\n  other: 1\n',
    });
    expect(state.items.get('db.password')).toMatchObject({ securityGroup: 'Payment', secret: true });
    expect(state.items.size).toBe(2);
  });

  it('may be a file that `include` matches: it is no document then', () => {
    const state = stateOf('  - config/app.yaml\n', { 'config/app.yaml': 'db: { host: h }\n' });
    expect(linesOf(state)).toEqual(['db.host [*] "h"']);
  });
});

describe('every file that a source matches is read', () => {
  it.each([
    './config/*.properties',
    'config//*.properties',
    'config/./*.properties',
    'config/[!b]*.properties',
    'config/[a-c]?.properties',
    '{config,other}/*.properties',
  ])('%s', (path) => {
    expect(linesOf(stateOf(`  - "${path}"\n`, { 'config/ax.properties': 'a=1\n' }))).toEqual(['a [*] "1"']);
  });

  it('with brackets in its name', () => {
    expect(linesOf(stateOf('  - "[{Environment}.env"\n', { '[dev.env': 'A=1\n' }))).toEqual(['A [dev;*] "1"']);
  });
});

describe('mistakes in sources', () => {
  const PLAIN = { 'a.properties': 'a=1\n' };

  it.each([
    ['a level that does not exist', '  - «bad-option»"{Enviroment}.env"\n'],
    ['no path', '  - «missing-field»{ prefix: a }\n'],
    ['an unknown field', '  - { path: a.properties, «unknown-field»prefx: a }\n'],
    ['a path out of the folder', '  - «outside-root»../a.properties\n'],
    ['an exclusion', '  - «bad-option»"!a.properties"\n'],
    ['files to leave out that are out of the folder', '  - { path: a.properties, exclude: «outside-root»../b }\n'],
    ['files to leave out that are not', '  - { path: a.properties, exclude: ["a", «bad-option»"!b"] }\n'],
    ['a root elsewhere', '  - { path: a.properties, as: files, root: «bad-option»b }\n'],
    ['a field for keys', '  - { path: a.properties, as: files, «bad-option»separator: _ }\n'],
    ['a format for files as they are', '  - { path: a.properties, as: files, «bad-option»format: yaml }\n'],
    ['an unknown format', '  - { path: a.properties, format: «bad-option»toml }\n'],
    ['a separator that no name can have', '  - { path: a.properties, separator: «bad-option»":" }\n'],
    ['a prefix that no name can have', '  - { path: a.properties, prefix: «bad-option»"a b/" }\n'],
    ['an unknown encoding', '  - { path: a.properties, encoding: «bad-option»utf-16 }\n'],
    ['an encoding of files', '  - { path: a.properties, as: files, «bad-option»encoding: latin1 }\n'],
    ['an unknown type', '  - { path: a.properties, types: { a: «unknown-vdt»Int } }\n'],
    [
      'a name that takes long to match',
      '  - «bad-option»"{Environment}{Application}{Environment}{Application}*.env"\n',
    ],
    ['a level twice', '  - { path: "{Environment}.properties", context: «conflict»"Staging;*" }\n'],
  ])('%s', (_, marked) => {
    const { text, expected } = unmark('confighub.yaml', `${PROJECT}sources:\n${marked}`);
    const { diagnostics } = load({ 'confighub.yaml': text, ...PLAIN });
    expect(
      mistakes(diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents')),
    ).toEqual(expected);
  });

  it.each([
    ['a.properties', 'x=1\ny=2\nx=3\n', 'a.properties:3:1 duplicate-value', 'a.properties:1:1'],
    ['a.env', 'X=1\nY=2\nX=3\n', 'a.env:3:1 duplicate-value', 'a.env:1:1'],
    ['a.yaml', 's:\n  x: 1\n  x: 2\n', 'a.yaml:3:3 duplicate-field', 'a.yaml:2:3'],
    ['a.json', '{"x":1,\n"x":2}', 'a.json:2:1 duplicate-field', 'a.json:1:2'],
  ])('%s: the same name twice, with both places', (name, text, place, first) => {
    const { diagnostics } = read(`  - ${name}\n`, { [name]: text });
    expect(mistakes(diagnostics)).toEqual([place]);
    expect(String(diagnostics[0]?.related)).toBe(first);
  });

  it.each([
    ['a.env', 'A=1\nB\nC=2\n', 'a.env:2:1 dotenv-syntax'],
    ['a.env', 'A=1\r\n  export B\r\n', 'a.env:2:3 dotenv-syntax'],
    ['a.env', 'A B=1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', '=1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', ': 1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', 'A="1\n2" 3\n', 'a.env:2:1 dotenv-syntax'],
    ['a.yaml', 'a: [\n', 'a.yaml:1:4 yaml-syntax'],
    ['a.yaml', '- a\n', 'a.yaml:1:1 wrong-type'],
    [
      'a.yaml',
      'a: 1\n---\nspring.config.activate.on-profile: prod\na: 2\n---\nspring.config.activate.on-profile: test\n',
      'a.yaml:3:1 spring-profile',
    ],
    ['a.properties', 'a=1\nb=x\\u0000y\n', 'a.properties:2:3 bad-text'],
    ['a.env', 'A=1\nB=x\0y\n', 'a.env:2:3 bad-text'],
    ['a.properties', 'a b=1\nä=2\n', 'a.properties:2:1 key-name'],
  ])('%s with %j', (name, text, place) => {
    expect(mistakes(read(`  - ${name}\n`, { [name]: text }).diagnostics)).toEqual([place]);
  });

  it('files that two sources read, with both places', () => {
    const { diagnostics } = read('  - "*.env"\n  - { path: "a.*", as: files }\n', {
      'a.env': 'A=1\n',
      'b.env': 'B=1\n',
    });
    expect(mistakes(diagnostics)).toEqual(['confighub.yaml:5:5 conflict']);
    expect(diagnostics[0]?.message).toBe('Another source reads a.env too.');
    expect(String(diagnostics[0]?.related)).toBe('confighub.yaml:4:5');
  });

  it('a path that can be read in two ways', () => {
    const { diagnostics } = read('  - "{Application}-{Environment}.env"\n', { 'a-b-c.env': 'A=1\n' });
    expect(diagnostics).toMatchObject([
      {
        code: 'ambiguous-path',
        message:
          'This path can be read in two ways by `{Application}-{Environment}.env`: Application a-b, Environment c; or Application a, Environment b-c.',
      },
    ]);
  });

  it('a file that matches, but names no element', () => {
    const { diagnostics } = read('  - "app-{Environment}.env"\n', { 'app-.env': 'A=1\n' });
    expect(mistakes(diagnostics)).toEqual(['app-.env:1:1 bad-option']);
  });

  it.each(['a.conf', 'a.ini', 'a.toml'])('%s, which no source reads', (path) => {
    const { diagnostics } = read(`  - ${path}\n`, { [path]: 'x = 1\n' });
    expect(mistakes(diagnostics)).toEqual(['confighub.yaml:4:5 bad-option']);
    expect(diagnostics[0]?.message).toBe(`A source cannot read ${path}.`);
    expect(diagnostics[0]?.hint).toContain('add `format` to the source (properties, dotenv, yaml, json)');
  });

  it('a source without files', () => {
    expect(mistakes(read('  - "b/*.env"\n', {}).diagnostics)).toContain('confighub.yaml:4:5 no-documents');
  });
});

/** Names and texts that formats mind. */
const name = fc.constantFrom('a', 'b.c', 'B_2', 'x-y', 'null', 'true', 'toString', 'constructor', '007', 'A.b.c');
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'yes',
    '007',
    '1e3',
    '0x1F',
    'null',
    '~',
    '# no',
    'a # b',
    'a;b',
    "it's",
    '"q"',
    '\\',
    '\\n',
    '$x',
    '=',
    'a=b',
    ':',
    ' lead',
    'trail ',
    'é',
    '𝄞',
    '\t',
    '${a}',
    '[x]',
    '`',
    '\'"`',
  ),
  fc
    .string({ unit: CODE_POINT, maxLength: 12 })
    .map((one) => one.replace(/[\0\r\u2028\u2029\ud800-\udfff\ufffe\uffff]/gu, '')),
);
const values = fc.dictionary(name, text, { maxKeys: 5, noNullPrototype: true });

/** Texts that a format cannot carry, or that its library does not write so that it reads them again, are left out. */
const FORMATS: readonly {
  path: string;
  write: (of: Record<string, string>) => string;
  can: (text: string) => boolean;
}[] = [
  { path: 'x.properties', write: (of) => writeProperties(of, { latin1: false }), can: () => true },
  { path: 'x.yaml', write: (of) => writeYaml(of, { defaultStringType: 'QUOTE_DOUBLE' }), can: () => true },
  { path: 'x.json', write: (of) => JSON.stringify(of, null, 2), can: () => true },
  {
    path: 'x.env',
    write: (of) =>
      Object.entries(of)
        .map(([key, one]) => `${key}='${one}'\n`)
        .join(''),
    can: (one) => !/['\\\r]/.test(one),
  },
];

describe('laws of formats', () => {
  it.each(FORMATS)(
    'what the library of $path writes arrives on the server as it is, from its own line',
    ({ path, write, can }) => {
      holds(values, {
        check: (all) => {
          const given = Object.fromEntries(Object.entries(all).filter(([, one]) => can(one)));
          if (Object.keys(given).length === 0) return;
          const written = write(given);
          const { state, diagnostics } = read(`  - ${path}\n`, { [path]: written });
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          const live = liveOf(send(emptyRepository(), planOf({ desired: state, live: emptyState() })));
          const arrived = [...rowsIn(live)].map(({ item, row }) => [item.name, row.text]);
          expect(new Map(arrived as [string, string][])).toEqual(new Map(Object.entries(given)));
          const lines = written.split('\n');
          for (const { item, row } of rowsIn(state)) {
            const { line = 0, column = 1 } = row.place ?? {};
            const text = lines[line - 1]?.slice(column - 1) ?? '';
            expect(text.replace(/^"/, '').startsWith(item.name)).toBe(true);
          }
        },
        show: (all) => JSON.stringify(all),
      });
    },
  );
});
