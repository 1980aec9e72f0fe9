// The property "promise = outcome" of a pull request: what its comment says about the merge, the merge does.
import { expect, test } from 'vitest';
import { CAUSES, causeOf, judge, promiseOf } from './judge.ts';
import { IS_NIGHTLY_LIST, inLanes, RUNS, SEED } from './lanes.ts';
import { play } from './play.ts';
import { bySeed, pairsNotIn, type Situation, simpler, textOf } from './situations.ts';

const situations = Array.from({ length: RUNS }, (_, i) => bySeed(SEED + i));
/** So many faults are made simple. */
const SHOWN = 3;

test.runIf(IS_NIGHTLY_LIST)(
  'show all pairs of values, but for five in which one hides the other',
  () => {
    expect(pairsNotIn(situations)).toEqual([
      'files: submodule, record: none',
      'files: LFS, record: none',
      'record: of the branch, server: unreachable',
      'record: of the branch, apply: cancelled at its push',
      'record: of the branch, host: no origin after the push',
    ]);
  },
);

interface Fault {
  situation: Situation;
  wrong: readonly string[];
}

test(
  `${situations.length} situations of a pull request, seeds from ${SEED}`,
  async () => {
    const faults: Fault[] = [];
    const counts = new Map<string, number>();
    await inLanes(situations, async (situation) => {
      const played = await play(situation);
      const promised = causeOf(played.plan) ?? promiseOf(played.plan);
      counts.set(promised, (counts.get(promised) ?? 0) + 1);
      const wrong = judge(situation, played);
      if (wrong.length > 0) faults.push({ situation, wrong });
    });
    const shown = await Promise.all(faults.map((one, at) => (at < SHOWN ? simplest(one) : one)));
    const all = [...counts].map(([name, count]) => `${count} × ${name}`).sort();
    const words = shown.map(
      ({ situation, wrong }) => `${textOf(situation)}\n  ${wrong.join('\n  ')}`,
    );
    expect(
      words.join('\n\n'),
      `${faults.length} of ${situations.length} break the property (${all.join(', ')})`,
    ).toBe('');
    // A situation that is played again may be any.
    if (situations.length < 5) return;
    // A property that is never tried holds nothing; and of many situations, every cause that the table allows is needed.
    const needed = RUNS < 300 ? [] : [...Object.keys(CAUSES), 'nothing'];
    expect([...counts.keys()]).toEqual(expect.arrayContaining([...needed, 'applies', 'refused']));
    expect(counts.get('applies')).toBeGreaterThan(situations.length / 5);
  },
  900_000 + situations.length * 5_000,
);

/** With everything ordinary that the fault does not need. */
async function simplest(fault: Fault): Promise<Fault> {
  for (const situation of simpler(fault.situation)) {
    const wrong = judge(situation, await play(situation));
    if (wrong.length > 0) return simplest({ situation, wrong });
  }
  return fault;
}
