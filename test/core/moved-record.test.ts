// The record of a renamed project, where the answer to the removal of the former one says nothing.
import { expect, test } from 'vitest';
import { begin, type Recording } from '../../src/core/record.ts';
import type { Records } from '../../src/core/world.ts';
import type { ApplyRecord } from '../../src/record/recorded-apply.ts';
import type { Move } from '../../src/record/refs.ts';

const [FORMER, OWN] = ['refs/confighub-sync/former', 'refs/confighub-sync/own'];
const HEAD = 'c0';

/** Begins where no removal has an answer. @param isDone whether it takes place all the same */
async function refsAfter(isDone: boolean): Promise<Record<string, string>> {
  const refs = new Map([[FORMER, HEAD]]);
  let commits = 0;
  const move = ({ ref, commit }: Move) =>
    commit === undefined ? refs.delete(ref) : refs.set(ref, commit);
  const done = {
    state: 'done',
    commit: HEAD,
    id: 'first',
    projectFile: 'a.yaml',
    kept: [],
    tookOver: [],
    summary: 'Apply',
  };
  const record = { refs, head: undefined, done, begun: [] } as unknown as ApplyRecord;
  const former = { ref: FORMER, head: HEAD, projectFile: 'a.yaml' };
  const world: Partial<Records> = {
    currentRecord: async () => ({ ...record, refs: new Map(refs) }),
    writeCommits: async (all) => all.map(() => `c${++commits}`),
    moveRef: async (given) => {
      const isRemoval = given.ref === FORMER;
      if (!isRemoval || isDone) move(given);
      return isRemoval ? { outcome: 'unreachable', reason: 'an outage' } : { outcome: 'moved' };
    },
    newId: () => 'second',
  };
  const now = new Date('2024-05-06T07:08:09Z');
  const apply = {
    now,
    until: now,
    source: 's1',
    summary: 'Apply',
    ids: new Map(),
    files: new Map(),
    types: new Map(),
    attributes: new Map(),
    secrets: 'unknown',
    kept: [],
    tookOver: [],
  };
  const place = { ref: OWN, projectFile: 'b.yaml' };
  const result = await begin(
    world as Records,
    place as never,
    { ...record, former },
    apply as unknown as Recording & { until: Date },
  );
  expect(result).toMatchObject({ outcome: 'unreachable' });
  return Object.fromEntries(refs);
}

test('stays where it was if it is still there, so that an apply under that name holds the lock', async () => {
  expect(await refsAfter(false)).toEqual({ [FORMER]: HEAD });
});

test('is kept under the new name if it is gone', async () => {
  expect(Object.keys(await refsAfter(true))).toEqual([OWN]);
});
