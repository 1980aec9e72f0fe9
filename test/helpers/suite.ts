// How many cases a run of the tests tries: `npm test` some of them, `npm run test:nightly` all.
export const IS_NIGHTLY = process.env.CONFIGHUB_TEST_SUITE === 'nightly';

/** All cases in the nightly suite, every `nth` one in the ordinary suite. */
export function representatives<Case>(cases: readonly Case[], nth: number): readonly Case[] {
  return IS_NIGHTLY ? cases : cases.filter((_, index) => index % nth === 0);
}

/** The number of random cases: a sixteenth of them in the ordinary suite. */
export function casesOf(nightly: number): number {
  return IS_NIGHTLY ? nightly : Math.ceil(nightly / 16);
}
