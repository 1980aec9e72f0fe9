// Reads that fail in a way that may pass are tried again, twice; a push never is.
import { describe, expect, test } from 'vitest';
import { Http } from '../../src/remote/http.ts';
import { answer, type Fault, page, withFaults } from '../helpers/faulty-server.ts';

const OK: Fault = { bytes: answer(200, { body: 'here' }) };

interface Asked {
  /** The status, or the code of the error. */
  ended: number | string;
  requests: number;
  pauses: number[];
}

/** @param faults of the first, the second and every later request */
function asked(faults: readonly Fault[], method: 'GET' | 'POST' = 'GET'): Promise<Asked> {
  const fault = ({ before }: { before: number }) =>
    faults[Math.min(before, faults.length - 1)] ?? OK;
  return withFaults({ fault }, async ({ url, requests }) => {
    const pauses: number[] = [];
    const http = new Http({ pause: async (milliseconds) => void pauses.push(milliseconds) });
    const limits = { timeout: 2000, maxBytes: 1000 };
    const request = { method, url: `${url}/rest/info/all`, headers: {}, ...limits };
    const ended = await http.send(request).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    );
    http.close();
    return { ended, requests: requests.length, pauses };
  });
}

const HALF = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nha';
const PASSING: [name: string, fault: Fault, ended: number | string][] = [
  ['429', { bytes: answer(429) }, 429],
  ['502', { bytes: page(502) }, 502],
  ['503', { bytes: page(503) }, 503],
  ['504', { bytes: answer(504) }, 504],
  ['a connection that is cut', 'cut', 'server-unreachable'],
  ['half an answer', { bytes: HALF }, 'server-unreachable'],
];

describe.concurrent('a request', () => {
  test.for(PASSING)('%s: a read is tried again twice, a push never', async ([, fault, ended]) => {
    const pauses = [250, 1000];
    expect(await asked([fault, OK])).toEqual({ ended: 200, requests: 2, pauses: [250] });
    expect(await asked([fault, fault, OK])).toEqual({ ended: 200, requests: 3, pauses });
    expect(await asked([fault])).toEqual({ ended, requests: 3, pauses });
    expect(await asked([fault, OK], 'POST')).toMatchObject({ requests: 1, pauses: [] });
  });

  test.for([200, 304, 401, 404, 406, 500])('status %i is an answer', async (status) => {
    const once: Fault = { bytes: answer(status) };
    expect(await asked([once, OK])).toEqual({ ended: status, requests: 1, pauses: [] });
  });

  test('a timeout is not repeated', async () => {
    expect(await asked(['hang'])).toEqual({ ended: 'server-unreachable', requests: 1, pauses: [] });
  });
});
