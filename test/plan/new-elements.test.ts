// What a plan says of context elements that a push creates, which nothing deletes again: refused or not.
import { expect, test } from 'vitest';
import { emptyState } from '../../src/model/state.ts';
import { stateOf } from '../helpers/project.ts';
import { type Given, planOf } from '../helpers/repository.ts';

/** The level Environment has these elements, the level Application none. */
const ENVIRONMENTS = ['Staging', 'Production'].map((name) => [name.toLowerCase(), name] as const);
const ELEMENTS = [new Map(ENVIRONMENTS), new Map<string, string>()];

function said(contexts: string[], allowNewContexts: string[] = [], more: Partial<Given> = {}) {
  const rows = contexts.map((context) => `"${context}": 1`).join(', ');
  const desired = stateOf(`keys: { a: { values: { ${rows} } } }`);
  const given = { desired, live: emptyState(), elements: ELEMENTS, allowNewContexts };
  const plan = planOf({ ...given, ...more });
  const created = (texts: string[]) => texts.filter((text) => text.includes('permanently'));
  return {
    notes: created(plan.notes),
    refused: created(plan.findings.map(({ message }) => message)),
    hints: plan.findings.map(({ hint }) => hint),
  };
}

test('the first elements of a level are created with a note, once each', () => {
  expect(said(['Staging;Web', '*;Web', '*;Billing'])).toMatchObject({
    notes: ['An apply permanently creates the elements `Billing` and `Web` of Application.'],
    refused: [],
  });
});

test('a further one is refused as what would be created, and created with a note once it is allowed', () => {
  expect(said(['Test;*'])).toMatchObject({
    notes: [],
    refused: ['This would permanently create the element `Test` of Environment.'],
  });
  expect(said(['Test;*'], ['test'])).toMatchObject({
    notes: ['An apply permanently creates the element `Test` of Environment.'],
    refused: [],
  });
  expect(said(['staging;*'])).toMatchObject({ notes: [], refused: [] });
});

test('the nearest element is named, and one line that allows all new ones, with those allowed already', () => {
  expect(said(['Prodution;*', 'QA;*']).hints).toEqual([
    'Did you mean `Production`? If not, add `Prodution` to `allowNewContexts` in confighub.yaml.',
    'If it is new, write `allowNewContexts: [QA]` in confighub.yaml.',
  ]);
  expect(new Set(said(['QA;*', 'UAT;*', 'Lab;*'], ['Lab']).hints)).toEqual(
    new Set(['If they are new, write `allowNewContexts: [Lab, QA, UAT]` in confighub.yaml.']),
  );
});

test('a name that only another level has is in the wrong order, unless it is allowed', () => {
  const used = { elements: ELEMENTS.with(1, new Map([['web', 'Web']])) };
  const note = 'An apply permanently creates the element `Staging` of Application.';
  const wrong = (ordered: string, name: string) =>
    `Write \`${ordered}\`. If the order is right, add \`${name}\` to \`allowNewContexts\` in confighub.yaml.`;
  const refused = { notes: [], hints: [wrong('Staging;*', 'Staging')] };
  expect(said(['*;Staging'], ['Test'], used)).toMatchObject(refused);
  expect(said(['*;Staging'], ['staging'], used)).toMatchObject({ notes: [note], hints: [] });
  // Also where it would be the first of its level, because first contexts are where the order goes wrong.
  expect(said(['*;Staging'])).toMatchObject(refused);
  // The name of a stage says nothing of other levels.
  const ofStage = { ...used, stageElements: ['Staging'] };
  expect(said(['*;Staging'], [], ofStage)).toMatchObject(refused);
  expect(said(['Web;Staging'], ['Staging'], used).hints).toEqual([wrong('Staging;Web', 'Web')]);
});
