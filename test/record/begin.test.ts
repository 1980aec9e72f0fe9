// An apply begins its record before its push: one at a time, nothing left behind, and what an interrupted run began is ours.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { unlock } from '../../src/commands/unlock.ts';
import { apply } from '../helpers/apply.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { type Fault, page, type Request } from '../helpers/faulty-server.ts';
import { declaring, type Member, START, type Team } from '../helpers/team.ts';
import { test, nightly } from '../helpers/test.ts';
import {
  applyFiles,
  codes,
  endsBeforePush,
  losesAnswer,
  PROJECT,
  reject,
  severities,
  withLostAnswers,
} from './records.ts';

const SENTENCE = 'Permission to acme/shop.git denied to github-actions[bot].';

/** What a plan asks of origin. */
async function requestsOf(member: Member, { sandbox }: Team): Promise<string[]> {
  const { env, calls } = sandbox.spy();
  await planTarget(member.options(), { ...member.runtime(), env });
  return calls().flatMap((call) => /\x1f(ls-remote|fetch|push)\x1f/.exec(call)?.[1] ?? []);
}

/** In the n-th attempt of a job. */
function attempt(team: Team, member: Member, number: string) {
  const env = { ...team.sandbox.env, GITHUB_RUN_ATTEMPT: number };
  return apply(member.options(), member.runtime({ env }));
}

describe.concurrent('while an apply runs', () => {
  test('its record has begun, then is done; a plan asks once', async ({ team, ada }) => {
    const commit = ada.commit(declaring('a', 'b'));
    const git = (...args: string[]) => team.sandbox.git(team.origin, ...args);
    const message = (state: string, until: string) =>
      new RegExp(
        `^Apply ${commit.slice(0, 10)}: 2 created, 0 updated, 0 deleted\n\nState: ${state}\nApply-Id: [0-9a-f-]{36}\nProject-File: confighub.yaml\nSource-Commit: ${commit}\nSince: 2024-05-06T07:08:09.000Z\n${until}Run: https://git.example.com/runs/ada\nActor: ada\nReads: info/all info export$`,
      );
    const expectRecord = (state: string, until = '') => {
      const [ref = ''] = team.refNames();
      expect(git('ls-tree', '-r', ref)).toBe(git('ls-tree', '-r', commit));
      expect(git('log', '-1', '--format=%B', ref)).toMatch(message(state, until));
    };
    await ada.apply({}, async () => {
      expectRecord('begun', 'Until: 2024-05-06T07:19:09.000Z\nOpen: 1\n');
      const grace = team.member('grace');
      expect(await requestsOf(grace, team)).toEqual(['ls-remote', 'fetch']);
      // What a clone has is not fetched again.
      expect(await requestsOf(grace, team)).toEqual(['ls-remote']);
      expect(await requestsOf(ada, team)).toEqual(['ls-remote']);
    });
    expectRecord('done');
    expect(git('rev-list', '--count', ...team.refNames())).toBe('1');
    expect(await team.keys()).toEqual(['a', 'b']);
  });

  test('a ref that somebody else moves just then is asked for again', async ({ team, ada }) => {
    const reason = 'error: cannot lock ref: Unable to create applied.lock: File exists.';
    reject(team, { if: '[ "$(basename "$1")" = applied ] && mkdir once 2> /dev/null', reason });
    ada.commit(declaring('a', 'b'));
    const seen: string[][] = [];
    const { outcome } = await ada.apply({}, async () => void seen.push(team.refStates()));
    expect({ seen, outcome }).toEqual({ seen: [['begun']], outcome: 'verified' });
    expect(existsSync(join(team.origin, 'once'))).toBe(true);
  });

  test('another one is refused, and a plan names the running one', async ({ team, ada, bob }) => {
    ada.commit(declaring('a'));
    bob.commit(declaring('b'));
    await ada.apply({}, async () => {
      bob.minutes = 3;
      const refused = await bob.apply();
      expect(refused.outcome).toBe('refused');
      expect(refused.plan.findings).toMatchObject([
        {
          code: 'apply-running',
          severity: 'refusal',
          message: expect.stringMatching(
            /apply of commit [0-9a-f]{10} by ada, started 3 minutes ago, https:\/\/git.example.com\/runs\/ada\.$/,
          ),
          hint: expect.stringMatching(
            /at the latest at 2024-05-06 07:19:09 UTC.*`confighub-sync unlock`/,
          ),
        },
      ]);
      // A clock that is an hour ahead of the server's does not end it.
      const ahead = bob.runtime({ now: () => new Date(START.getTime() + 3_600_000) });
      const late = await apply(bob.options({ allowOlder: true }), ahead);
      expect(severities(late)).toEqual(['refusal apply-running']);
      const before = team.sandbox.git(team.origin, 'for-each-ref');
      expect(severities(await bob.plan())).toEqual(['warning apply-running']);
      expect(team.sandbox.git(team.origin, 'for-each-ref')).toBe(before);
      expect(team.pushes()).toBe(0);
    });
    expect(await team.keys()).toEqual(['a']);
    expect(codes(await bob.plan())).toEqual([]);
  });
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
    await withLostAnswers(team, async () => {
      await losesAnswer(team, team.member('ada'), declaring('a', 'begun'));
      expect([await team.keys(), team.refStates()]).toEqual([['a', 'begun'], ['begun']]);
      const bob = team.member('bob');
      expect((await applyFiles(bob, declaring('a'))).outcome).toBe('verified');
      expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
    });
  });

  nightly('one that the server may still be at work on is waited for', async ({ team }) => {
    const use = async () => {
      await losesAnswer(team, team.member('ada'), declaring('a', 'begun'));
      const bob = team.member('bob');
      bob.commit(declaring('a'));
      expect(severities(await bob.apply())).toEqual(['refusal apply-running']);
      bob.minutes = 15;
      expect((await bob.apply()).outcome).toBe('verified');
      expect(await team.keys()).toEqual(['a']);
    };
    await withLostAnswers(team, use, { bytes: page(504) });
  });
});

test('without the right to write refs, or origin, nothing is sent', async ({ team, ada }) => {
  await applyFiles(ada, declaring('a', 'b'));
  reject(team, { reason: SENTENCE });
  const { outcome, remarks } = await applyFiles(ada, { 'config/more.yaml': 'keys: {}\n' });
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
  const applied = ada.apply({ allowOlder: true, prune: 'all' });
  await expect(applied).rejects.toMatchObject({ code: 'not-recorded', exitCode: 1 });
  expect(team.pushes()).toBe(1);
  expect(await team.keys()).toEqual(['a', 'b']);
});

describe.concurrent('origin that is lost after the push', () => {
  test.for([
    ['a warning where the push was verified', true],
    ['an error where it was not', false],
  ] as const)('is %s, and the next apply takes over', async ([, verify], { team, ada, bob }) => {
    ada.commit(declaring('a'));
    const applied = ada.apply({ verify }, async () => reject(team, { reason: SENTENCE }));
    const message = expect.stringMatching(
      /could not be recorded as done, because origin rejected .*denied/,
    );
    if (verify)
      expect(await applied).toMatchObject({
        outcome: 'verified',
        remarks: [],
        stillOpen: { message },
      });
    else await expect(applied).rejects.toMatchObject({ code: 'record-open', exitCode: 4 });
    reject(team, { if: 'false' });
    expect(team.refStates()).toEqual(['begun']);
    bob.commit(declaring('b'));
    bob.minutes = 20;
    expect((await bob.apply()).remarks).toEqual([]);
    expect([await team.keys(), team.refStates()]).toEqual([['b'], ['done']]);
  });
});

describe.concurrent('an apply of several pushes', () => {
  /** A minute passes in each push; `during` is what happens while the server is at work on it. Returns why it failed. */
  async function pushing(team: Team, ada: Member, during: () => unknown): Promise<unknown> {
    const fault = ({ method }: Request): Fault => {
      if (method !== 'POST') return 'pass';
      ada.minutes += 1;
      return { held: Promise.resolve(during()) };
    };
    return team.withFault(fault, () => {
      ada.commit({ ...declaring('a', 'b'), 'confighub.yaml': `${PROJECT}batch: 1\n` });
      return ada.apply().then(() => undefined, Object);
    });
  }

  test('says before each of them that it goes on', async ({ team, ada }) => {
    const seen: string[] = [];
    const note = () => seen.push(team.sandbox.git(team.origin, 'for-each-ref'));
    expect(await pushing(team, ada, note)).toBeUndefined();
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
  });

  nightly.for([
    ['somebody unlocks it', (_: Team, ada: Member) => unlock(ada.options(), ada.runtime())],
    ['origin takes no more of it', (team: Team) => reject(team, {})],
  ] as const)('sends no further one once %s', async ([, happens], { team, ada }) => {
    let pushes = 0;
    const once = () => (++pushes === 1 ? happens(team, ada) : undefined);
    expect(await pushing(team, ada, once)).toMatchObject({ code: 'apply-lost', exitCode: 4 });
    expect([team.pushes(), team.refStates()]).toEqual([1, ['begun']]);
  });
});

test('the next attempt of a run takes over what it began; the same not', async ({ team, ada }) => {
  ada.commit(declaring('a', 'begun'));
  const env = { ...team.sandbox.env, GITHUB_RUN_ATTEMPT: '1' };
  await endsBeforePush(ada, { runtime: ada.runtime({ env }) });
  ada.commit(declaring('a'));
  expect(severities(await attempt(team, ada, '1'))).toEqual(['refusal apply-running']);
  expect((await attempt(team, ada, '2')).outcome).toBe('verified');
  expect([await team.keys(), team.refStates()]).toEqual([['a'], ['done']]);
});

describe.concurrent('a begun record', () => {
  test('is not a branch or tag of its name, or nothing is sent', async ({ team, ada }) => {
    await applyFiles(ada, declaring('a'));
    const [ref = ''] = team.refNames();
    const add = (name: string) => team.sandbox.git(team.origin, 'update-ref', name, 'main');
    add(`refs/x/${ref}`);
    expect((await applyFiles(ada, declaring('b'))).outcome).toBe('verified');
    for (const kind of ['heads', 'tags']) add(`refs/${kind}/${ref}`);
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
      expect(severities(await team.member('bob').plan())).toEqual(['warning apply-running']);
    });
    expect(team.refStates()).toEqual(['done']);
  });
});

test('recording a commit without a change is not applying it', async ({ team, ada }) => {
  ada.commit(declaring('a'));
  expect((await attempt(team, ada, '1')).outcome).toBe('verified');
  expect((await attempt(team, ada, '2')).outcome).toBe('applied-before');
  ada.commit({ 'config/shop.yaml': 'keys: { a: a } # The same.\n' });
  expect(await attempt(team, ada, '1')).toMatchObject({ outcome: 'nothing', recorded: 'origin' });
  expect((await attempt(team, ada, '2')).outcome).toBe('nothing');
});
