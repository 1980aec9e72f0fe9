// How properties are tried: how often, from which seed, and what a case that breaks one looks like.
import fc, { type RunDetails } from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../helpers/suite.ts';

const { CONFIGHUB_TEST_RUNS, CONFIGHUB_TEST_SEED } = process.env;

/** Enough for every run of the tests, and always the same; `CONFIGHUB_TEST_RUNS` asks for more, and for others. */
const ORDINARY_RUNS = casesOf(400);
const ORDINARY_SEED = 20_260_101;

export const RUNS = wholeNumber(CONFIGHUB_TEST_RUNS) ?? ORDINARY_RUNS;
export const SEED =
  wholeNumber(CONFIGHUB_TEST_SEED) ??
  (wholeNumber(CONFIGHUB_TEST_RUNS) === undefined
    ? ORDINARY_SEED
    : Math.trunc(Math.random() * 2 ** 31));

/** For the limit of a test: milliseconds that all runs may take together. */
export const PROPERTY_TIMEOUT = 900_000 + RUNS * 100;

interface Tried<Case> {
  /** What breaks it is shown so. Default: as fast-check does. */
  show?: ((one: Case) => string) | undefined;
  /** It is tried at least so often. */
  least?: number;
}

/** Tries a property. What breaks it is shrunk, and thrown with its seed and what `show` says of it. */
export function holds<Case>(
  cases: fc.Arbitrary<Case>,
  { check, show, least = 0 }: Tried<Case> & { check: (one: Case) => void },
): void {
  const property = fc.property(cases, (one) => void check(one));
  throwBroken(fc.check(property, { seed: SEED, numRuns: Math.max(RUNS, least) }), show);
}

/** Tells what a case was, so many times, by a name. */
export type Count = (what: string, times?: number) => void;

interface Property<Case> extends Tried<Case> {
  check: (one: Case, count: Count) => void | Promise<void>;
  /** Of the usual number of cases, for what takes long. Default: 1. */
  share?: number;
  /** What the cases must have been, by name: more often than so many times for each of them. */
  enough?: Record<string, number>;
  /** What they may have been, by name: less often than so many times for each of them. */
  most?: Record<string, number>;
}

/** The test that tries a property, and prints what the cases were. */
export function property<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  { check, show, least = 0, share = 1, enough = {}, most = {} }: Property<Case>,
): void {
  test(name, { timeout: PROPERTY_TIMEOUT }, async () => {
    const counts = new Map<string, number>();
    const count: Count = (what, times = 1) => counts.set(what, (counts.get(what) ?? 0) + times);
    const tried = fc.asyncProperty(cases, async (one) => {
      await check(one, count);
    });
    const numRuns = Math.max(Math.ceil(RUNS * share), least);
    throwBroken(await fc.check(tried, { seed: SEED, numRuns }), show);
    console.log(`${name}: seed ${SEED}, of ${numRuns}: ${JSON.stringify([...counts])}`);
    for (const [what, times] of Object.entries(enough))
      expect(counts.get(what) ?? 0, what).toBeGreaterThan(times * numRuns);
    for (const [what, times] of Object.entries(most))
      expect(counts.get(what) ?? 0, what).toBeLessThan(times * numRuns);
  });
}

function throwBroken<Case>(details: RunDetails<[Case]>, show: Tried<Case>['show']): void {
  if (!details.failed) return;
  const [found] = details.counterexample ?? [];
  const scenario = found === undefined ? '' : (show ?? fc.stringify)(found);
  const again = `CONFIGHUB_TEST_SEED=${SEED} CONFIGHUB_TEST_RUNS=${RUNS}`;
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : 'unknown';
  throw new Error(
    `A property is broken in case ${details.numRuns} (${again} tries the same again), shrunk ${details.numShrinks} times:\n${scenario}\n${reason}`,
    { cause: details.errorInstance },
  );
}

/** A property that is broken says which. */
export function named(property: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw new Error(`property: ${property}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`Not a whole number: ${text}`);
  return Number(text);
}
