// What earlier versions of documents call secret: the names of rows, however they are written, and whatever else changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsInDocuments } from '../../src/documents/secret-names.ts';
import { rowsIn } from '../../src/model/state.ts';
import { RUNS, SEED } from '../random/runs.ts';

/** `key one *`, sorted. */
async function secretsIn(...documents: string[]): Promise<string[]> {
  const { state } = await secretsInDocuments(
    documents.map((text) => ({ content: Buffer.from(text) })),
  );
  return [...rowsIn(state)]
    .map(({ item, row }) => `${item.kind} ${item.name} ${row.context}`)
    .sort();
}

test.each([
  ['a value', 'keys: { one: { value: { env: A } } }', 'key one *'],
  ['a value of a context', 'keys: { one: { values: { Test;*: { env: A } } } }', 'key one Test;*'],
  ['the context above', 'context: Test;*\nkeys: { one: { value: { env: A } } }', 'key one Test;*'],
  ['a file', 'files: { a.conf: { "*;*": { env: A } } }', 'file a.conf *'],
  ['JSON with escapes', '{"keys":{"one":{"value":{"\\u0065nv":"A"}}}}', 'key one *'],
  ['JSON with comments', '{ // c\n"keys": { "one": { "value": { "env": "A" }, }, } }', 'key one *'],
  ['an escaped name', 'keys: { one: { value: { "\\x65nv": A } } }', 'key one *'],
  ['an alias', 'keys: { one: &a { value: { env: A } }, two: *a }', 'key one *', 'key two *'],
  ['a merge', 'keys: { one: &a { value: { env: A } }, two: { <<: *a } }', 'key one *', 'key two *'],
  ['a key in a group', 'keys: { one: { securityGroup: G, value: x } }', 'key one *'],
  ['a group whose values are elsewhere', 'keys: { one: { securityGroup: G } }', 'key one *'],
  [
    'a file in a group',
    'files: { a.conf: { "*;*": { path: a, securityGroup: G } } }',
    'file a.conf *',
  ],
  [
    'the server API format',
    'data: [{ key: one, securityGroup: G, values: [{ context: "*;*", value: x }] }]',
    'key one *',
  ],
  ['what is deleted is none', 'keys: { one: { value: { opp: delete }, readme: env } }'],
  ['a literal', 'keys: { one: env }'],
  ['no YAML', 'keys: [env'],
  ['no text', '\xff env'],
  ['another document', 'on: push\njobs: { test: { env: { A: x } } }'],
])('%s', async (_, text, ...names) => {
  expect(await secretsIn(text)).toEqual(names);
});

test('an error hides nothing: not that of an earlier version, nor another one of the same', async () => {
  const broken = 'keys:\n  one: { value: { env: A } }\n   two: x\n';
  expect(await secretsIn(broken, broken.replace('   two', '  two'))).toEqual(['key one *']);
  const mixed = 'keys:\n  one:\n    value:\n      two: x\n      env: A\n';
  expect(await secretsIn(mixed, mixed.replace('      two: x\n', ''))).toEqual(['key one *']);
});

test('versions together say what each of them says alone', async () => {
  const line = fc.constantFrom(
    ...['  one:', '    value:', '      env: A', '    values:', '      Test;*: { env: A }'],
    ...['      Live;*: literal', '  two: text', '   two: text', '    two: text'],
    ...['      two: "text"', '  text: |', '    env: A', '  four: { env: A }', '', 'files:'],
    ...['  a.conf:', '    "*;*": { env: A }', 'context: Test;*', '    securityGroup: G'],
    ...["  five: 'x'", '  six: &a { value: { env: A } }', '  seven: *a', '  eight: "text'],
    ...['  nine: x"', '  ten: {', '  }', '# note', '  # note', '---', 'vdt: x'],
  );
  const versions = fc.array(fc.array(line, { maxLength: 8 }), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(versions, async (all) => {
    const texts = all.map((lines) => ['keys:', ...lines].join('\n'));
    const alone = (await Promise.all(texts.map((text) => secretsIn(text)))).flat();
    const together = await secretsIn(...texts);
    expect(together).toEqual([...new Set(alone)].sort());
    // What begins with another document is read as a whole.
    const whole = await Promise.all(texts.map((text) => secretsIn(`#\n---\n${text}`)));
    expect(together).toEqual(expect.arrayContaining(whole.flat()));
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS * 4 });
});

test.each([
  ['in quotes', ['  a: "x\n  b: { value: { env: B } } # "\n', '  b: { value: { env: B } } # "\n']],
  [
    'an alias',
    ['  a: &a { value: x }\n  b: *a\n', '  a: &a { value: { env: B } }\n  b: *a\n', '  b: *a\n'],
  ],
  ['in another section', ['  a: { env: B }\n', '  b: x\nfiles:\n  a: { env: B }\n']],
  [
    'in another context',
    ['  b: { value: { env: B } }\n', '  b: { value: { env: B } }\ncontext: Live;*\n'],
  ],
] as const)('an entry means what its own version says: %s', async (_, versions) => {
  const texts = versions.map((text) => `keys:\n${text}`);
  const last = await secretsIn(`#\n---\n${texts.at(-2)}`, `#\n---\n${texts.at(-1)}`);
  expect(last).not.toEqual([]);
  expect(await secretsIn(...texts)).toEqual(expect.arrayContaining(last));
});
