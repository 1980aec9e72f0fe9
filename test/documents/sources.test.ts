// `sources`: files in formats of other programs, with the names, contexts, types and places that they give.
import { stringify as writeProperties } from 'dot-properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as writeYaml } from 'yaml';
import { emptyState, rowsIn, type State } from '../../src/model/state.ts';
import { replacePlaceholders } from '../../src/semantics/placeholders.ts';
import { CODE_POINT } from '../random/code-points.ts';
import { holds } from '../random/runs.ts';
import { type Contents, linesOf, load, fileErrors, unmark } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';
import { alsoBySchema } from './schema.ts';
import { ODD_TEXTS } from '../random/odd-texts.ts';

alsoBySchema();

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';

function read(sources: string, files: Contents) {
  return load({ 'confighub.yaml': `${PROJECT}sources:\n${sources}`, ...files });
}

/** The state of files without errors; warnings are none either. */
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
      '# c\nexport A=1 # c\nB="x\nC=2\ny"\nD=\'$x\\n\'\nE=\n  F = f\n',
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
    ['.env.yaml', '', 'A: ""\nB: x\n', ['A [*] ""', 'B [*] "x"']],
    ['.env.YML', '', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['.env.json', '', '{ "A": "x" }', ['A [*] "x"']],
    ['.env.prod', '', 'A=x\n', ['A [*] "x"']],
    ['env.production', 'dotenv', 'A="x"\n', ['A [*] "x"']],
    ['.env_sample', 'dotenv', 'A="x"\n', ['A [*] "x"']],
    ['.envrc', 'dotenv', 'export A=x\n', ['A [*] "x"']],
    ['app.properties.prod', 'properties', 'a : x\n', ['a [*] "x"']],
    ['values.yaml', 'dotenv', 'A=x\n', ['A [*] "x"']],
    ['.env.prod', 'yaml', 'A: { B: x }\n', ['A.B [*] "x"']],
    ['conf', 'json', '{ "A": { "B": "x" } }', ['A.B [*] "x"']],
  ])('%s is read by its extension, or with `format: %s`', (path, format, text, lines) => {
    expect(
      linesOf(
        stateOf(`  - { path: ${path}, format: ${format} }\n`.replace(', format:  ', ''), {
          [path]: text,
        }),
      ),
    ).toEqual(lines);
  });

  it('warns once of names without a value, which are an empty text or null', () => {
    const { state, diagnostics } = read('  - .env.yaml\n', { '.env.yaml': 'X: 1\nA:\nB:\n' });
    expect(linesOf(state)).toEqual(['A [*] ""', 'B [*] ""', 'X [*] "1"']);
    expect(fileErrors(diagnostics)).toEqual(['.env.yaml:2:1 readers-differ']);
    expect(diagnostics[0]?.message).toBe(
      'Some programs read a missing value as null, others (such as Spring) as an empty text (and 1 more in this file).',
    );
    const said = read('  - .env.yaml\n', { '.env.yaml': 'A: ""\nB: null\n' });
    expect(linesOf(said.state)).toEqual(['A [*] ""', 'B [*] null']);
    expect(said.diagnostics.map(({ place, message }) => [String(place), message])).toEqual([
      [
        '.env.yaml:2:4',
        'Some programs, such as Spring, read null as an empty text, but a source keeps null.',
      ],
    ]);
  });

  it.each([
    [
      'a.properties',
      'x=1\n\n# c\ny : 2\n  z 3\n',
      ['x a.properties:1:1', 'y a.properties:4:1', 'z a.properties:5:3'],
    ],
    ['a.env', 'X=1\nexport Y="\nZ=3\n"\nZ=4\n', ['X a.env:1:1', 'Y a.env:2:8', 'Z a.env:5:1']],
    ['a.yaml', 'x: 1\ns:\n  y:\n    z: 2\n', ['s.y.z a.yaml:4:5', 'x a.yaml:1:1']],
  ])('%s gives each value its place', (name, text, places) => {
    const crlf = text.replaceAll('\n', '\r\n');
    expect(placesOf(stateOf(`  - ${name}\n`, { [name]: text }))).toEqual(places);
    expect(placesOf(read(`  - ${name}\n`, { [name]: crlf }).state)).toEqual(places);
  });

  it.each([
    ['a.env', 'x=1\ny=2\n'],
    ['a.yaml', 'x: 1\ny: 2\n'],
    ['a.json', '{ "x": 1, "y": 2 }'],
  ])('%s may begin with a byte order mark', (path, text) => {
    expect(linesOf(stateOf(`  - ${path}\n`, { [path]: `\ufeff${text}` }))).toEqual([
      'x [*] "1"',
      'y [*] "2"',
    ]);
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
    expect(linesOf(state)).toEqual([
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
    const state = stateOf('  - { path: "a/**/*.env", exclude: ["**/local.env", a/b] }\n', files);
    expect(linesOf(state)).toEqual(['A [*] "1"', 'C [*] "4"']);
    const both = stateOf(
      '  - { path: "a/*.env", exclude: a/l*.env }\n  - { path: a/local.env, prefix: my. }\n',
      files,
    );
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
      {
        'a.yaml': 'db: { port: 1, pool: { max: 2 } }\nxa: 1\ntags: [a]\n',
        'b.properties': 'only.this=1\nnot=2\n',
      },
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

  it('compares names without folders in them: `*` matches `/`', () => {
    const sources =
      '  - { path: a.yaml, keys: ["pod.*", "url?"], ignore: ["pod.*/scrape"], types: { "pod.*/port": Integer } }\n';
    const { state, diagnostics } = read(sources, {
      'a.yaml': 'pod.x/y/scrape: 1\npod.z: 2\nurl/: x\nother/x: 3\n',
    });
    expect(fileErrors(diagnostics)).toEqual(['a.yaml:3:1 key-name']);
    expect(linesOf(state)).toEqual(['pod.z [*] "2"']);
  });

  it.each([
    [
      'an empty list, whose type is that of other lists',
      'a: []\nb: []\nc: []\n',
      'a: [x]\nb: [{ c: 1 }]\n',
    ],
    ['null, which is of any type', 'a: ~\nb: ~\nc: []\n', 'a: [x]\nb: [{ c: 1 }]\n'],
  ])('guesses one type for the values of a key: %s', (_, one, two) => {
    const lines = (one: string, two: string) =>
      linesOf(read('  - "{Environment}.yaml"\n', { 'one.yaml': one, 'two.yaml': two }).state);
    const types = ['a vdt List', 'b vdt JSON', 'c vdt List'];
    expect(lines(one, two).filter((line) => line.includes('vdt'))).toEqual(types);
    expect(lines(two, one).filter((line) => line.includes('vdt'))).toEqual(types);
  });

  it('takes the type of a key from a document instead of a guess', () => {
    const { state, diagnostics } = read('  - a.yaml\n', {
      'a.yaml': 'l: [a]\nt: [b]\n',
      'config/a.yaml': 'keys: { l: { vdt: JSON }, t: { vdt: Text } }\n',
    });
    expect(diagnostics).toEqual([]);
    expect(linesOf(state)).toEqual([
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
    expect(linesOf(stateOf(`  - { path: a.yaml, ${types} }\n`, { 'a.yaml': text }))).toEqual([
      'spec.nodeSelector vdt Map',
      'spec.nodeSelector [*] "{\\"disk\\":\\"ssd\\",\\"n\\":1}" native',
      'spec.notes vdt JSON',
      'spec.notes [*] "{\\"a\\":{\\"b\\":\\"c\\"}}" native',
      'spec.other.d vdt Text',
      'spec.other.d [*] "e"',
    ]);
    const renamed =
      '  - { path: a.yaml, prefix: p., separator: _, types: { p.spec_notes: JSON }, keys: "*_notes" }\n';
    expect(linesOf(stateOf(renamed, { 'a.yaml': text }))).toEqual([
      'p.spec_notes vdt JSON',
      'p.spec_notes [*] "{\\"a\\":{\\"b\\":\\"c\\"}}" native',
    ]);
  });

  it('reads a part of a file, without its name', () => {
    const rails =
      'default: &default\n  pool: 5\n  host: localhost\ndevelopment:\n  <<: *default\nproduction:\n  <<: *default\n  host: db\n  replica: { host: r }\n';
    const sources = `  - { path: db.yml, part: development, context: Dev;* }
  - { path: db.yml, part: production, context: Prod;*, prefix: db. }
  - { path: a.json, part: a.b, separator: _ }
`;
    expect(
      linesOf(
        stateOf(sources, {
          'db.yml': rails,
          'a.json':
            '{ "a": { "b": { "c": { "d": 1 } }, "x": 2 }, "a.b": { "e": 3 }, "a.b.f": 4, "ab": 5 }',
        }),
      ),
    ).toEqual([
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

  it.each([
    ['a.properties', 'db.url=all\n%prod.db.url=p\n%{dev,prod}.db.name=n\n%dev.db.url=d\n'],
    [
      'a.yaml',
      'db.url: all\n"%prod": { db.url: p }\n"%{dev,prod}": { db: { name: n } }\n"%dev": { db: { url: d } }\n',
    ],
  ])('reads profiles of %s as parts', (path, text) => {
    const all = `  - { path: ${path}, ignore: "%test*" }\n  - { path: ${path}, part: "%prod", context: Prod;* }\n`;
    const dev = `  - { path: ${path}, part: "%dev", context: Dev;* }\n`;
    expect(linesOf(stateOf(`${all}${dev}`, { [path]: `${text}` }))).toEqual([
      'db.name [Dev;*] "n"',
      'db.name [Prod;*] "n"',
      'db.url [*] "all"',
      'db.url [Dev;*] "d"',
      'db.url [Prod;*] "p"',
    ]);
    const { diagnostics } = read(all, { [path]: text });
    expect(fileErrors(diagnostics)).toEqual([expect.stringMatching(/:3:(1|24) key-name$/)]);
    expect(diagnostics[0]?.message).toBe(
      'This file has values for profiles that no source reads: %dev.',
    );
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: "%dev"`, or leave the names out with `ignore: ["%*"]`.',
    );
    expect(read(all.replace('%test', '%'), { [path]: text }).diagnostics).toEqual([]);
    // They may hide a name that the source reads.
    for (const [keys, found] of [
      ['db.*', 1],
      ['other', 0],
    ] as const)
      expect(
        read(`  - { path: ${path}, keys: "${keys}" }\n`, { [path]: text }).diagnostics,
      ).toHaveLength(found);
    const keys = path === 'a.yaml' ? 'db_*' : 'db.*';
    const joined = read(`  - { path: ${path}, separator: _, keys: ["${keys}", db.url] }\n`, {
      [path]: text,
    });
    expect(joined.diagnostics.map(({ message }) => message)).toEqual([
      'This file has values for profiles that no source reads: %prod, %dev.',
    ]);
  });

  it.each([
    ['a.properties', 'app.a=1\n%prod.other=2\n%{prod,dev}.app.a=3\n', ':3:1'],
    ['a.yaml', 'app: { a: 1 }\n"%prod": { other: 2 }\n"%{prod,dev}": { app: { a: 3 } }\n', ':3:25'],
    ['a.yaml', 'app.a: 1\n"%{prod,dev}.app":\n  a: 3\n', ':3:3'],
  ])('reports profiles of a part of %s that no source reads: %j', (path, text, place) => {
    const sourceOf = (fields: string) => `  - { path: ${path}, ${fields} }\n`;
    const app = sourceOf('part: app, prefix: app.');
    const { diagnostics } = read(app, { [path]: text });
    expect(fileErrors(diagnostics)).toEqual([`${path}${place} key-name`]);
    expect(diagnostics[0]?.message).toBe(
      'This file has values for profiles that no source reads: %prod, %dev.',
    );
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: "%prod.app"`, or leave the names out with `ignore: ["app.%*"]`.',
    );
    const inProfiles = ['%prod', '%dev'].map((profile, i) =>
      sourceOf(`part: "${profile}.app", prefix: app., context: "C${i};*"`),
    );
    expect(linesOf(stateOf([app, ...inProfiles].join(''), { [path]: text }))).toEqual([
      'app.a [*] "1"',
      'app.a [C0;*] "3"',
      'app.a [C1;*] "3"',
    ]);
    for (const [others, left] of [
      [inProfiles[0] ?? '', ['%dev']],
      [`${inProfiles[1]}${sourceOf('part: "%prod", context: P;*')}`, []],
      [`${inProfiles[1]}${sourceOf('part: "%prod.app.a.b", context: P;*')}`, ['%prod']],
    ] as const)
      expect(
        read(`${app}${others}`, { [path]: text }).diagnostics.flatMap(({ message, code }) =>
          code === 'key-name' ? [message] : [],
        ),
      ).toEqual(
        left.map((name) => `This file has values for profiles that no source reads: ${name}.`),
      );
    for (const fields of ['ignore: "%*"', 'keys: b', 'ignore: a'])
      expect(
        read(sourceOf(`part: app, ${fields}`), { [path]: text }).diagnostics.map(
          ({ code }) => code,
        ),
      ).toEqual([]);
  });

  it.each([
    ['a.properties', 'a=1\n%prod=5\n', ':2:1'],
    ['a.yaml', 'a: 1\n"%prod": !vault { a: 2 }\n', ':2:1'],
  ])('reports a profile in %s that is no mapping: %j', (path, text, place) => {
    const { diagnostics } = read(`  - ${path}\n`, { [path]: text });
    expect(fileErrors(diagnostics)).toEqual([`${path}${place} key-name`]);
  });

  it('makes no name of an empty one with its prefix, because Spring leaves it out', () => {
    const { diagnostics } = read('  - { path: a.properties, prefix: p. }\n', {
      'a.properties': 'a=1\n=2\n',
    });
    expect(fileErrors(diagnostics)).toEqual(['a.properties:2:1 key-name']);
  });

  it('sees what a source of a smaller part of a profile reads', () => {
    const text = 'app.db.a=1\n%prod.app.db.a=2\n';
    const sources = ['part: app', 'part: "%prod.app.db", context: P;*, prefix: db.'];
    const all = sources.map((fields) => `  - { path: a.properties, ${fields} }\n`).join('');
    expect(linesOf(stateOf(all, { 'a.properties': text }))).toEqual([
      'db.a [*] "1"',
      'db.a [P;*] "2"',
    ]);
    const { diagnostics } = read(all, { 'a.properties': `${text}%prod.app.c=3\n` });
    expect(fileErrors(diagnostics)).toEqual(['a.properties:3:1 key-name']);
  });

  it('warns of `shared`, which Rails adds to each part, if no source reads it', () => {
    const text = 'shared: { a: 1, b: 2 }\nproduction: { b: 3 }\n';
    const production = '  - { path: a.yml, part: production, context: P;* }\n';
    const { diagnostics } = read(production, { 'a.yml': text });
    expect(fileErrors(diagnostics)).toEqual(['a.yml:1:11 readers-differ']);
    expect(diagnostics[0]?.hint).toBe(
      'Add a source with the same path and `part: shared`, or leave its names out with `ignore`.',
    );
    const both = `${production}  - { path: a.yml, part: shared }\n`;
    expect(linesOf(stateOf(both, { 'a.yml': text }))).toEqual([
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

  it('keeps placeholders that nothing declares: each is a key with itself as its value, in the contexts of its files', () => {
    const sources =
      '  - { path: "etc/{Environment}/*", as: files, root: etc, placeholders: keep }\n  - b.env\n';
    const one =
      '${host} ${host} ${sys:x} ${x:-y} $${ctx} ${a${b}} ${-dead} ${PORT} ${doc} $x #{y} ${} ${a b}';
    const { state, diagnostics } = read(sources, {
      'etc/P/a.conf': `\n${one}`,
      'etc/P/b.conf': '${host}',
      'etc/S/a.conf': '${host}',
      'b.env': 'port=1\n',
      'config/a.yaml': 'keys: { Doc: { readme: d } }\n',
    });
    expect(diagnostics).toEqual([]);
    const keys = linesOf(state).filter((line) => !line.startsWith('file'));
    expect(keys).toEqual([
      '-dead [P;*] "${-dead}"',
      'b [P;*] "${b}"',
      'ctx [P;*] "${ctx}"',
      'Doc readme d',
      'host [P;*] "${host}"',
      'host [S;*] "${host}"',
      'port [*] "1"',
    ]);
    expect(placesOf(state)).toContain('host etc/P/a.conf:2:1');
    const affects = replacePlaceholders(
      one,
      (name) => state.items.get(name)?.rows.get('p;*')?.text ?? `\${${name}}`,
    );
    expect(affects).toBe(one);
  });

  it('adds to documents, which add metadata', () => {
    const { state } = load({
      'confighub.yaml': `${PROJECT}sources: [a.properties]\n`,
      'a.properties': 'db.password=x1\n',
      'config/a.yaml': 'keys:\n  db.password: { securityGroup: Payment }\n  other: 1\n',
    });
    expect(state.items.get('db.password')).toMatchObject({
      securityGroup: 'Payment',
      secret: true,
    });
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
    expect(linesOf(stateOf(`  - "${path}"\n`, { 'config/ax.properties': 'a=1\n' }))).toEqual([
      'a [*] "1"',
    ]);
  });

  it('with brackets in its name', () => {
    expect(linesOf(stateOf('  - "[{Environment}.env"\n', { '[dev.env': 'A=1\n' }))).toEqual([
      'A [dev;*] "1"',
    ]);
  });
});

describe('errors in sources', () => {
  const PLAIN = { 'a.properties': 'a=1\n' };

  it.each([
    ['a level that does not exist', '  - «bad-option»"{Enviroment}.env"\n'],
    ['no path', '  - «missing-field»{ prefix: a }\n'],
    ['an unknown field', '  - { path: a.properties, «unknown-field»prefx: a }\n'],
    ['a path out of the folder', '  - «outside-root»../a.properties\n'],
    ['an exclusion', '  - «bad-option»"!a.properties"\n'],
    [
      'files to leave out that are out of the folder',
      '  - { path: a.properties, exclude: «outside-root»../b }\n',
    ],
    [
      'files to leave out that are not',
      '  - { path: a.properties, exclude: ["a", «bad-option»"!b"] }\n',
    ],
    ['a root elsewhere', '  - { path: a.properties, as: files, root: «bad-option»b }\n'],
    ['placeholders of keys', '  - { path: a.properties, «bad-option»placeholders: keep }\n'],
    ['a part of a file as it is', '  - { path: a.properties, as: files, «bad-option»part: a }\n'],
    ['a field for keys', '  - { path: a.properties, as: files, «bad-option»separator: _ }\n'],
    [
      'a format for files as they are',
      '  - { path: a.properties, as: files, «bad-option»format: yaml }\n',
    ],
    ['a program that reads no YAML', '  - { path: a.yaml, «bad-option»reader: npm }\n'],
    [
      'an unknown program',
      '  - { path: a.properties, format: dotenv, reader: «bad-option»ruby }\n',
    ],
    ['an unknown format', '  - { path: a.properties, format: «bad-option»toml }\n'],
    [
      'a separator that no name can have',
      '  - { path: a.properties, separator: «bad-option»":" }\n',
    ],
    ['a prefix that no name can have', '  - { path: a.properties, prefix: «bad-option»"a b/" }\n'],
    ['an unknown encoding', '  - { path: a.properties, encoding: «bad-option»utf-16 }\n'],
    [
      'an encoding of files',
      '  - { path: a.properties, as: files, «bad-option»encoding: latin1 }\n',
    ],
    ['an unknown type', '  - { path: a.properties, types: { a: «unknown-vdt»Int } }\n'],
    [
      'a name that takes long to match',
      '  - «bad-option»"{Environment}{Application}{Environment}{Application}*.env"\n',
    ],
    [
      'a level twice',
      '  - { path: "{Environment}.properties", context: «bad-option»"Staging;*" }\n',
    ],
  ])('%s', (_, marked) => {
    const { text, expected } = unmark('confighub.yaml', `${PROJECT}sources:\n${marked}`);
    const { diagnostics } = load({ 'confighub.yaml': text, ...PLAIN });
    expect(
      fileErrors(
        diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents'),
      ),
    ).toEqual(expected);
  });

  it.each([
    ['a.properties', 'x=1\ny=2\nx=3\n', 'a.properties:3:1 duplicate-value', 'a.properties:1:1'],
    ['a.env', 'X=1\nY=2\nX=3\n', 'a.env:3:1 duplicate-value', 'a.env:1:1'],
    ['a.yaml', 's:\n  x: 1\n  x: 2\n', 'a.yaml:3:3 duplicate-field', 'a.yaml:2:3'],
    ['a.json', '{"x":1,\n"x":2}', 'a.json:2:1 duplicate-field', 'a.json:1:2'],
  ])('%s: the same name twice, with both places', (name, text, place, first) => {
    const { diagnostics } = read(`  - ${name}\n`, { [name]: text });
    expect(fileErrors(diagnostics)).toEqual([place]);
    expect(String(diagnostics[0]?.related)).toBe(first);
  });

  it.each([
    ['a.env', 'A=1\nB\nC=2\n', 'a.env:2:1 dotenv-syntax'],
    ['a.env', 'A=1\r\n  export B\r\n', 'a.env:2:3 dotenv-syntax'],
    ['a.env', 'A B=1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', '=1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', ': 1\n', 'a.env:1:1 dotenv-syntax'],
    ['a.env', 'A=1\n2 3\n', 'a.env:2:1 dotenv-syntax'],
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
    expect(fileErrors(read(`  - ${name}\n`, { [name]: text }).diagnostics)).toEqual([place]);
  });

  it.each([
    [
      'a tag of another program before it',
      'a.yaml',
      'part: x.y',
      'x: !vault\n  y: { a: 1 }\n',
      'a.yaml:1:4 yaml-tag',
    ],
    [
      'a Spring profile',
      'a.yaml',
      'part: app',
      'spring.profiles: prod\napp: { a: 1 }\n',
      'a.yaml:1:1 spring-profile',
    ],
    [
      'a variable',
      'a.env',
      'part: p, keys: A, reader: compose',
      'q.A=${X}\np.A=${X}\np.B=\n',
      'a.env:2:1 dotenv-syntax',
    ],
    [
      'a value of other programs',
      'a.env',
      'part: p, keys: A',
      'q.A=`b`\np.A=`b`\n',
      'a.env:2:1 readers-differ',
    ],
  ])('a part of a file with %s', (_, path, fields, text, place) => {
    const { diagnostics } = read(`  - { path: ${path}, ${fields} }\n`, { [path]: text });
    expect(fileErrors(diagnostics)).toEqual([place]);
  });

  it('does not take an empty text for a part', () => {
    const { diagnostics } = read('  - { path: a.yaml, part: "" }\n', { 'a.yaml': 'a: 1\n' });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`part` must be text, not an empty text.',
    ]);
  });

  it.each([
    ['no part of its own', '{ path: a.yaml, prefix: x. }', '{ path: a.yaml, part: a }'],
    ['the same part', '{ path: a.yaml, part: a }', '{ path: "*.yaml", part: a, prefix: x. }'],
    ['a part of its part', '{ path: a.yaml, part: a.b }', '{ path: a.yaml, part: a, prefix: x. }'],
    ['the whole as a file', '{ path: a.yaml, as: files }', '{ path: a.yaml, part: "%a" }'],
    [
      'parts in two encodings',
      '{ path: a.yaml, encoding: latin1 }',
      '{ path: a.yaml, part: "%a" }',
    ],
    ['parts in two formats', '{ path: a.yaml }', '{ path: a.yaml, part: "%a", format: json }'],
  ])('a file of which two sources read %s', (_, one, two) => {
    const { diagnostics } = read(`  - ${one}\n  - ${two}\n`, {
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
  ])('%s without the part %s', (path, part, text, end) => {
    const { diagnostics } = read(`  - { path: ${path}, part: "${part}" }\n`, { [path]: text });
    expect(fileErrors(diagnostics)).toEqual([`${path}:1:1 bad-option`]);
    expect(diagnostics[0]?.message).toBe(`This file has no part \`${part}\`.`);
    expect(diagnostics[0]?.hint?.endsWith(end)).toBe(true);
  });

  it.each([
    ['a.yaml', 'p: [1]\n', 'not a list'],
    ['a.properties', 'p=1\np.a=2\n', 'not this text'],
  ])('%s with %j, of which a source reads `p`', (path, text, end) => {
    const { diagnostics } = read(`  - { path: ${path}, part: p }\n`, { [path]: text });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `The part \`p\` must be a mapping of names, ${end}.`,
    ]);
  });

  it.each([
    [
      'a list and a text',
      'origins: [a]\n',
      'origins: "*"\n',
      'two.yaml:1:1 list-and-text',
      'one.yaml:1:1',
      'Text',
    ],
    [
      'an empty list and a text',
      'origins: []\n',
      'x: 1\norigins: a\n',
      'two.yaml:2:1 list-and-text',
      'one.yaml:1:1',
      'Text',
    ],
    [
      'mappings in a list and a text',
      'origins: [{ a: 1 }]\n',
      'origins: a\n',
      'two.yaml:1:1 list-and-text',
      'one.yaml:1:1',
      'Text',
    ],
    [
      'lists of different kinds',
      'origins: [{ a: 1 }]\n',
      'origins: [a]\n',
      'two.yaml:1:1 key-mismatch',
      'one.yaml:1:1',
      'JSON',
    ],
  ])('values of one key that are %s, with both places', (_, one, two, error, related, vdt) => {
    const files = { 'one.yaml': one, 'two.yaml': two };
    const { diagnostics } = read('  - "{Environment}.yaml"\n', files);
    expect(fileErrors(diagnostics)).toEqual([error]);
    expect(String(diagnostics[0]?.related)).toBe(related);
    const [, types = ''] = /`(types: .*)`/.exec(diagnostics[0]?.hint ?? '') ?? [];
    expect(types).toBe(`types: { "origins": ${vdt} }`);
    expect(read(`  - { path: "{Environment}.yaml", ${types} }\n`, files).diagnostics).toEqual([]);
  });

  it.each([
    ['spaces in its braces', '${a}\n${ a }', 'x.conf:2:1 bad-text'],
    ['two spellings', '${a} ${A}', 'x.conf:1:6 key-case'],
    ['a name that is too long', `\${${'a'.repeat(121)}}`, 'x.conf:1:1 key-name'],
  ])('a kept placeholder with %s', (_, text, place) => {
    const sources = '  - { path: x.conf, as: files, placeholders: keep }\n';
    expect(fileErrors(read(sources, { 'x.conf': text }).diagnostics)).toEqual([place]);
    const declared = { 'x.conf': text, 'config/a.yaml': 'keys: { a: 1 }\n' };
    if (!place.includes('key-name')) expect(read(sources, declared).diagnostics).toEqual([]);
  });

  it('files that two sources read, with both places', () => {
    const { diagnostics } = read('  - "*.env"\n  - { path: "a.*", as: files }\n', {
      'a.env': 'A=1\n',
      'b.env': 'B=1\n',
    });
    expect(fileErrors(diagnostics)).toEqual(['confighub.yaml:5:5 source-overlap']);
    expect(diagnostics[0]?.message).toBe('Another source reads a.env too.');
    expect(String(diagnostics[0]?.related)).toBe('confighub.yaml:4:5');
  });

  it('a path that can be read in two ways', () => {
    const { diagnostics } = read('  - "{Application}-{Environment}.env"\n', {
      'a-b-c.env': 'A=1\n',
    });
    expect(diagnostics).toMatchObject([
      {
        code: 'ambiguous-path',
        message:
          '`{Application}-{Environment}.env` can read this path in two ways: as Application a-b, Environment c; or as Application a, Environment b-c.',
      },
    ]);
  });

  it('a file that matches, but names no element', () => {
    const { diagnostics } = read('  - "app-{Environment}.env"\n', { 'app-.env': 'A=1\n' });
    expect(fileErrors(diagnostics)).toEqual(['app-.env:1:1 bad-option']);
  });

  it.each(['a.conf', 'a.ini', 'a.toml'])('%s, which no source reads', (path) => {
    const { diagnostics } = read(`  - ${path}\n`, { [path]: 'x = 1\n' });
    expect(fileErrors(diagnostics)).toEqual(['confighub.yaml:4:5 bad-option']);
    expect(diagnostics[0]?.message).toBe(`A source cannot read ${path}.`);
    expect(diagnostics[0]?.hint).toContain(
      'add `format` to the source (properties, dotenv, yaml, json)',
    );
  });

  it('a source without files', () => {
    expect(fileErrors(read('  - "b/*.env"\n', {}).diagnostics)).toContain(
      'confighub.yaml:4:5 no-documents',
    );
  });
});

/** Names and texts that formats mind. */
const name = fc.constantFrom(
  'a',
  'b.c',
  'B_2',
  'x-y',
  'null',
  'true',
  'toString',
  'constructor',
  '007',
  'A.b.c',
);
const text = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
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
  {
    path: 'x.yaml',
    write: (of) => writeYaml(of, { defaultStringType: 'QUOTE_DOUBLE' }),
    can: () => true,
  },
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

describe('properties of formats', () => {
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
          const live = liveOf(
            send(emptyRepository(), planOf({ desired: state, live: emptyState() })),
          );
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

describe('a plan that keeps a placeholder', () => {
  const FILE = { 'a.conf': '${port}' };
  const KEEP = '  - { path: a.conf, as: files, placeholders: keep, context: P;* }\n';
  const desired = stateOf(KEEP, FILE);
  /** The server after an apply of a document. */
  const having = (keys: string) => {
    const { state } = load({ 'confighub.yaml': PROJECT, 'config/a.yaml': `keys: ${keys}` });
    return liveOf(send(emptyRepository(), planOf({ desired: state, live: emptyState() })));
  };
  const codes = (given: Partial<Parameters<typeof planOf>[0]>) =>
    planOf({ desired, live: emptyState(), allowNewContexts: ['P'], ...given })
      .findings.filter(({ severity }) => severity === 'refusal')
      .map(({ code }) => code);

  it.each([
    ['a key that is new', '{ other: 1 }', []],
    ['a key with its own placeholder', '{ port: { values: { "*;*": "${port}" } } }', []],
    ['a key with another value', '{ port: { values: { P;*: 80 } } }', ['placeholder-taken']],
    [
      'a key with another value elsewhere',
      '{ PORT: { values: { S;*: 80 } } }',
      ['placeholder-taken'],
    ],
    ['a locked key', '{ port: { push: false, value: "${port}" } }', ['key-locked']],
  ])('of %s: %s', (_, keys, expected) => {
    expect(codes({ live: having(keys) })).toEqual(expected);
  });

  it('of a key that it had last time, whatever others made of it, and what it keeps goes with the file', () => {
    const live = having('{ port: { values: { P;*: 80 } } }');
    expect(codes({ live, lastApplied: desired })).toEqual([]);
    const [change] = planOf({
      desired: stateOf(KEEP, { 'a.conf': 'x' }),
      live,
      lastApplied: desired,
    }).changes;
    expect(change).toMatchObject({ action: 'delete', name: 'port' });
  });

  it('of a key whose values cannot all be read', () => {
    const live = having('{ port: { values: { P;*: "${port}" } } }');
    for (const item of live.items.values())
      Object.assign(item, { elsewhere: true, rows: new Map() });
    expect(codes({ live, liveSource: 'pulls' })).toEqual(['placeholder-taken']);
  });
});
