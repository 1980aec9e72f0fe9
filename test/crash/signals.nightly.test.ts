// Ctrl-C and the end of a job, as real signals: what is known of the push, and what is left at origin.
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { Gate } from './gate.ts';
import { declaring, type Member, type Team, withTeam } from '../helpers/team.ts';

const isPush = ({ method }: Request) => method === 'POST';
/** By turns, where there is time for no more. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const signalsOf = (turn: 0 | 1) =>
  process.env.CONFIGHUB_TEST_KILLS === undefined ? [SIGNALS[turn]] : SIGNALS;

interface Stage {
  team: Team;
  ada: Member;
  /** What becomes of the requests from now on. */
  answer: (fault: (request: Request) => Fault) => void;
}

/** Applied is `a`; what is to be applied is `a` and `begun`. */
function onStage(use: (stage: Stage) => Promise<void>): Promise<void> {
  return withTeam(async (team) => {
    let fault: (request: Request) => Fault = () => 'pass';
    await withFaults({ behind: team.server, fault: (one) => fault(one) }, async ({ url }) => {
      team.url = url;
      const ada = team.member('ada').minutesFromNow(0);
      ada.commit(declaring('a'));
      await ada.apply();
      ada.commit(declaring('a', 'begun'));
      await use({ team, ada, answer: (next) => (fault = next) });
    });
  });
}

/** Resolves when the process has said so. */
function said(run: ReturnType<Member['start']>, text: string): Promise<void> {
  return new Promise((resolve) => {
    let all = '';
    run.child.stderr?.on('data', (chunk: string) => {
      all += chunk;
      if (all.includes(text)) resolve();
    });
  });
}

describe.concurrent('an apply that is to stop', () => {
  test('while it reads ends at once, and leaves nothing', async () => {
    await onStage(async ({ team, ada, answer }) => {
      const reading = new Promise<void>((resolve) => {
        answer(({ path }) => {
          if (path.startsWith('/rest/export')) resolve();
          return path.startsWith('/rest/export') ? 'hang' : 'pass';
        });
      });
      const run = ada.start('apply');
      await reading;
      expect(await run.stop('SIGINT')).toMatchObject({
        status: null,
        stdout: '',
        stderr: 'Interrupted: nothing was sent to the server.\n',
      });
      expect(run.child.signalCode).toBe('SIGINT');
      expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
        states: ['done'],
        keys: ['a'],
      });
    });
  });

  test.for(signalsOf(0))('while it begins its record withdraws it: %s', async (signal) => {
    await onStage(async ({ team, ada }) => {
      const gate = new Gate(team, 'applied');
      const run = ada.start('apply');
      await gate.reached();
      const heard = said(run, 'Stopping after');
      run.child.kill(signal);
      await heard;
      await gate.open(true);
      const { status, stderr } = await run.ended;
      expect(stderr).toMatch(
        /error stopped: The apply was stopped: nothing was changed on the server\.\n {2}Apply again\./,
      );
      expect({ status, states: team.refStates(), keys: await team.keys() }).toEqual({
        status: 1,
        states: ['done'],
        keys: ['a'],
      });
    });
  });

  test.for(signalsOf(1))(
    'while the server is at work waits for its answer, and records it: %s',
    async (signal) => {
      await onStage(async ({ team, ada, answer }) => {
        const run = ada.start('apply');
        const first = async () => {
          const heard = said(run, 'Stopping after');
          run.child.kill(signal);
          await heard;
        };
        answer((request) => (isPush(request) ? { passed: TAKEN, after: first } : 'pass'));
        const { status, stdout } = await run.ended;
        expect(stdout).toContain('Applied and verified: ');
        expect({ status, states: team.refStates(), keys: await team.keys() }).toEqual({
          status: 0,
          states: ['done'],
          keys: ['a', 'begun'],
        });
      });
    },
  );

  test('and is told so twice leaves a push that is under way, and says that nobody knows', async () => {
    await onStage(async ({ team, ada, answer }) => {
      const run = ada.start('apply');
      const twice = async () => {
        const heard = said(run, 'Stopping after');
        run.child.kill('SIGINT');
        await heard;
        run.child.kill('SIGTERM');
        await run.ended;
      };
      answer((request) => (isPush(request) ? { passed: TAKEN, after: twice } : 'pass'));
      const { status, stderr } = await run.ended;
      expect(stderr).toMatch(
        /error push-unknown: The outcome of the push is unknown: .*when the request was cancelled\.\n/,
      );
      expect(stderr).toContain('Wait 15 minutes, then apply again');
      expect({ status, states: team.refStates() }).toEqual({
        status: 4,
        states: ['begun', 'done'],
      });
      answer(() => 'pass');
      ada.minutesFromNow(20);
      expect((await ada.apply()).outcome).toBe('taken-over');
      expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
        states: ['done'],
        keys: ['a', 'begun'],
      });
    });
  });

  test('between two attempts sends nothing more', async () => {
    await onStage(async ({ team, ada, answer }) => {
      const run = ada.start('apply');
      const stop = async () => {
        const heard = said(run, 'Stopping after');
        run.child.kill('SIGINT');
        await heard;
      };
      answer((request) => (isPush(request) ? { bytes: PASSING, first: stop } : 'pass'));
      const { status, stderr } = await run.ended;
      expect(stderr).toContain('error stopped: ');
      expect({ status, states: team.refStates(), keys: await team.keys() }).toEqual({
        status: 1,
        states: ['done'],
        keys: ['a'],
      });
    });
  });
});

const TAKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
/** Somebody else wrote at the same moment. */
const PASSING = `HTTP/1.1 304 Not Modified\r\nETag: "We have encountered an error - please try again. If the problem persists please contact support."\r\nConnection: close\r\n\r\n`;
