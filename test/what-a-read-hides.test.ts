// What a read does not show is taken from what was known, and what it does show never is.
import { describe, expect, test } from 'vitest';
import { outcomeOf } from './helpers/apply.ts';
import { REPOSITORY } from './helpers/process.ts';
import { representatives } from './helpers/suite.ts';
import { type Member, type Team, UNLIMITED, withTeam } from './helpers/team.ts';
import { nightly } from './helpers/test.ts';

const PROJECT = `${UNLIMITED}passwords: { Plain: { env: PASSWORD } }\n`;
const project = (rest: string, more = '') => ({
  'confighub.yaml': PROJECT + more,
  'config/shop.yaml': `${rest}\n`,
});

const { tokens = {} } = REPOSITORY;
const GROUPS = {
  ...REPOSITORY,
  tokens: { ...tokens, default: { ...tokens.default, securityGroups: ['Plain'] } },
  securityGroups: [{ name: 'Plain', password: 'passw0rd2', cipher: null }],
};

function onStage(
  reads: 'all' | 'token',
  use: (stage: { member: Member; team: Team }) => Promise<void>,
) {
  return withTeam(
    (team) => {
      team.sandbox.env.PASSWORD = 'passw0rd2';
      return use({ member: team.member('ada'), team });
    },
    { repositories: [GROUPS], given: { reads } },
  );
}

async function isSettled(member: Member): Promise<void> {
  expect((await member.plan()).plan.changes).toEqual([]);
  expect(await outcomeOf(member.apply())).toBe('nothing');
}

test.concurrent.for(representatives(['all', 'token'] as const, 2))(
  'a value in a group without a cipher is created, changed at once and after a pause, with reads %s',
  async (reads) => {
    await onStage(reads, async ({ member }) => {
      const wait = (minutes: number) => async () => {
        member.minutes += minutes;
      };
      for (const [text, minutes] of [[1, 0] as const, [2, 0] as const, [3, 1] as const]) {
        member.commit(
          project(`keys: { k: { vdt: Text, securityGroup: Plain, value: "${text}" } }`),
        );
        expect(await outcomeOf(member.apply({}, wait(minutes))), `${text}`).toBe('verified');
      }
      expect((await member.plan()).plan.changes).toEqual([]);
    });
  },
);

test.concurrent.for(representatives(['token', 'all'] as const, 2))(
  'others write the empty readme of a key that changes, with reads %s: nothing is sent',
  async (reads) => {
    await onStage(reads, async ({ member, team }) => {
      const declared = (text: string) =>
        project(`keys: { k: { vdt: Text, readme: "", value: "${text}" }, other: 1 }`);
      const others = async (readme: string) => {
        member.minutes += 1;
        await team.push({ key: 'k', push: true, deprecated: false, readme });
      };
      member.commit(declared('1'));
      await member.apply();
      await others('');
      member.commit(declared('2'));
      const applying = member.apply({}, () => others('theirs'));
      expect(await outcomeOf(applying)).toBe('changed-meanwhile');
    });
  },
);

describe.concurrent('by token', () => {
  const theirs = (context: string) => ({
    ...{ key: 'theirs', push: true },
    values: [{ context, value: '1' }],
  });
  const file = (context: string) => ({ file: 'f', context, content: 'theirs' });
  const gone = (context: string, value: string) =>
    project(
      `keys: { k: { values: { ${value}: 1 } } }\nfiles: { f: { ${context}: { opp: delete } } }`,
    );
  const mirror = (values: string) =>
    project(`keys: { k: { values: { ${values} } } }`, 'prune: all\n');

  test('a file that goes from one context is gone once, whatever others have of its path', async () => {
    await onStage('token', async ({ member, team }) => {
      await team.push(file('*;*'), file('Prod;*'), theirs('Dev;*'));
      member.commit(gone('Dev;*', 'Dev;*'));
      expect(await outcomeOf(member.applyApproved())).toBe('verified');
      await isSettled(member);
    });
  });

  test.for(['Dev;*', 'Dev;Web'])(
    'a file that is gone from %s is deleted again if others create it again',
    async (at) => {
      await onStage('token', async ({ member, team }) => {
        await team.push(file(at));
        member.commit(gone(at, '"*"'));
        expect(await outcomeOf(member.applyApproved())).toBe('verified');
        expect(await outcomeOf(member.apply())).toBe('nothing');
        await team.push(file(at));
        const { outcome, plan } = await member.applyApproved();
        expect(plan.changes).toMatchObject([
          { kind: 'file', action: 'delete', name: 'f', context: at },
        ]);
        expect(outcome).toBe('verified');
        expect(await outcomeOf(member.apply())).toBe('nothing');
      });
    },
  );

  test('with `prune: all`, what a new context element makes visible is neither missed nor deleted', async () => {
    await onStage('token', async ({ member, team }) => {
      member.commit(mirror('"*": 1'));
      await member.applyApproved();
      await team.push(theirs('Prod;*'));
      member.commit(mirror('"*": 1, Prod;New: 2'));
      expect(await outcomeOf(member.apply())).toBe('verified');
      await isSettled(member);
      expect(await team.keys()).toEqual(['k', 'theirs']);
    });
  });

  nightly(
    'with `prune: all`, what others add to a context that could not be read is not missed',
    async () => {
      await onStage('token', async ({ member, team }) => {
        member.commit(mirror('"*": 1'));
        await member.applyApproved();
        member.commit(mirror('"*": 1, New;*: 2'));
        const others = () => team.push(theirs('New;*'));
        expect(await outcomeOf(member.apply({}, others))).toBe('verified');
      });
    },
  );
});
