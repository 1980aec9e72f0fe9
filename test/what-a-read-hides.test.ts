// What a read does not show is taken from what was known, and what it does show never is.
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from './helpers/process.ts';
import { push } from './helpers/server.ts';
import { type Member, type Team, withTeam } from './helpers/team.ts';
import { nightly } from './helpers/test.ts';
import { representatives } from './helpers/suite.ts';

const PROJECT = `version: 1
levels: [Environment, Application]
limits: { deletes: 100%, updates: 100% }
passwords: { Plain: { env: PASSWORD } }
`;
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
    async (team) => {
      team.sandbox.env.PASSWORD = 'passw0rd2';
      const member = team.member('ada');
      const [apply, plan] = [member.apply.bind(member), member.plan.bind(member)];
      member.apply = (given, onPlan) => apply({ reads, ...given }, onPlan);
      member.plan = (given) => plan({ reads, ...given });
      await use({ member, team });
    },
    { repositories: [GROUPS] },
  );
}

describe.concurrent.for(representatives(['all', 'token'] as const, 2))(
  'a group without a cipher, with reads %s',
  (reads) => {
    const declared = (text: string, more = '') =>
      project(`keys: { k: { vdt: Text, securityGroup: Plain, value: "${text}" }${more} }`);

    test('a value in it is created, changed at once, and changed after a pause', async () => {
      await onStage(reads, async ({ member }) => {
        member.commit(declared('1'));
        expect((await member.apply()).outcome).toBe('verified');
        member.commit(declared('2'));
        expect((await member.apply()).outcome).toBe('verified');
        member.commit(declared('3'));
        const wait = async () => {
          member.minutes += 1;
        };
        expect((await member.apply({}, wait)).outcome).toBe('verified');
        expect((await member.plan()).plan.changes).toEqual([]);
      });
    });
  },
);

test.concurrent.for(representatives(['token', 'all'] as const, 2))(
  'others write the empty readme of a key that changes, with reads %s: nothing is sent',
  async (reads) => {
    await onStage(reads, async ({ member, team }) => {
      const declared = (text: string) =>
        project(`keys: { k: { vdt: Text, readme: "", value: "${text}" }, other: 1 }`);
      member.commit(declared('1'));
      await member.apply();
      await push(
        team.server,
        { data: [{ key: 'k', push: true, deprecated: false, readme: '' }] },
        { token: 'default' },
      );
      member.commit(declared('2'));
      const others = async () => {
        member.minutes += 1;
        await push(
          team.server,
          { data: [{ key: 'k', push: true, deprecated: false, readme: 'theirs' }] },
          { token: 'default' },
        );
      };
      await expect(member.apply({}, others)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    });
  },
);

describe.concurrent('by token', () => {
  test('a file that goes from one context is gone once, whatever others have of its path', async () => {
    await onStage('token', async ({ member, team }) => {
      const theirs = ['*;*', 'Prod;*'].map((context) => ({
        file: 'f',
        context,
        content: 'theirs',
      }));
      const key = { key: 'theirs', push: true, values: [{ context: 'Dev;*', value: '1' }] };
      await push(
        team.server,
        { enableKeyCreation: true, data: [...theirs, key] },
        { token: 'default' },
      );
      member.commit(
        project('keys: { k: { values: { Dev;*: 1 } } }\nfiles: { f: { Dev;*: { opp: delete } } }'),
      );
      expect((await member.applyApproved()).outcome).toBe('verified');
      expect((await member.plan()).plan.changes).toEqual([]);
      expect((await member.apply()).outcome).toBe('nothing');
    });
  });

  test.for(['Dev;*', 'Dev;Web'])(
    'a file that is gone from %s is deleted again if others create it again',
    async (at) => {
      await onStage('token', async ({ member, team }) => {
        const create = async () => {
          const body = {
            enableKeyCreation: true,
            data: [{ file: 'f', context: at, content: 'theirs' }],
          };
          expect((await push(team.server, body, { token: 'default' })).status).toBe(200);
        };
        await create();
        member.commit(
          project(`keys: { k: { values: { "*": 1 } } }\nfiles: { f: { ${at}: { opp: delete } } }`),
        );
        expect((await member.applyApproved()).outcome).toBe('verified');
        expect((await member.apply()).outcome).toBe('nothing');
        await create();
        const { outcome, plan } = await member.applyApproved();
        expect(plan.changes).toMatchObject([
          { kind: 'file', action: 'delete', name: 'f', context: at },
        ]);
        expect(outcome).toBe('verified');
        expect((await member.apply()).outcome).toBe('nothing');
      });
    },
  );

  test('with `prune: all`, what a new context element makes visible is neither missed nor deleted', async () => {
    await onStage('token', async ({ member, team }) => {
      const theirs = { key: 'theirs', push: true, values: [{ context: 'Prod;*', value: '1' }] };
      const declared = (rest: string) =>
        project(`keys: { k: { values: { ${rest} } } }`, 'prune: all\n');
      member.commit(declared('"*": 1'));
      await member.applyApproved();
      await push(team.server, { enableKeyCreation: true, data: [theirs] }, { token: 'default' });
      member.commit(declared('"*": 1, Prod;New: 2'));
      expect((await member.apply()).outcome).toBe('verified');
      expect((await member.plan()).plan.changes).toEqual([]);
      expect((await member.apply()).outcome).toBe('nothing');
      expect(await team.keys()).toEqual(['k', 'theirs']);
    });
  });

  nightly(
    'with `prune: all`, what others add to a context that could not be read is not missed',
    async () => {
      await onStage('token', async ({ member, team }) => {
        const declared = (rest: string) =>
          project(`keys: { k: { values: { ${rest} } } }`, 'prune: all\n');
        member.commit(declared('"*": 1'));
        await member.applyApproved();
        member.commit(declared('"*": 1, New;*: 2'));
        const theirs = { key: 'theirs', push: true, values: [{ context: 'New;*', value: '1' }] };
        const others = async () => {
          await push(
            team.server,
            { enableKeyCreation: true, data: [theirs] },
            { token: 'default' },
          );
        };
        expect((await member.apply({}, others)).outcome).toBe('verified');
      });
    },
  );
});
