// `batch`: what stays together, and what comes first.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { batchesOf, phasesNote, phasesOf } from '../../src/plan/push-batches.ts';

const value = (key: string, action: Change['action'] = 'create', context = '*;*'): Change => ({
  kind: 'value',
  action,
  name: key,
  context,
  vdt: 'Text',
  ...(action === 'delete' ? { before: 'x' } : { after: 'x' }),
});
const newKey = (key: string, values: number): Change => ({
  kind: 'key',
  action: 'create',
  name: key,
  after: {},
  values,
});
const file = (path: string, action: Change['action'], after = 'x'): Change => ({
  kind: 'file',
  action,
  name: path,
  context: '*;*',
  ...(action === 'delete' ? { before: 'x' } : { after }),
});
const names = (batches: readonly (readonly Change[])[]) =>
  batches.map((batch) => batch.map((change) => `${change.action} ${change.name}`).join(', '));

describe('phases', () => {
  it('take only what the server takes for a placeholder: no spaces beyond ASCII, whatever the case of the name', () => {
    const changes = (text: string) => [newKey('a', 1), value('a'), file('f', 'create', text)];
    expect(phasesOf({ changes: changes('${ A }') })).toHaveLength(2);
    expect(phasesOf({ changes: changes('${\u00a0a}') })).toHaveLength(1);
  });
});

describe('batches', () => {
  it('hold as many values and files as they may, and never a part of a key', () => {
    const changes = [
      newKey('a', 3),
      value('a', 'create', '*;*'),
      value('a', 'create', 'P;*'),
      value('a', 'create', 'S;*'),
      value('b'),
      value('c'),
      value('d'),
    ];
    expect(names(batchesOf(changes, 2))).toEqual([
      'create a, create a, create a, create a',
      'create b, create c',
      'create d',
    ]);
  });

  it('begin with files, then keys, and end with what only goes, files first', () => {
    const changes = [value('a', 'delete'), value('b'), file('f', 'delete'), file('g', 'create')];
    expect(names(batchesOf(changes, 1))).toEqual(['create g', 'create b', 'delete f', 'delete a']);
  });

  it('keep what comes and what goes of one key together', () => {
    const changes = [value('a', 'create', 'P;*'), value('a', 'delete'), value('b', 'delete')];
    expect(names(batchesOf(changes, 2))).toEqual(['create a, delete a', 'delete b']);
  });

  it('cut each phase by itself, and the plan says how many there are', () => {
    const changes = [
      newKey('a', 1),
      value('a'),
      value('b'),
      value('c'),
      file('f', 'create', '${a}'),
    ];
    const plan = { changes, batch: 2 };
    expect(names(phasesOf(plan))).toEqual(['create a, create a', 'create f, create b', 'create c']);
    expect(phasesNote(plan)).toMatch(
      /^An apply sends this to the server in 3 pushes of up to 2 values each, so it is not atomic: first the new keys/,
    );
    expect(phasesNote({ changes: [value('b')], batch: 2 })).toBeUndefined();
  });
});
