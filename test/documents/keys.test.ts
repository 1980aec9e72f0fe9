// Keys: names, metadata, several documents for one key, and what must not exist.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const LONGEST = 'k'.repeat(120);

describe('a key', () => {
  it('has one value for every context, or one for each, and metadata', () => {
    const document = [
      'keys:',
      '  shop.title: Corner Shop',
      '  db.host:',
      '    readme: Host of the orders database.',
      '    values:',
      '      "*;*": db.dev.internal',
      '      Production;*: db.prod.internal',
      '      " Production ; Billing ": db-billing.prod.internal',
      '  db.pool.size: { vdt: Integer, value: 10, deprecated: true, push: false }',
      '  empty.readme: { readme: "", value: "" }',
      '  nothing: { readme: null }',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual([
      'db.host readme Host of the orders database.',
      'db.host [*] "db.dev.internal"',
      'db.host [Production;*] "db.prod.internal"',
      'db.host [Production;Billing] "db-billing.prod.internal"',
      'db.pool.size vdt Integer',
      'db.pool.size deprecated true',
      'db.pool.size push false',
      'db.pool.size [*] "10"',
      'empty.readme readme ',
      'empty.readme [*] ""',
      'shop.title [*] "Corner Shop"',
    ]);
  });

  it('may be spread over documents, each adding contexts or metadata', () => {
    const { state, diagnostics } = load({
      'config/a.yaml': 'keys: { a: { readme: r, values: { "*;*": 1 } } }',
      'config/b/c.yml': 'keys: { a: { vdt: Integer, readme: r, values: { P;*: 2 } } }',
      'config/d.json': '{"context": "Q;*", "keys": {"a": 3}}',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([
      'a vdt Integer',
      'a readme r',
      'a [*] "1"',
      'a [P;*] "2"',
      'a [Q;*] "3"',
    ]);
  });

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '[x](*)-._+',
    LONGEST,
  ])('may be called %s', (name) => {
    const { state, diagnostics } = load({
      'config/a.yaml': `keys:\n  "${name}": { vdt: Code, values: { P;*: 1 } }\n`,
      'config/b.yaml': `data: [{ key: "${name}", values: [{ context: "*;*", value: "2" }] }]\n`,
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual([`${name} vdt Code`, `${name} [*] "2"`, `${name} [P;*] "1"`]);
  });

  it.each([
    ['a space', '«key-name»a b'],
    ['nothing', '«key-name»""'],
    ['spaces', '«key-name»"  "'],
    ['a space in front', '«key-name»" a"'],
    ['an accent', '«key-name»é'],
    ['a slash', '«key-name»a/b'],
    ['a colon', '«key-name»"a:b"'],
    ['a NUL', '«bad-text»«key-name»"a\\0"'],
    ['121 characters', `«key-name»${LONGEST}k`],
  ])('cannot have %s in its name', (_, marked) => {
    const { text, expected } = unmark('config/doc.yaml', `keys:\n  ${marked}: 1\n`);
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics.at(-1)?.hint).toMatch(/120 characters/);
  });
});

describe('the fields of a key', () => {
  it.each([
    ['an unknown field', '{ «unknown-field»valeu: 1 }', 'Did you mean `value`?'],
    ['a field of another case', '{ «unknown-field»Vdt: Text }', 'Did you mean `vdt`?'],
    [
      '`__proto__`',
      '{ «unknown-field»__proto__: { vdt: Text }, value: 1 }',
      /^Known: readme, vdt, /,
    ],
    ['`constructor`', '{ «unknown-field»constructor: x, value: 1 }', /^Known: /],
    [
      'contexts where `values` should stand',
      '{ «unknown-field»Production;*: x }',
      /^Write `values:` below a, /,
    ],
    ['swapped letters', '{ «unknown-field»vtd: Text }', 'Did you mean `vdt`?'],
    ['its type', '{ «unknown-field»type: Integer, value: 1 }', 'Use `vdt` for the type of a key.'],
    ['an unknown type', '{ vdt: «unknown-vdt»Integr, value: 1 }', 'Did you mean `Integer`?'],
    [
      'a type of another case',
      '{ vdt: «unknown-vdt»integer, value: 1 }',
      'Did you mean `Integer`?',
    ],
    ['a type that is far off', '{ vdt: «unknown-vdt»Number, value: 1 }', /^Known: Text, Code, /],
    ['the type null', '{ vdt: «wrong-type»null, value: 1 }', undefined],
    ['`deprecated: yes`', '{ deprecated: «wrong-type»yes, value: 1 }', undefined],
    ['a quoted boolean', '{ push: «wrong-type»"true", value: 1 }', undefined],
    ['a list as readme', '{ readme: «wrong-type»[a], value: 1 }', undefined],
    ['`values` that is a text', '{ values: «wrong-type»x }', undefined],
    ['an unknown `opp`', '{ opp: «bad-option»remove }', 'Did you mean'],
    ['a group that is a list', '{ securityGroup: «wrong-type»[Database], value: 1 }', undefined],
    [
      'a password',
      '{ «password-in-file»password: hunter2, value: 1 }',
      /name its variable in confighub.yaml/,
    ],
  ])('%s is reported with what was probably meant', (_, marked, hint) => {
    const { text, expected } = unmark('config/doc.yaml', `keys:\n  a: ${marked}\n`);
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    if (typeof hint === 'string' && hint !== 'Did you mean')
      expect(diagnostics[0]?.hint).toBe(hint);
    else if (hint instanceof RegExp) expect(diagnostics[0]?.hint).toMatch(hint);
  });
});

it('lists the known types once, and does not show a word that may be a password', () => {
  const { diagnostics } = loadDocument('keys:\n  a: { vdt: Number, value: 1 }\n');
  expect(diagnostics[0]?.message).toBe('This is not a known type for `vdt`.');
  expect(loadDocument('keys: { a: { opp: hunter2 } }').diagnostics[0]?.message).toBe(
    '`opp` can only be `delete`.',
  );
  expect(diagnostics[0]?.hint).toMatch(/^Known: Text, Code, /);
});

describe('a name with a character that no key can have', () => {
  it.each([
    ['a b', 'a space'],
    ['a\\tb', 'U+0009'],
    ['größe', '`ö`'],
    ['a\u00a0b', 'U+00A0'],
    ['o\u0308', 'U+0308'],
    ['a\u200bb', 'U+200B'],
    ['a`b', 'a backtick'],
    ['a😀', '`😀`'],
    ['a:b', '`:`'],
  ])('%j: says which one', (name, shown) => {
    const [found] = loadDocument(`keys: { "${name}": 1 }`).diagnostics;
    expect(found?.message).toMatch(new RegExp(`: it contains ${shown.replace('+', '\\+')}\\.$`));
  });
});

describe('nested mappings', () => {
  it.each([
    [
      'a.b: { «unknown-field»path: x.html }',
      /^`path` is not a field of a key\./,
      /^Write `a\.b: \{ value: \{ path: … \} \}`/,
    ],
    [
      'a.b: { «unknown-field»env: DB_HOST }',
      /^`env` is not a field of a key\./,
      /^Write `a\.b: \{ value: \{ env: … \} \}`/,
    ],
    [
      'a.b: { vdt: Code, «unknown-field»path: x.js }',
      /`path` is not a field/,
      /`a\.b: \{ value: \{ path: … \} \}`/,
    ],
    [
      'a.b: { «unknown-field»content: hunter2 }',
      /^`content` is not a field of a key\./,
      /^Write `a\.b: \{ value: … \}`/,
    ],
    [
      'app: { «unknown-field»env: prod, host: x }',
      /^app is a key, so `env` cannot be nested below it\.$/,
      /^Write `app\.env: …`/,
    ],
    [
      'db: { «unknown-field»host: x, port: 5 }',
      /cannot be nested below it/,
      /^Write `db\.host: …` for a key of that name\..* vdt: Map/,
    ],
    [
      'db: { «unknown-field»primary: { host: x } }',
      /cannot be nested below it/,
      /^Write `db\.primary\.host: …`/,
    ],
    [
      'db: { «unknown-field»password: hunter2, host: x }',
      /cannot be nested below it/,
      /^Write `db\.password: …`/,
    ],
    [
      'db: { «unknown-field»colour: x, value: y }',
      /`colour` is not a field of a key\./,
      /^Known: readme,(?!.*password)/,
    ],
  ])('%s is one error that says what to write', (marked, message, hint) => {
    const { text, expected } = unmark('config/doc.yaml', `keys:\n  ${marked}\n`);
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics[0]?.message).toMatch(message);
    expect(diagnostics[0]?.hint).toMatch(hint);
    expect(JSON.stringify(diagnostics.map((one) => [one.message, one.hint]))).not.toContain(
      'hunter2',
    );
  });

  it('may have the name of a field', () => {
    expect(linesOf(stateOf('keys:\n  a: ""\n  value: 1\n  readme: { value: 2 }\n'))).toHaveLength(
      3,
    );
  });

  it('at the top of a document are one error that names `keys:`', () => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      '«unknown-field»server.port: 80\ndb: { host: x }\n',
    );
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics[0]?.hint).toMatch(
      /^Put keys below `keys:`.* exclude it in `include`.* `sources`/,
    );
    for (const other of ['- a: 1\n', 'words\n', 'apiVersion: v1\nkind: List\nitems: [1]\n'])
      expect(loadDocument(other).diagnostics[0]?.hint).toMatch(
        / exclude it in `include`.* `sources`/,
      );
  });
});

describe('two declarations', () => {
  it.each([
    [
      'of one value in one document',
      { 'config/a.yaml': 'keys:\n  a:\n    value: 1\n    values:\n      "*;*": 2\n' },
      'config/a.yaml:5:7 duplicate-value',
      'config/a.yaml:3:5',
    ],
    [
      'of one value in two documents',
      { 'config/a.yaml': 'keys:\n  a: 1\n', 'config/b.yaml': 'keys: { a: 1 }\n' },
      'config/b.yaml:1:9 duplicate-value',
      'config/a.yaml:2:3',
    ],
    [
      'of one value, once to be deleted',
      {
        'config/a.yaml': 'keys:\n  a: 1\n',
        'config/b.yaml': 'keys: { a: { value: { opp: delete } } }\n',
      },
      'config/b.yaml:1:14 duplicate-value',
      'config/a.yaml:2:3',
    ],
    [
      'of two keys that differ in case',
      {
        'config/a.yaml': 'keys:\n  Db.Host: 1\n',
        'config/b.yaml': 'keys: { db.host: { values: { P;*: 1 } } }\n',
      },
      'config/b.yaml:1:9 key-case',
      'config/a.yaml:2:3',
    ],
    [
      'of two keys that differ in case, with the same context',
      {
        'config/a.yaml': 'keys:\n  Db.Host: 1\n',
        'config/b.yaml': 'keys: { db.host: 2 }\n',
      },
      'config/b.yaml:1:9 key-case',
      'config/a.yaml:2:3',
    ],
    [
      'of two readmes',
      {
        'config/a.yaml': 'keys: { a: { readme: x } }',
        'config/b.yaml': 'keys: { a: { readme: y } }',
      },
      'config/b.yaml:1:14 key-mismatch',
      'config/a.yaml:1:14',
    ],
    [
      'of two types',
      {
        'config/a.yaml': 'keys: { a: { vdt: Text } }',
        'config/b.yaml': 'keys: { a: { vdt: Code } }',
      },
      'config/b.yaml:1:14 key-mismatch',
      'config/a.yaml:1:14',
    ],
    [
      'of `push`',
      {
        'config/a.yaml': 'keys: { a: { push: true } }',
        'config/b.yaml': 'keys: { a: { push: false } }',
      },
      'config/b.yaml:1:14 key-mismatch',
      'config/a.yaml:1:14',
    ],
    [
      'of a key and of its absence',
      { 'config/a.yaml': 'keys: { a: 1 }', 'config/b.yaml': 'keys: { a: { opp: delete } }' },
      'config/b.yaml:1:14 declared-and-deleted',
      'config/a.yaml:1:9',
    ],
    [
      'of metadata and of absence',
      { 'config/a.yaml': 'keys: { a: { opp: delete, readme: x } }' },
      'config/a.yaml:1:14 declared-and-deleted',
      'config/a.yaml:1:27',
    ],
  ])('%s name both places', (_, files, expected, related) => {
    const { diagnostics } = load(files);
    expect(fileErrors(diagnostics)).toEqual([expected]);
    expect(String(diagnostics[0]?.related)).toBe(related);
  });

  it('of one key in one mapping name both places', () => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      'keys:\n  a: 1\n  b: 2\n  «duplicate-field»a: 1\n',
    );
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(String(diagnostics[0]?.related)).toBe('config/doc.yaml:2:3');
  });
});

describe('`opp: delete`', () => {
  it('declares that a key, a value or a file must not exist', () => {
    const document = [
      'keys:',
      '  legacy.flag: { opp: delete }',
      '  a: { values: { "*;*": 1, P;*: { opp: delete } } }',
      '  b: { value: { opp: delete } }',
      'files:',
      '  old.conf: { "*;*": { opp: delete }, P;*: { content: x } }',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual([
      'a [*] "1"',
      'a [P;*] must not exist',
      'b [*] must not exist',
      'legacy.flag must not exist',
      'file old.conf [*] must not exist',
      'file old.conf [P;*] "x"',
    ]);
  });

  it('for a whole key may occur twice, and together with deleted values of it', () => {
    const { state, diagnostics } = load({
      'config/a.yaml': 'keys: { a: { opp: delete } }',
      'config/b.yaml': 'keys: { a: { opp: delete, values: { P;*: { opp: delete } } } }',
    });
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(linesOf(state)).toEqual(['a must not exist', 'a [P;*] must not exist']);
  });

  it('for a whole key is refused in a document of one context', () => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      'context: P;*\nkeys:\n  a: { «bad-option»opp: delete }\n',
    );
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics[0]?.hint).toMatch(/value: \{ opp: delete \}/);
  });

  it('for the value of a document of one context is a value that must not exist', () => {
    expect(linesOf(stateOf('context: P;*\nkeys: { a: { value: { opp: delete } } }'))).toEqual([
      'a [P;*] must not exist',
    ]);
  });
});
