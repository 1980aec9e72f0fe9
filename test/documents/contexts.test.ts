// Contexts as documents write them: one element for each level, nothing padded.
import { describe, expect, it } from 'vitest';
import { linesOf, load, loadDocument, stateOf } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
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
    ['constructor;toString', 'constructor;toString'],
  ])('%s is read as %s', (written, context) => {
    const { items } = stateOf(`keys: { a: { values: { ${written}: 1 } } }`);
    expect([...(items.get('a')?.rows.values() ?? [])]).toMatchObject([{ context }]);
  });

  it.each([
    [
      '«context-depth»Production',
      /^Write one element for each level\. Did you mean `Production;\*`\?$/,
    ],
    ['«context-depth»A;B;C', /^Use 2 elements, joined by `;`\.$/],
    ['«context-syntax»Production;', /^Use `\*` for any element\.$/],
    ['«context-syntax»;Billing', /^Use `\*` for any element\.$/],
    ['«context-syntax»""', /^Use `\*` for any element\.$/],
    ['«context-name»Prod*;*', /`\*` alone for any/],
    ['«context-name»"**;*"', /`\*` alone for any/],
    ['«context-name»"Production,*"', /`\*` alone for any/],
    ['«context-name»"Pro duction;*"', /255 characters/],
    ['«context-name»Prodüction;*', /255 characters/],
    ['«context-name»Production-;*', /255 characters/],
    ['«context-name»__proto__x;constructor', /255 characters/],
    [`«context-name»${LONGEST}e;*`, /255 characters/],
  ])('%s is an error', (context, hint) => {
    const document = `keys:\n  a:\n    values:\n      ${context}: 1\nfiles:\n  f:\n    ${context}: { content: x }\n`;
    for (const found of loadMarked(document).diagnostics) expect(found.hint).toMatch(hint);
  });

  it('names the levels of the project file where the number is wrong', () => {
    const [diagnostic] = loadDocument('context: Production\nkeys: {}\n').diagnostics;
    expect(diagnostic?.message).toBe(
      'The context `Production` has 1 element, but the repository has 2 levels (Environment;Application).',
    );
  });

  it('has as many elements as every other where the project file has no levels, and none of the two counts as right', () => {
    const { diagnostics } = loadMarked({
      ...WITHOUT_LEVELS,
      'config/a.yaml': 'keys: { a: { values: { "*": 1, «first»P;W: 2 } } }\n',
      'config/b.yaml': 'keys: { b: { values: { "*": 1, «context-depth»P: 2 } } }\n',
    });
    expect(diagnostics[0]?.message).toBe('The context `P` has 1 element, but `P;W` has 2.');
    expect(diagnostics[0]?.hint).toBe(
      'Every context needs one element for each level of the repository. To find out which one is wrong, set `levels` in the project file.',
    );
  });

  it('says the depth that the documents write, and none while they write only `*`', () => {
    const depthOf = (document: string) =>
      load({ ...WITHOUT_LEVELS, 'config/a.yaml': document }).depth;
    expect(depthOf('keys: { a: 1, b: { values: { "*": 2 } } }')).toBe(undefined);
    const depth = depthOf('keys: { a: { values: { A;B;C: 1 } } }');
    expect([depth?.levels, String(depth?.place)]).toEqual([3, 'config/a.yaml:1:24']);
  });

  it.each([
    [10, '«first»', 'has 10 elements, but `P;W` has 2.'],
    [11, '', 'has 11 elements, but a repository has at most 10 levels.'],
  ])('has at most ten elements, not %d', (length, mark, message) => {
    const context = Array(length).fill('a').join(';');
    const document = `keys: { a: { values: { ${mark}P;W: 2, «context-depth»${context}: 1 } } }`;
    const { diagnostics } = loadMarked({ ...WITHOUT_LEVELS, 'config/a.yaml': document });
    expect(diagnostics[0]?.message).toContain(message);
  });

  it('that differs from another in case only is an error that names both places', () => {
    loadMarked({
      'config/a.yaml': 'keys: { a: { values: { «first»Production;*: 1 } } }\n',
      'config/b.yaml': 'context: «context-case»production;*\nkeys: { b: 1 }\n',
      'config/c.yaml': 'files: { f: { "*;PRODUCTION": { content: x } } }\n',
    });
  });
});

describe('`*;*` without quotes', () => {
  const HINT = 'A context that begins with * needs quotes, as in "*;*".';

  it.each([
    ['keys:\n  a:\n    values:\n      *;*: 1\n', 4],
    ['keys:\n  a:\n    values:\n      *;Billing: 1\n', 4],
    ['keys:\n  a:\n    values:\n      *: 1\n', 4],
    ['data:\n  - key: a\n    values: [{ context: *;*, value: 1 }]\n', 3],
  ])('%j is reported with the quotes that it needs', (document, line) => {
    const [first] = loadDocument(document).diagnostics;
    expect(first).toMatchObject({
      code: expect.stringMatching(/^yaml/),
      place: { line },
      hint: HINT,
    });
  });

  it('as the context of a document is reported at its place', () => {
    const [first] = loadDocument('context: *;*\nkeys: { a: 1 }\n').diagnostics;
    expect(first).toMatchObject({ code: 'yaml-alias', place: { line: 1, column: 10 }, hint: HINT });
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
    const document = `context: ${marked}\nkeys:\n  a: 1\n  «key-name»b c: 1\n`;
    expect(linesOf(loadMarked(document).state)).toEqual(lines);
  });
});
