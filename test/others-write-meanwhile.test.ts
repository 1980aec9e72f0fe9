// Others write before any request of an apply: what is theirs stays, and nothing of it is written over without a word.
import { describe, expect, test } from 'vitest';
import type { PlanResult } from '../src/core/plan-facts.ts';
import { CommandError } from '../src/errors.ts';
import { answer, type Fault, withFaults } from './helpers/faulty-server.ts';
import { representatives } from './helpers/suite.ts';
import { exported, push } from './helpers/server.ts';
import { type Member, type Team, withTeam } from './helpers/team.ts';
import { REPOSITORY } from './helpers/process.ts';

const SHOP = { ...REPOSITORY, tokens: { ...REPOSITORY.tokens, force: { forceKeyPush: true } } };
const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100% }\n';
const project = (keys: string) => ({
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys: ${keys}\n`,
});

/** The plan changes `changed`, creates `new`, and deletes `gone` if it is told so. */
const BEFORE = project('{ changed: { values: { "*": 1, Prod;*: 1 } }, gone: 1, kept: 1 }');
const AFTER = {
  changes: project('{ changed: { values: { "*": 1, Prod;*: 2 } }, gone: 1, kept: 1, new: 1 }'),
  deletes: project('{ changed: { values: { "*": 1, Prod;*: 2 } }, kept: 1, new: 1 }'),
};

const value = (key: string, context: string, text: string) => ({
  key,
  push: true,
  values: [{ context, value: text }],
});

/**
 * What others write. `theirs`: no project declares it, so it is never lost. `ours`: a plan that was made before does not
 * touch it. `touched`: the plan does.
 */
const WRITES = {
  'a value that changes': { data: value('changed', 'Prod;*', 'theirs'), of: 'touched' },
  'a lock of a key that changes': {
    data: { ...value('changed', 'Dev;*', 'theirs'), push: false },
    of: 'theirs',
  },
  'another value of a key that changes': {
    data: value('changed', 'Dev;*', 'theirs'),
    of: 'theirs',
  },
  'a value that stays': { data: value('kept', '*;*', 'theirs'), of: 'ours' },
  'a key that is created': { data: value('new', '*;*', 'theirs'), of: 'touched' },
  'another value of a key that is created': { data: value('new', 'Dev;*', 'theirs'), of: 'theirs' },
  'a key that nobody declares': { data: value('other', '*;*', 'theirs'), of: 'theirs' },
  'another value of a key that goes': { data: value('gone', 'Dev;*', 'theirs'), of: 'theirs' },
} as const;

interface Told {
  /** How the apply ended: its outcome, or the code of its error. */
  outcome: string;
  /** Whether the plan that was shown has what others wrote. */
  isPlanned: boolean;
  requests: string[];
  /** The number of the first request after the plan was shown. */
  shown: number;
  /** Whether the server holds it in the end. */
  isTheirs: boolean;
}

interface Telling {
  reads: 'export' | 'token';
  what: keyof typeof AFTER;
  data: object;
}

/** Tells of one apply for each of its requests, the first being 0: others write before that request. */
async function tell(
  team: Team,
  { reads, what, data }: Telling,
  see: (told: Told, at: number) => void,
): Promise<void> {
  let requests: string[] = [];
  let at = Number.POSITIVE_INFINITY;
  let pushed: Promise<void> | undefined;
  const fault = ({ method, path }: { method: string; path: string }): Fault => {
    if (reads === 'token' && path.startsWith('/rest/export')) return { bytes: answer(406) };
    requests.push(method === 'POST' ? 'push' : path);
    if (requests.length - 1 !== at) return 'pass';
    pushed = write(team, data);
    return { held: pushed };
  };
  await withFaults({ behind: team.server, fault }, async ({ url }) => {
    team.url = url;
    const member = team.member('ada');
    member.commit(BEFORE);
    expect((await member.apply()).outcome).toBe('verified');
    const restore = await snapshot(team);
    member.commit(AFTER[what]);
    for (at = 0; ; at++) {
      requests = [];
      pushed = undefined;
      const ended = await applied(member, () => requests.length);
      if (pushed === undefined) return;
      const isTheirs = JSON.stringify(await exported(team.server)).includes('"theirs"');
      see({ ...ended, requests, isTheirs }, at);
      await restore();
    }
  });
}

/** Makes the server and the record again what they are now. */
async function snapshot(team: Team): Promise<() => Promise<void>> {
  const entries = (await exported(team.server)) as object[];
  const [ref = ''] = team.refNames();
  const record = team.sandbox.git(team.origin, 'rev-parse', ref);
  return async () => {
    team.sandbox.git(team.origin, 'update-ref', ref, record);
    await write(team, ...(await team.keys()).map((key) => ({ key, opp: 'delete' })));
    await write(team, ...entries);
  };
}

async function write(team: Team, ...data: object[]): Promise<void> {
  const { status, etag } = await push(
    team.server,
    { enableKeyCreation: true, data },
    { token: 'force' },
  );
  expect({ status, etag }).toMatchObject({ status: 200 });
}

async function applied(
  member: Member,
  count: () => number,
): Promise<Pick<Told, 'outcome' | 'isPlanned' | 'shown'>> {
  let [isPlanned, shown] = [false, Number.POSITIVE_INFINITY];
  const onPlan = async ({ plan }: PlanResult) => {
    isPlanned = JSON.stringify([plan.changes, plan.drift]).includes('theirs');
    shown = count();
    // A plan that is fresh is pushed without another look.
    member.minutes += 1;
  };
  try {
    const { outcome } = await member.apply({}, onPlan);
    return { outcome, isPlanned, shown };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { outcome: error.code, isPlanned, shown };
  }
}

const CASES = (['export', 'token'] as const).flatMap((reads) =>
  (['changes', 'deletes'] as const).flatMap((what) =>
    Object.entries(WRITES).map(([name, write]) => [reads, what, name, write] as const),
  ),
);

describe.concurrent('others write before a request of an apply', () => {
  test.for(representatives(CASES, 82))(
    'by %s, where the plan %s: %s',
    async ([reads, what, , { data, of }]) => {
      const see = (told: Told, at: number) => {
        const { outcome, isPlanned, requests, shown, isTheirs } = told;
        const where = `before request ${at} of ${requests.join(' ')}: ${outcome}`;
        // Once the plan is shown, what it touches is read again before the push: side by side, so that the first counts.
        const isTooLate = at > shown;
        if (of === 'theirs') expect(isTheirs, where).toBe(true);
        else if (of === 'ours') expect(isTheirs || isPlanned, where).toBe(true);
        // Written over only where the plan says so, or between the last read and the push: the server has no locks.
        else expect(isTheirs || isPlanned || isTooLate, where).toBe(true);
        if (of === 'touched' && isTheirs && at <= requests.indexOf('push') + 1)
          expect(outcome, where).not.toBe('verified');
      };
      await withTeam((team) => tell(team, { reads, what, data }, see), { repositories: [SHOP] });
    },
  );
});
