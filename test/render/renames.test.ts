// Keys and files that go and come with the same values are shown as renamed.
import { describe, expect, it } from 'vitest';
import type { Change, RowChange } from '../../src/model/plan.ts';
import { renamesIn } from '../../src/render/renames.ts';
import { fileChange, keyChange, shownPlan, valueChange } from '../helpers/plans.ts';

type Values = Record<string, string>;

/** All that a plan does to a key which it creates or deletes. */
function whole(action: 'create' | 'delete') {
  const side = action === 'create' ? 'after' : 'before';
  return (key: string, values: Values, rest: Partial<RowChange> = {}): Change[] => {
    const rows = Object.entries(values).map(([context, text]) =>
      valueChange({ key, context, [side]: text, ...rest }),
    );
    return [keyChange({ key, action, values: rows.length }), ...rows];
  };
}
const [come, gone] = [whole('create'), whole('delete')];

const VALUES = { '*;*': 'a', 'Production;*': 'b' };
const NEW = come('new', VALUES);
const OLD = gone('old', VALUES);
const HIDDEN = { '*;*': 'user hunter-two' };
const LINE = { start: 0, end: 15 };
const names = (changes: Change[]) =>
  renamesIn(shownPlan({ changes })).map(({ from, to }) => `${from} → ${to}`);

describe('a rename', () => {
  it('is a key that goes and one that comes with the same values', () => {
    expect(names([...NEW, ...OLD])).toEqual(['old → new']);
  });

  it('is a file of which nothing is left, and one that was not there', () => {
    const affects = (side: 'before' | 'after', isExact = true) => ({
      isExact,
      regions: [{ contexts: { elements: ['*', '*'], except: [] }, [side]: { context: '*;*' } }],
    });
    const created = fileChange({ path: 'new', after: 'x', affects: affects('after') });
    const deleted = fileChange({ path: 'old', before: 'x', affects: affects('before') });
    expect(names([created, deleted])).toEqual(['old → new']);
    for (const other of [affects('before', false), affects('after')])
      expect(names([created, { ...deleted, affects: other }])).toEqual([]);
  });

  const secrets = { before: [LINE], after: [LINE], texts: ['hunter-two'] };
  it.each(
    Object.entries({
      'with another value': [...come('new', { ...VALUES, '*;*': 'c' }), ...OLD],
      'in another context': [...come('new', { '*;*': 'a' }), ...gone('old', { 'Test;*': 'a' })],
      'of another type': [...come('new', VALUES, { vdt: 'Code' }), ...OLD],
      'where two names go': [...NEW, ...OLD, ...gone('other', VALUES)],
      'where two names come': [...NEW, ...come('newer', VALUES), ...OLD],
      'that is a secret': [
        ...come('new', VALUES, { secret: true }),
        ...gone('old', VALUES, { secret: true }),
      ],
      'that holds a secret': [
        ...come('new', HIDDEN, { secrets: { ...secrets, before: [] } }),
        ...gone('old', HIDDEN, { secrets: { ...secrets, after: [] } }),
      ],
      'that overwrites drift': [...come('new', VALUES, { cause: 'drift' }), ...OLD],
      'that was pending before': [...come('new', VALUES, { pending: true }), ...OLD],
      'of a key that stays': [...NEW, ...OLD.slice(1)],
    }),
  )('is not one %s', (_, changes) => {
    expect(names(changes)).toEqual([]);
  });
});
