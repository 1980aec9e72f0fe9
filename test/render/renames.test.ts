// Keys and files that go and come with the same values are shown as renamed.
import { describe, expect, it } from 'vitest';
import type { Change, RowChange } from '../../src/model/plan.ts';
import { renamesIn } from '../../src/render/renames.ts';
import { fileChange, keyChange, shownPlan, valueChange } from '../helpers/plans.ts';

type Values = Record<string, string>;

function gone(key: string, values: Values, rest: Partial<RowChange> = {}): Change[] {
  const rows = Object.entries(values).map(([context, before]) =>
    valueChange({ key, context, before, ...rest }),
  );
  return [keyChange({ key, action: 'delete', values: rows.length }), ...rows];
}

function come(key: string, values: Values, rest: Partial<RowChange> = {}): Change[] {
  const rows = Object.entries(values).map(([context, after]) =>
    valueChange({ key, context, after, ...rest }),
  );
  return [keyChange({ key, action: 'create', values: rows.length }), ...rows];
}

const VALUES = { '*;*': 'a', 'Production;*': 'b' };
const HIDDEN = { '*;*': 'user hunter-two' };
const LINE = { start: 0, end: 15 };
const names = (changes: Change[]) =>
  renamesIn(shownPlan({ changes })).map(({ from, to }) => `${from} → ${to}`);

describe('a rename', () => {
  it('is a key that goes and one that comes with the same values', () => {
    expect(names([...come('new', VALUES), ...gone('old', VALUES)])).toEqual(['old → new']);
  });

  it('is a file of which nothing is left, and one that was not there', () => {
    const affects = (side: 'before' | 'after') => ({
      isExact: true,
      regions: [{ contexts: { elements: ['*', '*'], except: [] }, [side]: { context: '*;*' } }],
    });
    const created = fileChange({ path: 'new', after: 'x', affects: affects('after') });
    const deleted = fileChange({ path: 'old', before: 'x', affects: affects('before') });
    expect(names([created, deleted])).toEqual(['old → new']);
    expect(
      names([created, { ...deleted, affects: { ...affects('before'), isExact: false } }]),
    ).toEqual([]);
    const fallsBack = { contexts: { elements: ['*', '*'], except: [] }, after: { context: '*;*' } };
    expect(
      names([created, { ...deleted, affects: { isExact: true, regions: [fallsBack] } }]),
    ).toEqual([]);
  });

  it.each<[string, Change[]]>([
    ['with another value', [...come('new', { ...VALUES, '*;*': 'c' }), ...gone('old', VALUES)]],
    [
      'in another context',
      [...come('new', { '*;*': 'a' }), ...gone('old', { 'Production;*': 'a' })],
    ],
    ['of another type', [...come('new', VALUES, { vdt: 'Code' }), ...gone('old', VALUES)]],
    [
      'where two names go',
      [...come('new', VALUES), ...gone('old', VALUES), ...gone('other', VALUES)],
    ],
    [
      'where two names come',
      [...come('new', VALUES), ...come('newer', VALUES), ...gone('old', VALUES)],
    ],
    [
      'that is a secret',
      [...come('new', VALUES, { secret: true }), ...gone('old', VALUES, { secret: true })],
    ],
    [
      'that holds a secret',
      [
        ...come('new', HIDDEN, { secrets: { before: [], after: [LINE], texts: ['hunter-two'] } }),
        ...gone('old', HIDDEN, { secrets: { before: [LINE], after: [], texts: ['hunter-two'] } }),
      ],
    ],
    ['that overwrites drift', [...come('new', VALUES, { cause: 'drift' }), ...gone('old', VALUES)]],
    [
      'that was pending before',
      [...come('new', VALUES, { pending: true }), ...gone('old', VALUES)],
    ],
    ['of a key that stays', [...come('new', VALUES), ...gone('old', VALUES).slice(1)]],
  ])('is not one %s', (_, changes) => {
    expect(names(changes)).toEqual([]);
  });
});
