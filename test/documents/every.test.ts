// `every` of the project file: an element in which a key has no value, though an application gets one elsewhere.
import { expect, it } from 'vitest';
import { load } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';

const project = (every: string) => ({
  'confighub.yaml': `levels: [Environment, Application]\nevery: ${every}\n`,
});

function messagesOf(every: string, keys: string): string[] {
  const { diagnostics } = load({ ...project(every), 'config/a.yaml': `keys:\n${keys}` });
  return diagnostics.map(({ message }) => message);
}

it('is an error at the value that has no counterpart', () => {
  const document = `keys:
  everywhere: 1
  both: { values: { Staging;*: 1, Production;*: 2 } }
  one.application: { values: { "*;Billing": 1 } }
  empty: { values: { Staging;*: null, Production;*: "" } }
  not.in.staging: { values: { «value-missing»Production;*: 1 } }
  one.of.each: { values: { «value-missing»Production;Billing: 1, «value-missing»Staging;Web: 1 } }
  elsewhere: { values: { «value-missing»«value-missing»Test;*: 1 } }
  own.row: { values: { Production;*: 1, Staging;*: 2, Test;Billing: 3 } }
  gone: { opp: delete }
`;
  const files = { ...project('[Staging, Production]'), 'config/a.yaml': document };
  expect(loadMarked(files).diagnostics.map(({ message }) => message)).toContain(
    'not.in.staging has a value in `Production;*`, but none in `Staging;*`. `every` requires one for Staging (Environment).',
  );
});

it('exempts the keys that `!` names', () => {
  const keys = `  debug.level: { values: { Test;*: 1, Staging;*: 1 } }
  a: { values: { Test;*: 1, Staging;*: 1 } }
`;
  expect(messagesOf('[Staging, "!debug.*"]', keys)).toEqual([]);
  expect(messagesOf('[Staging, Test, "!debug.*"]', keys)).toEqual([]);
});

it('must name an element of one level', () => {
  const keys = '  a: { values: { Staging;*: 1, "*;Web": 1 } }\n  b: { values: { Web;*: 1 } }\n';
  expect(messagesOf('[Stagging]', keys)).toEqual([
    '`every` lists `Stagging`, which no value or file uses, so nothing is checked for it.',
  ]);
  expect(messagesOf('[Web]', keys)).toEqual([
    '`every` lists `Web`, which is an element of two levels.',
  ]);
});
