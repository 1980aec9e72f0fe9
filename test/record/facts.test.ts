// What a record keeps besides documents: types, and the names of earlier secrets; and what other versions of it mean.
import { expect, test } from 'vitest';
import { addSecretRow, type FormerSecrets } from '../../src/model/secret-rows.ts';
import { emptyState } from '../../src/model/state.ts';
import { formatFacts, parseFacts } from '../../src/record/record-format.ts';

const NO_FACTS = { types: new Map<never, never>(), attributes: new Map() };

test('names and contexts, sorted, and never a text', () => {
  const secrets = emptyState();
  addSecretRow(secrets, { kind: 'key', name: 'Two' }, 'Production;*');
  addSecretRow(secrets, { kind: 'key', name: 'one' }, 'Production;*');
  addSecretRow(secrets, { kind: 'key', name: 'one' }, '*');
  addSecretRow(secrets, { kind: 'file', name: '__proto__' }, '*');
  const facts = { ...NO_FACTS, types: new Map([['one', 'Integer' as const]]), secrets };
  const text = formatFacts(facts) ?? '';
  expect(JSON.parse(text)).toEqual({
    version: 1,
    types: { one: 'Integer' },
    secrets: {
      keys: { one: ['*', 'Production;*'], Two: ['Production;*'] },
      files: JSON.parse('{"__proto__":["*"]}'),
    },
  });
  expect(parseFacts(text)).toEqual(facts);
});

test('nothing is written where there is nothing to say', () => {
  expect(formatFacts({ ...NO_FACTS, secrets: emptyState() })).toBeUndefined();
});

test.each<[string, string | undefined, FormerSecrets]>([
  ['no facts', undefined, emptyState()],
  ['facts of an earlier version', '{"version":1,"types":{"a":"List"}}', emptyState()],
  ['that it is not known', formatFacts({ ...NO_FACTS, secrets: 'unknown' }), 'unknown'],
  ['no JSON', '{', 'unknown'],
  ['a list', '[]', 'unknown'],
  ['names of a later version', '{"secrets":{"keys":{"a":"*"},"files":{}}}', 'unknown'],
  ['contexts of a later version', '{"secrets":{"keys":{"a":[1]},"files":{}}}', 'unknown'],
  ['no files', '{"secrets":{"keys":{}}}', 'unknown'],
])('of %s', (_, text, secrets) => {
  expect(parseFacts(text).secrets).toEqual(secrets);
});
