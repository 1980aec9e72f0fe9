// What the changes of a plan say beside what scenarios and properties show: kept types, stored forms, lines of the files.
import { expect, it } from 'vitest';
import { emptyState } from '../../src/model/state.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, send } from '../helpers/repository.ts';

const THERE = stateOf(`
keys:
  a: { values: { "*": 1, P;*: 2 } }
  number: { vdt: Integer, readme: r, value: 10 }
files:
  f: { "*": { content: x }, P;*: { content: y } }
`);
const live = liveOf(send(emptyRepository(), planOf({ desired: THERE, live: emptyState() })));

it('without value types, an existing key keeps its type', () => {
  const settings = { vdtEnabled: false };
  const desired = stateOf('keys: { number: { vdt: Long, value: 11 }, b: { vdt: Long, value: 1 } }');
  expect(planOf({ desired, live, settings }).changes).toMatchObject([
    { kind: 'key', action: 'create', name: 'b' },
    { kind: 'value', action: 'create', name: 'b', after: '1' },
    { kind: 'value', action: 'update', name: 'number', before: '10', after: '11' },
  ]);
});

it('a value is compared in the form in which the server stores it', () => {
  const desired = stateOf(
    'keys: { d: { vdt: Double, value: .5 }, m: { vdt: Map, value: " " }, l: { vdt: List, value: "" } }',
  );
  const values = planOf({ desired, live }).changes.filter(({ kind }) => kind === 'value');
  expect(values.map(({ after }) => after)).toEqual(['0.5', '[]', '{}']);
});

it('each change names the line that asks for it, or the line that is gone', () => {
  const lastApplied = stateOf(
    'keys:\n  a: { values: { P;*: 2 } }\nfiles:\n  f: { P;*: { content: y } }\n',
  );
  const desired = stateOf('keys:\n  a: 3\n  b:\n    value: 1\n');
  const { changes } = planOf({ desired, live, lastApplied });
  expect(changes.map(({ place, removedFrom }) => `${place ?? '-'} ${removedFrom ?? '-'}`)).toEqual([
    'config/doc.yaml:2:3 -',
    '- config/doc.yaml:2:18',
    'config/doc.yaml:3:3 -',
    'config/doc.yaml:4:5 -',
    '- config/doc.yaml:4:8',
  ]);
});
