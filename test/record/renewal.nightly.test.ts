// The announcement of an apply is renewed while the apply lives, and whoever lost it pushes nothing more.
import { chmodSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { type Fault, page, type Request, withFaults } from '../helpers/faulty-server.ts';
import { refusal } from '../helpers/refusing.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

// Many processes each: a busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });

/** What the server says when somebody else writes at the same moment. */
const PASSING = 'A relationship to another item exists, preventing this transaction.';
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const codes = ({ plan }: { plan: { findings: { severity: string; code: string }[] } }) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`);

/** One push for each key. */
function inPushes(...keys: string[]): Record<string, string> {
  const files = declaring(...keys);
  return { ...files, 'confighub.yaml': `${files['confighub.yaml']}batch: 1\n` };
}

/** Before the n-th push (from 1) goes on to the server, or in its place, something else happens. */
function withPush(
  use: (team: Team, beforePush: (nth: number, what: () => Promise<unknown>) => void) => Promise<void>,
): Promise<void> {
  return withTeam(async (team) => {
    const waiting = new Map<number, () => Promise<unknown>>();
    let pushes = 0;
    const fault = ({ method }: Request): Fault => {
      if (method !== 'POST') return 'pass';
      const what = waiting.get(++pushes);
      return what === undefined ? 'pass' : { held: what() };
    };
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      await use(team, (nth, what) => waiting.set(nth, what));
    });
  });
}

function message(team: Team): string {
  const ref = team.refNames().find((name) => name.endsWith('/applying')) ?? '';
  return team.sandbox.git(team.origin, 'log', '-1', '--format=%B', ref);
}

/** Some minutes later; whatever is due by then is done. */
async function later(member: Member, minutes: number): Promise<void> {
  member.minutes += minutes;
  await member.tick();
}

describe.concurrent('the announcement of an apply', () => {
  test('expires 15 minutes later, however many pushes there are', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(inPushes(...KEYS));
      await ada.apply({}, async () => expect(message(team)).toContain('Expires: 2024-05-06T07:23:09.000Z'));
    });
  });

  test('of an apply that died after the first of many pushes is in nobody’s way 15 minutes later', async () => {
    await withPush(async (team, beforePush) => {
      const [ada, bob] = [team.member('ada').minutesFromNow(0), team.member('bob').minutesFromNow(0)];
      ada.commit(inPushes(...KEYS));
      const run = ada.start('apply');
      beforePush(2, async () => void (await run.stop('SIGKILL')));
      expect((await run.ended).status).toBeNull();
      bob.commit(inPushes(...KEYS));
      expect(codes(await bob.apply())).toEqual(['refusal apply-running']);
      bob.minutesFromNow(15);
      expect((await bob.apply()).outcome).toBe('verified');
      expect({ refs: team.refs(), keys: await team.keys() }).toEqual({ refs: ['applied'], keys: KEYS });
    });
  });

  test('is renewed while one push takes an hour', async () => {
    await withPush(async (team, beforePush) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      bob.commit(declaring('a', 'b'));
      beforePush(1, async () => {
        for (let minutes = 0; minutes < 60; minutes += 5) await later(ada, 5);
        bob.minutes = 61;
        const refused = await bob.apply();
        expect(codes(refused)).toEqual(['refusal apply-running']);
        expect(refused.plan.findings[0]?.message).toContain(
          'announced 61 minutes ago by ada, last renewed 60 seconds ago',
        );
        expect(refused.plan.findings[0]?.hint).toContain('2024-05-06 08:23:09 UTC');
      });
      expect(await ada.apply()).toMatchObject({ outcome: 'verified', remarks: [] });
      expect(team.refs()).toEqual(['applied']);
      expect(ada.timers.size).toBe(0);
    });
  });

  test('is renewed between pushes, and costs nothing where they take no time', async () => {
    await withPush(async (team, beforePush) => {
      const ada = team.member('ada');
      ada.commit(inPushes(...KEYS));
      const seen: string[] = [];
      const at = (minutes: number) => async () => {
        ada.minutes = minutes;
        seen.push(/^Expires: .*T(.*):09\.000Z$/m.exec(message(team))?.[1] ?? '');
      };
      beforePush(1, at(0));
      beforePush(2, at(2));
      beforePush(3, at(8));
      beforePush(4, at(9));
      beforePush(5, at(9));
      expect((await ada.apply()).outcome).toBe('verified');
      // As it was found when a push began.
      expect(seen).toEqual(['07:23', '07:23', '07:23', '07:31', '07:31']);
    });
  });

  test('of a small apply is written once', async () => {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit(declaring('a', 'b'));
      const { env, calls } = team.sandbox.spy();
      const runtime = { ...ada.runtime(), env };
      expect((await apply(ada.options(), runtime)).outcome).toBe('verified');
      const network = calls().flatMap((call) => /\x1f(ls-remote|fetch|push)\x1f/.exec(call)?.[1] ?? []);
      // What was applied; the announcement, and whether it was in time; the record.
      expect(network).toEqual(['ls-remote', 'push', 'ls-remote', 'push']);
    });
  });
});

describe.concurrent('an apply that lost its announcement', () => {
  test('to another one pushes nothing more', async () => {
    await withPush(async (team, beforePush) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(inPushes(...KEYS));
      beforePush(2, async () => {
        await unlock(bob.options(), bob.runtime());
        bob.commit(inPushes('x'));
        expect((await bob.apply()).outcome).toBe('verified');
        expect(await team.keys()).toEqual(['x']);
      });
      await expect(ada.apply()).rejects.toMatchObject({
        code: 'announcement-lost',
        exitStatus: 4,
        message: expect.stringContaining('after 2 of 5 pushes'),
      });
      // What was under way arrives; nothing comes after it.
      expect(await team.keys()).toEqual(['b', 'x']);
      expect(team.refs()).toEqual(['applied']);
    });
  });

  test('to somebody who unlocked, and nobody came yet, pushes nothing more', async () => {
    await withPush(async (team, beforePush) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(inPushes(...KEYS));
      beforePush(3, async () => {
        await later(ada, 4);
        await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
      });
      await expect(ada.apply()).rejects.toMatchObject({ code: 'announcement-lost', exitStatus: 4 });
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
      bob.commit(inPushes(...KEYS));
      expect((await bob.apply()).outcome).toBe('verified');
      expect({ refs: team.refs(), keys: await team.keys() }).toEqual({ refs: ['applied'], keys: KEYS });
    });
  });

  test('before its first push sends none, where the timer has seen it', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      const applying = ada.apply({}, async () => {
        await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
        await later(ada, 4);
      });
      await expect(applying).rejects.toMatchObject({ code: 'announcement-lost', exitStatus: 1 });
      expect(team.pushes()).toBe(0);
    });
  });

  test('does not try again what was refused for a passing reason', async () => {
    await withTeam(async (team) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a'));
      const first = () => unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
      const fault = ({ method }: Request): Fault => (method === 'POST' ? { ...refusal(PASSING), first } : 'pass');
      await withFaults({ behind: team.server, fault }, async ({ url, requests }) => {
        team.url = url;
        await expect(ada.apply()).rejects.toMatchObject({ code: 'announcement-lost', exitStatus: 1 });
        expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
      });
    });
  });

  test('to an origin that is gone stops in time', async () => {
    await withPush(async (team, beforePush) => {
      const ada = team.member('ada');
      ada.commit(inPushes(...KEYS));
      const away = `${team.origin}.away`;
      beforePush(2, async () => {
        renameSync(team.origin, away);
        await later(ada, 5);
      });
      // Nobody can have taken over yet.
      beforePush(3, async () => void (await later(ada, 9)));
      await expect(ada.apply()).rejects.toMatchObject({
        code: 'announcement-lost',
        exitStatus: 4,
        message: expect.stringContaining('after 3 of 5 pushes'),
      });
      renameSync(away, team.origin);
      expect(await team.keys()).toEqual(['a', 'b', 'c']);
    });
  });

  test('only by its own word, because origin took a renewal and did not say so, goes on', async () => {
    await withPush(async (team, beforePush) => {
      const ada = team.member('ada');
      ada.commit(inPushes(...KEYS));
      beforePush(2, async () => {
        // Origin takes the renewal, and is gone before it can be asked.
        const hook = join(team.origin, 'hooks/post-receive');
        team.sandbox.write(hook, `#!/bin/sh\nmv '${team.origin}' '${team.origin}.away'\nkill -9 $PPID\n`);
        chmodSync(hook, 0o755);
        await later(ada, 5);
        renameSync(`${team.origin}.away`, team.origin);
        renameSync(hook, `${hook}.off`);
      });
      expect(await ada.apply()).toMatchObject({ outcome: 'verified', remarks: [] });
      expect({ refs: team.refs(), keys: await team.keys() }).toEqual({ refs: ['applied'], keys: KEYS });
    });
  });
});

describe.concurrent('unlock', () => {
  test('says since when the server may still be at work', async () => {
    await withPush(async (team, beforePush) => {
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(inPushes(...KEYS));
      const seen: unknown[] = [];
      beforePush(1, async () => {
        const { removed } = await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
        seen.push(removed?.pushSince);
      });
      await expect(ada.apply()).rejects.toMatchObject({ code: 'announcement-lost' });
      bob.commit(inPushes(...KEYS));
      beforePush(2, async () => void (await later(bob, 2)));
      beforePush(3, async () => {
        await later(bob, 2);
        const { removed } = await unlock(ada.options(), { ...ada.runtime(), cwd: bob.dir });
        seen.push(removed?.pushSince);
      });
      await expect(bob.apply()).rejects.toMatchObject({ code: 'announcement-lost' });
      // Of the announcement, where nothing else is known; of the push that was under way at the last sign of life.
      expect(seen).toEqual(['2024-05-06T07:08:09.000Z', '2024-05-06T07:10:09.000Z']);
    });
  });

  test('knows when the push began whose answer nobody waited for', async () => {
    await withTeam(async (team) => {
      let member: Member | undefined;
      let isBlind = false;
      // The gateway does not wait, and then the server cannot be read.
      const fault = ({ method, path }: Request): Fault => {
        if (isBlind && path.startsWith('/rest/export')) return { bytes: page(500) };
        if (method !== 'POST') return 'pass';
        isBlind = true;
        if (member) member.minutes += 1;
        return { passed: page(504) };
      };
      await withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const [ada, bob] = [team.member('ada'), team.member('bob')];
        member = ada;
        ada.commit(declaring('a'));
        const planned = async () => void (await later(ada, 2));
        await expect(ada.apply({}, planned)).rejects.toMatchObject({ code: 'push-unknown' });
        const { removed } = await unlock(bob.options(), { ...bob.runtime(), cwd: ada.dir });
        expect(removed).toMatchObject({
          since: '2024-05-06T07:08:09.000Z',
          pushSince: '2024-05-06T07:10:09.000Z',
        });
      });
    });
  });
});
