// Others write between the plan and the push, or something makes what was read doubtful: what an apply makes of it.
import { describe, expect, test } from 'vitest';
import type { RepositorySettings } from '../src/server/settings.ts';
import { outcomeOf } from './helpers/apply.ts';
import { answer, type Fault, json } from './helpers/faulty-server.ts';
import { REPOSITORY } from './helpers/process.ts';
import { exported } from './helpers/server.ts';
import { representatives } from './helpers/suite.ts';
import { type Member, type Team, UNLIMITED, withTeam } from './helpers/team.ts';
import { nightly } from './helpers/test.ts';

const project = (keys: string) => ({
  'confighub.yaml': UNLIMITED,
  'config/shop.yaml': `keys: ${keys}\n`,
});
const many = (declared: string) =>
  project(`{ ${Array.from({ length: 20 }, (_, at) => `k${at}: ${declared}`).join(', ')} }`);

interface Stage {
  member: Member;
  team: Team;
  others: (...data: object[]) => Promise<void>;
}

interface Options {
  reads: 'export' | 'token';
  /** What becomes of a request; `undefined`: what becomes of it otherwise. */
  fault?: (path: string) => Fault | undefined;
  settings?: Partial<RepositorySettings>;
}

function onStage(
  { reads, settings, fault }: Options,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const isRefused = (path: string) => reads === 'token' && path.startsWith('/rest/export');
  return withTeam(
    (team) => {
      const member = team.member('ada');
      const others = async (...data: object[]) => {
        await team.push(...data);
        // A plan that is fresh is pushed without another look.
        member.minutes += 1;
      };
      return use({ member, team, others });
    },
    {
      repositories: [{ ...REPOSITORY, ...settings }],
      fault: ({ path }) => fault?.(path) ?? (isRefused(path) ? { bytes: answer(406) } : 'pass'),
    },
  );
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
    test.for(Object.entries(MEANWHILE))(
      '%s',
      async ([, { before, after, push, outcome, rows }]) => {
        await onStage({ reads }, async ({ member, team, others }) => {
          member.commit(project(before));
          await member.apply();
          member.commit(project(after));
          expect(await outcomeOf(member.apply({}, () => others(push)))).toBe(outcome);
          expect(await team.rows()).toEqual(rows);
        });
      },
    );
  },
);

describe.concurrent.for(representatives(['export', 'token'] as const, 2))(
  'many keys, by %s',
  (reads) => {
    test('one that others locked refuses the plan', async () => {
      await onStage({ reads }, async ({ member, team, others }) => {
        member.commit(many('1'));
        await member.apply();
        await others({ key: 'k3', push: false, deprecated: false });
        member.commit(many('2'));
        const { outcome, plan } = await member.apply({ token: team.server.token('force') });
        expect(outcome).toBe('refused');
        expect(plan.findings).toMatchObject([{ code: 'key-locked' }]);
      });
    });

    test('without values get a readme, and a lock', async () => {
      await onStage({ reads }, async ({ member }) => {
        for (const more of ['', ', readme: of it', ', push: false']) {
          member.commit(many(`{ vdt: Text${more} }`));
          expect((await member.apply()).outcome, more).toBe('verified');
        }
      });
    });

    test('without values go', async () => {
      await onStage({ reads }, async ({ member, team }) => {
        member.commit(project('{ empty: { vdt: Text }, kept: 1 }'));
        await member.apply();
        member.commit(project('{ kept: 1 }'));
        expect((await member.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['kept']);
      });
    });
  },
);

test('a value that another adds at the same moment is there twice, and told', async () => {
  await onStage({ reads: 'export', settings: { plantDuplicates: true } }, async ({ member }) => {
    member.commit(project('{ k: 1 }'));
    await member.apply();
    member.commit(project('{ k: { values: { "*": 1, Prod;*: 2 } } }'));
    expect(await outcomeOf(member.apply())).toBe('verify-failed');
  });
});

test('a type that was applied where types are switched off is no drift', async () => {
  const settings = { flags: { vdtEnabled: false } };
  await onStage({ reads: 'export', settings }, async ({ member, others }) => {
    await others({ ...value('k', '*;*', '1'), push: true });
    member.commit(project('{ k: { vdt: Integer, value: 1 } }'));
    await member.applyApproved();
    member.commit(project('{ k: 1, n: 1 }'));
    await member.apply();
    member.commit(project('{ k: 1, n: 2 }'));
    expect((await member.plan()).plan.drift).toEqual([]);
  });
});

test('an export that leaves out a key is told, also where the key changes', async () => {
  let left: unknown[] | undefined;
  const fault = (path: string) =>
    left && path.startsWith('/rest/export') ? { bytes: json({ data: left }) } : undefined;
  await onStage({ reads: 'export', fault }, async ({ member, team }) => {
    member.commit(project('{ a: 1, b: 1, c: 1 }'));
    await member.apply();
    left = (await exported(team.server)).slice(1);
    member.commit(project('{ a: 2, b: 1, c: 1 }'));
    const { plan } = await member.plan();
    expect(plan.findings.map(({ code }) => code)).toContain('live-incomplete');
  });
});

test('counts that are needed, and refused, are a read that is lost', async () => {
  let isClosed = false;
  const fault = (path: string) =>
    isClosed && path === '/rest/info/all' ? { bytes: answer(404) } : undefined;
  await onStage({ reads: 'token', fault }, async ({ member }) => {
    member.commit(project('{ a: 1, b: 1, c: 1 }'));
    await member.apply({ reads: 'token' });
    isClosed = true;
    member.commit(project('{ a: 1, b: 1 }'));
    await expect(member.plan()).rejects.toMatchObject({ code: 'read-lost' });
  });
});

describe.concurrent('a value of the wrong type breaks the reads by token', () => {
  const LIST = { key: 'a', push: true, deprecated: false, vdt: 'List' };
  const TEXT = { ...LIST, vdt: 'Text' };
  const declared = (b: string) =>
    project(`{ a: { vdt: Text, value: x }, b: { vdt: Text, value: ${b} } }`);

  test('before the plan: the second read meets the same, and the apply goes on', async () => {
    await onStage({ reads: 'token' }, async ({ member, others }) => {
      member.commit(declared('y'));
      await member.apply();
      await others(LIST);
      expect(await outcomeOf(member.apply())).toBe('verified');
      expect((await member.plan()).plan).toMatchObject({ changes: [], findings: [] });
    });
  });

  nightly.each([
    ['since the plan', [], LIST],
    ['no longer since the plan', [LIST], TEXT],
  ])('%s: nothing is sent', async (_, before, after) => {
    await onStage({ reads: 'token' }, async ({ member, team, others }) => {
      member.commit(declared('y'));
      await member.apply();
      for (const push of before) await others(push);
      member.commit(declared('z'));
      const pushes = team.pushes();
      expect(await outcomeOf(member.apply({}, () => others(after)))).toBe('changed-meanwhile');
      expect(team.pushes()).toBe(pushes + 1);
      expect(await outcomeOf(member.apply())).toBe('verified');
      expect((await member.plan()).plan).toMatchObject({ changes: [], findings: [] });
    });
  });
});
