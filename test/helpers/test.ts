// `test` with what tests run on: made for the test that names it, and cleared after it.
import { test as plain } from 'vitest';
import { type Desk, type Shop, SMALL, withDesk, withShop } from './process.ts';
import { IS_NIGHTLY } from './suite.ts';
import { type Member, type Team, type TeamOptions, withTeam } from './team.ts';

interface Stages {
  /** Those of the project of {@link shop}. */
  files: Record<string, string>;
  /** A person at work whose environment points at a server. */
  shop: Shop;
  /** A person at work in an empty folder. */
  desk: Desk;
  /** Of {@link team}; the tests of a `describe` may have others: `test.override`. */
  setup: TeamOptions;
  /** A server and an origin. */
  team: Team;
  /** Members of the team, each with a clone. */
  ada: Member;
  bob: Member;
}

export const test = plain.extend<Stages>({
  files: SMALL,
  shop: ({ files }, use) => withShop(files, use),
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  desk: ({}, use) => withDesk({}, use),
  setup: {},
  team: ({ setup }, use) => withTeam(use, setup),
  ada: ({ team }, use) => use(team.member('ada')),
  bob: ({ team }, use) => use(team.member('bob')),
});

/** A test of the nightly suite: it takes seconds, and the ordinary suite has another one of the same promise. */
export const nightly = test.runIf(IS_NIGHTLY);
