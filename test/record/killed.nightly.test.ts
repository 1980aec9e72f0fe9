// A real process that is killed at every step between the beginning and the end of its record: the next run converges.
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { Gate } from '../crash/gate.ts';
import { declaring, withTeam } from '../helpers/team.ts';

const codes = ({ plan }: { plan: { findings: { severity: string; code: string }[] } }) =>
  plan.findings.map(({ severity, code }) => `${severity} ${code}`);

describe.concurrent('a run that is killed', () => {
  /** What happens to the server's requests and at origin until the run has ended. */
  interface Moment {
    fault?: (kill: () => void) => (request: Request) => Fault;
    /** Holds the n-th push of the record, and lets it through or not once the run has ended. */
    held?: { nth: number; taken: boolean };
    /** The states of the record, and what the server has. */
    leaves: { states: string[]; keys: string[] };
  }
  const isPush = ({ method }: Request) => method === 'POST';
  const MOMENTS: [string, Moment][] = [
    [
      'while it begins, and origin does not hear it',
      { held: { nth: 1, taken: false }, leaves: { states: ['done'], keys: ['a'] } },
    ],
    [
      'while it begins, and origin hears it',
      { held: { nth: 1, taken: true }, leaves: { states: ['begun', 'done'], keys: ['a'] } },
    ],
    [
      'before the server has the push',
      {
        fault: (kill) => (request) => {
          if (!isPush(request)) return 'pass';
          kill();
          return 'hang';
        },
        leaves: { states: ['begun', 'done'], keys: ['a'] },
      },
    ],
    [
      'before the server has answered',
      {
        fault: (kill) => (request) =>
          isPush(request) ? { passed: '', after: async () => kill() } : 'pass',
        leaves: { states: ['begun', 'done'], keys: ['a', 'begun'] },
      },
    ],
    [
      'while it records, and origin does not hear it',
      {
        held: { nth: 2, taken: false },
        leaves: { states: ['begun', 'done'], keys: ['a', 'begun'] },
      },
    ],
    [
      'while it records, and origin hears it',
      { held: { nth: 2, taken: true }, leaves: { states: ['done'], keys: ['a', 'begun'] } },
    ],
  ];

  test.for(MOMENTS)('%s', async ([, { fault, held, leaves }]) => {
    await withTeam(async (team) => {
      let answer: (request: Request) => Fault = () => 'pass';
      await withFaults({ behind: team.server, fault: (one) => answer(one) }, async ({ url }) => {
        team.url = url;
        const ada = team.member('ada').minutesFromNow(0);
        ada.commit(declaring('a'));
        await ada.apply();
        ada.commit(declaring('a', 'begun'));
        const gate = held && new Gate(team, 'applied', held.nth);
        const run = ada.start('apply');
        if (fault !== undefined) answer = fault(() => run.child.kill('SIGKILL'));
        await gate?.reached();
        if (gate !== undefined) run.child.kill('SIGKILL');
        expect((await run.ended).status).toBeNull();
        await gate?.open(held?.taken ?? true);
        answer = () => 'pass';
        expect({ states: team.refStates(), keys: await team.keys() }).toEqual(leaves);

        const bob = team.member('bob', '--depth=1').minutesFromNow(0);
        bob.commit(declaring('a'));
        const early = await bob.apply();
        const isOpen = leaves.states.includes('begun');
        const hasBegun = leaves.keys.includes('begun');
        // Where all of it is there, nothing is waited for.
        if (hasBegun)
          expect({ outcome: early.outcome, codes: codes(early) }).toEqual({
            outcome: 'verified',
            codes: [],
          });
        else if (isOpen) expect(early.remarks).toEqual([expect.stringMatching(/still be running/)]);
        expect(team.refStates()).toEqual(isOpen && !hasBegun ? leaves.states : ['done']);
        bob.minutesFromNow(20);
        expect(['verified', 'nothing']).toContain((await bob.apply()).outcome);
        expect({ states: team.refStates(), keys: await team.keys() }).toEqual({
          states: ['done'],
          keys: ['a'],
        });
        expect((await bob.plan()).plan).toMatchObject({ changes: [], findings: [] });
      });
    });
  });
});
