// Two apply runs of one project are alive at once: each stops before any of its steps while the other one goes on. One pushes
// at a time, nothing that one of them applied is lost, and both end with what is true.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CommandError, EXIT } from '../src/errors.ts';
import { apply } from './helpers/apply.ts';
import { type Fault, type Request, withFaults } from './helpers/faulty-server.ts';
import { representatives } from './helpers/suite.ts';
import { exported } from './helpers/server.ts';
import type { Member, Team } from './helpers/team.ts';
import { test } from './helpers/test.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100%, existing: 1000 }\n';
const project = (keys: string, batch: string) => ({
  'confighub.yaml': `${PROJECT}${batch}`,
  'config/shop.yaml': `keys: ${keys}\n`,
});

const ROWS = {
  before: { changed: 0, gone: 0, kept: 0 },
  first: { changed: 1, kept: 0, one: 1 },
  second: { changed: 2, kept: 0, two: 2 },
};
/** What the first and the second one declare, and how they push it. */
const KINDS = {
  'the same commit': { of: ['first', 'first'], batch: '' },
  'a commit and the next one': { of: ['first', 'second'], batch: '' },
  'a commit and the next one, in several pushes': { of: ['first', 'second'], batch: 'batch: 1\n' },
} as const;

/** What an apply asks of the server and of origin, in order: one of these steps waits. */
class Steps {
  readonly names: string[] = [];
  readonly #at: number;
  readonly reached = latch();
  readonly go = latch();

  constructor(at: number) {
    this.#at = at;
  }

  take(name: string): Promise<void> | undefined {
    this.names.push(name);
    if (this.names.length - 1 !== this.#at) return undefined;
    this.reached.open();
    return this.go.opened;
  }
}

function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

interface Ended {
  status: number;
  /** Its outcome with the codes of its refusals, or the code of its error. */
  outcome: string;
}

/** One apply, whose requests go through a proxy of its own; origin asks there before it moves a ref. */
async function applyIn(
  team: Team,
  { member, steps, pushed }: { member: Member; steps: Steps; pushed: () => void },
) {
  const fault = ({ method, path }: Request): Fault => {
    const isPush = method === 'POST';
    const waited = steps.take(isPush ? 'push' : path.replace(/\?.*/, ''));
    if (waited === undefined && isPush) pushed();
    return waited === undefined ? 'pass' : { held: waited.then(() => isPush && pushed()) };
  };
  return withFaults({ behind: team.server, fault }, async ({ url }): Promise<Ended> => {
    const env = {
      ...team.sandbox.env,
      HTTP_PROXY: url,
      http_proxy: url,
      STEPS: `${url}/origin`,
    };
    try {
      const { outcome, plan } = await apply(
        member.options({ insecureHttp: true }),
        member.runtime({ env }),
      );
      const codes = plan.findings.flatMap(({ severity, code }) =>
        severity === 'refusal' ? code : [],
      );
      return {
        status: outcome === 'refused' ? EXIT.refused : EXIT.done,
        outcome: [outcome, ...codes].join(' '),
      };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { status: error.exitCode, outcome: error.code };
    }
  });
}

async function rows({ server }: Team): Promise<string> {
  const entries = (await exported(server)) as { key: string; values: { value: string }[] }[];
  return entries
    .map(({ key, values }) => `${key}=${values.map(({ value }) => value)}`)
    .sort()
    .join();
}

const textOf = (declared: object) =>
  Object.entries(declared)
    .map(([key, text]) => `${key}=${text}`)
    .sort()
    .join();

const KNOWN =
  /^(verified|nothing|taken-over|refused( (apply-running|apply-overtaken|older-commit|conflict|record-unconfirmed))+|changed-meanwhile|verify-failed|apply-lost)$/;

/** The steps of an apply in several pushes, and some more. */
const MOST = 13;
const CASES = Object.keys(KINDS).flatMap((kind) =>
  Array.from(
    { length: MOST * MOST },
    (_, i) => [kind as keyof typeof KINDS, Math.floor(i / MOST), i % MOST] as const,
  ),
);

test.concurrent.for(representatives(CASES, 254))(
  'end as one declares, or refused: %s, before steps %d and %d',
  async ([kind, one, two], { team }) => {
    // No proxy is asked for an address of this machine.
    team.url = 'http://config.example';
    const { of, batch } = KINDS[kind];
    const hook = join(team.origin, 'hooks/pre-receive');
    team.sandbox.write(
      hook,
      '#!/bin/sh\n[ -z "$STEPS" ] || git ls-remote "$STEPS" > /dev/null 2>&1\nexit 0\n',
    );
    chmodSync(hook, 0o755);
    const members = [team.member('ada'), team.member('bob')] as const;
    const [ada, bob] = members;
    const commit = (member: Member, what: keyof typeof ROWS) =>
      member.commit(project(JSON.stringify(ROWS[what]), batch));
    commit(ada, 'before');
    const alone = { steps: new Steps(-1), pushed: () => undefined };
    await applyIn(team, { ...alone, member: ada });
    commit(ada, of[0]);
    commit(bob, of[1]);

    const pushes: number[] = [];
    const both = [new Steps(one), new Steps(two)] as const;
    const start = (at: 0 | 1) => {
      const ended = applyIn(team, {
        member: members[at],
        steps: both[at],
        pushed: () => void pushes.push(at),
      });
      ended.catch(() => undefined);
      return ended;
    };
    // A plan is read again before its push once it is some time old.
    const later = () => {
      for (const member of members) member.minutes += 1;
    };
    const first = start(0);
    await Promise.race([both[0].reached.opened, first]);
    later();
    const second = start(1);
    await Promise.race([both[1].reached.opened, second]);
    later();
    both[0].go.open();
    const ends = [await first];
    later();
    both[1].go.open();
    ends.push(await second);

    const where = JSON.stringify({
      ends,
      pushes,
      steps: both.map(({ names }) => names.join(' ')),
      found: await rows(team),
    });
    // One after the other.
    expect(pushes.filter((by, i) => by !== pushes[i - 1]).length, where).toBeLessThan(3);
    for (const [at, { status, outcome }] of ends.entries()) {
      expect(outcome, where).toMatch(KNOWN);
      // Nothing was sent, or something was.
      if (status === EXIT.error || status === EXIT.refused) expect(pushes, where).not.toContain(at);
      if (status === EXIT.unknown) expect(pushes, where).toContain(at);
    }
    const [isFirst, isSecond] = ends.map(({ status }) => status === EXIT.done);
    const found = await rows(team);
    if (isSecond) expect(found, where).toBe(textOf(ROWS[of[1]]));
    else if (isFirst) expect(found, where).toBe(textOf(ROWS[of[0]]));
    if (isFirst && isSecond) expect(team.refStates(), where).toEqual(['done']);
    // What both of them left is known: the newest commit is applied without a question, and nothing is left behind.
    bob.minutes += 20;
    const last = await applyIn(team, { ...alone, member: bob });
    expect(
      { outcome: last.outcome, found: await rows(team), states: team.refStates() },
      where,
    ).toEqual({
      outcome: expect.stringMatching(/^(verified|nothing|taken-over)$/),
      found: textOf(ROWS[of[1]]),
      states: ['done'],
    });
  },
);
