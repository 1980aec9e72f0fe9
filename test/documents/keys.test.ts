// Keys: names, metadata, several documents for one key, and what must not exist.
import { describe, expect, it } from 'vitest';
import { linesOf, loadDocument, stateOf } from '../helpers/project.ts';
import { loadMarked, said } from './marked.ts';
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
    const files = {
      'config/a.yaml': 'keys: { a: { readme: r, values: { "*;*": 1 } } }',
      'config/b/c.yml': 'keys: { a: { vdt: Integer, readme: r, values: { P;*: 2 } } }',
      'config/d.json': '{"context": "Q;*", "keys": {"a": 3}}',
    };
    expect(linesOf(stateOf(files))).toEqual([
      'a vdt Integer',
      'a readme r',
      'a [*] "1"',
      'a [P;*] "2"',
      'a [Q;*] "3"',
    ]);
  });

  it.each([
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
    ...['[x](*)-._+', LONGEST],
  ])('may be called %s', (name) => {
    const files = {
      'config/a.yaml': `keys:\n  "${name}": { vdt: Code, values: { P;*: 1 } }\n`,
      'config/b.yaml': `data: [{ key: "${name}", values: [{ context: "*;*", value: "2" }] }]\n`,
    };
    const lines = [`${name} vdt Code`, `${name} [*] "2"`, `${name} [P;*] "1"`];
    expect(linesOf(stateOf(files))).toEqual(lines);
  });

  it.each(['""', '"  "', '" a"', 'a/b', `${LONGEST}k`])('cannot be called %s', (name) => {
    const { diagnostics } = loadMarked(`keys:\n  «key-name»${name}: 1\n`);
    expect(diagnostics[0]?.hint).toMatch(/120 characters/);
  });

  it.each([
    ['«key-name»"a b"', 'a space'],
    ['«key-name»"a\\tb"', 'U+0009'],
    ['«bad-text»«key-name»"a\\0"', 'U+0000'],
    ['«key-name»"größe"', '`ö`'],
    ['«key-name»"a\u00a0b"', 'U+00A0'],
    ['«key-name»"o\u0308"', 'U+0308'],
    ['«key-name»"a\u200bb"', 'U+200B'],
    ['«key-name»"a`b"', 'a backtick'],
    ['«key-name»"a😀"', '`😀`'],
    ['«key-name»"a:b"', '`:`'],
  ])('cannot be called %j: says which character no key can have', (name, shown) => {
    const { diagnostics } = loadMarked(`keys: { ${name}: 1 }`);
    expect(diagnostics.at(-1)?.message.endsWith(`: it contains ${shown}.`)).toBe(true);
    expect(diagnostics.at(-1)?.hint).toMatch(/120 characters/);
  });
});

describe('the fields of a key', () => {
  it.each([
    ['{ «unknown-field»valeu: 1 }', /^Did you mean `value`\?$/],
    ['{ «unknown-field»Vdt: Text }', /^Did you mean `vdt`\?$/],
    ['{ «unknown-field»__proto__: { vdt: Text }, value: 1 }', /^Known: readme, vdt, /],
    ['{ «unknown-field»constructor: x, value: 1 }', /^Known: /],
    ['{ «unknown-field»Production;*: x }', /^Write `values:` below a, /],
    ['{ «unknown-field»vtd: Text }', /^Did you mean `vdt`\?$/],
    ['{ «unknown-field»type: Integer, value: 1 }', /^Use `vdt` for the type of a key\.$/],
    ['{ vdt: «unknown-vdt»Integr, value: 1 }', /^Did you mean `Integer`\?$/],
    ['{ vdt: «unknown-vdt»integer, value: 1 }', /^Did you mean `Integer`\?$/],
    ['{ vdt: «unknown-vdt»Number, value: 1 }', /^Known: Text, Code, /],
    ['{ «password-in-file»password: hunter2, value: 1 }', /name its variable in confighub.yaml/],
  ])('%s is reported with what was probably meant', (fields, hint) => {
    const { diagnostics } = loadMarked(`keys:\n  a: ${fields}\n`);
    expect(diagnostics[0]?.hint).toMatch(hint);
  });

  it.each([
    'vdt: «wrong-type»null, value: 1',
    'deprecated: «wrong-type»yes, value: 1',
    'push: «wrong-type»"true", value: 1',
    'readme: «wrong-type»[a], value: 1',
    'values: «wrong-type»x',
    'securityGroup: «wrong-type»[Database], value: 1',
  ])('`%s` is an error at its mark', (fields) => void loadMarked(`keys:\n  a: { ${fields} }\n`));

  it('does not show a word that may be a password', () => {
    const [type] = loadMarked('keys:\n  a: { vdt: «unknown-vdt»Number, value: 1 }\n').diagnostics;
    expect(type?.message).toBe('This is not a known type for `vdt`.');
    const [opp] = loadMarked('keys: { a: { opp: «bad-option»hunter2 } }').diagnostics;
    expect(opp?.message).toBe('`opp` can only be `delete`.');
  });
});

describe('nested mappings', () => {
  it.each([
    [
      'a.b: { «unknown-field»path: x.html }',
      /^`path` is not a field of a key\. .*Write `a\.b: \{ value: \{ path: … \} \}`/,
    ],
    [
      'a.b: { «unknown-field»env: DB_HOST }',
      /^`env` is not a field of a key\. .*Write `a\.b: \{ value: \{ env: … \} \}`/,
    ],
    [
      'a.b: { vdt: Code, «unknown-field»path: x.js }',
      /`path` is not a field.*`a\.b: \{ value: \{ path: … \} \}`/,
    ],
    [
      'a.b: { «unknown-field»content: hunter2 }',
      /^`content` is not a field of a key\. .*Write `a\.b: \{ value: … \}`/,
    ],
    [
      'app: { «unknown-field»env: prod, host: x }',
      /^app is a key, so `env` cannot be nested below it\. Write `app\.env: …`/,
    ],
    [
      'db: { «unknown-field»host: x, port: 5 }',
      /below it\. Write `db\.host: …` for a key of that name\..* vdt: Map/,
    ],
    ['db: { «unknown-field»primary: { host: x } }', /below it\. Write `db\.primary\.host: …`/],
    ['db: { «unknown-field»password: hunter2, host: x }', /below it\. Write `db\.password: …`/],
    [
      'db: { «unknown-field»colour: x, value: y }',
      /`colour` is not a field of a key\. Known: readme,(?!.*password)/,
    ],
  ])('%s is one error that says what to write', (marked, message) => {
    const { diagnostics } = loadMarked(`keys:\n  ${marked}\n`);
    expect(said(diagnostics[0])).toMatch(message);
    expect(said(diagnostics[0])).not.toContain('hunter2');
  });

  it('may have the name of a field', () => {
    const document = 'keys:\n  a: ""\n  value: 1\n  readme: { value: 2 }\n';
    expect(linesOf(stateOf(document))).toHaveLength(3);
  });

  it('at the top of a document are one error that names `keys:`', () => {
    const [found] = loadMarked('«unknown-field»server.port: 80\ndb: { host: x }\n').diagnostics;
    expect(found?.hint).toMatch(/^Put keys below `keys:`.* exclude it in `include`.* `sources`/);
    for (const other of ['- a: 1\n', 'words\n', 'apiVersion: v1\nkind: List\nitems: [1]\n'])
      expect(loadDocument(other).diagnostics[0]?.hint).toMatch(
        / exclude it in `include`.* `sources`/,
      );
  });
});

describe('two declarations', () => {
  it.each([
    'keys:\n  «first»a: 1\n  b: 2\n  «duplicate-field»a: 1\n',
    'keys:\n  a:\n    «first»value: 1\n    values:\n      «duplicate-value»"*;*": 2\n',
    'keys: { a: { «declared-and-deleted»opp: delete, «first»readme: x } }',
  ])('in one document name both places: %j', (document) => void loadMarked(document));

  it.each([
    ['«first»a: 1', '«duplicate-value»a: 1'],
    ['«first»a: 1', 'a: { «duplicate-value»value: { opp: delete } }'],
    ['«first»Db.Host: 1', '«key-case»db.host: { values: { P;*: 1 } }'],
    ['«first»Db.Host: 1', '«key-case»db.host: 2'],
    ['a: { «first»readme: x }', 'a: { «key-mismatch»readme: y }'],
    ['a: { «first»vdt: Text }', 'a: { «key-mismatch»vdt: Code }'],
    ['a: { «first»push: true }', 'a: { «key-mismatch»push: false }'],
    ['«first»a: 1', 'a: { «declared-and-deleted»opp: delete }'],
  ])('in two documents name both places: %s, %s', (first, second) => {
    loadMarked({ 'config/a.yaml': `keys:\n  ${first}\n`, 'config/b.yaml': `keys: { ${second} }` });
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
    const files = {
      'config/a.yaml': 'keys: { a: { opp: delete } }',
      'config/b.yaml': 'keys: { a: { opp: delete, values: { P;*: { opp: delete } } } }',
    };
    expect(linesOf(stateOf(files))).toEqual(['a must not exist', 'a [P;*] must not exist']);
  });

  it('for a whole key is refused in a document of one context', () => {
    const { diagnostics } = loadMarked('context: P;*\nkeys:\n  a: { «bad-option»opp: delete }\n');
    expect(diagnostics[0]?.hint).toMatch(/value: \{ opp: delete \}/);
  });

  it('for the value of a document of one context is a value that must not exist', () => {
    const state = stateOf('context: P;*\nkeys: { a: { value: { opp: delete } } }');
    expect(linesOf(state)).toEqual(['a [P;*] must not exist']);
  });
});
