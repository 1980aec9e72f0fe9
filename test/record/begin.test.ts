// An apply begins its record before its push: one at a time, nothing left behind, and what an interrupted run began is ours.
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { type Fault, page, type Request, withFaults } from '../helpers/faulty-server.ts';
import { declaring, type Member, START, type Team, withTeam } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';

const codes = ({ plan }: { plan: { findings: { severity: string; code: string }[] } }) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`);

const SENTENCE = 'Permission to acme/shop.git denied to github-actions[bot].';

/** Makes origin refuse what a hook's condition says of `$1`, the ref. */
function refuse({ origin, sandbox }: Team, condition: string, sentence: string): void {
  const hook = join(origin, 'hooks/update');
  sandbox.write(hook, `#!/bin/sh\nif ${condition}; then echo '${sentence}' >&2; exit 1; fi\n`);
  chmodSync(hook, 0o755);
}

/** What a plan asks of origin. */
async function requestsOf(member: Member, { sandbox }: Team): Promise<string[]> {
  const { env, calls } = sandbox.spy();
  await planTarget(member.options(), { ...member.runtime(), env });
  return calls().flatMap((call) => /\x1f(ls-remote|fetch|push)\x1f/.exec(call)?.[1] ?? []);
}

describe.concurrent('while an apply runs', () => {
  test('what it is about to apply is at origin, and afterwards that it is done; a plan asks origin once', async ({
    team,
    ada,
  }) => {
    const commit = ada.commit(declaring('a', 'b'));
    const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
    const summary = `Apply ${commit.slice(0, 10)}: 2 created, 0 updated, 0 deleted`;
    const common = `Project-File: confighub.yaml\nSource-Commit: ${commit}\nSince: 2024-05-06T07:08:09.000Z\n`;
    const who = 'Run: https://git.example.com/runs/ada\nActor: ada\nReads: info/all info export$';
    await ada.apply({}, async () => {
      const [ref = ''] = team.refNames();
      expect(git('ls-tree', '-r', ref)).toBe(git('ls-tree', '-r', commit));
      expect(git('log', '-1', '--format=%B', ref)).toMatch(
        new RegExp(
          `^${summary}\n\nState: begun\nApply-Id: [0-9a-f-]{36}\n${common}Until: 2024-05-06T07:19:09.000Z\nOpen: 1\n${who}`,
        ),
      );
      const grace = team.member('grace');
      expect(await requestsOf(grace, team)).toEqual(['ls-remote', 'fetch']);
      // What a clone has is not fetched again.
      expect(await requestsOf(grace, team)).toEqual(['ls-remote']);
      expect(await requestsOf(ada, team)).toEqual(['ls-remote']);
    });
    const [ref = ''] = team.refNames();
    expect(team.refStates()).toEqual(['done']);
    expect(git('ls-tree', '-r', ref)).toBe(git('ls-tree', '-r', commit));
    expect(git('log', '-1', '--format=%B', ref)).toMatch(
      new RegExp(`^${summary}\n\nState: done\nApply-Id: [0-9a-f-]{36}\n${common}${who}`),
    );
    expect(git('rev-list', '--count', ref)).toBe('1');
    expect(await team.keys()).toEqual(['a', 'b']);
  });

  test('a ref that somebody else moves just then is asked for again, and nothing goes on without it', async ({
    team,
  }) => {
    const busy = 'error: cannot lock ref: Unable to create applied.lock: File exists.';
    refuse(team, `[ "$(basename "$1")" = applied ] && mkdir once 2> /dev/null`, busy);
    const ada = team.member('ada');
    ada.commit(declaring('a', 'b'));
    const seen: string[][] = [];
    const applied = await ada.apply({}, async () => void seen.push(team.refStates()));
    expect({ seen, outcome: applied.outcome }).toEqual({ seen: [['begun']], outcome: 'verified' });
    expect(existsSync(join(team.origin, 'once'))).toBe(true);
  });

  test('another one is refused, and a plan names the running one', async ({ team, ada, bob }) => {
    ada.commit(declaring('a'));
    bob.commit(declaring('b'));
    await ada.apply({}, async () => {
      bob.minutes = 3;
      const refused = await bob.apply();
      expect(refused.outcome).toBe('refused');
      expect(codes(refused)).toEqual(['refusal apply-running']);
      const [finding] = refused.plan.findings;
      expect(finding?.message).toMatch(
        /apply of commit [0-9a-f]{10} by ada, started 3 minutes ago, https:\/\/git.example.com\/runs\/ada\.$/,
      );
      expect(finding?.hint).toContain('at the latest at 2024-05-06 07:19:09 UTC');
      expect(finding?.hint).toContain('`confighub-sync unlock`');
      // A clock that is an hour ahead of the server's does not end it.
      const ahead = { now: () => new Date(START.getTime() + 3_600_000) };
      const late = await apply(
        bob.options({ allowOlder: true }),
        bob.runtime(ahead),
        async () => undefined,
      );
      expect(codes(late)).toEqual(['refusal apply-running']);
      const before = team.sandbox.git(team.origin, 'for-each-ref');
      expect(codes(await bob.plan())).toEqual(['warning apply-running']);
      expect(team.sandbox.git(team.origin, 'for-each-ref')).toBe(before);
      expect(team.pushes()).toBe(0);
    });
    expect(await team.keys()).toEqual(['a']);
    expect(codes(await bob.plan())).toEqual([]);
  });
});

test('a record that leads to a commit that is gone refuses a plan until it is approved', async ({
  team,
  ada,
}) => {
  ada.commit(declaring('a'));
  await ada.apply();
  ada.commit(declaring('b'));
  const [ref = ''] = team.refNames();
  team.sandbox.write(join(team.origin, ref), `${'1'.repeat(40)}\n`);
  const refused = await ada.apply();
  expect(codes(refused)).toEqual(['refusal record-unreadable']);
  expect(refused.plan.notes).toEqual([
    'What the files no longer declare stays on the server: the apply record cannot be read.',
  ]);
  expect(await team.keys()).toEqual(['a']);
});

describe.concurrent('after it', () => {
  test('a push that did not reach the server leaves no record', async ({ team, ada }) => {
    ada.commit(declaring('a'));
    const unreachable = ada.apply({}, async () => {
      expect(team.refStates()).toEqual(['begun']);
      await team.server.close();
    });
    await expect(unreachable).rejects.toMatchObject({ exitCode: 1 });
    expect(team.refs()).toEqual([]);
  });

  test('one that nobody knows the end of is over, and what it began is ours', async ({ team }) => {
    const { fault, back } = lost('');
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a', 'begun'));
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown', exitCode: 4 });
      back();
      expect(team.refStates()).toEqual(['begun']);
      expect(await team.keys()).toEqual(['a', 'begun']);
      bob.commit(declaring('a'));
      expect((await bob.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a']);
      expect(team.refStates()).toEqual(['done']);
    });
  });

  nightly('one that the server may still be at work on is waited for', async ({ team }) => {
    const { fault, back } = lost(page(504), false);
    await withFaults({ behind: team.server, fault }, async ({ url }) => {
      team.url = url;
      const [ada, bob] = [team.member('ada'), team.member('bob')];
      ada.commit(declaring('a', 'begun'));
      await expect(ada.apply()).rejects.toMatchObject({ code: 'push-unknown' });
      back();
      bob.commit(declaring('a'));
      expect(codes(await bob.apply())).toEqual(['refusal apply-running']);
      bob.minutes = 15;
      expect((await bob.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a']);
    });
  });
});

/** The first push is taken or not, and its answer lost; then nothing can be read until the server is back. */
function lost(
  instead: string | Buffer,
  isTaken = true,
): { fault: (request: Request) => Fault; back: () => void } {
  let isPushed = false;
  let isBlind = false;
  const fault = ({ method }: Request): Fault => {
    if (method !== 'POST' || isPushed) return isBlind ? { bytes: page(500) } : 'pass';
    isPushed = true;
    isBlind = true;
    return isTaken ? { passed: instead } : { bytes: instead };
  };
  return {
    fault,
    back: () => {
      isBlind = false;
    },
  };
}

test('without the right to write refs nothing is sent, nor without origin, and each says what is missing', async ({
  team,
  ada,
}) => {
  ada.commit(declaring('a', 'b'));
  await ada.apply();
  refuse(team, 'case "$1" in refs/confighub-sync/*) true;; *) false;; esac', SENTENCE);

  ada.commit({ ...declaring('a', 'b'), 'config/more.yaml': 'keys: {}\n' });
  const { outcome, remarks } = await ada.apply();
  expect({ outcome, remarks }).toEqual({
    outcome: 'nothing',
    remarks: [expect.stringMatching(/^Nothing was recorded: .*denied to github-actions/)],
  });

  ada.commit(declaring('a', 'b', 'c'));
  await expect(ada.apply()).rejects.toMatchObject({
    code: 'not-recorded',
    exitCode: 1,
    message: expect.stringContaining(SENTENCE),
    hint: expect.stringContaining('`permissions: contents: write`'),
  });

  ada.commit(declaring('a'));
  rmSync(team.origin, { recursive: true });
  expect((await ada.plan()).remarks).toEqual([
    expect.stringMatching(/^origin could not be reached \(.+\), so the apply record/),
  ]);
  await expect(ada.apply({ allowOlder: true, prune: 'all' })).rejects.toMatchObject({
    code: 'not-recorded',
    exitCode: 1,
  });
  expect(team.pushes()).toBe(1);
  expect(await team.keys()).toEqual(['a', 'b']);
});

describe.concurrent('origin that is lost after the push', () => {
  test.for([
    ['a warning where the push was verified', {}],
    ['an error where it was not', { verify: false }],
  ] as const)('is %s, and the next apply takes over', async ([, given], { team, ada, bob }) => {
    ada.commit(declaring('a'));
    const applied = ada.apply(given, async () => {
      // It was begun; from now on origin takes nothing more of it.
      refuse(team, 'case "$1" in refs/confighub-sync/*) true;; *) false;; esac', SENTENCE);
    });
    if ('verify' in given)
      await expect(applied).rejects.toMatchObject({ code: 'record-open', exitCode: 4 });
    else {
      expect(await applied).toMatchObject({
        outcome: 'verified',
        remarks: [],
        stillOpen: {
          message: expect.stringMatching(
            /could not be recorded as done, because origin rejected .*denied/,
          ),
        },
      });
    }
    refuse(team, 'false', '');
    expect(team.refStates()).toEqual(['begun']);
    bob.commit(declaring('b'));
    bob.minutes = 20;
    const taken = await bob.apply();
    expect(taken.remarks).toEqual([]);
    expect({ keys: await team.keys(), states: team.refStates() }).toEqual({
      keys: ['b'],
      states: ['done'],
    });
  });
});

describe.concurrent('an apply of several pushes', () => {
  interface Ended {
    team: Team;
    /** Why the apply failed. */
    problem: unknown;
  }

  /** A minute passes in each push; `during` is what happens while the server is at work on it, the first being 1. */
  async function pushing(
    during: (team: Team, ada: Member, push: number) => unknown,
    use: (ended: Ended) => unknown,
  ) {
    await withTeam(async (team) => {
      const ada = team.member('ada');
      let pushes = 0;
      const fault = ({ method }: Request): Fault => {
        if (method !== 'POST') return 'pass';
        ada.minutes += 1;
        return { held: Promise.resolve(during(team, ada, ++pushes)).then(() => undefined) };
      };
      await withFaults({ behind: team.server, fault }, async ({ url }) => {
        team.url = url;
        const files = declaring('a', 'b');
        ada.commit({ ...files, 'confighub.yaml': `${files['confighub.yaml']}batch: 1\n` });
        const problem = await ada.apply().then(() => undefined, Object);
        await use({ team, problem });
      });
    });
  }

  test('says before each of them that it goes on', async () => {
    const seen: string[] = [];
    const note = ({ sandbox, origin }: Team) =>
      void seen.push(sandbox.git(origin, 'for-each-ref', 'refs/confighub-sync'));
    await pushing(note, ({ problem }) => expect(problem).toBeUndefined());
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
  });

  nightly.for([
    ['somebody unlocks it', (_: Team, ada: Member) => unlock(ada.options(), ada.runtime())],
    [
      'origin takes no more of it',
      (team: Team) =>
        refuse(team, 'case "$1" in refs/confighub-sync/*) true;; *) false;; esac', SENTENCE),
    ],
  ] as const)('sends no further one once %s', async ([, happens]) => {
    const once = (team: Team, ada: Member, push: number) =>
      push === 1 ? happens(team, ada) : undefined;
    await pushing(once, ({ team, problem }) => {
      expect(problem).toMatchObject({ code: 'apply-lost', exitCode: 4 });
      expect({ pushes: team.pushes(), states: team.refStates() }).toEqual({
        pushes: 1,
        states: ['begun'],
      });
    });
  });
});

describe.concurrent('the same run', () => {
  test('takes over at once what its former attempt began; the same attempt does not', async ({
    team,
    ada,
  }) => {
    ada.commit(declaring('a', 'begun'));
    const attempt = (number: string) => ({
      env: { ...team.sandbox.env, GITHUB_RUN_ATTEMPT: number },
    });
    await new Promise<void>((resolve) => {
      void apply(ada.options(), ada.runtime(attempt('1')), () => new Promise(() => resolve()));
    });
    ada.commit(declaring('a'));
    const again = (number: string) =>
      apply(ada.options(), ada.runtime(attempt(number)), async () => undefined);
    expect(codes(await again('1'))).toEqual(['refusal apply-running']);
    expect((await again('2')).outcome).toBe('verified');
    expect({ keys: await team.keys(), states: team.refStates() }).toEqual({
      keys: ['a'],
      states: ['done'],
    });
  });
});

describe.concurrent('a begun record', () => {
  test('is not that of a branch or a tag of the same name, and where Git cannot tell them apart, nothing is sent', async ({
    team,
    ada,
  }) => {
    ada.commit(declaring('a'));
    await ada.apply();
    const [ref = ''] = team.refNames();
    team.sandbox.git(team.origin, 'update-ref', `refs/x/${ref}`, 'main');
    ada.commit(declaring('b'));
    expect((await ada.apply()).outcome).toBe('verified');
    for (const kind of ['heads', 'tags'])
      team.sandbox.git(team.origin, 'update-ref', `refs/${kind}/${ref}`, 'main');
    ada.commit(declaring('c'));
    expect((await ada.plan()).plan.changes.map(({ action }) => action)).toContain('delete');
    await expect(ada.apply()).rejects.toMatchObject({
      code: 'not-recorded',
      hint: expect.stringContaining('Remove the branch or tag at origin'),
    });
    expect(await team.keys()).toEqual(['b']);
  });

  nightly('cannot be told another state by a summary, an actor or a run', async ({ team, ada }) => {
    ada.commit(declaring('a'));
    const actor = 'x\n\nState: done\r\nUntil: 2020-01-01T00:00:00Z\u2028Apply-Id: 1\n\nState: done';
    await apply(ada.options(), ada.runtime({ actor, run: actor }), async () => {
      expect(team.refStates()).toEqual(['begun']);
      expect(codes(await team.member('bob').plan())).toEqual(['warning apply-running']);
    });
    expect(team.refStates()).toEqual(['done']);
  });
});

test('an attempt that recorded a commit without a change is not said to have applied it', async ({
  team,
  ada,
}) => {
  const attempt = (number: string) =>
    apply(ada.options(), ada.runtime({ env: { ...team.sandbox.env, GITHUB_RUN_ATTEMPT: number } }));
  ada.commit(declaring('a'));
  expect((await attempt('1')).outcome).toBe('verified');
  expect((await attempt('2')).outcome).toBe('applied-before');
  ada.commit({ 'config/shop.yaml': 'keys: { a: a } # The same.\n' });
  expect(await attempt('1')).toMatchObject({ outcome: 'nothing', recorded: 'origin' });
  expect((await attempt('2')).outcome).toBe('nothing');
});
