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
  const trailers = { summary: 'Apply', kept: [], tookOver: [] };
  const done = { state: 'done', commit: HEAD, id: 'first', projectFile: 'a.yaml', ...trailers };
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
  const [ids, files, types, attributes] = [new Map(), new Map(), new Map(), new Map()];
  const described = { ids, files, types, attributes, secrets: 'unknown' };
  const apply = { now, until: now, source: 's1', ...trailers, ...described };
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

test.each([
  [
    'stays where it was if it is still there: an apply under that name holds the lock',
    false,
    { [FORMER]: HEAD },
  ],
  ['is kept under the new name if it is gone', true, { [OWN]: expect.stringMatching(/^c\d$/) }],
])('%s', async (_, isDone, refs) => {
  expect(await refsAfter(isDone)).toEqual(refs);
});
