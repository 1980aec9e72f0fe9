// The time by the clock of the server, which tells all clients the same about the end of an apply.
import http from 'node:http';
import { listen } from '../helpers/listen.ts';
import { describe, expect, it } from 'vitest';
import { Http } from '../../src/remote/http.ts';

const CLOCK = new Date('2024-05-06T07:08:09Z');
const HOUR = 3_600_000;

/** Asks a server that answers with these dates, one after the other, and by the clock of this machine; the time after each. */
async function timesAfter(...dates: (Date | undefined)[]): Promise<number[]> {
  const server = http.createServer((_, answer) => {
    const date = dates[asked++];
    answer.sendDate = false;
    if (date !== undefined) answer.setHeader('Date', date.toUTCString());
    answer.end('{}');
  });
  let asked = 0;
  const port = await listen(server);
  const client = new Http({ clock: () => CLOCK });
  try {
    const times: number[] = [];
    for (const _ of dates) {
      const url = `http://127.0.0.1:${port}/`;
      await client.send({ method: 'GET', url, headers: {}, timeout: 5000, maxBytes: 100 });
      times.push(client.now().getTime() - CLOCK.getTime());
    }
    return times;
  } finally {
    client.close();
    server.close();
  }
}

const at = (milliseconds: number) => new Date(CLOCK.getTime() + milliseconds);

describe('the time of the server', () => {
  it.each([
    ['what its answers say, ahead of this machine', [at(HOUR)], [HOUR]],
    ['what its answers say, behind this machine', [at(-HOUR)], [-HOUR]],
    ['that of this machine where no answer says it', [undefined], [0]],
    ['not turned back by a cache', [at(HOUR), at(0), undefined], [HOUR, HOUR, HOUR]],
  ])('is %s', async (_, dates, times) => {
    expect(await timesAfter(...dates)).toEqual(times);
  });
});
