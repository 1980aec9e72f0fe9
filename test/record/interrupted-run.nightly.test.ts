// Runs that were interrupted between the beginning and the end of their record: the next one converges, and nothing is orphaned.
import { describe, expect } from 'vitest';
import { history } from '../../src/commands/history.ts';
import { unlock } from '../../src/commands/unlock.ts';
import { historyTable } from '../../src/render/tables.ts';
import { apply } from '../helpers/apply.ts';
import type { Fault, Request } from '../helpers/faulty-server.ts';
import type { Running } from '../helpers/run.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';
import {
  applyFiles,
  codes,
  losesAnswer,
  PROJECT,
  severities,
  shop,
  withLostAnswers,
} from './records.ts';

/** What follows when the built program was killed at one of its pushes, which never arrived. */
async function afterKill(
  { team, member, at }: { team: Team; member: Member; at: number },
  use: () => Promise<void>,
): Promise<void> {
  let run: Running | undefined;
  let pushes = 0;
  const fault = ({ method }: Request): Fault =>
    method === 'POST' && ++pushes === at
      ? { bytes: '', first: async () => run?.child.kill('SIGKILL') }
      : 'pass';
  await team.withFault(fault, async () => {
    run = member.start('apply');
    expect((await run.ended).status).toBeNull();
    await use();
  });
}

describe.concurrent('an interrupted run', () => {
  test.for([
    ['a full clone', []],
    ['a shallow clone', ['--depth=1']],
    ['a partial clone', ['--filter=blob:none']],
  ] as const)('after another one: both are taken over, from %s', async ([, options], { team }) => {
    await withLostAnswers(team, async () => {
      const ada = team.member('ada');
      await applyFiles(ada, declaring('a'));
      for (const more of [['first'], ['first', 'second'], ['third', 'second', 'first']])
        await losesAnswer(team, team.member(more.join('-')), declaring('a', ...more));
      expect(team.refStates()).toEqual(['begun', 'begun', 'begun', 'done']);
      const bob = team.member('bob', ...options);
      bob.commit(declaring('a'));
      expect((await bob.plan()).plan.changes.length).toBeGreaterThan(0);
      expect((await bob.apply()).outcome).toBe('verified');
      expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
    });
  });

  test('is taken over after a force push, from a detached head', async ({ team }) => {
    await withLostAnswers(team, async () => {
      await losesAnswer(team, team.member('ada'), declaring('a', 'begun'));
      const bob = team.member('bob', '--depth=1');
      team.sandbox.git(bob.dir, 'checkout', '--quiet', '--orphan', 'new');
      team.sandbox.commit(bob.dir, 'All anew', declaring('a'));
      team.sandbox.git(bob.dir, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
      team.sandbox.git(team.origin, 'gc', '--quiet', '--prune=now');
      team.sandbox.git(bob.dir, 'checkout', '--quiet', '--detach');
      // What came through was applied, and a new history does not have it.
      expect(codes(await bob.apply())).toEqual(['record-unconfirmed', 'older-commit']);
      expect((await bob.applyApproved({ allowOlder: true })).outcome).toBe('verified');
      expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
    });
  });

  test('is not forgotten where it was unlocked before its time', async ({ team }) => {
    const [ada, bob] = [team.member('ada'), team.member('bob').minutesFromNow(0)];
    ada.commit(declaring('a', 'begun'));
    await afterKill({ team, member: ada, at: 1 }, async () => {
      bob.commit(declaring('a'));
      expect(severities(await bob.apply())).toEqual(['refusal apply-running']);
      expect(await unlock(bob.options(), bob.runtime())).toMatchObject({
        removed: { text: expect.any(String) },
      });
      expect(await unlock(bob.options(), bob.runtime())).toEqual({});
      expect(codes(await bob.apply())).toEqual([]);
      expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
    });
  });

  test('of the second stage is taken over, and the first is not sent again', async ({ team }) => {
    const ada = team.member('ada');
    const more = 'stages: [Staging, Production]\nallowNewContexts: [Staging, Production]\n';
    const values = '{ "Staging;*": 1, "Production;*": 2 }';
    ada.commit(shop(`keys: { a: { values: ${values} } }\n`, PROJECT + more));
    await afterKill({ team, member: ada, at: 2 }, async () => {
      expect([await team.rows(), team.refStates()]).toEqual([
        ['a Staging;*: 1'],
        ['begun', 'done'],
      ]);
      const bob = team.member('bob').minutesFromNow(60);
      const applied = async (name: string) => {
        const options = { ...bob.options(), chosenStage: { name, after: [] } };
        return (await apply(options, bob.runtime())).outcome;
      };
      expect(await applied('Staging')).toBe('nothing');
      expect(await applied('Production')).toBe('verified');
      expect(await team.rows()).toEqual(['a Production;*: 2', 'a Staging;*: 1']);
      expect([team.pushes(), team.refStates()]).toEqual([2, ['done']]);
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

describe.concurrent('the history has whose work was taken over', () => {
  const BEFORE = shop('keys: { kept: a, changed: a, removed: a }\n');
  const AFTER = shop(
    'keys: { kept: a, changed: b, new: { values: { "*": x, Production;*: y } } }\n',
  );

  const entriesFor = async (member: Member) =>
    (await history(member.options(), member.runtime(), undefined)).entries;

  /** Of every apply, newest first: commit, actor, created, updated and deleted, and whose work it took over. */
  const applies = async (member: Member) =>
    (await entriesFor(member)).map(({ commit, actor, counts, tookOver = [] }) => [
      commit,
      actor,
      [counts?.create, counts?.update, counts?.delete].join('/'),
      ...tookOver.map((apply) => apply.actor),
    ]);

  test('by an apply of the same commit, once', async ({ team }) => {
    await withLostAnswers(team, async () => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      const first = ada.commit(BEFORE);
      await ada.apply();
      await losesAnswer(team, ada, AFTER);
      bob.minutes = 5;
      team.sandbox.git(bob.dir, 'pull', '--quiet', 'origin', 'main');
      const second = team.sandbox.git(bob.dir, 'rev-parse', 'HEAD');
      const said: string[] = [];
      const found = await bob.apply({}, async ({ remarks }) => void said.push(...remarks));
      expect(found.outcome).toBe('taken-over');
      expect(said).toEqual([
        `An earlier apply of commit ${second.slice(0, 10)} by ada did not finish: it may have sent all, some or none of its changes. This apply takes over its work, unless it is refused.`,
      ]);
      const told = [
        [second, 'bob', '2/1/1', 'ada'],
        [first, 'ada', '3/0/0'],
      ];
      expect(await applies(bob)).toEqual(told);
      const entries = await entriesFor(bob);
      expect(entries[0]).toMatchObject({
        run: 'https://git.example.com/runs/bob',
        tookOver: [{ commit: second, actor: 'ada', run: 'https://git.example.com/runs/ada' }],
      });
      expect(historyTable(entries, 500)).toContain(`bob, took over ${second.slice(0, 10)} of ada`);
      expect(team.refStates()).toEqual(['done']);
      const again = await bob.apply({}, async ({ remarks }) => void said.push(...remarks));
      expect([again.outcome, said.length]).toEqual(['nothing', 1]);
      expect(await applies(bob)).toEqual(told);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [] });
    });
  });

  test('by an apply of a later commit, which has an entry of its own', async ({ team }) => {
    await withLostAnswers(team, async () => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      await losesAnswer(team, ada, BEFORE);
      const second = bob.commit(AFTER);
      const { outcome, plan } = await bob.apply();
      expect(outcome).toBe('verified');
      expect(plan.changes.map(({ cause }) => cause)).not.toContain('drift');
      expect(await applies(bob)).toEqual([[second, 'bob', '3/1/1', 'ada']]);
      expect((await bob.plan()).plan).toMatchObject({ changes: [], drift: [] });
    });
  });

  test('after it was unlocked, and the next one is refused', async ({ team }) => {
    await withLostAnswers(team, async () => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      await applyFiles(ada, declaring('a'));
      await losesAnswer(team, ada, declaring('a', 'b', 'c', 'd'));
      await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
      bob.commit({ ...declaring('a'), 'confighub.yaml': `${PROJECT}protect: [b]\n` });
      expect((await bob.apply()).outcome).toBe('refused');
      const commit = bob.commit(declaring('a'));
      await bob.applyApproved();
      expect(await team.keys()).toEqual(['a']);
      expect((await applies(bob))[0]).toEqual([commit, 'bob', '0/0/3', 'ada']);
    });
  });
});
