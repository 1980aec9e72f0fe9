// Plan → push body: the grouping that the server needs (behaviour.md, sections 18.2 to 18.8), as a table.
import { describe, expect, it } from 'vitest';
import type { KeyChange } from '../../src/model/plan.ts';
import { type PushBody, pushBody } from '../../src/remote/push-body.ts';
import { stateOf } from '../helpers/project.ts';
import { emptyRepository, type Given, liveOf, planOf, pushTo } from '../helpers/repository.ts';

const values = (...texts: string[]) =>
  texts.map((value, i) => ({ context: ['*;*', 'P;*', 'N;*'][i], value }));

function body(desired: string, live: object[], options: Partial<Given> = {}): PushBody {
  const there = liveOf(pushTo(emptyRepository(), { enableKeyCreation: true, data: live }));
  const { changes } = planOf({ desired: stateOf(desired), live: there, prune: 'all', ...options });
  return pushBody({ changes }, 'why');
}

const A = { key: 'a', push: true, values: values('1', '2') };
const LOCKED = { ...A, push: false };
const EMPTY = { key: 'a', vdt: 'Code', push: true, deprecated: false };

describe('the entries of a push', () => {
  it.each([
    [
      'a new key: type, push and all values in one entry',
      'keys: { b: { readme: r, values: { P;*: 2, "*": 1 } } }',
      [],
      [{ key: 'b', vdt: 'Text', readme: 'r', push: true, values: values('1', '2') }],
    ],
    [
      'a new deprecated key',
      'keys: { b: { deprecated: true, value: 1 } }',
      [],
      [{ key: 'b', vdt: 'Text', push: true, deprecated: true, values: values('1') }],
    ],
    [
      'a new key without values needs `deprecated: false`',
      'keys: { b: { vdt: Map } }',
      [],
      [{ key: 'b', vdt: 'Map', push: true, deprecated: false }],
    ],
    [
      'a new deprecated key without values needs two entries',
      'keys: { b: { deprecated: true } }',
      [],
      [
        { key: 'b', vdt: 'Text', push: true, deprecated: false },
        { key: 'b', vdt: 'Text', push: true, deprecated: true },
      ],
    ],
    [
      'a key that is born locked has one entry',
      'keys: { b: { push: false, deprecated: true, value: 1 }, c: { push: false, deprecated: true } }',
      [],
      [
        { key: 'b', vdt: 'Text', push: false, deprecated: true, values: values('1') },
        { key: 'c', vdt: 'Text', push: false, deprecated: true },
      ],
    ],
    [
      'an update names the type, upserts before deletes',
      'keys: { a: { values: { P;*: 3 } } }',
      [{ ...A, vdt: 'Integer' }],
      [
        {
          key: 'a',
          vdt: 'Integer',
          values: [
            { context: 'P;*', value: '3' },
            { context: '*;*', opp: 'delete' },
          ],
        },
      ],
    ],
    [
      'deletes alone say nothing else',
      'keys: { a: { values: { P;*: 2 } } }',
      [A],
      [{ key: 'a', values: [{ context: '*;*', opp: 'delete' }] }],
    ],
    [
      'readme alone is triggered by the unchanged push',
      'keys: { a: { readme: r, values: { "*": 1, P;*: 2 } } }',
      [A],
      [{ key: 'a', vdt: 'Text', readme: 'r', push: true }],
    ],
    [
      'deprecated alone too',
      'keys: { a: { deprecated: true, values: { "*": 1, P;*: 2 } } }',
      [A],
      [{ key: 'a', vdt: 'Text', deprecated: true, push: true }],
    ],
    [
      'readme with a value needs no trigger',
      'keys: { a: { readme: r, values: { "*": 3, P;*: 2 } } }',
      [A],
      [{ key: 'a', vdt: 'Text', readme: 'r', values: values('3') }],
    ],
    [
      'unlocking is triggered by the unchanged deprecated',
      'keys: { a: { push: true, values: { "*": 1, P;*: 2 } } }',
      [LOCKED],
      [{ key: 'a', vdt: 'Text', push: true, deprecated: false }],
    ],
    [
      'unlocking and deprecating by a value element that says nothing',
      'keys: { a: { push: true, deprecated: true, values: { "*": 1, P;*: 2 } } }',
      [LOCKED],
      [{ key: 'a', vdt: 'Text', deprecated: true, push: true, values: [{ context: '*;*' }] }],
    ],
    [
      'the same without any value in two entries',
      'keys: { a: { push: true, deprecated: true } }',
      [{ ...EMPTY, push: false }],
      [
        { key: 'a', vdt: 'Code', deprecated: true, push: false },
        { key: 'a', vdt: 'Code', push: true, deprecated: true },
      ],
    ],
    [
      'locking comes last',
      'keys: { a: { push: false, readme: r, values: { "*": 3 } } }',
      [A],
      [
        {
          key: 'a',
          vdt: 'Text',
          readme: 'r',
          values: [
            { context: '*;*', value: '3' },
            { context: 'P;*', opp: 'delete' },
          ],
        },
        { key: 'a', vdt: 'Text', push: false, deprecated: false },
      ],
    ],
    [
      'a new type is trigger enough, and its deletes have an entry of their own',
      'keys: { a: { vdt: Integer, readme: r, values: { "*": 1 } } }',
      [A],
      [
        { key: 'a', vdt: 'Integer', readme: 'r' },
        { key: 'a', values: [{ context: 'P;*', opp: 'delete' }] },
      ],
    ],
    ['a deleted key says only that', 'keys: {}', [A], [{ key: 'a', opp: 'delete' }]],
    [
      'a renamed key is a new one and the old one deleted',
      'keys: { b: { values: { "*": 1, P;*: 2 } } }',
      [A],
      [
        { key: 'a', opp: 'delete' },
        { key: 'b', vdt: 'Text', push: true, values: values('1', '2') },
      ],
    ],
    [
      'files come whole, deletes before creates, and before the keys',
      'keys: { r: { vdt: FileRef, value: g } }\nfiles: { g: { "*": { content: x } } }',
      [{ file: 'f', context: '*;*', content: 'x' }],
      [
        { file: 'f', context: '*;*', opp: 'delete' },
        { file: 'g', context: '*;*', content: 'x' },
        { key: 'r', vdt: 'FileRef', push: true, values: values('g') },
      ],
    ],
    [
      'null and the empty text stay two',
      'keys: { a: { values: { "*": null, P;*: "" } } }',
      [A],
      [
        {
          key: 'a',
          vdt: 'Text',
          values: [
            { context: '*;*', value: null },
            { context: 'P;*', value: '' },
          ],
        },
      ],
    ],
  ])('%s', (_, desired, live, data) => {
    expect(body(desired, live).data).toEqual(data);
  });

  it('allow new keys only if there is one', () => {
    expect(body('keys: { a: { values: { "*": 3, P;*: 2 } } }', [A])).toEqual({
      changeComment: 'why',
      data: [{ key: 'a', vdt: 'Text', values: values('3') }],
    });
    expect(body('keys: { b: 1 }', []).enableKeyCreation).toBe(true);
  });

  it('delete a key value by value, so that values of others stay', () => {
    const lastApplied = stateOf('keys: { a: { values: { "*": 1, P;*: 2 } } }');
    expect(body('keys: {}', [A], { prune: 'managed', lastApplied }).data).toEqual([
      {
        key: 'a',
        values: [
          { context: '*;*', opp: 'delete' },
          { context: 'P;*', opp: 'delete' },
        ],
      },
    ]);
  });

  it('delete a key at once if that is declared', () => {
    expect(body('keys: { a: { opp: delete } }', [A], { prune: 'managed' }).data).toEqual([
      { key: 'a', opp: 'delete' },
    ]);
  });

  it('do not rely on a change of type if the type on the server is unknown', () => {
    const change: KeyChange = {
      kind: 'key',
      name: 'a',
      action: 'update',
      before: { push: true, deprecated: false },
      after: { vdt: 'Text', push: true, deprecated: true },
      values: 0,
    };
    const { data } = pushBody({ changes: [change] }, 'why');
    expect(data).toEqual([{ key: 'a', vdt: 'Text', deprecated: true, push: true }]);
    const there = liveOf(
      pushTo(
        pushTo(emptyRepository(), { enableKeyCreation: true, data: [{ ...EMPTY, vdt: 'Text' }] }),
        {
          data,
        },
      ),
    );
    expect(there.items.get('a')).toMatchObject(change.after ?? {});
  });

  it('are empty without differences', () => {
    expect(body('keys: { a: { values: { "*": 1, P;*: 2 } } }', [A]).data).toEqual([]);
  });
});
