// Contexts as documents write them: one element for each level, nothing padded.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, fileErrors, stateOf, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const WITHOUT_LEVELS = { 'confighub.yaml': 'url: https://config.example.com\n' };
const LONGEST = 'e'.repeat(255);

describe('a context', () => {
  it.each([
    ['"*"', '*'],
    ['"*;*"', '*'],
    ['" * ; * "', '*'],
    ['Production;*', 'Production;*'],
    ['"*;Billing"', '*;Billing'],
    ['" Production ;\tBilling "', 'Production;Billing'],
    ['1.0;a+b_c-d', '1.0;a+b_c-d'],
    [`${LONGEST};*`, `${LONGEST};*`],
    ['__proto__x;constructor', undefined],
    ['constructor;toString', 'constructor;toString'],
  ])('%s is read as %s', (written, context) => {
    const { state, diagnostics } = loadDocument(`keys: { a: { values: { ${written}: 1 } } }`);
    expect([...(state.items.get('a')?.rows.values() ?? [])].map((value) => value.context)).toEqual(
      context === undefined ? [] : [context],
    );
    expect(diagnostics).toHaveLength(context === undefined ? 1 : 0);
  });

  it.each([
    [
      'too few elements',
      '«context-depth»Production',
      'Write one element for each level. Did you mean `Production;*`?',
    ],
    ['too many elements', '«context-depth»A;B;C', 'Use 2 elements, joined by `;`.'],
    ['an empty element', '«context-syntax»Production;', 'Use `*` for any element.'],
    ['an empty element in front', '«context-syntax»;Billing', 'Use `*` for any element.'],
    ['nothing', '«context-syntax»""', 'Use `*` for any element.'],
    ['a pattern for a name', '«context-name»Prod*;*', /`\*` alone for any/],
    ['two stars', '«context-name»"**;*"', /`\*` alone for any/],
    ['a comma between the elements', '«context-name»"Production,*"', /`\*` alone for any/],
    ['a space in a name', '«context-name»"Pro duction;*"', /255 characters/],
    ['an accent', '«context-name»Prodüction;*', /255 characters/],
    ['a name that ends with a hyphen', '«context-name»Production-;*', /255 characters/],
    ['a name of 256 characters', `«context-name»${LONGEST}e;*`, /255 characters/],
  ])('with %s is an error', (_, marked, hint) => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      `keys:\n  a:\n    values:\n      ${marked}: 1\nfiles:\n  f:\n    ${marked}: { content: x }\n`,
    );
    const { diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    for (const diagnostic of diagnostics) expect(diagnostic.hint).toMatch(hint);
  });

  it('names the levels of the project file where the number is wrong', () => {
    const [diagnostic] = loadDocument('context: Production\nkeys: {}\n').diagnostics;
    expect(diagnostic?.message).toBe(
      'The context `Production` has 1 element, but the repository has 2 levels (Environment;Application).',
    );
  });

  it('has as many elements as every other where the project file has no levels, and none of the two counts as right', () => {
    const { diagnostics } = load({
      ...WITHOUT_LEVELS,
      'config/a.yaml': 'keys: { a: { values: { "*": 1, P;W: 2 } } }\n',
      'config/b.yaml': 'keys: { b: { values: { "*": 1, P: 2 } } }\n',
    });
    expect(fileErrors(diagnostics)).toEqual(['config/b.yaml:1:32 context-depth']);
    expect(String(diagnostics[0]?.related)).toBe('config/a.yaml:1:32');
    expect(diagnostics[0]?.message).toBe('The context `P` has 1 element, but `P;W` has 2.');
    expect(diagnostics[0]?.hint).toBe(
      'Every context needs one element for each level of the repository. To find out which one is wrong, set `levels` in the project file.',
    );
  });

  it('says the depth that the documents write, and none while they write only `*`', () => {
    expect(
      load({ ...WITHOUT_LEVELS, 'config/a.yaml': 'keys: { a: 1, b: { values: { "*": 2 } } }' })
        .depth,
    ).toBe(undefined);
    const { depth } = load({
      ...WITHOUT_LEVELS,
      'config/a.yaml': 'keys: { a: { values: { A;B;C: 1 } } }',
    });
    expect([depth?.levels, String(depth?.place)]).toEqual([3, 'config/a.yaml:1:24']);
  });

  it('has at most ten elements', () => {
    const { diagnostics } = load({
      ...WITHOUT_LEVELS,
      'config/a.yaml': `keys: { a: { values: { ${Array(11).fill('a').join(';')}: 1 } } }`,
    });
    expect(fileErrors(diagnostics)).toEqual(['config/a.yaml:1:24 context-depth']);
  });

  it('that differs from another in case only is an error that names both places', () => {
    const { diagnostics } = load({
      'config/a.yaml': 'keys: { a: { values: { Production;*: 1 } } }\n',
      'config/b.yaml': 'context: production;*\nkeys: { b: 1 }\n',
      'config/c.yaml': 'files: { f: { "*;PRODUCTION": { content: x } } }\n',
    });
    expect(fileErrors(diagnostics)).toEqual(['config/b.yaml:1:10 context-case']);
    expect(String(diagnostics[0]?.related)).toBe('config/a.yaml:1:24');
  });
});

describe('`*;*` without quotes', () => {
  it.each([
    [
      'as a key of values',
      'keys:\n  a:\n    values:\n      *;*: 1\n',
      'config/doc.yaml:4:',
      'yaml',
    ],
    [
      'as a key with an element',
      'keys:\n  a:\n    values:\n      *;Billing: 1\n',
      'config/doc.yaml:4:',
      'yaml',
    ],
    [
      'as the context of a document',
      'context: *;*\nkeys: { a: 1 }\n',
      'config/doc.yaml:1:10',
      'yaml-alias',
    ],
    [
      'in the interface shape',
      'data:\n  - key: a\n    values: [{ context: *;*, value: 1 }]\n',
      'config/doc.yaml:3:',
      'yaml',
    ],
    ['as a lonely star', 'keys:\n  a:\n    values:\n      *: 1\n', 'config/doc.yaml:4:', 'yaml'],
  ])('%s is reported with the quotes that it needs', (_, text, place, code) => {
    const [first] = loadDocument(text).diagnostics;
    expect(`${first?.place} ${first?.code}`).toContain(place);
    expect(first?.code).toContain(code);
    expect(first?.hint).toMatch(/^A context that begins with \* needs quotes, as in "\*;\*"\.$/);
  });
});

describe('a document with `context:`', () => {
  it('gives it to bare scalars, `value:` and files without contexts, and leaves `values` alone', () => {
    const document = [
      'context: Production;*',
      'keys:',
      '  db.host: db.prod.internal',
      '  db.pool.size: { vdt: Integer, value: 50, values: { Production;Billing: 60 } }',
      'files:',
      '  app.conf: { content: x }',
      '  other.conf: { "*;*": { content: y } }',
    ].join('\n');
    expect(linesOf(stateOf(document))).toEqual([
      'db.host [Production;*] "db.prod.internal"',
      'db.pool.size vdt Integer',
      'db.pool.size [Production;*] "50"',
      'db.pool.size [Production;Billing] "60"',
      'file app.conf [Production;*] "x"',
      'file other.conf [*] "y"',
    ]);
  });

  it.each([
    ['«context-depth»Production', []],
    ['«wrong-type»[a, b]', []],
    ['«wrong-type»null', []],
    ['"*;*"', ['a [*] "1"']],
  ])('%s: its errors come with those of its keys', (marked, lines) => {
    const { text, expected } = unmark(
      'config/doc.yaml',
      `context: ${marked}\nkeys:\n  a: 1\n  «key-name»b c: 1\n`,
    );
    const { state, diagnostics } = loadDocument(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(linesOf(state)).toEqual(lines);
  });
});
