// What no recording shows: rows that races left behind, and texts that the database does not take.
import { describe, expect, it } from 'vitest';
import { push } from '../../src/server/push.ts';
import { exportOf } from '../../src/server/reads.ts';
import { createRepository, type Repository } from '../../src/server/state.ts';
import { SHOP } from '../helpers/server.ts';

const now = () => new Date(0);
const KEY = { key: 'a', push: true, values: [{ context: '*;*', value: '1' }] };

function shop(): Repository {
  const repository = createRepository(SHOP, { now, random: () => 'token' });
  send(repository, [KEY]);
  return repository;
}

/** The message of the refusal, or `undefined`. */
function send(repository: Repository, data: unknown[]): string | undefined {
  const body = JSON.stringify({ enableKeyCreation: true, data });
  const result = push(repository, { body, force: false, now });
  return 'refusal' in result ? result.refusal.message : undefined;
}

function texts(repository: Repository): (string | null)[] {
  const rows = [...(repository.keys.get('a')?.rows.values() ?? [])].flat();
  return rows.map((row) => row.text);
}

describe('two active rows of one context', () => {
  it('cannot be written, and go one by one, the oldest first', () => {
    const repository = shop();
    const row = { serial: 99, context: '*;*', text: '2', active: true };
    repository.keys.get('a')?.rows.set('*;*', [...(repository.keys.get('a')?.rows.get('*;*') ?? []), row]);
    const update = [{ key: 'a', values: [{ context: '*;*', value: '3' }] }];
    const remove = [{ key: 'a', values: [{ context: '*;*', opp: 'delete' }] }];
    expect(send(repository, update)).toBe('Another value with the same context exists.');
    expect(send(repository, remove)).toBeUndefined();
    expect(texts(repository)).toEqual(['2']);
    expect(send(repository, update)).toBeUndefined();
    expect(texts(repository)).toEqual(['3']);
  });
});

describe('NUL', () => {
  it.each([
    ['a value', { key: 'a', values: [{ context: '*;*', value: 'x\0' }] }],
    ['a readme', { key: 'a', push: true, readme: 'x\0' }],
    ['a file', { file: 'f', context: '*;*', content: '\0' }],
    ['a path', { file: 'f\0', context: '*;*', content: '' }],
  ])('is refused in %s', (_, entry) => {
    const repository = shop();
    expect(send(repository, [entry])).toMatch(/^A relationship to another item exists/);
    expect(exportOf(repository, { omitFiles: false, omitValues: false })).toMatchObject({
      data: [{ key: 'a', readme: null, values: [{ value: '1' }] }],
    });
  });

  it('does no harm in a readme that is not stored', () => {
    const repository = shop();
    expect(send(repository, [{ key: 'a', readme: 'x\0' }])).toBeUndefined();
    expect(repository.keys.get('a')?.readme).toBeNull();
  });
});

describe('order', () => {
  it('is that of creation, also for what was made anew', () => {
    const repository = shop();
    send(repository, [{ ...KEY, key: 'b' }]);
    send(repository, [{ key: 'a', opp: 'delete' }, KEY]);
    expect([...repository.keys.keys()]).toEqual(['b', 'a']);
  });
});
