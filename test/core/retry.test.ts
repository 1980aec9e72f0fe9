// Another try after a refusal: only where it is safe, after a fresh read and a fresh plan, at most three times, and said.
import { describe, expect, test } from 'vitest';
import { BAD_VALUE, refusal, type Tried, withRefusals } from './rejecting.ts';
import { push } from '../helpers/server.ts';

const PASSING = [
  'A relationship to another item exists, preventing this transaction.',
  'We have encountered an error - please try again. If the problem persists please contact support.',
];

/** What happens to the repository: reads of it, pauses and pushes. */
function courseOf({ requests }: Tried): string[] {
  const names = requests.map((one) =>
    one.startsWith('GET /rest/export') ? 'read' : (one.split(' ')[0] ?? ''),
  );
  return names.filter((name) => name !== 'GET');
}

describe.concurrent('a retry', () => {
  test.for(PASSING)(
    'comes three times, after a growing pause and a fresh read: %s',
    async (reason) => {
      await withRefusals(
        ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
        (tried, { server }) => {
          expect(tried.pauses).toEqual([1000, 2000, 4000]);
          const again = ['pause', 'read', 'POST'];
          expect(courseOf(tried)).toEqual(['read', 'POST', ...again, ...again, ...again]);
          expect(tried.error).toMatchObject({
            exitCode: 1,
            message: expect.stringContaining(reason),
          });
          expect(tried.error?.message).toMatch(
            / Tried 4 times, each time after reading the server again\.$/,
          );
          expect(
            tried.steps.filter((step) => step.includes('attempt')).map((step) => step.slice(-14)),
          ).toEqual(['attempt 2 of 4', 'attempt 3 of 4', 'attempt 4 of 4']);
          expect(server.history('acme', 'shop')).toEqual([]);
        },
      );
    },
  );

  test('sends only the remaining changes of a fresh plan', async () => {
    const host = {
      key: 'db.host',
      vdt: 'Text',
      values: [{ context: '*;*', value: 'db.internal' }],
    };
    await withRefusals(
      ({ method, before }, { server }) => {
        if (method !== 'POST' || before > 0) return 'pass';
        // Somebody else writes one of the values just then.
        const first = () =>
          push(server, { enableKeyCreation: true, data: [host] }, { token: 'default' });
        return { ...refusal(PASSING[0] ?? ''), first };
      },
      async (tried, { server }) => {
        expect(tried.result?.outcome).toBe('verified');
        expect(tried.result?.remarks).toContain('The server accepted the push on attempt 2.');
        expect(tried.pauses).toEqual([1000]);
        expect(server.history('acme', 'shop')).toHaveLength(2);
      },
    );
  });

  test.for([
    ['Invalid API token.', 'token-unknown'],
    [`${BAD_VALUE}; {"context":"*;*","value":"x"}`, 'value-type'],
    [
      'Posted data is not in expected JSON format.  Consult the API documentation for formatting specifications.',
      'push-not-understood',
    ],
    [
      'Something else: A relationship to another item exists, preventing this transaction.',
      'push-rejected',
    ],
  ] as const)('does not come for %s', async ([reason, code]) => {
    await withRefusals(
      ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
      (tried) => {
        expect(courseOf(tried)).toEqual(['read', 'POST']);
        expect(tried.error?.code).toBe(code);
        expect(tried.error?.message).not.toContain('Tried');
      },
    );
  });

  test('does not happen if the plan has changed', async () => {
    const theirs = {
      key: 'db.host',
      vdt: 'Text',
      values: [{ context: '*;*', value: 'db.theirs' }],
    };
    await withRefusals(
      ({ method }, { server }) => {
        if (method !== 'POST') return 'pass';
        const first = () =>
          push(server, { enableKeyCreation: true, data: [theirs] }, { token: 'default' });
        return { ...refusal(PASSING[0] ?? ''), first };
      },
      (tried) => {
        expect(courseOf(tried)).toEqual(['read', 'POST', 'pause', 'read']);
        expect(tried.error?.code).toBe('constraint');
      },
    );
  });
});
