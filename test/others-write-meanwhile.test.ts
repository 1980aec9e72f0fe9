// Others write before any question of an apply: what is theirs stays, and nothing of it is written over without a word.
import { describe, expect, test } from 'vitest';
import { around } from '../src/world/around.ts';
import { AT_HAND } from './helpers/interruptions.ts';
import { ended, endedApproved, MemoryProcess, Outside } from './helpers/memory.ts';
import { representatives } from './helpers/suite.ts';
import { withKeys } from './helpers/team.ts';

/** The plan changes `changed`, creates `new`, and deletes `gone` if it is told so. */
const BEFORE = withKeys('{ changed: { values: { "*": 1, Prod;*: 1 } }, gone: 1, kept: 1 }');
const AFTER = {
  changes: withKeys('{ changed: { values: { "*": 1, Prod;*: 2 } }, gone: 1, kept: 1, new: 1 }'),
  deletes: withKeys('{ changed: { values: { "*": 1, Prod;*: 2 } }, kept: 1, new: 1 }'),
};

const value = (key: string, context: string) => ({
  key,
  push: true,
  values: [{ context, value: 'theirs' }],
});

/**
 * What others write. `theirs`: no project declares it, so it is never lost. `ours`: a plan that was made before does not
 * touch it. `touched`: the plan does.
 */
const WRITES = {
  'a value that changes': { data: value('changed', 'Prod;*'), of: 'touched' },
  'a lock of a key that changes': {
    data: { ...value('changed', 'Dev;*'), push: false },
    of: 'theirs',
  },
  'another value of a key that changes': { data: value('changed', 'Dev;*'), of: 'theirs' },
  'a value that stays': { data: value('kept', '*;*'), of: 'ours' },
  'a key that is created': { data: value('new', '*;*'), of: 'touched' },
  'another value of a key that is created': { data: value('new', 'Dev;*'), of: 'theirs' },
  'a key that nobody declares': { data: value('other', '*;*'), of: 'theirs' },
  'another value of a key that goes': { data: value('gone', 'Dev;*'), of: 'theirs' },
} as const;

/** One apply, and what others write before its n-th question, from 1. */
async function applied(outside: Outside, data: object, n: number) {
  const asked: string[] = [];
  const process = new MemoryProcess(outside, { run: 'mine' });
  const world = around(process.world, async (question, ask) => {
    const [name = ''] = question.split(' ');
    if (AT_HAND.includes(name)) return ask();
    asked.push(name);
    if (asked.length === n) outside.push([data]);
    // A plan that is fresh is pushed without another look.
    if (name === 'writeCommits') outside.now = new Date(outside.now.getTime() + 60_000);
    return ask();
  });
  const [row] = (await ended([{ process, world }])).rows;
  return {
    asked,
    outcome: row?.error?.code ?? row?.outcome,
    /** Whether the plan has what others wrote. */
    isPlanned: JSON.stringify([row?.plan?.changes, row?.plan?.drift]).includes('theirs'),
    /** Whether the server has it in the end. */
    isTheirs: outside.rows().some((text) => text.endsWith(': theirs')),
  };
}

const CASES = (['export', 'token'] as const).flatMap((reads) =>
  (['changes', 'deletes'] as const).flatMap((what) =>
    Object.entries(WRITES).map(([name, write]) => [reads, what, name, write] as const),
  ),
);

describe('others write before a question of an apply', () => {
  test.for(representatives(CASES, 7))(
    'by %s, where the plan %s: %s',
    async ([reads, what, , { data, of }]) => {
      const before = new Outside({ isOpen: reads === 'export' });
      before.commit(BEFORE);
      expect(await endedApproved([new MemoryProcess(before, { run: 'first' })])).toMatchObject({
        code: 0,
      });
      before.commit(AFTER[what]);
      for (let n = 1; ; n++) {
        const { asked, outcome, isPlanned, isTheirs } = await applied(before.copy(), data, n);
        if (n > asked.length) return;
        const where = `before question ${n} of ${asked.join(' ')}: ${outcome}`;
        // Once it is recorded as begun, what it touches is read again: side by side, so that the first counts.
        const begun = asked.indexOf('moveRef');
        const isTooLate = begun >= 0 && n > begun + 2;
        if (of === 'theirs') {
          expect(isTheirs, where).toBe(true);
          if (data.push) expect(outcome, where).toBe('verified');
        } else if (of === 'ours') expect(isTheirs || isPlanned, where).toBe(true);
        // Written over only where the plan says so, or between the last read and the push: the server has no locks.
        else expect(isTheirs || isPlanned || isTooLate, where).toBe(true);
        if (of === 'touched' && isTheirs && n <= asked.indexOf('push') + 2)
          expect(outcome, where).not.toBe('verified');
      }
    },
  );
});
