// Others write between the plan and the push, or something makes what was read doubtful: what an apply makes of it.
import { describe, expect } from 'vitest';
import { outcomeOf } from './helpers/apply.ts';
import { answer, type Fault, json, type Request } from './helpers/faulty-server.ts';
import { REPOSITORY } from './helpers/process.ts';
import { exported } from './helpers/server.ts';
import { representatives } from './helpers/suite.ts';
import { type Member, type Team, withKeys, withTeam } from './helpers/team.ts';
import { nightly, test } from './helpers/test.ts';

const many = (declared: string) =>
  withKeys(`{ ${Array.from({ length: 20 }, (_, at) => `k${at}: ${declared}`).join(', ')} }`);

/** What becomes of requests by token: there is no export. */
const byToken = ({ path }: Pick<Request, 'path'>): Fault =>
  path.startsWith('/rest/export') ? { bytes: answer(406) } : 'pass';
const SETUPS = { export: {}, token: { fault: byToken } };

/** A push of others. A plan that is fresh is pushed without another look. */
async function others(member: Member, team: Team, ...data: object[]): Promise<void> {
  await team.push(...data);
  member.minutes += 1;
}

const value = (key: string, context: string, text: string) => ({
  key,
  values: [{ context, value: text }],
});

const MEANWHILE = {
  'delete the last other value of a key that loses one: the key stays': {
    before: '{ k: { values: { "*": 1, Prod;*: 2 } } }',
    after: '{ k: { values: { "*": 1 } } }',
    push: { key: 'k', values: [{ context: '*;*', opp: 'delete' }] },
    outcome: 'changed-meanwhile',
    rows: ['k Prod;*: 2'],
  },
  'delete a key that gets a value: it is not made anew': {
    before: '{ k: { values: { Dev;*: 1 } }, other: { values: { Prod;*: 1 } } }',
    after: '{ k: { values: { Dev;*: 1, Prod;*: 2 } }, other: { values: { Prod;*: 1 } }, n: 1 }',
    push: { key: 'k', opp: 'delete' },
    outcome: 'changed-meanwhile',
    rows: ['other Prod;*: 1'],
  },
};

describe.concurrent.for(['export', 'token'] as const)(
  'between the plan and the push, by %s, others',
  (reads) => {
    test.override({ setup: SETUPS[reads] });

    test.for(Object.entries(MEANWHILE))(
      '%s',
      async ([, { before, after, push, outcome, rows }], { team, ada }) => {
        ada.commit(withKeys(before));
        await ada.apply();
        ada.commit(withKeys(after));
        expect(await outcomeOf(ada.apply({}, () => others(ada, team, push)))).toBe(outcome);
        expect(await team.rows()).toEqual(rows);
      },
    );
  },
);

describe.concurrent.for(representatives(['export', 'token'] as const, 2))(
  'many keys, by %s',
  (reads) => {
    test.override({ setup: SETUPS[reads] });

    test('one that others locked refuses the plan', async ({ team, ada }) => {
      ada.commit(many('1'));
      await ada.apply();
      await others(ada, team, { key: 'k3', push: false, deprecated: false });
      ada.commit(many('2'));
      const { outcome, plan } = await ada.apply({ token: team.server.token('force') });
      expect(outcome).toBe('refused');
      expect(plan.findings).toMatchObject([{ code: 'key-locked' }]);
    });

    test('without values get a readme, and a lock', async ({ ada }) => {
      for (const more of ['', ', readme: of it', ', push: false']) {
        ada.commit(many(`{ vdt: Text${more} }`));
        expect((await ada.apply()).outcome, more).toBe('verified');
      }
    });

    test('without values go', async ({ team, ada }) => {
      ada.commit(withKeys('{ empty: { vdt: Text }, kept: 1 }'));
      await ada.apply();
      ada.commit(withKeys('{ kept: 1 }'));
      expect((await ada.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['kept']);
    });
  },
);

describe('a server that stores what is written at the same moment twice', () => {
  test.override({ setup: { repositories: [{ ...REPOSITORY, plantDuplicates: true }] } });

  test('a value that another adds at the same moment is there twice, and told', async ({ ada }) => {
    ada.commit(withKeys('{ k: 1 }'));
    await ada.apply();
    ada.commit(withKeys('{ k: { values: { "*": 1, Prod;*: 2 } } }'));
    expect(await outcomeOf(ada.apply())).toBe('verify-failed');
  });
});

describe('a server on which types are switched off', () => {
  test.override({ setup: { repositories: [{ ...REPOSITORY, flags: { vdtEnabled: false } }] } });

  test('a type that was applied there is no drift', async ({ team, ada }) => {
    await team.push({ ...value('k', '*;*', '1'), push: true });
    ada.commit(withKeys('{ k: { vdt: Integer, value: 1 } }'));
    await ada.applyApproved();
    ada.commit(withKeys('{ k: 1, n: 1 }'));
    await ada.apply();
    ada.commit(withKeys('{ k: 1, n: 2 }'));
    expect((await ada.plan()).plan.drift).toEqual([]);
  });
});

test('an export that leaves out a key is told, also where the key changes', async () => {
  let left: unknown[] | undefined;
  const fault = ({ path }: Request): Fault =>
    left && path.startsWith('/rest/export') ? { bytes: json({ data: left }) } : 'pass';
  const leavingOut = async (team: Team) => {
    const ada = team.member('ada');
    ada.commit(withKeys('{ a: 1, b: 1, c: 1 }'));
    await ada.apply();
    left = (await exported(team.server)).slice(1);
    ada.commit(withKeys('{ a: 2, b: 1, c: 1 }'));
    const { plan } = await ada.plan();
    expect(plan.findings.map(({ code }) => code)).toContain('live-incomplete');
  };
  await withTeam(leavingOut, { fault });
});

test('counts that are needed, and refused, are a read that is lost', async () => {
  let isClosed = false;
  const fault = ({ path }: Request): Fault =>
    isClosed && path === '/rest/info/all' ? { bytes: answer(404) } : byToken({ path });
  const closing = async (team: Team) => {
    const ada = team.member('ada');
    ada.commit(withKeys('{ a: 1, b: 1, c: 1 }'));
    await ada.apply({ reads: 'token' });
    isClosed = true;
    ada.commit(withKeys('{ a: 1, b: 1 }'));
    await expect(ada.plan()).rejects.toMatchObject({ code: 'read-lost' });
  };
  await withTeam(closing, { fault });
});

describe.concurrent('a value of the wrong type breaks the reads by token', () => {
  test.override({ setup: SETUPS.token });
  const LIST = { key: 'a', push: true, deprecated: false, vdt: 'List' };
  const TEXT = { ...LIST, vdt: 'Text' };
  const declared = (b: string) =>
    withKeys(`{ a: { vdt: Text, value: x }, b: { vdt: Text, value: ${b} } }`);

  test('before the plan: the second read meets the same, and the apply goes on', async ({
    team,
    ada,
  }) => {
    ada.commit(declared('y'));
    await ada.apply();
    await others(ada, team, LIST);
    expect(await outcomeOf(ada.apply())).toBe('verified');
    expect((await ada.plan()).plan).toMatchObject({ changes: [], findings: [] });
  });

  nightly.for([
    ['since the plan', [], LIST],
    ['no longer since the plan', [LIST], TEXT],
  ] as const)('%s: nothing is sent', async ([, before, after], { team, ada }) => {
    ada.commit(declared('y'));
    await ada.apply();
    for (const push of before) await others(ada, team, push);
    ada.commit(declared('z'));
    const pushes = team.pushes();
    const applying = ada.apply({}, () => others(ada, team, after));
    expect(await outcomeOf(applying)).toBe('changed-meanwhile');
    expect(team.pushes()).toBe(pushes + 1);
    expect(await outcomeOf(ada.apply())).toBe('verified');
    expect((await ada.plan()).plan).toMatchObject({ changes: [], findings: [] });
  });
});
