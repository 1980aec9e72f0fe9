// diff, complete and the prune modes as tables: desired, live and last applied in, changes out.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { emptyState } from '../../src/model/state.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, type Given, liveOf, planOf, send } from '../helpers/repository.ts';

/** `~ a [P;*] "1" → "2"` for each change. */
function shown(changes: readonly Change[]): string[] {
  const symbols = { create: '+', update: '~', delete: '-' };
  return changes.map((change) => {
    const context = change.kind === 'key' ? '(key)' : `[${change.context}]`;
    const name = change.kind === 'file' ? `file ${change.name}` : change.name;
    const [before, after] = [change.before, change.after].map((one) =>
      one === undefined ? '' : JSON.stringify(one),
    );
    const text =
      change.kind === 'key' ? keyText(change) : [before, after].filter(Boolean).join(' → ');
    return `${symbols[change.action]} ${name} ${context} ${text}`.trimEnd();
  });
}

function keyText({ before = {}, after = {}, action }: Extract<Change, { kind: 'key' }>): string {
  if (action !== 'update') return '';
  const names = ['vdt', 'readme', 'deprecated', 'push'] as const;
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${before[name]} → ${after[name]}`)
    .join(', ');
}

/** What the server has in the tables below. */
const THERE = stateOf(`
keys:
  a: { values: { "*": 1, P;*: 2 } }
  number: { vdt: Integer, readme: r, value: 10 }
  map: { vdt: Map, value: '{ "x": 1 }' }
files:
  f: { "*": { content: x }, P;*: { content: y } }
`);
const live = liveOf(send(emptyRepository(), planOf({ desired: THERE, live: emptyState() })));

function changes(desired: string, options: Partial<Given> = {}): string[] {
  return shown(planOf({ desired: stateOf(desired), live, ...options }).changes);
}

describe('the changes', () => {
  it.each([
    ['nothing declared', 'keys: {}', []],
    ['all as it is', 'keys: { a: 1, number: 10 }\nfiles: { f: { "*": { content: x } } }', []],
    ['a value', 'keys: { a: 3 }', ['~ a [*;*] "1" → "3"']],
    ['another spelling', 'keys: { A: { values: { p;*: 3 } } }', ['~ a [P;*] "2" → "3"']],
    ['a new value', 'keys: { a: { values: { P;W: 3 } } }', ['+ a [P;W] "3"']],
    ['null', 'keys: { a: null }', ['~ a [*;*] "1" → null']],
    ['an empty text', 'keys: { a: "" }', ['~ a [*;*] "1" → ""']],
    ['a new key', 'keys: { b: 1 }', ['+ b (key)', '+ b [*;*] "1"']],
    ['a key without values', 'keys: { b: { readme: x } }', ['+ b (key)']],
    ['the type left out', 'keys: { number: 11 }', ['~ number [*;*] "10" → "11"']],
    ['another type', 'keys: { number: { vdt: Long } }', ['~ number (key) vdt Integer → Long']],
    [
      'metadata',
      'keys: { number: { readme: s, deprecated: true } }',
      ['~ number (key) readme r → s, deprecated false → true'],
    ],
    ['an empty readme', 'keys: { number: { readme: "" } }', ['~ number (key) readme r →']],
    [
      'metadata as it is',
      'keys: { number: { vdt: Integer, readme: r, deprecated: false, push: true } }',
      [],
    ],
    ['the same map in another form', 'keys: { map: { vdt: Map, value: { x: 1 } } }', []],
    [
      'another map',
      'keys: { map: { vdt: Map, value: { x: 2 } } }',
      ['~ map [*;*] "{ \\"x\\": 1 }" → "{\\"x\\":2}"'],
    ],
    [
      'the same map as a text in another form',
      'keys: { map: \'{"x":1}\' }',
      ['~ map [*;*] "{ \\"x\\": 1 }" → "{\\"x\\":1}"'],
    ],
    ['a file', 'files: { f: { "*": { content: z } } }', ['~ file f [*;*] "x" → "z"']],
    ['a file of another case', 'files: { F: { "*": { content: x } } }', ['+ file F [*;*] "x"']],
    [
      'a key that must not exist',
      'keys: { a: { opp: delete } }',
      ['- a (key)', '- a [*;*] "1"', '- a [P;*] "2"'],
    ],
    [
      'a value that must go',
      'keys: { a: { values: { P;*: { opp: delete } } } }',
      ['- a [P;*] "2"'],
    ],
    ['a file that must go', 'files: { f: { P;*: { opp: delete } } }', ['- file f [P;*] "y"']],
    [
      'no key that must go',
      'keys: { b: { opp: delete }, a: { values: { P;W: { opp: delete } } } }',
      [],
    ],
    ['no file that must go', 'files: { g: { "*": { opp: delete } } }', []],
  ])('for %s', (_, desired, expected) => {
    expect(changes(desired)).toEqual(expected);
  });

  it('without value types keep the type of an existing key', () => {
    const settings = { vdtEnabled: false };
    const desired = 'keys: { number: { vdt: Long, value: 11 }, b: { vdt: Long, value: 1 } }';
    expect(changes(desired, { settings })).toEqual([
      '+ b (key)',
      '+ b [*;*] "1"',
      '~ number [*;*] "10" → "11"',
    ]);
  });

  it('take the form in which the server stores', () => {
    const desired = stateOf(
      'keys: { d: { vdt: Double, value: .5 }, m: { vdt: Map, value: " " }, l: { vdt: List, value: "" } }',
    );
    const { changes } = planOf({ desired, live });
    expect(changes.filter(({ kind }) => kind === 'value').map(({ after }) => after)).toEqual([
      '0.5',
      '[]',
      '{}',
    ]);
  });

  it('say the line that asks for each, or the line that is gone', () => {
    const lastApplied = stateOf(
      'keys:\n  a: { values: { P;*: 2 } }\nfiles:\n  f: { P;*: { content: y } }\n',
    );
    const desired = stateOf('keys:\n  a: 3\n  b:\n    value: 1\n');
    const plan = planOf({ desired, live, lastApplied });
    const places = plan.changes.map(
      ({ place, removedFrom }) => `${place ?? '-'} ${removedFrom ?? '-'}`,
    );
    expect(places).toEqual([
      'config/doc.yaml:2:3 -',
      '- config/doc.yaml:2:18',
      'config/doc.yaml:3:3 -',
      'config/doc.yaml:4:5 -',
      '- config/doc.yaml:4:8',
    ]);
  });
});
