// The built-in server, killed while it is pushed to: what it acknowledged is there after a new start, the rest wholly or not at all.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { appearing, killAfter, killsOf, randomOf, SEED } from './kills.ts';
import { type Desk, withDesk } from '../helpers/process.ts';
import type { Running } from '../helpers/run.ts';
import { exported, request } from '../helpers/server.ts';

const KILLS = killsOf(4);
vi.setConfig({ testTimeout: 300_000 + KILLS * 5_000 });

const WRITERS = 4;

interface Server {
  run: Running;
  url: string;
  token: string;
}

async function started(desk: Desk): Promise<Server> {
  const repository = ['--repository', 'acme/shop', '--levels', 'Environment,Application'];
  const data = ['--data', desk.sandbox.path('data/state.json')];
  const run = desk.start(['serve', ...repository, ...data, '--port', '0', '--json']);
  const { url, repositories } = JSON.parse(await run.firstLine());
  return { run, url, token: repositories[0].tokens.default };
}

/** Pushes two keys and a file, which are there together or not at all. The status; `undefined`: the server is gone. */
async function push({ url, token }: Server, name: string, content = name) {
  const values = [{ context: '*;*', value: name }];
  const keys = ['a', 'b'].map((part) => ({
    key: `${name}.${part}`,
    vdt: 'Text',
    push: true,
    values,
  }));
  const data = [...keys, { file: `${name}.txt`, context: '*;*', content }];
  const headers = { 'Content-Type': 'application/json', 'Client-Token': token };
  const body = JSON.stringify({ enableKeyCreation: true, data });
  const sent = { method: 'POST', path: '/rest/push', headers, body };
  return (await request({ url }, sent).catch(() => undefined))?.status;
}

/** Pushes one after the other until the server is gone; the names of those that were acknowledged. */
async function write(server: Server, prefix: string): Promise<string[]> {
  const taken: string[] = [];
  for (let i = 0; ; i++) {
    const name = `${prefix}-${i}`;
    const status = await push(server, name);
    if (status === undefined) return taken;
    expect(status).toBe(200);
    taken.push(name);
  }
}

/** Kills it a moment after something became of its file: begun, written or put in place, the first time or a later one. */
async function kill(
  run: Running,
  { desk, random }: { desk: Desk; random: () => number },
): Promise<void> {
  for (let left = Math.floor(random() * 40); left >= 0; left--) {
    const writing = appearing(desk.sandbox.path('data'), /^state\.json(?:\.new)?$/);
    await Promise.race([writing.seen, run.ended]);
    writing.close();
  }
  await killAfter(run, { milliseconds: random() * 4 });
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
    for (let round = 0; round < KILLS; round++) {
      const server = await started(desk);
      // So much that it takes a while to be written, with every push again.
      if (round === 0) {
        expect(await push(server, 'large', 'x'.repeat(2_000_000))).toBe(200);
        acknowledged.push('large');
      }
      const writing = Array.from({ length: WRITERS }, (_, i) => write(server, `k${round}-w${i}`));
      await kill(server.run, { desk, random });
      acknowledged.push(...(await Promise.all(writing)).flat());
      const saved = readFileSync(desk.sandbox.path('data/state.json'), 'utf8');
      expect(JSON.parse(saved).version).toBe(1);
      const again = await started(desk);
      const found = await parts(again);
      expect([...found].filter(([, count]) => count !== 3)).toEqual([]);
      expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
      extra = found.size - acknowledged.length;
      // Of each writer at most the last push of each run was taken and not acknowledged.
      expect(extra).toBeLessThanOrEqual(WRITERS * (round + 1));
      await again.run.stop('SIGTERM');
    }
    expect(acknowledged.length).toBeGreaterThan(1);
    if (process.env.CONFIGHUB_TEST_KILLS !== undefined)
      console.info({
        kills: KILLS,
        acknowledged: acknowledged.length,
        'taken, not acknowledged': extra,
      });
  });
});
