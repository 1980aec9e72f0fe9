// `sources`: files in formats of other programs, with the names, contexts, types and places that they give.
import { stringify as writeProperties } from 'dot-properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as writeYaml } from 'yaml';
import { emptyState, rowsIn, type State } from '../../src/model/state.ts';
import { replacePlaceholders } from '../../src/semantics/placeholders.ts';
import { holds } from '../random/runs.ts';
import { type Contents, linesOf, load, fileErrors, stateOf } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';
import { loadMarked, unmarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';
import { oddText } from '../random/odd-texts.ts';

alsoBySchema();

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const SPRING = 'spring.config.activate.on-profile';

/** Sources as YAML, and what they read. */
function withSources(sources: string | readonly string[], files: Contents = {}): Contents {
  const lines = [sources].flat().map((source) => `  - ${source}\n`);
  return { 'confighub.yaml': `${PROJECT}sources:\n${lines.join('')}`, ...files };
}

const read = (sources: string | readonly string[], files: Contents) =>
  load(withSources(sources, files));

/** What files without errors or warnings declare. */
const linesFrom = (sources: string | readonly string[], files: Contents) =>
  linesOf(stateOf(withSources(sources, files)));

/** `name file:line:column`. */
function placesOf(state: State): string[] {
  return [...rowsIn(state)].map(({ item, row }) => `${item.name} ${row.place}`);
}

describe('a source', () => {
  it.each([
    [
      'a.properties',
      '# comment\ndb.host=h\ndb.port : 5432\n! other\nlong = a\\\n   b\nempty\nu=\\u00e9\n',
      ['db.host [*] "h"', 'db.port [*] "5432"', 'empty [*] ""', 'long [*] "ab"', 'u [*] "é"'],
    ],
    [
      'a.env',
      '# c\nexport A=1 # c\nB="x\nC=2\ny"\nD=\'$x\\n\'\nE=\n  F = f\n',
      ['A [*] "1"', 'B [*] "x\\nC=2\\ny"', 'D [*] "$x\\\\n"', 'E [*] ""', 'F [*] "f"'],
    ],
    [
      'a.yaml',
      'db:\n  host: h\n  port: 007\n  yes: yes\nlist: [a, 1]\nnothing:\n"null": ~\nempty: {}\n',
      [
        ...['db.host [*] "h"', 'db.port [*] "007"', 'db.yes [*] "yes"'],
        ...['empty vdt JSON', 'empty [*] "{}" native'],
        ...['list vdt List', 'list [*] "[\\"a\\",1]" native', 'nothing [*] ""', 'null [*] null'],
      ],
    ],
    [
      'a.json',
      '{ "a": { "b": true, "c": [{ "d": 1 }] } }',
      ['a.b [*] "true"', 'a.c vdt JSON', 'a.c [*] "[{\\"d\\":1}]" native'],
    ],
  ])('%s is read as written', (path, text, lines) => {
    const { state, diagnostics } = read(path, { [path]: text });
    expect(diagnostics.filter(({ code }) => code !== 'readers-differ')).toEqual([]);
    expect(linesOf(state)).toEqual(lines);
  });

  it.each([
    ['{ path: .env.yaml }', 'A: ""\nB: x\n', ['A [*] ""', 'B [*] "x"']],
    ['{ path: .env.YML }', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['{ path: .env.json }', '{ "A": "x" }', ['A [*] "x"']],
    ['{ path: .env.prod }', 'A=x\n', ['A [*] "x"']],
    ['{ path: env.production, format: dotenv }', 'A="x"\n', ['A [*] "x"']],
    ['{ path: .env_sample, format: dotenv }', 'A="x"\n', ['A [*] "x"']],
    ['{ path: .envrc, format: dotenv }', 'export A=x\n', ['A [*] "x"']],
    ['{ path: app.properties.prod, format: properties }', 'a : x\n', ['a [*] "x"']],
    ['{ path: values.yaml, format: dotenv }', 'A=x\n', ['A [*] "x"']],
    ['{ path: .env.prod, format: yaml }', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['{ path: conf, format: json }', '{ "A": { "B": "x" } }', ['A.B [*] "x"']],
  ])('%s is read by its extension, or `format`', (source, text, lines) => {
    const [, path = ''] = /path: ([\w.]+)/.exec(source) ?? [];
    expect(linesFrom(source, { [path]: text })).toEqual(lines);
  });

  it('warns once of names without a value, and of null, which are an empty text or null', () => {
    const without = loadMarked(
      withSources('.env.yaml', { '.env.yaml': 'X: 1\n«readers-differ»A:\nB:\n' }),
    );
    expect(linesOf(without.state)).toEqual(['A [*] ""', 'B [*] ""', 'X [*] "1"']);
    expect(without.diagnostics[0]?.message).toBe(
      'Some programs read a missing value as null, others (such as Spring) as an empty text (and 1 more in this file).',
    );
    const withNull = loadMarked(
      withSources('.env.yaml', { '.env.yaml': 'A: ""\nB: «readers-differ»null\n' }),
    );
    expect(linesOf(withNull.state)).toEqual(['A [*] ""', 'B [*] null']);
    expect(withNull.diagnostics[0]?.message).toBe(
      'Some programs, such as Spring, read null as an empty text, but a source keeps null.',
    );
  });

  it.each([
    ['a.properties', 'x=1\n\n# c\ny : 2\n  z 3\n', ['x 1:1', 'y 4:1', 'z 5:3']],
    ['a.env', 'X=1\nexport Y="\nZ=3\n"\nZ=4\n', ['X 1:1', 'Y 2:8', 'Z 5:1']],
    ['a.yaml', 'x: 1\ns:\n  y:\n    z: 2\n', ['s.y.z 4:5', 'x 1:1']],
  ])('%s gives each value its place', (path, text, places) => {
    const expected = places.map((place) => place.replace(' ', ` ${path}:`));
    expect(placesOf(stateOf(withSources(path, { [path]: text })))).toEqual(expected);
    const crlf = text.replaceAll('\n', '\r\n');
    expect(placesOf(read(path, { [path]: crlf }).state)).toEqual(expected);
  });

  it.each([
    ['a.env', 'x=1\ny=2\n'],
    ['a.yaml', 'x: 1\ny: 2\n'],
    ['a.json', '{ "x": 1, "y": 2 }'],
  ])('%s may begin with a byte order mark', (path, text) => {
    expect(linesFrom(path, { [path]: `\ufeff${text}` })).toEqual(['x [*] "1"', 'y [*] "2"']);
  });

  it('takes elements from its path, and the others from `context`', () => {
    const sources = [
      '{ path: "apps/{Application}/application-{Environment}.properties", elements: { prod: Production } }',
      '{ path: "{Environment}.env", context: "*;Web", prefix: shop. }',
      '{ path: only/fixed.env, context: Production;* }',
    ];
    const files = {
      'apps/Billing/application-prod.properties': 'a=1\n',
      'apps/Shop/application-Staging.properties': 'a=2\n',
      'Staging.env': 'B=3\nC=4\n',
      'only/fixed.env': 'D=5\n',
    };
    expect(linesFrom(sources, files)).toEqual([
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
    expect(linesOf(stateOf(files))).toEqual([
      'A [*] "2"',
      'A [Production;*] "1"',
      'B [*;Shop] "4"',
      'B [Staging;Shop] "3"',
    ]);
  });

  it('leaves out files of its path', () => {
    const files = {
      'a/one.env': 'A=1\n',
      'a/local.env': 'A=2\n',
      'a/b/x.env': 'A=3\n',
      'a/c/x.env': 'C=4\n',
    };
    const all = '{ path: "a/**/*.env", exclude: ["**/local.env", a/b] }';
    expect(linesFrom(all, files)).toEqual(['A [*] "1"', 'C [*] "4"']);
    const two = ['{ path: "a/*.env", exclude: a/l*.env }', '{ path: a/local.env, prefix: my. }'];
    expect(linesFrom(two, files)).toEqual(['A [*] "1"', 'my.A [*] "2"']);
  });

  it('chooses names and gives types', () => {
    const sources = [
      '{ path: a.yaml, separator: _, types: { "*_port": Integer, "tags": JSON }, ignore: ["x*"] }',
      '{ path: b.properties, keys: ["only.*"] }',
    ];
    const files = {
      'a.yaml': 'db: { port: 1, pool: { max: 2 } }\nxa: 1\ntags: [a]\n',
      'b.properties': 'only.this=1\nnot=2\n',
    };
    expect(linesFrom(sources, files)).toEqual([
      'db_pool_max [*] "2"',
      'db_port vdt Integer',
      'db_port [*] "1"',
      'only.this [*] "1"',
      'tags vdt JSON',
      'tags [*] "[\\"a\\"]" native',
    ]);
  });

  it('compares names without folders in them: `*` matches `/`', () => {
    const source =
      '{ path: a.yaml, keys: ["pod.*", "url?"], ignore: ["pod.*/scrape"], types: { "pod.*/port": Integer } }';
    const text = 'pod.x/y/scrape: 1\npod.z: 2\n«key-name»url/: x\nother/x: 3\n';
    expect(linesOf(loadMarked(withSources(source, { 'a.yaml': text })).state)).toEqual([
      'pod.z [*] "2"',
    ]);
  });

  it.each([
    ['an empty list, whose type is that of other lists', 'a: []\nb: []\nc: []\n'],
    ['null, which is of any type', 'a: ~\nb: ~\nc: []\n'],
  ])('guesses one type for the values of a key: %s', (_, text) => {
    const lists = 'a: [x]\nb: [{ c: 1 }]\n';
    for (const [one, two] of [
      [text, lists],
      [lists, text],
    ] as const) {
      const { state } = read('"{Environment}.yaml"', { 'one.yaml': one, 'two.yaml': two });
      const types = linesOf(state).filter((line) => line.includes('vdt'));
      expect(types).toEqual(['a vdt List', 'b vdt JSON', 'c vdt List']);
    }
  });

  it('takes the type of a key from a document instead of a guess', () => {
    const files = {
      'a.yaml': 'l: [a]\nt: [b]\n',
      'config/a.yaml': 'keys: { l: { vdt: JSON }, t: { vdt: Text } }\n',
    };
    expect(linesFrom('a.yaml', files)).toEqual([
      'l vdt JSON',
      'l [*] "[\\"a\\"]" native',
      't vdt Text',
      't [*] "[\\"b\\"]"',
    ]);
  });

  it('keeps a mapping of names that are data as one value, if its type is JSON or Map', () => {
    const text =
      'spec:\n  nodeSelector: { disk: ssd, n: 1 }\n  notes: { a: { b: c } }\n  other: { d: e }\n';
    const types = 'types: { "spec*nodeSelector": Map, "*notes": JSON, "*": Text }';
    expect(linesFrom(`{ path: a.yaml, ${types} }`, { 'a.yaml': text })).toEqual([
      'spec.nodeSelector vdt Map',
      'spec.nodeSelector [*] "{\\"disk\\":\\"ssd\\",\\"n\\":1}" native',
      'spec.notes vdt JSON',
      'spec.notes [*] "{\\"a\\":{\\"b\\":\\"c\\"}}" native',
      'spec.other.d vdt Text',
      'spec.other.d [*] "e"',
    ]);
    const renamed =
      '{ path: a.yaml, prefix: p., separator: _, types: { p.spec_notes: JSON }, keys: "*_notes" }';
    expect(linesFrom(renamed, { 'a.yaml': text })).toEqual([
      'p.spec_notes vdt JSON',
      'p.spec_notes [*] "{\\"a\\":{\\"b\\":\\"c\\"}}" native',
    ]);
  });

  it('gives files of the server as they are', () => {
    const sources = [
      '{ path: "nginx/{Environment}/**", as: files, root: nginx, ignore: ["*.bak"] }',
      '{ path: "site-{Application}.conf", as: files, prefix: etc/ }',
    ];
    const files = {
      'nginx/Staging/conf.d/site.conf': 'server {}\r\n',
      'nginx/Staging/old.bak': 'x',
      'site-Web.conf': 'web',
    };
    expect(linesFrom(sources, files)).toEqual([
      'file conf.d/site.conf [Staging;*] "server {}\\r\\n"',
      'file etc/site.conf [*;Web] "web"',
    ]);
  });

  it('keeps placeholders that nothing declares: each is a key with itself as its value, in the contexts of its files', () => {
    const one =
      '${host} ${host} ${sys:x} ${x:-y} $${ctx} ${a${b}} ${-dead} ${PORT} ${doc} $x #{y} ${} ${a b}';
    const state = stateOf(
      withSources(
        ['{ path: "etc/{Environment}/*", as: files, root: etc, placeholders: keep }', 'b.env'],
        {
          'etc/P/a.conf': `\n${one}`,
          'etc/P/b.conf': '${host}',
          'etc/S/a.conf': '${host}',
          'b.env': 'port=1\n',
          'config/a.yaml': 'keys: { Doc: { readme: d } }\n',
        },
      ),
    );
    expect(linesOf(state).filter((line) => !line.startsWith('file'))).toEqual([
      '-dead [P;*] "${-dead}"',
      'b [P;*] "${b}"',
      'ctx [P;*] "${ctx}"',
      'Doc readme d',
      'host [P;*] "${host}"',
      'host [S;*] "${host}"',
      'port [*] "1"',
    ]);
    expect(placesOf(state)).toContain('host etc/P/a.conf:2:1');
    const replaced = replacePlaceholders(
      one,
      (name) => state.items.get(name)?.rows.get('p;*')?.text ?? `\${${name}}`,
    );
    expect(replaced).toBe(one);
  });

  it('adds to documents, which add metadata', () => {
    const { items } = stateOf(
      withSources('a.properties', {
        'a.properties': 'db.password=x1\n',
        'config/a.yaml': 'keys:\n  db.password: { securityGroup: Payment }\n  other: 1\n',
      }),
    );
    expect(items.get('db.password')).toMatchObject({ securityGroup: 'Payment', secret: true });
    expect(items.size).toBe(2);
  });

  it('may be a file that `include` matches: it is no document then', () => {
    const files = { 'config/app.yaml': 'db: { host: h }\n' };
    expect(linesFrom('config/app.yaml', files)).toEqual(['db.host [*] "h"']);
  });

  it.each([
    ...['./config/*.properties', 'config//*.properties', 'config/./*.properties'],
    ...['config/[!b]*.properties', 'config/[a-c]?.properties', '{config,other}/*.properties'],
  ])('reads every file that it matches: %s', (path) => {
    expect(linesFrom(`"${path}"`, { 'config/ax.properties': 'a=1\n' })).toEqual(['a [*] "1"']);
  });

  it('reads a file with brackets in its name', () => {
    expect(linesFrom('"[{Environment}.env"', { '[dev.env': 'A=1\n' })).toEqual(['A [dev;*] "1"']);
  });
});

describe('a part of a file', () => {
  it('is read without its name', () => {
    const sources = [
      '{ path: db.yml, part: development, context: Dev;* }',
      '{ path: db.yml, part: production, context: Prod;*, prefix: db. }',
      '{ path: a.json, part: a.b, separator: _ }',
    ];
    const files = {
      'db.yml': `default: &default
  pool: 5
  host: localhost
development:
  <<: *default
production:
  <<: *default
  host: db
  replica: { host: r }
`,
      'a.json':
        '{ "a": { "b": { "c": { "d": 1 } }, "x": 2 }, "a.b": { "e": 3 }, "a.b.f": 4, "ab": 5 }',
    };
    expect(linesFrom(sources, files)).toEqual([
      'c_d [*] "1"',
      'db.host [Prod;*] "db"',
      'db.pool [Prod;*] "5"',
      'db.replica.host [Prod;*] "r"',
      'e [*] "3"',
      'f [*] "4"',
      'host [Dev;*] "localhost"',
      'pool [Dev;*] "5"',
    ]);
  });

  it('warns of `shared`, which Rails adds to each part, if no source reads it', () => {
    const text = 'shared: { a: 1, b: 2 }\nproduction: { b: 3 }\n';
    const production = '{ path: a.yml, part: production, context: P;* }';
    const marked = text.replace('a: 1', '«readers-differ»a: 1');
    const { diagnostics } = loadMarked(withSources(production, { 'a.yml': marked }));
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: shared`, or leave its names out with `ignore`.',
    );
    expect(linesFrom([production, '{ path: a.yml, part: shared }'], { 'a.yml': text })).toEqual([
      'a [*] "1"',
      'b [*] "2"',
      'b [P;*] "3"',
    ]);
    for (const [sources, file] of [
      [production.replace('path', 'ignore: a, path'), text],
      [production, text.replace('b: 3', 'a: 4, b: 3')],
      [production, 'shared: true\nproduction: { b: 3 }\n'],
      [production.replace('a.yml', 'a.json'), '{ "shared": { "a": 1 }, "production": { "b": 2 } }'],
    ] as const)
      expect(
        read(sources, { 'a.yml': file, 'a.json': file }).diagnostics.map(({ code }) => code),
      ).not.toContain('readers-differ');
  });

  it.each([
    ['a.yaml', 'part: x.y', 'x: «yaml-tag»!vault\n  y: { a: 1 }\n'],
    ['a.yaml', 'part: app', '«spring-profile»spring.profiles: prod\napp: { a: 1 }\n'],
    ['a.env', 'part: p, keys: A, reader: compose', 'q.A=${X}\n«dotenv-syntax»p.A=${X}\np.B=\n'],
    ['a.env', 'part: p, keys: A', 'q.A=`b`\n«readers-differ»p.A=`b`\n'],
  ])('has the errors that concern it: %s, %s, %j', (path, fields, text) => {
    loadMarked(withSources(`{ path: ${path}, ${fields} }`, { [path]: text }));
  });

  it('is not named by an empty text', () => {
    const { diagnostics } = read('{ path: a.yaml, part: "" }', { 'a.yaml': 'a: 1\n' });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`part` must be text, not an empty text.',
    ]);
  });

  it.each([
    ['no part', 'path: a.yaml, prefix: x.', 'path: a.yaml, part: a'],
    ['the same part', 'path: a.yaml, part: a', 'path: "*.yaml", part: a, prefix: x.'],
    ['a part of its part', 'path: a.yaml, part: a.b', 'path: a.yaml, part: a, prefix: x.'],
    ['the whole as a file', 'path: a.yaml, as: files', 'path: a.yaml, part: "%a"'],
    ['parts in two encodings', 'path: a.yaml, encoding: latin1', 'path: a.yaml, part: "%a"'],
    ['parts in two formats', 'path: a.yaml', 'path: a.yaml, part: "%a", format: json'],
  ])('may be read by another source, but not %s', (_, one, two) => {
    const { diagnostics } = read([`{ ${one} }`, `{ ${two} }`], {
      'a.yaml': 'a: { b: { c: 1 } }\n"%a": { d: 1 }\n',
    });
    expect(fileErrors(diagnostics)).toContain('confighub.yaml:5:5 source-overlap');
  });

  it.each([
    ['a.yaml', 'x', 'dev: { a: 1 }\nprod.b: 2\nc: 3\n', 'Its parts are dev, prod.'],
    ['a.yaml', 'dev.x', 'dev: { a: 1 }\n', 'Its parts are dev.'],
    ['a.properties', '%test', '%dev.a=1\n%prod.b=2\nc.d=3\n', 'Its parts are %dev, %prod.'],
    ['a.yaml', '%x', 'dev: { a: 1 }\n', 'The file has no profiles.'],
    ['a.properties', 'x', 'a=1\n', 'The file has no parts.'],
    ['a.env', 'x', 'A=1\n', 'The file has no parts.'],
    ['a.yaml', 'x', '# nothing\n', 'The file has no parts.'],
  ])('is missing: %s without the part %s', (path, part, text, end) => {
    const source = `{ path: ${path}, part: "${part}" }`;
    const { diagnostics } = loadMarked(withSources(source, { [path]: `«bad-option»${text}` }));
    expect(diagnostics[0]?.message).toBe(`This file has no part \`${part}\`.`);
    expect(diagnostics[0]?.hint?.endsWith(end)).toBe(true);
  });

  it.each([
    ['a.yaml', 'p: [1]\n', 'not a list'],
    ['a.properties', 'p=1\np.a=2\n', 'not this text'],
  ])('is a mapping: %s with %j, of which a source reads `p`', (path, text, end) => {
    const { diagnostics } = read(`{ path: ${path}, part: p }`, { [path]: text });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `The part \`p\` must be a mapping of names, ${end}.`,
    ]);
  });
});

describe('a profile', () => {
  it.each([
    ['a.properties', 'db.url=all\n%prod.db.url=p\n%{dev,prod}.db.name=n\n%dev.db.url=d\n'],
    [
      'a.yaml',
      'db.url: all\n"%prod": { db.url: p }\n"%{dev,prod}": { db: { name: n } }\n"%dev": { db: { url: d } }\n',
    ],
  ])('of %s is read as a part', (path, text) => {
    const files = { [path]: text };
    const all = `{ path: ${path}, ignore: "%test*" }`;
    const prod = `{ path: ${path}, part: "%prod", context: Prod;* }`;
    const dev = `{ path: ${path}, part: "%dev", context: Dev;* }`;
    expect(linesFrom([all, prod, dev], files)).toEqual([
      'db.name [Dev;*] "n"',
      'db.name [Prod;*] "n"',
      'db.url [*] "all"',
      'db.url [Dev;*] "d"',
      'db.url [Prod;*] "p"',
    ]);
    const { diagnostics } = read([all, prod], files);
    expect(fileErrors(diagnostics)).toEqual([expect.stringMatching(/:3:(1|24) key-name$/)]);
    expect(diagnostics[0]?.message).toBe(
      'This file has values for profiles that no source reads: %dev.',
    );
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: "%dev"`, or leave the names out with `ignore: ["%*"]`.',
    );
    expect(read([all.replace('%test', '%'), prod], files).diagnostics).toEqual([]);
    // They may hide a name that the source reads.
    expect(read(`{ path: ${path}, keys: "db.*" }`, files).diagnostics).toHaveLength(1);
    expect(read(`{ path: ${path}, keys: other }`, files).diagnostics).toEqual([]);
    const keys = path === 'a.yaml' ? 'db_*' : 'db.*';
    const joined = read(`{ path: ${path}, separator: _, keys: ["${keys}", db.url] }`, files);
    expect(joined.diagnostics.map(({ message }) => message)).toEqual([
      'This file has values for profiles that no source reads: %prod, %dev.',
    ]);
  });

  it.each([
    ['a.properties', 'app.a=1\n%prod.other=2\n«key-name»%{prod,dev}.app.a=3\n'],
    [
      'a.yaml',
      'app: { a: 1 }\n"%prod": { other: 2 }\n"%{prod,dev}": { app: { «key-name»a: 3 } }\n',
    ],
    ['a.yaml', 'app.a: 1\n"%{prod,dev}.app":\n  «key-name»a: 3\n'],
  ])('of a part of %s that no source reads is reported: %j', (path, marked) => {
    const files = { [path]: unmarked(marked) };
    const sourceOf = (fields: string) => `{ path: ${path}, ${fields} }`;
    const app = sourceOf('part: app, prefix: app.');
    const { diagnostics } = loadMarked(withSources(app, { [path]: marked }));
    expect(diagnostics[0]?.message).toBe(
      'This file has values for profiles that no source reads: %prod, %dev.',
    );
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: "%prod.app"`, or leave the names out with `ignore: ["app.%*"]`.',
    );
    const [prod, dev] = ['%prod', '%dev'].map((profile, i) =>
      sourceOf(`part: "${profile}.app", prefix: app., context: "C${i};*"`),
    ) as [string, string];
    expect(linesFrom([app, prod, dev], files)).toEqual([
      'app.a [*] "1"',
      'app.a [C0;*] "3"',
      'app.a [C1;*] "3"',
    ]);
    const unread = (...others: string[]) =>
      read([app, ...others], files).diagnostics.flatMap(({ message, code }) =>
        code === 'key-name' ? [message.replace(/^.*: /, '')] : [],
      );
    expect(unread(prod)).toEqual(['%dev.']);
    expect(unread(dev, sourceOf('part: "%prod", context: P;*'))).toEqual([]);
    expect(unread(dev, sourceOf('part: "%prod.app.a.b", context: P;*'))).toEqual(['%prod.']);
    for (const fields of ['ignore: "%*"', 'keys: b', 'ignore: a'])
      expect(read(sourceOf(`part: app, ${fields}`), files).diagnostics).toEqual([]);
  });

  it.each([
    ['a.properties', 'a=1\n«key-name»%prod=5\n'],
    ['a.yaml', 'a: 1\n«key-name»"%prod": !vault { a: 2 }\n'],
  ])('of %s that is no mapping is reported: %j', (path, text) => {
    loadMarked(withSources(path, { [path]: text }));
  });

  it('is read by the source of a smaller part of it', () => {
    const text = 'app.db.a=1\n%prod.app.db.a=2\n';
    const sources = ['part: app', 'part: "%prod.app.db", context: P;*, prefix: db.'].map(
      (fields) => `{ path: a.properties, ${fields} }`,
    );
    expect(linesFrom(sources, { 'a.properties': text })).toEqual([
      'db.a [*] "1"',
      'db.a [P;*] "2"',
    ]);
    loadMarked(withSources(sources, { 'a.properties': `${text}«key-name»%prod.app.c=3\n` }));
  });
});

describe('errors in sources', () => {
  it.each([
    '«bad-option»"{Enviroment}.env"',
    '«missing-field»{ prefix: a }',
    '{ path: a.properties, «unknown-field»prefx: a }',
    '«outside-root»../a.properties',
    '«bad-option»"!a.properties"',
    '{ path: a.properties, exclude: «outside-root»../b }',
    '{ path: a.properties, exclude: ["a", «bad-option»"!b"] }',
    '{ path: a.properties, as: files, root: «bad-option»b }',
    '{ path: a.properties, «bad-option»placeholders: keep }',
    '{ path: a.properties, as: files, «bad-option»part: a }',
    '{ path: a.properties, as: files, «bad-option»separator: _ }',
    '{ path: a.properties, as: files, «bad-option»format: yaml }',
    '{ path: a.properties, as: files, «bad-option»encoding: latin1 }',
    '{ path: a.yaml, «bad-option»reader: npm }',
    '{ path: a.properties, format: dotenv, reader: «bad-option»ruby }',
    '{ path: a.properties, format: «bad-option»toml }',
    '{ path: a.properties, separator: «bad-option»":" }',
    '{ path: a.properties, prefix: «bad-option»"a b/" }',
    '{ path: a.properties, encoding: «bad-option»utf-16 }',
    '{ path: a.properties, types: { a: «unknown-vdt»Int } }',
    '«bad-option»"{Environment}{Application}{Environment}{Application}*.env"',
    '{ path: "{Environment}.properties", context: «bad-option»"Staging;*" }',
    '«no-documents»"b/*.env"',
  ])('%s', (source) => {
    const files = { 'a.properties': 'a=1\n', 'a.yaml': 'b: 1\n', 'config/a.yaml': 'keys: {}\n' };
    loadMarked(withSources(source, files));
  });

  it.each([
    ['a.properties', '«first»x=1\ny=2\n«duplicate-value»x=3\n'],
    ['a.env', '«first»X=1\nY=2\n«duplicate-value»X=3\n'],
    ['a.yaml', 's:\n  «first»x: 1\n  «duplicate-field»x: 2\n'],
    ['a.json', '{«first»"x":1,\n«duplicate-field»"x":2}'],
    ['a.env', 'A=1\n«dotenv-syntax»B\nC=2\n'],
    ['a.env', 'A=1\r\n  «dotenv-syntax»export B\r\n'],
    ['a.env', '«dotenv-syntax»A B=1\n'],
    ['a.env', '«dotenv-syntax»=1\n'],
    ['a.env', '«dotenv-syntax»: 1\n'],
    ['a.env', 'A=1\n«dotenv-syntax»2 3\n'],
    ['a.yaml', 'a: «yaml-syntax»[\n'],
    ['a.yaml', '«wrong-type»- a\n'],
    ['a.yaml', `a: 1\n---\n«spring-profile»${SPRING}: prod\na: 2\n---\n${SPRING}: test\n`],
    ['a.properties', 'a=1\nb=«bad-text»x\\u0000y\n'],
    ['a.env', 'A=1\nB=«bad-text»x\0y\n'],
    ['a.properties', 'a b=1\n«key-name»ä=2\n'],
  ])('%s with %j', (path, text) => void loadMarked(withSources(path, { [path]: text })));

  it('a name that is empty but for its prefix, because Spring leaves it out', () => {
    loadMarked(
      withSources('{ path: a.properties, prefix: p. }', { 'a.properties': 'a=1\n«key-name»=2\n' }),
    );
  });

  it.each([
    ['«first»origins: [a]\n', '«list-and-text»origins: "*"\n', 'Text'],
    ['«first»origins: []\n', 'x: 1\n«list-and-text»origins: a\n', 'Text'],
    ['«first»origins: [{ a: 1 }]\n', '«list-and-text»origins: a\n', 'Text'],
    ['«first»origins: [{ a: 1 }]\n', '«key-mismatch»origins: [a]\n', 'JSON'],
  ])('values of one key that are of two types, with both places: %j, %j', (one, two, vdt) => {
    const files = { 'one.yaml': one, 'two.yaml': two };
    const { diagnostics } = loadMarked(withSources('"{Environment}.yaml"', files));
    const [, types = ''] = /`(types: .*)`/.exec(diagnostics[0]?.hint ?? '') ?? [];
    expect(types).toBe(`types: { "origins": ${vdt} }`);
    const plain = { 'one.yaml': unmarked(one), 'two.yaml': unmarked(two) };
    expect(read(`{ path: "{Environment}.yaml", ${types} }`, plain).diagnostics).toEqual([]);
  });

  it.each([
    ['${a}\n«bad-text»${ a }', 'a'],
    ['${a} «key-case»${A}', 'a'],
    [`«key-name»\${${'a'.repeat(121)}}`, undefined],
  ])('a kept placeholder with spaces, another case or a long name: %j', (text, declared) => {
    const source = '{ path: x.conf, as: files, placeholders: keep }';
    loadMarked(withSources(source, { 'x.conf': text }));
    const files = { 'x.conf': unmarked(text), 'config/a.yaml': `keys: { ${declared}: 1 }\n` };
    if (declared !== undefined) expect(read(source, files).diagnostics).toEqual([]);
  });

  it('files that two sources read, with both places', () => {
    const { diagnostics } = loadMarked(
      withSources(['«first»"*.env"', '«source-overlap»{ path: "a.*", as: files }'], {
        'a.env': 'A=1\n',
        'b.env': 'B=1\n',
      }),
    );
    expect(diagnostics[0]?.message).toBe('Another source reads a.env too.');
  });

  it('a path that can be read in two ways', () => {
    const source = '"{Application}-{Environment}.env"';
    expect(read(source, { 'a-b-c.env': 'A=1\n' }).diagnostics).toMatchObject([
      {
        code: 'ambiguous-path',
        message:
          '`{Application}-{Environment}.env` can read this path in two ways: as Application a-b, Environment c; or as Application a, Environment b-c.',
      },
    ]);
  });

  it('a file that matches, but names no element', () => {
    loadMarked(withSources('"app-{Environment}.env"', { 'app-.env': '«bad-option»A=1\n' }));
  });

  it.each(['a.conf', 'a.ini', 'a.toml'])('%s, which no source reads', (path) => {
    const { diagnostics } = loadMarked(withSources(`«bad-option»${path}`, { [path]: 'x = 1\n' }));
    expect(diagnostics[0]?.message).toBe(`A source cannot read ${path}.`);
    expect(diagnostics[0]?.hint).toContain(
      'add `format` to the source (properties, dotenv, yaml, json)',
    );
  });
});

/** Names and texts that formats mind. */
const NAMES = 'a b.c B_2 x-y null true toString constructor 007 A.b.c'.split(' ');
const values = fc.dictionary(fc.constantFrom(...NAMES), oddText, {
  maxKeys: 5,
  noNullPrototype: true,
});

/** Texts that a format cannot carry, or that its library does not write so that it reads them again, are left out. */
const FORMATS: readonly {
  path: string;
  write: (of: Record<string, string>) => string;
  can?: (text: string) => boolean;
}[] = [
  { path: 'x.properties', write: (of) => writeProperties(of, { latin1: false }) },
  { path: 'x.yaml', write: (of) => writeYaml(of, { defaultStringType: 'QUOTE_DOUBLE' }) },
  { path: 'x.json', write: (of) => JSON.stringify(of, null, 2) },
  {
    path: 'x.env',
    write: (of) =>
      Object.entries(of)
        .map(([key, one]) => `${key}='${one}'\n`)
        .join(''),
    can: (one) => !/['\\\r]/.test(one),
  },
];

describe('properties of formats', () => {
  it.each(FORMATS)(
    'what the library of $path writes arrives on the server as it is, from its own line',
    ({ path, write, can = () => true }) => {
      holds(values, {
        check: (all) => {
          const given = Object.fromEntries(Object.entries(all).filter(([, one]) => can(one)));
          if (Object.keys(given).length === 0) return;
          const written = write(given);
          const { state, diagnostics } = read(path, { [path]: written });
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          const plan = planOf({ desired: state, live: emptyState() });
          const arrived = [...rowsIn(liveOf(send(emptyRepository(), plan)))];
          expect(Object.fromEntries(arrived.map(({ item, row }) => [item.name, row.text]))).toEqual(
            given,
          );
          const lines = written.split('\n');
          for (const { item, row } of rowsIn(state)) {
            const { line = 0, column = 1 } = row.place ?? {};
            const text = lines[line - 1]?.slice(column - 1) ?? '';
            expect(text.replace(/^"/, '').startsWith(item.name)).toBe(true);
          }
        },
      });
    },
  );
});
