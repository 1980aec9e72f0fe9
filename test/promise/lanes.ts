// How many situations a run of the property tries, and several of them at once.
import { IS_NIGHTLY } from '../helpers/suite.ts';

const { CONFIGHUB_TEST_RUNS, CONFIGHUB_TEST_SEED } = process.env;

/** Situations of pull requests by seed; a quarter of them in a terminal. */
export const RUNS = Number(CONFIGHUB_TEST_RUNS ?? (IS_NIGHTLY ? 2_200 : 5));
export const SEED = Number(
  CONFIGHUB_TEST_SEED ?? (CONFIGHUB_TEST_RUNS === undefined ? 20_260_101 : Date.now() % 2 ** 31),
);

/** Whether they are those of the nightly suite, always the same. */
export const IS_NIGHTLY_LIST =
  IS_NIGHTLY && CONFIGHUB_TEST_RUNS === undefined && CONFIGHUB_TEST_SEED === undefined;

/** Most of the time a situation waits for Git. */
const LANES = 3;

export async function inLanes<One>(
  all: readonly One[],
  work: (one: One, at: number) => Promise<void>,
): Promise<void> {
  const entries = all.entries();
  const lane = async () => {
    // All lanes take from the same list.
    for (const [at, one] of entries) await work(one, at);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
