// A push is atomic, and does not modify the given state.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { push } from '../../src/server/push.ts';
import type { Repository } from '../../src/server/state.ts';
import { toStored } from '../../src/server/data-file.ts';
import { emptyRepository } from '../helpers/repository.ts';

const now = () => new Date(0);

function send(repository: Repository, data: unknown[], enableKeyCreation = true) {
  const body = JSON.stringify({ enableKeyCreation, data });
  return push(repository, { body, force: false, now });
}

function after(result: ReturnType<typeof push>): Repository {
  if ('rejection' in result) throw new Error(result.rejection.message);
  return result.repository;
}

function shop(): Repository {
  const values = ['*;*', 'P;*', 'P;W'].map((context) => ({ context, value: '1' }));
  const data = [
    { key: 'a', push: true, values },
    { key: 'b', push: true, readme: 'r', values: values.slice(0, 1) },
    { file: 'f', context: '*;*', content: 'x' },
    { file: 'd/g', context: 'P;*', content: 'x' },
  ];
  return after(send(emptyRepository(), data));
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
      ...[{}, {}, { opp: 'delete' }, { readme: 'new' }],
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
  it('changes nothing if its last entry is rejected, and never the given state', () => {
    const last = fc.constantFrom([], [{ key: 'z', values: [{ context: 'one', value: '' }] }]);
    fc.assert(
      fc.property(entries, last, (data, rejected) => {
        const repository = shop();
        const before = toStored([repository]);
        const result = send(repository, [...data, ...rejected]);
        if (rejected.length > 0) expect('rejection' in result).toBe(true);
        expect(toStored([repository])).toBe(before);
        if ('rejection' in result) return;
        const stored = (one: Repository) => toStored([{ ...one, history: [] }]);
        const differs = stored(result.repository) !== stored(repository);
        expect(result.revision !== undefined || !differs, 'a change is a revision').toBe(true);
        if (differs) expect(result.repository.history).toHaveLength(2);
      }),
      { numRuns: 200 },
    );
  });

  it('records who pushed, and when', () => {
    const body = JSON.stringify({ changeComment: 'why', data: [{ key: 'b', opp: 'delete' }] });
    const by = { token: 'plain', application: 'ci' };
    const { history } = after(push(shop(), { body, force: false, ...by, now }));
    expect(history.at(-1)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      ...by,
      comment: 'why',
      replaced: expect.anything(),
    });
  });
});
