// Plan → push body: the grouping that the server needs (behaviour.md, sections 18.2 to 18.8), as a table.
import { describe, expect, it } from 'vitest';
import { type PushBody, pushBody } from '../../src/remote/push-body.ts';
import { keyChange } from '../helpers/plans.ts';
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

/** The key `a` declared with the values that it has, and more. */
const a = (more: string) => `keys: { a: { ${more}, values: { "*": 1, P;*: 2 } } }`;
const FILE = { file: 'f', context: '*;*', content: 'x' };

const ROWS: [what: string, desired: string, ...live: object[]][] = [
  [
    'a new key: type, push and all values in one entry',
    'keys: { b: { readme: r, values: { P;*: 2, "*": 1 } } }',
  ],
  ['a new deprecated key', 'keys: { b: { deprecated: true, value: 1 } }'],
  ['a new key without values needs `deprecated: false`', 'keys: { b: { vdt: Map } }'],
  ['a new deprecated key without values needs two entries', 'keys: { b: { deprecated: true } }'],
  [
    'a new locked key has one entry',
    'keys: { b: { push: false, deprecated: true, value: 1 }, c: { push: false, deprecated: true } }',
  ],
  [
    'an update has the type, and upserts before deletions',
    'keys: { a: { values: { P;*: 3 } } }',
    { ...A, vdt: 'Integer' },
  ],
  ['deletions alone have no other fields', 'keys: { a: { values: { P;*: 2 } } }', A],
  ['a readme alone needs the unchanged `push` as its trigger', a('readme: r'), A],
  ['so does `deprecated` alone', a('deprecated: true'), A],
  [
    'a readme with a value needs no trigger',
    'keys: { a: { readme: r, values: { "*": 3, P;*: 2 } } }',
    A,
  ],
  ['unlocking needs the unchanged `deprecated` as its trigger', a('push: true'), LOCKED],
  [
    'unlocking and deprecating at once need an empty element in `values`',
    a('push: true, deprecated: true'),
    LOCKED,
  ],
  [
    'without values, they need two entries',
    'keys: { a: { push: true, deprecated: true } }',
    { ...EMPTY, push: false },
  ],
  ['locking comes last', 'keys: { a: { push: false, readme: r, values: { "*": 3 } } }', A],
  [
    'a new type is a trigger itself, and its deletions have an entry of their own',
    'keys: { a: { vdt: Integer, readme: r, values: { "*": 1 } } }',
    A,
  ],
  ['a deleted key has no other fields', 'keys: {}', A],
  [
    'a renamed key is created under the new name, and the old one deleted',
    'keys: { b: { values: { "*": 1, P;*: 2 } } }',
    A,
  ],
  [
    'files are sent whole, before the keys, and deletions before creations',
    'keys: { r: { vdt: FileRef, value: g } }\nfiles: { g: { "*": { content: x } } }',
    FILE,
  ],
  [
    'null and the empty text remain different',
    'keys: { a: { values: { "*": null, P;*: "" } } }',
    A,
  ],
];

describe('the entries of a push', () => {
  it('are those in push-body.txt', async () => {
    const shown = ROWS.map(([what, desired, ...live]) => {
      const lines = body(desired, live).data.map((entry) => JSON.stringify(entry));
      return [`# ${what}`, ...lines].join('\n');
    });
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot('push-body.txt');
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
    const gone = ['*;*', 'P;*'].map((context) => ({ context, opp: 'delete' }));
    const { data } = body('keys: {}', [A], { prune: 'managed', lastApplied });
    expect(data).toEqual([{ key: 'a', values: gone }]);
  });

  it('delete a key at once if that is declared', () => {
    const { data } = body('keys: { a: { opp: delete } }', [A], { prune: 'managed' });
    expect(data).toEqual([{ key: 'a', opp: 'delete' }]);
  });

  it('do not rely on a change of type if the type on the server is unknown', () => {
    const before = { push: true, deprecated: false };
    const after = { vdt: 'Text', push: true, deprecated: true } as const;
    const { data } = pushBody({ changes: [keyChange({ key: 'a', before, after })] }, 'why');
    expect(data).toEqual([{ key: 'a', ...after }]);
    const created = { enableKeyCreation: true, data: [{ ...EMPTY, vdt: 'Text' }] };
    const there = pushTo(pushTo(emptyRepository(), created), { data });
    expect(liveOf(there).items.get('a')).toMatchObject(after);
  });

  it('are empty without differences', () => {
    expect(body('keys: { a: { values: { "*": 1, P;*: 2 } } }', [A]).data).toEqual([]);
  });
});
