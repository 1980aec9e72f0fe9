// Imports into documents that people wrote: what changes changes in place, everything else stays byte for byte.
import { describe, expect, it } from 'vitest';
import { schemaComment } from '../helpers/schema.ts';
import type { State } from '../../src/model/state.ts';
import { encrypt } from '../../src/semantics/ciphers.ts';
import { holding, MemoryFolder, passwordOf } from './folder.ts';

/** The documents after an import of what the server holds, which a plan then finds nothing in. */
function imported(files: Record<string, string>, live: State): MemoryFolder {
  const folder = new MemoryFolder(files);
  folder.import(live);
  expect(folder.replan(live).changes).toEqual([]);
  expect(folder.plan(live).writes).toEqual([]);
  return folder;
}

/** The same for one document. */
function edited(document: string, live: string): string {
  return imported({ 'config/doc.yaml': document }, holding({ 'config/live.yaml': live })).text('config/doc.yaml');
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
  it('and changes values where they stand, in the quotes and form that they have', () => {
    const live = SHOP.replace('"Corner Shop"', '"Corner: Shop"')
      .replace('db.prod.internal', 'db2.prod.internal')
      .replace('value: 10', 'value: 20')
      .replace('Come again.', 'Please pay.')
      .replace('FR: 12', 'FR: 13');
    expect(edited(SHOP, live)).toBe(live);
  });

  it('with CRLF line ends and a BOM', () => {
    const windows = `\ufeff${SHOP.replaceAll('\n', '\r\n')}`;
    const live = SHOP.replace('db.dev.internal', 'db3').replace('Thank you.', 'Thanks.');
    expect(edited(windows, live)).toBe(`\ufeff${live.replaceAll('\n', '\r\n')}`);
  });

  it('puts a new context in its order, and a new key beside its neighbours', () => {
    const live = SHOP.replace('"*;*": db.dev.internal', '"*;*": db.dev.internal\n      D;*: db.d').replace(
      'keys:',
      'keys:\n  db.name: { vdt: Code, value: x }\n  alone: y',
    );
    expect(edited(SHOP.replace('  # As printed on bills.\n', ''), live)).toBe(
      SHOP.replace('  # As printed on bills.\n', '')
        .replace('      # The new one.', '      D;*: db.d\n      # The new one.')
        .replace('   # per process\n', '   # per process\n  db.name: { vdt: Code, value: x }\n')
        .replace('\nfiles: {}', '  alone: y\n\nfiles: {}'),
    );
  });

  it('keeps the line that names the schema for editors', () => {
    const document = `${schemaComment('document')}\nkeys:\n  a: 1\n`;
    expect(edited(document, 'keys: { a: 2, b: 3 }\n')).toMatch(`${schemaComment('document')}\nkeys:\n  a: 2\n`);
    expect(edited(document, 'keys: { b: 3 }\n')).toMatch(`${schemaComment('document')}\nkeys:\n  b: 3\n`);
  });

  it('takes out what is gone, with parents that are empty then, and no comment of a neighbour', () => {
    const without = SHOP.replace(/ {6}"\*;\*": .*\n/, '')
      .replace(/ {2}db\.pool.*\n/, '')
      .replace(/ {2}limits:\n(?: {4}.*\n)+/, '');
    expect(edited(SHOP, without)).toBe(without);
    expect(edited('keys:\n  a: 1\n  b:\n    values:\n      P;*: x\n      N;*: y # y\n', 'keys: { a: 1 }')).toBe(
      'keys:\n  a: 1\n',
    );
  });

  it('leaves an empty mapping where nothing is left', () => {
    expect(edited('# top\nkeys:\n  a: 1 # one\n', 'keys: {}')).toBe('# top\nkeys:\n  {}\n');
  });

  it('gives a bare value its contexts, and keeps what stands behind it', () => {
    expect(edited('keys:\n  a: x   # tail\n  b: y\n', 'keys: { a: { values: { "*": x, P;*: z } }, b: y }')).toBe(
      'keys:\n  a:   # tail\n    values:\n      "*;*": x\n      P;*: z\n  b: y\n',
    );
  });

  it('changes metadata where it is declared, and adds what differs only where it is', () => {
    const live = 'keys: { a: { vdt: Long, value: 1, deprecated: true }, b: { readme: new, value: x, push: false } }';
    const document =
      'keys:\n  a: { vdt: Integer, value: 1, deprecated: false }\n  b:\n    readme: old # why\n    value: x\n    push: true\n';
    expect(edited(document, live)).toBe(
      'keys:\n  a: { vdt: Long, value: 1, deprecated: true }\n  b:\n    readme: new # why\n    value: x\n    push: false\n',
    );
  });

  it('writes a native value as text when its type no longer allows it', () => {
    const live = `keys: { a: { vdt: Text, value: '{"b":1}' } }`;
    expect(edited('keys:\n  a: { vdt: Map, value: { b: 1 } }\n', live)).toBe(
      `keys:\n  a: { vdt: Text, value: '{"b":1}' }\n`,
    );
  });

  it('declares what was forbidden, and is there again', () => {
    expect(
      edited('keys:\n  a: { opp: delete } # gone\n  b: 1\n', 'keys: { a: { vdt: Integer, value: 2 }, b: 1 }'),
    ).toBe('keys:\n  a: { vdt: Integer, value: 2 } # gone\n  b: 1\n');
  });

  it('uses the spelling of the documents for names that differ in case', () => {
    expect(
      edited(
        'keys:\n  Db.Host:\n    values:\n      prod;*: x\n',
        'keys: { db.host: { values: { Prod;*: x, Prod;w: y } } }',
      ),
    ).toBe('keys:\n  Db.Host:\n    values:\n      prod;*: x\n      prod;w: y\n');
  });

  it('into a document of one context', () => {
    expect(edited('context: P;*\nkeys:\n  a.x: 1\n  a.z: 3\n', 'context: P;*\nkeys: { a.x: 2, a.y: 2, a.z: 3 }')).toBe(
      'context: P;*\nkeys:\n  a.x: 2\n  a.y: 2\n  a.z: 3\n',
    );
  });

  it('leaves alone what aliases share, and says so', () => {
    const document = 'keys:\n  a: &x one\n  b: *x\n  c: 1\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const live = holding({ 'config/l.yaml': 'keys: { a: two, b: one, c: 2 }' });
    const { leftOut, counts } = folder.import(live);
    expect(counts).toEqual({ create: 0, update: 1, delete: 0 });
    expect(folder.text('config/doc.yaml')).toBe(document.replace('c: 1', 'c: 2'));
    expect(leftOut).toEqual([{ item: 'a [*;*]', reason: expect.stringContaining('change it by hand') }]);
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
  const edit = (live: string) =>
    imported({ 'config/doc.json': DOCUMENT }, holding({ 'config/live.yaml': live })).text('config/doc.json');

  it('with values in place', () => {
    expect(edit('keys: { a: "x\\"", b: { vdt: Integer, value: 20 }, c: z }')).toBe(
      DOCUMENT.replace('"x"', '"x\\""').replace('10', '20').replace('"y"', '"z"'),
    );
  });

  it('with what comes and goes', () => {
    const text = edit('keys: { a: x, c: { values: { "*": y, P;*: p } }, d: new }');
    expect(JSON.parse(text)).toEqual({
      keys: { a: 'x', c: { values: { '*;*': 'y', 'P;*': 'p' } }, d: 'new' },
    });
    expect(text.split('\n').slice(0, 3)).toEqual(DOCUMENT.split('\n').slice(0, 3));
  });
});

describe("the interface's own shape", () => {
  it('gets its values, and loses its entries', () => {
    const document = `data:
  - { key: a, vdt: Text, values: [{ context: "*;*", value: x }, { context: "P;*", value: p }] }   # one
  - key: b
    values:
      - context: "*;*"
        value: y
  - { file: f.txt, context: "*;*", content: "old\\n" }
`;
    expect(edited(document, 'keys: { a: z }\nfiles: { f.txt: { content: "new\\n" } }')).toBe(
      `data:
  - { key: a, vdt: Text, values: [{ context: "*;*", value: z }] }   # one
  - { file: f.txt, context: "*;*", content: "new\\n" }
`,
    );
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
    expect([...folder.files.keys()]).toEqual(['confighub.yaml', 'config/doc.yaml', 'config/files/a.conf']);
  });

  it('that two items share become two where the items differ', () => {
    const shared = { ...FILES, 'config/doc.yaml': FILES['config/doc.yaml'].replace('b.conf', 'a.conf') };
    const folder = imported(
      shared,
      live('files: { a.conf: { "*": { content: "one\\n" }, P;*: { content: "two\\n" } } }'),
    );
    expect(folder.text('config/files/a.conf')).toBe('one\n');
    expect(folder.text('config/doc.yaml')).toContain('P;*: { path: files/P/a.conf }');
  });
});

describe('secrets', () => {
  it('that stand in a document in the clear become variables when they change, and are never shown', () => {
    const document =
      'keys:\n  a: 1\n  db.password: hunter2 # no\n  api.token:\n    values: { "*;*": tok-1, P;*: tok-2 }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    const live = holding({
      'config/l.yaml': 'keys: { a: 2, db.password: s3cret, api.token: { values: { "*": tok-1, P;*: tok-3 } } }',
    });
    const made = folder.import(live);
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: 2\n  db.password: { value: { env: DB_PASSWORD } } # no\n  api.token:\n    values: { "*;*": tok-1, P;*: { env: API_TOKEN_P } }\n',
    );
    expect(made.variables.map(({ name }) => name)).toEqual(['API_TOKEN_P', 'DB_PASSWORD']);
    expect(JSON.stringify(made.writes.map(({ shown }) => shown))).not.toMatch(/hunter2|s3cret|tok-/);
  });

  it('from the environment are not touched, and are named where they differ', () => {
    const document = 'keys:\n  db.password: { value: { env: PW } }\n';
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.PW = 'old';
    const live = holding({ 'config/l.yaml': 'keys: { db.password: new }' });
    const { writes, leftOut, counts } = folder.import(live);
    expect(writes).toEqual([]);
    expect(counts).toEqual({ create: 0, update: 0, delete: 0 });
    expect(leftOut).toEqual([{ item: 'db.password [*;*]', reason: 'its document takes it from the environment' }]);
  });

  it('from the environment stay there if their entry is rewritten for a new context', () => {
    const folder = new MemoryFolder({
      'config/doc.yaml':
        'keys:\n  iban: { value: { env: IBAN } }\n  vat: { values: { "*;*": { env: VAT }, P;*: 1 } }\nfiles:\n  a.txt: { "*;*": { env: A_TXT } }\n',
    });
    Object.assign(folder.env, { IBAN: 'old-1', VAT: 'old-2', A_TXT: 'old-3' });
    const live = holding({
      'config/l.yaml':
        'keys: { iban: { values: { "*": new-1, P;*: 2 } }, vat: { values: { "*": new-2, P;*: 1, P;W: 3 } } }\nfiles: { a.txt: { "*": { content: new-3 }, P;*: { content: b } } }',
    });
    const { writes, leftOut } = folder.import(live);
    expect(folder.texts() + JSON.stringify(writes)).not.toMatch(/new-/);
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  iban:\n    values:\n      "*;*": { env: IBAN }\n      P;*: { env: IBAN_P }\n  vat:\n    values:\n      "*;*": { env: VAT }\n      P;*: 1\n      P;W: { env: VAT_P_W }\nfiles:\n  a.txt:\n    "*;*": { env: A_TXT }\n    P;*: { env: A_TXT_P }\n',
    );
    expect(leftOut.map(({ item }) => item)).toEqual(['iban [*;*]', 'vat [*;*]', 'a.txt [*;*]']);
  });

  it('from the environment are named too where their variable no longer fits the type', () => {
    const folder = new MemoryFolder({ 'config/doc.yaml': 'keys:\n  pin: { vdt: JSON, value: { env: PIN } }\n' });
    folder.env.PIN = 'x';
    const live = holding({ 'config/l.yaml': 'keys: { pin: { vdt: Double, value: null } }' });
    const { leftOut } = folder.import(live);
    expect(folder.text('config/doc.yaml')).toBe('keys:\n  pin: { vdt: Double, value: { env: PIN } }\n');
    expect(leftOut).toEqual([{ item: 'pin [*;*]', reason: 'its document takes it from the environment' }]);
  });
});

describe('what a security group guards', () => {
  it('is in no file, whatever its name', () => {
    const live = holding({
      'config/l.yaml': 'keys: { iban: { values: { "*": at-611904, P;*: at-99 } } }\nfiles: { k.pem: { content: pem } }',
    });
    for (const item of [...live.keys.values(), ...live.files.values()]) item.securityGroup = 'Payment';
    const folder = new MemoryFolder();
    const { variables } = folder.import(live);
    expect(variables.map(({ name }) => name)).toEqual(['IBAN', 'IBAN_P', 'K_PEM', 'PAYMENT_PASSWORD']);
    expect(folder.texts()).not.toMatch(/at-|pem$/m);
    expect(folder.replan(live).changes).toEqual([]);
  });

  it('is of its type even if nobody can read it, and the document declares null', () => {
    const live = holding({ 'config/l.yaml': 'keys: { pin: { vdt: Double, value: 12345 } }' });
    const [pin] = live.keys.values();
    const value = pin?.values.get('*');
    if (pin) pin.securityGroup = 'Sealed';
    if (value) value.text = encrypt('12345', { cipher: 'AES/CBC/PKCS5Padding', password: passwordOf('Sealed') ?? '' });
    const folder = new MemoryFolder({ 'config/doc.yaml': 'keys:\n  pin: { vdt: Text, value: null }\n' });
    expect(folder.import(live).leftOut).toEqual([]);
    expect(folder.text('config/doc.yaml')).toBe('keys:\n  pin: { vdt: Double, value: { env: PIN } }\n');
    expect(folder.replan(live).changes).toEqual([]);
  });
});

describe('a security group that is declared', () => {
  const guarded = (keys: string): State => {
    const live = holding({ 'config/l.yaml': `keys: { ${keys} }` });
    for (const key of live.keys.values()) key.securityGroup = 'Payment';
    return live;
  };
  const document = 'keys:\n  iban: { securityGroup: Payment, value: { env: IBAN } }\n';

  it('stays where its key gets a value more, and where it loses one', () => {
    const folder = new MemoryFolder({ 'config/doc.yaml': document });
    folder.env.IBAN = 'a';
    folder.import(guarded('iban: { values: { "*": a, P;*: b } }'));
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  iban:\n    securityGroup: Payment\n    values:\n      "*;*": { env: IBAN }\n      P;*: { env: IBAN_P }\n',
    );
    const inFlow = document.replace('value: {', 'values: { P;*: { env: IBAN_P }, "*;*": {').replace(' }\n', ' } }\n');
    const other = new MemoryFolder({ 'config/doc.yaml': inFlow });
    Object.assign(other.env, { IBAN: 'a', IBAN_P: 'b' });
    other.import(guarded('iban: a'));
    expect(other.text('config/doc.yaml')).toBe(document);
  });

  it('goes with that of the server, also where its entry is rewritten', () => {
    const folder = new MemoryFolder({
      'config/doc.yaml':
        'files:\n  k.pem: { "*;*": { env: K_PEM, securityGroup: Payment }, P;*: { content: "" }, N;*: { env: K_N, securityGroup: Payment } }\n',
    });
    Object.assign(folder.env, { K_PEM: 'pem', K_N: 'n' });
    const live = holding({ 'config/l.yaml': 'files: { k.pem: { "*;*": { content: pem }, N;*: { content: n } } }' });
    const [, north] = live.files.values();
    if (north) north.securityGroup = 'Other';
    folder.import(live);
    expect(folder.text('config/doc.yaml')).toBe(
      'files:\n  k.pem:\n    "*;*": { env: K_PEM }\n    N;*: { env: K_N, securityGroup: Other }\n',
    );
    expect(folder.replan(live).changes).toEqual([]);
    expect(folder.plan(live).writes).toEqual([]);
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
      'config/l.yaml': 'keys: { a: x, twice: y, n: { vdt: Integer, value: 1 } }\nfiles: { f: { content: x } }',
    });
    const [a, twice, n] = ['a', 'twice', 'n'].map((id) => live.keys.get(id));
    if (a) a.inactive = 2;
    const value = twice?.values.get('*');
    if (value) value.duplicates = 1;
    n?.values.set('p;*', { context: 'P;*', text: 'many' });
    const folder = new MemoryFolder();
    expect(folder.import(live).leftOut).toEqual([
      { item: 'a', reason: '2 inactive values, which a push cannot read or write' },
      { item: 'n', reason: 'its type Integer: some of its values do not fit it' },
      {
        item: 'twice [*;*]',
        reason: 'the server holds 2 active rows for it, but a document can declare only one',
      },
    ]);
    expect(folder.replan(live, 'managed').changes).toEqual([]);
  });
});

describe('--only drift', () => {
  it('takes over what others changed, also where the files changed it differently, and names those', () => {
    const applied = 'keys:\n  a: 1\n  b: 2\n  c: 3\n  d: { vdt: Integer, value: 4 }\n';
    const baseline = holding({ 'config/doc.yaml': applied });
    const folder = new MemoryFolder({
      'config/doc.yaml': applied
        .replace('b: 2', 'b: 22')
        .replace('a: 1', 'a: 1 # mine')
        .replace('c: 3\n', 'c: 3\n  f: mine\n'),
    });
    const live = holding({ 'config/l.yaml': 'keys: { a: 9, b: 8, d: { vdt: Integer, value: 5 }, e: new }' });
    const { notes } = folder.import(live, { baseline });
    expect(folder.text('config/doc.yaml')).toBe(
      'keys:\n  a: 9 # mine\n  b: 8\n  f: mine\n  d: { vdt: Integer, value: 5 }\n',
    );
    expect(notes).toEqual([expect.stringMatching(/^Changed in the files too since the last apply: b \[\*;\*\]\. /)]);
  });
});
