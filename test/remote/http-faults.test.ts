// A server that misbehaves on real sockets: one sentence with what to do, the right exit code, no second push.
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  answer,
  type Fault,
  json,
  page,
  type Request,
  withFaults,
} from '../helpers/faulty-server.ts';
import { type FaultyShop, SMALL, TOKEN, withDesk, withFaultyShop } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';
import { listen } from '../helpers/listen.ts';
import { push } from '../helpers/server.ts';

const withBroken = <T>(fault: (request: Request) => Fault, use: (shop: FaultyShop) => Promise<T>) =>
  withFaultyShop({ fault }, use);

function posts(requests: readonly string[]): number {
  return requests.filter((one) => one.startsWith('POST')).length;
}

/** One error line, one line of advice; nothing that only a programmer understands, and no token. */
function expectSentence(ended: Ended, sentence: RegExp, hint: RegExp): void {
  expect(ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error .*\.\n {2}\S.*[.?`]\n$/),
  });
  const [error, advice] = ended.stderr.split('\n');
  expect(error).toMatch(sentence);
  expect(advice).toMatch(hint);
  expect(ended.output).not.toMatch(/^\s+at /m);
  expect(ended.output).not.toContain(TOKEN);
}

describe.concurrent('every read is broken', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const LONG = `${HEAD}Content-Length: 1000\r\n\r\n[{"account":`;
  const CHUNK = `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n[{"ac\r\n`;
  const NO_JSON = answer(200, { headers: { 'content-type': 'application/json' }, body: '[{' });
  const BUSY = answer(429, { headers: { 'retry-after': '60' } });
  const BROKEN_OFF = /closed the connection before the end of its response/;
  const cases: [name: string, fault: Fault, sentence: RegExp, hint: RegExp][] = [
    ['cut off', 'cut', /closed the connection before answering/, /Try again/],
    ['500', { bytes: page(500) }, /returned status 500 and a web page/, /check its log/],
    ['502', { bytes: page(502) }, /returned status 502 and a web page/, /behind the gateway/],
    ['504 without a body', { bytes: answer(504) }, /returned status 504\./, /behind the gateway/],
    ['429', { bytes: BUSY }, /status 429/, /wait a few minutes/],
    ['418', { bytes: answer(418) }, /status 418/, /Check that `url`/],
    ['less than announced', { bytes: LONG }, BROKEN_OFF, /Try again/],
    ['half of its chunks', { bytes: CHUNK }, BROKEN_OFF, /Try again/],
    [
      'half, and then silence',
      { bytes: LONG, stay: true },
      /did not answer in time|broke off in the middle/,
      /Try again/,
    ],
    ['no JSON', { bytes: NO_JSON }, /other than JSON/, /Check the address/],
    ['no HTTP', { bytes: 'SSH-2.0-OpenSSH_9.6\r\n' }, /not answer with valid HTTP/, /the port/],
    ['no answer at all', 'hang', /did not answer in time/, /--timeout/],
  ];

  test.for(cases)('%s', async ([, fault, sentence, hint]) => {
    await withBroken(
      () => fault,
      async ({ desk, seen }) => {
        // Only what never answers is given up: a busy machine must not look like a silent server.
        const silent = fault === 'hang' || (typeof fault === 'object' && 'stay' in fault);
        const ended = await desk.cli(['apply', '--yes', '--timeout', silent ? '1' : '50']);
        expectSentence(ended, sentence, hint);
        expect(posts(seen)).toBe(0);
      },
    );
  });

  /** Nobody says that there is a server: without a record, such a plan needs an approval, and nothing is sent. */
  const LOGIN = answer(302, { headers: { location: '/login?back=secret-path' } });
  const absent: [name: string, bytes: Buffer, reason: string][] = [
    ['a web page with 200', page(200), 'answered with a web page'],
    ['a web page with 404', page(404), 'status 404'],
    ['401', answer(401), 'status 401'],
    ['a redirect', LOGIN, 'a redirect'],
    ['no body', answer(200), 'no JSON'],
    ['null', json(null), 'JSON of an unexpected shape'],
    ['JSON of an unexpected shape', json(['ok']), 'JSON of an unexpected shape'],
  ];

  test.for(absent)('%s: no read is offered, and nothing is sent', async ([, bytes, reason]) => {
    await withBroken(
      () => ({ bytes }),
      async ({ desk, seen }) => {
        const ended = await desk.cli(['apply', '--yes']);
        expect(ended).toMatchObject({ status: 3, stderr: '' });
        expect(ended.stdout).toContain(
          `\nReads of the server that failed: \`info/all\`, \`info\`, \`export\` and \`pull\` (${reason}).\n`,
        );
        expect(ended.stdout).toContain(
          '\nEven the list of repositories (`info/all`) is missing: `url` may be wrong, or',
        );
        expect(ended.stdout).toMatch(
          /refused first-apply: No earlier apply of this project is known, and the server does not report/,
        );
        expect(ended.output).not.toContain('secret-path');
        expect(posts(seen)).toBe(0);
      },
    );
  });

  test('without `levels` in the project file the error asks for them', async () => {
    await withBroken(
      () => ({ bytes: page(403) }),
      async ({ desk }) => {
        desk.write({ 'confighub.yaml': 'version: 1\n' });
        expectSentence(
          await desk.cli(['plan']),
          /^error levels-unknown: Cannot determine the context levels of acme\/shop \(GET \/rest\/info\/all: status 403\)\.$/,
          /`levels: \[Environment, Application\]`/,
        );
      },
    );
  });

  /** A port that was free a moment ago. */
  async function freePort(): Promise<number> {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  test.for<[name: string, url: () => Promise<string>, sentence: RegExp, hint: RegExp]>([
    [
      'a server that is down',
      async () => `http://127.0.0.1:${await freePort()}`,
      /^error server-unreachable: http:\/\/127\.0\.0\.1:\d+ refused the connection/,
      /Check that the server is running/,
    ],
    [
      'the example address that init writes',
      async () => 'https://config.example.com',
      /https:\/\/config\.example\.com/,
      /This is an example address/,
    ],
    [
      'an unknown host name',
      async () => 'http://no-such-host.invalid',
      /has an unknown host name|could not be resolved/,
      /host in `url`/,
    ],
  ])('%s', async ([, address, sentence, hint]) => {
    await withDesk(SMALL, async (desk) => {
      const env = { CONFIGHUB_REPOSITORY: 'acme/shop', CONFIGHUB_TOKEN: TOKEN };
      const url = await address();
      const needsToken = url.startsWith('http://127') ? [['plan'], ['apply', '--yes']] : [];
      for (const args of [['info'], ...needsToken])
        expectSentence(await desk.cli([...args, '--url', url], { env }), sentence, hint);
    });
  });

  test('a redirect is not followed, so the token is sent nowhere else', async () => {
    await withFaults({ fault: () => ({ bytes: page(200) }) }, (elsewhere) =>
      withBroken(
        () => ({ bytes: answer(307, { headers: { location: `${elsewhere.url}/rest/info/all` } }) }),
        async ({ desk }) => {
          expectSentence(
            await desk.cli(['apply', '--yes']),
            new RegExp(`^error redirect: .*/rest/info/all redirects to ${elsewhere.url}\\.$`),
            /If http:\S+ is the right server, set `url` to its address/,
          );
          expect(elsewhere.requests).toEqual([]);
        },
      ),
    );
  });
});

describe.concurrent('one read is broken', () => {
  test.for(['/rest/info', '/rest/export/acme/shop'])('%s: an apply sends nothing', async (path) => {
    await withBroken(
      (request) => (request.path === path ? { bytes: page(502) } : 'pass'),
      async ({ desk, seen }) => {
        const sentence = new RegExp(`${path} returned status 502`);
        expectSentence(await desk.cli(['apply', '--yes']), sentence, /try again later/);
        expect(posts(seen)).toBe(0);
      },
    );
  });

  test('a truncated export is not taken for an empty repository', async () => {
    // Without a length, so that nothing but its end tells.
    const half = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"data":[{"key":"a"';
    await withBroken(
      ({ path }) => (path.startsWith('/rest/export') ? { bytes: half } : 'pass'),
      async ({ desk, seen }) => {
        const ended = await desk.cli(['apply', '--yes', '--prune', 'all']);
        expectSentence(ended, /returned something other than JSON/, /Check the address/);
        expect(posts(seen)).toBe(0);
      },
    );
  });
});

test.concurrent('https to a server that speaks http', async () => {
  await withBroken(
    () => 'pass',
    async ({ desk }) => {
      const url = desk.env.CONFIGHUB_URL?.replace('http:', 'https:') ?? '';
      expectSentence(
        await desk.cli(['info', '--url', url]),
        /did not answer with valid HTTP|has a certificate that cannot be verified/,
        /http or https/,
      );
    },
  );
});

/** A server whose push is answered like this, everything else as it should be. */
const onPush =
  (fault: Fault) =>
  ({ method }: Request): Fault =>
    method === 'POST' ? fault : 'pass';

describe.concurrent('a push that the server rejects', () => {
  const cases: [name: string, bytes: Buffer, sentence: RegExp, hint: RegExp][] = [
    [
      'without a reason: the two causes that the interface leaves',
      answer(304),
      /changed nothing: The server gave no reason\.$/m,
      /Likely causes: the server already has all of this, or part of the push is invalid/,
    ],
    [
      'with a status that says that it did not arrive',
      answer(413),
      /status 413\. Reading the server again showed that the push changed nothing\.\n/,
      /set `batch: 100`/,
    ],
    [
      'with a status of a firewall',
      answer(403),
      /^error http-status: .* status 403\. Reading the server again showed that the push changed nothing\.\n/m,
      /ask its administrator/,
    ],
  ];

  test.for(cases)('%s', async ([, bytes, sentence, hint]) => {
    await withBroken(onPush({ bytes }), async ({ desk, seen, server }) => {
      desk.commit('Open the shop');
      const ended = await desk.cli(['apply', '--yes']);
      expect(ended.status).toBe(1);
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr).toMatch(hint);
      expect(ended.output).not.toMatch(/^\s+at /m);
      expect(ended.output).not.toContain('Applied');
      expect(posts(seen)).toBe(1);
      expect(server.history('acme', 'shop')).toEqual([]);
      expect(desk.git('for-each-ref', 'refs/confighub-sync')).toBe('');
    });
  });
});

test.concurrent('a push that was applied, and overwritten by another client: 4, with the masked differences', async () => {
  const secret = { 'config/secret.yaml': 'keys:\n  db.password: hunter2-of-mine\n' };
  const server: { push?: () => Promise<unknown> } = {};
  const fault: Fault = { passed: answer(200), after: async () => server.push?.() };
  await withBroken(onPush(fault), async ({ desk, server: behind }) => {
    const entry = (key: string, value: string) => ({
      key,
      vdt: 'Text',
      values: [{ context: '*;*', value }],
    });
    const entries = [entry('shop.title', 'Their Shop'), entry('db.password', 'hunter2-of-theirs')];
    server.push = () => push(behind, { data: entries }, { token: 'default' });
    desk.commit('Open the shop', secret);
    const ended = await desk.cli(['apply', '--yes']);
    expect(ended.status).toBe(4);
    expect(ended.stderr).toMatch(
      /error verify-failed: The server accepted the push, but 2 changes are still missing/,
    );
    expect(ended.output).toContain('Differences after the push (server → your files):');
    expect(ended.stderr).toMatch(/~ shop\.title +\*;\* +"Their Shop" → "Corner Shop"/);
    expect(ended.stderr).toMatch(
      /~ db\.password +\*;\* +\(secret, updated, in clear text in Git\)/,
    );
    expect(ended.output).not.toContain('hunter2');
  });
});
