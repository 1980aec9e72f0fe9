// The property "promise = outcome" in a terminal: an apply does what the plan before it shows, or the plan says why not.
import { expect, test } from 'vitest';
import { inLanes, RUNS, SEED } from './lanes.ts';
import { allPairs, bySeed, textOf } from './situations.ts';
import { judgeHere, playHere, STANDS } from './terminal.ts';

/** Of all pairs, one of so many, each with another stand. */
const EVERY = RUNS === 0 ? 33 : 1;

const situations = [
  ...allPairs().filter((_, at) => at % EVERY === 0),
  ...Array.from({ length: RUNS / 4 }, (_, i) => bySeed(SEED + i)),
];

test(
  `${situations.length} situations of a terminal, seeds from ${SEED}`,
  async () => {
    const faults: string[] = [];
    await inLanes(situations, async (situation, at) => {
      const stand = STANDS[at % STANDS.length] ?? 'branch';
      const wrong = judgeHere(await playHere({ ...situation, targets: 'one' }, stand), stand);
      if (wrong.length > 0) faults.push(`${stand}: ${textOf(situation)}\n  ${wrong.join('\n  ')}`);
    });
    expect(
      faults.join('\n\n'),
      `${faults.length} of ${situations.length} situations break the property`,
    ).toBe('');
  },
  900_000 + situations.length * 5_000,
);
