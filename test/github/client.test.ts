// Failing requests: retries, waits, and no duplicate writes.
import { describe, expect, test } from 'vitest';
import { Api, FAILURES, problemCode } from '../../src/github/api.ts';
import { MALLORY } from './git-host.ts';
import { type Answer, BAD_GATEWAY, type Fault, SECONDARY } from './server.ts';
import { earlier, NOW, onGitHost, texts } from './stage.ts';

const CREATE = /^POST \/repos/;
const LIST = /^GET .*\/comments/;
const UPDATE = /^PATCH/;

function times(count: number, fault: Fault): Fault[] {
  return Array.from({ length: count }, () => fault);
}

/** Primary: so many seconds until there are requests again. */
function exhausted(seconds: number): Answer {
  const reset = String(NOW / 1000 + seconds);
  return {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    data: { message: 'API rate limit exceeded for installation.' },
  };
}

function slowDown(status: number, headers: Record<string, string>): Answer {
  return { status, headers, data: { message: SECONDARY } };
}

describe('a rate limit', () => {
  test.each([
    ['primary', exhausted(20), 20_000],
    ['primary, over by now', exhausted(-5), 1000],
    ['primary, as 429', { ...exhausted(20), status: 429 }, 20_000],
    ['secondary', slowDown(403, { 'retry-after': '30' }), 30_000],
    ['secondary, as 429', slowDown(429, { 'retry-after': '30' }), 30_000],
    ['secondary, at once', slowDown(429, { 'retry-after': '0' }), 1000],
    ['secondary that does not say how long', slowDown(403, {}), 60_000],
    ['without a word', { status: 429 }, 60_000],
  ])('%s: is waited for, and the write repeated', (_, answer, pause) =>
    onGitHost('github', async ({ gitHost, server, pauses, comment }) => {
      server.faults.push({ on: CREATE, when: 'before', answer });
      expect(await comment()).toMatchObject({ did: 'created' });
      expect(pauses).toEqual([pause]);
      expect(texts(gitHost)).toEqual(['A plan.']);
    }),
  );

  test.each([
    ['primary', exhausted(3000)],
    ['secondary', slowDown(403, { 'retry-after': '61' })],
  ])('%s: is not waited for when that is too long', (_, answer) =>
    onGitHost('github', async ({ server, pauses, comment }) => {
      server.faults.push({ on: CREATE, when: 'before', answer });
      expect(await comment()).toEqual({ failed: 'rate-limited' });
      expect(pauses).toEqual([]);
    }),
  );

  test('limits all waits together', () =>
    onGitHost('github', async ({ server, pauses, comment }) => {
      server.faults.push(
        ...times(9, { on: /./, when: 'before', answer: slowDown(429, { 'retry-after': '25' }) }),
      );
      expect(await comment()).toEqual({ failed: 'rate-limited' });
      expect(pauses).toEqual([25_000, 25_000]);
    }));
});

describe.each([
  ['502', BAD_GATEWAY, 'unavailable'],
  ['503', { status: 503 }, 'unavailable'],
  ['504', { status: 504 }, 'unavailable'],
  ['a connection that is cut', 'cut', 'unreachable'],
] as const)('%s', (_, answer, failed) => {
  test('of a read is retried three times', () =>
    onGitHost('github', async ({ server, pauses, comment }) => {
      server.faults.push(...times(3, { on: LIST, when: 'before', answer }));
      expect(await comment()).toMatchObject({ did: 'created' });
      expect(pauses).toEqual([1000, 2000, 4000]);
    }));

  test('and no more', () =>
    onGitHost('github', async ({ server, comment }) => {
      server.faults.push(...times(9, { on: LIST, when: 'before', answer }));
      expect(await comment()).toEqual({ failed });
      expect(server.requests.filter((request) => LIST.test(request))).toHaveLength(4);
    }));

  test('of an update is retried: it is idempotent', () =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      earlier(gitHost, 'Old.');
      server.faults.push({ on: UPDATE, when: 'after', answer });
      expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
      expect(texts(gitHost)).toEqual(['A plan.']);
    }));

  test('of a create that took effect: finds it, and does not repeat it', () =>
    onGitHost('github', async ({ gitHost, server, comment, pauses }) => {
      earlier(gitHost, 'Fake.', MALLORY);
      server.faults.push({ on: CREATE, when: 'after', answer });
      expect(await comment()).toMatchObject({ id: 1002, did: 'created' });
      expect(texts(gitHost)).toEqual(['Fake.', 'A plan.']);
      expect(server.requests.filter((request) => CREATE.test(request))).toHaveLength(1);
      expect(pauses).toEqual([1000]);
    }));

  test('of a create without effect: repeats it after looking for it', () =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      server.faults.push({ on: CREATE, when: 'before', answer });
      expect(await comment()).toMatchObject({ id: 1001, did: 'created' });
      expect(texts(gitHost)).toEqual(['A plan.']);
      const writesAndLooks = server.requests.filter(
        (request) => CREATE.test(request) || LIST.test(request),
      );
      expect(writesAndLooks.map((request) => request.split(' ')[0])).toEqual([
        'GET',
        'POST',
        'GET',
        'POST',
      ]);
    }));

  test('of every create: gives up after three', () =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      server.faults.push(...times(9, { on: CREATE, when: 'before', answer }));
      expect(await comment()).toEqual({ failed });
      expect(server.requests.filter((request) => CREATE.test(request))).toHaveLength(3);
      expect(gitHost.comments).toEqual([]);
    }));

  test('of deleting a duplicate: the first comment is still updated', () =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      for (const text of ['One.', 'Two.']) earlier(gitHost, text);
      server.faults.push(...times(9, { on: /^DELETE/, when: 'before', answer }));
      expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
      expect(texts(gitHost)).toEqual(['A plan.', 'Two.']);
    }));
});

describe('an unexpected answer', () => {
  test.each([
    ['a list that is none', LIST, { status: 200, data: { message: 'hello' } }],
    [
      'a page of a proxy',
      LIST,
      { status: 200, headers: { 'content-type': 'text/html' }, data: '<html>' },
    ],
    ['a pull request without a head', /^GET .*\/pulls/, { status: 200, data: { number: 1 } }],
    ['a comment without an id', CREATE, { status: 201, data: {} }],
    ['a status of its own', LIST, { status: 418, data: {} }],
  ])('%s', (_, on, answer) =>
    onGitHost('github', async ({ server, comment }) => {
      server.faults.push({ on, when: 'before', answer });
      expect(await comment()).toEqual({ failed: 'unexpected' });
    }),
  );

  test('does not guess the author if GraphQL fails', () =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      server.faults.push(
        ...times(9, { on: /^POST \/graphql/, when: 'before', answer: BAD_GATEWAY }),
      );
      expect(await comment()).toEqual({ failed: 'unavailable' });
      expect(gitHost.comments).toEqual([]);
    }));

  test.each([
    ['nothing', { status: 200, data: { data: null } }],
    ['no', { status: 403, data: { message: 'Resource not accessible by integration' } }],
    ['that it is not spoken', { status: 405 }],
  ])('GraphQL that says %s leaves the user of workflows', (_, answer) =>
    onGitHost('github', async ({ gitHost, server, comment }) => {
      earlier(gitHost, 'Fake.', MALLORY);
      earlier(gitHost, 'Old.');
      server.faults.push({ on: /^POST \/graphql/, when: 'before', answer });
      expect(await comment()).toMatchObject({ id: 1002, did: 'updated' });
    }),
  );
});

test('an unreachable Git host is an error like any other, and every failure has a text', async () => {
  const clock = { now: () => new Date(NOW), pause: async () => undefined };
  const api = new Api(
    { apiUrl: 'http://127.0.0.1:1/', token: 'x', repository: 'acme/shop' },
    clock,
  );
  const failed = await api.ask({ method: 'GET', path: '/user' }).catch(problemCode);
  expect(failed).toBe('unreachable');
  expect(FAILURES.unreachable).toBe('cannot reach the API');
});
