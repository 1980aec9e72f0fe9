// Imports into documents that people wrote: what changes changes in place, everything else stays byte for byte.
import { describe, expect, it } from 'vitest';
import { schemaComment } from '../documents/schema.ts';
import { filesIn, keysIn, rowsOf, type State } from '../../src/model/state.ts';
import { encrypt } from '../../src/semantics/ciphers.ts';
import { holding, MemoryFolder, passwordOf } from './folder.ts';

/** The documents after an import of what the server holds, which a plan then finds nothing in. */
function imported(files: Record<string, string>, live: State): MemoryFolder {
  const folder = new MemoryFolder(files);
  expect(folder.import(live).leftOut).toEqual([]);
  expect(folder.replan(live).changes).toEqual([]);
  expect(folder.plan(live).writes).toEqual([]);
  return folder;
}

/** The same for one document, and for what is declared in the new one. */
function edited(document: string, live: string): string {
  return both(document, live)[0];
}

function both(document: string, live: string): [edited: string, added: string] {
  const folder = imported({ 'config/doc.yaml': document }, holding({ 'config/live.yaml': live }));
  return [folder.text('config/doc.yaml'), folder.text('config/imported.yaml')];
}

/** What is left to be done manually, and the document. */
function leftToDo(document: string, live: string, path = 'config/doc.yaml') {
  const folder = new MemoryFolder({ [path]: document });
  const { leftOut } = folder.import(holding({ 'config/live.yaml': live }));
  return { leftOut, text: folder.text(path), folder };
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
  it('and changes values in place, in the quotes and form that they have', () => {
    const live = SHOP.replace('"Corner Shop"', '"Corner: Shop"')
      .replace('db.prod.internal', 'db2.prod.internal')
      .replace('value: 10', 'value: 20')
      .replace('Come again.', 'Please pay.');
    expect(edited(SHOP, live)).toBe(live);
  });

  it('and changes a mapping or a list on one line', () => {
    const document = 'keys:\n  a: { vdt: List, value: [x, y] } # xy\n';
    expect(edited(document, 'keys: { a: { vdt: List, value: [x, 1] } }')).toBe(
      'keys:\n  a: { vdt: List, value: ["x",1] } # xy\n',
    );
    const { leftOut, text } = leftToDo(SHOP, SHOP.replace('FR: 12', 'FR: 13'));
    expect(text).toBe(SHOP);
    expect(leftOut).toEqual([
      {
        item: 'limits [*;*]',
        reason: expect.stringContaining('manually'),
        at: 'config/doc.yaml:19',
        live: '`{"DE":10,"FR":13}`',
      },
    ]);
  });

  it('with CRLF line ends and a BOM', () => {
    const windows = `\ufeff${SHOP.replaceAll('\n', '\r\n')}`;
    const live = SHOP.replace('db.dev.internal', 'db3').replace('Thank you.', 'Thanks.');
    expect(edited(windows, live)).toBe(`\ufeff${live.replaceAll('\n', '\r\n')}`);
  });

  it('declares new contexts and new keys in one new document, sorted', () => {
    const live = SHOP.replace(
      '"*;*": db.dev.internal',
      '"*;*": db.dev.internal\n      D;*: db.d',
    ).replace('keys:', 'keys:\n  db.name: { vdt: Code, value: x }\n  alone: y');
    expect(both(SHOP, live)).toEqual([
      SHOP,
      'keys:\n  alone: y\n  db.host:\n    values:\n      D;*: db.d\n  db.name: { vdt: Code, value: x }\n',
    ]);
  });

  it('adds to the document that is named, where what is there stays', () => {
    const document =
      '# mine\nkeys:\n  a: 1 # one\n  b: { vdt: Integer, value: 2 }\n  d:\n    values:\n      P;*: x # p\n';
    const live =
      'keys: { a: { values: { "*": 1, P;*: 3 } }, b: { vdt: Integer, values: { "*": 2, P;*: 4 } }, c: new, d: { values: { "*": z, P;*: x } } }\nfiles: { f.txt: { content: "x\\n" } }';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const there = holding({ 'config/live.yaml': live });
    expect(folder.import(there, { document: 'config/doc.yaml' }).leftOut).toEqual([]);
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
    expect(folder.replan(there).changes).toEqual([]);
  });

  it('keeps the line that names the schema for editors', () => {
    const document = `${schemaComment('document')}\nkeys:\n  a: 1\n`;
    expect(edited(document, 'keys: { a: 2, b: 3 }\n')).toBe(
      `${schemaComment('document')}\nkeys:\n  a: 2\n`,
    );
  });

  it('takes out what is gone, with parents that are empty then, and no comment of a neighbour', () => {
    const without = SHOP.replace(/ {6}"\*;\*": .*\n/, '')
      .replace(/ {2}db\.pool.*\n/, '')
      .replace(/ {2}limits:\n(?: {4}.*\n)+/, '');
    expect(edited(SHOP, without)).toBe(without);
    expect(
      edited(
        'keys:\n  a: 1\n  b:\n    values:\n      P;*: x\n      N;*: y # y\n',
        'keys: { a: 1 }',
      ),
    ).toBe('keys:\n  a: 1\n');
  });

  it('leaves an empty field where nothing is left', () => {
    expect(edited('# top\nkeys:\n  a: 1 # one\n', 'keys: {}')).toBe('# top\nkeys:\n');
  });

  it('removes nothing that has no lines of its own, and says so', () => {
    const document = 'keys:\n  a: { values: { "*;*": x, P;*: y } }\n  b: z\n';
    const { leftOut, text } = leftToDo(document, 'keys: { a: x, b: z }');
    expect(text).toBe(document);
    expect(leftOut).toEqual([
      {
        item: 'a [P;*]',
        reason: 'it has no lines of its own; remove it manually',
        at: 'config/doc.yaml:2',
      },
    ]);
  });

  it('changes metadata where it is declared, and adds what differs only where it is', () => {
    const live =
      'keys: { a: { vdt: Long, value: 1, deprecated: true }, b: { readme: new, value: x, push: false } }';
    const document =
      'keys:\n  a: { vdt: Integer, value: 1, deprecated: false }\n  b:\n    readme: old # why\n    value: x\n    push: true\n';
    expect(edited(document, live)).toBe(
      'keys:\n  a: { vdt: Long, value: 1, deprecated: true }\n  b:\n    readme: new # why\n    value: x\n    push: false\n',
    );
  });

  it('leaves the type of a native value that the new type does not allow, and says so', () => {
    const document = 'keys:\n  a: { vdt: Map, value: { b: 1 } }\n';
    const { leftOut, text } = leftToDo(document, `keys: { a: { vdt: Text, value: '{"b":1}' } }`);
    expect(text).toBe(document);
    expect(leftOut).toMatchObject([{ item: 'a', reason: expect.stringContaining('manually') }]);
  });

  it('declares what was forbidden, and is there again', () => {
    expect(
      both(
        'keys:\n  a: { opp: delete } # gone\n  b: 1\n',
        'keys: { a: { vdt: Integer, value: 2 }, b: 1 }',
      ),
    ).toEqual(['keys:\n  b: 1\n', 'keys:\n  a: { vdt: Integer, value: 2 }\n']);
    expect(
      edited(
        'keys:\n  a:\n    values:\n      P;*: { opp: delete } # gone\n',
        'keys: { a: { values: { P;*: 2 } } }',
      ),
    ).toBe('keys:\n  a:\n    values:\n      P;*: 2 # gone\n');
  });

  it('leaves what is forbidden on a line with others, and says so', () => {
    const document = 'keys: { a: { opp: delete }, b: 1 }\n';
    const { leftOut, text } = leftToDo(document, 'keys: { a: { vdt: Integer, value: 2 }, b: 3 }');
    expect(text).toBe(document.replace('b: 1', 'b: 3'));
    expect(leftOut.map(({ item, reason }) => `${item} ${reason}`)).toEqual([
      'a [*;*] an edit of its file would declare something else; change it manually',
    ]);
  });

  it('uses the spelling of the documents for names that differ in case', () => {
    expect(
      both(
        'keys:\n  Db.Host:\n    values:\n      prod;*: x\n',
        'keys: { db.host: { values: { Prod;*: x, Prod;w: y } } }',
      )[1],
    ).toBe('keys:\n  Db.Host:\n    values:\n      prod;w: y\n');
  });

  it('leaves alone what aliases share, and says so', () => {
    const document = 'keys:\n  a: &x one\n  b: *x\n  c: 1\n';
    const { leftOut, text } = leftToDo(document, 'keys: { a: two, b: one, c: 2 }');
    expect(text).toBe(document.replace('c: 1', 'c: 2'));
    expect(leftOut).toEqual([
      {
        item: 'a [*;*]',
        reason: expect.stringContaining('manually'),
        at: 'config/doc.yaml:2',
        live: '`two`',
      },
    ]);
  });

  it('leaves a value with a tag alone, and says so', () => {
    const document = 'keys:\n  a: !!int 1\n  b: !!str 2\n';
    const { leftOut, text } = leftToDo(document, 'keys: { a: x, b: 2 }');
    expect(text).toBe(document);
    expect(leftOut).toMatchObject([
      { item: 'a [*;*]', reason: expect.stringContaining('manually') },
    ]);
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
  const live = holding({
    'config/live.yaml': 'keys: { b: x, c: { value: 1 }, d: { vdt: Long, value: 2 } }',
  });

  it('stays, and is listed with its line', () => {
    const folder = new MemoryFolder(files);
    const { counts, kept, leftOut } = folder.import(live, { removeMissing: false });
    expect(folder.text('config/doc.yaml')).toBe(
      files['config/doc.yaml'].replace('vdt: Integer, value: 1', 'vdt: Long, value: 2'),
    );
    expect({ counts, leftOut }).toMatchObject({
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
    const { kept, leftOut } = folder.import(live);
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
  it('with values in place', () => {
    const live = holding({
      'config/live.yaml': 'keys: { a: "x\\"", b: { vdt: Integer, value: 20 }, c: z }',
    });
    expect(imported({ 'config/doc.json': DOCUMENT }, live).text('config/doc.json')).toBe(
      DOCUMENT.replace('"x"', '"x\\""').replace('10', '20').replace('"y"', '"z"'),
    );
  });

  it('with their comments and trailing commas', () => {
    const document = `// "keys"
{ "keys": {
  "a": "x", // one: "a"
  "b": /* two */ 10 /* three */,
  "c": { "value": "x" /* four */ }, // five
}, }
`;
    const { leftOut, text } = leftToDo(document, 'keys: { a: y, b: 20, c: z }', 'config/doc.json');
    expect(text).toBe(
      document.replace('"x",', '"y",').replace('10', '20').replace('"x" /*', '"z" /*'),
    );
    expect(leftOut).toEqual([]);
  });

  it('and what would take a comment with it is left', () => {
    const document = '{ "files": { "f": { "*;*": { "content": "x" /* c */ } } } }\n';
    const { leftOut, text } = leftToDo(
      document,
      'files: { f: { "*;*": { content: AKIAIOSFODNN7EXAMPLE } } }',
      'config/doc.json',
    );
    expect(text).toBe(document);
    expect(leftOut).toMatchObject([
      { item: 'f [*;*]', reason: expect.stringContaining('manually') },
    ]);
    const into = { 'config/doc.json': '{ "keys": { "a": "x" /* c */ } }\n' };
    const live = holding({ 'config/live.yaml': 'keys: { a: x, b: new }' });
    expect(() => new MemoryFolder(into).import(live, { document: 'config/doc.json' })).toThrow(
      'config/doc.json has comments, which would be lost if something were added to it.',
    );
  });

  it('with what comes in the new document, and what is removed manually', () => {
    const live = 'keys: { a: x, c: { values: { "*": y, P;*: p } }, d: new }';
    const { leftOut, text, folder } = leftToDo(DOCUMENT, live, 'config/doc.json');
    expect(text).toBe(DOCUMENT);
    expect(folder.text('config/imported.yaml')).toBe(
      'keys:\n  c:\n    values:\n      P;*: p\n  d: new\n',
    );
    expect(leftOut.map(({ item, at }) => `${at} ${item}`)).toEqual(['config/doc.json:4 b [*;*]']);
  });
});

describe("the interface's own shape", () => {
  it('gets its values; what goes is removed manually', () => {
    const document = `data:
  - { key: a, vdt: Text, values: [{ context: "*;*", value: x }, { context: "P;*", value: p }] }   # one
  - key: b
    values:
      - context: "*;*"
        value: y
  - { file: f.txt, context: "*;*", content: "old\\n" }
`;
    const { leftOut, text } = leftToDo(
      document,
      'keys: { a: z }\nfiles: { f.txt: { content: "new\\n" } }',
    );
    expect(text).toBe(document.replace('value: x', 'value: z').replace('old', 'new'));
    expect(leftOut.map(({ item }) => item)).toEqual(['a [P;*]', 'b [*;*]']);
  });
});

describe('contents beside the documents', () => {
  const FILES = {
    'config/doc.yaml':
      'files:\n  a.conf:\n    "*;*": { path: files/a.conf } # everywhere\n    P;*: { path: files/b.conf }\n',
    'config/files/a.conf': 'one\n',
    'config/files/b.conf': 'two\n',
  };
  const live = (text: string) => holding({ 'config/live.yaml': text });

  it('are rewritten, and the document stays', () => {
    const folder = imported(
      FILES,
      live('files: { a.conf: { "*": { content: "x\\r\\n" }, P;*: { content: "two\\n" } } }'),
    );
    expect(folder.text('config/doc.yaml')).toBe(FILES['config/doc.yaml']);
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
    const shared = {
      ...FILES,
      'config/doc.yaml': FILES['config/doc.yaml'].replace('b.conf', 'a.conf'),
    };
    const folder = new MemoryFolder(shared);
    const { leftOut } = folder.import(
      live('files: { a.conf: { "*": { content: "one\\n" }, P;*: { content: "two\\n" } } }'),
    );
    expect(folder.text('config/files/a.conf')).toBe('one\n');
    expect(leftOut.map(({ item }) => item)).toEqual(['a.conf [P;*]']);
  });
});

describe('secrets', () => {
  it('that are in a document in clear text become variables when they change, and are never shown', () => {
    const document =
      'keys:\n  a: 1\n  db.password: hunter2 # no\n  api.token:\n    values: { "*;*": tok-1, P;*: tok-2 }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const live = holding({
      'config/l.yaml':
        'keys: { a: 2, db.password: s3cret, api.token: { values: { "*": tok-1, P;*: tok-3 } } }',
    });
    const made = folder.import(live);
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: 2\n  db.password: { value: { env: DB_PASSWORD } } # no\n  api.token:\n    values: { "*;*": tok-1, P;*: { env: API_TOKEN_P } }\n',
    );
    expect(made.variables.map(({ name }) => name)).toEqual(['API_TOKEN_P', 'DB_PASSWORD']);
    expect(JSON.stringify(made.writes.map(({ shown }) => shown))).not.toMatch(
      /hunter2|s3cret|tok-/,
    );
  });

  it('are not written in base64 either, nor shown so', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const [old, now] = [base64('ada:old-and-still-valid'), base64('ada:hunter2-of-production')];
    const document = `keys:\n  other: 1\n  gone: ${old}\n  login: ${old}\n  db.password: old-and-still-valid\n`;
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const live = holding({
      'config/l.yaml': `keys: { db.password: hunter2-of-production, login: "${now}", other: 2 }\nfiles: { a.conf: { content: "login=${now}\\n" } }\n`,
    });
    const made = folder.import(live, { lastApplied: folder.load().state });
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  other: 2\n  login: { value: { env: LOGIN } }\n  db.password: { value: { env: DB_PASSWORD } }\n',
    );
    expect(made.variables.map(({ name }) => name)).toEqual(['DB_PASSWORD', 'LOGIN']);
    const all = folder.import(live);
    expect(all.variables.map(({ name }) => name)).toEqual(['A_CONF']);
    const written = [made, all].flatMap(({ writes }) =>
      writes.map(({ after, shown }) => [after, shown]),
    );
    expect(JSON.stringify(written)).not.toMatch(new RegExp(`${old}|${now}`));
  });

  it('of a key named null are in a variable that is not read as null', () => {
    const live = holding({ 'config/l.yaml': 'keys: { "null": s3cret }' });
    for (const key of keysIn(live)) key.securityGroup = 'Open';
    const folder = imported(
      { 'config/doc.yaml': 'keys:\n  "null": { securityGroup: Open, value: null }\n' },
      live,
    );
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  "null": { securityGroup: Open, value: { env: "NULL" } }\n',
    );
  });

  it('from the environment are not touched, and are named where they differ', () => {
    const document = 'keys:\n  db.password: { value: { env: PW } }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.PW = 'old';
    const live = holding({ 'config/l.yaml': 'keys: { db.password: new }' });
    const { writes, leftOut, counts } = folder.import(live);
    expect(writes).toEqual([]);
    expect(counts).toEqual({ create: 0, update: 0, delete: 0 });
    expect(leftOut).toEqual([
      {
        item: 'db.password [*;*]',
        reason: 'its document takes it from the environment',
        at: 'config/doc.yaml:2',
        live: '(secret)',
      },
    ]);
  });

  it('from the environment are named too where their variable no longer fits the type', () => {
    const folder = new MemoryFolder({
      'config/doc.yaml': 'keys:\n  pin: { vdt: JSON, value: { env: PIN } }\n',
    });
    folder.env.PIN = 'x';
    const live = holding({ 'config/l.yaml': 'keys: { pin: { vdt: Double, value: null } }' });
    const { leftOut } = folder.import(live);
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  pin: { vdt: Double, value: { env: PIN } }\n',
    );
    expect(leftOut).toMatchObject([
      { item: 'pin [*;*]', reason: 'its document takes it from the environment' },
    ]);
  });
});

describe('what a security group guards', () => {
  it('is in no file, whatever its name', () => {
    const live = holding({
      'config/l.yaml':
        'keys: { iban: { values: { "*": at-611904, P;*: at-99 } } }\nfiles: { k.pem: { content: pem } }',
    });
    for (const one of [...keysIn(live), ...rowsOf(filesIn(live))]) one.securityGroup = 'Payment';
    const folder = new MemoryFolder();
    const { variables } = folder.import(live);
    expect(variables.map(({ name }) => name)).toEqual([
      'IBAN',
      'IBAN_P',
      'K_PEM',
      'PAYMENT_PASSWORD',
    ]);
    expect(folder.texts()).not.toMatch(/at-|pem$/m);
    expect(folder.replan(live).changes).toEqual([]);
  });

  it('is of its type even if nobody can read it, and the document declares null', () => {
    const live = holding({ 'config/l.yaml': 'keys: { pin: { vdt: Double, value: 12345 } }' });
    const [pin] = keysIn(live);
    const value = pin?.rows.get('*');
    if (pin) pin.securityGroup = 'Sealed';
    if (value)
      value.text = encrypt('12345', {
        cipher: 'AES/CBC/PKCS5Padding',
        password: passwordOf('Sealed') ?? '',
      });
    const folder = new MemoryFolder({
      'config/doc.yaml': 'keys:\n  pin: { vdt: Text, value: null }\n',
    });
    expect(folder.import(live).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  pin: { vdt: Double, value: { env: PIN } }\n',
    );
    expect(folder.replan(live).changes).toEqual([]);
  });
});

describe('a security group that is declared', () => {
  const guarded = (keys: string): State => {
    const live = holding({ 'config/l.yaml': `keys: { ${keys} }` });
    for (const key of keysIn(live)) key.securityGroup = 'Payment';
    return live;
  };
  const document = 'keys:\n  iban: { securityGroup: Payment, value: { env: IBAN } }\n';

  it('stays where its key gets a value more', () => {
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.IBAN = 'a';
    const live = guarded('iban: { values: { "*": a, P;*: b } }');
    expect(folder.import(live).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe(document);
    expect(folder.text('config/imported.yaml')).toBe(
      'keys:\n  iban:\n    values:\n      P;*: { env: IBAN_P }\n',
    );
    expect(folder.replan(live).changes).toEqual([]);
  });

  it.each(['', ', value: null'])('goes, and the key stays (%s)', (value) => {
    const declared = `keys:\n  iban: { securityGroup: Payment${value} }\n`;
    expect(both(declared, 'keys: { iban: { vdt: Text } }')).toEqual([
      'keys:\n',
      'keys:\n  iban: { vdt: Text }\n',
    ]);
  });

  it('of a content from the environment is changed manually', () => {
    const document = 'files:\n  k.pem:\n    N;*: { env: K_N, securityGroup: Payment }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.K_N = 'n';
    const live = holding({ 'config/l.yaml': 'files: { k.pem: { N;*: { content: n } } }' });
    for (const row of rowsOf(filesIn(live))) row.securityGroup = 'Other';
    expect(folder.import(live).leftOut).toMatchObject([{ item: 'k.pem [N;*]' }]);
    expect(folder.text('config/doc.yaml')).toBe(document);
  });

  it('becomes that of the server', () => {
    const folder = new MemoryFolder({ 'config/doc.yaml': document.replace('Payment', 'Other') });
    folder.env.IBAN = 'a';
    folder.import(guarded('iban: a'));
    expect(folder.text('config/doc.yaml')).toBe(document);
  });
});

describe('what cannot be declared', () => {
  it('is listed, and leaves a plan nothing to do', () => {
    const live = holding({
      'config/l.yaml':
        'keys: { a: x, twice: y, n: { vdt: Integer, value: 1 } }\nfiles: { f: { content: x } }',
    });
    const [a, twice, n] = ['a', 'twice', 'n'].map((id) => live.items.get(id));
    if (a) a.inactive = 2;
    const value = twice?.rows.get('*');
    if (value) value.duplicates = 1;
    n?.rows.set('p;*', { context: 'P;*', text: 'many' });
    const folder = new MemoryFolder();
    expect(folder.import(live).leftOut).toEqual([
      { item: 'a', reason: '2 inactive values, which a push cannot read or write' },
      { item: 'n', reason: 'its type Integer: some of its values do not fit it' },
      {
        item: 'twice [*;*]',
        reason: 'the server stores it 2 times, but a document can declare it only once',
      },
    ]);
    expect(folder.replan(live, 'managed').changes).toEqual([]);
  });
});

describe('--only drift', () => {
  it('takes over what others changed, also where the files changed it differently, and names those', () => {
    const applied = 'keys:\n  a: 1\n  b: 2\n  c: 3\n  d: { vdt: Integer, value: 4 }\n';
    const lastApplied = holding({ 'config/doc.yaml': applied });
    const folder = new MemoryFolder({
      'config/doc.yaml': applied
        .replace('b: 2', 'b: 22')
        .replace('a: 1', 'a: 1 # mine')
        .replace('c: 3\n', 'c: 3\n  f: mine\n'),
    });
    const live = holding({
      'config/l.yaml': 'keys: { a: 9, b: 8, d: { vdt: Integer, value: 5 }, e: new }',
    });
    const { notes } = folder.import(live, { lastApplied });
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: 9 # mine\n  b: 8\n  f: mine\n  d: { vdt: Integer, value: 5 }\n',
    );
    expect(notes).toEqual([
      expect.stringMatching(/^Changed or added in the files since the last apply: b \[\*;\*\]\. /),
    ]);
  });

  it('takes over the metadata that others changed, and none that only the files changed', () => {
    const applied = 'keys:\n  a: { readme: old, deprecated: false, value: 1 }\n';
    const lastApplied = holding({ 'config/doc.yaml': applied });
    const folder = new MemoryFolder({ 'config/doc.yaml': applied.replace('old', 'mine') });
    folder.import(holding({ 'config/l.yaml': applied.replace('false', 'true') }), { lastApplied });
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: { readme: mine, deprecated: true, value: 1 }\n',
    );
  });
});
