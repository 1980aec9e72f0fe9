// Ctrl-C and the end of a job, as real signals: what is known of the push, and what is left at origin.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import type { Running } from '../helpers/run.ts';
import { declaring, type Member, type Team } from '../helpers/team.ts';
import { test } from '../helpers/test.ts';

/** By turns, where there is time for no more. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const signalsOf = (turn: 0 | 1) =>
  process.env.CONFIGHUB_TEST_KILLS === undefined ? [SIGNALS[turn]] : SIGNALS;

const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
/** Somebody else wrote at the same moment. */
const PASSING = `HTTP/1.1 304 Not Modified\r\nETag: "We have encountered an error - please try again. If the problem persists please contact support."\r\nConnection: close\r\n\r\n`;

/** Applied is `a`; `a` and `begun` are to be applied by a process of which `use` decides what becomes of its requests. */
async function applying(
  { team, ada }: { team: Team; ada: Member },
  use: (
    answer: (fault: (request: Request) => Fault) => void,
    start: () => Running,
  ) => Promise<void>,
): Promise<void> {
  let fault: (request: Request) => Fault = () => 'pass';
  await withFaults({ behind: team.server, fault: (request) => fault(request) }, async ({ url }) => {
    team.url = url;
    ada.minutesFromNow(0).commit(declaring('a'));
    await ada.apply();
    ada.commit(declaring('a', 'begun'));
    await use(
      (next) => (fault = next),
      () => ada.start('apply'),
    );
  });
}

const onPush =
  (fault: Fault) =>
  ({ method }: Request): Fault =>
    method === 'POST' ? fault : 'pass';

/** Sends the signal, and resolves when the process has said that it heard it. */
function stopped(run: Running, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    let said = '';
    run.child.stderr?.on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('Stopping after')) resolve();
    });
  });
  run.child.kill(signal);
  return heard;
}

/** How it ended, with the record and the keys that it left. */
async function leftBy(run: Running, team: Team) {
  const { status } = await run.ended;
  return { status, states: team.refStates(), keys: await team.keys() };
}

const NOTHING_SENT = { states: ['done'], keys: ['a'] };
const APPLIED = { states: ['done'], keys: ['a', 'begun'] };

describe.concurrent('an apply that is to stop', () => {
  test('while it reads ends at once, and leaves nothing', ({ team, ada }) =>
    applying({ team, ada }, async (answer, start) => {
      const reading = new Promise<void>((resolve) => {
        answer(({ path }) => {
          if (!path.startsWith('/rest/export')) return 'pass';
          resolve();
          return 'hang';
        });
      });
      const run = start();
      await reading;
      expect(await run.stop('SIGINT')).toMatchObject({
        stdout: '',
        stderr: 'Interrupted: nothing was sent to the server.\n',
      });
      expect(run.child.signalCode).toBe('SIGINT');
      expect(await leftBy(run, team)).toEqual({ status: null, ...NOTHING_SENT });
    }));

  test.for(signalsOf(0))('while it begins its record withdraws it: %s', (signal, { team, ada }) =>
    applying({ team, ada }, async (_, start) => {
      // A hook at origin holds the first push of the record until it is told to go on.
      const hooks = join(team.origin, 'hooks');
      const hold = `cd '${hooks}'; rm pre-receive; echo > reached; cat go > /dev/null`;
      team.sandbox.hook(team.origin, 'pre-receive', hold);
      team.sandbox.script(hooks, 'mkfifo reached go');
      const run = start();
      await readFile(join(hooks, 'reached'));
      await stopped(run, signal);
      await writeFile(join(hooks, 'go'), '');
      expect((await run.ended).stderr).toMatch(
        /error stopped: The apply was stopped: nothing was changed on the server\.\n {2}Apply again\./,
      );
      expect(await leftBy(run, team)).toEqual({ status: 1, ...NOTHING_SENT });
    }),
  );

  test.for(signalsOf(1))(
    'during its push waits for the answer, and records it: %s',
    (signal, { team, ada }) =>
      applying({ team, ada }, async (answer, start) => {
        const run = start();
        answer(onPush({ passed: TAKEN, after: () => stopped(run, signal) }));
        expect((await run.ended).stdout).toContain('Applied and verified: ');
        expect(await leftBy(run, team)).toEqual({ status: 0, ...APPLIED });
      }),
  );

  test('and is told so twice leaves a push that is under way, and says that nobody knows', ({
    team,
    ada,
  }) =>
    applying({ team, ada }, async (answer, start) => {
      const run = start();
      const twice = async () => {
        await stopped(run);
        run.child.kill('SIGTERM');
        await run.ended;
      };
      answer(onPush({ passed: TAKEN, after: twice }));
      const { stderr } = await run.ended;
      expect(stderr).toMatch(
        /error push-unknown: The outcome of the push is unknown: .*when the request was cancelled\.\n/,
      );
      expect(stderr).toContain('Wait 15 minutes, then apply again');
      expect(await leftBy(run, team)).toMatchObject({ status: 4, states: ['begun', 'done'] });
      answer(() => 'pass');
      ada.minutesFromNow(20);
      expect((await ada.apply()).outcome).toBe('taken-over');
      expect(await leftBy(run, team)).toMatchObject(APPLIED);
    }));

  test('between two attempts sends nothing more', ({ team, ada }) =>
    applying({ team, ada }, async (answer, start) => {
      const run = start();
      answer(onPush({ bytes: PASSING, first: () => stopped(run) }));
      expect((await run.ended).stderr).toContain('error stopped: ');
      expect(await leftBy(run, team)).toEqual({ status: 1, ...NOTHING_SENT });
    }));
});
