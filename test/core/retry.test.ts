// Another try after a refusal: only where it is safe, after a fresh read and a fresh plan, at most three times, and said.
import { describe, expect, test } from 'vitest';
import { BAD_VALUE, refusal, type Tried, withRefusals } from './rejecting.ts';
import type { Fault, Request } from '../helpers/faulty-server.ts';
import type { Shop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const PASSING = [
  'A relationship to another item exists, preventing this transaction.',
  'We have encountered an error - please try again. If the problem persists please contact support.',
];

/** The first push, or each, is rejected as one that may pass later, and just then somebody else writes this value. */
const whileOthersWrite =
  (value: string, isOnce: boolean) =>
  ({ method, before }: Request, { server }: Shop): Fault => {
    if (method !== 'POST' || (isOnce && before > 0)) return 'pass';
    const theirs = { key: 'db.host', vdt: 'Text', values: [{ context: '*;*', value }] };
    const data = { enableKeyCreation: true, data: [theirs] };
    return { ...refusal(PASSING[0] ?? ''), first: () => push(server, data, { token: 'default' }) };
  };

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
    await withRefusals(whileOthersWrite('db.internal', true), (tried, { server }) => {
      expect(tried.result?.outcome).toBe('verified');
      expect(tried.result?.remarks).toContain('The server accepted the push on attempt 2.');
      expect(tried.pauses).toEqual([1000]);
      expect(server.history('acme', 'shop')).toHaveLength(2);
    });
  });

  test('does not happen if the plan has changed', async () => {
    await withRefusals(whileOthersWrite('db.theirs', false), (tried) => {
      expect(courseOf(tried)).toEqual(['read', 'POST', 'pause', 'read']);
      expect(tried.error?.code).toBe('constraint');
    });
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
});
