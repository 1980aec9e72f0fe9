// The property "promise = outcome" in a terminal: an apply does what the plan before it shows, or the plan says why not.
import { expect, test } from 'vitest';
import { inLanes, RUNS, SEED } from './lanes.ts';
import { bySeed, textOf } from './situations.ts';
import { judgeHere, playHere, STANDS } from './terminal.ts';

/** Each with another stand. */
const situations = Array.from({ length: Math.max(RUNS / 4, 5) }, (_, i) => bySeed(SEED + i));

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
