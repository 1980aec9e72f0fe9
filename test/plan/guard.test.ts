// Every guard rule, firing and not firing.
import { describe, expect, it } from 'vitest';
import { emptyState, type State } from '../../src/model/state.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { PlanInput } from '../../src/plan/input.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, liveOf, planOf, pushTo } from '../helpers/repository.ts';

function live(...data: object[]): State {
  return liveOf(pushTo(emptyRepository(), { enableKeyCreation: true, data }));
}
function key(name: string, value: string, more: object = {}): object {
  return { key: name, push: true, ...more, values: [{ context: '*;*', value }] };
}

interface Case extends Partial<Omit<PlanInput, 'desired'>> {
  desired: string;
}

/** `severity code place` of everything that guards find. */
function found({ desired, live: there = emptyState(), ...options }: Case): string[] {
  const { findings } = planOf({ desired: stateOf(desired), live: there, ...options });
  return findings.map(
    ({ severity, code, place }) =>
      `${severity} ${code}${place === undefined ? '' : ` ${place.line}:${place.column}`}`,
  );
}

const ELEMENTS = [new Set(['production', 'staging']), new Set<string>()];
const secured: State = {
  keys: new Map([
    [
      's',
      {
        name: 's',
        vdt: 'Text',
        push: true,
        deprecated: false,
        securityGroup: 'G',
        values: new Map([['*', { context: '*', text: 'x' }]]),
      },
    ],
  ]),
  files: new Map([['f\0*', { path: 'f', context: '*', content: 'x', securityGroup: 'G' }]]),
};
const doubled: State = {
  keys: new Map([
    [
      'd',
      {
        name: 'd',
        vdt: 'Text',
        push: true,
        deprecated: false,
        values: new Map([['*', { context: '*', text: 'x', duplicates: 1 }]]),
      },
    ],
  ]),
  files: new Map([['f\0*', { path: 'f', context: '*', content: 'x', duplicates: 2 }]]),
};

const TABLE: [code: string, what: string, fires: Case, expected: string[], not: Case][] = [
  [
    'max-deletes',
    'more deletions than the limit',
    {
      desired: 'keys: {}',
      live: live(key('a', '1'), key('b', '2'), { file: 'f', context: '*;*', content: '' }),
      prune: 'all',
      maxDeletes: 2,
    },
    ['refusal max-deletes'],
    {
      desired: 'keys: {}',
      live: live(key('a', '1'), key('b', '2'), { file: 'f', context: '*;*', content: '' }),
      prune: 'all',
      maxDeletes: 3,
    },
  ],
  [
    'max-deletes',
    'a key without values, unless it is forced',
    {
      desired: 'keys: { a: { opp: delete } }',
      live: live({ key: 'a', push: true, deprecated: false }),
      maxDeletes: 0,
    },
    ['refusal max-deletes'],
    {
      desired: 'keys: { a: { opp: delete } }',
      live: live({ key: 'a', push: true, deprecated: false }),
      maxDeletes: 0,
      force: true,
    },
  ],
  [
    'context-new',
    'an element that a level has not, once',
    {
      desired: 'keys:\n  a: { values: { Prodution;*: 1 } }\n  b: { values: { prodution;*: 1 } }\n'.replace(
        'prodution',
        'Prodution',
      ),
      elements: ELEMENTS,
    },
    ['refusal context-new 2:18'],
    { desired: 'keys: { a: { values: { PRODUCTION;Anything: 1 } } }', elements: ELEMENTS },
  ],
  [
    'context-new',
    'an element of a file, unless it is allowed',
    { desired: 'files: { f: { Test;*: { content: x } } }', elements: ELEMENTS },
    ['refusal context-new 1:15'],
    { desired: 'files: { f: { Test;*: { content: x } } }', elements: ELEMENTS, allowNewContexts: ['test'] },
  ],
  [
    'value-type',
    'a value that does not fit the type on the server',
    { desired: 'keys: { n: ten }', live: live(key('n', '1', { vdt: 'Integer' })) },
    ['refusal value-type 1:9'],
    { desired: 'keys: { n: 10 }', live: live(key('n', '1', { vdt: 'Integer' })) },
  ],
  [
    'vdt-leaves-bad-value',
    'a type that a value of others does not fit',
    { desired: 'keys: { n: { vdt: Integer } }', live: live(key('n', 'ten')) },
    ['refusal vdt-leaves-bad-value 1:9'],
    { desired: 'keys: { n: { vdt: Integer } }', live: live(key('n', '10')) },
  ],
  [
    'vdt-leaves-bad-value',
    'a bad value that stays, unless it is deleted with it',
    {
      desired: 'keys: { n: { vdt: Integer, values: { P;*: 1 } } }',
      live: live(key('n', 'ten')),
      prune: 'none',
    },
    ['refusal vdt-leaves-bad-value 1:9'],
    {
      desired: 'keys: { n: { vdt: Integer, values: { P;*: 1 } } }',
      live: live(key('n', 'ten')),
      prune: 'all',
    },
  ],
  [
    'vdt-not-known',
    'a key whose type nobody knows',
    { desired: 'keys: { a: 1 }', typesKnown: false, liveSource: 'none' },
    ['refusal vdt-not-known 1:9'],
    { desired: 'keys: { a: { vdt: Text, value: 1 } }', typesKnown: false, liveSource: 'none' },
  ],
  [
    'vdt-off',
    'types that are declared where they are switched off',
    {
      desired: 'keys: { n: { vdt: Integer, value: 2 } }',
      live: live(key('n', '1')),
      settings: { vdtEnabled: false },
    },
    ['warning vdt-off'],
    {
      desired: 'keys: { n: { vdt: Text, value: 2 } }',
      live: live(key('n', '1')),
      settings: { vdtEnabled: false },
    },
  ],
  [
    'last-value',
    'a declared key that would lose its last value',
    { desired: 'keys: { a: { readme: r, value: { opp: delete } } }', live: live(key('a', '1')) },
    ['refusal last-value 1:9'],
    {
      desired: 'keys: { a: { readme: r, values: { "*": { opp: delete }, P;*: 2 } } }',
      live: live(key('a', '1')),
    },
  ],
  [
    'secret-locked',
    'a key and a file of a security group',
    { desired: 'keys: { s: y }\nfiles: { f: { "*": { content: y } } }', live: secured },
    ['refusal secret-locked 1:9', 'refusal secret-locked 2:15'],
    { desired: 'keys: { s: x, t: 1 }\nfiles: { f: { "*": { content: x } } }', live: secured },
  ],
  [
    'duplicate-row',
    'a value and a file that the server holds twice',
    { desired: 'keys: { d: y }\nfiles: { f: { "*": { content: y } } }', live: doubled },
    ['refusal duplicate-row 1:9', 'refusal duplicate-row 2:15'],
    { desired: 'keys: { d: { values: { P;*: y } } }\nfiles: { f: { P;*: { content: y } } }', live: doubled },
  ],
  [
    'file-new-key',
    'a placeholder of a key that is nowhere',
    { desired: 'files: { f: { "*": { content: "${ a } ${b.c}" } } }', live: live(key('A', '1')) },
    ['refusal file-new-key 1:15'],
    {
      desired: 'keys: { b.c: 1 }\nfiles: { f: { "*": { content: "${ a } ${b.c} $b ${} ${x y}" } } }',
      live: live(key('A', '1')),
    },
  ],
  [
    'key-locked',
    'a change of a locked key',
    { desired: 'keys: { a: 2 }', live: live(key('a', '1', { push: false })) },
    ['warning key-locked 1:9'],
    { desired: 'keys: { a: 1, b: 2 }', live: live(key('a', '1', { push: false })) },
  ],
  [
    'key-locks-itself',
    'a key that is locked for good',
    { desired: 'keys: { a: { push: false, value: 1 } }', live: live(key('a', '1')) },
    ['warning key-locks-itself 1:9'],
    { desired: 'keys: { a: { push: true, value: 2 } }', live: live(key('a', '1')) },
  ],
];

describe('the guards', () => {
  it.each(TABLE)('%s: %s', (_, __, fires, expected, not) => {
    expect(found(fires)).toEqual(expected);
    expect(found(not)).toEqual([]);
  });

  it('are all in this table', () => {
    expect(RULES.map(({ code }) => code).sort()).toEqual([...new Set(TABLE.map(([code]) => code))].sort());
  });

  it('say nothing of a plan without changes', () => {
    expect(
      found({ desired: 'keys: { s: x }', live: secured, settings: { vdtEnabled: false }, typesKnown: false }),
    ).toEqual([]);
  });

  it('name the nearest element, and how a new one is allowed', () => {
    const plan = planOf({
      desired: stateOf('keys: { a: { values: { Prodution;*: 1, QA;*: 2 } } }'),
      live: emptyState(),
      elements: ELEMENTS,
    });
    expect(plan.findings.map(({ hint }) => hint)).toEqual([
      expect.stringMatching(/Did you mean `production`\? If not, add it to `allowNewContexts`/),
      expect.stringMatching(/^If it is new, add it to `allowNewContexts`/),
    ]);
  });

  it('never quote a value', () => {
    const plan = planOf({
      desired: stateOf('keys: { n: hunter-two }'),
      live: live(key('n', '123456', { vdt: 'Integer' })),
    });
    expect(plan.findings).toHaveLength(1);
    expect(JSON.stringify(plan.findings)).not.toMatch(/hunter|123456/);
  });
});
