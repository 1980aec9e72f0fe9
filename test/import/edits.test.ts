// Imports into documents that people wrote: what changes changes in place, everything else stays byte for byte.
import { describe, expect, it } from 'vitest';
import { schemaComment } from '../documents/schema.ts';
import { filesIn, keysIn, rowsOf, type State } from '../../src/model/state.ts';
import { encrypt } from '../../src/semantics/ciphers.ts';
import { holding, MemoryFolder, passwordOf, told, versionsOf } from './folder.ts';

/** What the server has if somebody applied this document. */
const live = (document: string) => holding({ 'config/live.yaml': document });

/** The documents after an import of what the server holds, which a plan then finds nothing in. */
function imported(files: Record<string, string>, server: State): MemoryFolder {
  const folder = new MemoryFolder(files);
  expect(told(folder.import(server).leftOut)).toEqual([]);
  expect(folder.replan(server).changes).toEqual([]);
  expect(folder.plan(server).writes).toEqual([]);
  return folder;
}

/** A document after an import of what the server has once its other version was applied: that version. */
function expectEdited(marked: string): void {
  const [before, after] = versionsOf(marked);
  expect(imported({ 'config/doc.yaml': before }, live(after)).text('config/doc.yaml')).toBe(after);
}

/** As {@link versionsOf}: each of these texts becomes the one behind it. */
function changed(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce(
    (all, [one, two]) => all.replace(one, `«${one}|${two}»`),
    text,
  );
}

const SHOP = `# The shop.
keys:
  # As printed on bills.
  shop.title:   "Corner Shop"     # never translated

  db.host:
    readme: 'Host of the database.'
    values:   # broad first
      "*;*": db.dev.internal
      # The new one.
      P;*:  db.prod.internal   # since May
  db.pool: { vdt: Integer,  value: 10 }   # per process
  footer:
    value: |
      Thank you.
      Come again.
  limits:
    vdt: Map
    value:
      DE: 10
      FR: 12

files: {}
`;

describe('an import keeps what people wrote', () => {
  const CHANGED = changed(SHOP, {
    '"Corner Shop"': '"Corner: Shop"',
    'db.prod.internal': 'db2.prod.internal',
    'value: 10': 'value: 20',
    'Come again.': 'Please pay.',
  });

  it('and changes values in place, in the quotes and form that they have', () => {
    expectEdited(CHANGED);
  });

  it('with CRLF line ends and a BOM', () => {
    expectEdited(`\ufeff${CHANGED.replaceAll('\n', '\r\n')}`);
  });

  it('takes out what is gone, with parents that are empty then, and no comment of a neighbour', () => {
    const [host = ''] = / {6}"\*;\*": .*\n/.exec(SHOP) ?? [];
    const [pool = ''] = / {2}db\.pool.*\n/.exec(SHOP) ?? [];
    const [limits = ''] = / {2}limits:\n(?: {4}.*\n)+/.exec(SHOP) ?? [];
    expectEdited(changed(SHOP, { [host]: '', [pool]: '', [limits]: '' }));
  });

  it('declares new contexts and new keys in one new document, sorted', () => {
    const server = SHOP.replace('      # The new one.', '      D;*: db.d').replace(
      'keys:',
      'keys:\n  db.name: { vdt: Code, value: x }\n  alone: y',
    );
    const folder = imported({ 'config/doc.yaml': SHOP }, live(server));
    expect(folder.text('config/doc.yaml')).toBe(SHOP);
    expect(folder.text('config/imported.yaml')).toBe(
      'keys:\n  alone: y\n  db.host:\n    values:\n      D;*: db.d\n  db.name: { vdt: Code, value: x }\n',
    );
  });

  it('adds to the document that is named, where what is there stays', () => {
    const folder = new MemoryFolder({
      'config/doc.yaml': `# mine
keys:
  a: 1 # one
  b: { vdt: Integer, value: 2 }
  d:
    values:
      P;*: x # p
`,
    });
    const server = live(`keys:
  a: { values: { "*": 1, P;*: 3 } }
  b: { vdt: Integer, values: { "*": 2, P;*: 4 } }
  c: new
  d: { values: { "*": z, P;*: x } }
files: { f.txt: { content: "x\\n" } }
`);
    expect(folder.import(server, { document: 'config/doc.yaml' }).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(`# mine
keys:
  a:
    values:
      "*;*": 1 # one
      P;*: 3
  b:
    vdt: Integer
    values:
      "*;*": 2
      P;*: 4
  c: new
  d:
    values:
      "*;*": z
      P;*: x # p
files:
  f.txt: { path: files/f.txt }
`);
    expect(folder.replan(server).changes).toEqual([]);
  });

  it.each(['\n', '\r\n'])(
    'all other lines, and other YAML documents of the file (%j)',
    (newline) => {
      const document = `# mine
context: P;*
keys:
    # twice
    a:   "1"   # one
    b: { vdt: List,   value: [ 'x',
      "y" ] }
    c: >-
      folded
      text
---
# others
keys: { z: x }
`.replaceAll('\n', newline);
      const server = live(`keys:
  a: { values: { P;*: 1, N;*: 2 } }
  b: { vdt: List, values: { P;*: '["x","y"]' } }
  bb: { values: { P;*: new } }
  c: { values: { P;*: folded text } }
  d: { values: { N;*: last } }
  z: x
files: { f.txt: { N;*: { content: "x" } } }
`);
      const folder = new MemoryFolder({ 'config/doc.yaml': document });
      expect(folder.import(server, { document: 'config/doc.yaml' }).leftOut).toEqual([]);
      const expected = document
        .replace(
          /a: {3}"1" {3}# one/,
          'a:\n      values:\n        N;*: 2\n        P;*: "1" # one'.replaceAll('\n', newline),
        )
        .replace(/ {4}c:/, () => `    bb: new${newline}    c:`)
        .replace(
          '---',
          '    d:\n      values:\n        N;*: last\nfiles:\n  f.txt:\n    N;*: { path: files/f.txt }\n---'.replaceAll(
            '\n',
            newline,
          ),
        );
      expect(folder.text('config/doc.yaml')).toBe(expected);
      expect(folder.replan(server).changes).toEqual([]);
    },
  );

  it('with what changes in the same document as something is added to', () => {
    const folder = new MemoryFolder({ 'config/doc.yaml': 'keys:\n  a: 1 # one\n  gone: x\n' });
    const server = live('keys: { a: 2, b: 3 }');
    expect(folder.import(server, { document: 'config/doc.yaml' }).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe('keys:\n  a: 2 # one\n  b: 3\n');
  });

  it('what is in front of a section that the document did not have', () => {
    const document = 'files:\n  f.txt: { content: "x" } # f\n# end';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const server = live(
      'keys: { a: 1 }\nfiles: { f.txt: { content: "x" }, g.txt: { content: "" } }',
    );
    expect(folder.import(server, { document: 'config/doc.yaml' }).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(
      'files:\n  f.txt: { content: "x" } # f\n  g.txt: { content: "" }\nkeys:\n  a: 1\n# end\n',
    );
  });

  it.each([
    [
      'comments of sections that are empty',
      'keys: # none yet\r\nfiles:\r\n  # nor here',
      'keys: # none yet\r\n  b: 2\r\nfiles:\r\n  f: { content: "" }\r\n  # nor here\r\n',
    ],
    [
      'the YAML documents behind one in braces',
      '{ keys: { } } # braces\n---\nkeys:  {  c:  1 } # c\n',
      '{ keys: { b: 2 }, files: { f: { content: "" } } } # braces\n---\nkeys:  {  c:  1 } # c\n',
    ],
  ])('%s', (_, document, expected) => {
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const server = live('keys: { b: 2 }\nfiles: { f: { content: "" } }');
    const options = { document: 'config/doc.yaml', removeMissing: false };
    expect(folder.import(server, options).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(expected);
  });

  it('a comment in front of a value that becomes one of several', () => {
    const lines = 'keys:\n  b:\n    readme: x\n    # why 3\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': `${lines}    value: 3\n` });
    const server = live('keys: { b: { readme: x, values: { "*;*": 3, P;*: 4 } } }');
    folder.import(server, { document: 'config/doc.yaml' });
    expect(folder.text('config/doc.yaml')).toBe(
      `${lines}    values:\n      "*;*": 3\n      P;*: 4\n`,
    );
  });

  it.each([
    ['keys', 'files: &f {}\nkeys: *f\n', 'keys: { b: 1 }'],
    [
      'values',
      'keys:\n  a: { values: &v { P;*: 1 } }\n  b: { values: *v }\n',
      'keys: { b: { values: { P;*: 1, N;*: 2 } } }',
    ],
    [
      'b',
      'keys:\n  a: &v { vdt: Integer, value: 1 }\n  b: *v\n',
      'keys: { b: { vdt: Integer, values: { "*": 1, P;*: 2 } } }',
    ],
    [
      'b',
      'files:\n  a: &v { content: "" }\n  b: *v\n',
      'files: { b: { "*": { content: "" }, P;*: { content: x } } }',
    ],
  ])('an alias: nothing is added to `%s` that is one', (name, document, server) => {
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const options = { document: 'config/doc.yaml', removeMissing: false };
    expect(() => folder.plan(live(server), options)).toThrow(`takes \`${name}\` from an alias`);
    folder.import(live(server), { removeMissing: false });
    expect(folder.text('config/doc.yaml')).toBe(document);
    expect(folder.replan(live(server)).changes.filter(({ name }) => name === 'b')).toEqual([]);
  });

  it.each([
    ['the line of the schema', `${schemaComment('document')}\nkeys:\n  a: «1|2»\n`],
    ['a list on one line', 'keys:\n  a: { vdt: List, value: «[x, y]|["x",1]» } # xy\n'],
    [
      'what a mapping has beside what is gone',
      'keys:\n  a: 1\n«  b:\n    values:\n      P;*: x\n      N;*: y # y\n|»',
    ],
    ['a field that is empty then', '# top\nkeys:\n«  a: 1 # one\n|»'],
    [
      'the form of metadata, and adds none',
      'keys:\n  a: { vdt: «Integer|Long», value: 1, deprecated: «false|true» }\n  b:\n    readme: «old|new» # why\n    value: x\n    push: «true|false»\n',
    ],
    [
      'the line of a value that was forbidden, and is there again',
      'keys:\n  a:\n    values:\n      P;*: «{ opp: delete }|2» # gone\n',
    ],
  ])('%s', (_, document) => expectEdited(document));

  it.each([
    [
      'a key that was forbidden, and is there again',
      'keys:\n«  a: { opp: delete } # gone\n|»  b: 1\n',
      'keys: { a: { vdt: Integer, value: 2 }, b: 1 }',
      'keys:\n  a: { vdt: Integer, value: 2 }\n',
    ],
    [
      'names that differ in case, as the documents spell them',
      'keys:\n  Db.Host:\n    values:\n      prod;*: x\n',
      'keys: { db.host: { values: { Prod;*: x, Prod;w: y } } }',
      'keys:\n  Db.Host:\n    values:\n      prod;w: y\n',
    ],
  ])('and declares anew %s', (_, document, server, added) => {
    const [before, after] = versionsOf(document);
    const folder = imported({ 'config/doc.yaml': before }, live(server));
    expect(folder.text('config/doc.yaml')).toBe(after);
    expect(folder.text('config/imported.yaml')).toBe(added);
  });
});

describe('what an import leaves to people is listed', () => {
  const NO_FORM = 'its document declares it in a form that import cannot edit; change it manually';
  const SOMETHING_ELSE = 'an edit of its file would declare something else; change it manually';
  const NO_LINES = 'it has no lines of its own; remove it manually';
  const INTERFACE = `data:
  - { key: a, vdt: Text, values: [{ context: "*;*", value: «x|z» }, { context: "P;*", value: p }] }   # one
  - key: b
    values:
      - context: "*;*"
        value: y
  - { file: f.txt, context: "*;*", content: "«old|new»\\n" }
`;

  it.each([
    [
      'a mapping on several lines',
      SHOP,
      SHOP.replace('FR: 12', 'FR: 13'),
      [`config/doc.yaml:19 limits [*;*]: ${NO_FORM}. On the server: \`{"DE":10,"FR":13}\``],
    ],
    [
      'what has no lines of its own',
      'keys:\n  a: { values: { "*;*": x, P;*: y } }\n  b: z\n',
      'keys: { a: x, b: z }',
      [`config/doc.yaml:2 a [P;*]: ${NO_LINES}`],
    ],
    [
      'the type of a native value that the new type does not allow',
      'keys:\n  a: { vdt: Map, value: { b: 1 } }\n',
      `keys: { a: { vdt: Text, value: '{"b":1}' } }`,
      [`config/doc.yaml:2 a: ${SOMETHING_ELSE}`],
    ],
    [
      'what is forbidden on a line with others',
      'keys: { a: { opp: delete }, b: «1|3» }\n',
      'keys: { a: { vdt: Integer, value: 2 }, b: 3 }',
      [`a [*;*]: ${SOMETHING_ELSE}. On the server: \`2\``],
    ],
    [
      'what aliases share',
      'keys:\n  a: &x one\n  b: *x\n  c: «1|2»\n',
      'keys: { a: two, b: one, c: 2 }',
      [
        'config/doc.yaml:2 a [*;*]: config/doc.yaml declares something else at the same place; change it manually. On the server: `two`',
      ],
    ],
    [
      'what goes from one of two keys that share it by an alias',
      'keys:\n  a:\n    values: &v\n      "*;*": x\n      P;*: y\n  b: { values: *v }\n',
      'keys: { a: x, b: { values: { "*;*": x, P;*: y } } }',
      [`config/doc.yaml:5 a [P;*]: ${NO_LINES}`],
    ],
    [
      'a value with a tag',
      'keys:\n  a: !!int 1\n  b: !!str 2\n',
      'keys: { a: x, b: 2 }',
      [`config/doc.yaml:2 a [*;*]: ${NO_FORM}. On the server: \`x\``],
    ],
    [
      "what goes from the interface's own shape, which gets its values",
      INTERFACE,
      'keys: { a: z }\nfiles: { f.txt: { content: "new\\n" } }',
      [`config/doc.yaml:2 a [P;*]: ${NO_LINES}`, `config/doc.yaml:6 b [*;*]: ${NO_LINES}`],
    ],
  ])('%s', (_, document, server, left) => {
    const [before, after] = versionsOf(document);
    const folder = new MemoryFolder({ 'config/doc.yaml': before });
    expect(told(folder.import(live(server)).leftOut)).toEqual(left);
    expect(folder.text('config/doc.yaml')).toBe(after);
  });

  it('a JSON document, of which an edit would take a comment with it', () => {
    const document = '{ "files": { "f": { "*;*": { "content": "x" /* c */ } } } }\n';
    const folder = new MemoryFolder({ 'config/doc.json': document });
    const server = live('files: { f: { "*;*": { content: AKIAIOSFODNN7EXAMPLE } } }');
    expect(told(folder.import(server).leftOut)).toEqual([`config/doc.json:1 f [*;*]: ${NO_FORM}`]);
    expect(folder.text('config/doc.json')).toBe(document);
  });
});

describe('what only the files have', () => {
  const files = {
    'config/doc.yaml': `keys:
  a: 1
  b:
    values:
      "*": x
      P;*: mine
  c: { readme: Mine, value: 1 }
  d: { readme: Mine, vdt: Integer, value: 1 }
  alone: { readme: Without a value }
files:
  f.txt: { content: "mine" }
`,
    'config/lines.properties': 'g=mine\n',
    'confighub.yaml': 'levels: [Environment, Application]\nsources: [config/lines.properties]\n',
  };
  const server = live('keys: { b: x, c: { value: 1 }, d: { vdt: Long, value: 2 } }');

  it('stays, and is listed with its line', () => {
    const folder = new MemoryFolder(files);
    const { counts, kept, leftOut } = folder.import(server, { removeMissing: false });
    expect(folder.text('config/doc.yaml')).toBe(
      files['config/doc.yaml'].replace('vdt: Integer, value: 1', 'vdt: Long, value: 2'),
    );
    expect({ counts, leftOut }).toEqual({
      counts: { create: 0, update: 2, delete: 0 },
      leftOut: [],
    });
    expect(kept.map(({ item, at }) => `${at} ${item}`)).toEqual([
      'config/doc.yaml:2 a [*;*]',
      'config/doc.yaml:9 alone',
      'config/doc.yaml:6 b [P;*]',
      'config/doc.yaml:7 c: readme',
      'config/doc.yaml:8 d: readme',
      'config/lines.properties:1 g [*;*]',
      'config/doc.yaml:11 f.txt [*;*]',
    ]);
  });

  it('goes if that is asked for, but for the lines of sources', () => {
    const folder = new MemoryFolder(files);
    const { kept, leftOut } = folder.import(server);
    expect(folder.text('config/doc.yaml')).not.toMatch(/mine|alone|readme: Mine/);
    expect({ kept, leftOut }).toMatchObject({ kept: [], leftOut: [{ item: 'g [*;*]' }] });
  });
});

describe('JSON documents stay JSON', () => {
  const DOCUMENT = `{
    "keys": {
        "a": "x",
        "b": { "vdt": "Integer", "value": 10 },
        "c": {
            "values": { "*": "y" }
        }
    }
}
`;
  const expectJson = (marked: string, server: string) => {
    const [before, after] = versionsOf(marked);
    const folder = imported({ 'config/doc.json': before }, live(server));
    expect(folder.text('config/doc.json')).toBe(after);
  };

  it('with values in place', () => {
    const marked = changed(DOCUMENT, { '"x"': '"x\\""', '10': '20', '"y"': '"z"' });
    expectJson(marked, 'keys: { a: "x\\"", b: { vdt: Integer, value: 20 }, c: z }');
  });

  it('with their comments and trailing commas', () => {
    const marked = `// "keys"
{ "keys": {
  "a": "«x|y»", // one: "a"
  "b": /* two */ «10|20» /* three */,
  "c": { "value": "«x|z»" /* four */ }, // five
}, }
`;
    expectJson(marked, 'keys: { a: y, b: 20, c: z }');
  });

  it('and get nothing more if they have comments, which would be lost', () => {
    const folder = new MemoryFolder({ 'config/doc.json': '{ "keys": { "a": "x" /* c */ } }\n' });
    const server = live('keys: { a: x, b: new }');
    expect(() => folder.import(server, { document: 'config/doc.json' })).toThrow(
      'config/doc.json has comments, which would be lost if something were added to it.',
    );
  });

  it('with what comes in the new document, and what is removed manually', () => {
    const folder = new MemoryFolder({ 'config/doc.json': DOCUMENT });
    const server = live('keys: { a: x, c: { values: { "*": y, P;*: p } }, d: new }');
    expect(told(folder.import(server).leftOut)).toEqual([
      'config/doc.json:4 b [*;*]: it has no lines of its own; remove it manually',
    ]);
    expect(folder.text('config/doc.json')).toBe(DOCUMENT);
    expect(folder.text('config/imported.yaml')).toBe(
      'keys:\n  c:\n    values:\n      P;*: p\n  d: new\n',
    );
  });
});

describe('contents beside the documents', () => {
  const DOCUMENT =
    'files:\n  a.conf:\n    "*;*": { path: files/a.conf } # everywhere\n    P;*: { path: files/b.conf }\n';
  const FILES = {
    'config/doc.yaml': DOCUMENT,
    'config/files/a.conf': 'one\n',
    'config/files/b.conf': 'two\n',
  };

  it('are rewritten, and the document stays', () => {
    const folder = imported(
      FILES,
      live('files: { a.conf: { "*": { content: "x\\r\\n" }, P;*: { content: "two\\n" } } }'),
    );
    expect(folder.text('config/doc.yaml')).toBe(DOCUMENT);
    expect(folder.text('config/files/a.conf')).toBe('x\r\n');
  });

  it('go when nothing names them any more', () => {
    const folder = imported(FILES, live('files: { a.conf: { "*": { content: "one\\n" } } }'));
    expect([...folder.files.keys()]).toEqual([
      'confighub.yaml',
      'config/doc.yaml',
      'config/files/a.conf',
    ]);
  });

  it('that two items share are left alone where the items differ', () => {
    const folder = new MemoryFolder({
      ...FILES,
      'config/doc.yaml': DOCUMENT.replace('b.conf', 'a.conf'),
    });
    const { leftOut } = folder.import(
      live('files: { a.conf: { "*": { content: "one\\n" }, P;*: { content: "two\\n" } } }'),
    );
    expect(folder.text('config/files/a.conf')).toBe('one\n');
    expect(leftOut.map(({ item }) => item)).toEqual(['a.conf [P;*]']);
  });
});

describe('secrets', () => {
  it('that are in a document in clear text become variables when they change, and are never shown', () => {
    const [before, after] = versionsOf(`keys:
  a: «1|2»
  db.password: «hunter2|{ value: { env: DB_PASSWORD } }» # no
  api.token:
    values: { "*;*": tok-1, P;*: «tok-2|{ env: API_TOKEN_P }» }
`);
    const folder = new MemoryFolder({ 'config/doc.yaml': before });
    const made = folder.import(
      live(
        'keys: { a: 2, db.password: s3cret, api.token: { values: { "*": tok-1, P;*: tok-3 } } }',
      ),
    );
    expect(folder.text('config/doc.yaml')).toBe(after);
    expect(made.variables.map(({ name }) => name)).toEqual(['API_TOKEN_P', 'DB_PASSWORD']);
    expect(JSON.stringify(made.writes.map(({ shown }) => shown))).not.toMatch(
      /hunter2|s3cret|tok-/,
    );
  });

  it('are not written in base64 either, nor shown so', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const [old, now] = [base64('ada:old-and-still-valid'), base64('ada:hunter2-of-production')];
    const [before, after] = versionsOf(`keys:
  other: «1|2»
«  gone: ${old}
|»  login: «${old}|{ value: { env: LOGIN } }»
  db.password: «old-and-still-valid|{ value: { env: DB_PASSWORD } }»
`);
    const folder = new MemoryFolder({ 'config/doc.yaml': before });
    const server = live(
      `keys: { db.password: hunter2-of-production, login: "${now}", other: 2 }\nfiles: { a.conf: { content: "login=${now}\\n" } }\n`,
    );
    const made = folder.import(server, { lastApplied: folder.load().state });
    expect(folder.text('config/doc.yaml')).toBe(after);
    expect(made.variables.map(({ name }) => name)).toEqual(['DB_PASSWORD', 'LOGIN']);
    const all = folder.import(server);
    expect(all.variables.map(({ name }) => name)).toEqual(['A_CONF']);
    const written = [made, all].flatMap(({ writes }) =>
      writes.map(({ after, shown }) => [after, shown]),
    );
    expect(JSON.stringify(written)).not.toMatch(new RegExp(`${old}|${now}`));
  });

  it('are not written to another item that has them, unless they could be any word', () => {
    const folder = new MemoryFolder({
      'config/doc.yaml':
        'keys:\n  a: { value: { env: A } }\n  b: { value: { env: B } }\n  copy: 1\n  host: 2\n',
    });
    folder.env = { A: 'zq-Sesame7+y', B: 'postgres' };
    const server = live(
      'keys: { a: zq-Sesame7+y, b: postgres, copy: zq-Sesame7+y, host: db.postgres.example, new: "x zq-Sesame7+y" }',
    );
    const { variables } = folder.import(server);
    expect(variables.map(({ name }) => name)).toEqual(['COPY', 'NEW']);
    expect(folder.text('config/doc.yaml')).toContain('copy: { value: { env: COPY } }');
    expect(folder.text('config/doc.yaml')).toContain('host: db.postgres.example');
    expect(folder.texts()).not.toContain('Sesame');
  });

  it('of a key named null are in a variable that is not read as null', () => {
    const folder = imported(
      { 'config/doc.yaml': 'keys:\n  "null": { securityGroup: Open, value: null }\n' },
      guarded('"null": s3cret', 'Open'),
    );
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  "null": { securityGroup: Open, value: { env: "NULL" } }\n',
    );
  });

  it.each([
    ['differ', '', 'old', 'value: new', '(secret)', 0],
    ['no longer fit their type', 'vdt: JSON, ', 'x', 'vdt: Double, value: null', 'null', 1],
  ])(
    'from the environment are not touched, and are named where they %s',
    (_, vdt, variable, server, shown, update) => {
      const folder = new MemoryFolder({
        'config/doc.yaml': `keys:\n  db.pin: { ${vdt}value: { env: PIN } }\n`,
      });
      folder.env.PIN = variable;
      const { leftOut, counts } = folder.import(live(`keys: { db.pin: { ${server} } }`));
      expect(counts).toEqual({ create: 0, update, delete: 0 });
      expect(told(leftOut)).toEqual([
        `config/doc.yaml:2 db.pin [*;*]: its document takes it from the environment. On the server: ${shown}`,
      ]);
      expect(folder.text('config/doc.yaml')).toBe(
        `keys:\n  db.pin: { ${vdt.replace('JSON', 'Double')}value: { env: PIN } }\n`,
      );
    },
  );
});

/** What the server has of these keys and files, all in one security group. */
function guarded(keys: string, group = 'Payment', files = ''): State {
  const server = live(`keys: { ${keys} }\nfiles: { ${files} }`);
  for (const one of [...keysIn(server), ...rowsOf(filesIn(server))]) one.securityGroup = group;
  return server;
}

describe('what a security group guards', () => {
  it('is in no file, whatever its name', () => {
    const server = guarded(
      'iban: { values: { "*": at-611904, P;*: at-99 } }',
      'Payment',
      'k.pem: { content: pem }',
    );
    const folder = new MemoryFolder();
    const { variables } = folder.import(server);
    expect(variables.map(({ name }) => name)).toEqual([
      'IBAN',
      'IBAN_P',
      'K_PEM',
      'PAYMENT_PASSWORD',
    ]);
    expect(folder.texts()).not.toMatch(/at-|pem$/m);
    expect(folder.replan(server).changes).toEqual([]);
  });

  it('is of its type even if nobody can read it, and the document declares null', () => {
    const password = passwordOf('Sealed') ?? '';
    const sealed = encrypt('12345', { cipher: 'AES/CBC/PKCS5Padding', password });
    const server = guarded('pin: { vdt: Double, value: 12345 }', 'Sealed');
    for (const row of rowsOf(keysIn(server))) row.text = sealed;
    const folder = imported(
      { 'config/doc.yaml': 'keys:\n  pin: { vdt: Text, value: null }\n' },
      server,
    );
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  pin: { vdt: Double, value: { env: PIN } }\n',
    );
  });
});

describe('a security group that is declared', () => {
  const GUARDED = '{ securityGroup: Payment, value: { env: IBAN } }';

  it.each([
    [
      'stays where its key gets a value more',
      `keys:\n  iban: ${GUARDED}\n`,
      guarded('iban: { values: { "*": a, P;*: b } }'),
      'keys:\n  iban:\n    values:\n      P;*: { env: IBAN_P }\n',
    ],
    [
      'goes, and the key stays',
      'keys:\n«  iban: { securityGroup: Payment }\n|»',
      live('keys: { iban: { vdt: Text } }'),
      'keys:\n  iban: { vdt: Text }\n',
    ],
    [
      'goes from a key whose value is null',
      'keys:\n«  iban: { securityGroup: Payment, value: null }\n|»',
      live('keys: { iban: { vdt: Text } }'),
      'keys:\n  iban: { vdt: Text }\n',
    ],
    [
      'becomes that of the server',
      `keys:\n  iban: ${GUARDED.replace('Payment', '«Other|Payment»')}\n`,
      guarded('iban: a'),
      '',
    ],
  ])('%s', (_, document, server, added) => {
    const [before, after] = versionsOf(document);
    const folder = new MemoryFolder({ 'config/doc.yaml': before });
    folder.env.IBAN = 'a';
    expect(folder.import(server).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(after);
    expect(folder.text('config/imported.yaml')).toBe(added);
    expect(folder.replan(server).changes).toEqual([]);
  });

  it('of a content from the environment is changed manually', () => {
    const document = 'files:\n  k.pem:\n    N;*: { env: K_N, securityGroup: Payment }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.K_N = 'n';
    const server = guarded('', 'Other', 'k.pem: { N;*: { content: n } }');
    expect(folder.import(server).leftOut).toMatchObject([{ item: 'k.pem [N;*]' }]);
    expect(folder.text('config/doc.yaml')).toBe(document);
  });
});

it('what cannot be declared is listed, and leaves a plan nothing to do', () => {
  const server = live(
    'keys: { a: x, twice: y, n: { vdt: Integer, value: 1 } }\nfiles: { f: { content: x } }',
  );
  Object.assign(server.items.get('a') ?? {}, { inactive: 2 });
  Object.assign(server.items.get('twice')?.rows.get('*') ?? {}, { duplicates: 1 });
  server.items.get('n')?.rows.set('p;*', { context: 'P;*', text: 'many' });
  const folder = new MemoryFolder();
  expect(folder.import(server).leftOut).toEqual([
    { item: 'a', reason: '2 inactive values, which a push cannot read or write' },
    { item: 'n', reason: 'its type Integer: some of its values do not fit it' },
    {
      item: 'twice [*;*]',
      reason: 'the server stores it 2 times, but a document can declare it only once',
    },
  ]);
  expect(folder.replan(server, 'managed').changes).toEqual([]);
});

describe('--only drift', () => {
  it('takes over what others changed, also where the files changed it differently, and names those', () => {
    const applied = 'keys:\n  a: 1\n  b: 2\n  c: 3\n  d: { vdt: Integer, value: 4 }\n';
    const [before, after] = versionsOf(
      'keys:\n  a: «1|9» # mine\n  b: «22|8»\n«  c: 3\n|»  f: mine\n  d: { vdt: Integer, value: «4|5» }\n',
    );
    const folder = new MemoryFolder({ 'config/doc.yaml': before });
    const server = live('keys: { a: 9, b: 8, d: { vdt: Integer, value: 5 }, e: new }');
    const { notes } = folder.import(server, { lastApplied: live(applied) });
    expect(folder.text('config/doc.yaml')).toBe(after);
    expect(notes).toEqual([
      expect.stringMatching(/^Changed or added in the files since the last apply: b \[\*;\*\]\. /),
    ]);
  });

  it('takes over the metadata that others changed, and none that only the files changed', () => {
    const applied = 'keys:\n  a: { readme: old, deprecated: false, value: 1 }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': applied.replace('old', 'mine') });
    folder.import(live(applied.replace('false', 'true')), { lastApplied: live(applied) });
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: { readme: mine, deprecated: true, value: 1 }\n',
    );
  });
});
