// The server took a push and its answer was lost: the next run takes over, and its record says whose work that was.
import { describe, expect, test } from 'vitest';
import { history } from '../../src/commands/history.ts';
import { historyTable } from '../../src/render/tables.ts';
import { unlock } from '../../src/commands/unlock.ts';
import { type Fault, page, withFaults } from '../helpers/faulty-server.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

interface Lost {
  team: Team;
  /** The answer to the n-th push from now on (from 1) is lost, and nothing can be read until {@link back}. */
  lose: (nth?: number, isTaken?: boolean) => void;
  back: () => void;
}

function withLostAnswers(use: (lost: Lost) => Promise<void>): Promise<void> {
  return withTeam(async (team) => {
    let left = Number.POSITIVE_INFINITY;
    let isTaken = true;
    let isBlind = false;
    const fault = ({ method }: { method: string }): Fault => {
      if (isBlind) return { bytes: page(503) };
      if (method !== 'POST' || --left > 0) return 'pass';
      isBlind = true;
      return isTaken ? { passed: '' } : 'cut';
    };
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      await use({
        team,
        lose: (nth = 1, taken = true) => {
          left = nth;
          isTaken = taken;
        },
        back: () => {
          left = Number.POSITIVE_INFINITY;
          isBlind = false;
        },
      });
    });
  });
}

/** Of every apply, newest first: commit, actor, created, updated and deleted, and whose work it took over. */
async function applies(member: Member) {
  const { entries } = await history(member.options(), member.runtime(), undefined);
  return entries.map(({ commit, actor, counts, tookOver = [] }) => [
    commit,
    actor,
    [counts?.create, counts?.update, counts?.delete].join('/'),
    ...tookOver.map((one) => one.actor),
  ]);
}

const document = (lines: string) => ({ ...declaring(), 'config/shop.yaml': `keys:\n${lines}` });
const BEFORE = document('  kept: a\n  changed: a\n  removed: a\n');
const AFTER = document('  kept: a\n  changed: b\n  new: { values: { "*": x, Production;*: y } }\n');

describe.concurrent('an apply whose answer was lost', () => {
  test('of the same commit is taken over by somebody else', async () => {
    await withLostAnswers(async ({ team, lose, back }) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      const first = ada.commit(BEFORE);
      await ada.apply();
      const second = ada.commit(AFTER);
      lose();
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown', exitCode: 4 });
      back();
      bob.minutes = 5;
      team.sandbox.git(bob.dir, 'pull', '--quiet', 'origin', 'main');
      const said: string[] = [];
      const found = await bob.apply({}, async ({ remarks }) => void said.push(...remarks));
      expect(found.outcome).toBe('taken-over');
      expect(said).toEqual([
        `An earlier apply of commit ${second.slice(0, 10)} by ada did not finish: it may have sent all, some or none of its changes. This apply takes over its work, unless it is refused.`,
      ]);
      expect(await applies(bob)).toEqual([
        [second, 'bob', '2/1/1', 'ada'],
        [first, 'ada', '3/0/0'],
      ]);
      expect(team.refStates()).toEqual(['done']);
      // Once, and only once.
      const again = await bob.apply({}, async ({ remarks }) => void said.push(...remarks));
      expect([again.outcome, said.length]).toEqual(['nothing', 1]);
      expect(await applies(bob)).toHaveLength(2);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [] });
    });
  });

  test('does not keep a later commit from having an entry of its own', async () => {
    await withLostAnswers(async ({ team, lose, back }) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(BEFORE);
      lose();
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown' });
      back();
      const second = bob.commit(AFTER);
      const { outcome, plan } = await bob.apply();
      expect(outcome).toBe('verified');
      expect(plan.changes.map(({ cause }) => cause)).not.toContain('drift');
      expect(await applies(bob)).toEqual([[second, 'bob', '3/1/1', 'ada']]);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [] });
    });
  });

  test('after it was unlocked, and the next one is refused: its items stay managed', async () => {
    await withLostAnswers(async ({ team, lose, back }) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit(declaring('a', 'b', 'c', 'd'));
      lose();
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown' });
      back();
      await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
      bob.commit({
        ...declaring('a'),
        'confighub.yaml': `${declaring()['confighub.yaml']}protect: [b]\n`,
      });
      expect((await bob.apply()).outcome).toBe('refused');
      const commit = bob.commit(declaring('a'));
      await bob.applyApproved();
      expect(await team.keys()).toEqual(['a']);
      expect((await applies(bob))[0]).toEqual([commit, 'bob', '0/0/3', 'ada']);
    });
  });

  test('is told in the history as what it is', async () => {
    await withLostAnswers(async ({ team, lose, back }) => {
      const ada = team.member('ada');
      const commit = ada.commit(BEFORE);
      lose();
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown' });
      back();
      const bob = team.member('bob');
      await bob.apply();
      const { entries } = await history(bob.options(), bob.runtime(), undefined);
      expect(entries).toMatchObject([
        {
          actor: 'bob',
          run: 'https://git.example.com/runs/bob',
          tookOver: [{ commit, actor: 'ada', run: 'https://git.example.com/runs/ada' }],
        },
      ]);
      expect(historyTable(entries, 500)).toContain(`bob, took over ${commit.slice(0, 10)} of ada`);
    });
  });
});
