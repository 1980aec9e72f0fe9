// What a record keeps besides documents: types, and the names of earlier secrets; and what other versions of it mean.
import { expect, test } from 'vitest';
import { addSecretRow, type FormerSecrets } from '../../src/model/secret-rows.ts';
import { emptyState } from '../../src/model/state.ts';
import { formatFacts, parseFacts } from '../../src/record/record-format.ts';

const LEFT = emptyState();
addSecretRow(LEFT, { kind: 'key', name: 'Two' }, 'Production;*');
addSecretRow(LEFT, { kind: 'key', name: 'one' }, 'Production;*');
addSecretRow(LEFT, { kind: 'key', name: 'one' }, '*');
addSecretRow(LEFT, { kind: 'file', name: '__proto__' }, '*');

test('names and contexts, sorted, and never a text', () => {
  const text =
    formatFacts({ types: new Map([['one', 'Integer']]), attributes: new Map(), secrets: LEFT }) ??
    '';
  expect(JSON.parse(text)).toEqual({
    version: 1,
    types: { one: 'Integer' },
    secrets: {
      keys: { one: ['*', 'Production;*'], Two: ['Production;*'] },
      files: JSON.parse('{"__proto__":["*"]}'),
    },
  });
  expect(parseFacts(text)).toEqual({
    types: new Map([['one', 'Integer']]),
    attributes: new Map(),
    secrets: LEFT,
  });
});

test('nothing is written where there is nothing to say', () => {
  expect(
    formatFacts({ types: new Map(), attributes: new Map(), secrets: emptyState() }),
  ).toBeUndefined();
});

test.each<[string, string | undefined, FormerSecrets]>([
  ['no facts', undefined, emptyState()],
  ['facts of an earlier version', '{"version":1,"types":{"a":"List"}}', emptyState()],
  [
    'that it is not known',
    formatFacts({ types: new Map(), attributes: new Map(), secrets: 'unknown' }),
    'unknown',
  ],
  ['no JSON', '{', 'unknown'],
  ['a list', '[]', 'unknown'],
  ['names of a later version', '{"secrets":{"keys":{"a":"*"},"files":{}}}', 'unknown'],
  ['contexts of a later version', '{"secrets":{"keys":{"a":[1]},"files":{}}}', 'unknown'],
  ['no files', '{"secrets":{"keys":{}}}', 'unknown'],
])('of %s', (_, text, secrets) => {
  expect(parseFacts(text).secrets).toEqual(secrets);
});
