// Two to eight applies at once, their requests let through in any order: the end is what one of them declared.
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Fault, withFaults } from '../helpers/faulty-server.ts';
import { killsOf, randomOf, SEED } from './kills.ts';
import type { Ended } from '../helpers/run.ts';
import { exported } from '../helpers/server.ts';
import { type Member, type Team, withTeam } from '../helpers/team.ts';

const ROUNDS = Math.ceil(killsOf(2) / 2);
/** Beyond two; a run without time for many is content with fewer. */
const MORE = process.env.CONFIGHUB_TEST_KILLS === undefined ? 3 : 7;
vi.setConfig({ testTimeout: 300_000 + ROUNDS * 60_000 });

const counts: Record<string, number> = {};
afterAll(() => {
  if (process.env.CONFIGHUB_TEST_KILLS !== undefined) console.info(counts);
});

/** Holds every request, and lets one through now and then, whichever it likes. */
class Turnstile {
  readonly #waiting: (() => void)[] = [];
  readonly #random: () => number;
  #isOver = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  fault = (): Fault => ({ held: new Promise<void>((resolve) => this.#waiting.push(resolve)) });

  async turnUntil(end: Promise<unknown>): Promise<void> {
    const over = end.finally(() => (this.#isOver = true));
    while (!this.#isOver) {
      await setTimeout(this.#random() * 20);
      const [next] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
      next?.();
    }
    await over;
  }
}

const SHARED = ['a', 'b', 'c', 'd'];
const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n';

/** Values of one's own for what all declare, and a key that nobody else has. */
function documents(name: string): Record<string, string> {
  const shared = SHARED.map(
    (key) => `  ${key}: { values: { "*": ${name}, Production;*: ${name} } }\n`,
  );
  return {
    'confighub.yaml': PROJECT,
    'config/shop.yaml': `keys:\n${shared.join('')}  own.${name}: ${name}\n`,
  };
}

/** `a *;*=ada`, sorted; twice where the server has it twice. */
async function rows({ server }: Team): Promise<string[]> {
  const entries = (await exported(server)) as {
    key: string;
    values: { context: string; value: string }[];
  }[];
  return entries
    .flatMap(({ key, values }) => values.map(({ context, value }) => `${key} ${context}=${value}`))
    .sort();
}

function declaredBy(name: string): string[] {
  const shared = SHARED.flatMap((key) => [`${key} *;*=${name}`, `${key} Production;*=${name}`]);
  return [...shared, `own.${name} *;*=${name}`].sort();
}

interface Applied {
  name: string;
  member: Member;
  commit: string;
  ended: Ended;
}

/** All of them start together; how each of them ended. */
async function applyAtOnce(
  team: Team,
  { count, random, isAlone }: { count: number; random: () => number; isAlone: boolean },
): Promise<Applied[]> {
  const members = Array.from({ length: count }, (_, i) => {
    const member = team.member(`m${i}`);
    const commit = member.commit(documents(`m${i}`));
    if (isAlone) team.sandbox.git(member.dir, 'remote', 'remove', 'origin');
    return { name: `m${i}`, member, commit };
  });
  const turnstile = new Turnstile(random);
  return withFaults({ behind: team.server, fault: turnstile.fault }, async ({ url }) => {
    team.url = url;
    const runs = members.map((one) => ({
      ...one,
      run: one.member.start('apply', '--allow-older'),
    }));
    const all = Promise.all(
      runs.map(async ({ run, ...one }) => ({ ...one, ended: await run.ended })),
    );
    await turnstile.turnUntil(all);
    return all;
  });
}

/** Success, or what says why not: `3 apply-running`. */
function outcomeOf({ status, output }: Ended): string {
  const code = (/error ([a-z-]+): /.exec(output) ?? /refused ([a-z-]+): /.exec(output))?.[1];
  const outcome = `${status}${code === undefined ? '' : ` ${code}`}`;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  return outcome;
}

describe('applies at once', () => {
  test(`from clones of one origin, ${ROUNDS} times (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      await withTeam(async (team) => {
        const applied = await applyAtOnce(team, {
          count: 2 + Math.floor(random() * MORE),
          random,
          isAlone: false,
        });
        const outcomes = applied.map(({ ended }) => outcomeOf(ended));
        // A first apply to what another one has filled meanwhile is refused as well. Verified too late is an apply that was made and recorded before the next one began.
        const known =
          /^(?:0|4 verify-failed|3 (?:apply-running|apply-overtaken|conflict|first-apply)|1 changed-meanwhile)$/;
        expect(outcomes.filter((one) => !known.test(one))).toEqual([]);
        const successes = applied.filter(({ ended }) => ended.status === 0);
        const found = await rows(team);
        const winner = successes.find(({ name }) => declaredBy(name).join() === found.join());
        expect({ found, winner: winner?.name }).toEqual({ found, winner: expect.any(String) });
        expect(team.refStates()).toEqual(['done']);
        const record = team.sandbox.git(
          team.origin,
          'log',
          '-1',
          '--format=%B',
          team.refNames()[0] ?? '',
        );
        expect(record).toContain(`Source-Commit: ${winner?.commit}`);
        const late = applied.filter(({ ended }) => ended.status === 4);
        expect(team.pushes()).toBe(successes.length + late.length);
      });
    }
  });

  test(`from clones that know nothing of each other, ${ROUNDS} times (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED + 1);
    for (let round = 0; round < ROUNDS; round++) {
      await withTeam(async (team) => {
        const applied = await applyAtOnce(team, {
          count: 2 + Math.floor(random() * Math.min(MORE, 4)),
          random,
          isAlone: true,
        });
        const known = /^(?:0|4 verify-failed|3 first-apply|1 changed-meanwhile)$/;
        expect(
          applied.map(({ ended }) => outcomeOf(ended)).filter((one) => !known.test(one)),
        ).toEqual([]);
        const found = await rows(team);
        // What all declare is one's alone, and nothing is there twice: the server takes one push after the other.
        const shared = (all: string[]) => all.filter((row) => !row.startsWith('own.'));
        const last = applied.find(
          ({ name }) => shared(declaredBy(name)).join() === shared(found).join(),
        );
        expect({ found, last: last?.name }).toEqual({ found, last: expect.any(String) });
        // Who was overwritten before it had read again was told so; who ended last was not.
        expect(last?.ended.status).toBe(0);
        const told = applied.filter(({ ended }) => ended.status === 4);
        for (const { ended } of told)
          expect(ended.stderr).toContain('changed the repository at the same time');
      });
    }
  });
});
