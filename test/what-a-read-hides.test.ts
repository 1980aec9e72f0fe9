// What a read does not show is taken from what was known, and what it does show never is.
import { describe, expect } from 'vitest';
import { outcomeOf } from './helpers/apply.ts';
import { REPOSITORY } from './helpers/process.ts';
import { representatives } from './helpers/suite.ts';
import { type Member, withKeys } from './helpers/team.ts';
import { nightly, test } from './helpers/test.ts';

const { tokens = {} } = REPOSITORY;
const GROUPS = {
  ...REPOSITORY,
  tokens: { ...tokens, default: { ...tokens.default, securityGroups: ['Plain'] } },
  securityGroups: [{ name: 'Plain', password: 'passw0rd2', cipher: null }],
};

async function isSettled(member: Member): Promise<void> {
  expect((await member.plan()).plan.changes).toEqual([]);
  expect(await outcomeOf(member.apply())).toBe('nothing');
}

describe.concurrent.for(representatives(['all', 'token'] as const, 2))('reads %s', (reads) => {
  test.override({ setup: { repositories: [GROUPS], given: { reads } } });

  test('a value in a group without a cipher is created, changed at once, and changed after a pause', async ({
    team,
    ada,
  }) => {
    team.sandbox.env.PASSWORD = 'passw0rd2';
    const wait = (minutes: number) => async () => {
      ada.minutes += minutes;
    };
    for (const [text, minutes] of [[1, 0] as const, [2, 0] as const, [3, 1] as const]) {
      const keys = `{ k: { vdt: Text, securityGroup: Plain, value: "${text}" } }`;
      ada.commit(withKeys(keys, 'passwords: { Plain: { env: PASSWORD } }\n'));
      expect(await outcomeOf(ada.apply({}, wait(minutes))), `${text}`).toBe('verified');
    }
    expect((await ada.plan()).plan.changes).toEqual([]);
  });
});

describe.concurrent.for(representatives(['token', 'all'] as const, 2))('reads %s', (reads) => {
  test.override({ setup: { given: { reads } } });

  test('others write the empty readme of a key that changes: nothing is sent', async ({
    team,
    ada,
  }) => {
    const declared = (text: string) =>
      withKeys(`{ k: { vdt: Text, readme: "", value: "${text}" }, other: 1 }`);
    const others = async (readme: string) => {
      ada.minutes += 1;
      await team.push({ key: 'k', push: true, deprecated: false, readme });
    };
    ada.commit(declared('1'));
    await ada.apply();
    await others('');
    ada.commit(declared('2'));
    expect(await outcomeOf(ada.apply({}, () => others('theirs')))).toBe('changed-meanwhile');
  });
});

describe.concurrent('by token', () => {
  test.override({ setup: { given: { reads: 'token' } } });
  const theirs = (context: string) => ({
    key: 'theirs',
    push: true,
    values: [{ context, value: '1' }],
  });
  const file = (context: string) => ({ file: 'f', context, content: 'theirs' });
  const gone = (context: string, value: string) =>
    withKeys(`{ k: { values: { ${value}: 1 } } }\nfiles: { f: { ${context}: { opp: delete } } }`);
  const mirror = (values: string) => withKeys(`{ k: { values: { ${values} } } }`, 'prune: all\n');

  test('a file that goes from one context is gone once, whatever others have of its path', async ({
    team,
    ada,
  }) => {
    await team.push(file('*;*'), file('Prod;*'), theirs('Dev;*'));
    ada.commit(gone('Dev;*', 'Dev;*'));
    expect(await outcomeOf(ada.applyApproved())).toBe('verified');
    await isSettled(ada);
  });

  test.for(['Dev;*', 'Dev;Web'])(
    'a file that is gone from %s is deleted again if others create it again',
    async (at, { team, ada }) => {
      await team.push(file(at));
      ada.commit(gone(at, '"*"'));
      expect(await outcomeOf(ada.applyApproved())).toBe('verified');
      expect(await outcomeOf(ada.apply())).toBe('nothing');
      await team.push(file(at));
      const { outcome, plan } = await ada.applyApproved();
      const deletion = { kind: 'file', action: 'delete', name: 'f', context: at };
      expect(plan.changes).toMatchObject([deletion]);
      expect(outcome).toBe('verified');
      expect(await outcomeOf(ada.apply())).toBe('nothing');
    },
  );

  test('with `prune: all`, what a new context element makes visible is neither missed nor deleted', async ({
    team,
    ada,
  }) => {
    ada.commit(mirror('"*": 1'));
    await ada.applyApproved();
    await team.push(theirs('Prod;*'));
    ada.commit(mirror('"*": 1, Prod;New: 2'));
    expect(await outcomeOf(ada.apply())).toBe('verified');
    await isSettled(ada);
    expect(await team.keys()).toEqual(['k', 'theirs']);
  });

  nightly(
    'with `prune: all`, what others add to a context that could not be read is not missed',
    async ({ team, ada }) => {
      ada.commit(mirror('"*": 1'));
      await ada.applyApproved();
      ada.commit(mirror('"*": 1, New;*: 2'));
      const others = () => team.push(theirs('New;*'));
      expect(await outcomeOf(ada.apply({}, others))).toBe('verified');
    },
  );
});
