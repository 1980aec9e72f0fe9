// Runs that were interrupted between the beginning and the end of their record: the next one converges, and nothing is orphaned.
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { type Fault, page, type Request, withFaults } from '../helpers/faulty-server.ts';
import { declaring, type Team, withTeam } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

const codes = ({ plan }: { plan: { findings: { severity: string; code: string }[] } }) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`);

describe.concurrent('an interrupted run', () => {
  /** Begun, pushed, and never heard of again: what the first run leaves when its outcome is unknown. */
  async function leaves(team: Team, ...keys: string[]): Promise<void> {
    const member = team.member(`interrupted-${keys.join('-')}`);
    member.commit(declaring(...keys));
    await expect(member.apply()).rejects.toMatchObject({ code: 'push-unknown' });
    team.isBlind = false;
  }

  function everyPushLost(team: Team, use: () => Promise<void>): Promise<void> {
    const fault = ({ method }: Request): Fault => {
      if (!team.isFaulty) return 'pass';
      if (method === 'POST') {
        team.isBlind = true;
        return { passed: '' };
      }
      return team.isBlind ? { bytes: page(500) } : 'pass';
    };
    return withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      await use();
    });
  }

  test.for([
    ['a full clone', []],
    ['a shallow clone', ['--depth=1']],
    ['a partial clone', ['--filter=blob:none']],
  ] as const)('after another one: both are taken over, from %s', async ([, options]) => {
    await withTeam((team) =>
      everyPushLost(team, async () => {
        const ada = team.member('ada');
        ada.commit(declaring('a'));
        await ada.apply();
        team.isFaulty = true;
        await leaves(team, 'a', 'first');
        await leaves(team, 'a', 'first', 'second');
        await leaves(team, 'a', 'third', 'second', 'first');
        team.isFaulty = false;
        expect(team.refStates()).toEqual(['begun', 'begun', 'begun', 'done']);
        const bob = team.member('bob', ...options);
        bob.commit(declaring('a'));
        expect((await bob.plan()).plan.changes.length).toBeGreaterThan(0);
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['a']);
        expect(team.refStates()).toEqual(['done']);
      }),
    );
  });

  test('is taken over after a force push, from a detached head', async () => {
    await withTeam((team) =>
      everyPushLost(team, async () => {
        team.isFaulty = true;
        await leaves(team, 'a', 'begun');
        team.isFaulty = false;
        const bob = team.member('bob', '--depth=1');
        team.sandbox.git(bob.dir, 'checkout', '--quiet', '--orphan', 'new');
        team.sandbox.commit(bob.dir, 'All anew', declaring('a'));
        team.sandbox.git(bob.dir, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
        team.sandbox.git(team.origin, 'gc', '--quiet', '--prune=now');
        team.sandbox.git(bob.dir, 'checkout', '--quiet', '--detach');
        // What came through was applied, and a new history does not have it.
        expect(codes(await bob.apply())).toEqual([
          'refusal record-unconfirmed',
          'refusal older-commit',
        ]);
        expect((await bob.applyApproved({ allowOlder: true })).outcome).toBe('verified');
        expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
          states: ['done'],
          keys: ['a'],
        });
      }),
    );
  });

  test('is not forgotten where it was unlocked before its time', async ({ team }) => {
    let kill: () => unknown = () => undefined;
    let isFirst = true;
    const fault = ({ method }: Request): Fault =>
      method === 'POST' && isFirst ? { bytes: '', first: async () => kill() } : 'pass';
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      const [ada, bob] = [team.member('ada'), team.member('bob').minutesFromNow(0)];
      ada.commit(declaring('a', 'begun'));
      team.url = url;
      const run = ada.start('apply');
      kill = () => run.child.kill('SIGKILL');
      expect((await run.ended).status).toBeNull();
      isFirst = false;
      bob.commit(declaring('a'));
      expect(codes(await bob.apply())).toEqual(['refusal apply-running']);
      expect((await unlock(bob.options(), bob.runtime())).removed).toMatchObject({
        text: expect.any(String),
      });
      expect(await unlock(bob.options(), bob.runtime())).toEqual({});
      expect(codes(await bob.apply())).toEqual([]);
      expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
        states: ['done'],
        keys: ['a'],
      });
    });
  });

  test('and was unlocked meanwhile is recorded all the same', async ({ team, ada, bob }) => {
    ada.commit(declaring('a'));
    const { outcome, remarks } = await ada.apply({}, async () => {
      const { removed } = await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
      expect(removed).toMatchObject({ actor: 'ada', since: '2024-05-06T07:08:09.000Z' });
    });
    expect({ outcome, remarks }).toEqual({ outcome: 'verified', remarks: [] });
    expect(team.refStates()).toEqual(['done']);
    expect(await unlock(ada.options(), ada.runtime())).toEqual({});
  });
});
