// `every` of the project file: an element in which a key has no value, though an application gets one elsewhere.
import { expect, it } from 'vitest';
import { fileErrors, load } from '../helpers/project.ts';
import { unmark } from '../helpers/project.ts';

function errorsOf(every: string, lines: readonly string[]) {
  const { text, expected } = unmark('config/a.yaml', ['keys:', ...lines].join('\n'));
  const project = `levels: [Environment, Application]\nevery: ${every}\n`;
  const { diagnostics } = load({ 'confighub.yaml': project, 'config/a.yaml': text });
  return {
    found: fileErrors(diagnostics),
    expected,
    messages: diagnostics.map((one) => one.message),
  };
}

it('is an error at the value that has no counterpart', () => {
  const { found, expected, messages } = errorsOf('[Staging, Production]', [
    '  everywhere: 1',
    '  both: { values: { Staging;*: 1, Production;*: 2 } }',
    '  one.application: { values: { "*;Billing": 1 } }',
    '  empty: { values: { Staging;*: null, Production;*: "" } }',
    '  not.in.staging: { values: { «value-missing»Production;*: 1 } }',
    '  billing.only: { values: { «value-missing»Production;Billing: 1, Staging;Web: 1 } }',
    '  elsewhere: { values: { «value-missing»«value-missing»Test;*: 1 } }',
    '  own.row: { values: { Production;*: 1, Staging;*: 2, Test;Billing: 3 } }',
    '  gone: { opp: delete }',
  ]);
  expect(found.sort()).toEqual([...expected, 'config/a.yaml:7:52 value-missing'].sort());
  expect(messages).toContain(
    'not.in.staging has a value in `Production;*`, but none in `Staging;*`. `every` requires one for Staging (Environment).',
  );
});

it('exempts the keys that `!` names', () => {
  const keys = [
    '  debug.level: { values: { Test;*: 1, Staging;*: 1 } }',
    '  a: { values: { Test;*: 1, Staging;*: 1 } }',
  ];
  expect(errorsOf('[Staging, "!debug.*"]', keys).found).toEqual([]);
  expect(errorsOf('[Staging, Test, "!debug.*"]', keys).found).toEqual([]);
});

it('must name an element of one level', () => {
  const keys = ['  a: { values: { Staging;*: 1, "*;Web": 1 } }', '  b: { values: { Web;*: 1 } }'];
  expect(errorsOf('[Stagging]', keys).messages).toEqual([
    '`every` lists `Stagging`, which no value or file uses, so nothing is checked for it.',
  ]);
  expect(errorsOf('[Web]', keys).messages).toEqual([
    '`every` lists `Web`, which is an element of two levels.',
  ]);
});
