// A push is atomic, and does not modify the given state.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { push } from '../../src/server/push.ts';
import { createRepository, type Repository } from '../../src/server/state.ts';
import { toStored } from '../../src/server/data-file.ts';
import { SHOP } from '../helpers/server.ts';

const now = () => new Date(0);
const random = () => 'token';

function send(repository: Repository, data: unknown[], enableKeyCreation = true) {
  const body = JSON.stringify({ enableKeyCreation, data });
  return push(repository, { body, force: false, now });
}

function after(result: ReturnType<typeof push>): Repository {
  if ('rejection' in result) throw new Error(result.rejection.message);
  return result.repository;
}

function shop(): Repository {
  const data = [
    {
      key: 'a',
      push: true,
      values: ['*;*', 'P;*', 'P;W'].map((context) => ({ context, value: '1' })),
    },
    { key: 'b', push: true, readme: 'r', values: [{ context: '*;*', value: '1' }] },
    { file: 'f', context: '*;*', content: 'x' },
    { file: 'd/g', context: 'P;*', content: 'x' },
  ];
  return after(send(createRepository(SHOP, { now, random }), data));
}

const context = fc.constantFrom('*;*', 'P;*', 'P;W', 'p;w', 'N;*', 'N;M');
const opp = fc.constantFrom({}, {}, { opp: 'delete' });
const value = fc
  .tuple(context, opp, fc.constantFrom({}, { value: '1' }, { value: '2' }, { active: false }))
  .map(([at, how, what]) => ({ context: at, ...how, ...what }));
const keyEntry = fc
  .tuple(
    fc.constantFrom('a', 'A', 'b', 'c'),
    fc.constantFrom(
      {},
      {},
      { opp: 'delete' },
      { readme: 'new' },
      { deprecated: true },
      { vdt: 'Code' },
    ),
    fc.array(value, { maxLength: 4 }),
  )
  .map(([key, how, values]) => ({ key, push: true, ...how, values }));
const fileEntry = fc
  .tuple(fc.constantFrom('f', 'd/g', 'new'), context, opp)
  .map(([file, at, how]) => ({ file, context: at, content: 'y', ...how }));
const entries = fc.array(fc.oneof(keyEntry, fileEntry), { maxLength: 6 });

describe('a push', () => {
  it('changes nothing if its last entry is rejected', () => {
    fc.assert(
      fc.property(entries, (data) => {
        const repository = shop();
        const before = toStored([repository]);
        const result = send(repository, [
          ...data,
          { key: 'z', values: [{ context: 'one', value: '' }] },
        ]);
        expect('rejection' in result).toBe(true);
        expect(toStored([repository])).toBe(before);
      }),
    );
  });

  it('does not modify the given state', () => {
    fc.assert(
      fc.property(entries, (data) => {
        const repository = shop();
        const before = toStored([repository]);
        send(repository, data);
        expect(toStored([repository])).toBe(before);
      }),
    );
  });

  it('creates a revision only if something changed', () => {
    fc.assert(
      fc.property(entries, (data) => {
        const repository = shop();
        const result = send(repository, data);
        if ('rejection' in result) return;
        const stored = (one: Repository) => toStored([{ ...one, history: [] }]);
        const differs = stored(result.repository) !== stored(repository);
        expect(result.revision !== undefined || !differs).toBe(true);
        if (differs) expect(result.repository.history).toHaveLength(2);
      }),
    );
  });

  it('records who pushed, and when', () => {
    const body = JSON.stringify({ changeComment: 'why', data: [{ key: 'b', opp: 'delete' }] });
    const repository = after(
      push(shop(), { body, force: false, token: 'plain', application: 'ci', now }),
    );
    expect(repository.history.at(-1)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      token: 'plain',
      application: 'ci',
      comment: 'why',
      replaced: expect.anything(),
    });
  });
});
