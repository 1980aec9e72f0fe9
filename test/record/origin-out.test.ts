// An origin that answers no more: what is passing is tried again, and what is said of it says what to do.
import { describe, expect } from 'vitest';
import type { Runtime } from '../../src/runtime.ts';
import { planTarget } from '../../src/commands/plan.ts';
import { history } from '../../src/commands/history.ts';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { apply } from '../helpers/apply.ts';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { declaring, type Team } from '../helpers/team.ts';
import { test as plain } from '../helpers/test.ts';
import { othersSet } from './records.ts';

const TOKEN = 'of-the-job';
/** Requests of a push, and of everything else. */
const PUSH = /git-receive-pack/;

interface Host {
  /** Of the origin. */
  host: GitHostOverHttp;
  /** The pauses between the tries, in seconds. */
  pauses: number[];
  /** Ada's. */
  runtime: (more?: Partial<Runtime>) => Runtime;
}

/** Her origin is a Git host over HTTP; a pause takes no time, and her clock goes on by it. */
const test = plain.extend<{ at: Host }>({
  at: async ({ team: { sandbox }, ada }, use) => {
    const host = new GitHostOverHttp({ root: sandbox.dir, env: sandbox.env });
    host.access.set(TOKEN, 'write');
    const serverUrl = await host.start();
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds / 1000);
      ada.minutes += milliseconds / 60_000;
    };
    ada.commit(declaring('a'));
    sandbox.git(ada.dir, 'remote', 'set-url', 'origin', `${serverUrl}/origin.git`);
    const runtime = (more = {}) =>
      ada.runtime({ gitHost: { serverUrl, token: TOKEN }, pause, ...more });
    await use({ host, pauses, runtime });
    host.stop();
  },
});
const nightly = test.runIf(IS_NIGHTLY);

/** Fails as often with this, and then no more. */
function failing(
  times: number,
  fault: ReturnType<GitHostOverHttp['fault']>,
  which = /./,
): GitHostOverHttp['fault'] {
  let left = times;
  return (request) => (which.test(request) && left-- > 0 ? fault : undefined);
}

const inTerminal = (team: Team) => ({ env: { ...team.sandbox.env, CI: '' } });

const SENT = /POST .*git-receive-pack/;
const DONE = { outcome: 'verified', recorded: 'origin', remarks: [] };

describe.concurrent('a record that origin does not take at once', () => {
  test.for([502, 429, 'cut', 'lost'] as const)(
    'is finished all the same: %s',
    async (fault, { team, ada, at }) => {
      const { host, pauses, runtime } = at;
      const applied = await apply(ada.options(), runtime(), async () => {
        // Curl itself tries again where a connection is cut.
        host.fault = failing(fault === 'cut' ? 3 : 1, fault, SENT);
      });
      expect(applied).toMatchObject(DONE);
      expect(team.refStates()).toEqual(['done']);
      // What is there already is not written again.
      expect(pauses.length > 0).toBe(fault !== 'lost');
    },
  );

  nightly('is begun later, and its lock lasts as long as the push', async ({ team, ada, at }) => {
    const { host, pauses, runtime } = at;
    const fault = failing(6, 503, PUSH);
    const moves: string[] = [];
    host.fault = (request) => {
      const failed = fault(request);
      if (failed === undefined && SENT.test(request)) moves.push(team.refStates().join());
      return failed;
    };
    expect(await apply(ada.options(), runtime())).toMatchObject(DONE);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30]);
    // Begun, extended, and done.
    expect(moves).toEqual(['', 'begun', 'begun']);
    expect(team.refStates()).toEqual(['done']);
  });

  nightly('that is extended does not overwrite what others changed', async ({ team, ada, at }) => {
    const { host, pauses, runtime } = at;
    const failed = [failing(6, 503, PUSH), failing(3, 503, PUSH)];
    host.fault = (request) => {
      const fault = failed[0]?.(request);
      // Begun after a minute, so that it must be extended before the push.
      if (fault === undefined && SENT.test(request)) failed.shift();
      return fault;
    };
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds / 1000);
      ada.minutes += milliseconds / 60_000;
      if (pauses.length >= 8) await othersSet(team, 'a');
    };
    const applied = apply(ada.options(), runtime({ pause }));
    await expect(applied).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 1, 2, 4]);
    expect(team.refStates()).toEqual([]);
  });

  test('is not waited for once a person stops it at once', async ({ ada, at }) => {
    const { host, pauses, runtime } = at;
    const [wanted, atOnce] = [new AbortController(), new AbortController()];
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds / 1000);
      atOnce.abort();
    };
    const heedSignals = () => {
      host.fault = (request) => (PUSH.test(request) ? 502 : undefined);
      return { wanted: wanted.signal, atOnce: atOnce.signal };
    };
    const applied = apply(ada.options(), runtime({ pause }), undefined, { heedSignals });
    await expect(applied).rejects.toMatchObject({ code: 'origin-unreachable' });
    expect(pauses).toEqual([1]);
  });

  test('says until when applies are locked, and what releases them', async ({ team, ada, at }) => {
    const { host, pauses, runtime } = at;
    const attempt = (number: string) =>
      runtime({ env: { ...team.sandbox.env, GITHUB_RUN_ATTEMPT: number } });
    const applied = await apply(ada.options(), attempt('1'), async () => {
      host.fault = (request) => (PUSH.test(request) ? 502 : undefined);
    });
    expect(applied).toMatchObject({
      outcome: 'verified',
      remarks: [],
      stillOpen: {
        message: expect.stringMatching(
          /^The server has accepted these changes, but this apply could not be recorded as done, because origin could not be reached \(.* 502\)\. Other apply runs may be refused until 2024-05-06 07:19:09 UTC\.$/,
        ),
        hint: 'To release them earlier, run this job again, or start the workflow with `command: unlock`.',
      },
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30]);
    host.fault = () => undefined;
    expect(team.refStates()).toEqual(['begun']);
    expect(await apply(ada.options(), attempt('2'))).toMatchObject({ recorded: 'origin' });
    expect(team.refStates()).toEqual(['done']);
    const { entries } = await history(ada.options(), runtime(), undefined);
    const counts = { create: 1, update: 0, delete: 0 };
    expect(entries).toMatchObject([{ counts, tookOver: [{ actor: 'ada' }] }]);
  });

  nightly('names `unlock` alone in a terminal', async ({ team, ada, at: { host, runtime } }) => {
    const own = { ...runtime(inTerminal(team)), run: undefined } as unknown as Runtime;
    const { stillOpen } = await apply(ada.options(), own, async () => {
      host.fault = (request) => (PUSH.test(request) ? 'cut' : undefined);
    });
    expect(stillOpen?.hint).toBe('To release them earlier, run `confighub-sync unlock`.');
  });

  test('is not tried again where it may not be written', async ({ ada, at }) => {
    const { host, pauses, runtime } = at;
    host.access.set(TOKEN, 'read');
    await expect(apply(ada.options(), runtime())).rejects.toMatchObject({
      code: 'not-recorded',
      message: expect.stringMatching(/origin rejected its record .*403/),
    });
    expect(pauses).toEqual([]);
  });
});

describe.concurrent('an outage of origin', () => {
  nightly('that is over soon is not noticed', async ({ ada, at: { host, pauses, runtime } }) => {
    host.fault = failing(2, 502);
    expect(await apply(ada.options(), runtime())).toMatchObject(DONE);
    expect(pauses).toEqual([1, 3]);
  });

  test.for([
    ['a workflow', 'Run this job again.', () => ({})],
    ['a terminal', 'Try again.', inTerminal],
  ] as const)('is what an apply in %s fails with', async ([, hint, more], { team, ada, at }) => {
    const { host, pauses, runtime } = at;
    const applied = () => apply(ada.options(), runtime(more(team)));
    const message = expect.stringMatching(
      /^Nothing was sent: origin could not be reached \(.* 503\)\.$/,
    );
    const error = { code: 'origin-unreachable', hint };
    host.fault = () => 503;
    await expect(applied()).rejects.toMatchObject({ ...error, message });
    expect(pauses.slice(0, 2)).toEqual([1, 3]);
    host.fault = (request) => (PUSH.test(request) ? 502 : undefined);
    await expect(applied()).rejects.toMatchObject(error);
    expect(team.pushes()).toBe(0);
  });

  test('is not that the address is not trusted', async ({ team, ada, at: { host, runtime } }) => {
    const { 'confighub.yaml': project } = declaring('a');
    ada.commit({ 'confighub.yaml': `${project}url: ${team.url}\n` });
    host.fault = () => 504;
    const { url: _, ...options } = ada.options();
    const planned = planTarget({ ...options, untrusted: { branch: 'main' } }, runtime());
    const error = { code: 'origin-unreachable', hint: 'Run this job again.' };
    await expect(planned).rejects.toMatchObject(error);
  });

  nightly('is what a plan says of the merge', async ({ team, ada, at: { host, runtime } }) => {
    const base = team.sandbox.git(ada.dir, 'rev-parse', 'HEAD');
    host.fault = () => 502;
    const { plan, remarks } = await planTarget({ ...ada.options(), base }, runtime());
    expect(remarks).toEqual([
      expect.stringMatching(
        /^origin could not be reached \(.* 502\), so the apply record is not known\. Run this job again\.$/,
      ),
    ]);
    expect(plan.mergeUnknown).toBe('the apply record could not be read. Run this job again');
  });
});
