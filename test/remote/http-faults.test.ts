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
import { SMALL, type Shop, TOKEN, withDesk, withShop } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';
import { listen } from '../helpers/listen.ts';
import { push } from '../helpers/server.ts';

interface Broken extends Shop {
  /** What reached the faulty server. */
  seen: string[];
}

/** A shop whose program talks to a server that misbehaves, in front of one that does not. */
function withBroken<T>(
  fault: (request: Request) => Fault,
  use: (broken: Broken) => Promise<T>,
): Promise<T> {
  return withShop(SMALL, (shop) =>
    withFaults({ behind: shop.server, fault }, (faulty) => {
      shop.desk.env.CONFIGHUB_URL = faulty.url;
      return use({ ...shop, seen: faulty.requests });
    }),
  );
}

function posts(requests: readonly string[]): number {
  return requests.filter((one) => one.startsWith('POST')).length;
}

/** One error line, one line of advice; nothing that only a programmer understands, and no token. */
function expectSentence(
  ended: Ended,
  expected: { status: number; sentence: RegExp; hint: RegExp },
): void {
  const errors = ended.stderr.split('\n').filter((line) => line.startsWith('error '));
  expect({ status: ended.status, errors: errors.length, stderr: ended.stderr }).toEqual({
    status: expected.status,
    errors: 1,
    stderr: expect.stringMatching(/\.\n {2}\S.*[.?`]\n$/),
  });
  expect(errors[0]).toMatch(expected.sentence);
  expect(ended.stderr.split('\n').at(-2)).toMatch(expected.hint);
  expect(ended.output).not.toMatch(/^\s+at /m);
  expect(ended.output).not.toContain(TOKEN);
}

describe.concurrent('every read is broken', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
  const cases: [name: string, fault: Fault, sentence: RegExp, hint: RegExp][] = [
    ['cut off before an answer', 'cut', /closed the connection before answering/, /Try again/],
    [
      'a web page with 500',
      { bytes: page(500) },
      /returned status 500 and a web page/,
      /check its log/,
    ],
    [
      'a web page with 502',
      { bytes: page(502) },
      /returned status 502 and a web page/,
      /behind the gateway/,
    ],
    ['504 without a body', { bytes: answer(504) }, /returned status 504\./, /behind the gateway/],
    [
      '429',
      { bytes: answer(429, { headers: { 'retry-after': '60' } }) },
      /status 429/,
      /wait a few minutes/,
    ],
    ['418', { bytes: answer(418) }, /status 418/, /Check that `url`/],
    [
      'less than announced',
      { bytes: `${HEAD}Content-Length: 1000\r\n\r\n[{"account":` },
      /closed the connection before the end of its response/,
      /Try again/,
    ],
    [
      'half of its chunks',
      { bytes: `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n[{"ac\r\n` },
      /closed the connection before the end of its response/,
      /Try again/,
    ],
    [
      'half, and then silence',
      { bytes: `${HEAD}Content-Length: 1000\r\n\r\n[{"account":`, stay: true },
      /did not answer in time|broke off in the middle/,
      /Try again/,
    ],
    [
      'no JSON',
      { bytes: answer(200, { headers: { 'content-type': 'application/json' }, body: '[{' }) },
      /other than JSON/,
      /Check the address/,
    ],
    [
      'no HTTP',
      { bytes: 'SSH-2.0-OpenSSH_9.6\r\n' },
      /did not answer with valid HTTP/,
      /Check the port/,
    ],
    ['no answer at all', 'hang', /did not answer in time/, /--timeout/],
  ];

  test.for(cases)('%s', async ([, fault, sentence, hint]) => {
    await withBroken(
      () => fault,
      async ({ desk, seen }) => {
        // Only what never answers is given up: a busy machine must not look like a silent server.
        const silent = fault === 'hang' || (typeof fault === 'object' && 'stay' in fault);
        const ended = await desk.cli(['apply', '--yes', '--timeout', silent ? '1' : '50']);
        expect(ended.stdout).toBe('');
        expectSentence(ended, { status: 1, sentence, hint });
        expect(posts(seen)).toBe(0);
      },
    );
  });

  /** Nobody says that there is a server: without a record, such a plan needs an approval, and nothing is sent. */
  const absent: [name: string, fault: Fault, reason: string][] = [
    ['a web page with 200', { bytes: page(200) }, 'answered with a web page'],
    ['a web page with 404', { bytes: page(404) }, 'status 404'],
    ['401', { bytes: answer(401) }, 'status 401'],
    [
      'a redirect',
      { bytes: answer(302, { headers: { location: '/login?back=secret-path' } }) },
      'a redirect',
    ],
    ['no body', { bytes: answer(200) }, 'no JSON'],
    ['null', { bytes: json(null) }, 'JSON of an unexpected shape'],
    ['JSON of an unexpected shape', { bytes: json(['ok']) }, 'JSON of an unexpected shape'],
  ];

  test.for(absent)('%s: no read is offered, and nothing is sent', async ([, fault, reason]) => {
    await withBroken(
      () => fault,
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
        expectSentence(await desk.cli(['plan']), {
          status: 1,
          sentence:
            /^error levels-unknown: Cannot determine the context levels of acme\/shop \(GET \/rest\/info\/all: status 403\)\.$/,
          hint: /`levels: \[Environment, Application\]`/,
        });
      },
    );
  });

  test('down', async () => {
    // A port that was free a moment ago.
    const free = createServer();
    const port = await listen(free);
    await new Promise((resolve) => free.close(resolve));
    await withDesk(SMALL, async (desk) => {
      const env = {
        CONFIGHUB_URL: `http://127.0.0.1:${port}`,
        CONFIGHUB_REPOSITORY: 'acme/shop',
        CONFIGHUB_TOKEN: TOKEN,
      };
      for (const args of [['plan'], ['apply', '--yes'], ['info']]) {
        expectSentence(await desk.cli(args, { env }), {
          status: 1,
          sentence: /^error server-unreachable: http:\/\/127\.0\.0\.1:\d+ refused the connection/,
          hint: /Check that the server is running/,
        });
      }
    });
  });

  test('the example address that init writes', async () => {
    await withDesk(SMALL, async (desk) => {
      const ended = await desk.cli(['info', '--url', 'https://config.example.com']);
      expectSentence(ended, {
        status: 1,
        sentence: /https:\/\/config\.example\.com/,
        hint: /This is an example address/,
      });
    });
  });

  test('an unknown host name', async () => {
    await withDesk(SMALL, async (desk) => {
      const ended = await desk.cli(['info', '--url', 'http://no-such-host.invalid']);
      expectSentence(ended, {
        status: 1,
        sentence: /has an unknown host name|could not be resolved/,
        hint: /host in `url`/,
      });
    });
  });

  test('a redirect is not followed, so the token is sent nowhere else', async () => {
    await withFaults({ fault: () => ({ bytes: page(200) }) }, (elsewhere) =>
      withBroken(
        () => ({ bytes: answer(307, { headers: { location: `${elsewhere.url}/rest/info/all` } }) }),
        async ({ desk }) => {
          expectSentence(await desk.cli(['apply', '--yes']), {
            status: 1,
            sentence: new RegExp(
              `^error redirect: .*/rest/info/all redirects to ${elsewhere.url}\\.$`,
            ),
            hint: /If http:\S+ is the right server, set `url` to its address/,
          });
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
        expectSentence(await desk.cli(['apply', '--yes']), {
          status: 1,
          sentence: new RegExp(`${path} returned status 502`),
          hint: /try again later/,
        });
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
        expectSentence(await desk.cli(['apply', '--yes', '--prune', 'all']), {
          status: 1,
          sentence: /returned something other than JSON/,
          hint: /Check the address/,
        });
        expect(posts(seen)).toBe(0);
      },
    );
  });
});

describe.concurrent('TLS', () => {
  test('https to a server that speaks http', async () => {
    await withBroken(
      () => 'pass',
      async ({ desk }) => {
        const url = desk.env.CONFIGHUB_URL?.replace('http:', 'https:') ?? '';
        expectSentence(await desk.cli(['info', '--url', url]), {
          status: 1,
          sentence: /did not answer with valid HTTP|has a certificate that cannot be verified/,
          hint: /http or https/,
        });
      },
    );
  });
});

/** A server whose push is answered like this, everything else as it should be. */
const onPush =
  (fault: Fault) =>
  ({ method }: Request): Fault =>
    method === 'POST' ? fault : 'pass';

describe.concurrent('a push that the server rejects', () => {
  const SECRET = 'hunter2-in-the-reason';
  const quoting = `"Invalid type specified.; {"key":"db.password","vdt":"Txt","values":[{"context":"*;*","value":"${SECRET}"}]}"`;
  const cases: [name: string, bytes: Buffer, sentence: RegExp, hint: RegExp | undefined][] = [
    [
      'with a reason that quotes an entry which the plan does not have: nothing of it',
      answer(304, { headers: { etag: quoting } }),
      /changed nothing: Invalid type specified\.$/m,
      undefined,
    ],
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
      if (hint !== undefined) expect(ended.stderr).toMatch(hint);
      expect(ended.output).not.toContain('hunter2');
      expect(ended.output).not.toMatch(/^\s+at /m);
      expect(ended.output).not.toContain('Applied');
      expect(posts(seen)).toBe(1);
      expect(server.history('acme', 'shop')).toEqual([]);
      expect(desk.git('for-each-ref', 'refs/confighub-sync')).toBe('');
    });
  });
});

describe.concurrent('a push that was applied', () => {
  test('and overwritten by another client: 4, with the masked differences', async () => {
    const secret = { 'config/secret.yaml': 'keys:\n  db.password: hunter2-of-mine\n' };
    const server: { push?: () => Promise<unknown> } = {};
    const fault: Fault = { passed: answer(200), after: async () => server.push?.() };
    await withBroken(onPush(fault), async ({ desk, server: behind }) => {
      const entries = [
        { key: 'shop.title', vdt: 'Text', values: [{ context: '*;*', value: 'Their Shop' }] },
        {
          key: 'db.password',
          vdt: 'Text',
          values: [{ context: '*;*', value: 'hunter2-of-theirs' }],
        },
      ];
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
});
