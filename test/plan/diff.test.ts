// diff, complete and the prune modes as tables: desired, live and last applied in, changes out.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, type Given, liveOf, planOf, pushTo } from '../helpers/repository.ts';

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

const V = (context: string, value: string | null) => ({ context, value });

/** What the server has in the tables below. */
const LIVE = [
  { key: 'a', push: true, values: [V('*;*', '1'), V('P;*', '2')] },
  { key: 'number', vdt: 'Integer', readme: 'r', push: true, values: [V('*;*', '10')] },
  { key: 'map', vdt: 'Map', push: true, values: [V('*;*', '{ "x": 1 }')] },
  { file: 'f', context: '*;*', content: 'x' },
  { file: 'f', context: 'P;*', content: 'y' },
];

function live() {
  return liveOf(pushTo(emptyRepository(), { enableKeyCreation: true, data: LIVE }));
}

function changes(desired: string, options: Partial<Given> = {}): string[] {
  return shown(planOf({ desired: stateOf(desired), live: live(), ...options }).changes);
}

describe('the changes', () => {
  it.each([
    ['nothing declared', 'keys: {}', []],
    [
      'all as it is',
      'keys: { a: { values: { "*": 1, P;*: 2 } }, number: 10 }\nfiles: { f: { "*": { content: x } } }',
      [],
    ],
    ['a value', 'keys: { a: 3 }', ['~ a [*;*] "1" → "3"']],
    [
      'a value in another spelling of its key and context',
      'keys: { A: { values: { p;*: 3 } } }',
      ['~ a [P;*] "2" → "3"'],
    ],
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
      'a value that must not exist',
      'keys: { a: { values: { P;*: { opp: delete }, P;W: { opp: delete } } } }',
      ['- a [P;*] "2"'],
    ],
    [
      'a file that must not exist',
      'files: { f: { P;*: { opp: delete } } }',
      ['- file f [P;*] "y"'],
    ],
    [
      'absence of what is not there',
      'keys: { b: { opp: delete }, c: { value: { opp: delete } } }\nfiles: { g: { "*": { opp: delete } } }',
      [],
    ],
  ])('for %s', (_, desired, expected) => {
    expect(changes(desired)).toEqual(expected);
  });

  it('without value types keep the type of an existing key', () => {
    expect(
      changes('keys: { number: { vdt: Long, value: 11 }, b: { vdt: Long, value: 1 } }', {
        settings: { vdtEnabled: false },
      }),
    ).toEqual(['+ b (key)', '+ b [*;*] "1"', '~ number [*;*] "10" → "11"']);
  });

  it('take the form in which the server stores', () => {
    const desired = stateOf(
      'keys: { d: { vdt: Double, value: .5 }, m: { vdt: Map, value: " " }, l: { vdt: List, value: "" } }',
    );
    const after = planOf({ desired, live: live() }).changes.flatMap((change) =>
      change.kind === 'value' ? [change.after] : [],
    );
    expect(after).toEqual(['0.5', '[]', '{}']);
  });

  it('say the line that asks for each, or the line that is gone', () => {
    const lastApplied = stateOf(
      'keys:\n  a: { values: { P;*: 2 } }\nfiles:\n  f: { P;*: { content: y } }\n',
    );
    const plan = planOf({
      desired: stateOf('keys:\n  a: 3\n  b:\n    value: 1\n'),
      live: live(),
      lastApplied,
    });
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
