// `batch`: what stays together, and what comes first.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { batchesOf, phasesNote, phasesOf } from '../../src/plan/push-batches.ts';
import { fileChange, keyChange, valueChange } from '../helpers/plans.ts';

const value = (key: string, context = '*;*') => valueChange({ key, context, after: 'x' });
const gone = (key: string) => valueChange({ key, before: 'x' });
const newKey = (key: string, values: number) => keyChange({ key, action: 'create', values });
const file = (path: string, after = 'x') => fileChange({ path, after });
const names = (batches: readonly (readonly Change[])[]) =>
  batches.map((batch) => batch.map(({ action, name }) => `${action} ${name}`).join(', '));

describe('phases', () => {
  it('take only what the server takes for a placeholder: no spaces beyond ASCII, whatever the case of the name', () => {
    const phases = (text: string) =>
      phasesOf({ changes: [newKey('a', 1), value('a'), file('f', text)] });
    expect(phases('${ A }')).toHaveLength(2);
    expect(phases('${\u00a0a}')).toHaveLength(1);
  });
});

describe('batches', () => {
  it.each<[what: string, batch: number, changes: Change[], batches: string[]]>([
    [
      'hold as many values and files as they may, and never a part of a key',
      2,
      [newKey('a', 2), value('a'), value('a', 'P;*'), value('b'), value('c'), value('d')],
      ['create a, create a, create a', 'create b, create c', 'create d'],
    ],
    [
      'begin with files, then keys, and end with what only goes, files first',
      1,
      [gone('a'), value('b'), fileChange({ path: 'f', before: 'x' }), file('g')],
      ['create g', 'create b', 'delete f', 'delete a'],
    ],
    [
      'keep what comes and what goes of one key together',
      2,
      [value('a', 'P;*'), gone('a'), gone('b')],
      ['create a, delete a', 'delete b'],
    ],
  ])('%s', (_, batch, changes, batches) => {
    expect(names(batchesOf(changes, batch))).toEqual(batches);
  });

  it('cut each phase by itself, and the plan says how many there are', () => {
    const changes = [newKey('a', 1), value('a'), value('b'), value('c'), file('f', '${a}')];
    const plan = { changes, batch: 2 };
    expect(names(phasesOf(plan))).toEqual(['create a, create a', 'create f, create b', 'create c']);
    expect(phasesNote(plan)).toMatch(
      /^An apply sends this to the server in 3 pushes of up to 2 values each, so it is not atomic: first the new keys/,
    );
    expect(phasesNote({ changes: [value('b')], batch: 2 })).toBeUndefined();
  });
});
