// The server answers in the order of its hash tables: a list of unmanaged items has an order of its own.
import { expect, test } from 'vitest';
import { emptyState, type Row, type State } from '../../src/model/state.ts';
import { planOf } from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

const CONTEXTS = ['Prod;*', '*', 'Dev;Web'];

function listed(names: readonly string[], contexts: readonly string[]): unknown {
  const rows = new Map(
    contexts.map((context): [string, Row] => [context.toLowerCase(), { context, text: 'x' }]),
  );
  const live: State = stateFrom({
    keys: names.map((name) => ({ name, rows })),
    files: names.flatMap((path) => contexts.map((context) => ({ path, context, text: '' }))),
  });
  return planOf({ desired: emptyState(), live, listUnmanaged: true }).unmanagedItems;
}

test('keys before files, by name, broad contexts first, in whatever order the server has them', () => {
  const found = listed(['b', 'a'], CONTEXTS);
  expect(found).toEqual(listed(['a', 'b'], [...CONTEXTS].reverse()));
  expect(found).toMatchObject([
    ...['*;*', 'Dev;Web', 'Prod;*'].map((context) => ({ kind: 'value', name: 'a', context })),
    ...['*;*', 'Dev;Web', 'Prod;*'].map((context) => ({ kind: 'value', name: 'b', context })),
    ...['*;*', 'Dev;Web', 'Prod;*'].map((context) => ({ kind: 'file', name: 'a', context })),
    ...['*;*', 'Dev;Web', 'Prod;*'].map((context) => ({ kind: 'file', name: 'b', context })),
  ]);
});
