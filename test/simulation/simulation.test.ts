// Simulation: sequences of what teams do, judged apply by apply by an oracle that knows nothing of src.
import { expect, test } from 'vitest';
import { RUNS, SEED } from '../random/runs.ts';
import { play, sequenceOf, shrunk } from './sequences.ts';
import { casesOf } from '../helpers/suite.ts';

/** Enough for every run of the tests, and always the same; `CONFIGHUB_TEST_RUNS` asks for more, and for others. */
const SEQUENCES = process.env.CONFIGHUB_TEST_RUNS === undefined ? casesOf(8) : RUNS;
/** Played at once: most of the time one waits for Git. */
const LANES = 3;
/** So many faults are made short. */
const SHOWN = 3;

test(
  `${SEQUENCES} simulated sequences, from seed ${SEED}`,
  async () => {
    const seeds = Array.from({ length: SEQUENCES }, (_, i) => SEED + i);
    const failed: { seed: number; fault: Error }[] = [];
    const lane = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const { fault } = await play(sequenceOf(seed));
        if (fault !== undefined) failed.push({ seed, fault });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    failed.sort((a, b) => a.seed - b.seed);
    const shown = await Promise.all(failed.slice(0, SHOWN).map(inWords));
    expect(shown.join('\n\n'), `${failed.length} of ${SEQUENCES} sequences show a fault`).toBe('');
  },
  900_000 + SEQUENCES * 10_000,
);

async function inWords({ seed, fault }: { seed: number; fault: Error }): Promise<string> {
  const { sequence, played } = await shrunk(sequenceOf(seed), fault);
  const steps = played.told.map((line, i) => `  ${i}. ${line}`);
  const again = `CONFIGHUB_TEST_SEED=${seed} CONFIGHUB_TEST_RUNS=1 npx vitest run test/simulation`;
  return [
    `Seed ${seed}, reads: ${sequence.reads}`,
    ...steps,
    `  ${played.fault?.message ?? `${fault.message} Played again, it passed.`}`,
    `  Again: ${again}`,
  ].join('\n');
}
