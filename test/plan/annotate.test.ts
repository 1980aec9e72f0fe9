// What a change is marked with.
import { expect, test } from 'vitest';
import { contextId } from '../../src/model/context.ts';
import { secretNames } from '../../src/model/secrets.ts';
import { emptyState } from '../../src/model/state.ts';
import { annotated } from '../../src/plan/annotate.ts';
import { valueChange } from '../helpers/plans.ts';
import { inputOf } from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

// Searching all values of the key for each change took minutes.
test('a thousand changed values of a key with ten thousand are searched for secrets', () => {
  const contexts = Array.from({ length: 10_000 }, (_, i) => `*;App${i}`);
  const name = (i: number) => (i % 1000 === 0 ? 'password' : 'no.key');
  const rows = contexts.map((context, i) => ({ context, text: `${name(i)}=of-${context}` }));
  const key = { name: 'a', rows: new Map(rows.map((row) => [contextId(row.context), row])) };
  const desired = stateFrom({ keys: [key] });
  const changes = contexts
    .slice(0, 1000)
    .map((context) => valueChange({ key: 'a', context, after: 'x' }));
  const given = { desired, live: emptyState(), isSecretName: secretNames([]) };
  const [first] = annotated(changes, { ...inputOf(given), isTheirs: false });
  expect(first).toMatchObject({
    secrets: { texts: expect.arrayContaining(['of-*;App0', 'of-*;App9000']) },
  });
});
