// The embedded server, killed while it is pushed to: what it acknowledged is there after a new start, the rest wholly or not at all.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { killAfter, killsOf, randomOf, SEED } from '../helpers/kills.ts';
import { type Desk, type Running, withDesk } from '../helpers/process.ts';
import { exported, request } from '../helpers/server.ts';

const KILLS = killsOf(8);
vi.setConfig({ testTimeout: 60_000 + KILLS * 5_000 });

const WRITERS = 4;

interface Server {
  run: Running;
  url: string;
  token: string;
}

async function started(desk: Desk): Promise<Server> {
  const flags = ['--repository', 'acme/shop', '--levels', 'Environment,Application', '--port', '0'];
  const run = desk.start(['serve', ...flags, '--data', desk.sandbox.path('data/state.json'), '--json']);
  const { url, repositories } = JSON.parse(await run.firstLine());
  return { run, url, token: repositories[0].tokens.default };
}

/** Two keys and a file, which are there together or not at all. */
function body(name: string): string {
  const values = [{ context: '*;*', value: name }];
  const keys = ['a', 'b'].map((part) => ({ key: `${name}.${part}`, vdt: 'Text', push: true, values }));
  const data = [...keys, { file: `${name}.txt`, context: '*;*', content: name }];
  return JSON.stringify({ enableKeyCreation: true, data });
}

/** Pushes one after the other until the server is gone; the names of those that were acknowledged. */
async function write({ url, token }: Server, prefix: string): Promise<string[]> {
  const headers = { 'Content-Type': 'application/json', 'Client-Token': token };
  const taken: string[] = [];
  for (let i = 0; ; i++) {
    const name = `${prefix}-${i}`;
    const sent = { method: 'POST', path: '/rest/push', headers, body: body(name) };
    const answer = await request({ url }, sent).catch(() => undefined);
    if (answer === undefined) return taken;
    expect(answer.status).toBe(200);
    taken.push(name);
  }
}

/** Of each push, how many of its three parts are there. */
async function parts(server: Server): Promise<Map<string, number>> {
  const entries = (await exported(server)) as { key?: string; file?: string }[];
  const names = entries.map(({ key, file = '' }) => (key ?? file).replace(/\.(?:a|b|txt)$/, ''));
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

test(`serve --data is killed ${KILLS} times under ${WRITERS} writers (CONFIGHUB_TEST_SEED=${SEED})`, async () => {
  const random = randomOf(SEED);
  await withDesk({}, async (desk) => {
    const acknowledged: string[] = [];
    let extra = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await started(desk);
      const writing = Array.from({ length: WRITERS }, (_, i) => write(server, `k${kill}-w${i}`));
      await killAfter(server.run, { milliseconds: random() * 150 });
      acknowledged.push(...(await Promise.all(writing)).flat());
      expect(JSON.parse(readFileSync(desk.sandbox.path('data/state.json'), 'utf8')).version).toBe(1);
      const again = await started(desk);
      const found = await parts(again);
      expect([...found].filter(([, count]) => count !== 3)).toEqual([]);
      expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
      extra = found.size - acknowledged.length;
      // Of each writer at most the last push of each run was taken and not acknowledged.
      expect(extra).toBeLessThanOrEqual(WRITERS * (kill + 1));
      await again.run.stop('SIGTERM');
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    if (process.env.CONFIGHUB_TEST_KILLS !== undefined)
      console.info({ kills: KILLS, acknowledged: acknowledged.length, 'taken, not acknowledged': extra });
  });
});
