// Others write between the plan and the push, or something makes what was read doubtful: what an apply makes of it.
import { describe, expect, test } from 'vitest';
import { CommandError } from '../src/errors.ts';
import type { RepositorySettings } from '../src/server/settings.ts';
import { answer, type Fault, withFaults } from './helpers/faulty-server.ts';
import { REPOSITORY } from './helpers/process.ts';
import { exported, push } from './helpers/server.ts';
import { type Member, type Team, withTeam } from './helpers/team.ts';
import { representatives } from './helpers/suite.ts';
import { nightly } from './helpers/test.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100% }\n';
const project = (keys: string) => ({
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys: ${keys}\n`,
});
const many = (declared: (at: number) => string, count = 20) =>
  project(`{ ${Array.from({ length: count }, (_, at) => `k${at}: ${declared(at)}`).join(', ')} }`);

type Reads = 'export' | 'token';

interface Stage {
  member: Member;
  team: Team;
  /** A push of others, with a token that may push locked keys. */
  others: (...data: object[]) => Promise<void>;
}

interface Options {
  reads: Reads;
  /** What becomes of a request; `undefined`: what becomes of it otherwise. */
  fault?: (path: string) => Fault | undefined;
  settings?: Partial<RepositorySettings>;
}

function onStage(
  { reads, settings, fault: broken }: Options,
  use: (stage: Stage) => Promise<void>,
): Promise<void> {
  const tokens = { ...REPOSITORY.tokens, force: { forceKeyPush: true } };
  return withTeam(
    (team) => {
      const fault = ({ path }: { path: string }): Fault =>
        broken?.(path) ??
        (reads === 'token' && path.startsWith('/rest/export') ? { bytes: answer(406) } : 'pass');
      return withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const member = team.member('ada');
        const others = async (...data: object[]) => {
          const { status, etag } = await push(
            team.server,
            { enableKeyCreation: true, data },
            { token: 'force' },
          );
          expect({ status, etag }).toMatchObject({ status: 200 });
          // A plan that is fresh is pushed without another look.
          member.minutes += 1;
        };
        await use({ member, team, others });
      });
    },
    { repositories: [{ ...REPOSITORY, tokens, ...settings }] },
  );
}

/** The outcome, or the code of the error. */
async function outcomeOf(applying: Promise<{ outcome: string }>): Promise<string> {
  try {
    return (await applying).outcome;
  } catch (error) {
    if (error instanceof CommandError) return error.code;
    throw error;
  }
}

const value = (key: string, context: string, text: string) => ({
  key,
  values: [{ context, value: text }],
});
const removal = (key: string, context: string) => ({ key, values: [{ context, opp: 'delete' }] });

describe.concurrent.for(['export', 'token'] as const)(
  'between the plan and the push, by %s',
  (reads) => {
    test('others delete the last other value of a key that loses one: the key stays', async () => {
      await onStage({ reads }, async ({ member, team, others }) => {
        member.commit(project('{ k: { values: { "*": 1, Prod;*: 2 } } }'));
        await member.apply();
        member.commit(project('{ k: { values: { "*": 1 } } }'));
        const ended = await outcomeOf(member.apply({}, () => others(removal('k', '*;*'))));
        expect(ended).toBe('changed-meanwhile');
        expect(await exported(team.server)).toMatchObject([
          { key: 'k', values: [{ context: 'Prod;*' }] },
        ]);
      });
    });

    test('others add a value that applications get instead: the plan is applied, and theirs stays', async () => {
      await onStage({ reads }, async ({ member, others, team }) => {
        member.commit(project('{ a: { values: { "*": 1, Prod;*: 1 } } }'));
        await member.apply();
        member.commit(project('{ a: { values: { "*": 2, Prod;*: 1, Prod;Web: 3 } } }'));
        const applying = member.apply({}, () => others(value('a', 'Dev;*', 'theirs')));
        expect(await outcomeOf(applying)).toBe('verified');
        expect(JSON.stringify(await exported(team.server))).toContain('theirs');
      });
    });

    test('others delete a key that gets a value: it is not made anew', async () => {
      await onStage({ reads }, async ({ member, team, others }) => {
        const other = 'other: { values: { Prod;*: 1 } }';
        member.commit(project(`{ k: { values: { Dev;*: 1 } }, ${other} }`));
        await member.apply();
        member.commit(project(`{ k: { values: { Dev;*: 1, Prod;*: 2 } }, ${other}, n: 1 }`));
        const ended = await outcomeOf(member.apply({}, () => others({ key: 'k', opp: 'delete' })));
        expect(ended).toBe('changed-meanwhile');
        expect(await team.keys()).toEqual(['other']);
      });
    });

    test('others add a value to a key that goes: it stays', async () => {
      await onStage({ reads }, async ({ member, team, others }) => {
        member.commit(project('{ k: 1, kept: 1 }'));
        await member.apply();
        member.commit(project('{ kept: 1 }'));
        const ended = await outcomeOf(
          member.apply({}, () => others(value('k', 'Dev;*', 'theirs'))),
        );
        expect(ended).toBe('verified');
        expect(await exported(team.server)).toMatchObject([
          { key: 'k', values: [{ context: 'Dev;*', value: 'theirs' }] },
          { key: 'kept' },
        ]);
      });
    });
  },
);

describe.concurrent.for(representatives(['export', 'token'] as const, 2))(
  'many keys, by %s',
  (reads) => {
    test('one that others locked refuses the plan', async () => {
      await onStage({ reads }, async ({ member, team, others }) => {
        member.commit(many(() => '1'));
        await member.apply();
        await others({ key: 'k3', push: false, deprecated: false });
        member.commit(many(() => '2'));
        const token = team.server.token('force');
        const { outcome, plan } = await member.apply({ token });
        expect(outcome).toBe('refused');
        expect(plan.findings).toMatchObject([{ code: 'key-locked' }]);
      });
    });

    test('without values get a readme, and a lock', async () => {
      await onStage({ reads }, async ({ member }) => {
        for (const declared of [
          '{ vdt: Text }',
          '{ vdt: Text, readme: of it }',
          '{ vdt: Text, push: false }',
        ]) {
          member.commit(many(() => declared));
          expect((await member.apply()).outcome, declared).toBe('verified');
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
    const { plan } = await member.apply();
    await member.apply(plan.approval === undefined ? {} : { approve: plan.approval });
    member.commit(project('{ k: 1, n: 1 }'));
    await member.apply();
    member.commit(project('{ k: 1, n: 2 }'));
    expect((await member.plan()).plan.drift).toEqual([]);
  });
});

test('an export that leaves out a key is told, also where the key changes', async () => {
  let there: object[] | undefined;
  const fault = (path: string): Fault | undefined => {
    if (there === undefined || !path.startsWith('/rest/export')) return undefined;
    const body = JSON.stringify({ data: there });
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    return { bytes: head + body };
  };
  await onStage({ reads: 'export', fault }, async ({ member, team }) => {
    member.commit(project('{ a: 1, b: 1, c: 1 }'));
    await member.apply();
    const [, ...rest] = (await exported(team.server)) as object[];
    there = rest;
    member.commit(project('{ a: 2, b: 1, c: 1 }'));
    const { plan } = await member.plan();
    expect(plan.findings.map(({ code }) => code)).toContain('live-incomplete');
  });
});

test('counts that are needed, and refused, are a read that is lost', async () => {
  let isClosed = false;
  const fault = (path: string): Fault | undefined =>
    isClosed && path === '/rest/info/all' ? { bytes: answer(404) } : undefined;
  await onStage({ reads: 'token', fault }, async ({ member }) => {
    member.commit(project('{ a: 1, b: 1, c: 1 }'));
    await member.apply({ reads: 'token' });
    isClosed = true;
    member.commit(project('{ a: 1, b: 1 }'));
    const planned = member.plan();
    await expect(planned).rejects.toMatchObject({ code: 'read-lost' });
  });
});

describe.concurrent('a value of the wrong type breaks the reads by token', () => {
  const LIST = { key: 'a', push: true, deprecated: false, vdt: 'List' };
  const TEXT = { ...LIST, vdt: 'Text' };
  const applied = project('{ a: { vdt: Text, value: x }, b: { vdt: Text, value: y } }');

  test('before the plan: the second read meets the same, and the apply goes on', async () => {
    await onStage({ reads: 'token' }, async ({ member, others }) => {
      member.commit(applied);
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
      member.commit(applied);
      await member.apply();
      if (before.length > 0) await others(...before);
      member.commit(project('{ a: { vdt: Text, value: x }, b: { vdt: Text, value: z } }'));
      const pushes = team.pushes();
      expect(await outcomeOf(member.apply({}, () => others(after)))).toBe('changed-meanwhile');
      expect(team.pushes()).toBe(pushes + 1);
      expect(await outcomeOf(member.apply())).toBe('verified');
      expect((await member.plan()).plan).toMatchObject({ changes: [], findings: [] });
    });
  });
});
