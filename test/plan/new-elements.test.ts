// What a plan says of context elements that a push creates, which nothing deletes again: refused or not.
import { expect, test } from 'vitest';
import { emptyState } from '../../src/model/state.ts';
import { stateOf } from '../helpers/project.ts';
import { planOf } from '../helpers/repository.ts';

/** The level Environment has one element, the level Application none. */
const ELEMENTS = [new Map([['staging', 'Staging']]), new Map<string, string>()];

function said(contexts: string[], allowNewContexts: string[] = []) {
  const rows = contexts.map((context) => `"${context}": 1`).join(', ');
  const desired = stateOf(`keys: { a: { values: { ${rows} } } }`);
  const plan = planOf({ desired, live: emptyState(), elements: ELEMENTS, allowNewContexts });
  const created = (texts: string[]) => texts.filter((text) => text.includes('permanently'));
  return {
    notes: created(plan.notes),
    refused: created(plan.findings.map(({ message }) => message)),
  };
}

test('the first elements of a level are created with a note, once each', () => {
  expect(said(['Staging;Web', '*;Web', '*;Billing'])).toEqual({
    notes: ['An apply permanently creates the elements `Billing` and `Web` of Application.'],
    refused: [],
  });
});

test('a further one is refused as what would be created, and created with a note once it is allowed', () => {
  expect(said(['Production;*'])).toEqual({
    notes: [],
    refused: ['This would permanently create the element `Production` of Environment.'],
  });
  expect(said(['Production;*'], ['production'])).toEqual({
    notes: ['An apply permanently creates the element `Production` of Environment.'],
    refused: [],
  });
  expect(said(['staging;*'])).toEqual({ notes: [], refused: [] });
});
