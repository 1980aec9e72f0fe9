// Tags and dates: the steps of recordings after a manual tag, which recordings.test.ts skips.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedOf, type Recording, receivedOf, requestOf, type Step } from './recording.ts';
import { push, read, request, SHOP, type TestServer, withServer } from '../helpers/server.ts';

const START = Date.parse('2026-11-21T07:24:15.500Z');
/** So many seconds later, without the fraction of a second. */
const second = (seconds: number) => new Date(START + seconds * 1000).toISOString().slice(0, 19);

/** A server whose clock stands still unless it is moved. */
function withClock<T>(
  repository: Recording['setup'],
  use: (server: TestServer, clock: { seconds: number }) => Promise<T>,
): Promise<T> {
  const clock = { seconds: 0 };
  const now = () => new Date(START + clock.seconds * 1000);
  return withServer({ repositories: [repository], now }, (server) => use(server, clock));
}

describe('recordings with a tag', () => {
  it.each(['54-info.json', '56-export.json', '66-history.json'])('%s', async (file) => {
    const path = join(import.meta.dirname, '../fixtures/recorded', file);
    const { setup, steps } = JSON.parse(readFileSync(path, 'utf8')) as Recording;
    await withClock(setup, async (server, clock) => {
      let between = '';
      for (const [index, step] of steps.entries()) {
        if (step.before?.includes('tag v1')) {
          clock.seconds += 2;
          between = second(clock.seconds);
          server.tag(setup.account, setup.repository, { name: 'v1', readme: 'first' });
          clock.seconds += 2;
        }
        const sent = requestOf(dated(step, between), server.token);
        const label = `step ${index}: ${step.request.path}`;
        expect(receivedOf(await request(server, sent), step), label).toEqual(expectedOf(step));
      }
    });
  });
});

function dated(step: Step, between: string): Step {
  return JSON.parse(JSON.stringify(step).replaceAll('$' + '{between}', between));
}

describe('times', () => {
  it('have the format of the server', async () => {
    await withClock(SHOP, async (server) => {
      server.tag('acme', 'shop', { name: 'v1', readme: 'first' });
      const headers = { 'Client-Token': server.token('plain'), Tags: 'true', Tag: 'v1' };
      expect(await read(server, '/rest/info', headers)).toMatchObject({
        generatedOn: '11/21/2026 07:24:15',
        date: '11/21/2026 07:24:15',
        tags: [{ name: 'v1', readme: 'first', ts: START, date: '2026-11-21T07:24Z' }],
      });
      const all = [{ created: '2026-11-21T07:24Z' }];
      expect(await read(server, '/rest/info/all')).toMatchObject(all);
    });
  });
});

describe('an earlier moment', () => {
  const entry = (value: string) => ({ key: 'a', push: true, values: [{ context: '*;*', value }] });

  it('shows the state of that time, including deleted keys and files', async () => {
    await withClock(SHOP, async (server, clock) => {
      const at = async (seconds: number) => {
        const date = { 'Repository-Date': `${second(seconds)}Z` };
        const headers = { 'Client-Token': server.token('plain'), Context: 'x;y', ...date };
        type Pulled = { properties: object; files: object };
        const { properties, files } = (await read(server, '/rest/pull', headers)) as Pulled;
        return { properties, files: Object.keys(files) };
      };
      const file = { file: 'f', context: '*;*' };
      const pushes = [
        [entry('1'), { ...file, content: 'x' }],
        [entry('2')],
        [
          { key: 'a', opp: 'delete' },
          { ...file, opp: 'delete' },
        ],
      ];
      for (const data of pushes) {
        clock.seconds += 10;
        expect((await push(server, { enableKeyCreation: true, data })).status).toBe(200);
      }
      expect(await at(5)).toEqual({ properties: {}, files: [] });
      expect(await at(15)).toEqual({ properties: { a: { val: '1' } }, files: ['f'] });
      expect(await at(25)).toEqual({ properties: { a: { val: '2' } }, files: ['f'] });
      expect(await at(35)).toEqual({ properties: {}, files: [] });
    });
  });

  it.each([
    ['2026-02-30T00:00:00Z', 406],
    ['2026-13-01T00:00:00Z', 406],
    ['2026-11-21T07:24:15', 406],
    ['2026-11-21 07:24:15Z', 406],
    ['2026-11-21T07:24:15Z', 500],
    ['2026-11-21T08:24:16+01:00', 200],
    ['2026-11-21T06:54:16-0030', 200],
  ])('%s is answered %i', async (date, status) => {
    await withClock(SHOP, async (server) => {
      const token = { 'Client-Token': server.token('plain') };
      const headers = { ...token, KeyName: 'a', 'Repository-Date': date };
      expect((await request(server, { path: '/rest/keyData', headers })).status).toBe(status);
    });
  });
});
