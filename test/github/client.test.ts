// Failing requests: retries, waits, and no duplicate writes.
import { describe, expect, test as plain } from 'vitest';
import { Api, FAILURES, problemCode } from '../../src/github/api.ts';
import { MALLORY } from './git-host.ts';
import { type Answer, BAD_GATEWAY, type Fault, SECONDARY } from './server.ts';
import { earlier, NOW, test, texts } from './stage.ts';

const CREATE = /^POST \/repos/;
const LIST = /^GET .*\/comments/;
const UPDATE = /^PATCH/;
const GRAPHQL = /^POST \/graphql/;

/** Primary: so many seconds until there are requests again. */
function exhausted(seconds: number, status = 403): Answer {
  const reset = String(NOW / 1000 + seconds);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  return { status, headers, data: { message: 'API rate limit exceeded for installation.' } };
}

function slowDown(status: number, after?: string): Answer {
  const headers = after === undefined ? {} : { 'retry-after': after };
  return { status, headers, data: { message: SECONDARY } };
}

describe('a rate limit', () => {
  test.for<[string, Answer, pause: number]>([
    ['primary', exhausted(20), 20_000],
    ['primary, over by now', exhausted(-5), 1000],
    ['primary, as 429', exhausted(20, 429), 20_000],
    ['secondary', slowDown(403, '30'), 30_000],
    ['secondary, as 429', slowDown(429, '30'), 30_000],
    ['secondary, at once', slowDown(429, '0'), 1000],
    ['secondary that does not say how long', slowDown(403), 60_000],
    ['without a word', { status: 429 }, 60_000],
  ])('%s: is waited for, and the write repeated', async ([, answer, pause], { stage }) => {
    stage.server.fail(CREATE, answer);
    expect(await stage.comment()).toMatchObject({ did: 'created' });
    expect(stage.pauses).toEqual([pause]);
    expect(texts(stage.gitHost)).toEqual(['A plan.']);
  });

  test.for<[string, RegExp, Answer, pauses: number[]]>([
    ['primary: is not waited for when that is too long', CREATE, exhausted(3000), []],
    ['secondary: is not waited for when that is too long', CREATE, slowDown(403, '61'), []],
    ['limits all waits together', /./, slowDown(429, '25'), [25_000, 25_000]],
  ])('%s', async ([, on, answer, waited], { server, pauses, comment }) => {
    server.fail(on, answer, { times: 9 });
    expect(await comment()).toEqual({ failed: 'rate-limited' });
    expect(pauses).toEqual(waited);
  });
});

describe.each<[string, Fault['answer'], failed: string]>([
  ['502', BAD_GATEWAY, 'unavailable'],
  ['503', { status: 503 }, 'unavailable'],
  ['504', { status: 504 }, 'unavailable'],
  ['a connection that is cut', 'cut', 'unreachable'],
])('%s', (_, answer, failed) => {
  test('of a read is retried three times', async ({ server, pauses, comment }) => {
    server.fail(LIST, answer, { times: 3 });
    expect(await comment()).toMatchObject({ did: 'created' });
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  test('and no more', async ({ server, comment }) => {
    server.fail(LIST, answer, { times: 9 });
    expect(await comment()).toEqual({ failed });
    expect(server.requested(LIST)).toHaveLength(4);
  });

  test('of an update is retried: it is idempotent', async ({ gitHost, server, comment }) => {
    earlier(gitHost, 'Old.');
    server.fail(UPDATE, answer, { when: 'after' });
    expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
    expect(texts(gitHost)).toEqual(['A plan.']);
  });

  test('of a create that took effect: does not repeat it', async ({
    gitHost,
    server,
    comment,
    pauses,
  }) => {
    earlier(gitHost, 'Fake.', MALLORY);
    server.fail(CREATE, answer, { when: 'after' });
    expect(await comment()).toMatchObject({ id: 1002, did: 'created' });
    expect(texts(gitHost)).toEqual(['Fake.', 'A plan.']);
    expect(server.requested(CREATE)).toHaveLength(1);
    expect(pauses).toEqual([1000]);
  });

  test('of a create without effect: looks, then repeats it', async ({
    gitHost,
    server,
    comment,
  }) => {
    server.fail(CREATE, answer);
    expect(await comment()).toMatchObject({ id: 1001, did: 'created' });
    expect(texts(gitHost)).toEqual(['A plan.']);
    const asked = server.requested(/^POST \/repos|^GET .*\/comments/);
    expect(asked.map((request) => request.split(' ')[0]).join()).toBe('GET,POST,GET,POST');
  });

  test('of every create: gives up after three', async ({ gitHost, server, comment }) => {
    server.fail(CREATE, answer, { times: 9 });
    expect(await comment()).toEqual({ failed });
    expect(server.requested(CREATE)).toHaveLength(3);
    expect(gitHost.comments).toEqual([]);
  });

  test('of deleting a duplicate: still updates the first', async ({ gitHost, server, comment }) => {
    for (const text of ['One.', 'Two.']) earlier(gitHost, text);
    server.fail(/^DELETE/, answer, { times: 9 });
    expect(await comment()).toMatchObject({ id: 1001, did: 'updated' });
    expect(texts(gitHost)).toEqual(['A plan.', 'Two.']);
  });
});

const PROXY = { status: 200, headers: { 'content-type': 'text/html' }, data: '<html>' };

describe('an unexpected answer', () => {
  test.for<[string, RegExp, Answer]>([
    ['a list that is none', LIST, { status: 200, data: { message: 'hello' } }],
    ['a page of a proxy', LIST, PROXY],
    ['a pull request without a head', /^GET .*\/pulls/, { status: 200, data: { number: 1 } }],
    ['a comment without an id', CREATE, { status: 201, data: {} }],
    ['a status of its own', LIST, { status: 418, data: {} }],
  ])('%s', async ([, on, answer], { server, comment }) => {
    server.fail(on, answer);
    expect(await comment()).toEqual({ failed: 'unexpected' });
  });

  test('does not guess the author if GraphQL fails', async ({ gitHost, server, comment }) => {
    server.fail(GRAPHQL, BAD_GATEWAY, { times: 9 });
    expect(await comment()).toEqual({ failed: 'unavailable' });
    expect(gitHost.comments).toEqual([]);
  });

  test.for<[string, Answer]>([
    ['nothing', { status: 200, data: { data: null } }],
    ['no', { status: 403, data: { message: 'Resource not accessible by integration' } }],
    ['that it is not spoken', { status: 405 }],
  ])(
    'GraphQL that says %s leaves the user of workflows',
    async ([, answer], { gitHost, server, comment }) => {
      earlier(gitHost, 'Fake.', MALLORY);
      earlier(gitHost, 'Old.');
      server.fail(GRAPHQL, answer);
      expect(await comment()).toMatchObject({ id: 1002, did: 'updated' });
    },
  );
});

plain(
  'an unreachable Git host is an error like any other, and every failure has a text',
  async () => {
    const clock = { now: () => new Date(NOW), pause: async () => undefined };
    const at = { apiUrl: 'http://127.0.0.1:1/', token: 'x', repository: 'acme/shop' };
    const asking = new Api(at, clock).ask({ method: 'GET', path: '/user' });
    const failed = await asking.catch(problemCode);
    expect(failed).toBe('unreachable');
    expect(FAILURES.unreachable).toBe('cannot reach the API');
  },
);
