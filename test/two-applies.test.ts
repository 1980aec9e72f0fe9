// Two apply runs of one project are alive at once: each stops before any of its questions while the other one goes on. One
// pushes at a time, nothing that one of them applied is lost, and both end with what is true.
import { expect } from 'vitest';
import { EXIT } from '../src/errors.ts';
import { around } from '../src/world/around.ts';
import { apply } from './helpers/apply.ts';
import { AT_HAND } from './helpers/interruptions.ts';
import { ended, endedApproved, MemoryProcess, Outside } from './helpers/memory.ts';
import { representatives } from './helpers/suite.ts';
import { declaring, withKeys } from './helpers/team.ts';
import { test } from './helpers/test.ts';

const ROWS = {
  before: { changed: 0, gone: 0, kept: 0 },
  first: { changed: 1, kept: 0, one: 1 },
  second: { changed: 2, kept: 0, two: 2 },
};
/** What the first and the second one declare, and how they push it. */
const KINDS = {
  'the same commit': { of: ['first', 'first'], batch: '' },
  'a commit and the next one': { of: ['first', 'second'], batch: '' },
  'a commit and the next one, in several pushes': { of: ['first', 'second'], batch: 'batch: 1\n' },
} as const;

const rowsOf = (what: keyof typeof ROWS) =>
  Object.entries(ROWS[what]).map(([key, text]) => `${key} *;*: ${text}`);

function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** An apply that waits before its n-th question, from 1. */
function waiting(process: MemoryProcess, n: number, onPush: () => void) {
  const asked: string[] = [];
  const [reached, go] = [latch(), latch()];
  const world = around(process.world, async (question, ask) => {
    const [name = ''] = question.split(' ');
    if (AT_HAND.includes(name)) return ask();
    asked.push(name);
    if (asked.length === n) {
      reached.open();
      await go.opened;
    }
    if (name === 'push') onPush();
    return ask();
  });
  const start = async () => {
    const { code, rows } = await ended([{ process, world }]);
    const [row] = rows;
    const refusals = (row?.plan?.findings ?? []).filter(({ severity }) => severity === 'refusal');
    const codes = refusals.map((finding) => finding.code);
    return { code, outcome: row?.error?.code ?? [row?.outcome, ...codes].join(' ') };
  };
  return { asked, reached: reached.opened, go: go.open, start };
}

const KNOWN =
  /^(verified|nothing|taken-over|refused( (apply-running|apply-overtaken|older-commit|conflict|record-unconfirmed))+|changed-meanwhile|verify-failed|apply-lost)$/;

/** The questions of an apply in several pushes, and some more. */
const MOST = 30;
const CASES = Object.keys(KINDS).flatMap((kind) =>
  Array.from(
    { length: MOST * MOST },
    (_, i) => [kind as keyof typeof KINDS, Math.floor(i / MOST) + 1, (i % MOST) + 1] as const,
  ),
);

test.for(representatives(CASES, 61))(
  'end as one declares, or refused: %s, before questions %d and %d',
  async ([kind, one, two]) => {
    const { of, batch } = KINDS[kind];
    const outside = new Outside();
    const later = (minutes = 1) => {
      outside.now = new Date(outside.now.getTime() + minutes * 60_000);
    };
    const commit = (what: keyof typeof ROWS) =>
      outside.commit(withKeys(JSON.stringify(ROWS[what]), batch));
    const pushes: number[] = [];
    const prepared = (at: 0 | 1, n: number) => {
      commit(of[at]);
      const process = new MemoryProcess(outside, { run: `${at}` });
      return waiting(process, n, () => void pushes.push(at));
    };
    commit('before');
    await endedApproved([new MemoryProcess(outside, { run: 'before' })]);
    const [ada, bob] = [prepared(0, one), prepared(1, two)];

    // A plan is read again before its push once it is some time old.
    const first = ada.start();
    await Promise.race([ada.reached, first]);
    later();
    const second = bob.start();
    await Promise.race([bob.reached, second]);
    later();
    ada.go();
    const firstEnd = await first;
    later();
    bob.go();
    const ends = [firstEnd, await second];

    const found = outside.rows();
    const where = JSON.stringify({ ends, pushes, asked: [ada.asked, bob.asked], found });
    // One after the other.
    expect(pushes.filter((by, i) => by !== pushes[i - 1]).length, where).toBeLessThan(3);
    for (const [at, { code, outcome }] of ends.entries()) {
      expect(outcome, where).toMatch(KNOWN);
      // Nothing was sent, or something was.
      if (code === EXIT.error || code === EXIT.refused) expect(pushes, where).not.toContain(at);
      if (code === EXIT.unknown) expect(pushes, where).toContain(at);
    }
    const [isFirst, isSecond] = ends.map(({ code }) => code === EXIT.done);
    if (isFirst || isSecond) expect(found, where).toEqual(rowsOf(of[isSecond ? 1 : 0]));
    if (isFirst && isSecond) expect(outside.states(), where).toEqual(['done']);
    // What both of them left is known: the newest commit is applied without a question, and nothing is left behind.
    later(20);
    const last = waiting(new MemoryProcess(outside, { run: 'last' }), 0, () => undefined);
    expect((await last.start()).outcome, where).toMatch(/^(verified|nothing|taken-over)$/);
    expect(outside.rows(), where).toEqual(rowsOf(of[1]));
    expect(outside.states(), where).toEqual(['done']);
  },
);

test('with Git: an apply is refused if another one has moved the record since it was read', async ({
  team,
  ada,
  bob,
}) => {
  ada.commit(declaring('a'));
  bob.commit(declaring('a', 'b'));
  const onStep = async (step: string) => {
    if (step.startsWith('Recording the start')) await bob.apply();
  };
  const { outcome, plan } = await apply(ada.options(), ada.runtime({ onStep }));
  expect(outcome).toBe('refused');
  expect(plan.findings).toMatchObject([{ code: 'apply-overtaken' }]);
  expect(await team.keys()).toEqual(['a', 'b']);
});
