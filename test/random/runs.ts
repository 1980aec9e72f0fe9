// How properties are tried: how often, from which seed, and what a case that breaks one looks like.
import fc from 'fast-check';
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
export const PROPERTY_TIMEOUT = 300_000 + RUNS * 100;

/** Tries a property, at least so often. What breaks it is shrunk, and thrown with its seed and what `show` says of it. */
export function holds<Case>(
  cases: fc.Arbitrary<Case>,
  {
    check,
    show,
    least = 0,
  }: { check: (one: Case) => void; show?: (one: Case) => string; least?: number },
): void {
  const details = fc.check(
    fc.property(cases, (one) => {
      check(one);
    }),
    { seed: SEED, numRuns: Math.max(RUNS, least) },
  );
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
