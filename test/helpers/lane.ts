// Which proofs a run of the tests makes. `npm test` is the ordinary lane; `npm run test:nightly` makes all of them.

const IS_NIGHTLY = process.env.CONFIGHUB_TEST_LANE === 'nightly';

/** All cases in the nightly lane; otherwise each `nth`, which changes with nothing but the list. */
export function representatives<Case>(cases: readonly Case[], nth: number): readonly Case[] {
  return IS_NIGHTLY ? cases : cases.filter((_, index) => index % nth === 0);
}

/** Random cases: a quarter in the ordinary lane. */
export function casesOf(nightly: number): number {
  return IS_NIGHTLY ? nightly : Math.ceil(nightly / 4);
}
