// Not recorded: rows left by races, texts that the database rejects, and what is embedded twice.
import { describe, expect, it, test } from 'vitest';
import { push } from '../../src/server/push.ts';
import { exportOf } from '../../src/server/reads.ts';
import type { Repository } from '../../src/server/state.ts';
import { emptyRepository } from '../helpers/repository.ts';

const now = () => new Date(0);
const KEY = { key: 'a', push: true, values: [{ context: '*;*', value: '1' }] };

type Shop = { repository: Repository };

function shop(): Shop {
  const one = { repository: emptyRepository() };
  send(one, [KEY]);
  return one;
}

/** The message of the rejection, or `undefined` after the shop has taken the push. */
function send(one: Shop, data: unknown[]): string | undefined {
  const body = JSON.stringify({ enableKeyCreation: true, data });
  const result = push(one.repository, { body, force: false, now });
  if ('rejection' in result) return result.rejection.message;
  one.repository = result.repository;
  return undefined;
}

function texts({ repository }: Shop): (string | null)[] {
  const rows = [...(repository.keys.get('a')?.rows.values() ?? [])].flat();
  return rows.map((row) => row.text);
}

test('two active rows of one context cannot be updated, and are deleted one by one, oldest first', () => {
  const one = shop();
  const rows = one.repository.keys.get('a')?.rows;
  const second = { serial: 99, context: '*;*', text: '2', active: true };
  rows?.set('*;*', [...(rows.get('*;*') ?? []), second]);
  const update = [{ key: 'a', values: [{ context: '*;*', value: '3' }] }];
  const remove = [{ key: 'a', values: [{ context: '*;*', opp: 'delete' }] }];
  expect(send(one, update)).toBe('Another value with the same context exists.');
  expect(send(one, remove)).toBeUndefined();
  expect(texts(one)).toEqual(['2']);
  expect(send(one, update)).toBeUndefined();
  expect(texts(one)).toEqual(['3']);
});

describe('NUL', () => {
  it.each([
    ['a value', { key: 'a', values: [{ context: '*;*', value: 'x\0' }] }],
    ['a readme', { key: 'a', push: true, readme: 'x\0' }],
    ['a file', { file: 'f', context: '*;*', content: '\0' }],
    ['a path', { file: 'f\0', context: '*;*', content: '' }],
  ])('is rejected in %s', (_, entry) => {
    const one = shop();
    expect(send(one, [entry])).toMatch(/^A relationship to another item exists/);
    expect(exportOf(one.repository, { omitFiles: false, omitValues: false })).toMatchObject({
      data: [{ key: 'a', readme: null, values: [{ value: '1' }] }],
    });
  });

  it('is harmless in a readme that is not stored', () => {
    const one = shop();
    expect(send(one, [{ key: 'a', readme: 'x\0' }])).toBeUndefined();
    expect(one.repository.keys.get('a')?.readme).toBeNull();
  });
});

test('the order is that of creation, including keys created again', () => {
  const one = shop();
  send(one, [{ ...KEY, key: 'b' }]);
  send(one, [{ key: 'a', opp: 'delete' }, KEY]);
  expect([...one.repository.keys.keys()]).toEqual(['b', 'a']);
});

test('a file that another one embeds on two ways is in no cycle', () => {
  const one = shop();
  const embedding = (key: string) => ({
    key,
    vdt: 'FileEmbed',
    values: [{ context: '*;*', value: 'inner' }],
  });
  const file = (name: string, content: string) => ({ file: name, context: '*;*', content });
  expect(send(one, [file('inner', ''), embedding('k1'), embedding('k2')])).toBeUndefined();
  expect(send(one, [file('outer', `\${k1} \${k2}`)])).toBeUndefined();
  expect(send(one, [file('inner', `\${k1}`)])).toMatch(/circular/i);
});
