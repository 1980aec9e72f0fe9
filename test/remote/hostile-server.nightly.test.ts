// A server that means harm, on real sockets: whatever it sends, one sentence, soon, and in little memory.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../src/remote/client.ts';
import { Http } from '../../src/remote/http.ts';
import { pausing } from '../helpers/beside.ts';
import { answer, json, page, withFaults } from '../helpers/faulty-server.ts';
import { SMALL, TOKEN, withShop } from '../helpers/process.ts';
import { block, CASES, endless, HEAD } from './hostile-answers.ts';

/** Writes the most memory that the process ever had, in KiB, when it ends. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));",
)}`;
const MAX_PEAK = 400 * 1024;
/** Milliseconds; nothing here takes more than a few seconds on an idle machine. */
const MAX_TIME = 40_000;

describe('every answer is hostile', () => {
  test.for(CASES)('$name', async ({ fault, sentence, hint, isTimed }) => {
    await withShop(SMALL, ({ desk, requests }) =>
      withFaults({ fault: () => fault }, async ({ url }) => {
        const peak = desk.path('peak');
        const env = { CONFIGHUB_URL: url, NODE_OPTIONS: `--import=${WATCH}`, PEAK_FILE: peak };
        const begun = performance.now();
        const ended = await desk.cli(['info', '--timeout', isTimed ? '1' : '50'], {
          isProcess: true,
          env,
        });
        expect(performance.now() - begun).toBeLessThan(MAX_TIME);
        expect(ended).toMatchObject({ status: 1, stdout: '' });
        expect(ended.stderr).toMatch(/^error [a-z-]+: .*\.\n {2}\S.*[.`]\n$/);
        expect(ended.stderr).toMatch(sentence);
        expect(ended.stderr).toMatch(hint);
        expect(Number(readFileSync(peak, 'utf8'))).toBeLessThan(MAX_PEAK);
        expect(requests).toEqual([]);
      }),
    );
  });
});

describe.concurrent('a push with a hostile answer', () => {
  test.for([
    ['an endless body', { pour: () => endless(`${HEAD}\r\n`, block) }],
    ['endless headers', { pour: () => endless(HEAD, 'X-Filler: 0123456789\r\n'.repeat(100)) }],
    ['something compressed', { bytes: answer(200, { headers: { 'content-encoding': 'gzip' } }) }],
  ] as const)('%s: looked for, not found, and not sent again', async ([, fault]) => {
    await withShop(SMALL, ({ desk, server }) =>
      withFaults(
        { behind: server, fault: ({ method }) => (method === 'POST' ? fault : 'pass') },
        async ({ url, requests }) => {
          desk.commit('Open the shop');
          const ended = await desk.cli(['apply', '--yes'], {
            isProcess: true,
            env: { CONFIGHUB_URL: url, ...pausing(desk, 'at once') },
          });
          expect(ended.status).toBe(4);
          expect(ended.stderr).toMatch(/error push-unknown: The outcome of the push is unknown: /);
          expect(ended.output).not.toContain(TOKEN);
          expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
        },
      ),
    );
  });
});

test('no compression is requested', async () => {
  await withShop(SMALL, ({ desk }) =>
    withFaults(
      {
        fault: ({ headers }) => ({
          bytes: headers['accept-encoding'] === 'identity' ? json([]) : page(406),
        }),
      },
      async ({ url }) => {
        expect(
          await desk.cli(['info'], { isProcess: true, env: { CONFIGHUB_URL: url } }),
        ).toMatchObject({
          status: 0,
        });
      },
    ),
  );
});

describe.concurrent('an answer about another item', () => {
  test('another key than the requested one', async () => {
    const other = { key: 'other', vdt: 'Text', deprecated: false, push: true };
    await withFaults({ fault: () => ({ bytes: json(other) }) }, async ({ url }) => {
      const http = new Http();
      const repository = { account: 'acme', name: 'shop' };
      const reader = createReader({ http, url, timeout: 50_000 }, repository);
      try {
        await expect(reader.keyData('OTHER')).resolves.toMatchObject({ name: 'other' });
        await expect(reader.keyData('db.host')).rejects.toMatchObject({
          code: 'unexpected-response',
          message: expect.stringContaining('it describes another key'),
        });
      } finally {
        http.close();
      }
    });
  });

  test.for([
    [
      'another repository',
      'bank',
      /The token belongs to the repository acme\/bank, not to acme\/shop\./,
    ],
    [
      'a repository whose name fills the screen',
      'b\u001b[2J'.repeat(100_000),
      /repository acme\/b.{1,9}\[2J/,
    ],
  ] as const)('%s', async ([, name, sentence]) => {
    const detail = { account: 'acme', repository: name, context: ['Environment', 'Application'] };
    await withShop(SMALL, ({ desk, server }) =>
      withFaults(
        {
          behind: server,
          fault: ({ path }) => (path === '/rest/info' ? { bytes: json(detail) } : 'pass'),
        },
        async ({ url, requests }) => {
          const ended = await desk.cli(['apply', '--yes'], {
            isProcess: true,
            env: { CONFIGHUB_URL: url },
          });
          expect(ended).toMatchObject({ status: 1, stdout: '' });
          expect(ended.stderr).toMatch(sentence);
          expect(ended.stderr.length).toBeLessThan(20_000);
          expect(ended.stderr).not.toContain('\u001b');
          expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
        },
      ),
    );
  });
});
